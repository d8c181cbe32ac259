//! The command processor of Windows, written as bash.
//!
//! As [`powershell`](crate::powershell) does it, and for the same reason: what bash
//! knows of commands, redirections and files then holds for `cmd /c ..` too. Each
//! line is read once from its start to its end.
//!
//! Source: `cmd /?` and the help of its commands, Windows 11. No Windows was there
//! to be asked.

use crate::{Mapped, Span};

/// Commands of its own, and the program of Unix that does the same with files.
const COMMANDS: &[(&str, &str)] = &[
    ("cd", "cd"),
    ("chdir", "cd"),
    ("copy", "cp"),
    ("del", "rm"),
    ("dir", "ls"),
    ("erase", "rm"),
    ("md", "mkdir"),
    ("move", "mv"),
    ("pushd", "pushd"),
    ("rd", "rm -r"),
    ("ren", "mv"),
    ("rename", "mv"),
    ("rmdir", "rm -r"),
    ("type", "cat"),
    ("xcopy", "cp -r"),
];

/// Words before a command that only say how it runs.
const BEFORE: &[&str] = &["call", "start"];

/// Characters that bash reads as they are.
const PLAIN: &[u8] = b"_-./:=+,*?";

/// What a line for `cmd /c` does, as bash.
pub(crate) fn as_bash(code: &Mapped) -> Mapped {
    let mut reader = Reader { code, text: code.text(), at: 0, out: Mapped::default(), open: 0 };
    while reader.at < reader.text.len() {
        reader.command();
    }
    reader.out
}

