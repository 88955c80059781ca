//! Shaders as trees.

use super::REGISTERS;

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atom {
    /// A number of the invocation's own.
    Register(usize),
    /// The number that is the same in a workgroup.
    Uniform,
    /// The number of the invocation in its workgroup, and that of the workgroup.
    Local,
    Group,
    /// The rounds of the loop at a depth.
    Counter(usize),
    /// A number.
    Number(u32),
}

/// The operations on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Add,
    Mul,
    Xor,
    And,
}

/// An operation on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expr(pub Op, pub Atom, pub Atom);

/// Whether some bits of a value are below a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    pub of: Atom,
    pub shift: u32,
    pub mask: u32,
    pub below: u32,
}

/// The operations of subgroups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collective {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
    InclusiveAdd,
    ExclusiveAdd,
    Ballot,
    Any,
    All,
    Elect,
    First,
}

/// All of them.
pub const COLLECTIVES: &[Collective] = &[
    Collective::Add,
    Collective::Min,
    Collective::Max,
    Collective::And,
    Collective::Or,
    Collective::Xor,
    Collective::InclusiveAdd,
    Collective::ExclusiveAdd,
    Collective::Ballot,
    Collective::Any,
    Collective::All,
    Collective::Elect,
    Collective::First,
];

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A register gets a value.
    Set(usize, Expr),
    /// A register gets what a subgroup computes of a value, added to what it holds.
    Collect(usize, Collective, Expr),
    /// All leave a value, and each takes that of another: there are barriers around.
    Exchange(usize, Expr, Atom),
    /// An exchange after which all have the value of one.
    Agree(Expr, u32),
    /// A barrier alone.
    Barrier,
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// A loop of so many rounds at most; the bound is below 4.
    Loop {
        depth: usize,
        bound: Atom,
        tests_last: bool,
        body: Vec<Statement>,
    },
    /// By two bits of a value; the last is the default.
    Switch(Atom, Vec<Vec<Statement>>),
    /// Leaves a loop, begins its next round, or leaves the function.
    Break(Condition),
    Continue(Condition),
    Return(Condition),
    /// Calls the function with that number.
    Call(usize),
}

/// A shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The invocations of a workgroup.
    pub size: usize,
    /// The functions that are called, and `main` at the end.
    pub functions: Vec<Vec<Statement>>,
    /// Whether a loop is left at different times.
    pub has_divergent_loop: bool,
}

/// Returns what a register holds at first.
pub fn first(register: usize, local: u32, group: u32) -> u32 {
    (local + 1).wrapping_mul(0x9E37_79B1).wrapping_add(group).rotate_left(7 * register as u32) >> 3
}

/// Returns all registers.
pub fn registers() -> std::ops::Range<usize> {
    0..REGISTERS
}
