//! `abide count --html`: the report as one page.
//!
//! Nothing is loaded and nothing runs: no script, no font, no picture from
//! elsewhere, and a policy in the page that forbids them. What opens and closes is
//! `details`, which every browser knows and every keyboard reaches. Every text of a
//! log or a rule goes through `maud`, which escapes it, and through [`plain`].
//!
//! The page stays small whatever was counted: [`MOST_RULES`], [`MOST_WEEKS`] and
//! the like say how much of each thing is on it.

mod chart;
mod rule;
mod tables;

use super::report::{Report, Standing};
use crate::count::figures;
use crate::render::shorten;
use crate::{folders, when};
use abide_agents::shown;
use chart::Mark;
use jiff::Timestamp;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::path::Path;

/// Rules that are told of one by one; of the others the table has the numbers.
const MOST_RULES: usize = 100;
/// Weeks in the large chart, the last ones.
const MOST_WEEKS: usize = 104;
/// Weeks in the chart of a rule, the last ones.
const FEW_WEEKS: usize = 26;
/// Projects that have a column of their own.
const MOST_PROJECTS: usize = 8;
/// The longest text of a log, in characters.
const MOST_TEXT: usize = 300;
/// Examples of each rule, if not more are wanted.
pub const EXAMPLES: usize = 8;
/// Examples of all rules together.
const MOST_EXAMPLES: usize = 800;

const STYLE: &str = include_str!("style.css");

/// The whole page.
pub fn page(report: &Report) -> String {
    let title = format!("{} · abide count", place(report));
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'";
                meta name="referrer" content="no-referrer";
                // A browser that finds no icon asks for one.
                link rel="icon" href="data:,";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#report" { "Skip to the report" }
                (header(report))
                main id="report" tabindex="-1" {
                    @if report.tally.calls > 0 {
                        (weeks(report))
                        (tables::ranking(report))
                        (rule::sections(report))
                        (tables::by_agent(report))
                        (tables::by_project(report))
                        (doubtful(report))
                        (unbroken(report))
                    }
                    (skipped(report))
                }
                (footer())
            }
        }
    }
    .into_string()
}

fn header(report: &Report) -> Markup {
    let tally = report.tally;
    let ran = tally.broken - tally.stopped;
    let broken = report.with(Standing::is_broken).len();
    html! {
        header {
            h1 { "Which rules were really broken" }
            p.lede {
                strong { (number(tally.calls)) } " tool calls in " strong { (number(tally.sessions)) }
                @if tally.sessions == 1 { " session" } @else { " sessions" }
                " of " strong { bdi { (place(report)) } }
                @if let (Some(first), Some(last)) = (tally.first, tally.last) {
                    ", " (when::days(first, last))
                }
                @for (at, (agent, calls)) in tally.agents.iter().enumerate() {
                    @if at == 0 { ": " } @else { ", " }
                    (agent) " " (number(*calls))
                }
            }
            @if let Some(note) = report.note() { p.note { (note) } }
            @for fault in report.rules.faults() { p.note { "could not be read: " (fault) } }
            @if tally.calls > 0 {
                dl.tiles {
                    (tile("broke a rule", tally.broken, &of(tally.broken, tally.calls, "of all calls"), ""))
                    (tile("ran, or may have", ran, &of(ran, tally.broken, "of those that broke one"), "ran"))
                    (tile("were stopped", tally.stopped, &of(tally.stopped, tally.broken, "of those that broke one"), "stopped"))
                    (tile("rules broken", broken, &format!("of {}", report.ranked.len()), ""))
                }
            }
        }
    }
}

fn tile(name: &str, value: usize, more: &str, class: &str) -> Markup {
    html! {
        div class=(format!("tile {class}")) { dt { (name) small { (more) } } dd { (number(value)) } }
    }
}

fn of(part: usize, whole: usize, words: &str) -> String {
    if whole == 0 { String::new() } else { format!("{} {words}", percent(part as f64 / whole as f64)) }
}

fn weeks(report: &Report) -> Markup {
    let weeks = chart::spread(&report.tally.weeks, MOST_WEEKS);
    let marks = report.installed.iter().map(|(agent, time)| Mark { name: agent, time: *time });
    let (marks, outside): (Vec<Mark>, Vec<Mark>) = marks.partition(|mark| chart::holds(&weeks, mark.time));
    let of_weeks: usize = report.tally.weeks.values().map(|week| week.broken).sum();
    html! {
        section aria-labelledby="weeks" {
            h2 id="weeks" { "Week by week" }
            @if report.tally.broken == 0 {
                p { "No call broke a rule." }
            } @else if of_weeks == 0 {
                p { "The logs do not say when the calls were made." }
            } @else {
                figure {
                    (chart::weeks(&weeks, &marks))
                    figcaption {
                        p { (legend()) }
                        p {
                            @if marks.is_empty() && outside.is_empty() { "No installation of abide is on record here." }
                            (days("Dashed lines: abide was installed in ", &marks, ". "))
                            (days("abide was installed in ", &outside, ", outside of these weeks. "))
                            @if of_weeks < report.tally.broken {
                                " Calls whose time is not known are left out: " (number(report.tally.broken - of_weeks)) "."
                            }
                            @if report.tally.weeks.len() > MOST_WEEKS { " The last " (MOST_WEEKS) " weeks are shown." }
                        }
                    }
                }
                details.data {
                    summary { "The same as a table" }
                    (scrolling("Calls by week", html! {
                        table {
                            caption { "Calls by week; weeks begin on Monday (UTC)" }
                            thead { tr {
                                th scope="col" { "week of" }
                                @for head in ["calls", "broke a rule", "ran", "stopped"] { th.number scope="col" { (head) } }
                            } }
                            tbody { @for (week, of) in &weeks {
                                tr {
                                    th scope="row" { (figures::name(*week)) }
                                    @for value in [of.calls, of.broken, of.broken - of.stopped, of.stopped] {
                                        td.number { (number(value)) }
                                    }
                                }
                            } }
                        }
                    }))
                }
            }
        }
    }
}

