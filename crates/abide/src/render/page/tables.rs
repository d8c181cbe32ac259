//! The tables: rules by damage, by agent, by project.

use super::chart;
use super::{MOST_PROJECTS, MOST_RULES, link, number, percent, plain, scrolling};
use crate::count::figures::OfRule;
use crate::mask::mask;
use crate::render::report::{Report, Standing};
use crate::{folders, when};
use maud::{Markup, html};
use std::collections::BTreeMap;
use std::path::Path;

/// The rules that were broken, those that did most damage first.
pub fn ranking(report: &Report) -> Markup {
    let broken = report.with(Standing::is_broken);
    let most = broken.iter().map(|at| report.of(*at).1.broken).max().unwrap_or(1).max(1);
    html! {
        section aria-labelledby="rules" {
            h2 id="rules" { "Rules, by damage" }
            @if broken.is_empty() {
                p { "No rule was broken." }
            } @else {
                (scrolling("Rules by damage", html! {
                    table.ranking {
                        caption { "Broken rules. Damage: 3 for a call that ran, 2 where it failed or the log does not say, 1 where it was stopped" }
                        thead { tr {
                            th scope="col" { "rule" }
                            th.number scope="col" { "broken" }
                            th.number scope="col" { "ran" }
                            th.number scope="col" { "stopped" }
                            th.number scope="col" { "damage" }
                            th.number scope="col" { "share" }
                            th.number scope="col" { "used instead" }
                            th.number scope="col" { "sessions" }
                            th.number scope="col" { "last" }
                        } }
                        tbody { @for (place, at) in broken.iter().enumerate() {
                            @let (rule, of) = report.of(*at);
                            @let stopped = of.stopped();
                            tr {
                                th scope="row" {
                                    (link(report, *at, Some(place).filter(|place| *place < MOST_RULES)))
                                    @if of.is_doubtful() { " " span.flag { "may forbid too much" } }
                                    (chart::parts(&[("ran", of.broken - stopped), ("stopped", stopped), ("nothing", most - of.broken)]))
                                }
                                td.number { strong { (number(of.broken)) } }
                                td.number { (number(of.broken - stopped)) }
                                td.number { (number(stopped)) }
                                td.number { (number(of.damage())) }
                                td.number { (percent(of.share())) }
                                td.number { @if let Some(kept) = report.kept(rule, of) { (percent(kept)) } @else { "–" } }
                                td.number { (number(of.sessions)) }
                                td.number { @if let Some(last) = of.last { (when::day(last)) } @else { "–" } }
                            }
                        } }
                    }
                }))
                p.hint {
                    "Ran: those, too, of which the log does not say."
                    " Share: of the calls that the rule is about. Used instead: the replacement, of the calls that used it or broke the rule."
                }
            }
        }
    }
}

/// Rules by agent.
pub fn by_agent(report: &Report) -> Markup {
    let columns: Vec<(String, String)> =
        report.tally.agents.keys().map(|agent| ((*agent).to_owned(), (*agent).to_owned())).collect();
    crossing(report, "agent", &columns, |of, agent| of.agents.get(agent).copied().unwrap_or_default(), None)
}

/// Rules by project: the projects that broke most have a column each.
pub fn by_project(report: &Report) -> Markup {
    let mut sums: BTreeMap<&str, usize> = BTreeMap::new();
    for at in &report.ranked {
        for (project, times) in &report.of(*at).1.projects {
            *sums.entry(project).or_default() += times;
        }
    }
    let mut projects: Vec<(&str, usize)> = sums.into_iter().collect();
    projects.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    let columns: Vec<(String, String)> = projects
        .iter()
        .take(MOST_PROJECTS)
        .map(|(project, _)| ((*project).to_owned(), last_names(project)))
        .collect();
    let others = projects.len().checked_sub(MOST_PROJECTS).filter(|others| *others > 0);
    crossing(
        report,
        "project",
        &columns,
        |of, project| of.projects.get(project).copied().unwrap_or_default(),
        others,
    )
}

/// A table of rules by something, if there is more than one of it. `others` are so
/// many columns in one.
fn crossing(
    report: &Report,
    noun: &str,
    columns: &[(String, String)],
    times: impl Fn(&OfRule, &str) -> usize,
    others: Option<usize>,
) -> Markup {
    let rules: Vec<usize> = report.with(Standing::is_broken).into_iter().take(MOST_RULES).collect();
    if columns.len() < 2 || rules.is_empty() {
        return html! {};
    }
    let cells = |of: &OfRule| columns.iter().map(|(key, _)| times(of, key)).collect::<Vec<_>>();
    let most = rules.iter().flat_map(|at| cells(report.of(*at).1)).max().unwrap_or(1);
    let id = format!("by-{noun}");
    html! {
        section aria-labelledby=(id) {
            h2 id=(id) { "By " (noun) }
            (scrolling(&format!("Rules by {noun}"), html! {
                table.crossing {
                    caption { "How often each " (noun) " broke each rule" }
                    thead { tr {
                        th scope="col" { "rule" }
                        @for (key, name) in columns {
                            th.number scope="col" title=[(key != name).then(|| plain(&mask(&folders::shown(Path::new(key)))))] {
                                bdi { (plain(&mask(name))) }
                            }
                        }
                        @if let Some(others) = others { th.number scope="col" { (number(others)) " others" } }
                    } }
                    tbody { @for at in &rules {
                        @let (rule, of) = report.of(*at);
                        @let cells = cells(of);
                        tr {
                            th scope="row" { bdi { (plain(&rule.id)) } }
                            @for times in &cells { (cell(*times, most)) }
                            @if others.is_some() { td.number { (number(of.broken - cells.iter().sum::<usize>())) } }
                        }
                    } }
                }
            }))
        }
    }
}

/// A number on a ground that is stronger the larger it is.
fn cell(times: usize, most: usize) -> Markup {
    let heat = (times * 4).div_ceil(most.max(1));
    html! {
        td class=(format!("number heat-{heat}")) { @if times == 0 { "–" } @else { (number(times)) } }
    }
}

/// The last two names of a path: most projects are told apart by these.
fn last_names(path: &str) -> String {
    let names: Vec<&str> = path.rsplit('/').take(2).collect();
    names.into_iter().rev().filter(|name| !name.is_empty()).collect::<Vec<_>>().join("/")
}
