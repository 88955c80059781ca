//! Functions as trees.

/// The most elements of a local array, and of the vectors.
pub const ELEMENTS: u32 = 4;
/// The bound above which sums of floating-point numbers begin anew: all of them are exact.
pub const BOUND: f32 = 4096.0;
/// The ways back that a call may take.
pub const FUEL: u32 = 12;
/// The factor and the summand of the numbers that are drawn.
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

/// All of them.
pub const TYPES: &[Type] = &[Type::Int, Type::Int, Type::Bool, Type::Float, Type::Vector, Type::Pointer];

/// A value: a number, or that of a phi or an instruction.
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
    /// Integers by integers.
    Add,
    Sub,
    Mul,
    Xor,
    And,
    /// An integer, shifted to the right by so many bits.
    Shift(u32),
    /// Comparisons of integers.
    Below,
    Less,
    Equal,
    /// The disjunction of two booleans.
    Either,
    Both,
    /// A choice by a boolean.
    Choose(Type),
    /// A boolean as an integer.
    Number,
    /// The lower bits of an integer as a floating-point number, and back.
    ToFloat,
    OfFloat,
    /// A sum that begins anew above the bound.
    Sum,
    /// A comparison of floating-point numbers.
    Lower,
    /// A vector of four integers that is made of two.
    Pair,
    /// A sum of vectors.
    Plus,
    /// A vector with its components the other way round.
    Turned,
    /// A component, by a number or an integer.
    Part,
    /// The address of an element of the first or the second local array.
    Address(usize),
    /// The integer that a pointer points to.
    Load,
    /// Stores an integer; it has no result.
    Store,
    /// The next number that looks random.
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
    /// The values that it is given.
    pub operands: Vec<Operand>,
}

/// A value by the way on which its block is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phi {
    /// The number of the result.
    pub result: usize,
    /// Its type.
    pub ty: Type,
    /// The value from each block before.
    pub incoming: Vec<(usize, Operand)>,
}

/// The end of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Returns an integer.
    Return(Operand),
    /// Never comes.
    Unreachable,
    /// A branch.
    Branch(usize),
    /// By a boolean; where that leads back, it is counted.
    Conditional { by: Operand, yes: usize, no: usize, is_back: bool },
    /// By an integer below the number of targets; where one leads back, they are counted.
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
