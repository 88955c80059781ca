//! Properties of an intrinsic beyond its lowering: when and by which rule the legalization rewrites its calls, and its
//! form in Khronos mode. `legalize::types::intrinsics`, `legalize::khronos` and `concepts::khronos` carry them out.

use crate::llvm::{Opcode, Predicate};
use ::spirv::Op;

/// The dependence of the result's elements on those of the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elements {
    /// An element of the result depends on more than one element of an argument, or on none.
    Together,
    /// Each depends on the same element of the arguments; an argument that is no vector is common to all.
    Each,
    /// Each element of the two results depends on the same element of the argument.
    EachOfTwo,
}

/// The calls that the legalization rewrites besides those with illegal types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewritten {
    /// No others.
    IfIllegal,
    /// All.
    Always,
    /// Calls with booleans as the first argument.
    OnBooleans,
    /// Calls that return booleans.
    ToBooleans,
    /// Calls with a boolean as the length, the third argument.
    OfBooleanLength,
    /// Calls with exponents of another width than 32 bits.
    OtherExponents(Exponent),
}

/// The exponent of an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exponent {
    /// The second result.
    Given,
    /// The second argument, the exponent of two.
    Taken,
    /// The second argument, the number of factors.
    Counted,
}

/// The computation on `bfloat` where there is no arithmetic on it, if it is not the intrinsic on `float`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bfloat {
    /// Nothing: the result is the argument.
    Argument,
    /// Operations on its bits, where it is held so.
    Bits,
    /// A product and a sum, rounded once.
    Fused,
    /// A product and a sum, each rounded.
    ProductAndSum,
}

/// The operation on single bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// The number of ones.
    Ones,
    /// The number of zeros above the highest one.
    LeadingZeros,
    /// The number of zeros below the lowest one.
    TrailingZeros,
    /// All bits in the other order.
    Reverse,
}

/// The layout of the elements of a masked access in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// One after the other.
    Row,
    /// One after the other, without gaps for those that the mask leaves out.
    Packed,
    /// At a pointer each.
    Each,
}

/// The operation that combines two numbers of a reduction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Combine {
    /// An instruction.
    Instruction(Opcode),
    /// An intrinsic.
    Intrinsic(&'static str),
    /// An intrinsic, and the instruction that does the same to booleans.
    Extreme(&'static str, Opcode),
}

/// A change of memory by elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// A copy between places that do not overlap.
    Copy,
    /// A copy between places that may overlap.
    Move,
    /// One byte everywhere.
    Set,
    /// One value everywhere.
    Pattern,
}

/// The address of a predicated store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredicatedStore {
    /// From one pointer on.
    Row,
    /// At a pointer each.
    Scatter,
    /// At equal distances.
    Strided,
}

