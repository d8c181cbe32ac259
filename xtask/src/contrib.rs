//! Do the jobs of `contrib/` count what abide counts?
//!
//! The generators of the tests make the logs of a machine, with a known truth. They
//! are gathered in a store, a part of them from a second machine too, as it is when
//! a session goes on there. Then the jobs run for real, and what they say of the one
//! rule is held against `abide count --json`.

#[path = "../../crates/abide/tests/it/logs.rs"]
mod logs;

use crate::build;
use logs::Plan;
use serde_json::{Value, json};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

const RULES: &str = r#"{"rules": [{"id": "use-pnpm", "kind": "forbid_command", "pattern": "^npm(?:\\s|$)", "message": "Use pnpm."}]}"#;

/// A job: what it needs, and how it is tried.
struct Job {
    name: &'static str,
    /// Programs that must be there, beside Python.
    needs: &'static [&'static str],
    run: fn(&Stage) -> Result<(), String>,
}

const JOBS: &[Job] =
    &[Job { name: "duckdb", needs: &[], run: duckdb }, Job { name: "spark", needs: &["java"], run: spark }];

/// What was asked for on the command line.
#[derive(Default)]
pub struct Options {
    jobs: Vec<&'static Job>,
    /// Only install what the jobs need.
    fetch: bool,
    abide: Option<PathBuf>,
}

impl Options {
    /// Reads the arguments.
    ///
    /// # Errors
    ///
    /// Says which argument is none.
    pub fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Options::default();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--fetch" => options.fetch = true,
                "--abide" => options.abide = Some(arguments.next().ok_or("--abide wants a file")?.into()),
                name => {
                    let job = JOBS.iter().find(|job| job.name == name);
                    options.jobs.push(job.ok_or_else(|| format!("{name} is none of: duckdb, spark"))?);
                }
            }
        }
        if options.jobs.is_empty() {
            options.jobs = JOBS.iter().collect();
        }
        Ok(options)
    }
}

pub fn main(options: &Options) -> ExitCode {
    match run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("contrib: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let contrib = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("contrib");
    let target = build::target_folder()?.join("contrib");
    let mut ready = Vec::new();
    for job in &options.jobs {
        match python(&target, &contrib, job) {
            Ok(python) if options.fetch => println!("{} is here: {}", job.name, python.display()),
            Ok(python) => ready.push((job, python)),
            Err(why) => println!("{} skipped: {why}", job.name),
        }
    }
    if ready.is_empty() {
        return Ok(());
    }
    let abide = match &options.abide {
        Some(path) => path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?,
        None => build::abide()?,
    };
    for (job, python) in ready {
        let begun = Instant::now();
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let base = folder.path().canonicalize().map_err(|error| error.to_string())?;
        let stage =
            Stage::new(base, contrib.clone(), abide.clone(), python).map_err(|error| error.to_string())?;
        (job.run)(&stage).map_err(|why| format!("{}: {why}", job.name))?;
        println!("{} counts what abide counts ({} s)", job.name, begun.elapsed().as_secs());
    }
    Ok(())
}

/// The Python that has what a job needs, in an environment of its own that stays.
fn python(target: &Path, contrib: &Path, job: &Job) -> Result<PathBuf, String> {
    for program in job.needs {
        output(Command::new(program).arg("--version")).map_err(|_| format!("there is no {program}"))?;
    }
    let list = contrib.join(job.name).join("requirements.txt");
    let wanted = fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    let venv = target.join(job.name);
    let (python, done) = (venv.join("bin/python"), venv.join("installed"));
    if fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    eprintln!("contrib: installing what {} needs", job.name);
    output(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv))?;
    // Without a registry pip tries for minutes.
    let mut pip = Command::new(&python);
    output(
        pip.args(["-m", "pip", "install", "--retries=1", "--quiet", "--disable-pip-version-check", "-r"])
            .arg(&list),
    )?;
    fs::write(&done, wanted).map_err(|error| format!("{}: {error}", done.display()))?;
    Ok(python)
}

/// A machine, the store that its logs are gathered in, and what is true of them.
struct Stage {
    base: PathBuf,
    contrib: PathBuf,
    abide: PathBuf,
    python: PathBuf,
}

