//! How fast lines are read: `cargo bench -p abide-shell`.
//!
//! Lines have the shapes and sizes that agents type: half under 100 bytes, a
//! seventh with a here-document, a third with a pipe or a redirection. Prints
//! MB/s for the parser alone and for the whole reach, the time for one line,
//! and how the time grows from 10 KB to 1 MB. Best of several rounds: another
//! program on the machine can only make a round slower.

#![allow(clippy::disallowed_methods, reason = "a bench looks at the clock")]

use abide_shell::{Context, reach, syntax_end};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// One line of each shape, with how often it comes among a hundred.
const SHAPES: &[(usize, &str)] = &[
    (14, "cd packages/web && pnpm test -- --run src/components/Button.test.tsx 2>&1 | tail -40"),
    (12, "rg -n \"createServer\\(\" --glob '*.ts' src | head -20"),
    (10, "git status --short && git diff --stat HEAD~1"),
    (10, "sed -n '120,260p' crates/server/src/http/router.rs"),
    (9, "ls -la && cat package.json | jq '.scripts'"),
    (
        8,
        "timeout 120 cargo test -p core --lib -- --nocapture parser::tests 2>&1 | grep -E 'test result|FAILED'",
    ),
    (8, "for f in $(git ls-files '*.md'); do echo \"== $f\"; head -5 \"$f\"; done"),
    (
        8,
        "git add -A && git commit -m \"$(cat <<'EOF'\nFix the off-by-one in the pager\n\nThe last page was cut (it's shown now); don't count the header.\nEOF\n)\"",
    ),
    (7, HERE_DOCUMENT),
    (
        6,
        "export NODE_ENV=test; FOO=\"${BAR:-baz}\" node -e 'console.log(JSON.stringify(process.env, null, 2))'",
    ),
    (8, "find . -name '*.rs' -not -path './target/*' -exec wc -l {} + | sort -rn | head"),
];

const HERE_DOCUMENT: &str = "cat > src/feature.py <<'PY'\nimport os\nimport sys\n\n\ndef main(argv):\n    \"\"\"Reads a file, and says how long it is.\"\"\"\n    if len(argv) != 2:\n        print(\"usage: feature.py FILE\", file=sys.stderr)\n        return 2\n    with open(argv[1]) as handle:\n        for number, line in enumerate(handle, 1):\n            if line.startswith('#') and not line.startswith('#!'):\n                continue\n            print(f\"{number}: {line.rstrip()} ({len(line)})\")\n    return 0\n\n\nif __name__ == \"__main__\":\n    sys.exit(main(sys.argv))\nPY\npython3 src/feature.py README.md > /tmp/out.txt 2>&1; echo \"exit $?\"";

const ROUNDS: usize = 9;

fn main() {
    let lines: Vec<&str> = (0..SHAPES[0].0)
        .flat_map(|round| SHAPES.iter().filter(move |(count, _)| round < *count).map(|(_, line)| *line))
        .collect();
    let bytes: usize = lines.iter().map(|line| line.len()).sum();
    let context = Context::default();
    let each = |run: &dyn Fn(&str)| best(|| lines.iter().for_each(|line| run(line)));
    let parse = each(&|line| _ = black_box(syntax_end(line)));
    let whole = each(&|line| drop(black_box(reach(line, &context))));
    println!("{} lines, {} bytes each on average", lines.len(), bytes / lines.len());
    println!("parse  {:7.1} MB/s", speed(bytes, parse));
    println!("reach  {:7.1} MB/s, {:.1} us a line", speed(bytes, whole), micros(whole) / lines.len() as f64);
    println!("\n   size       parse       reach   (times, and times per byte against the row above)");
    let mut before: Option<(f64, f64)> = None;
    for size in [10_000, 100_000, 1_000_000] {
        let mut script = String::new();
        let mut next = lines.iter().cycle();
        while script.len() < size {
            script.extend(next.next().copied());
            script.push('\n');
        }
        script.truncate(script.floor_char_boundary(size));
        let parse = best(|| _ = black_box(syntax_end(&script)));
        let whole = best(|| drop(black_box(reach(&script, &context))));
        let now = (micros(parse) / script.len() as f64, micros(whole) / script.len() as f64);
        let growth = before.map_or(String::new(), |(a, b)| format!("x{:.2} x{:.2}", now.0 / a, now.1 / b));
        println!("{size:>7} {:>8.0} us {:>8.0} us   {growth}", micros(parse), micros(whole));
        before = Some(now);
    }
}

fn best(run: impl Fn()) -> Duration {
    let timed = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..ROUNDS).map(timed).min().unwrap_or_default()
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn speed(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / 1e6 / time.as_secs_f64()
}
