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
const WORD: &str = r#"\A(?:"[^"]*"|'[^']*'|[^\s\-;&|"'<>][^\s;&|"']*)"#;

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
    // Headers: `Authorization: token x`, `Cookie: a=b; c=d`
    kind(
        &["authorization"],
        r"(?i)\bauthorization:\s*(?:(?:bearer|basic|token|digest|apikey|negotiate)\s+)?",
        r#"\A(?!\*\*\*|(?:bearer|basic)\s)[^\s"',;&|]+"#,
    ),
    kind(&["cookie:"], r"(?i)\bcookie:\s*", r#"\A[^"'\n]+"#),
    kind(
        &["passw", "passphrase", "secret", "token", "credential"],
        r#"(?i)(?:passw(?:or)?d|passphrase|secret|token|credentials?)[\w\-]*["']?\s*[=:]\s*"#,
        VALUE,
    ),
    // DB_PASS=x, pass:x
    kind(&["pass", "pwd"], r#"(?i)(?:[_\-.](?:pass|pwd)|\bpass)["']?\s*[=:]\s*"#, VALUE),
    kind(
        &["key"],
        r#"(?i)(?:api|access|private|secret|signing|encryption)[_\-]?key[\w\-]*["']?\s*[=:]\s*"#,
        VALUE,
    ),
    kind(
        &["-pass", "-token", "-secret", "key"],
        r"(?i)\s--?(?:\w+-)*(?:pass|password|passwd|passphrase|token|secret|api-?key|access-?key)\s+",
        WORD,
    ),
    // aws configure set aws_secret_access_key x; npm config set //host/:_authToken x
    kind(
        &["_key ", "_authtoken ", "_password ", "_token "],
        r"(?i)_(?:access_key|authtoken|password|token)\s+",
        WORD,
    ),
    // https://host/?sig=x
    kind(&["sig", "auth=", "key="], r"(?i)[?&](?:sig|signature|auth|key)=", r#"\A[^\s&"']+"#),
    kind(
        &["hooks.slack.com/", "/api/webhooks/"],
        r"(?:hooks\.slack\.com/\w+/|/api/webhooks/)",
        r"\A[\w/\-]+",
    ),
    // curl -u me:secret, -ume:secret, smbclient -U me%secret, lftp -u me,secret
    kind(&[" -u", " --user"], r"\s(?:-u\s*|-U\s*|--user[=\s]\s*)[\w.@+\-]+[:%,]", r"\A[^\s]+"),
    kind(&["http", "xh "], r"\b(?:https?|xh)\s[^;|&\n]*?(?<=\s)(?:-a|--auth)\s+[\w.@\-]+:", r"\A\S+"),
    // Programs that take a password in an option of one letter
    kind(&["mysql", "mariadb"], r"\b(?:mysql|mariadb)\w*\s[^;|&\n]*?(?<=\s)-p", WORD),
    kind(
        &["sshpass", "7z", "useradd", "usermod"],
        r"\b(?:sshpass|7z[ar]?|useradd|usermod)\s[^;|&\n]*?(?<=\s)-p\s*",
        WORD,
    ),
    kind(
        &[" -p"],
        r"\b(?:docker|podman|nerdctl|oras|helm|az|twine)\s(?:[^;|&\n]*\s)?(?:login|upload|-p)\b[^;|&\n]*?(?<=\s)-p\s+",
        WORD,
    ),
    kind(&["zip ", "sqlcmd"], r"\b(?:zip|unzip|sqlcmd)\s[^;|&\n]*?(?<=\s)-P\s*", WORD),
    kind(&["redis-cli"], r"\bredis-cli\s[^;|&\n]*?(?<=\s)-a\s*", WORD),
    kind(&["vault login"], r"\bvault\s+login\s+", WORD),
    kind(&["secret"], r"\bsecrets?\s+(?:set|create)\b[^;|&\n]*?(?:\s--body[=\s]\s*|\s-b\s+)", WORD),
    // echo secret | sudo -S ...
    kind(
        &["-stdin", "sudo", "chpasswd", "with-token"],
        r"\b(?:echo|printf)\s+",
        r"\A[^|\n]+?(?=\s*\|[^|\n]*(?:-stdin\b|\bsudo\s+-S|\bchpasswd\b|--with-token))",
    ),
    kind(&["--from-literal"], r"--from-literal[=\s][\w.\-]+=", WORD),
    kind(&["with-token"], r"--with-token\s*<<<\s*", WORD),
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
            ("curl -H 'Authorization: token abc123' x", "curl -H 'Authorization: token ***' x"),
            ("curl -H 'Authorization: abc123' x", "curl -H 'Authorization: ***' x"),
            ("curl -H 'Cookie: a=b; c=d' x", "curl -H 'Cookie: ***' x"),
            ("curl -ume:hunter2 x", "curl -ume:*** x"),
            ("curl --user=me:hunter2 x", "curl --user=me:*** x"),
            ("lftp -u me,hunter2 h", "lftp -u me,*** h"),
            ("curl 'https://x/?sig=abc&a=1'", "curl 'https://x/?sig=***&a=1'"),
            ("mysql -u root -phunter2 db", "mysql -u root -p*** db"),
            ("mysql -u root -p db", "mysql -u root -p db"),
            ("docker login -u me -p hunter2 ghcr.io", "docker login -u me -p *** ghcr.io"),
            ("docker run -p 80:80 x", "docker run -p 80:80 x"),
            ("mkdir -p a/b && cp -p x y", "mkdir -p a/b && cp -p x y"),
            ("sshpass -phunter2 ssh h", "sshpass -p*** ssh h"),
            ("zip -P hunter2 x.zip a", "zip -P *** x.zip a"),
            ("redis-cli -a hunter2 ping", "redis-cli -a *** ping"),
            ("export DB_PASS=hunter2", "export DB_PASS=***"),
            ("openssl rsa -passin pass:hunter2", "openssl rsa -passin pass:***"),
            ("wget --http-password hunter2 x", "wget --http-password *** x"),
            ("gpg --passphrase hunter2 -d x", "gpg --passphrase *** -d x"),
            (
                "aws configure set aws_secret_access_key hunter2",
                "aws configure set aws_secret_access_key ***",
            ),
            ("gh secret set NAME --body hunter2", "gh secret set NAME --body ***"),
            ("echo hunter2 | docker login --password-stdin", "echo *** | docker login --password-stdin"),
            ("echo hunter2 | sudo -S ls", "echo *** | sudo -S ls"),
            ("http -a me:hunter2 x.y", "http -a me:*** x.y"),
            ("useradd -p hunter2 me", "useradd -p *** me"),
            ("gh auth login --with-token <<< hunter2", "gh auth login --with-token <<< ***"),
            (
                "kubectl create secret generic x --from-literal=k=v",
                "kubectl create secret generic x --from-literal=k=***",
            ),
            ("echo a | sudo tee x", "echo a | sudo tee x"),
            ("https://hooks.slack.com/services/T0/B0/abc", "https://hooks.slack.com/services/***"),
            ("cd $PWD; make test-pass; bypass=1", "cd $PWD; make test-pass; bypass=1"),
            ("déjà PASSWORD=é npm", "déjà PASSWORD=*** npm"),
        ] {
            assert_eq!(mask(text), shown, "{text}");
        }
    }
}
