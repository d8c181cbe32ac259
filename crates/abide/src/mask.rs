//! Secrets out of text that is kept or shown: keys and tokens by their known
//! beginnings, passwords in URLs, and the values of names that say what they
//! hold (`API_KEY=...`, `--password ...`).
//!
//! What looks like nothing known stays: this is care, not a promise.

use abide_rules::pattern::Regex;
use std::borrow::Cow;

/// What stands in the place of a secret.
const MASK: &str = "***";

/// The value of a name, quoted or not.
const VALUE: &str = r#"\A(?:"[^"]*"|'[^']*'|[^\s;&|)}"',]+)"#;
/// A word that is no option.
const WORD: &str = r#"\A(?:"[^"]*"|'[^']*'|[^\s\-;&|"'][^\s;&|"']*)"#;

/// A kind of secret.
struct Kind {
    /// One of these is in every text that holds such a secret; in lower case.
    /// Patterns cost their compiling, and most texts hold none.
    hints: &'static [&'static str],
    /// What stands before the secret, and stays.
    before: &'static str,
    /// The secret, right after that.
    secret: &'static str,
}

const fn kind(hints: &'static [&'static str], before: &'static str, secret: &'static str) -> Kind {
    Kind { hints, before, secret }
}

const KINDS: &[Kind] = &[
    kind(&["private key"], "-----BEGIN [A-Z ]*PRIVATE KEY-----", r"\A[A-Za-z0-9+/=\s\\:,\-]+"),
    // GitHub, GitLab, Slack
    kind(
        &["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox", "xapp-"],
        r"\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|xapp-)",
        r"\A[A-Za-z0-9_.\-]{10,}",
    ),
    // npm, PyPI, Hugging Face, DigitalOcean, SendGrid
    kind(
        &["npm_", "pypi-", "hf_", "dop_v1_", "sg."],
        r"\b(?:npm_|pypi-|hf_|dop_v1_|SG\.)",
        r"\A[A-Za-z0-9_.\-]{20,}",
    ),
    // OpenAI, Anthropic, Stripe
    kind(&["sk-", "k_live_", "k_test_"], r"\b(?:sk-|[sr]k_(?:live|test)_)", r"\A[A-Za-z0-9_\-]{16,}"),
    // AWS, Google
    kind(&["akia", "asia", "aiza", "ya29."], r"\b(?:AKIA|ASIA|AIza|ya29\.)", r"\A[A-Za-z0-9_\-]{12,}"),
    // JSON web tokens
    kind(&["eyj"], r"\beyJ", r"\A[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_.\-]{8,}"),
    // https://me:secret@host, https://token@host
    kind(&["://"], r#"://[^\s/:@'"]*:"#, r#"\A[^\s/@'"]+(?=@)"#),
    kind(&["://"], "://", r#"\A[^\s/:@'"]{16,}(?=@)"#),
    kind(&["bearer", "basic"], r"(?i)\b(?:bearer|basic)\s+", r"\A[A-Za-z0-9_.~+/=\-]{8,}"),
    kind(
        &["passw", "passphrase", "secret", "token", "credential"],
        r#"(?i)(?:passw(?:or)?d|passphrase|secret|token|credentials?)[\w\-]*["']?\s*[=:]\s*"#,
        VALUE,
    ),
    kind(
        &["key"],
        r#"(?i)(?:api|access|private|secret|signing|encryption)[_\-]?key[\w\-]*["']?\s*[=:]\s*"#,
        VALUE,
    ),
    kind(
        &["-passw", "-token", "-secret", "key"],
        r"(?i)\s--?(?:password|passwd|token|secret|api-?key|access-?key)\s+",
        WORD,
    ),
    // curl -u me:secret
    kind(&[" -u", " --user"], r"\s(?:-u|--user)\s+[^\s:]+:", r"\A\S+"),
];

/// `text` without the secrets in it.
pub fn mask(text: &str) -> Cow<'_, str> {
    let lowercase = text.to_ascii_lowercase();
    let hinted = KINDS.iter().filter(|kind| kind.hints.iter().any(|hint| lowercase.contains(hint)));
    let mut masked = Cow::Borrowed(text);
    for kind in hinted {
        if let Some(new) = without(&masked, kind) {
            masked = Cow::Owned(new);
        }
    }
    masked
}

/// `text` without the secrets of a kind, if it holds any.
fn without(text: &str, kind: &Kind) -> Option<String> {
    let before = Regex::new(kind.before).ok()?;
    let mut secret = None;
    let mut new = String::new();
    let mut copied = 0;
    let mut at = 0;
    // Out of steps counts as no match: the text is long and strange.
    while let Ok(Some(found)) = before.search(&text[at..]) {
        at += found.end.max(1);
        let secret = match &secret {
            Some(regex) => regex,
            None => secret.insert(Regex::new(kind.secret).ok()?),
        };
        if let Ok(Some(value)) = secret.search(&text[at..]) {
            new.push_str(&text[copied..at]);
            new.push_str(MASK);
            at += value.end;
            copied = at;
        }
        if at >= text.len() {
            break;
        }
        // A pattern may end inside nothing; go on at the next character.
        at = (at..).find(|at| text.is_char_boundary(*at))?;
    }
    (copied > 0).then(|| new + &text[copied..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_secret_goes_and_the_rest_stays() {
        for (text, shown) in [
            ("npm ci", "npm ci"),
            ("git commit -m 'rotate the api keys'", "git commit -m 'rotate the api keys'"),
            ("GITHUB_TOKEN=ghp_abcdefghijklmnop npm i", "GITHUB_TOKEN=*** npm i"),
            ("export API_KEY='a b c'; npm i", "export API_KEY=***; npm i"),
            ("curl -H 'Authorization: Bearer abc.def.ghi123'", "curl -H 'Authorization: Bearer ***'"),
            ("curl -u me:hunter2 https://x.y", "curl -u me:*** https://x.y"),
            ("git clone https://me:hunter2@x.y/r.git", "git clone https://me:***@x.y/r.git"),
            ("git clone https://0123456789abcdef0123@x.y/r", "git clone https://***@x.y/r"),
            ("git clone git@github.com:a/b.git", "git clone git@github.com:a/b.git"),
            ("npm login --password hunter2 --yes", "npm login --password *** --yes"),
            ("mysql --password=hunter2 db", "mysql --password=*** db"),
            (r#"{"client_secret": "x y", "id": 1}"#, r#"{"client_secret": ***, "id": 1}"#),
            ("OPENAI=sk-proj-abcdefghijklmnop1234", "OPENAI=sk-***"),
            ("aws AKIAIOSFODNN7EXAMPLE x", "aws AKIA*** x"),
            ("echo eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_-1", "echo eyJ***"),
            ("AWS_SECRET_ACCESS_KEY=abc/def+g npm i", "AWS_SECRET_ACCESS_KEY=*** npm i"),
            ("déjà PASSWORD=é npm", "déjà PASSWORD=*** npm"),
        ] {
            assert_eq!(mask(text), shown, "{text}");
        }
    }
}
