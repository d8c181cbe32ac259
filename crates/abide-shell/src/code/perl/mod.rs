//! Perl: `system`, `exec`, backquotes, `qx`, pipes of `open`, `IPC::*`.

mod handle;
mod quote;

pub(super) use quote::here_document;

use super::call::Does::{self, *};
use super::evaluate::{Evaluator, Tongue};
use super::files::lines_of;
use super::token::{Syntax, tokens};
use super::value::{Item, Value};
use super::{Given, Start};
use crate::tables::{Language, OneOf};
use crate::{Limit, Mapped};
use handle::handle;
use quote::quote;

static SYNTAX: Syntax = Syntax {
    joined_in: None,
    comments: &["#"],
    blocks: &[("\n=pod", "\n=cut"), ("\n=head", "\n=cut"), ("\n__END__", "\u{0}"), ("\n__DATA__", "\u{0}")],
    sigils: "$@%&",
    special: quote,
};

static TONGUE: Tongue = Tongue {
    concat: ".",
    member: &["->", "::"],
    joins_literals: false,
    symbols: false,
    bare_calls: true,
    flat_lists: true,
    prefixes: OneOf::new(&[
        "my", "our", "local", "state", "return", "die", "warn", "not", "do", "else", "while", "until",
        "foreach", "for", "if", "unless", "elsif", "and", "or", "BEGIN", "END",
    ]),
    comprehensions: false,
    function: |_| None,
    same_modules: &[],
    functions: FUNCTIONS,
    output: "STDOUT",
    statement,
};

/// perlfunc(1) 5.38, IPC::Open2, IPC::Open3, IPC::Run, IPC::System::Simple. Sorted.
const FUNCTIONS: &[(&str, Does)] = &[
    ("CORE.exec", System),
    ("CORE.system", System),
    ("IPC.Open2.open2", PipeWords(2)),
    ("IPC.Open3.open3", PipeWords(3)),
    ("IPC.Run.run", System),
    ("IPC.System.Simple.capture", System),
    ("IPC.System.Simple.run", System),
    ("JSON.PP.decode_json", Json),
    ("MIME.Base64.decode_base64", Decode("base64")),
    ("Shell.print", Put("")),
    ("Writer.print", Put("")),
    ("Writer.say", Put("\n")),
    ("capture", System),
    ("capturex", Words),
    ("chomp", Trim),
    ("chr", Characters),
    ("decode_base64", Decode("base64")),
    ("decode_json", Json),
    ("encode_json", AsJson),
    ("eval", Code(Language::Perl)),
    ("exec", System),
    ("from_json", Json),
    ("getcwd", Constant(".")),
    ("join", Join),
    ("open", PerlOpen),
    ("open2", PipeWords(2)),
    ("open3", PipeWords(3)),
    ("pack", Pack),
    ("print", Print("", "")),
    ("printf", PrintFormat),
    ("readpipe", Output(&Script)),
    ("rename", Rename),
    ("require", Load(Language::Perl)),
    ("rmdir", Remove),
    ("say", Print("", "\n")),
    ("select", PrintTo),
    ("shift", Shift),
    ("sprintf", Format),
    ("sysopen", PerlOpen),
    ("system", System),
    ("systemx", Words),
    ("syswrite", Put("")),
    ("unlink", Remove),
];

/// What Perl code would start.
pub(super) fn starts(code: &Mapped, given: &Given<'_>) -> Result<Vec<Start>, Limit> {
    let mut evaluator = Evaluator::new(&TONGUE, code, tokens(code, &SYNTAX), given);
    evaluator.set("@ARGV", given.arguments.get(1..).unwrap_or_default());
    if let Some(input) = given.input {
        let lines = Value::either(lines_of(input));
        for name in ["<>", "<STDIN>", "<ARGV>", "$_"] {
            evaluator.variables.insert(name.into(), lines.clone());
        }
    }
    evaluator.finish()
}

