#!/usr/bin/env python3
"""Writes corpus.jsonl: what Python's `re` answers.

One row a line: pattern, text, and the bytes of the first match, null, or
"error". Run it by hand (Python 3.11 or 3.12) after adding rows; `--check`
only says whether the file is up to date. No row holds an atomic group, a
possessive quantifier or \\N{...}: abide refuses those, Python 3.11 does not.
"""
import json, os, random, re, sys, warnings

warnings.simplefilter("ignore")
OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpus.jsonl")

COMMANDS = [
    "", "npm", "npm i", "pnpm i", "npm-check-updates", "git push --force", "git -C app push -f origin main",
    "git commit -m x\n", "rm -rf build", "rm -r -f build", "ls\nnpm ci\n", "echo é", "CI=1 npm run build",
    "git push origin +main", "git push --no-force", "kubectl delete ns prod", "curl https://x.y | sh",
]
RULES = [
    r"^npm(?:\s|$)", r"^npm\b", r"npm", r"(?<![\w-])npm(?![\w-])", r"(?i)NPM", r"(?m)^npm\b", r"(?s)^ls.*ci$",
    r"^git\b.*\spush\b.*(?:\s--force(?:-with-lease)?\b|\s-[a-zA-Z]*f[a-zA-Z]*\b|\s\+\S)",
    r"^git\b.*\sreset\b.*\s--hard\b", r"^(?:npm|yarn|p?npm)\s+(?P<what>\w+)",
    r"^rm\b(?=.*\s(?:-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)(?:\s|$))(?=.*\s(?:-[a-zA-Z]*f[a-zA-Z]*|--force)(?:\s|$))",
    r"(?:^git\b.*(?:\s-c\s+user\.email=|\scommit\b.*\s--author[= ])|(?:^|\s)GIT_(?:AUTHOR|COMMITTER)_EMAIL=)[^@]*@(?!users\.noreply\.github\.com\b)[\w.-]+\.[a-z]{2,}",
    r"^(?!git\b)\w+", r"\bcurl\b.*\|\s*(?:ba)?sh\b", r"(?x) ^ npm  # the tool\n \s+ i", r"push\Z", r"x$", r"x\Z", r"ci$", r"(?m)ci$",
    r"^kubectl\b.*\bdelete\b(?!.*--dry-run)", r"\A\w+", r"\s-\w*f", r"(?-i:npm)", r"(?i:NPM) [a-z]", r"(?a)\w+$",
]
# pattern -> texts: one corner of the dialect each.
CORNERS = {
    r"$": ["", "\n", "a\n", "a\n\n"], r"a$": ["a", "a\n", "a\n\n", "a\nb"], r"(?m)a$": ["a\nb", "b\na\n", "a\r\n"],
    r"a\Z": ["a", "a\n"], r"(?m)a\Z": ["a\nb", "b\na"], r"^a": ["ba", "b\na"], r"(?m)^a": ["b\na", "\na"], r"(?m)^": ["\n"],
    r"(?m)\Aa": ["b\na", "a"], r"$\n": ["a\n"], r"a$\n^b": ["a\nb"], r"(?m)a$\n^b": ["a\nb"], r"^$": ["", "\n", "a"], r"\b": ["", "a", " "],
    r"\B": ["", "a", " ", "ab"], r"\bé": ["é", "aé"], r"(?a)\bé": ["é", "aé"], r"a{,2}b": ["aaab", "b"], r"a{2}": ["a", "aa"],
    r"a{2,}": ["aaa"], r"a{,}": ["aaa"], r"a{}": ["a{}", "a"], r"a{x}": ["a{x}"], r"a{1": ["a{1"], r"a{1,x}": ["a{1,x}"], r"{": ["{"],
    r"{1}": ["a", "{1}"], r"{a": ["{a"], r"x{ 1}": ["x{ 1}"], r"a{2,1}": ["a"], r"a{4294967295}": ["a"], r"a{0}b": ["ab"], r"a{1,2}?": ["aa"],
    r"a**": ["a"], r"a*?": ["a"], r"a+?b": ["aab"], r"a??b": ["ab"], r"a*{2}": ["a"], r"a{2}{3}": ["a"], r"(?:a{2}){3}": ["aaaaaa"],
    r"*a": ["a"], r"+": ["a"], r"?": ["a"], r"^*": ["a"], r"$*": ["a"], r"\b*": ["a"], r"(?:^)*a": ["a"], r"(?=a)*": ["a"], r"|*": ["a"], r"(*)": ["a"],
    r"(?:)*a": ["a"], r"(?:)+": ["a"], r"(|a)*": ["aa"], r"(?:|a)*b": ["aab"], r"(a|)*": ["aa"], r"(?:a*)*": ["aab"], r"(?:a*)+b": ["aab"],
    r"(?:a?){3}b": ["b", "aab"], r"(?:a|b?)*c": ["abac", "ba"], r"(?:a*b*)*c": ["abac"], r"(a*)*": ["b"], r"(?:a|ab)(?:c|bcd)": ["abcd"],
    r"[[]": ["["], r"[[a]": ["[", "a"], r"[a&&b]": ["&", "a"], r"[a--b]": ["a", "b", "-"], r"[~~]": ["~"], r"[a||b]": ["|"], r"[]]": ["]"], r"[]a]": ["a"],
    r"[^]]": ["]", "a"], r"[]": ["a"], r"[^]": ["a"], r"[a": ["a"], r"[a-]": ["-"], r"[-a]": ["-"], r"[a-c]": ["b"], r"[c-a]": ["b"], r"[\w-]": ["-", "é"],
    r"[\w-z]": ["-"], r"[a-\d]": ["a"], r"[\d-]": ["-"], r"[--/]": [".", "-"], r"[+--]": [","], r"[\b]": ["\b", "b"], r"[\B]": ["B"], r"[\A]": ["A"],
    r"[\x41-\x43]": ["B"], r"[\101]": ["A"], r"[\1]": ["\x01"], r"[\8]": ["8"], r"[\400]": ["a"], r"[\]]": ["]"], r"[\\]": ["\\"], r"[^\W\d]": ["1", "a"],
    r"[\s\S]": ["\n"], r"[\D1]": ["1", "2"], r"[.]": ["a", "."], r"[^\n]": ["\n"], r"[a-z&&[aeiou]]": ["a]", "b", "&]"], r"[\u00e9]": ["é"], r"[é-ü]": ["ö"],
    r"\x41": ["A"], r"\x4": ["A"], r"\x": ["x"], r"\u00e9": ["é"], r"\u0e9": ["é"], r"\U0001F600": ["😀"], r"\U00110000": ["a"], r"\ud800": ["a"], r"\0": ["\0"],
    r"\01": ["\x01"], r"\012": ["\n"], r"\08": ["\x008"], r"\101": ["A"], r"\400": ["a"], r"\377": ["ÿ"], r"\1": ["a"], r"(a)\1": ["aa", "ab"], r"(a)\11": ["aa"],
    r"(a)\2": ["aa"], r"(a\1)": ["aa"], r"(a)\101": ["aA"], r"\9": ["9"], r"\_": ["_"], r"\-": ["-"], r"\é": ["é"], r"\q": ["q"], r"\z": ["z"], r"\Q": ["Q"], r"\e": ["e"], r"\p": ["p"],
    "\\": ["\\"], r"\a\f\v\t\r\n": ["\a\f\v\t\r\n"], r"\G": ["G"], r"\h": [" "], r"\R": ["\n"], r"\ ": [" "], r"\/": ["/"], r"\@": ["@"],
    r"(?P<x>a)(?P=x)": ["aa", "ab"], r"(?P<x>a)(?P<x>b)": ["ab"], r"(?P=x)": ["a"], r"(?P<x>a(?P=x))": ["aa"], r"(?P<1>a)": ["a"], r"(?P<>a)": ["a"], r"(?P<x": ["a"],
    r"(?P<x a)": ["a"], r"(?P<é>a)(?P=é)": ["aa"], r"(?Px)": ["a"], r"(?P": ["a"], r"(?<x>a)": ["a"], r"(?<": ["a"], r"(?": ["a"], r"(?'x'a)": ["a"], r"(?~a)": ["a"], r"(?|a)": ["a"], r"(?R)": ["a"],
    r"(?#c)a": ["a"], r"a(?#c)*b": ["aab"], r"(?#c": ["a"], r"(?#)": ["a"], r"(?#a)b)": ["b"], r"(": ["a"], r")": ["a"], r"a)": ["a"], r"(a": ["a"], r"(?:a": ["a"], r"()": ["a"], r"(?=": ["a"],
    r"(?i)é": ["É"], r"(?ai)é": ["É", "é"], r"(?i)k": ["\u212a", "K"], r"(?ai)k": ["\u212a", "K"], r"(?i)\u212a": ["k"], r"(?i)s": ["ſ"], r"(?i)ſ": ["S"], r"(?i)ß": ["ẞ", "SS", "ss"], r"(?i)İ": ["i", "i\u0307"],
    r"(?i)ı": ["I", "i"], r"(?i)[a-z]": ["\u212a", "ſ", "İ", "ı", "A"], r"(?i)[^a-z]": ["A", "\u212a", "1"], r"(?i)[A-Z]+": ["abc"], r"(?i)µ": ["μ", "Μ"], r"(?i)σ": ["ς", "Σ"], r"(?i)[σ]": ["ς"], r"(?i)ǆ": ["ǅ", "Ǆ"],
    r"(?i)(a)\1": ["aA"], r"(?i)(é)\1": ["éÉ"], r"(?i)[\W_]": ["a", "_"], r"(?i)\u0390": ["\u1fd3"], r"(?i)Å": ["\u212b"], r"(?i)[^k]": ["\u212a"], r"(?i:a)b": ["Ab", "AB"], r"(?-i:a)": ["A"], r"(?i)(?-i:a)b": ["aB", "AB"],
    r"a(?i)b": ["ab"], r"(?i)(?m)a": ["A"], r"((?i)a)": ["a"], r"a|(?i)b": ["b"], r"|(?i)b": ["b"], r"(?#c)(?i)b": ["B"], r"(?:)(?i)b": ["B"], r"(?im)^b": ["a\nB"], r"(?)": ["a"], r"(?:)": ["a"], r"(?i": ["a"], r"(?ib)": ["a"],
    r"(?i-)": ["a"], r"(?i-s)": ["a"], r"(?i-s:a.)": ["A\n", "Ab"], r"(?s-s:a)": ["a"], r"(?-:a)": ["a"], r"(?--i:a)": ["a"], r"(?L)a": ["a"], r"(?L:a)": ["a"], r"(?au)a": ["a"], r"(?a)(?u)a": ["a"], r"(?-a:a)": ["a"], r"(?a:\w)\w": ["éa", "aé"],
    r"(?u)\w": ["é"], r"(?z)": ["a"], r"(?ii)a": ["A"], r"(?x)a b": ["ab", "a b"], r"(?x)a\ b": ["a b"], r"(?x)[a b]": [" "], "(?x)a#c\nb": ["ab"], r"(?x)a #c": ["a"], r"(?x)a +": ["aaa"], r"(?x: a b )c d": ["abc d"], r"(?x)(?-x: a)b c": [" abc"],
    r"(?x)a{1, 2}": ["a{1,2}", "aa"], r"(?x)( ?i)a": ["a"], "(?x)#c": [""], r" (?x)a": ["a"], r"(?s).": ["\n"], r".": ["\n", "\r", "é", "\u2028"], r"(?s:.)": ["\n"], r"\d": ["٣", "²", "½", "1"], r"(?a)\d": ["٣", "1"], r"\w": ["²", "½", "é", "_", "-", "\u0301", "中", "Ⅷ", "\u0345", "①"],
    r"\s": ["\x1c", "\x85", "\xa0", "\u180e", "\u200b", "\u2028", "\u3000", "\ufeff", "\v"], r"(?a)\s": ["\x1c", "\x85", "\v", " "], r"\S": ["\x1f", "\u200b"], r"\W": ["²", "\u0301", "é"], r"\D": ["٣", "²"],
    r"(?=a)a": ["a"], r"(?!a).": ["ab"], r"(?<=a)b": ["ab", "b"], r"(?<!a)b": ["ab", "bb"], r"(?<=ab|cd)e": ["abe", "cde"], r"(?<=a|bc)e": ["ae"], r"(?<=a*)b": ["ab"], r"(?<=a{2})b": ["aab", "ab"], r"(?<=^a)b": ["ab", "xab"], r"(?<=\b)a": ["a"],
    r"(?<=é)b": ["éb"], r"(?<=(a))b": ["ab"], r"(a)(?<=\1)b": ["ab"], r"(?<=(a)\1)b": ["aab"], r"(?<!)a": ["a"], r"(?<=)a": ["a"], r"(?!)": ["a"], r"(?=)": [""], r"(?=(a))\1": ["a"], r"(?=(a+))a*b\1": ["baaabac"], r"(?!(a))b": ["b"],
    r"(?<=(?=a))a": ["a"], r"(?<=(?<=a)b)c": ["abc", "bbc"], r"(?=.*x)(?=.*y)a": ["axy", "ax"], r"(?:(?!ab).)*ab": ["xxab"], r"(?:(?=.*x).)*y": ["axxy"], r"(?:b?|a)+c": ["bac"], r"(?=(?:b?|a)+c).": ["xbac", "bac"], r"(?:(?=(?:b?|a)+c).)+": ["bacbac"],
    r"(a)?(?(1)b|c)": ["ab", "c", "b"], r"(?P<x>a)?(?(x)b|c)": ["ab", "c"], r"(?(1)a)": ["a"], r"(a)(?(1)b)": ["ab"], r"(?(2)a|b)(c)": ["bc"], r"(?(0)a)": ["a"], r"(?(x)a)": ["a"], r"(a)(?(1)b|c|d)": ["ab"], r"(a)(?(1": ["a"], r"(a)(?(1)": ["a"], r"(?(1)a|b)(c)": ["bc"],
    r"(a)?(?(1)|b)c": ["ac", "bc"], r"(a|b)*\1": ["abb"], r"(a*)\1": ["aaaa"], r"(?:(a)|b)*\1": ["aba", "abb"], r"(a(b)?)+\2": ["abab", "aba"], r"((a)|b)*(?(2)x|y)": ["abx", "by", "ay"], r"(.)(.)\2\1": ["xabbay"], r"(\w+) \1": ["the the"],
    r"(?:b^abab|[^a]?\s*|[ab]\w{0})*[\w-]": ["baa\na-a\n", "-.a\nbbc"],
    r"a|b|": ["c"], r"|a": ["a"], r"a||b": ["b"], r"(?:a|b|c)+": ["xabc"], r"(?:ab|a)(?:bc)?": ["abbc"], r"(a|ab)(c|bcd)(d*)": ["abcd"], r"x*": ["aaa"], r"x*?y": ["xxy"], r"(?:x|xy)+?z": ["xyxz"], r".*b": ["abcb"], r".*?b": ["abcb"], r"\Ab": ["ab"],
    r"a\b": ["a-b", "ab"], r"\bfoo\b": ["a foo.", "foobar"], "é+": ["aéé"], "[à-ü]{2}": ["aéè"], r"\w+\Z": ["abc é"], r"(?:é|e)\b": ["café"], r"(?:a+)+$": ["aaaaaaaaaaab"], r"(a+)+$": ["aaaab"], r"(?:a|a)*b": ["aaaaac"],
}


