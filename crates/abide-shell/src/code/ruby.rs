//! Ruby: `system`, backquotes, `%x()`, `spawn`, `IO.popen`, `Open3`, `File`.

use super::call::Does::{self, *};
use super::evaluate::{Evaluator, Tongue};
use super::path::Part;
use super::perl::here_document;
use super::text::{Escapes, Piece, Style};
use super::token::{Kind, Lexer, Syntax, tokens};
use super::{Given, Start};
use crate::tables::{Language, OneOf};
use crate::{Access, Limit, Mapped};

static SYNTAX: Syntax = Syntax {
    joined_in: Some(b"(["),
    comments: &["#"],
    blocks: &[("\n=begin", "\n=end"), ("\n__END__", "\u{0}")],
    sigils: "$@",
    special: quote,
};

static TONGUE: Tongue = Tongue {
    concat: "+",
    member: &[".", "&.", "::"],
    joins_literals: true,
    symbols: true,
    bare_calls: true,
    flat_lists: false,
    prefixes: OneOf::new(&[
        "return", "p", "raise", "not", "do", "then", "else", "elsif", "begin", "ensure", "if", "unless",
        "while", "until", "and", "or", "when", "yield", "abort",
    ]),
    comprehensions: false,
    function: |_| None,
    same_modules: &[],
    functions: FUNCTIONS,
    output: "$stdout",
    statement,
};

/// The library of Ruby 3.3, Rake and FileUtils. Sorted.
const FUNCTIONS: &[(&str, Does)] = &[
    ("$stdout.print", Print("", "")),
    ("$stdout.puts", Print("\n", "\n")),
    ("$stdout.reopen", PrintTo),
    ("$stdout.write", Print("", "")),
    ("ARGF.read", Input),
    ("Base64.decode64", Decode("base64")),
    ("Base64.strict_decode64", Decode("base64")),
    ("Base64.urlsafe_decode64", Decode("base64")),
    ("Dir.delete", Remove),
    ("Dir.pwd", Constant(".")),
    ("Dir.rmdir", Remove),
    ("Dir.unlink", Remove),
    ("ENV.fetch", Environment),
    ("File.basename", PathPart(Part::Name)),
    ("File.binread", Read),
    ("File.binwrite", WriteText { appends: false }),
    ("File.delete", Remove),
    ("File.dirname", PathPart(Part::Folder)),
    ("File.expand_path", Same),
    ("File.foreach", Read),
    ("File.join", JoinPath),
    ("File.new", Open(Access::Read)),
    ("File.open", Open(Access::Read)),
    ("File.read", Read),
    ("File.readlines", Read),
    ("File.rename", Rename),
    ("File.unlink", Remove),
    ("File.write", WriteText { appends: false }),
    ("FileUtils.cp", Copy),
    ("FileUtils.mv", Rename),
    ("FileUtils.remove", Remove),
    ("FileUtils.remove_dir", Remove),
    ("FileUtils.rm", Remove),
    ("FileUtils.rm_f", Remove),
    ("FileUtils.rm_r", Remove),
    ("FileUtils.rm_rf", Remove),
    ("FileUtils.rmdir", Remove),
    ("FileUtils.rmtree", Remove),
    ("FileUtils.sh", System),
    ("FileUtils.touch", Write),
    ("IO.foreach", Read),
    ("IO.popen", Output(&Script)),
    ("IO.read", RubyOpen),
    ("IO.readlines", RubyOpen),
    ("IO.write", WriteText { appends: false }),
    ("JSON.dump", AsJson),
    ("JSON.generate", AsJson),
    ("JSON.load", Json),
    ("JSON.parse", Json),
    ("Kernel.`", System),
    ("Kernel.exec", System),
    ("Kernel.format", Format),
    ("Kernel.open", RubyOpen),
    ("Kernel.send", Hand),
    ("Kernel.spawn", System),
    ("Kernel.system", System),
    ("Open3.capture2", System),
    ("Open3.capture2e", System),
    ("Open3.capture3", System),
    ("Open3.pipeline", Script),
    ("Open3.popen2", System),
    ("Open3.popen2e", System),
    ("Open3.popen3", System),
    ("PTY.spawn", System),
    ("Path.read", Read),
    ("Path.write", WriteText { appends: false }),
    ("Pathname", Object("Path")),
    ("Pathname.new", Object("Path")),
    ("Process.exec", System),
    ("Process.spawn", System),
    ("Reader.each_line", Lines),
    ("Reader.gets", Contents),
    ("Reader.read", Contents),
    ("Reader.readlines", Lines),
    ("STDIN.gets", Input),
    ("STDOUT.print", Print("", "")),
    ("STDOUT.puts", Print("\n", "\n")),
    ("STDOUT.reopen", PrintTo),
    ("STDOUT.write", Print("", "")),
    ("Shell.print", Put("")),
    ("Shell.puts", Put("")),
    ("Shell.write", Put("")),
    ("Shellwords.split", Split),
    ("String", Same),
    ("Writer.print", Put("")),
    ("Writer.puts", Put("\n")),
    ("Writer.write", Put("")),
    ("__send__", Hand),
    ("binding.eval", Code(Language::Ruby)),
    ("eval", Code(Language::Ruby)),
    ("exec", System),
    ("format", Format),
    ("gets", Input),
    ("instance_eval", Code(Language::Ruby)),
    ("load", Load(Language::Ruby)),
    ("open", RubyOpen),
    ("print", Print("", "")),
    ("printf", PrintFormat),
    ("public_send", Hand),
    ("puts", Print("\n", "\n")),
    ("require", Load(Language::Ruby)),
    ("require_relative", Load(Language::Ruby)),
    ("send", Hand),
    ("sh", System),
    ("spawn", System),
    ("sprintf", Format),
    ("system", System),
];

