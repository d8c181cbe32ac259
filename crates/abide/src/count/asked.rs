//! Calls about which abide had the person asked, by its own log.

use crate::journal;
use abide_agents::history::id_of;
use serde_json::Value;
use std::collections::HashSet;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Session, call and rule.
#[derive(Default)]
pub struct Asked(HashSet<(String, u64, String)>);

impl Asked {
    /// What the log of this machine says.
    pub fn on_this_machine() -> Self {
        let mut asked = Asked::default();
        if let Some(log) = journal::log_file() {
            [log.with_extension("jsonl.1"), log].iter().for_each(|path| asked.read(path));
        }
        asked
    }

    fn read(&mut self, path: &Path) {
        let Ok(file) = std::fs::File::open(path) else { return };
        let lines = BufReader::new(file).split(b'\n').map_while(Result::ok);
        for line in lines.filter(|line| memchr::memmem::find(line, b"\"ask\"").is_some()) {
            let line: Value = serde_json::from_slice(&line).unwrap_or_default();
            let text = |name: &str| line[name].as_str().map(str::to_owned);
            if let (Some("ask"), Some(session), Some(call), Some(rule)) =
                (line["decision"].as_str(), text("session"), text("call"), text("rule"))
            {
                self.0.insert((session, id_of(call.as_bytes()), rule));
            }
        }
    }

    /// Whether the person was asked about this call because of this rule.
    pub fn about(&self, session: &str, call: u64, rule: &str) -> bool {
        !self.0.is_empty() && self.0.contains(&(session.to_owned(), call, rule.to_owned()))
    }
}
