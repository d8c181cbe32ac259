use super::*;

/// The words after the program, split at blanks, each shown as what it is.
fn read(line: &str) -> String {
    let argv: Vec<&str> = line.split(' ').collect();
    show(&argv)
}

fn show(argv: &[&str]) -> String {
    let shown = uses(argv)
        .into_iter()
        .map(|one| format!("{:?}:{}", one.role, &argv[one.word][one.range]));
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn sudo() {
    assert_eq!(read("sudo -u root npm i"), "Skip:root Command:npm");
}
