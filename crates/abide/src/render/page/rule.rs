//! One rule after the other: what became of the calls, and examples.

use super::{EXAMPLES, FEW_WEEKS, MOST_EXAMPLES, MOST_RULES, chart, file, number, percent, plain};
use crate::count::examples::Example;
use crate::count::figures::OfRule;
use crate::count::{Followed, Shown, was_stopped};
use crate::mask::mask;
use crate::render::report::{Report, Standing};
use crate::when;
use abide_agents::history::Outcome;
use maud::{Markup, html};

/// The rules that were broken, each to be opened.
pub fn sections(report: &Report) -> Markup {
    let broken = report.with(Standing::is_broken);
    let examples = report.examples.max(EXAMPLES).min(MOST_EXAMPLES / broken.len().clamp(1, MOST_RULES));
    html! {
        @if !broken.is_empty() {
            section aria-labelledby="each" {
                h2 id="each" { "Each rule" }
                @for (place, at) in broken.iter().take(MOST_RULES).enumerate() {
                    @let (rule, of) = report.of(*at);
                    details.rule open[place == 0] {
                        summary {
                            span.name { bdi { (plain(&rule.id)) } }
                            " "
                            span.sum { (number(of.broken)) " broken" @if of.is_doubtful() { ", may forbid too much" } }
                        }
                        // The link of the table leads here, and opens what it is in.
                        div.inside id=(format!("rule-{place}")) { (inside(report, *at, examples)) }
                    }
                }
                @if broken.len() > MOST_RULES {
                    p { "The other " (number(broken.len() - MOST_RULES)) " are in the table above." }
                }
            }
        }
    }
}

fn inside(report: &Report, at: usize, examples: usize) -> Markup {
    let (rule, of) = report.of(at);
    let weeks = chart::spread(&of.weeks, FEW_WEEKS);
    html! {
        @if let Some(text) = &rule.text { blockquote { p { bdi { (plain(text)) } } } }
        p.source {
            "Stands in " code { bdi { (plain(&report.source(at))) } }
            @if let Some(instead) = &rule.replacement { ". Use instead: " code { bdi { (plain(instead)) } } }
        }
        @if of.is_doubtful() {
            p.note {
                "Of " (number(of.held)) " calls that this rule held up, a person let " (number(of.allowed))
                " run. It may forbid too much."
            }
        }
        dl.facts {
            div { dt { "What became of the calls" } dd { (outcomes(of)) } }
            div {
                dt { "Share" }
                dd { (percent(of.share())) " of " (number(of.chances)) " calls that the rule is about" }
            }
            @if let Some(kept) = report.kept(rule, of) {
                div {
                    dt { "Used the replacement instead" }
                    dd { (number(of.instead)) " times, " (percent(kept)) " of " (number(of.instead + of.broken)) }
                }
            }
            @if !of.followed.is_empty() {
                div { dt { "After it was stopped, the agent" } dd { (followed(of)) } }
            }
            div {
                dt { "When and where" }
                dd {
                    @if let (Some(first), Some(last)) = (of.first, of.last) {
                        (when::days(first, last)) ", "
                    }
                    "in " (number(of.sessions)) @if of.sessions == 1 { " session" } @else { " sessions" }
                    " and " (number(of.projects.len())) @if of.projects.len() == 1 { " project" } @else { " projects" }
                    @if weeks.len() > 1 {
                        br;
                        (chart::small(&weeks, &format!("By week, the last {}", weeks.len())))
                        @let most = weeks.iter().map(|(_, week)| week.broken).max().unwrap_or_default();
                        span.hint { " by week, " (number(most)) " in the highest" }
                    }
                }
            }
        }
        @let examples: Vec<&Example> = of.newest().take(examples).collect();
        @if !examples.is_empty() {
            h3 { "Examples: the newest, each command once" }
            ol.examples { @for example in examples { li { (self::example(example)) } } }
        }
    }
}

fn outcomes(of: &OfRule) -> Markup {
    let words: Vec<String> =
        of.outcomes.iter().map(|(outcome, count)| format!("{} {}", number(*count), name(*outcome))).collect();
    html! {
        (chart::parts(&[("ran", of.broken - of.stopped()), ("stopped", of.stopped())]))
        (words.join(", "))
    }
}

fn followed(of: &OfRule) -> Markup {
    let times = |followed: &Followed| of.followed.get(followed).copied().unwrap_or_default();
    let words = Followed::NAMES.iter().map(|(followed, _, words)| (times(followed), words));
    html! {
        @for (at, (times, words)) in words.filter(|(times, _)| *times > 0).enumerate() {
            @if at > 0 { ", " }
            (words) " " (number(times)) @if times == 1 { " time" } @else { " times" }
        }
    }
}

fn example(example: &Example) -> Markup {
    let (Shown::Command(text) | Shown::Path(text)) = &example.shown;
    html! {
        code.call { bdi { (plain(&mask(text))) } }
        p.where {
            span class=(if was_stopped(example.outcome) { "outcome stopped" } else { "outcome ran" }) { (name(example.outcome)) }
            @if let Some(time) = example.time {
                " " time datetime=(time.to_string()) { (when::shown(time)) }
            }
            " " (example.agent) " in " bdi { (plain(&mask(&crate::folders::shown(example.cwd.as_ref())))) }
            br;
            bdi.file { (file(&example.file, Some(example.line))) }
        }
    }
}

fn name(outcome: Outcome) -> String {
    outcome.name().replace('_', " ")
}
