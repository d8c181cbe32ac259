//! The nodes of a bash script: one type for each construct of the grammar.
//!
//! The tree lives in a few flat vectors ([`Tree`]); a node names its children
//! by a [`List`], a range in the vector of their type. So building a tree is
//! a handful of growing vectors, dropping it never recurses however deep the
//! text nests, and a node is found by a small number.
//!
//! Every node has a [`Span`] in bytes of the text that was parsed. Nothing is
//! decoded here: quotes still stand, and values are the business of `value`.

use crate::Span;
use smallvec::{Array, SmallVec};
use std::marker::PhantomData;
use std::ops::Index;

/// A run of nodes of one type.
pub(crate) struct List<T> {
    start: u32,
    len: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> Default for List<T> {
    fn default() -> Self {
        List { start: 0, len: 0, of: PhantomData }
    }
}

impl<T> std::fmt::Debug for List<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}; {}]", self.start, self.len)
    }
}

impl<T> List<T> {
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    pub fn len(self) -> usize {
        self.len as usize
    }

    /// The place of the node at `index` in the vector of its type.
    pub fn at(self, index: usize) -> usize {
        self.start as usize + index
    }
}

/// A vector of nodes that are addressed by [`List`]s.
#[derive(Debug)]
pub(crate) struct Arena<T>(Vec<T>);

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena(Vec::new())
    }
}

impl<T: Copy> Arena<T> {
    /// Moves the nodes of `scratch` from `mark` on into the arena.
    pub fn take<A: Array<Item = T>>(&mut self, scratch: &mut SmallVec<A>, mark: usize) -> List<T> {
        if scratch.len() == mark {
            return List::default();
        }
        let start = self.0.len() as u32;
        self.0.extend_from_slice(&scratch[mark..]);
        scratch.truncate(mark);
        List { start, len: self.0.len() as u32 - start, of: PhantomData }
    }

    /// Adds one node.
    pub fn one(&mut self, node: T) -> List<T> {
        self.0.push(node);
        List { start: self.0.len() as u32 - 1, len: 1, of: PhantomData }
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn get_mut(&mut self, index: usize) -> &mut T {
        &mut self.0[index]
    }

    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    pub fn reserve(&mut self, more: usize) {
        self.0.reserve(more);
    }
}

impl<T> Index<List<T>> for Arena<T> {
    type Output = [T];

    fn index(&self, list: List<T>) -> &[T] {
        &self.0[list.start as usize..(list.start + list.len) as usize]
    }
}

impl<T> Index<usize> for Arena<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.0[index]
    }
}

/// The vectors that hold the nodes of one parsed text.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub commands: Arena<Command>,
    pub steps: Arena<Step>,
    pub words: Arena<Word>,
    pub parts: Arena<Part>,
    pub parameters: Arena<Parameter>,
    pub assignments: Arena<Assignment>,
    pub redirections: Arena<Redirection>,
    pub clauses: Arena<Clause>,
    pub arms: Arena<Arm>,
    pub here_docs: Arena<HereDoc>,
    /// Comments, `#` included, up to the end of the line.
    pub comments: Vec<Span>,
}

/// A parsed text: complete commands, in the order bash reads and runs them.
#[derive(Debug)]
pub(crate) struct Script {
    pub units: Vec<Unit>,
    /// The first syntax error; bash runs nothing from its unit on.
    pub error: Option<Span>,
    /// The budget that ran out before the end of the text.
    pub limit: Option<crate::Limit>,
    /// Counted work, in bytes looked at.
    pub steps: u64,
}

/// One complete command: `a && b; c &` up to the newline that ends it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    pub body: List<Step>,
    /// It does not parse, or stands after one that does not.
    pub broken: bool,
}

/// One pipeline of a list, and how it hangs on the one before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub joint: Joint,
    /// `&` follows the and-or list that this pipeline belongs to.
    pub background: bool,
    /// `!` stands before it an odd number of times.
    pub negated: bool,
    /// `a | b |& c`: one command, or several.
    pub pipeline: List<Command>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joint {
    /// The first of the list, or after `;`, `&` or a newline.
    Then,
    /// After `&&`.
    And,
    /// After `||`.
    Or,
}

/// A command, simple or compound, with its redirections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Command {
    pub span: Span,
    pub kind: Kind,
    pub redirections: List<Redirection>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// `A=1 name word ...`
    Simple { assignments: List<Assignment>, words: List<Word> },
    /// `( list )`
    Subshell { body: List<Step> },
    /// `{ list; }`
    Group { body: List<Step> },
    /// `if list; then list; elif list; then list; else list; fi`. The `else`
    /// is a clause without a condition.
    If { clauses: List<Clause> },
    /// `while list; do list; done`, and `until`.
    While { until: bool, clause: List<Clause> },
    /// `for name in word ...; do list; done`, and `select`. Without `in` the
    /// words are the positional parameters.
    For { name: Span, words: Option<List<Word>>, body: List<Step> },
    /// `for (( a; b; c )); do list; done`
    ForArithmetic { head: List<Part>, body: List<Step> },
    /// `case word in pattern | pattern) list ;; esac`
    Case { word: List<Word>, arms: List<Arm> },
    /// `name () compound-command`, and `function name compound-command`.
    Function { name: Span, body: List<Command> },
    /// `coproc NAME command`
    Coproc { body: List<Command> },
    /// `[[ expression ]]`: only its words.
    Conditional { words: List<Word> },
    /// `(( expression ))`: only its parts.
    Arithmetic { parts: List<Part> },
}

