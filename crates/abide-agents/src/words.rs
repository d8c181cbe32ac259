//! Command lines from argument vectors.

/// The command line that bash reads as exactly these words.
///
/// ```
/// assert_eq!(abide_agents::line_of(&["git", "commit", "-m", "it's in"]), r"git commit -m 'it'\''s in'");
/// ```
pub fn line_of(words: &[impl AsRef<str>]) -> String {
    words.iter().map(|word| quote(word.as_ref())).collect::<Vec<_>>().join(" ")
}

fn quote(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./=:,@%+".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
