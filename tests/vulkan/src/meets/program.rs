//! Shaders as trees.

use super::REGISTERS;

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atom {
    /// A register of the invocation.
    Register(usize),
    /// A number that is the same for a whole workgroup.
    Uniform,
    /// The number of the invocation in its workgroup; the next is the number of the workgroup.
    Local,
    Group,
    /// The iteration of the loop at a depth.
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

/// A condition: some bits of a value are below a bound.
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

/// The collective operations.
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
    /// Sets a register to a value.
    Set(usize, Expr),
    /// Adds the result of a subgroup operation on a value to a register.
    Collect(usize, Collective, Expr),
    /// Stores a value from each invocation, and gives each the value of another, between barriers.
    Exchange(usize, Expr, Atom),
    /// An exchange after which all invocations have the value of one.
    Agree(Expr, u32),
    /// A barrier alone.
    Barrier,
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// A loop with a limited number of iterations; the bound is below 4.
    Loop {
        depth: usize,
        bound: Atom,
        tests_last: bool,
        body: Vec<Statement>,
    },
    /// A switch on two bits of a value; the last case is the default.
    Switch(Atom, Vec<Vec<Statement>>),
    /// Leaves a loop; the next variants begin its next iteration or leave the function.
    Break(Condition),
    Continue(Condition),
    Return(Condition),
    /// Calls the function with that number.
    Call(usize),
}

/// A shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The number of invocations of a workgroup.
    pub size: usize,
    /// The functions that are called, with `main` at the end.
    pub functions: Vec<Vec<Statement>>,
    /// True if invocations leave a loop at different times.
    pub has_divergent_loop: bool,
}

/// Returns the initial value of a register.
pub fn first(register: usize, local: u32, group: u32) -> u32 {
    (local + 1).wrapping_mul(0x9E37_79B1).wrapping_add(group).rotate_left(7 * register as u32) >> 3
}

/// Returns all registers.
pub fn registers() -> std::ops::Range<usize> {
    0..REGISTERS
}
