//! Shell patterns on known text: `case`, `${x#pattern}`, `[[ a == pattern ]]`.

/// One element of a pattern.
#[derive(Clone, Debug, PartialEq)]
enum Item {
    Char(char),
    /// `?`
    Any,
    /// `*`
    Star,
    /// `[...]`: ranges, and whether it is negated.
    Set(Vec<(char, char)>, bool),
}

/// A pattern read from text. Extended patterns (`@(a|b)`) are read as text.
#[derive(Debug)]
pub(crate) struct Pattern(Vec<Item>);

impl Pattern {
    /// Reads `text`. Characters for which `literal` says yes (by their byte
    /// offset) were quoted and mean only themselves.
    pub fn new(text: &str, literal: impl Fn(usize) -> bool) -> Self {
        let mut items = Vec::new();
        let mut rest = text.char_indices().peekable();
        while let Some((at, char)) = rest.next() {
            if literal(at) {
                items.push(Item::Char(char));
                continue;
            }
            match char {
                '*' if items.last() == Some(&Item::Star) => {}
                '*' => items.push(Item::Star),
                '?' => items.push(Item::Any),
                '\\' => items.extend(rest.next().map(|(_, next)| Item::Char(next))),
                '[' => match set(&text[at..]) {
                    Some((item, length)) => {
                        items.push(item);
                        while rest.peek().is_some_and(|(next, _)| *next < at + length) {
                            rest.next();
                        }
                    }
                    None => items.push(Item::Char('[')),
                },
                _ => items.push(Item::Char(char)),
            }
        }
        Pattern(items)
    }

    /// Whether all of `text` matches. Time is at most the product of both
    /// lengths: one place to come back to is enough for any number of stars.
    pub fn matches(&self, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        let (mut item, mut at) = (0, 0);
        let mut back = None;
        loop {
            match self.0.get(item) {
                None if at == text.len() => return true,
                Some(Item::Star) => {
                    back = Some((item, at));
                    item += 1;
                    continue;
                }
                Some(wanted) if at < text.len() && wanted.accepts(text[at]) => {
                    item += 1;
                    at += 1;
                    continue;
                }
                _ => {}
            }
            let Some((star, from)) = back else { return false };
            if from >= text.len() {
                return false;
            }
            back = Some((star, from + 1));
            item = star + 1;
            at = from + 1;
        }
    }
}

impl Item {
    fn accepts(&self, char: char) -> bool {
        match self {
            Item::Char(wanted) => *wanted == char,
            Item::Any => true,
            Item::Star => false,
            Item::Set(ranges, negated) => {
                ranges.iter().any(|&(low, high)| (low..=high).contains(&char)) != *negated
            }
        }
    }
}

/// The bracket expression at the start of `text`, and its length in bytes.
fn set(text: &str) -> Option<(Item, usize)> {
    let body = text[1..].char_indices().collect::<Vec<_>>();
    let negated = matches!(body.first(), Some((_, '!' | '^')));
    let mut ranges = Vec::new();
    let mut index = usize::from(negated);
    let first = index;
    loop {
        let &(at, char) = body.get(index)?;
        if char == ']' && index > first {
            return Some((Item::Set(ranges, negated), at + 2));
        }
        let high = match (body.get(index + 1), body.get(index + 2)) {
            (Some((_, '-')), Some(&(_, high))) if high != ']' => {
                index += 2;
                high
            }
            _ => char,
        };
        ranges.push((char, high));
        index += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_in_case() {
        let rows = [
            ("npm", "npm", true),
            ("n*", "npm", true),
            ("*m", "npm", true),
            ("n?m", "npm", true),
            ("n[a-z]m", "npm", true),
            ("n[!a-z]m", "npm", false),
            ("[]x]", "]", true),
            ("n\\*", "n*", true),
            ("n\\*", "npm", false),
            ("*a*b*c", "xaxbxc", true),
            ("*a*b*c", "xaxbx", false),
            ("[", "[", true),
            ("", "", true),
            ("*", "", true),
        ];
        for (pattern, text, expected) in rows {
            assert_eq!(Pattern::new(pattern, |_| false).matches(text), expected, "{pattern} {text}");
        }
    }
}
