//! Commands: their names, parameters and redirections.

use super::arguments::{name_in_path, parted, split};
use super::{Reader, Word, before, names};
use crate::Mapped;

impl Reader<'_> {
    /// A command; `piped`, behind a `|`.
    pub fn command(&mut self, out: &mut Mapped, piped: bool) {
        let calls = self.byte(0) == b'&'
            || self.byte(0) == b'.'
                && matches!(self.byte(1), b' ' | b'\t' | b'"' | b'\'' | b'$' | b'(' | b'{');
        if calls {
            self.at += 1;
            self.blanks();
            if self.byte(0) == b'{' {
                let body = self.block();
                return self.body(out, "( ", &body, "\n)");
            }
        }
        let mut name = self.argument();
        let place = name.first().map_or(self.here(), |word| word.bash.span(0..word.bash.text().len()));
        let written = name.first().and_then(|word| word.plain.clone()).unwrap_or_default();
        let lower = written.to_ascii_lowercase();
        if matches!(lower.as_str(), "%" | "foreach" | "foreach-object") {
            return self.for_each_object(out);
        }
        let mut words = Vec::new();
        let mut redirections = Mapped::default();
        let mut start = self.at;
        while self.another() {
            let behind = self.text[start..self.at].contains(',');
            if self.rest().starts_with("--% ") {
                words.extend(self.verbatim());
            } else if !self.redirection(&mut redirections) {
                let argument = self.argument().into_iter();
                words.extend(argument.map(|word| Word { behind: behind || word.behind, ..word }));
            }
            start = self.at;
        }
        if names::makes_alias(&written) {
            return self.alias(out, &words);
        }
        let given =
            words.iter().filter_map(|word| word.plain.as_deref()).filter(|word| word.starts_with('-'));
        let listed = std::mem::take(&mut self.listed);
        let mut each = false;
        let known = if self.functions.contains(&lower) { Some(lower) } else { names::program(&written) };
        if let Some(known) = known {
            name[0].bash = Mapped::default();
            name[0].bash.push(&known, place);
        } else if let Some(cmdlet) = names::cmdlet(&written, given) {
            name = vec![Word::default()];
            name[0].bash.push(cmdlet, place);
            words = self.named(cmdlet, words);
            if cmdlet == "New-Item" {
                name_in_path(&mut words);
            }
            each = piped && names::takes_files(cmdlet, listed);
            self.listed = names::gives_files(cmdlet);
        } else if names::is_reserved(&written) || written.contains('=') {
            let mut quoted = Mapped::default();
            quoted.push("\\", place);
            quoted.push_mapped(&name[0].bash);
            name[0].bash = quoted;
        }
        if each {
            self.say(out, "while read -r item; do ");
        }
        let mut blank = false;
        for word in name.into_iter().chain(words) {
            if blank {
                out.push(" ", before(&word.bash));
            }
            out.push_mapped(&word.bash);
            blank = true;
        }
        if each {
            self.say(out, " \"${item}\"; done");
        }
        out.push_mapped(&redirections);
    }

    /// `Set-Alias n npm`: a function, which an alias of bash would not be before
    /// the next line.
    pub fn alias(&mut self, out: &mut Mapped, words: &[Word]) {
        let mut operands =
            words.iter().filter(|word| word.plain.as_deref().and_then(names::parameter).is_none());
        let (Some(name), Some(program)) = (operands.next(), operands.next()) else { return };
        let lower = name.plain.as_deref().unwrap_or_default().to_ascii_lowercase();
        if !lower.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) {
            return;
        }
        out.push(&lower, name.bash.span(0..name.bash.text().len()));
        self.functions.insert(lower);
        self.say(out, "() { ");
        out.push_mapped(&program.bash);
        self.say(out, " \"$@\"\n}");
    }

    /// Whether another word of the command follows.
    pub fn another(&mut self) -> bool {
        loop {
            self.blanks();
            match self.byte(0) {
                b',' => self.at += 1,
                0 | b'\n' | b';' | b'|' | b'&' | b')' | b'}' => return false,
                _ => return true,
            }
        }
    }

    /// What stands behind `--%`: the program gets it as it is.
    pub fn verbatim(&mut self) -> Vec<Word> {
        let start = self.at + "--%".len();
        self.at += self.rest().find(['\n', '|']).unwrap_or(self.rest().len());
        let mut line = Mapped::default();
        line.push_slice(self.code, start..self.at);
        split(&line)
    }

    /// The parameters of a cmdlet by their whole names; `-Path:x` is two words, and
    /// each value of a list has the parameter before it.
    pub fn named(&self, cmdlet: &str, words: Vec<Word>) -> Vec<Word> {
        let mut named = Vec::with_capacity(words.len());
        // The parameter that the next value, and those listed with it, are of.
        let mut of = if cmdlet == "Select-String" { Some("Pattern") } else { None };
        let mut valued = false;
        // Whether values are arguments of what `Start-Process` starts.
        let (starts, mut arguments) = (cmdlet == "Start-Process", false);
        for word in words {
            let quoted = word.bash.text().starts_with(['\'', '"']);
            let plain = word.plain.as_deref().filter(|_| !quoted).unwrap_or_default();
            let (name, value) =
                plain.split_once(':').map_or((plain, None), |(name, value)| (name, Some(value)));
            let Some(parameter) = names::parameter(name) else {
                match of {
                    Some(parameter) if word.behind => {
                        let mut bash = Mapped::default();
                        bash.push("-", before(&word.bash));
                        bash.push(parameter, before(&word.bash));
                        named.push(Word { bash, ..Word::default() });
                    }
                    _ if valued => of = None,
                    _ => {}
                }
                let operand = !plain.starts_with('-');
                match starts && arguments && operand {
                    true => named.extend(parted(word)),
                    false => named.push(word),
                }
                valued |= operand;
                arguments |= operand && of.is_none();
                continue;
            };
            of = Some(parameter).filter(|parameter| !left_out(cmdlet, parameter));
            arguments = match parameter {
                "ArgumentList" | "Args" => true,
                "Wait" => arguments,
                _ => false,
            };
            valued = value.is_some_and(|value| !value.is_empty());
            let end = word.bash.text().len();
            let split = value.and_then(|_| word.bash.text().find(':')).unwrap_or(end);
            if !left_out(cmdlet, parameter) {
                let mut bash = Mapped::default();
                bash.push("-", word.bash.span(0..split));
                bash.push(parameter, word.bash.span(0..split));
                named.push(Word { bash, ..Word::default() });
            }
            if split + 1 < end {
                let mut bash = Mapped::default();
                bash.push_slice(&word.bash, split + 1..end);
                named.push(Word { bash, ..Word::default() });
            }
        }
        named
    }

    /// `| ForEach-Object { .. }`
    pub fn for_each_object(&mut self, out: &mut Mapped) {
        let mut body = Mapped::default();
        while self.another() {
            if self.byte(0) == b'{' {
                body.push_mapped(&self.block());
            } else if !self.redirection(&mut Mapped::default()) {
                self.argument();
            }
        }
        self.body(out, "while read -r item; do ", &body, "\ndone");
    }

    /// `> file`, `2>&1`, `*>> file`.
    pub fn redirection(&mut self, out: &mut Mapped) -> bool {
        let number = matches!(self.byte(0), b'1'..=b'6' | b'*') && self.byte(1) == b'>';
        if !number && self.byte(0) != b'>' {
            return false;
        }
        let stream = if number { self.text[self.at..=self.at].replace('*', "&") } else { String::new() };
        self.at += usize::from(number);
        let sign = if self.eat(">>") { ">>" } else { ">" };
        self.eat(">");
        self.say(out, &format!(" {stream}{sign}"));
        if self.byte(0) == b'&' {
            self.at += 1 + usize::from(self.byte(1).is_ascii_digit());
            self.say(out, "&1");
            return true;
        }
        self.blanks();
        match self.argument().into_iter().next() {
            Some(word) if word.plain.as_deref() == Some("/dev/null") => self.say(out, "/dev/null"),
            Some(word) => out.push_mapped(&word.bash),
            None => self.say(out, "/dev/null"),
        }
        true
    }
}

/// Parameters whose values are written like operands: what `Start-Process`
/// starts comes last, with its arguments.
fn left_out(cmdlet: &str, parameter: &str) -> bool {
    match cmdlet {
        "Start-Process" => matches!(parameter, "FilePath" | "ArgumentList" | "Args"),
        "cd" | "pushd" => matches!(parameter, "Path" | "LiteralPath"),
        _ => false,
    }
}
