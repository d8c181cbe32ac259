//! Cursor's transcripts: `projects/<folder>/agent-transcripts/<id>/<id>.jsonl`, and
//! `<id>.txt` in older versions. By reports and the tests of other readers.
//!
//! A line is a message with the calls of the model, and that is all: no results,
//! so the outcome of every call is unknown; no ids, so a call is known again by
//! its place; no times but those that the person's messages begin with; no folder
//! but the name of the one above, `/` written as `-`.

use crate::history::json::Raw;
use crate::history::{DEEP, Found, History, Origin, Reader, Root, Sink, as_it_is, spelled_above};
use crate::install::Folder;
use crate::payload::Sent;
use jiff::Timestamp;
use jiff::fmt::strtime::BrokenDownTime;
use jiff::tz::TimeZone;

pub(crate) const HISTORY: History = History {
    roots: &[Root {
        folder: Folder { variable: None, below_home: ".cursor" },
        below: "projects",
        depth: DEEP,
    }],
    endings: &[".jsonl", ".txt"],
    within: Some("agent-transcripts"),
    project_file: None,
    query: None,
    knows,
    needles: &["\"tool_use\"", "<timestamp>"],
    pieces: false,
    start: |origin| Box::new(Cursor::of(origin)),
    finish: as_it_is,
};

/// A message with a role, and nothing of what others put beside it.
fn knows(row: Raw<'_>) -> bool {
    let [role, message, kind, session] = row.pick(["role", "message", "type", "sessionId"]);
    role.is_some()
        && message.is_some_and(|message| message.get("content").is_some())
        && kind.is_none()
        && session.is_none()
}

#[derive(Default)]
struct Cursor {
    origin: Origin,
    root: Option<String>,
    time: Option<Timestamp>,
    calls: usize,
    /// The call whose fields are being read, in the text form.
    open: Option<(String, Vec<(String, String)>)>,
}

impl Cursor {
    fn of(origin: &Origin) -> Self {
        let fits = |folder: &String| origin.is_below(&spelled(folder));
        let root = origin.folders.iter().find(|folder| fits(folder)).cloned();
        Cursor { origin: origin.clone(), root, time: origin.modified, ..Cursor::default() }
    }

    fn call(&mut self, tool: String, input: Raw<'_>, sink: &mut Sink<'_>) {
        let arguments = input.payload();
        if self.root.is_none() {
            let path = arguments.first_text(&["working_directory", "path", "file_path"]);
            let origin = &self.origin;
            let fits = |path: &String| {
                spelled_above(path, |folder| origin.is_below(&spelled(folder))).map(str::to_owned)
            };
            self.root = path.as_ref().and_then(fits);
        }
        self.calls += 1;
        let session = self.origin.stem().to_owned();
        let sent = Sent {
            tool,
            arguments,
            cwd: self.root.clone().unwrap_or_default(),
            root: self.root.clone(),
            // A transcript is known by its name wherever it lies.
            id: Some(format!("{session}:{}", self.calls)),
            subagent: self.origin.is_below("subagents"),
            session: Some(session),
            ..Sent::default()
        };
        sink.call(Found { sent, time: self.time, branch: None, ..Found::default() }, input);
    }

    fn close(&mut self, sink: &mut Sink<'_>) {
        let Some((tool, fields)) = self.open.take() else { return };
        let fields = fields.into_iter().map(|(name, value)| (name, serde_json::Value::from(value)));
        let json = serde_json::Value::from_iter(fields).to_string();
        if let Some((input, _)) = Raw::first(json.as_bytes()) {
            self.call(tool, input, sink);
        }
    }
}