/// Words after which a regular expression or a `%` literal may begin.
const BEFORE_VALUE: &[&str] = &[
    "and", "or", "not", "if", "unless", "while", "until", "when", "return", "puts", "print", "p", "system",
    "exec", "spawn", "sh", "in", "then", "do", "else", "eval",
];

/// What Ruby code would start.
pub(super) fn starts(code: &Mapped, given: &Given<'_>) -> Result<Vec<Start>, Limit> {
    let mut evaluator = Evaluator::new(&TONGUE, code, tokens(code, &SYNTAX), given);
    evaluator.set("ARGV", given.arguments.get(1..).unwrap_or_default());
    evaluator.set_input("STDIN");
    evaluator.set_input("$stdin");
    evaluator.finish()
}

fn hole<'a>(lexer: &mut Lexer<'a>) -> Option<Piece<'a>> {
    lexer.bracket_hole("#{", b'}')
}

const DOUBLE: Style = Style { escapes: Escapes::Full, hole: Some(hole), lines: true };
const SINGLE: Style = Style::plain(Escapes::Quote);

/// Strings, symbols, `%` literals, regular expressions, here-documents.
fn quote(lexer: &mut Lexer<'_>) -> bool {
    let start = lexer.at;
    let rest = lexer.rest();
    let kind = match rest.as_bytes()[0] {
        b'"' => Kind::Text(lexer.delimited(DOUBLE)),
        b'\'' => Kind::Text(lexer.delimited(SINGLE)),
        b'`' => Kind::Command(lexer.delimited(DOUBLE)),
        b'<' if rest.starts_with("<<~") || rest.starts_with("<<-") => return here_document(lexer),
        b'<' if rest.starts_with("<<") && lexer.wants_value(BEFORE_VALUE) => {
            return here_document(lexer);
        }
        b'/' if lexer.wants_value(BEFORE_VALUE) => {
            lexer.delimited(Style::plain(Escapes::Raw));
            lexer.at += Lexer::name_length(lexer.rest());
            Kind::Regex
        }
        b'%' => match percent(lexer) {
            Some(kind) => kind,
            None => return false,
        },
        _ => return false,
    };
    lexer.push(kind, start);
    true
}