struct Reader<'a> {
    code: &'a Mapped,
    text: &'a str,
    at: usize,
    out: Mapped,
    /// Brackets that are open.
    open: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn here(&self) -> Span {
        self.code.span(self.at..self.at)
    }

    fn say(&mut self, text: &str) {
        self.out.push(text, self.here());
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches([' ', '\t', '\r', ';', ',']).len();
    }

    /// One command, and what parts it from the next.
    fn command(&mut self) {
        self.blanks();
        while self.rest().starts_with('@') {
            self.at += 1;
            self.blanks();
        }
        let name = self.name();
        match name.as_str() {
            "" if self.rest().starts_with('(') => {}
            "" => self.words(),
            "rem" | "::" => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
            "echo" | "title" | "prompt" => self.said(&name),
            "set" => self.set(),
            "if" => return self.condition(),
            "for" => return self.each(),
            "do" | "else" => return,
            name if BEFORE.contains(&name) => {
                self.blanks();
                // The title of the window, and options of start.
                if self.rest().starts_with('"') {
                    let title = self.rest()[1..].find('"').map_or(self.rest().len(), |end| end + 2);
                    self.at += title;
                }
                self.options();
                return;
            }
            name => {
                if let Some((_, program)) = COMMANDS.iter().find(|(known, _)| *known == name) {
                    let place = self.code.span(self.at - name.len()..self.at);
                    self.out.push(program, place);
                    self.options();
                    self.say(" ");
                } else {
                    self.at -= name.len();
                }
                self.words();
            }
        }
        self.separator();
    }

    /// The name at the start of a command, in lower case; it is passed over.
    fn name(&mut self) -> String {
        let rest = self.rest();
        if rest.starts_with("::") {
            return "::".to_owned();
        }
        let length =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-').unwrap_or(rest.len());
        // `type.exe` and `dir\x` are programs.
        let own = !rest[length..].starts_with(['.', '\\', ':', '^', '%', '"']) || length == 0;
        let name = rest[..if own { length } else { 0 }].to_ascii_lowercase();
        self.at += name.len();
        name
    }

    /// Passes over `/q`, `/s`.
    fn options(&mut self) {
        loop {
            self.blanks();
            let word = self.rest().split([' ', '\t', '&', '|', '>', '\n']).next().unwrap_or_default();
            let option = word.starts_with('/') && word.len() < 8 && !word[1..].contains(['/', '\\', '.']);
            if !option {
                return;
            }
            self.at += word.len();
        }
    }

    /// The words of a command, up to a separator.
    fn words(&mut self) {
        while let Some(char) = self.rest().chars().next() {
            let start = self.at;
            match char {
                '&' | '|' | '\n' | ')' => return,
                ' ' | '\t' | '\r' => {
                    self.at += 1;
                    self.say(" ");
                }
                '>' | '<' => {
                    self.at += 1;
                    self.out.push_slice(self.code, start..self.at);
                    if self.rest().starts_with("&1") {
                        self.at += 2;
                        self.out.push_slice(self.code, self.at - 2..self.at);
                    }
                    let blanks = self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
                    if self.rest()[blanks..].get(..3).is_some_and(|name| name.eq_ignore_ascii_case("nul")) {
                        self.at += blanks + 3;
                        self.say("/dev/null");
                    }
                }
                '"' => self.quoted(),
                '%' => self.variable(),
                '^' => {
                    self.at += 1;
                    match self.rest().chars().next() {
                        Some('\n') | None => self.at += usize::from(self.at < self.text.len()),
                        Some(next) => self.literal(next),
                    }
                }
                other => self.literal(other),
            }
        }
    }

    /// A character that stands for itself; `\` parts the names of a path.
    fn literal(&mut self, char: char) {
        let start = self.at;
        self.at += char.len_utf8();
        if char == '\\' {
            return self.out.push("/", self.code.span(start..self.at));
        }
        if char.is_ascii() && !char.is_ascii_alphanumeric() && !PLAIN.contains(&(char as u8)) {
            self.out.push("\\", self.code.span(start..start));
        }
        self.out.push_slice(self.code, start..self.at);
    }

    /// `"text"`, in which only `%name%` is more than text.
    fn quoted(&mut self) {
        self.at += 1;
        let end = self.rest().find(['"', '\n']).map_or(self.text.len(), |end| self.at + end);
        let closed = self.text[end..].starts_with('"');
        // An empty word needs its quotes; the others have every character quoted.
        self.say("''");
        while self.at < end {
            match self.rest().chars().next() {
                Some('%') => self.variable(),
                Some(char) => self.literal(char),
                None => break,
            }
        }
        self.at = end.max(self.at) + usize::from(closed && self.at <= end);
        self.at = self.at.min(self.text.len());
    }

    /// `%NAME%`, or `%i` of a loop.
    fn variable(&mut self) {
        let start = self.at;
        let rest = self.rest().trim_start_matches('%');
        let marks = self.rest().len() - rest.len();
        let length =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '~').unwrap_or(rest.len());
        let name = rest[..length].trim_start_matches('~').to_owned();
        let closed = rest[length..].starts_with('%');
        self.at += marks + length + usize::from(closed);
        let place = self.code.span(start..self.at);
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            return self.out.push_stand_in("$_value", place);
        }
        let name = if closed { name.to_ascii_uppercase() } else { name };
        let name = if name == "USERPROFILE" { "HOME".to_owned() } else { name };
        for part in ["\"${", &name, "}\""] {
            self.out.push(part, place);
        }
    }

    /// Text up to a separator that is only printed.
    fn said(&mut self, name: &str) {
        self.out.push(name, self.code.span(self.at - name.len()..self.at));
        if self.rest().starts_with(['.', ':']) {
            self.at += 1;
        }
        self.words();
    }

    /// `set NAME=text`
    fn set(&mut self) {
        self.options();
        let quoted = self.rest().starts_with('"');
        self.at += usize::from(quoted);
        let Some(length) = self.rest().find('=') else { return self.words() };
        let name = self.rest()[..length].trim().to_ascii_uppercase();
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return self.words();
        }
        self.at += length + 1;
        let ends: &[char] = if quoted { &['"', '\n'] } else { &['&', '|', '\n', ')'] };
        let end = self.rest().find(ends).map_or(self.text.len(), |end| self.at + end);
        self.say(&format!("export {name}="));
        while self.at < end {
            match self.rest().chars().next() {
                Some('%') => self.variable(),
                Some(char) => self.literal(char),
                None => break,
            }
        }
        self.at += usize::from(quoted && self.rest().starts_with('"'));
    }

    /// `if exist x command`, `if "%A%"=="b" command`: the command may run.
    fn condition(&mut self) {
        self.options();
        for word in ["not", "exist", "defined", "errorlevel"] {
            if self.rest().get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)) {
                self.at += word.len();
                self.blanks();
            }
        }
        // One word is looked at; with an operator between, two.
        self.skip_word();
        self.blanks();
        let compares = ["==", "equ ", "neq ", "lss ", "leq ", "gtr ", "geq "];
        let rest = self.rest().get(..4).unwrap_or(self.rest()).to_ascii_lowercase();
        if let Some(operator) = compares.iter().find(|operator| rest.starts_with(**operator)) {
            self.at += operator.len();
            self.blanks();
            self.skip_word();
        }
        self.say("[[ $_value ]] && ");
        if self.rest().trim().is_empty() {
            self.say("[[ 1 ]]");
        }
    }

    fn skip_word(&mut self) {
        if self.rest().starts_with('"') {
            self.at += self.rest()[1..].find('"').map_or(self.rest().len(), |end| end + 2);
        }
        let rest = self.rest();
        let end = rest.find([' ', '\t', '\n', '(', '&']).unwrap_or(rest.len());
        self.at += rest[..end].find("==").unwrap_or(end);
    }

    /// `for %i in (a b) do command`
    fn each(&mut self) {
        let line = self.rest().split('\n').next().unwrap_or_default();
        let lower = line.to_ascii_lowercase();
        let (Some(open), Some(body)) = (lower.find(" in ("), lower.find(") do ")) else { return };
        let name = line[..open].rsplit('%').next().unwrap_or_default().trim().to_owned();
        let (start, end) = (self.at + open + 5, self.at + body);
        if start > end || name.len() != 1 || !name.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return self.at += body + 5;
        }
        // A loop of bash would need its end: the name holds the last word here.
        for word in self.text[start..end].split([' ', ',', ';', '\t']).filter(|word| !word.is_empty()) {
            let at = word.as_ptr() as usize - self.text.as_ptr() as usize;
            self.out.push(&name, self.code.span(at..at));
            self.out.push("=", self.code.span(at..at));
            self.at = at;
            let end = at + word.len();
            while self.at < end {
                let char = self.rest().chars().next().unwrap_or_default();
                self.literal(char);
            }
            self.say("\n");
        }
        self.at = end + ") do ".len();
    }

    /// `&`, `&&`, `||`, `|`, brackets and the end of a line.
    fn separator(&mut self) {
        let signs = [
            ("&&", " && "),
            ("||", " || "),
            ("|", " | "),
            ("&", "\n"),
            ("\n", "\n"),
            ("(", "{ "),
            (")", "\n}"),
        ];
        for (sign, bash) in signs {
            if self.rest().starts_with(sign) && (sign != ")" || self.open > 0) {
                self.at += sign.len();
                self.open += usize::from(sign == "(");
                self.open -= usize::from(sign == ")");
                return self.say(bash);
            }
        }
        if let Some(char) = self.rest().chars().next() {
            self.literal(char);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::as_bash;
    use crate::Mapped;

    #[test]
    fn lines_of_cmd_are_written_as_bash() {
        let rows = [
            ("npm ci", "npm ci"),
            ("npm ci & echo x", "npm ci ; echo x"),
            ("cd /d C:\\repo && npm.cmd ci", "cd C:/repo  && npm.cmd ci"),
            ("type .env", "cat .env"),
            ("del /f /q dist\\x.js", "rm dist/x.js"),
            ("npm ci > nul 2>&1", "npm ci >/dev/null 2>&1"),
            ("set A=npm& %A% ci", "export A=npm; \"${A}\" ci"),
            ("if exist x npm ci", "[[ $_value ]] && npm ci"),
            ("call npm ci", "npm ci"),
            ("\"C:\\Program Files\\npm.cmd\" ci", "''C:/Program\\ Files/npm.cmd ci"),
            ("rem npm ci", ""),
            ("n^pm ci", "npm ci"),
            ("for %i in (a b) do npm %i", "i=a; i=b; npm \"${i}\""),
        ];
        let bash = |line: &str| as_bash(&Mapped::source(line, 0)).text().trim().replace('\n', "; ");
        let wrong: Vec<String> = rows
            .iter()
            .filter(|(line, expected)| bash(line) != *expected)
            .map(|(line, expected)| format!("{line}\n  expected {expected}\n  found    {}", bash(line)))
            .collect();
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    }

    #[test]
    fn any_line_has_an_end() {
        for line in [
            "if",
            "if \"",
            "for %i in (",
            "for %i in () do ",
            "%",
            "^",
            "\"",
            "set \"",
            "set a",
            ")",
            "é(",
            "@",
            "echo.",
            "start \"",
            "&&",
            "> nul",
            "if é==",
            "\"a%",
        ] {
            as_bash(&Mapped::source(line, 0));
            as_bash(&Mapped::source(&line.repeat(40), 0));
        }
    }
}
