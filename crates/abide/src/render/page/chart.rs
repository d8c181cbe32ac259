//! Bars by week, as SVG.
//!
//! The colours are those of the page's style, so that they follow light and dark,
//! and every bar says its numbers. Why no crate for charts does it is in
//! ARCHITECTURE.md.

use super::number;
use crate::count::figures::{self, Week, monday};
use crate::when;
use jiff::Timestamp;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The size of the large chart, in the units of its drawing. On a phone, where it is
/// drawn at less than half of this, letters have twice the size.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 260.0;
/// Room for a line of large letters: names above the bars, dates below.
const LINE: f64 = 30.0;
/// Room for one of them.
const LETTER: f64 = 14.0;
/// A narrower bar than this many units cannot be seen, a wider one looks odd.
const WIDEST: f64 = 44.0;

/// A day to be marked.
pub struct Mark<'m> {
    pub name: &'m str,
    pub time: Timestamp,
}

/// All weeks from the first to the last, those without calls too; at most so many,
/// the last.
pub fn spread(weeks: &BTreeMap<i64, Week>, most: usize) -> Vec<(i64, Week)> {
    let (Some(first), Some(last)) = (weeks.keys().next(), weeks.keys().last()) else { return Vec::new() };
    let first = *first.max(&(last + 1 - most as i64));
    (first..=*last).map(|week| (week, weeks.get(&week).copied().unwrap_or_default())).collect()
}

/// Whether a time is in one of the weeks.
pub fn holds(weeks: &[(i64, Week)], time: Timestamp) -> bool {
    weeks.iter().any(|(week, _)| *week == figures::week(time))
}

/// Where things are in a chart.
struct Scale {
    left: f64,
    step: f64,
    bar: f64,
    top: f64,
    bottom: f64,
    most: usize,
}

impl Scale {
    fn y(&self, value: usize) -> f64 {
        self.bottom - (self.bottom - self.top) * value as f64 / self.most as f64
    }

    fn x(&self, at: usize) -> f64 {
        self.left + self.step * at as f64 + (self.step - self.bar) / 2.0
    }
}

/// The large chart.
pub fn weeks(weeks: &[(i64, Week)], marks: &[Mark]) -> Markup {
    let most = weeks.iter().map(|(_, week)| week.broken).max().unwrap_or_default();
    let ticks = ticks(most);
    let left = LETTER * number(*ticks.last().unwrap_or(&1)).len() as f64 + 8.0;
    let step = (WIDTH - left) / weeks.len() as f64;
    let days = days(marks);
    let scale = Scale {
        left,
        step,
        bar: (step * 0.8).min(WIDEST),
        top: LINE * days.len().min(MOST_LINES) as f64 + 8.0,
        bottom: HEIGHT - LINE - 4.0,
        most: *ticks.last().unwrap_or(&1),
    };
    let broken: usize = weeks.iter().map(|(_, week)| week.broken).sum();
    // A date about every hundred units, on a phone every second one.
    let every = (100.0 / step).ceil().max(1.0) as usize;
    html! {
        svg.weeks viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-labelledby="weeks-title weeks-desc" {
            title id="weeks-title" { "Calls that broke a rule, by week" }
            desc id="weeks-desc" {
                (number(broken)) " calls in " (number(weeks.len())) " weeks, at most " (number(most))
                " in one. The table below has every number."
            }
            @for tick in &ticks {
                line.grid x1=(left) x2=(WIDTH) y1=(round(scale.y(*tick))) y2=(round(scale.y(*tick))) {}
            }
            @for (at, (week, of)) in weeks.iter().enumerate() {
                @if of.broken > 0 { (bar(&scale, at, *week, of)) }
            }
            @for tick in &ticks {
                text.tick x=(left - 8.0) y=(round(scale.y(*tick) + 4.0)) text-anchor="end" { (number(*tick)) }
            }
            @for (at, (week, _)) in weeks.iter().enumerate().step_by(every) {
                @let second = at / every % 2 == 1;
                @let middle = scale.x(at) + scale.bar / 2.0;
                @let anchor = if middle < left + 60.0 { "start" } else if middle > WIDTH - 60.0 { "end" } else { "middle" };
                @let x = if anchor == "start" { left } else if anchor == "end" { WIDTH } else { middle };
                text class=(if second { "date second" } else { "date" }) x=(round(x)) y=(HEIGHT - 10.0) text-anchor=(anchor) {
                    (figures::name(*week))
                }
            }
            @let marks = placed(&scale, weeks, &days);
            @for mark in &marks {
                line.mark x1=(round(mark.x)) x2=(round(mark.x)) y1=(round(mark.y - 14.0)) y2=(scale.bottom) {}
            }
            // Over all lines: their edge hides what is behind them.
            @for mark in &marks {
                @let (x, anchor) = if mark.x > WIDTH / 2.0 { (mark.x - 6.0, "end") } else { (mark.x + 6.0, "start") };
                text.mark-name x=(round(x)) y=(round(mark.y)) text-anchor=(anchor) { "abide in " (mark.names) }
            }
        }
    }
}

