//! Sessions that are kept in an SQLite database.
//!
//! The agent may be running: the database is opened to read only, in place, and
//! nothing but the one query is asked. Each row becomes the object that the
//! agent's reader knows.

use abide_agents::history::{Event, Log};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Row};
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// How long to wait for an agent that is writing.
const PATIENCE: Duration = Duration::from_secs(5);

/// Reads all rows.
///
/// # Errors
///
/// What SQLite says.
pub fn read(path: &Path, query: &str, log: &mut Log, take: &mut dyn FnMut(Event)) -> Result<(), String> {
    let failed = |error: rusqlite::Error| error.to_string();
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(PATIENCE).map_err(failed)?;
    let mut query = connection.prepare(query).map_err(failed)?;
    let names: Vec<String> = query.column_names().map(str::to_owned).collect();
    let mut rows = query.query([]).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        log.line(object(row, &names).as_bytes(), take);
    }
    Ok(())
}

/// The row as an object. A column that holds an object is put in as it is.
fn object(row: &Row<'_>, names: &[String]) -> String {
    let mut object = String::from("{");
    for (at, name) in names.iter().enumerate() {
        let value = match row.get_ref(at) {
            Ok(ValueRef::Text(text)) if text.starts_with(b"{") => String::from_utf8_lossy(text).into_owned(),
            Ok(ValueRef::Text(text)) => Value::from(String::from_utf8_lossy(text)).to_string(),
            Ok(ValueRef::Integer(number)) => number.to_string(),
            _ => "null".to_owned(),
        };
        object.push_str(&format!("{}\"{name}\":{value}", if at == 0 { "" } else { "," }));
    }
    object + "}"
}
