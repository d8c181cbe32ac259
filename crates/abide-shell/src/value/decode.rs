//! base64(1) and xxd(1) on known text.

use super::filter::Options;
use crate::Mapped;

/// base64(1), `-d` and `-D`; without it, encoding
pub(super) fn base64(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    let options = Options::read(arguments, "w")?;
    if !options.only("dDiw") || !options.operands.is_empty() {
        return None;
    }
    let bytes = if options.has('d') || options.has('D') {
        decoded64(input.text())?
    } else {
        encoded64(input.text().as_bytes(), options.value('w') == Some("0"))
    };
    made(input, bytes)
}

/// openssl-enc(1): `openssl base64 -d`, `openssl enc -d -a -A`
pub(super) fn openssl(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    let known = |word: &str| matches!(word, "base64" | "enc" | "-base64" | "-a" | "-A" | "-d");
    let has = |wanted: &str| arguments.contains(&wanted);
    let decodes = has("-d") && ["base64", "-base64", "-a"].into_iter().any(has);
    if !decodes || !arguments.iter().copied().all(known) {
        return None;
    }
    made(input, decoded64(input.text())?)
}

/// xxd(1), `-r -p`
pub(super) fn xxd(arguments: &[&str], input: &Mapped) -> Option<Mapped> {
    let words: String = arguments.iter().filter_map(|word| word.strip_prefix('-')).collect();
    if !(words.contains('r') && words.contains('p')) {
        return None;
    }
    let digits: Vec<u8> = input.text().bytes().filter(u8::is_ascii_hexdigit).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    made(input, digits.chunks_exact(2).map(byte).collect::<Option<Vec<u8>>>()?)
}

/// What a text in base64 stands for.
pub(crate) fn from_base64(text: &Mapped) -> Option<Mapped> {
    made(text, decoded64(text.text())?)
}

/// What a text in hexadecimal stands for.
pub(crate) fn from_hex(text: &Mapped) -> Option<Mapped> {
    xxd(&["-r", "-p"], text)
}

/// Text that all of the input came to.
fn made(input: &Mapped, bytes: Vec<u8>) -> Option<Mapped> {
    let text = String::from_utf8(bytes).ok()?;
    let mut output = Mapped::default();
    output.push(&text, input.span(0..input.len()));
    Some(output)
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(crate) fn decoded64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for byte in text.bytes() {
        if byte == b'=' || byte.is_ascii_whitespace() {
            continue;
        }
        let digit = match byte {
            b'-' => 62,
            b'_' => 63,
            _ => DIGITS.iter().position(|digit| *digit == byte)? as u32,
        };
        bits = bits << 6 | digit;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Some(bytes)
}

fn encoded64(bytes: &[u8], one_line: bool) -> Vec<u8> {
    let mut encoded = Vec::with_capacity(bytes.len() / 3 * 4 + 4);
    for chunk in bytes.chunks(3) {
        let bits =
            chunk.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for index in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * index) & 63) as usize];
            encoded.push(if index <= chunk.len() { digit } else { b'=' });
        }
    }
    let mut lines = Vec::with_capacity(encoded.len() + encoded.len() / 76 + 1);
    let width = if one_line { encoded.len().max(1) } else { 76 };
    for line in encoded.chunks(width) {
        lines.extend_from_slice(line);
        if !one_line {
            lines.push(b'\n');
        }
    }
    lines
}