impl Stage {
    fn new(base: PathBuf, contrib: PathBuf, abide: PathBuf, python: PathBuf) -> std::io::Result<Self> {
        let (home, project) = (base.join("home"), base.join("shop"));
        fs::create_dir_all(project.join(".git"))?;
        fs::write(base.join("rules.json"), RULES)?;
        let name = project.to_string_lossy();
        let plan = Plan { home: &home, project: &name, sessions: 4, calls: 23, output: 80 };
        for (_, write) in logs::AGENTS {
            write(&plan);
        }
        // Names that begin with a dot are passed over by Spark.
        let store = base.join("store");
        for folder in fs::read_dir(&home)? {
            let (path, name) = folder.map(|folder| (folder.path(), folder.file_name()))?;
            copy(&path, &store.join("ann").join(name.to_string_lossy().trim_start_matches('.')))?;
        }
        copy(&home.join(".claude"), &store.join("bob/claude"))?;
        // A database is one file only when nothing of it is still in its log.
        let database = "share/opencode/opencode.db";
        let copied = store.join("ann/local").join(database);
        fs::remove_dir_all(copied.parent().expect("it has a folder"))?;
        fs::create_dir_all(copied.parent().expect("it has a folder"))?;
        rusqlite::Connection::open(home.join(".local").join(database))
            .and_then(|opencode| opencode.execute("vacuum into ?1", [copied.to_string_lossy()]))
            .map_err(std::io::Error::other)?;
        Ok(Stage { base, contrib, abide, python })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.base.join(name)
    }

    /// abide, on the machine that the logs are of.
    fn abide(&self, arguments: &[&str]) -> Result<Vec<u8>, String> {
        let mut abide = Command::new(&self.abide);
        abide.args(arguments).current_dir(&self.base).env_clear().env("HOME", self.path("home"));
        output(&mut abide)
    }

    /// What is true of the rule.
    fn truth(&self) -> Result<Value, String> {
        let arguments = ["--rules", "rules.json", "--all-projects", "--json", "--emit", "breaks.jsonl"];
        let document = self.abide(&[&["count"], &arguments[..]].concat())?;
        fs::write(self.path("count.json"), &document).map_err(|error| error.to_string())?;
        let document: Value = serde_json::from_slice(&document).map_err(|error| error.to_string())?;
        let rule = &document["rules"][0];
        let outcomes = &rule["outcomes"];
        Ok(json!({
            "rule": rule["id"], "broken": rule["broken"], "chances": rule["chances"], "sessions": rule["sessions"],
            "ran": outcomes["ran"], "failed": outcomes["failed"], "blocked_by_abide": outcomes["blocked_by_abide"],
        }))
    }

    fn python(&self, arguments: &[&str]) -> Result<Vec<u8>, String> {
        let mut python = Command::new(&self.python);
        // Spark starts more of them, and plans for more work than there is here.
        python.env("PYSPARK_PYTHON", &self.python).env("PYSPARK_SUBMIT_ARGS", SMALL);
        output(python.args(arguments).current_dir(&self.base))
    }
}

/// Files of SQL, and after them a table as JSON.
const SQL: &str = "
import duckdb, sys
table, *files = sys.argv[1:]
for file in files:
    duckdb.execute(open(file).read())
duckdb.execute(f\"copy (from {table}) to '{table}.json' (format json, array true)\")
print(open(f'{table}.json').read())
";

fn duckdb(stage: &Stage) -> Result<(), String> {
    let truth = stage.truth()?;
    let calls = stage.abide(&["scan", "--rules", "rules.json", "--history", "store"])?;
    fs::write(stage.path("calls.jsonl"), calls).map_err(|error| error.to_string())?;
    for source in ["count.sql", "scan.sql"] {
        let files = [source, "report.sql", "parquet.sql"].map(|name| stage.contrib.join("duckdb").join(name));
        let files: Vec<_> = files.iter().map(|file| file.to_string_lossy()).collect();
        let table = |name: &str| -> Result<Vec<Value>, String> {
            let mut arguments = vec!["-c", SQL, name];
            arguments.extend(files.iter().map(AsRef::as_ref));
            rows(&stage.python(&arguments)?)
        };
        same(source, &table("per_rule")?, &[("blocked", "blocked_by_abide")], &truth)?;
        // However they are cut, they are the same breaks.
        for name in ["per_week", "per_agent", "per_project"] {
            let sum: u64 = table(name)?.iter().filter_map(|row| row["broken"].as_u64()).sum();
            if truth["broken"] != sum {
                return Err(format!("{source}: {name} sums up to {sum}, not {}", truth["broken"]));
            }
        }
        let agents = table("per_agent")?.len();
        if agents != logs::AGENTS.len() {
            return Err(format!("{source}: {agents} agents, not {}", logs::AGENTS.len()));
        }
    }
    match stage.path("per_rule.parquet").metadata() {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("no Parquet was written: {error}")),
    }
}