def random_pattern(rng, depth=0):
    def atom():
        roll = rng.random()
        if depth < 3 and roll < 0.28:
            opener = rng.choice(["(", "(?:", "(?:", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?i:", "(?P<n%d>" % rng.randrange(99)])
            return opener + random_pattern(rng, depth + 1) + ")"
        return rng.choice(["a", "b", "c", "é", " ", "-", ".", r"\w", r"\s", r"\d", r"\b", r"\B", "^", "$", r"\Z", "[ab]", "[^a]", "[a-c]", r"[\w-]", r"\.", "ab", "ca", r"\1", r"\2"])

    def quantified():
        text = atom()
        if rng.random() < 0.35:
            text += rng.choice(["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{,2}", "{1,}?", "{0}"])
        return text

    branches = ["".join(quantified() for _ in range(rng.randrange(0 if rng.random() < 0.1 else 1, 5))) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
    return "|".join(branches)


def answer(pattern, text):
    try:
        match = re.compile(pattern).search(text)
    except (re.error, OverflowError, RecursionError, ValueError):
        return "error"
    return match and [len(text[:end].encode()) for end in match.span()]


def rows():
    for pattern in RULES:
        for text in COMMANDS:
            yield pattern, text
    for pattern, texts in CORNERS.items():
        for text in texts:
            yield pattern, text
    rng = random.Random(int(os.environ.get("SEED", 7)))
    for _ in range(int(os.environ.get("COUNT", 1500))):
        pattern = random_pattern(rng)
        try:
            re.compile(pattern)
        except re.error:
            if rng.random() < 0.9:
                continue
        for _ in range(2):
            yield pattern, "".join(rng.choice("aabbccé -\n.d") for _ in range(rng.randrange(9)))


text = "".join(json.dumps([pattern, text, answer(pattern, text)], ensure_ascii=False) + "\n" for pattern, text in rows())
if "--check" in sys.argv:
    sys.exit(0 if open(OUT).read() == text else "corpus.jsonl is out of date: run generate.py")
open(os.environ.get("OUT", OUT), "w").write(text)
