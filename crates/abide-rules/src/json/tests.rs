use super::*;

#[test]
fn strings_are_decoded_and_located() {
    let text = r#"{"a": "x\\s\u00e9\ud83d\ude00|y"}"#;
    let value = parse(text).unwrap();
    let member = value.get("a").unwrap();
    assert_eq!(member.text().unwrap(), "x\\sé😀|y");
    let decoded = member.text().unwrap();
    let at = decoded.find('y').unwrap() as u32;
    assert_eq!(&text[member.locate(Span::new(at, at + 1)).range()], "y");
    assert_eq!(&text[member.locate(Span::new(1, 3)).range()], "\\\\s");
}

#[test]
fn the_last_of_two_members_counts() {
    assert_eq!(parse(r#"{"a": "x", "a": "y"}"#).unwrap().get("a").unwrap().text().unwrap(), "y");
}

#[test]
fn what_python_refuses_is_refused() {
    for text in [
        "",
        "{",
        "[1,]",
        "{\"a\":1,}",
        "{a:1}",
        "'a'",
        "[1 2]",
        "\"a\nb\"",
        "\"\\q\"",
        "\"\\u12\"",
        "01",
        "1.",
        "tru",
        "// x\n{}",
        "{} x",
        "\"a",
        "\"\\",
    ] {
        assert!(parse(text).is_err(), "{text:?}");
    }
}

#[test]
fn a_comma_too_many_and_comments_are_told_by_their_names() {
    for (text, message, underlined) in [
        ("[1 , ]", "JSON has no trailing commas", ","),
        ("{\"a\": [{}],\n}", "JSON has no trailing commas", ","),
        ("[1, // x\n2]", "JSON has no comments", "/"),
        ("{ // x\n}", "JSON has no comments", "/"),
        ("{\"a\": 1 /* x */}", "JSON has no comments", "/"),
        ("{} # x", "JSON has no comments", "#"),
        ("[,]", "expected a value here", ","),
    ] {
        let error = parse(text).expect_err(text);
        assert_eq!((error.message, &text[error.span.range()]), (message, underlined), "{text}");
    }
}

#[test]
fn what_python_accepts_is_accepted() {
    for text in [
        "{}",
        "\u{feff}{}",
        " [ ] ",
        "[1, -2.5e+3, true, false, null, \"\\/\\b\"]",
        "\"\\ud800\"",
        "0",
        "[[[]]]",
    ] {
        assert!(parse(text).is_ok(), "{text:?}");
    }
}