/// The plain form of an operation that is constrained or predicated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plain {
    /// The intrinsic whose name has what follows the name of the family, behind `llvm.`.
    Named,
    /// An intrinsic.
    Intrinsic(&'static str),
    /// An instruction of two operands.
    Binary(Opcode),
    /// A division; lanes that do not count divide by one.
    Division(Opcode),
    /// A cast.
    Cast(Opcode),
    /// `fneg`.
    Negation,
    /// A comparison by the predicate that an argument names.
    Comparison,
    /// A selection by a mask.
    Select,
    /// A selection by a mask, in front of the length.
    Merge,
    /// A load by an intrinsic that has a mask.
    Load(&'static str),
    /// A load at equal distances.
    StridedLoad,
    /// The first lane that is set.
    FirstLane,
    /// The lanes in the other order.
    Reverse,
    /// Lanes of two vectors.
    Splice,
    /// A reduction by an intrinsic. Lanes that do not count are neutral, and the first value is combined last.
    Reduce(&'static str, Neutral, Combine),
    /// A reduction by an intrinsic that takes the first value. Lanes that do not count are neutral.
    ReduceFrom(&'static str, Neutral),
}

/// The element that changes nothing in a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neutral {
    /// Zero.
    Zero,
    /// The integer one.
    One,
    /// All bits set.
    Ones,
    /// The greatest signed integer.
    Greatest,
    /// The least signed integer.
    Least,
    /// The floating-point number `-0.0`.
    NegativeZero,
    /// The floating-point number `1.0`.
    FloatOne,
    /// A quiet NaN.
    Nan,
    /// Infinity.
    Infinity,
    /// Negative infinity.
    NegativeInfinity,
}

/// The floating-point environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// Returns the rounding mode.
    GetRounding,
    /// Returns the environment, or the modes.
    Get,
    /// Sets the rounding mode.
    SetRounding,
    /// Sets the environment, or the modes.
    Set,
    /// Sets the default ones.
    Reset,
}

/// The rule by which the legalization rewrites a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// None: the call is an error, unless its elements can be computed one by one.
    None,
    /// The first argument.
    Argument,
    /// False.
    False,
    /// Nothing.
    Drop,
    /// Bits are counted, or moved.
    Bits(Bits),
    /// The bytes in the other order.
    SwapBytes,
    /// The operand for which the comparison holds.
    Extreme(Predicate),
    /// The absolute value.
    Absolute,
    /// An operation on integers that saturates, and whether they are signed.
    Saturating(Opcode, bool),
    /// A shift to the left that saturates, and whether the integer is signed.
    SaturatingShift(bool),
    /// A funnel shift, and whether it is to the left.
    Funnel(bool),
    /// A three-way comparison, and whether it is signed.
    ThreeWay(bool),
    /// An operation on integers with a flag, and whether they are signed.
    WithOverflow(Opcode, bool),
    /// A product or quotient of fixed-point numbers.
    FixedPoint {
        /// Whether they are signed.
        signed: bool,
        /// Whether it is a product.
        is_product: bool,
        /// Whether it saturates.
        saturates: bool,
    },
    /// A product without carries.
    CarrylessProduct,
    /// A conversion to integers that saturates, and whether they are signed.
    SaturatedConversion(bool),
    /// A conversion to integers of what another intrinsic has rounded.
    Whole(&'static str),
    /// A conversion with a rounding mode.
    RoundedTruncation,
    /// A load of the elements that a mask has.
    MaskedLoad(Rows),
    /// A store of the elements that a mask has.
    MaskedStore(Rows),
    /// A product of matrices.
    MatrixProduct,
    /// A load of a matrix.
    MatrixLoad,
    /// A store of a matrix.
    MatrixStore,
    /// A matrix, transposed.
    Transpose,
    /// So many vectors, interleaved.
    Interleave(u32),
    /// A vector, divided in so many.
    Deinterleave(u32),
    /// A reduction of a vector.
    Reduce(Combine),
    /// The numbers from zero.
    Steps,
    /// The mask of lanes below a limit.
    LaneMask,
    /// The first lane that is set.
    FirstLane,
    /// A sum of parts of a vector.
    PartialSum(Opcode),
    /// The lanes that a mask has, packed.
    Compress,
    /// The last lane that a mask has.
    LastActive,
    /// Returns the mask of the lanes that occur in another vector.
    Match,
    /// The number of lanes to take next.
    VectorLength,
    /// The mask of lanes without a dependence in memory, and whether it is a read after a write.
    Independent(bool),
    /// A count in memory by an intrinsic, or by addition.
    Histogram(Option<&'static str>),
    /// The lanes in the other order.
    Reverse,
    /// Lanes of two vectors, and whether counted from the right.
    Splice(bool),
    /// Some lanes of a vector.
    Extract,
    /// A vector with some lanes replaced.
    Insert,
    /// A pointer behind a distance in memory.
    RelativePointer,
    /// A pointer to a member of a structure.
    StructMember,
    /// A pointer to an element of an array.
    ArrayElement,
    /// The floating-point environment.
    Environment(Environment),
    /// Memory is filled or copied by elements.
    Fill(Fill),
    /// Memory is filled or copied; the length becomes as wide as an address.
    FillBytes,
    /// The plain operation, where the rounding mode is the default one.
    Constrained(Plain),
    /// The plain operation, on all lanes.
    Predicated(Plain),
    /// A store of the active lanes.
    PredicatedStore(PredicatedStore),
    /// A load of the first lane.
    FirstLoad,
}

/// The lowering in Khronos mode, where it differs.
#[derive(Clone, Copy, Debug)]
pub enum KhronosForm {
    /// A three-way comparison, by the one that is less.
    ThreeWay(Op),
    /// An instruction that returns a carry.
    Carry(Op),
    /// The start or the end of a lifetime.
    Lifetime(Op),
    /// A copy of memory.
    Copy,
    /// A copy of memory that may overlap.
    Move,
    /// Memory of one byte.
    Set,
    /// A comparison, and a select.
    Extreme(Op),
    /// A fraction and an exponent.
    FractionAndExponent,
    /// A fraction and an integer.
    FractionAndInteger,
    /// A reduction by an instruction.
    Reduce(Op),
    /// A reduction by an instruction, from a first value on.
    ReduceFrom(Op),
    /// A reduction by a comparison.
    ReduceExtreme(Op),
}

/// The function that Khronos mode calls instead of the intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KhronosFunction {
    /// A funnel shift, and whether it is to the left.
    Funnel(bool),
    /// The bytes in the other order.
    SwapBytes,
    /// The bits in the other order.
    ReverseBits,
    /// An unsigned product with a flag.
    MultiplyUnsigned,
    /// A signed sum with a flag.
    AddSigned,
    /// Memory of one byte.
    Set,
}
