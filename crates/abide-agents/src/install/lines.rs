//! Line ends, for an editor that knows only one kind of them.

/// `edited` with the line ends of `old`: what both begin and end with is taken
/// from `old` as it stands there, and lines between get the kind of end that
/// `old` has most.
pub(super) fn kept(old: &str, edited: &str) -> String {
    let (was, now): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), edited.split_inclusive('\n').collect());
    let same = |(was, now): &(&&str, &&str)| bare(was) == bare(now);
    let start = was.iter().zip(&now).take_while(same).count();
    let (was_rest, now_rest) = (&was[start..], &now[start..]);
    let end = was_rest.iter().rev().zip(now_rest.iter().rev()).take_while(same).count();
    let between = &now_rest[..now_rest.len() - end];
    let crlf = was.iter().filter(|line| line.ends_with("\r\n")).count() * 2 > was.len();
    let mut text = was[..start].concat();
    // A last line without an end gets one when something follows.
    let follows = !now_rest.is_empty();
    if follows && start > 0 && !text.ends_with('\n') {
        text.push_str(if crlf { "\r\n" } else { "\n" });
    }
    for line in between {
        text.push_str(bare(line));
        text.push_str(match line.ends_with('\n') {
            true if crlf => "\r\n",
            true => "\n",
            false => "",
        });
    }
    text + &was_rest[was_rest.len() - end..].concat()
}

/// The line without its end.
fn bare(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::kept;

    #[test]
    fn what_was_there_keeps_its_line_ends() {
        for (old, edited, wanted) in [
            ("a\r\nb\r\n", "a\nb\n", "a\r\nb\r\n"),
            ("a\r\nb\r\n", "a\nx\nb\n", "a\r\nx\r\nb\r\n"),
            ("a\r\nb\nc\r\n", "a\nb\nc\nx\n", "a\r\nb\nc\r\nx\r\n"),
            ("a\nb", "a\nb\n", "a\nb"),
            ("a\nb", "a\nb\nx\n", "a\nb\nx\n"),
            ("a\r\nx\r\nb", "a\nb\n", "a\r\nb"),
            ("", "x\n", "x\n"),
            ("x\n", "", ""),
        ] {
            assert_eq!(kept(old, edited), wanted, "{old:?} {edited:?}");
        }
    }
}
