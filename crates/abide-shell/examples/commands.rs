//! Prints the commands of lines: `cargo run --example commands -- 'npm i'`, or
//! one JSON string a line on standard input, answered by one JSON array of
//! `run` views a line.
use std::io::BufRead;

fn main() {
    let context = abide_shell::Context { home: Some("/home/u"), cwd: Some("/repo"), ..Default::default() };
    for line in std::env::args().skip(1) {
        let reach = abide_shell::reach(&line, &context);
        println!("end {:?} steps {}", reach.end, reach.steps);
        println!("line {:?}", reach.line.text());
        for command in reach.commands {
            println!(
                "{:?} via {:?} dirs {:?} written {:?}{}",
                command.run.text(),
                command.route,
                command.dirs.iter().map(|d| &d.path).collect::<Vec<_>>(),
                command.written.text(),
                if command.dead { " DEAD" } else { "" }
            );
        }
    }
    if std::env::args().len() == 1 {
        for line in std::io::stdin().lock().lines() {
            let line = line.unwrap();
            let line: String = serde_json::from_str(&line).unwrap();
            let reach = abide_shell::reach(&line, &context);
            let runs: Vec<_> =
                reach.commands.iter().map(|c| (c.run.text(), c.written.text(), c.dead)).collect();
            println!(
                "{}",
                serde_json::json!({"end": format!("{:?}", reach.end), "line": reach.line.text(), "runs": runs, "steps": reach.steps})
            );
        }
    }
}
