//! What abide changed on this machine, so that it can give it back.
//!
//! `install.json` in abide's state folder has a line for each file: what it
//! was before (a copy beside), and a hash of what abide made of it. A file
//! that still has that hash is given back as it was, byte for byte.

use crate::failure::{Failure, why};
use crate::{disk, folders};
use jiff::{Timestamp, Unit};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The record.
pub struct Ledger {
    folder: PathBuf,
    files: Vec<Record>,
    /// The folders that abide made, outermost first.
    made: Vec<PathBuf>,
    /// Holds the lock of the folder, until it is dropped.
    _lock: Option<File>,
}

/// One changed file.
#[derive(Clone, Debug)]
pub struct Record {
    /// Which.
    pub path: PathBuf,
    /// The name of the copy of what it was; none if it was not there.
    copy: Option<String>,
    /// The hash of what abide made of it.
    after: String,
    /// When abide first changed it; older records do not say.
    pub since: Option<Timestamp>,
}

/// What a file was before abide.
#[derive(Debug, PartialEq, Eq)]
pub enum Before {
    /// It was not there.
    Missing,
    /// These bytes.
    Bytes(Vec<u8>),
}

impl Ledger {
    /// Reads the record; without one it is empty. Unless this is a `dry` run,
    /// another abide that changes files is waited for, and kept waiting.
    pub fn open(dry: bool) -> Result<Self, Failure> {
        let folder =
            folders::state().ok_or_else(|| Failure::new("there is no home folder: HOME is not set"))?;
        let lock = if dry { None } else { locked(&folder) };
        let (files, made) = read(&folder)?;
        let ledger = Ledger { folder, files, made, _lock: lock };
        // Without a record they may be all that is left of what was there.
        if ledger._lock.is_some() && !ledger.files.is_empty() {
            ledger.sweep();
        }
        Ok(ledger)
    }

    /// Removes the copies that no record names: of a run that was killed.
    fn sweep(&self) {
        let copies = fs::read_dir(self.folder.join("backups")).into_iter().flatten().flatten();
        for copy in copies {
            let name = copy.file_name();
            if !self.files.iter().any(|record| record.copy.as_deref().is_some_and(|copy| name == copy)) {
                let _ = fs::remove_file(copy.path());
            }
        }
        let _ = fs::remove_dir(self.folder.join("backups"));
    }

    /// The record of a file.
    pub fn find(&self, path: &Path) -> Option<&Record> {
        self.files.iter().find(|record| record.path == path)
    }

    /// All files.
    pub fn files(&self) -> &[Record] {
        &self.files
    }

    /// What the file was, if `now` is still what abide made of it.
    pub fn before(&self, path: &Path, now: &str) -> Option<Before> {
        let record = self.find(path).filter(|record| record.after == hash(now))?;
        match &record.copy {
            None => Some(Before::Missing),
            Some(copy) => fs::read(self.folder.join("backups").join(copy)).ok().map(Before::Bytes),
        }
    }

    /// Makes `after` of a file: first keeps a copy of what it was `before`,
    /// then notes what will be, then writes it. So at whatever point abide is
    /// killed, it can be told what the file was. `None` goes on from what is
    /// noted.
    pub fn change(
        &mut self,
        path: &Path,
        before: Option<Before>,
        after: &str,
        executable: bool,
    ) -> Result<(), Failure> {
        // What is noted must name the very file when it is given back.
        if path.to_str().is_none() {
            let complaint = format!("cannot install into {}: its name is not UTF-8", folders::shown(path));
            return Err(Failure::new(complaint).help("set the agent's folder to one with another name"));
        }
        let copy = match before {
            None => self.find(path).and_then(|old| old.copy.clone()),
            Some(Before::Missing) => None,
            Some(Before::Bytes(bytes)) => Some(self.keep(path, &bytes)?),
        };
        let noted = (self.files.clone(), self.made.clone());
        self.made.extend(disk::missing_folders(path));
        let since = match self.find(path) {
            Some(known) => known.since,
            None => Timestamp::now().round(Unit::Second).ok(),
        };
        self.files.retain(|record| record.path != path);
        self.files.push(Record { path: path.to_path_buf(), copy, after: hash(after), since });
        self.save()?;
        let done = disk::replace(path, after.as_bytes(), executable);
        done.or_else(|error| {
            (self.files, self.made) = noted;
            self.save()?;
            self.sweep();
            Err(Failure::new(format!("cannot write {}: {}", folders::shown(path), why(&error))))
        })
    }