const PARQUET: &str = "
import json, sys, pyarrow.parquet
print(json.dumps(pyarrow.parquet.read_table(sys.argv[1]).to_pylist(), default=str))
";

const SMALL: &str = "--master local[2] --conf spark.ui.enabled=false \
     --conf spark.sql.shuffle.partitions=2 --conf spark.default.parallelism=2 pyspark-shell";

fn spark(stage: &Stage) -> Result<(), String> {
    let truth = stage.truth()?;
    let job = stage.contrib.join("spark/abide_rules.py");
    let (job, abide) = (job.to_string_lossy(), stage.abide.to_string_lossy());
    let run = |source: &str, path: &str, out: &str| {
        let path = stage.path(path);
        let (path, job) = (path.to_string_lossy(), job.as_ref());
        stage.python(&[job, source, &path, "--rules", "rules.json", "--abide", &abide, "--out", out])
    };
    let table = |path: &str| rows(&stage.python(&["-c", PARQUET, path])?);
    run("--logs", "store", "out")?;
    same("--logs", &table("out/per_rule")?, &[], &truth)?;
    let unread = table("out/unread")?;
    if unread.len() != 1 || !unread[0]["file"].as_str().is_some_and(|file| file.ends_with("logs.json")) {
        return Err(format!("what could not be read is {unread:?}"));
    }

    // The same calls as hooks get them, and a line that is none.
    let call =
        |command: &str| json!({"tool_name": "Bash", "tool_input": {"command": command}, "id": command});
    let lines: String = logs::PLAY.iter().map(|(command, ..)| format!("{}\n", call(command))).collect();
    fs::write(stage.path("calls.jsonl"), lines + "no call\n").map_err(|error| error.to_string())?;
    run("--calls", "calls.jsonl", "lines")?;
    let broken = logs::PLAY.iter().filter(|(_, breaks, _)| *breaks).count();
    same("--calls", &table("lines/per_rule")?, &[], &json!({"rule": "use-pnpm", "broken": broken}))?;
    match table("lines/unread")?.len() {
        1 => Ok(()),
        number => Err(format!("{number} lines are no calls, not 1")),
    }
}

/// The one row must say what is true; some columns have other names.
fn same(of: &str, rows: &[Value], renamed: &[(&str, &str)], truth: &Value) -> Result<(), String> {
    let [row] = rows else { return Err(format!("{of}: {} rules were broken, not 1", rows.len())) };
    for (name, value) in truth.as_object().expect("it is one") {
        let column =
            renamed.iter().find(|(_, known)| known == name).map_or(name.as_str(), |(column, _)| column);
        if row[column] != *value {
            return Err(format!("{of}: {column} is {}, not {value}: {row}", row[column]));
        }
    }
    Ok(())
}

fn rows(bytes: &[u8]) -> Result<Vec<Value>, String> {
    // The files of SQL print their tables before.
    let text = String::from_utf8_lossy(bytes);
    let at = text.rfind("\n[").map_or(0, |at| at + 1);
    serde_json::from_str(&text[at..]).map_err(|error| format!("{error}: {text}"))
}

/// Runs a program to its end; what it wrote, or how it failed.
fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let ended = command.stdin(Stdio::null()).output().map_err(|error| format!("{name}: {error}"))?;
    if ended.status.success() {
        return Ok(ended.stdout);
    }
    let said = String::from_utf8_lossy(&ended.stderr);
    let last: Vec<&str> = said.lines().rev().take(12).collect();
    let last: Vec<&str> = last.into_iter().rev().collect();
    Err(format!("{name}: {}\n{}", ended.status, last.join("\n")))
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    if from.is_dir() {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    fs::create_dir_all(to.parent().expect("it has a folder"))?;
    std::io::copy(&mut File::open(from)?, &mut File::create(to)?).map(|_| ())
}