/// `%w[a b]`, `%x(npm i)`, `%q{..}`, `%Q{..}`, `%(..)`
fn percent<'a>(lexer: &mut Lexer<'a>) -> Option<Kind<'a>> {
    let rest = &lexer.rest()[1..];
    let letter = rest.chars().next()?;
    let typed = matches!(letter, 'w' | 'W' | 'i' | 'I' | 'x' | 'q' | 'Q' | 'r' | 's');
    let delimiter = if typed { rest.chars().nth(1)? } else { letter };
    let opens = matches!(delimiter, '(' | '[' | '{' | '<') || (typed && "!|/^-".contains(delimiter));
    // `x %(y)` is a remainder.
    if !opens || !(typed || lexer.wants_value(BEFORE_VALUE)) {
        return None;
    }
    lexer.at += 1 + usize::from(typed);
    Some(match letter {
        'w' | 'W' | 'i' | 'I' => Kind::Words(lexer.words()),
        'x' => Kind::Command(lexer.delimited(DOUBLE)),
        'q' | 's' => Kind::Text(lexer.delimited(SINGLE)),
        'r' => {
            lexer.delimited(Style::plain(Escapes::Raw));
            Kind::Regex
        }
        _ => Kind::Text(lexer.delimited(DOUBLE)),
    })
}

/// `def`
fn statement(evaluator: &mut Evaluator<'_>) -> bool {
    if evaluator.peek(0) == "def" && evaluator.is_name(1) {
        let column = evaluator.column();
        let name = evaluator.peek(1);
        evaluator.at += 2;
        evaluator.define(name, column, false);
        return true;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use crate::tables::Language;

    #[test]
    fn ruby_scripts() {
        check(
            Language::Ruby,
            &[
                ("system('npm i')", &["$ npm i"]),
                ("system 'npm', 'i'", &["npm|i"]),
                ("system(*%w[npm i])", &["npm|i"]),
                ("exec \"npm i\"", &["$ npm i"]),
                ("puts `npm i`", &["$ npm i"]),
                ("x = %x(npm i)", &["$ npm i"]),
                ("spawn('npm i')", &["$ npm i"]),
                ("system({'A' => '1'}, 'npm i')", &["$ npm i"]),
                ("system('npm', 'i', out: :err)", &["npm|i"]),
                ("system(['npm', 'x'], 'i')", &["npm|i"]),
                ("IO.popen('npm i') { |f| f.read }", &["$ npm i"]),
                ("IO.popen(['npm', 'i']).read", &["npm|i"]),
                ("require 'open3'; Open3.capture3('npm', 'i')", &["npm|i"]),
                ("Kernel.system('npm i')", &["$ npm i"]),
                ("c = 'npm'; system(\"#{c} i\")", &["$ npm i"]),
                ("c = 'npm' + ' i'\nsystem(c)", &["$ npm i"]),
                ("system(%w[npm i].join(' '))", &["$ npm i"]),
                ("%w[a b].each { |c| system(c) }", &["$ a", "$ b"]),
                ("['npm i'].each do |c|\n  system(c)\nend", &["$ npm i"]),
                ("def r(c)\n  system(c)\nend\nr('npm i')\nr 'npm t'", &["$ npm i", "$ npm t"]),
                ("system(<<~E)\n  npm i\nE\n", &["$   npm i\n"]),
                ("eval \"system('npm i')\"", &["$ npm i"]),
                ("system('npm i') if x", &["$ npm i"]),
                ("exit unless system('npm i')", &["$ npm i"]),
                ("puts \"#{`npm i`}\"", &["$ npm i"]),
                ("open('|npm i')", &["$ npm i"]),
                ("File.read('.env'); File.write('.env', '')", &["< .env", "> .env"]),
                ("File.open('.env', 'a') { }", &["> .env"]),
                ("system(ARGV[0])", &["$ npm arg"]),
                ("IO.popen('sh', 'w') { |p| p.puts 'npm i' }", &["$ sh", "$ npm i"]),
                ("Open3.capture2('sh', stdin_data: 'npm i')", &["$ sh <<< npm i"]),
                ("send(:system, 'npm i')", &["$ npm i"]),
                ("Kernel.send(:system, 'npm i')", &["$ npm i"]),
                ("system(['6e706d2069'].pack('H*'))", &["$ npm i"]),
                ("File.open('c', 'w') { |f| f << 'npm' << ' i' }", &["> c", "c += npm", "c +=  i"]),
                ("c = ['npm']; c << 'i'; system(*c)", &["npm|i"]),
                ("system(JSON.parse('{\"c\": \"npm i\"}')['c'])", &["$ npm i"]),
                ("puts 'npm i'", &[]),
                ("# system('npm i')", &[]),
                ("puts \"system('npm i')\"", &[]),
                ("x = a / b; y = /system('npm i')/", &[]),
                ("=begin\n=end", &[]),
                ("%w[", &[]),
            ],
        );
    }
}
