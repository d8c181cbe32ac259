//! When calls were made, in half the room of a timestamp: there is one for each call of
//! a history.

use super::figures;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// When a call was made, if it is known: to the microsecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct When(i64);

impl From<Option<Timestamp>> for When {
    fn from(time: Option<Timestamp>) -> Self {
        When(time.map_or(i64::MIN, Timestamp::as_microsecond))
    }
}

impl When {
    /// The time.
    pub fn time(self) -> Option<Timestamp> {
        Timestamp::from_microsecond(self.0).ok()
    }

    /// The week.
    pub fn week(self) -> Option<i64> {
        (self.0 != i64::MIN).then(|| figures::week_of(self.0.div_euclid(1_000_000)))
    }
}

/// From the first to the last of several times, as far as they are known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span(Option<(When, When)>);

impl Span {
    /// Takes in a time.
    pub fn add(&mut self, when: When) {
        if when.0 != i64::MIN {
            let (first, last) = self.0.unwrap_or((when, when));
            self.0 = Some((first.min(when), last.max(when)));
        }
    }

    /// The first.
    pub fn first(self) -> Option<Timestamp> {
        self.0.and_then(|(first, _)| first.time())
    }

    /// The last.
    pub fn last(self) -> Option<Timestamp> {
        self.0.and_then(|(_, last)| last.time())
    }
}
