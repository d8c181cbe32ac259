//! The ways: what can stand around a command.

/// The commands that are looked for.
pub const BASES: &[&[&str]] =
    &[&["npm", "i"], &["npm", "ci"], &["rm", "-rf", "build"], &["git", "push", "--force", "origin", "main"]];

/// What a text can be used as. What comes first here can stand wherever what
/// comes later can.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fills {
    /// A program with its arguments: another program can start it.
    Program,
    /// The words of one command, which only a shell can start.
    Words,
    /// Any line of bash, here-documents included.
    Line,
}

impl Fills {
    pub fn accepts(self, other: Fills) -> bool {
        other <= self
    }
}

/// A text to put around another one, which stands
///
/// | at | |
/// | --- | --- |
/// | `{}` | as it is |
/// | `{q}` | in single quotes |
/// | `{d}` | in double quotes |
/// | `{s}` | as a string of Python, JavaScript or awk |
/// | `{qs}` | as such a string, inside single quotes |
/// | `{qp}` | as a string of Perl, inside single quotes |
///
/// `{!}` is a pair of braces.
pub struct Way {
    pub name: &'static str,
    pub takes: Fills,
    pub gives: Fills,
    text: &'static str,
}

impl Way {
    pub fn around(&self, inner: &str) -> String {
        let string = format!("\"{}\"", escape(inner, "\"\\").replace('\n', "\\n").replace('\t', "\\t"));
        let perl = string.replace('$', r"\$").replace('@', r"\@");
        let mut rest = self.text;
        let mut text = String::new();
        while let Some((before, (place, after))) =
            rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
        {
            text.push_str(before);
            match place {
                "" => text.push_str(inner),
                "!" => text.push_str("{}"),
                "q" => text.push_str(&format!("'{}'", inside_single_quotes(inner))),
                "d" => text.push_str(&format!("\"{}\"", escape(inner, "\"\\$`"))),
                "s" => text.push_str(&string),
                "qs" => text.push_str(&inside_single_quotes(&string)),
                "qp" => text.push_str(&inside_single_quotes(&perl)),
                _ => {
                    // A brace of the shell's own.
                    text.push('{');
                    rest = &rest[before.len() + 1..];
                    continue;
                }
            }
            rest = after;
        }
        text.push_str(rest);
        text
    }
}

fn inside_single_quotes(text: &str) -> String {
    text.replace('\'', r"'\''")
}

/// `text` with a backslash before each of `special`.
fn escape(text: &str, special: &str) -> String {
    text.chars().flat_map(|c| special.contains(c).then_some('\\').into_iter().chain([c])).collect()
}

const fn program(name: &'static str, text: &'static str) -> Way {
    Way { name, takes: Fills::Program, gives: Fills::Program, text }
}

const fn words(name: &'static str, text: &'static str) -> Way {
    Way { name, takes: Fills::Words, gives: Fills::Words, text }
}

/// A program made of any line.
const fn command(name: &'static str, text: &'static str) -> Way {
    Way { name, takes: Fills::Line, gives: Fills::Program, text }
}

/// A command of the shell itself made of any line.
const fn shell(name: &'static str, text: &'static str) -> Way {
    Way { name, takes: Fills::Line, gives: Fills::Words, text }
}

const fn line(name: &'static str, text: &'static str) -> Way {
    Way { name, takes: Fills::Line, gives: Fills::Line, text }
}

/// A line made of the words of one command.
const fn of_words(name: &'static str, text: &'static str) -> Way {
    Way { name, takes: Fills::Words, gives: Fills::Line, text }
}