    fn keep(&self, path: &Path, bytes: &[u8]) -> Result<String, Failure> {
        let name = format!("{}-{}", &hash(&path.to_string_lossy())[..16], &hash_of(bytes)[..16]);
        self.write(&Path::new("backups").join(&name), bytes)?;
        Ok(name)
    }

    /// Forgets a file that was given back, its copy, and the folders that
    /// abide made and that are empty now.
    pub fn forget(&mut self, path: &Path) -> Result<(), Failure> {
        self.files.retain(|record| record.path != path);
        self.made.sort_unstable();
        // The innermost first; one that is not empty stays noted.
        self.made = self.made.drain(..).rev().filter(|folder| fs::remove_dir(folder).is_err()).collect();
        self.made.retain(|folder| folder.is_dir());
        self.save()?;
        self.sweep();
        Ok(())
    }

    fn save(&self) -> Result<(), Failure> {
        if self.files.is_empty() {
            let _ = fs::remove_file(self.folder.join("install.json"));
            return Ok(());
        }
        let files: Vec<Value> = self.files.iter().map(Record::document).collect();
        let document = json!({ "version": 1, "files": files, "folders": self.made });
        self.write(Path::new("install.json"), format!("{document:#}\n").as_bytes())
    }

    /// Only the person may read what is here: settings can hold keys.
    fn write(&self, name: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.folder.join(name);
        disk::replace_private(&path, bytes).map_err(|error| {
            Failure::new(format!("cannot write {}: {}", path.display(), why(&error)))
                .help("abide changes no file before it has a copy of it")
        })
    }
}

impl Record {
    /// Whether the file was not there before abide.
    pub fn was_missing(&self) -> bool {
        self.copy.is_none()
    }

    fn read(value: &Value) -> Option<Self> {
        let text = |name: &str| value[name].as_str().map(str::to_owned);
        Some(Record {
            path: text("path")?.into(),
            copy: text("before"),
            after: text("after")?,
            since: text("since").and_then(|time| time.parse().ok()),
        })
    }

    fn document(&self) -> Value {
        json!({
            "path": self.path,
            "before": self.copy,
            "after": self.after,
            "since": self.since.map(|time| time.to_string()),
        })
    }
}

/// The lock on abide's state folder. There is none where folders cannot be
/// locked, or not be made.
fn locked(folder: &Path) -> Option<File> {
    fs::create_dir_all(folder).ok()?;
    let lock = File::open(folder).ok()?;
    lock.lock().ok()?;
    Some(lock)
}

/// The files and the folders that are noted.
fn read(folder: &Path) -> Result<(Vec<Record>, Vec<PathBuf>), Failure> {
    let path = folder.join("install.json");
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok((Vec::new(), Vec::new())),
        Err(error) => {
            return Err(Failure::new(format!("cannot read {}: {}", path.display(), why(&error))));
        }
    };
    let document: Value = serde_json::from_str(&text).unwrap_or_default();
    let files = document["files"].as_array();
    let files = files.and_then(|files| files.iter().map(Record::read).collect::<Option<_>>());
    let files = files.ok_or_else(|| {
        Failure::new(format!("{} is damaged", path.display()))
            .help("move it away; abide then takes out its own entries instead of giving old files back")
    })?;
    let made = document["folders"].as_array().into_iter().flatten();
    Ok((files, made.filter_map(Value::as_str).map(PathBuf::from).collect()))
}

fn hash(text: &str) -> String {
    hash_of(text.as_bytes())
}

fn hash_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
