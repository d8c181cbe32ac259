//! `cargo xtask page`: is the page of `abide count --html` as good as it should be?
//!
//! Histories are made up, abide writes its pages, and a real Chromium opens them,
//! wide and on a phone, light and dark. `checks.js` looks at what it shows; the
//! keyboard is pressed, and pictures are kept.

mod browser;
mod history;

use crate::build;
use browser::Browser;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The most that a page may weigh, in bytes.
const MOST_BYTES: u64 = 1_000_000;

/// Ways to look at a page: the name, the width, and whether it is dark.
const LOOKS: &[(&str, u32, bool)] =
    &[("light", 1280, false), ("dark", 1280, true), ("phone", 360, false), ("phone-dark", 360, true)];

/// Checks the pages; pictures go into `target/page`.
///
/// # Errors
///
/// Says what could not be tried at all.
pub fn main(mut arguments: impl Iterator<Item = String>) -> Result<ExitCode, String> {
    let abide = match (arguments.next().as_deref(), arguments.next()) {
        (None, _) => None,
        (Some("--abide"), Some(file)) => Some(PathBuf::from(file)),
        _ => return Err("the only option of `page` is --abide FILE".to_owned()),
    };
    let Some(program) = browser::find() else {
        println!("\n  SKIPPED: there is no Chromium here, so nobody has looked at the page");
        println!("           (apt-get install chromium)\n");
        return Ok(ExitCode::SUCCESS);
    };
    let abide = &abide.map_or_else(build::abide, Ok)?;
    let folder = &build::target_folder()?.join("page");
    let failed = |error: std::io::Error| error.to_string();
    fs::create_dir_all(folder).map_err(failed)?;
    let base = tempfile::tempdir().map_err(failed)?;
    let profile = tempfile::tempdir().map_err(failed)?;
    let pages = [
        page_of_history(abide, base.path(), folder)?,
        hostile_page(abide, base.path(), folder)?,
        empty_page(abide, base.path(), folder)?,
    ];
    let mut browser = Browser::start(&program, profile.path())?;
    let mut faults = unseen(&mut browser, &base.path().join("bad.html"))?;
    for page in &pages {
        let name = page.file_stem().unwrap_or_default().to_string_lossy();
        let size = fs::metadata(page).map_err(failed)?.len();
        if size > MOST_BYTES {
            faults.push(format!("{name}: {size} bytes"));
        }
        for (look, width, dark) in LOOKS {
            let found = check(&mut browser, page, *width, *dark)?;
            faults.extend(found.into_iter().map(|fault| format!("{name}, {look}: {fault}")));
            let picture = folder.join(format!("{name}-{look}.png"));
            fs::write(&picture, browser.picture()?).map_err(failed)?;
        }
        let size = size / 1000;
        println!("{name}: {size} kB, looked at in {} ways; pictures in {}", LOOKS.len(), folder.display());
    }
    faults.iter().for_each(|fault| println!("  {fault}"));
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The page of four ordinary months.
fn page_of_history(abide: &Path, base: &Path, folder: &Path) -> Result<PathBuf, String> {
    let home = base.join("home/ada");
    let projects = ["shop", "billing-service", "docs"].map(|name| home.join("work").join(name));
    history::write(&home, &projects.each_ref().map(PathBuf::as_path));
    count(abide, &home, &projects[0], history::RULES, &folder.join("page.html"))
}

/// A page of texts that mean harm.
fn hostile_page(abide: &Path, base: &Path, folder: &Path) -> Result<PathBuf, String> {
    let home = base.join("home/mallory");
    let project = home.join("work/<b>&amp;\"'");
    history::write_hostile(&home, &project);
    let page = count(abide, &home, &project, &history::hostile_rules(), &folder.join("hostile.html"))?;
    let text = fs::read_to_string(&page).map_err(|error| error.to_string())?;
    let alive = ["<script", "<img", "<b>", "\u{202e}", "\u{0}", "\u{1b}", "onerror=alert(2)>"];
    match alive.iter().find(|part| text.contains(**part)) {
        Some(part) => Err(format!("{part:?} stands in the page as it is")),
        None => Ok(page),
    }
}

/// A page of a person who has no logs.
fn empty_page(abide: &Path, base: &Path, folder: &Path) -> Result<PathBuf, String> {
    let home = base.join("home/eve");
    count(abide, &home, &home.join("work"), history::RULES, &folder.join("empty.html"))
}

fn count(abide: &Path, home: &Path, project: &Path, rules: &str, page: &Path) -> Result<PathBuf, String> {
    let failed = |error: std::io::Error| error.to_string();
    fs::create_dir_all(project.join(".git")).map_err(failed)?;
    fs::create_dir_all(project.join(".abide")).map_err(failed)?;
    fs::write(project.join(".abide/rules.json"), rules).map_err(failed)?;
    let page = std::path::absolute(page).map_err(failed)?;
    let output = Command::new(abide)
        .args(["count", "--all-projects", "--html"])
        .arg(&page)
        .current_dir(project)
        .env_clear()
        .env("HOME", home)
        .env("TZ", "UTC")
        .env("COLUMNS", "80")
        .env("CLICOLOR_FORCE", "1")
        .output()
        .map_err(|error| format!("{} does not start: {error}", abide.display()))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    // What the terminal shows, in colour, is kept beside the pictures.
    fs::write(page.with_extension("txt"), output.stdout).map_err(failed)?;
    Ok(page)
}

/// What is wrong with `bad.html`, each by a word of the fault.
const BAD: &[&str] = &[
    "the ground is",
    "low contrast",
    "small letters",
    "wider than the window",
    "reaches out",
    "table without a caption",
    "head without a scope",
    "picture without a name",
    "named by nothing",
    "an id stands twice",
    "link to nothing",
    "scrolls by mouse alone",
    "something that loads or runs",
    "not one h1",
    "asks for http://127.0.0.1:9/x.png",
    "hello",
    "thrown",
    "Tab reaches 0 of 1",
];

/// What the checks do not see of a page that has every fault.
fn unseen(browser: &mut Browser, page: &Path) -> Result<Vec<String>, String> {
    fs::write(page, include_str!("bad.html")).map_err(|error| error.to_string())?;
    let found = check(browser, page, 360, true)?;
    let unseen = BAD.iter().filter(|fault| !found.iter().any(|found| found.contains(**fault)));
    Ok(unseen.map(|fault| format!("the checks do not see: {fault}")).collect())
}

/// What is wrong with a page when it is looked at so.
fn check(browser: &mut Browser, page: &Path, width: u32, dark: bool) -> Result<Vec<String>, String> {
    browser.look(width, dark)?;
    browser.open(page)?;
    let mut faults = Vec::new();
    let ground = browser.evaluate("getComputedStyle(document.body).backgroundColor")?;
    let sum: u32 = ground
        .as_str()
        .unwrap_or_default()
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|n| n.parse::<u32>().ok())
        .sum();
    if dark == (sum > 3 * 128) {
        faults.push(format!("the ground is {ground}"));
    }
    faults.extend(looked_at(browser)?);
    faults.extend(keyboard(browser)?);
    // Everything that can be opened has been seen open.
    browser.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")?;
    faults.extend(looked_at(browser)?);
    browser.evaluate("document.querySelectorAll('details.rule').forEach((d, at) => d.open = at == 0); document.querySelectorAll('details.data').forEach(d => d.open = false); scrollTo(0, 0)")?;

    let url = format!("file://{}", page.display());
    let own = |request: &str| {
        request == url || request.starts_with(&format!("{url}#")) || request.starts_with("data:")
    };
    for request in browser.events("Network.requestWillBeSent") {
        let asked = request["request"]["url"].as_str().unwrap_or_default();
        if !own(asked) {
            faults.push(format!("asks for {asked}"));
        }
    }
    for method in ["Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown"] {
        faults.extend(browser.events(method).map(|event| format!("the console says {event}")));
    }
    Ok(faults)
}

