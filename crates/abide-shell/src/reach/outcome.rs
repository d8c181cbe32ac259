//! What is known when a command has run: its status, what it printed, and
//! whether anything runs after it.

use crate::value::fields::Few;
use crate::{Mapped, Span};

/// Text that a command reads or prints, where it is known.
pub(super) type Stream = Option<Mapped>;

/// What a command leaves behind, besides its changes of the state.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// Whether it succeeds, where that is known.
    pub status: Option<bool>,
    pub output: Stream,
    /// Where that is not known, or not certain, all that it may print, one after
    /// the other, if some of it is known. A line stands for what is not.
    pub partly: Stream,
    /// What it may print, where that is one of a few texts:
    /// `$( [ -f x ] && echo a || echo b )`.
    pub choices: Vec<Mapped>,
    /// Nothing after it in this list runs.
    pub leaves: bool,
}

impl Outcome {
    /// Ran, prints something, succeeds or not.
    pub fn unknown() -> Self {
        Outcome { status: None, output: None, partly: None, choices: Vec::new(), leaves: false }
    }

    /// Prints nothing.
    pub fn silent(status: Option<bool>) -> Self {
        Outcome { status, output: Some(Mapped::default()), ..Outcome::unknown() }
    }

    pub fn prints(output: Stream) -> Self {
        Outcome { status: Some(true), output, ..Outcome::unknown() }
    }

    /// What there is to read for whoever reads what it prints.
    pub fn stream(&self) -> Stream {
        self.output.as_ref().or(self.partly.as_ref()).cloned()
    }

    /// The texts that a substitution of it may give; none where nothing is known.
    pub fn texts(self) -> Vec<Mapped> {
        match self.output {
            Some(text) => vec![text],
            None if self.choices.is_empty() => Vec::from_iter(self.partly),
            None => self.choices,
        }
    }
}

/// What several commands print, one after the other.
pub(super) struct Printed {
    text: Mapped,
    /// Something not known was printed behind the text.
    gap: bool,
    /// Whether all of it is known, and printed for sure.
    pub certain: bool,
}

impl Default for Printed {
    fn default() -> Self {
        Printed { text: Mapped::default(), gap: false, certain: true }
    }
}

impl Printed {
    /// Adds what one more command prints.
    pub fn add(&mut self, outcome: &Outcome) {
        self.push(outcome.output.as_ref().or(outcome.partly.as_ref()));
        self.certain &= outcome.output.is_some();
    }

    /// Adds a text, or a line that stands for one.
    pub fn push(&mut self, text: Option<&Mapped>) {
        match text {
            Some(more) if more.is_empty() => {}
            Some(more) => {
                self.close_gap();
                self.text.push_mapped(more);
            }
            None => (self.certain, self.gap) = (false, true),
        }
    }

    /// What is printed, if that is known, and else what is known of it.
    pub fn finish(mut self) -> (Stream, Stream) {
        if self.certain {
            return (Some(self.text), None);
        }
        if !self.text.has_known() {
            return (None, None);
        }
        self.close_gap();
        (None, Some(self.text))
    }

    fn close_gap(&mut self) {
        if std::mem::take(&mut self.gap) && !self.text.text().ends_with(UNKNOWN) {
            self.text.push_stand_in(UNKNOWN, Span::default());
        }
    }
}

/// The line that stands for output that is not known.
const UNKNOWN: &str = "$output\n";

/// What a list may print, as long as that is one of a few texts.
#[derive(Default)]
pub(super) struct Choices {
    /// `None` where it is not known. Empty before the first command.
    texts: Option<Few<Mapped>>,
    started: bool,
    /// Some of the commands may not have run.
    pub branched: bool,
}

/// The most texts that are kept apart, and how many bytes several outputs in
/// one of them may have: each command behind them copies them all.
const MOST_CHOICES: usize = 8;
const LONGEST_CHOICE: usize = 4096;

impl Choices {
    /// Adds what one more command prints, which may not have run.
    pub fn add(&mut self, outcome: &Outcome, may_be_skipped: bool) {
        self.branched |= may_be_skipped;
        let printed = match &outcome.output {
            Some(text) => std::slice::from_ref(text),
            None => &outcome.choices,
        };
        let before = self.texts.take();
        let first = !std::mem::replace(&mut self.started, true);
        if first || printed.is_empty() {
            self.texts = Some(Few::from(printed)).filter(|texts| !texts.is_empty());
            return;
        }
        let Some(mut before) = before else { return };
        if let ([text], [more], false) = (&mut before[..], printed, may_be_skipped) {
            text.push_mapped(more);
            self.texts = Some(before);
            return;
        }
        let mut texts = if may_be_skipped { before.clone() } else { Few::new() };
        for (start, more) in before.iter().flat_map(|start| printed.iter().map(move |more| (start, more))) {
            if !start.is_empty() && !more.is_empty() && start.len() + more.len() > LONGEST_CHOICE {
                return;
            }
            let mut text = start.clone();
            text.push_mapped(more);
            if texts.len() < MOST_CHOICES && !texts.contains(&text) {
                texts.push(text);
            }
        }
        self.texts = Some(texts);
    }

    /// What the list comes to that has printed this.
    pub fn outcome(self, printed: Printed) -> Outcome {
        let (output, partly) = printed.finish();
        // What is printed for sure is the only choice.
        let texts = self.texts.filter(|_| output.is_none()).unwrap_or_default();
        Outcome { output, partly, choices: texts.into_vec(), ..Outcome::unknown() }
    }
}

/// What is known of a command of which one branch runs.
pub(super) fn one_of(outcomes: &[Outcome]) -> Outcome {
    let leaves = !outcomes.is_empty() && outcomes.iter().all(|outcome| outcome.leaves);
    let same = |outcome: &Outcome| {
        let text = |stream: &Stream| stream.as_ref().map(|text| text.text().to_string());
        outcome.output.is_some() && text(&outcome.output) == text(&outcomes[0].output)
    };
    let output = outcomes.first().filter(|_| outcomes.iter().all(same));
    let known = |outcome: &Outcome| outcome.output.is_some() || !outcome.choices.is_empty();
    let mut choices: Vec<Mapped> = Vec::new();
    if outcomes.iter().all(known) {
        for text in outcomes.iter().flat_map(|outcome| outcome.output.iter().chain(&outcome.choices)) {
            if choices.len() < MOST_CHOICES && !choices.contains(text) {
                choices.push(text.clone());
            }
        }
    }
    let (output, partly) = match output {
        Some(first) => (first.output.clone(), None),
        None => {
            let mut printed = Printed { certain: false, ..Printed::default() };
            outcomes.iter().for_each(|outcome| printed.add(outcome));
            printed.finish()
        }
    };
    Outcome { status: None, output, partly, choices, leaves }
}