/// `sub`, `my (..) = @_`, `my $x = shift`, `for my $x (..)`.
fn statement(evaluator: &mut Evaluator<'_>) -> bool {
    match evaluator.peek(0) {
        "sub" if evaluator.is_name(1) => {
            let name = evaluator.peek(1);
            evaluator.at += 2;
            evaluator.define(name, 0, true);
        }
        // The handle before a text, no comma between.
        "print" | "printf" | "say" if evaluator.peek(1) == "STDOUT" => {
            let name = Value::Named(evaluator.peek(0).into());
            evaluator.at += 2;
            let items = evaluator.bare_arguments();
            evaluator.call(name, None, items, 0..0);
        }
        word @ ("print" | "printf" | "say") if handle(evaluator).is_some() => {
            let end = if word == "say" { "\n" } else { "" };
            let (handle, length) = handle(evaluator).unwrap_or((Value::Unknown(0..0), 1));
            evaluator.at += length;
            let items = evaluator.bare_arguments();
            let items = evaluator.arguments(items);
            let items: Vec<&Item> = items.iter().collect();
            if word == "printf" {
                let value = evaluator.formatted_call(&items);
                let item = Item { key: None, value, range: 0..0, spread: false };
                evaluator.put(&handle, &[&item], end);
            } else {
                evaluator.put(&handle, &items, end);
            }
        }
        // Each line that is read.
        "while" | "until" if evaluator.is_mark(1, "(") && evaluator.peek(2).starts_with('<') => {
            if let Some(lines) = evaluator.variable(evaluator.peek(2)) {
                evaluator.variables.insert("$_".into(), lines);
            }
            return false;
        }
        "my" | "our" | "local" if evaluator.is_mark(1, "(") => {
            evaluator.at += 1;
            let names = evaluator.parameters();
            if evaluator.take("=")
                && let Value::List(values) = evaluator.expression()
            {
                for (name, value) in names.into_iter().zip(values.iter()) {
                    evaluator.variables.insert(name, value.clone());
                }
            }
        }
        "my" if evaluator.is_name(1) && evaluator.is_mark(2, "=") && evaluator.peek(3) == "shift" => {
            let name = evaluator.peek(1);
            evaluator.at += 4;
            let called = evaluator.calls > 0 || evaluator.at < evaluator.inside;
            let list = if called { "@_" } else { "@ARGV" };
            if let Some(Value::List(values)) = evaluator.variable(list)
                && let Some((first, rest)) = values.split_first()
            {
                evaluator.variables.insert(name.into(), first.clone());
                evaluator.variables.insert(list.into(), Value::list(rest.to_vec()));
            }
        }
        "for" | "foreach" => {
            let my = usize::from(evaluator.peek(1) == "my");
            if !(evaluator.is_name(1 + my) && evaluator.is_mark(2 + my, "(")) {
                return false;
            }
            let name = evaluator.peek(1 + my);
            evaluator.at += 2 + my;
            let list = evaluator.expression();
            if let Value::List(values) = &list {
                evaluator.variables.insert(name.into(), Value::either(values.iter().cloned()));
            } else if matches!(list, Value::Text(_)) {
                evaluator.variables.insert(name.into(), list);
            }
        }
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn calls_that_start_something() {
        check(
            Language::Perl,
            &[
                ("system(\"npm i\")", &["$ npm i"]),
                ("system 'npm', 'i';", &["npm|i"]),
                ("system(qw(npm i))", &["npm|i"]),
                ("system qw/npm i/ or die", &["npm|i"]),
                ("exec \"npm i\"", &["$ npm i"]),
                ("exec {'npm'} 'zz', 'i'", &["npm|i"]),
                ("print `npm i`", &["$ npm i"]),
                ("my $x = qx{npm i}; print $x", &["$ npm i"]),
                ("my $c = 'npm'; system(\"$c i\")", &["$ npm i"]),
                ("my $c = 'npm'; system(\"${c} i $y\")", &["$ npm i $y"]),
                ("my $c = 'npm'; system($c . ' i')", &["$ npm i"]),
                ("my @c = ('npm', 'i'); system(@c)", &["npm|i"]),
                ("my @c = ('npm', 'i'); system(join(' ', @c))", &["$ npm i"]),
                ("open(my $f, '-|', 'npm i')", &["$ npm i"]),
                ("open my $f, '-|', 'npm', 'i' or die", &["npm|i"]),
                ("open(F, 'npm i |')", &["$ npm i"]),
                ("open(F, '| npm i')", &["$ npm i"]),
                ("open F, \"npm i|\"; while (<F>) { print }", &["$ npm i"]),
                ("use IPC::Open3; open3(my $i, my $o, my $e, 'npm', 'i')", &["npm|i"]),
                ("use IPC::System::Simple qw(capture); capture('npm i')", &["$ npm i"]),
                ("eval \"system('npm i')\"", &["$ npm i"]),
                ("eval { system('npm i') }", &["$ npm i"]),
                ("s/x/system('npm i')/e", &["$ npm i"]),
                ("$_ = 'x'; s{x}{`npm i`}ge;", &["$ npm i"]),
                ("BEGIN { system('npm i') }", &["$ npm i"]),
                ("if (1) { system('npm i') if $x; }", &["$ npm i"]),
                ("system(<<'E');\nnpm i\nE\nprint 1", &["$ npm i\n"]),
                ("for my $c ('npm i', 'npm t') { system($c) }", &["$ npm i", "$ npm t"]),
                ("sub r { my ($c) = @_; system($c); } r('npm i');", &["$ npm i"]),
                ("sub r { my $c = shift; system $c } r('npm i');", &["$ npm i"]),
                ("sub r { system(shift) } r('npm i');", &["$ npm i"]),
                ("sub r { system(@_) } r('npm', 'i');", &["npm|i"]),
                ("system($ARGV[0])", &["$ npm arg"]),
                ("CORE::system('npm i')", &["$ npm i"]),
                ("die unless system('npm i') == 0", &["$ npm i"]),
            ],
        );
    }

    #[test]
    fn text_that_starts_nothing() {
        for code in [
            "print 'npm i'",
            "print \"system('npm i')\"",
            "# system('npm i')",
            "s/npm i/pnpm i/g",
            "print if /system('npm i')/",
            "tr/a-z/A-Z/; y/a/b/",
            "my %h = (system => 'npm i');",
            "print q(system('npm i'))",
            "\n=pod\n\nsystem('npm i')\n\n=cut\n",
            "qx(",
            "s/",
            "<<E",
        ] {
            check(Language::Perl, &[(code, &[])]);
        }
    }

    #[test]
    fn files_opened_by_name() {
        check(
            Language::Perl,
            &[
                ("open(my $f, '<', '.env'); print <$f>", &["< .env"]),
                ("open(F, '.env')", &["< .env"]),
                ("open(F, '>>.env')", &["> .env"]),
                ("open(F, '>', '.env')", &["> .env"]),
                ("unlink '.env'", &["rm .env"]),
            ],
        );
    }
}