/// Agents, each with its day, if there are any.
fn days(words: &str, marks: &[Mark], end: &str) -> Markup {
    html! {
        @for (at, mark) in marks.iter().enumerate() {
            @if at == 0 { (words) } @else { ", " }
            (mark.name) " on " (when::day(mark.time))
            @if at + 1 == marks.len() { (end) }
        }
    }
}

/// What the two colours mean.
fn legend() -> Markup {
    html! {
        span.key { span.swatch.ran {} " ran, or may have" }
        " "
        span.key { span.swatch.stopped {} " stopped before it ran" }
    }
}

/// Rules whose hits look like false alarms.
fn doubtful(report: &Report) -> Markup {
    let rules = report.ranked.iter().map(|at| (at, report.of(*at).1));
    let doubtful: Vec<_> = rules.filter(|(_, of)| of.is_doubtful()).collect();
    let told: Vec<usize> = report.with(Standing::is_broken).into_iter().take(MOST_RULES).collect();
    html! {
        @if !doubtful.is_empty() {
            section aria-labelledby="doubtful" {
                h2 id="doubtful" { "May forbid too much" }
                ul { @for (at, of) in doubtful {
                    li {
                        (link(report, *at, told.iter().position(|told| told == at)))
                        ": of " (number(of.held)) " calls that it held up, a person let " (number(of.allowed)) " run"
                    }
                } }
            }
        }
    }
}

fn unbroken(report: &Report) -> Markup {
    let kept = report.with(|standing| matches!(standing, Standing::Kept));
    let dead = report.dead();
    html! {
        @if !kept.is_empty() {
            section aria-labelledby="kept" {
                h2 id="kept" { "Never broken" }
                (scrolling("Rules that were never broken", html! {
                    table {
                        caption { "Rules that were never broken, with the calls that could have" }
                        thead { tr {
                            th scope="col" { "rule" }
                            th.number scope="col" { "calls about it" }
                            th.number scope="col" { "used the replacement" }
                        } }
                        tbody { @for at in kept {
                            @let (rule, of) = report.of(at);
                            tr {
                                th scope="row" { bdi { (plain(&rule.id)) } }
                                td.number { (number(of.chances)) }
                                td.number { @if rule.has_instead() { (number(of.instead)) } @else { "–" } }
                            }
                        } }
                    }
                }))
            }
        }
        @if !dead.is_empty() {
            section aria-labelledby="dead" {
                h2 id="dead" { "Could not have been broken" }
                ul { @for (at, why) in dead {
                    li { strong { bdi { (plain(&report.of(at).0.id)) } } ": " (said(&why)) }
                } }
            }
        }
    }
}

/// A text whose parts in backquotes are code.
fn said(text: &str) -> Markup {
    html! { @for (index, part) in plain(text).split('`').enumerate() {
        @if index % 2 == 1 { code { (part) } } @else { (part) }
    } }
}

fn skipped(report: &Report) -> Markup {
    let told = report.skipped();
    html! {
        @if !told.is_empty() {
            section aria-labelledby="skipped" {
                h2 id="skipped" { "Not read" }
                p { (told) "." }
                ul { @for skipped in report.tally.skipped.iter().take(20) {
                    li {
                        code { bdi { (file(&skipped.path, skipped.line)) } }
                        @if let Some(why) = &skipped.why { ": " (plain(why)) }
                    }
                } }
                @let more = report.tally.skipped.len().saturating_sub(20);
                @if more > 0 { p { "And in " (number(more)) " other places." } }
            }
        }
    }
}

fn footer() -> Markup {
    html! {
        footer {
            p {
                "Made by abide " (env!("CARGO_PKG_VERSION")) " on " (when::shown(Timestamp::now()))
                " from the agents' own logs. Keys, tokens and passwords of known forms are masked. "
                "This page loads nothing, and nothing on it left the machine."
            }
        }
    }
}

/// The name of a rule; it leads to what is told of it, if that is on the page, where
/// it has this place.
fn link(report: &Report, at: usize, told: Option<usize>) -> Markup {
    let name = html! { bdi { (plain(&report.of(at).0.id)) } };
    html! {
        @if let Some(place) = told { a href=(format!("#rule-{place}")) { (name) } } @else { (name) }
    }
}

/// A wide thing that scrolls by itself, by keyboard too.
fn scrolling(name: &str, inside: Markup) -> Markup {
    html! { div.scroll role="region" aria-label=(name) tabindex="0" { (inside) } }
}

/// A text of a log or a rule: one line, not endless, without characters that turn
/// the text around.
fn plain(text: &str) -> String {
    shown(&shorten(text, MOST_TEXT)).into_owned()
}

fn place(report: &Report) -> String {
    match report.all_projects {
        true => "all projects".to_owned(),
        false => plain(&folders::shown(report.root)),
    }
}

fn file(path: &Path, line: Option<usize>) -> String {
    let line = line.map(|line| format!(":{line}")).unwrap_or_default();
    plain(&format!("{}{line}", folders::shown(path)))
}

/// `1,204`
fn number(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn percent(share: f64) -> String {
    match share * 100.0 {
        share if share > 0.0 && share < 1.0 => "under 1 %".to_owned(),
        share => format!("{share:.0} %"),
    }
}
