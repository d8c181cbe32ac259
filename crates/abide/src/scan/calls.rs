//! Calls from standard input, in the form that hooks get them.
//!
//! A line is the document that a hook gets, with what a hook knows by itself beside
//! it:
//!
//! ```json
//! {"agent": "claude", "tool_name": "Bash", "tool_input": {"command": "npm i"},
//!  "cwd": "/home/ann/shop/web", "project": "/home/ann/shop", "branch": "main", "id": 7}
//! ```

use super::{Judge, Output, Verdict};
use crate::count::line::{Line, MOST_LINE};
use crate::count::read::lines;
use crate::failure::{Failure, why};
use abide_agents::AGENTS;
use abide_agents::history::json::Raw;
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::io::{BufReader, Read};

/// Answers every line of standard input.
pub fn scan(judge: &Judge, output: &mut Output) -> Result<(), Failure> {
    let output = RefCell::new(output);
    let input = BufReader::with_capacity(1 << 16, Prompt { inner: std::io::stdin().lock(), output: &output });
    let mut number = 0usize;
    let read = lines(input, &mut |line| {
        number += 1;
        let mut answer = match line {
            Line::Whole(line) if line.trim_ascii().is_empty() => return,
            Line::Whole(line) => judge.line(line),
            Line::Shortened(_) | Line::TooLong => error(format!("longer than {} MiB", MOST_LINE >> 20)),
        };
        answer.insert("line".to_owned(), number.into());
        output.borrow_mut().line(answer);
    });
    read.map_err(|error| Failure::new(format!("cannot read standard input: {}", why(&error))))
}

/// Hands on what was answered before it waits for more: the other side may do so too.
struct Prompt<'o, R> {
    inner: R,
    output: &'o RefCell<&'o mut Output>,
}

impl<R: Read> Read for Prompt<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        // Answers that nobody reads need no more questions.
        if self.output.borrow_mut().flush() { self.inner.read(buffer) } else { Ok(0) }
    }
}

fn error(why: String) -> Map<String, Value> {
    Map::from_iter([("error".to_owned(), why.into())])
}

impl Judge<'_> {
    fn line(&self, line: &[u8]) -> Map<String, Value> {
        // Files that were joined may each begin with a mark.
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let [agent, id, project, home, branch] = Raw::first(line)
            .map(|(call, _)| call.pick(["agent", "id", "project", "home", "branch"]))
            .unwrap_or_default();
        let text = |value: Option<Raw>| value.and_then(Raw::owned);
        let agent = text(agent).unwrap_or_else(|| "claude".to_owned());
        let mut answer = match self.call(line, &agent, text(project), text(home), text(branch)) {
            Ok(answer) => answer,
            Err(why) => error(why),
        };
        if let Some(id) = id {
            answer.insert("id".to_owned(), serde_json::from_slice(id.bytes()).unwrap_or_default());
        }
        answer
    }

    fn call(
        &self,
        line: &[u8],
        agent: &str,
        project: Option<String>,
        home: Option<String>,
        branch: Option<String>,
    ) -> Result<Map<String, Value>, String> {
        let names = || AGENTS.iter().map(|agent| agent.name).collect::<Vec<_>>().join(", ");
        let agent = abide_agents::find(agent)
            .ok_or_else(|| format!("there is no agent `{agent}`; there are {}", names()))?;
        let mut call = agent.read(line).map_err(|error| error.to_string())?;
        self.place(&mut call, project);
        let hits = self.rules.hits(&call, &self.told(&call.cwd, home, branch));
        let verdict = Verdict::of(hits.iter().map(|hit| (hit.rule.as_str(), hit.action, hit.enabled)));
        let reason = hits.iter().find(|hit| verdict.rule() == Some(&hit.rule)).map(|hit| hit.reason.as_str());
        let mut answer = Map::from_iter([("reason".to_owned(), reason.into())]);
        verdict.tell(&mut answer);
        Ok(answer)
    }
}
