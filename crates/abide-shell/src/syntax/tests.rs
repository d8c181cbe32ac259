//! Does the parser accept what bash accepts?

use super::parse;

fn accepts(text: &str) -> bool {
    let (_, script) = parse(text, 0);
    script.error.is_none() && script.limit.is_none()
}

/// Development aid: `ABIDE_LINES=file cargo test referee` prints what differs.
#[test]
#[ignore]
fn referee() {
    let file = std::env::var("ABIDE_LINES").unwrap();
    let mut n = 0;
    let mut bad = 0;
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let (ok, text) = line.split_once(' ').unwrap();
        let text = text.replace('\u{1}', "\n");
        n += 1;
        if accepts(&text) != (ok == "1") {
            bad += 1;
            println!("bash {ok} {text:?}");
        }
    }
    println!("{bad} of {n} differ");
}