impl Reader for Cursor {
    fn object(&mut self, row: Raw<'_>, sink: &mut Sink<'_>) {
        let [role, message] = row.pick(["role", "message"]);
        let (Some(role), Some(message)) = (role, message) else { return };
        for block in message.get("content").into_iter().flat_map(Raw::items) {
            let [kind, name, input, text] = block.pick(["type", "name", "input", "text"]);
            if role.is("user") {
                let said = text.and_then(Raw::owned).unwrap_or_default();
                self.time = spoken(&said).or(self.time);
            } else if let (Some(name), Some(input), true) =
                (name.and_then(Raw::owned), input, kind.is_some_and(|kind| kind.is("tool_use")))
            {
                let (name, input) = inside(name, input);
                self.call(name, input, sink);
            }
        }
    }

    fn text(&mut self, line: &str, sink: &mut Sink<'_>) {
        if let Some(field) = line.strip_prefix("  ")
            && let Some((_, fields)) = &mut self.open
        {
            match field
                .split_once(": ")
                .filter(|(name, _)| name.chars().all(|letter| letter == '_' || letter.is_alphanumeric()))
            {
                Some((name, value)) => fields.push((name.to_owned(), value.to_owned())),
                // A value of several lines goes on.
                None => {
                    if let Some((_, value)) = fields.last_mut() {
                        value.push('\n');
                        value.push_str(field);
                    }
                }
            }
            return;
        }
        self.close(sink);
        if let Some(tool) = line.strip_prefix("[Tool call] ") {
            self.open = Some((tool.trim().to_owned(), Vec::new()));
        }
        self.time = spoken(line).or(self.time);
    }
}

/// The tool of a server, out of the one that calls it.
fn inside(name: String, input: Raw<'_>) -> (String, Raw<'_>) {
    if name != "CallMcpTool" && name != "CallDynamicTool" {
        return (name, input);
    }
    let [server, namespace, tool, given] = input.pick(["server", "namespace", "toolName", "arguments"]);
    let server = server.or(namespace).and_then(Raw::owned);
    match (server, tool.and_then(Raw::owned)) {
        (Some(server), Some(tool)) => (crate::mcp::usual(&server, &tool), given.unwrap_or(input)),
        (None, Some(tool)) => (format!("MCP:{tool}"), given.unwrap_or(input)),
        _ => (name, input),
    }
}

/// `<timestamp>Monday, Aug 3, 2026, 9:00 AM (UTC+2)</timestamp>`
fn spoken(text: &str) -> Option<Timestamp> {
    let (_, rest) = text.split_once("<timestamp>")?;
    let (time, zone) = rest.split_once("</timestamp>")?.0.rsplit_once(" (UTC")?;
    let time = BrokenDownTime::parse("%A, %b %d, %Y, %I:%M %p", time).ok()?.to_datetime().ok()?;
    let zone = zone.trim_end_matches(')');
    let (hours, minutes) = zone.split_once(':').unwrap_or((zone, "0"));
    let hours: i64 = if hours.is_empty() { 0 } else { hours.parse().ok()? };
    let minutes: i64 = minutes.parse::<i64>().ok()? * hours.signum();
    let utc = TimeZone::UTC.to_timestamp(time).ok()?;
    utc.checked_sub(jiff::SignedDuration::from_mins(hours * 60 + minutes)).ok()
}

/// A folder as it is spelled in the names of folders: without the first `/`.
fn spelled(folder: &str) -> String {
    let letters = folder.trim_start_matches(['/', '\\']).chars();
    letters.map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::spoken;

    #[test]
    fn a_time_is_read_as_cursor_says_it() {
        for (text, time) in [
            ("<timestamp>Monday, Aug 3, 2026, 9:00 AM (UTC+2)</timestamp>\nhi", "2026-08-03T07:00:00Z"),
            ("<timestamp>Monday, Aug 3, 2026, 9:05 PM (UTC-3:30)</timestamp>", "2026-08-04T00:35:00Z"),
            ("<timestamp>Monday, Aug 3, 2026, 12:00 PM (UTC)</timestamp>", "2026-08-03T12:00:00Z"),
        ] {
            assert_eq!(spoken(text).map(|time| time.to_string()).as_deref(), Some(time), "{text}");
        }
        assert_eq!(spoken("<timestamp>soon</timestamp>"), None);
    }
}