fn looked_at(browser: &mut Browser) -> Result<Vec<String>, String> {
    let found = browser.evaluate(include_str!("checks.js"))?;
    Ok(found.as_array().into_iter().flatten().filter_map(|fault| fault.as_str().map(str::to_owned)).collect())
}

/// Walks through the page by keyboard: every summary is reached by Tab, Enter opens
/// and closes it, and the links of the table open what they lead to.
fn keyboard(browser: &mut Browser) -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    let count = |browser: &mut Browser, what: &str| {
        browser.evaluate(what).map(|number| number.as_u64().unwrap_or_default())
    };
    let all = count(browser, "document.querySelectorAll('summary').length")?;
    let stops = "document.querySelectorAll('a[href], summary, [tabindex=\"0\"]').length";
    let (mut reached, stops) = (0, count(browser, stops)?);
    for _ in 0..stops + 20 {
        browser.press("Tab", 9, "")?;
        if browser.evaluate("document.activeElement.matches('summary')")? == true {
            reached += 1;
            let open = "document.activeElement.parentElement.open";
            let before = browser.evaluate(open)?;
            browser.press("Enter", 13, "\r")?;
            if browser.evaluate(open)? == before {
                faults.push("Enter does not open or close a summary".to_owned());
            }
            browser.press("Enter", 13, "\r")?;
        }
        if reached == all {
            break;
        }
    }
    if reached < all {
        faults.push(format!("Tab reaches {reached} of {all} summaries"));
    }
    browser.evaluate("document.querySelectorAll('details').forEach(d => d.open = false); document.querySelector('.ranking a')?.focus()")?;
    browser.press("Enter", 13, "\r")?;
    // The browser opens it when it has come there.
    browser.evaluate("1")?;
    let opened =
        "document.querySelector('.ranking a') === null || document.querySelector('details.rule').open";
    if browser.evaluate(opened)? != true {
        faults.push("a link of the table does not open its rule".to_owned());
    }
    Ok(faults)
}