fn bar(scale: &Scale, at: usize, week: i64, of: &Week) -> Markup {
    let ran = of.broken - of.stopped;
    let (x, base, middle, top) = (round(scale.x(at)), scale.bottom, scale.y(ran), scale.y(of.broken));
    let width = round(scale.bar);
    html! {
        g {
            title { "week of " (figures::name(week)) ": " (number(ran)) " ran, " (number(of.stopped)) " stopped" }
            @if ran > 0 { rect.ran x=(x) y=(round(middle)) width=(width) height=(round(base - middle)) {} }
            @if of.stopped > 0 { rect.stopped x=(x) y=(round(top)) width=(width) height=(round(middle - top)) {} }
        }
    }
}

/// Names of marks are in so many lines, so that neighbours can be read.
const MOST_LINES: usize = 3;

/// Marks by day: those of one day stand together.
fn days<'m>(marks: &'m [Mark]) -> BTreeMap<String, (Timestamp, Vec<&'m str>)> {
    let mut days: BTreeMap<String, (Timestamp, Vec<&str>)> = BTreeMap::new();
    for mark in marks {
        days.entry(when::day(mark.time)).or_insert((mark.time, Vec::new())).1.push(mark.name);
    }
    days
}

/// A line in the chart, and where its names stand.
struct Placed {
    x: f64,
    y: f64,
    names: String,
}

/// The days, which are in the chart.
fn placed(
    scale: &Scale,
    weeks: &[(i64, Week)],
    days: &BTreeMap<String, (Timestamp, Vec<&str>)>,
) -> Vec<Placed> {
    let Some((first, _)) = weeks.first() else { return Vec::new() };
    let start = monday(*first).as_second() as f64;
    let place =
        |time: Timestamp| scale.left + (time.as_second() as f64 - start) / (7.0 * 86_400.0) * scale.step;
    let placed = days.values().map(|(time, names)| (place(*time), names.join(", ")));
    let line = |row: usize| LINE * (0.7 + (row % MOST_LINES) as f64);
    placed.enumerate().map(|(row, (x, names))| Placed { x, y: line(row), names }).collect()
}

/// A chart of one line of text's height. `name` says what it is of.
pub fn small(weeks: &[(i64, Week)], name: &str) -> Markup {
    let most = weeks.iter().map(|(_, week)| week.broken).max().unwrap_or_default().max(1);
    let (width, height) = (8.0 * weeks.len().max(12) as f64, 36.0);
    let scale = Scale { left: 0.0, step: 8.0, bar: 6.0, top: 1.0, bottom: height, most };
    let path = |from: fn(&Week) -> usize, to: fn(&Week) -> usize| {
        let bars = weeks.iter().enumerate().filter(|(_, (_, week))| to(week) > from(week));
        bars.map(|(at, (_, week))| {
            let (low, high) = (scale.y(from(week)), scale.y(to(week)));
            format!("M{} {}h6V{}h-6z", round(scale.x(at)), round(low), round(high))
        })
        .collect::<String>()
    };
    html! {
        svg.small viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height) role="img" aria-label=(name) {
            line.grid x1="0" x2=(width) y1=(height) y2=(height) {}
            path.ran d=(path(|_| 0, |week| week.broken - week.stopped)) {}
            path.stopped d=(path(|week| week.broken - week.stopped, |week| week.broken)) {}
        }
    }
}

/// A bar of parts, each with its class, beside words or numbers that say the same.
pub fn parts(parts: &[(&str, usize)]) -> Markup {
    let whole: usize = parts.iter().map(|(_, value)| value).sum();
    let width = |value: usize| round(value as f64 * 100.0 / whole.max(1) as f64);
    html! {
        svg.parts viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" {
            @for (at, (class, value)) in parts.iter().enumerate() {
                @let before = parts[..at].iter().map(|(_, value)| value).sum();
                rect class=(class) x=(width(before)) y="0" width=(width(*value)) height="6" {}
            }
        }
    }
}

/// Round numbers from zero to at least `most`, up to five.
fn ticks(most: usize) -> Vec<usize> {
    let steps = [1, 2, 5].into_iter();
    let scaled = (0..12).flat_map(|power| steps.clone().map(move |step| step * 10usize.pow(power)));
    let step = scaled.into_iter().find(|step| step * 4 >= most).unwrap_or(most.max(1));
    (0..=most.div_ceil(step).max(1)).map(|at| at * step).collect()
}

/// Two digits are finer than any screen.
fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_and_reach_the_top() {
        for (most, expected) in [
            (0, &[0, 1][..]),
            (1, &[0, 1]),
            (3, &[0, 1, 2, 3]),
            (7, &[0, 2, 4, 6, 8]),
            (37, &[0, 10, 20, 30, 40]),
            (1204, &[0, 500, 1000, 1500]),
        ] {
            assert_eq!(ticks(most), expected, "{most}");
        }
    }

    #[test]
    fn weeks_without_calls_have_their_place() {
        let weeks = BTreeMap::from([(3, Week::default()), (6, Week::default())]);
        assert_eq!(spread(&weeks, 10).iter().map(|(week, _)| *week).collect::<Vec<_>>(), [3, 4, 5, 6]);
        assert_eq!(spread(&weeks, 2).len(), 2);
        assert!(spread(&BTreeMap::new(), 2).is_empty());
    }
}
