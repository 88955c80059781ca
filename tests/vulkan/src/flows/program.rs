//! Functions as trees.

/// The number of elements of a local array, and the limit for vectors.
pub const ELEMENTS: u32 = 4;
/// The bound above which sums of floating-point numbers restart, so that all of them are exact.
pub const BOUND: f32 = 4096.0;
/// The number of jumps backwards that a call may take.
pub const FUEL: u32 = 12;
/// The factor and the summand of the random number generator.
pub const STEP: (u32, u32) = (1_664_525, 1_013_904_223);

/// The types of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `i32`.
    Int,
    /// `i1`.
    Bool,
    /// `float`.
    Float,
    /// `<4 x i32>`.
    Vector,
    /// A pointer into a local array.
    Pointer,
}

/// The types with their frequencies.
pub const TYPES: &[Type] = &[Type::Int, Type::Int, Type::Bool, Type::Float, Type::Vector, Type::Pointer];

/// A value: a number, or the result of a phi or an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The result with this number.
    Value(usize),
    /// A number.
    Number(u32),
}

/// The operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// An addition of integers.
    Add,
    Sub,
    Mul,
    Xor,
    And,
    /// A shift of an integer to the right by this number of bits.
    Shift(u32),
    /// A comparison of integers.
    Below,
    Less,
    Equal,
    /// The disjunction of two booleans.
    Either,
    Both,
    /// A choice by a boolean.
    Choose(Type),
    /// A conversion of a boolean to an integer.
    Number,
    /// A conversion of the lower bits of an integer to a floating-point number; the next is the reverse.
    ToFloat,
    OfFloat,
    /// A sum that restarts above the bound.
    Sum,
    /// A comparison of floating-point numbers.
    Lower,
    /// A vector of four integers that is made from two.
    Pair,
    /// A sum of vectors.
    Plus,
    /// A vector with its components reversed.
    Turned,
    /// A component, selected by a number or an integer.
    Part,
    /// The address of an element of the first or the second local array.
    Address(usize),
    /// The integer that a pointer points to.
    Load,
    /// A store of an integer, which has no result.
    Store,
    /// The next pseudo-random number.
    Draw,
    /// A call of the helper with an integer.
    Call,
}

/// An instruction with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inst {
    /// The number of the result.
    pub result: usize,
    /// The operation.
    pub op: Op,
    /// The operands.
    pub operands: Vec<Operand>,
}

/// A phi: a value for each edge to its block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phi {
    /// The number of the result.
    pub result: usize,
    /// The type.
    pub ty: Type,
    /// The value from each predecessor.
    pub incoming: Vec<(usize, Operand)>,
}

/// The end of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Returns an integer.
    Return(Operand),
    /// A block that is never executed.
    Unreachable,
    /// A branch.
    Branch(usize),
    /// A branch on a boolean; a jump backwards is counted.
    Conditional { by: Operand, yes: usize, no: usize, is_back: bool },
    /// A switch on an integer below the number of targets; jumps backwards are counted.
    Switch { by: Operand, default: usize, cases: Vec<usize>, is_back: bool },
}

/// A block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The phis.
    pub phis: Vec<Phi>,
    /// The other instructions.
    pub code: Vec<Inst>,
    /// The end.
    pub end: End,
}

/// A function from an integer to an integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The number of the case.
    pub number: u64,
    /// The blocks.
    pub blocks: Vec<Block>,
    /// The helper that it may call.
    pub helper: Option<Box<Program>>,
}