/// A condition and what runs when it holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clause {
    pub condition: List<Step>,
    pub body: List<Step>,
}

/// `pattern | pattern) list ;;`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arm {
    pub patterns: List<Word>,
    pub body: List<Step>,
    pub end: ArmEnd,
}

/// What follows an arm that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArmEnd {
    /// `;;`
    Leave,
    /// `;&`: the next arm runs.
    RunNext,
    /// `;;&`: the patterns of the next arms are tried.
    TryNext,
}

/// `name=value`, `name+=value`, `name[subscript]=value`, `name=(value ...)`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assignment {
    pub span: Span,
    pub name: Span,
    pub subscript: Option<List<Part>>,
    pub append: bool,
    pub value: AssignmentValue,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum AssignmentValue {
    Word(Word),
    /// The elements; `[subscript]=value` elements stand as words.
    Array(List<Word>),
}

/// A redirection in source order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Redirection {
    pub span: Span,
    /// Before the operator: `2` of `2>`, `{fd}` of `{fd}>`.
    pub descriptor: Span,
    pub operator: RedirectionOperator,
    /// The word after the operator.
    pub target: Word,
    /// For `<<` and `<<-`: the place of the body in `Tree::here_docs`.
    pub here_doc: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RedirectionOperator {
    /// `<`
    Read,
    /// `>`, `>|`
    Write,
    /// `>>`
    Append,
    /// `<>`
    ReadWrite,
    /// `<&`
    DuplicateInput,
    /// `>&`
    DuplicateOutput,
    /// `&>`, `&>>`
    WriteBoth,
    /// `<<`, `<<-`
    HereDoc,
    /// `<<<`
    HereString,
}

/// A here-document.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HereDoc {
    /// Part of the delimiter is quoted: the body is plain text.
    pub quoted: bool,
    /// `<<-`: leading tabs are stripped.
    pub strip_tabs: bool,
    /// The lines of the body; they may lie beyond the command's span.
    pub body: Span,
    /// Literals and expansions of an unquoted body.
    pub parts: List<Part>,
}

/// A word: the parts that stand together without a blank.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Word {
    pub span: Span,
    pub parts: List<Part>,
    /// Holds an unquoted `{`.
    pub brace: bool,
    /// Holds an unquoted `*`, `?` or `[`.
    pub glob: bool,
}

/// A piece of a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub span: Span,
    pub kind: PartKind,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum PartKind {
    /// Unquoted text, or the plain text between the expansions of `"..."`.
    Literal,
    /// `\c`; `\` and a newline are nothing at all.
    Escape,
    /// `'...'`
    Single,
    /// `$'...'`
    Ansi,
    /// `"..."`, `$"..."`
    Double { parts: List<Part> },
    /// `$name`, `${name...}`: one node, kept apart because it is larger than all
    /// other parts, which are many.
    Parameter(List<Parameter>),
    /// `$( list )`, `${ list; }`
    Command { body: List<Step> },
    /// `` `text` ``: what is in it is parsed on its own, after one layer of
    /// backslashes is gone.
    Backquote { in_double: bool },
    /// `<( list )`, `>( list )`
    Process { body: List<Step> },
    /// `$(( expression ))`, `$[ expression ]`
    Arithmetic { parts: List<Part> },
}

impl PartKind {
    pub fn is_literal(&self) -> bool {
        matches!(self, PartKind::Literal)
    }
}

/// `${name[subscript]operator operand}`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    pub name: Span,
    /// `${#name}`
    pub length: bool,
    /// `${!name}`
    pub indirect: bool,
    pub subscript: Option<List<Part>>,
    pub operator: ParameterOperator,
    /// The text after the operator. For `/` and `:` both halves, with the
    /// separator in a literal.
    pub operand: List<Part>,
    /// Where the operand stands.
    pub operand_span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParameterOperator {
    None,
    /// `-`, `:-`
    Default {
        colon: bool,
    },
    /// `=`, `:=`
    Assign {
        colon: bool,
    },
    /// `?`, `:?`
    Require {
        colon: bool,
    },
    /// `+`, `:+`
    Alternative {
        colon: bool,
    },
    /// `#`, `##`
    StripPrefix {
        longest: bool,
    },
    /// `%`, `%%`
    StripSuffix {
        longest: bool,
    },
    /// `/`, `//`
    Replace {
        all: bool,
    },
    /// `:offset:length`
    Slice,
    /// `^`, `^^`, `,`, `,,`
    Case {
        upper: bool,
        all: bool,
    },
    /// `@Q` and kin.
    Transform,
    /// Not an expansion: bash reports it and drops the rest of the line.
    Bad,
}
