//! Filters that leave a text as it is, number or join its lines, or pack it.

use super::decode::base64;
use super::filter::{Options, lines, push_line};
use crate::{Mapped, Span};

/// Stands in front of a text that was packed, which then is in a form that nobody
/// takes for a script.
const PACKET: &str = "\u{1f}packet\n";

/// The text itself, where the program makes something else only of what is not
/// in it: a tab, a variable, a letter beyond ASCII.
pub(super) fn same(_: &[&str], input: &Mapped) -> Option<Mapped> {
    let changes = |c: char| matches!(c, '\t' | '\r' | '$') || !c.is_ascii();
    (!input.text().contains(changes)).then(|| input.clone())
}

/// gzip(1), bzip2(1), xz(1), zstd(1)
pub(super) fn pack(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    let unpacks = |word: &&str| {
        matches!(*word, "--decompress" | "--uncompress")
            || (word.starts_with('-') && !word.starts_with("--") && word.contains('d'))
    };
    if arguments.iter().any(unpacks) {
        return unpack(arguments, input);
    }
    let mut packet = Mapped::default();
    packet.push(PACKET, input.span(0..0));
    packet.push_mapped(&base64(&["-w0"], input)?);
    Some(packet)
}

/// gunzip(1) and kin
pub(super) fn unpack(_: &[&str], input: &Mapped) -> Option<Mapped> {
    input.text().strip_prefix(PACKET)?;
    let mut packed = Mapped::default();
    packed.push_slice(input, PACKET.len()..input.len());
    base64(&["-d"], &packed)
}

/// nl(1) without options
pub(super) fn nl(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    if !matches!(arguments, [] | ["-ba"] | ["-b", "a"]) {
        return None;
    }
    let mut output = Mapped::default();
    for (index, line) in lines(input.text()).into_iter().enumerate() {
        let place = input.span(line.start..line.start).start;
        output.push(&format!("{:>6}\t", index + 1), Span::new(place, place));
        push_line(&mut output, input, line);
    }
    Some(output)
}

/// paste(1) with `-s`: all lines as one.
pub(super) fn paste(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    let options = Options::read(arguments, "d")?;
    let between = options.value('d').unwrap_or("\t");
    let stdin = options.operands.iter().all(|operand| *operand == "-");
    if !options.only("sd") || !options.has('s') || !stdin || between.len() != 1 {
        return None;
    }
    let mut output = Mapped::default();
    for (index, line) in lines(input.text()).into_iter().enumerate() {
        if index > 0 {
            let place = input.span(line.start..line.start).start;
            output.push(between, Span::new(place, place));
        }
        output.push_slice(input, line);
    }
    let end = input.len();
    push_line(&mut output, input, end..end);
    Some(output)
}