pub const WAYS: &[Way] = &[
    // Wrappers.
    program("sudo", "sudo -u root {}"),
    program("sudo --", "sudo A=1 -- {}"),
    program("doas", "doas {}"),
    program("env", "env A=1 {}"),
    program("env -u", "env -u A -- {}"),
    program("nice", "nice -n 3 {}"),
    program("nohup", "nohup {}"),
    program("timeout", "timeout -k 1 -s TERM 5 {}"),
    program("setsid", "setsid -w {}"),
    program("stdbuf", "stdbuf -o0 -eL {}"),
    program("ionice", "ionice -c 3 {}"),
    words("command", "command {}"),
    words("command -p --", "command -- {}"),
    words("exec", "exec {}"),
    words("exec -a", "exec -a other {}"),
    words("time", "time -p {}"),
    words("not", "! {}"),
    program("flock", "flock f {}"),
    program("strace", "strace -o f -f {}"),
    program("xargs", "xargs -a list {}"),
    program("xargs -I", "xargs -a list -I% {}"),
    program("xargs -n1", "xargs -t -n1 {} < list"),
    program("find", "find . -maxdepth 0 -exec {} \\;"),
    program("find +", "find . -maxdepth 0 -exec {} {!} +"),
    words("prefix", "A=1 B='c d' {}"),
    words("redirected before", "2>f A=1 {}"),
    words("eval words", "eval {}"),
    words("builtin eval", "builtin eval {}"),
    // Shells.
    command("bash -c", "bash -c {q}"),
    command("bash -c in double quotes", "bash -c {d}"),
    command("sh -ec", "sh -ec {q} x y"),
    command("bash options", "bash --norc -o pipefail -c {q}"),
    shell("eval", "eval {q}"),
    shell("eval in double quotes", "eval {d}"),
    command("env bash", "env bash -c {q}"),
    command("flock -c", "flock f -c {q}"),
    command("script", "script -qec {q} f"),
    command("find sh", "find . -maxdepth 0 -exec sh -c {q} x \\;"),
    command("xargs sh", "xargs -a list sh -c {q}"),
    line("here-document", "bash <<'End'\n{}\nEnd"),
    line("here-document to -s", "bash -s a b <<'End'\n{}\nEnd"),
    line("here-document, cat and sh", "cat <<'End' | sh\n{}\nEnd"),
    line("here-string", "bash <<< {q}"),
    line("echo to a shell", "echo {q} | bash"),
    line("printf to a shell", "printf '%s\\n' {q} | sh -s"),
    line("shell from a process", "bash <(echo {q})"),
    line("source", "source <(printf '%s' {q})"),
    line("source of standard input", ". /dev/stdin <<< {q}"),
    line("script written", "echo {q} > s.sh; bash s.sh"),
    line("script written with cat", "cat > s.sh <<'End'\n{}\nEnd\nbash ./s.sh a"),
    line("script sourced", "printf '%s\\n' {q} >| s; . ./s"),
    line("in a variable", "x={q}; eval \"$x\""),
    line("in a variable for a shell", "x={q}; bash -c \"$x\""),
    line("in the environment", "X={q} bash -c 'eval \"$X\"'"),
    line("exported", "export X={q}; sh -c 'eval \"$X\"'"),
    line("as an argument", "bash -c 'eval \"$1\"' x {q}"),
    line("as $0", "bash -c 'eval \"$0\"' {q}"),
    line("read", "read -r x <<< {q}; eval \"$x\""),
    line("read in a loop", "while IFS= read -r x; do eval \"$x\"; done <<< {q}"),
    line("array", "a=(x {q}); eval \"${a[1]}\""),
    line("map", "declare -A m=([k]={q}); eval \"${m[k]}\""),
    line("default", "eval \"${unset_one:-\"$(echo {q})\"}\""),
    line("trap", "trap {q} EXIT"),
    line("trap DEBUG", "trap {q} DEBUG; :"),
    line("trap ERR", "trap {q} ERR; false"),
    // Interpreters and other programs.
    command("python system", "python3 -c 'import os; os.system({qs})'"),
    command("python run", "python3 -c 'import subprocess as s\ns.run({qs}, shell=True)'"),
    command("python list", "python3 -c 'from subprocess import run; run([\"bash\", \"-c\", {qs}])'"),
    command("python exec", "python3 -c 'import os; os.execvp(\"sh\", [\"sh\", \"-c\", {qs}])'"),
    line("python here-document", "python3 - <<'End'\nimport os\nos.system({s})\nEnd"),
    line("python file", "cat > s.py <<'End'\nfrom os import system\nsystem({s})\nEnd\npython3 s.py"),
    command("perl system", "perl -e 'system({qp})'"),
    command("perl exec", "perl -we 'exec({qp});'"),
    command("perl list", "perl -e 'system(\"bash\", \"-c\", {qp})'"),
    command("node execSync", "node -e 'require(\"child_process\").execSync({qs})'"),
    command(
        "node spawnSync",
        "node -e 'const { spawnSync } = require(\"node:child_process\"); spawnSync(\"sh\", [\"-c\", {qs}])'",
    ),
    command("awk system", "awk 'BEGIN { system({qs}) }'"),
    command("awk getline", "awk 'BEGIN { {qs} | getline }'"),
    line("make", "printf 'all:\\n\\t%s\\n' {q} | make -sf -"),
    command("git alias", "git -c alias.z=!{q} z"),
    line("decoded", "echo {q} | base64 | base64 -d | bash"),
    line("through cat and tee", "echo {q} | cat - | tee copy | bash"),
    line("through tr", "echo {q} | tr -d '@' | bash"),
    line("through sed", "echo {q} | sed 's/@//' | sh"),
    line("through head", "echo {q} | head -n 50 | bash"),
    line("copied script", "echo {q} > a.sh; cp a.sh b.sh; bash b.sh"),
    line("moved folder", "cd src; echo {q} > a.sh; cd ..; bash src/a.sh"),
    line("named by a variable", "f=$(mktemp); echo {q} > \"$f\"; bash \"$f\""),
    line("rc file", "echo {q} > rc; BASH_ENV=rc bash -c :"),
    // Expansion.
    of_words("words in a variable", "x={q}; $x"),
    of_words("words in an array", "a=({}); \"${a[@]}\""),
    of_words("positional", "set -- {}; \"$@\""),
    of_words("positional star", "set -- {}; $*"),
    of_words("shift", "set -- a {}; shift; \"$@\""),
    of_words("function with arguments", "f() { \"$@\"; }; f {}"),
    of_words("local", "f() { local c=\"$*\"; $c; }; f {}"),
    of_words("output as words", "$(echo {q})"),
    of_words("lines of a loop", "while read -r x; do $x; done <<< {q}"),
    of_words("lines of mapfile", "mapfile -t a <<< {q}; ${a[0]}"),
    of_words("for", "for x in {q}; do $x; done"),
    of_words("indirect", "y={q}; n=y; ${!n}"),
    Way { name: "xargs from echo", takes: Fills::Program, gives: Fills::Line, text: "echo {q} | xargs env" },
    of_words("printf -v", "printf -v x '%s' {q}; $x"),
    of_words("alias", "shopt -s expand_aliases\nalias z={q}\nz"),
    // Structure.
    of_words("coproc", "coproc {}; wait"),
    line("after", "true; {}"),
    line("and", "true && {}"),
    line("or", "false || {}"),
    line("next line", "echo a\n{}"),
    line("group", "{ {}\n}"),
    line("subshell", "( {}\n)"),
    line("background", "{ {}\n} & wait"),
    line("if", "if true; then {}\nfi"),
    line("elif", "if false; then :; elif {}\nthen :; fi"),
    line("else", "if false; then :; else {}\nfi"),
    line("condition", "if {}\nthen :; fi"),
    line("while", "while {}\ndo break; done"),
    line("until", "until false; do {}\nbreak; done"),
    line("for in", "for i in 1; do {}\ndone"),
    line("for ((", "for ((i=0;i<1;i++)); do {}\ndone"),
    line("case", "case $PWD in /*) {}\n;; esac"),
    line("case falling", "case a in a) ;& b) {}\n;; esac"),
    line("case going on", "case a in a) ;;& *) {}\n;; esac"),
    line("function", "f() { {}\n}; f"),
    line("function keyword", "function f { {}\n}; f a"),
    line("function in a function", "f() { g() { {}\n}; g; }; f"),
    line("subshell function", "f() ( {}\n); f"),
    line("substitution", "echo \"$( {}\n)\""),
    line("substitution in assignment", "x=$( {}\n)"),
    line("substitution in arithmetic", "echo $(( $( {}\necho 1) + 1 ))"),
    line("substitution in a here-document", "cat <<End\n$( {}\n)\nEnd"),
    line("substitution in a default", "echo ${unset_one:-$( {}\n)}"),
    line("substitution in a subscript", "a[$( {}\necho 0)]=1"),
    line("substitution in a test", "[[ -z $( {}\n) ]]"),
    line("substitution in a case", "case $( {}\n) in *) ;; esac"),
    line("substitution in a redirection", ": > f$( {}\n)"),
    line("process substitution", "cat <( {}\n)"),
    line("process substitution out", "echo a > >( {}\n); wait"),
    line("piped", "{ {}\n} | cat"),
    line("piped into", "echo a | { {}\n}"),
    line("piped both", "{ {}\n} |& cat"),
    line("continued", "true && \\\n{}"),
    line("commented", "# it's a comment\n{}"),
    // Only mentioned.
    line("said", "echo {q}"),
    line("said to a file", "echo {q} > notes"),
    line("message", "git commit -q --allow-empty -m {q}"),
    line("searched", "grep -rn {q} src"),
    line("quoted here-document", "cat <<'End'\n{}\nEnd"),
    line("here-document to a file", "cat > notes.md <<'End'\n{}\nEnd"),
    line("assigned", "x={q}"),
    line("never called", "f() { {}\n}"),
    line("false branch", "if false; then {}\nfi"),
    line("after exit", "exit\n{}"),
    line("printed by python", "python3 -c 'import sys; print(sys.argv[1])' {q}"),
    line("printed by python itself", "python3 -c 'print({qs})'"),
    line("python comment", "python3 - <<'End'\n# os.system({s})\nEnd"),
    line("python text", "python3 - <<'End'\nimport os\nx = \"os.system\", {s}\nEnd"),
    line("printed by node", "node -e 'console.log({qs})'"),
    line("printed by perl", "perl -e 'print {qp}'"),
    line("printed by awk", "awk 'BEGIN { print {qs} }'"),
    line("python file only written", "cat > s.py <<'End'\nimport os\nos.system({s})\nEnd"),
    line("an argument nobody runs", "bash -c 'echo \"$1\"' x {q}"),
    line("script only written", "cat > s.sh <<'End'\n{}\nEnd"),
    line("stream edited", "sed -n {q}p list 2>/dev/null"),
    of_words("looked up", "command -v {}"),
    of_words("typed", "type {}"),
    of_words("in a comment", "echo a # {}"),
    of_words("said unquoted", "echo {}"),
    of_words("listed", "for x in {}; do echo \"$x\"; done"),
];
