use super::*;

/// Every way to write a row's name, aliases spelled out.
fn spellings(row: &Program) -> Vec<String> {
    row.name.split(' ').fold(vec![String::new()], |heads, names| {
        let longer = |head: &String| {
            let head = head.clone();
            names.split('|').map(move |name| format!("{head} {name}")).collect::<Vec<_>>()
        };
        heads.iter().flat_map(longer).collect()
    })
}

fn all_rows() -> impl Iterator<Item = &'static Program> {
    ROOMS.iter().flat_map(|(rows, _)| *rows)
}

#[test]
fn the_index_is_sorted_and_holds_every_name() {
    assert!(INDEX.is_sorted_by_key(|entry| entry.name));
    for row in all_rows() {
        for name in row.name.split(' ').next().unwrap_or_default().split('|') {
            assert!(rows(name).iter().any(|entry| std::ptr::eq(entry.row, row)), "{name}");
        }
    }
}

#[test]
fn no_row_is_written_twice() {
    let mut all: Vec<String> = all_rows().flat_map(spellings).collect();
    all.sort();
    let twice: Vec<_> = all.windows(2).filter(|pair| pair[0] == pair[1]).map(|p| &p[0]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn names_of_options_look_like_options_and_mean_one_thing() {
    let mut odd = Vec::new();
    for row in all_rows() {
        let mut seen = foldhash::HashSet::default();
        for name in row.options.iter().flat_map(|opt| opt.names()) {
            assert!(row.option(name, Sieve::one(name)).is_some(), "{name}");
            if !name.starts_with(['-', '+', '/']) || !seen.insert(name) {
                odd.push(format!("{}: {name:?}", row.name));
            }
        }
    }
    assert!(odd.is_empty(), "{odd:#?}");
}

#[test]
fn a_version_is_no_part_of_a_name() {
    let name = |name| Family::of(name).at(&[]).map(|row| row.name.split('|').next());
    assert_eq!(name("python3.12"), Some(Some("python")));
    assert_eq!(name("md5sum"), name("sha1sum"));
    assert_eq!(name("nosuch3"), None);
    assert_eq!(name(""), None);
    assert_eq!(name("3.12"), None);
}
