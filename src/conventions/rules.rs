//! Properties of an intrinsic beyond its lowering: when and by which rule the legalization rewrites its calls, and its
//! form in Khronos mode. `legalize::types::intrinsics`, `legalize::khronos` and `concepts::khronos` carry them out.

use crate::llvm::{Opcode, Predicate};
use ::spirv::Op;

/// The dependence of the result's elements on those of the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elements {
    /// An element of the result depends on more than one element of an argument, or on none.
    Together,
    /// An element of the result depends on the elements of the arguments in the same lane; a scalar argument is used
    /// for all lanes.
    Each,
    /// An element of either result depends on the element of the argument in the same lane.
    EachOfTwo,
}

/// The calls that the legalization rewrites besides those with illegal types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewritten {
    /// No other calls.
    IfIllegal,
    /// Every call.
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

/// The position of the exponent in the signature of an intrinsic, and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exponent {
    /// The second result is the exponent (`frexp`).
    Given,
    /// The second argument is the exponent of a power of two (`ldexp`).
    Taken,
    /// The second argument is the number of factors (`powi`).
    Counted,
}

/// The computation on `bfloat` without arithmetic on the type, where calling the intrinsic on `float` would not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bfloat {
    /// No computation: the result is the argument.
    Argument,
    /// Operations on the bits of the number, where `bfloat` is represented by an integer.
    Bits,
    /// A product and a sum, rounded once.
    Fused,
    /// A product and a sum, each rounded.
    ProductAndSum,
}

/// The operation on the single bits of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// The number of set bits (`ctpop`).
    Ones,
    /// The number of zeros above the highest set bit (`ctlz`).
    LeadingZeros,
    /// The number of zeros below the lowest set bit (`cttz`).
    TrailingZeros,
    /// The bits in reverse order (`bitreverse`).
    Reverse,
}

/// The layout of the elements of a masked access in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Elements in consecutive places, with a gap for each lane that is masked off.
    Row,
    /// Elements in consecutive places, without gaps for lanes that are masked off.
    Packed,
    /// A separate pointer for each element (gather and scatter).
    Each,
}

/// The operation that combines two numbers of a reduction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Combine {
    /// A binary instruction.
    Instruction(Opcode),
    /// An intrinsic of two operands.
    Intrinsic(&'static str),
    /// An intrinsic, and the instruction that computes the same function on booleans.
    Extreme(&'static str, Opcode),
}

/// The way in which an intrinsic changes memory element by element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// A copy between places that do not overlap.
    Copy,
    /// A copy between places that may overlap.
    Move,
    /// Memory filled with one byte.
    Set,
    /// Memory filled with copies of one value.
    Pattern,
}

/// The addresses of the lanes of a predicated store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredicatedStore {
    /// Consecutive addresses from one pointer on.
    Row,
    /// A vector of pointers, one for each lane.
    Scatter,
    /// Addresses at equal distances from a base pointer.
    Strided,
}

/// The plain operation that a constrained or predicated intrinsic corresponds to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plain {
    /// The intrinsic `llvm.` followed by the name without the prefix of its family (`vp.` or
    /// `experimental.constrained.`).
    Named,
    /// The intrinsic of a given name.
    Intrinsic(&'static str),
    /// An instruction of two operands.
    Binary(Opcode),
    /// A division; inactive lanes divide by one.
    Division(Opcode),
    /// A cast.
    Cast(Opcode),
    /// `fneg`.
    Negation,
    /// A comparison by the predicate that an argument names.
    Comparison,
    /// A selection by a mask.
    Select,
    /// A selection by a mask; lanes at or above the length come from the second value (`vp.merge`).
    Merge,
    /// A load by an intrinsic that has a mask.
    Load(&'static str),
    /// A load at equal distances.
    StridedLoad,
    /// The first lane that is set.
    FirstLane,
    /// The lanes in reverse order.
    Reverse,
    /// Consecutive lanes of two concatenated vectors.
    Splice,
    /// A reduction by an intrinsic. Inactive lanes are set to the neutral element, and the start value is combined
    /// last.
    Reduce(&'static str, Neutral, Combine),
    /// A reduction by an intrinsic that takes the start value. Inactive lanes are set to the neutral element.
    ReduceFrom(&'static str, Neutral),
}

/// The neutral element of a reduction, which leaves the other operand unchanged.
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

/// The access of an intrinsic to the floating-point environment.
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
    /// Resets the environment, or the modes, to the default ones.
    Reset,
}

/// The rule by which the legalization rewrites a call. Unless a variant says otherwise, it names the value that
/// replaces the call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// No rule: the call is an error, unless its elements can be computed one by one.
    None,
    /// The first argument.
    Argument,
    /// The constant `false`.
    False,
    /// No value: the call is removed.
    Drop,
    /// An operation on the bits of an integer: counting or reversing them.
    Bits(Bits),
    /// The bytes in reverse order (`bswap`).
    SwapBytes,
    /// The first operand if it compares with the second by this predicate, else the second (minima and maxima).
    Extreme(Predicate),
    /// The absolute value.
    Absolute,
    /// A saturating operation on integers, and whether they are signed.
    Saturating(Opcode, bool),
    /// A saturating shift to the left, and whether the integer is signed.
    SaturatingShift(bool),
    /// A funnel shift, and whether it is to the left.
    Funnel(bool),
    /// A three-way comparison, and whether it is signed.
    ThreeWay(bool),
    /// An operation on integers that also returns whether it overflows, and whether the integers are signed.
    WithOverflow(Opcode, bool),
    /// A product or quotient of fixed-point numbers.
    FixedPoint {
        /// Set for signed numbers.
        signed: bool,
        /// Set for a product, clear for a quotient.
        is_product: bool,
        /// Set for a saturating operation.
        saturates: bool,
    },
    /// A product of polynomials over GF(2) (`clmul`).
    CarrylessProduct,
    /// A saturating conversion to integers, and whether they are signed.
    SaturatedConversion(bool),
    /// A conversion of a floating-point number to an integer, after the named intrinsic has rounded it (`lrint`,
    /// `lround`).
    Whole(&'static str),
    /// A conversion to a narrower floating-point type with an explicit rounding mode.
    RoundedTruncation,
    /// A load of the lanes that a mask enables.
    MaskedLoad(Rows),
    /// A store of the lanes that a mask enables.
    MaskedStore(Rows),
    /// A product of matrices.
    MatrixProduct,
    /// A load of a matrix.
    MatrixLoad,
    /// A store of a matrix.
    MatrixStore,
    /// The transpose of a matrix.
    Transpose,
    /// The lanes of this many vectors, interleaved.
    Interleave(u32),
    /// A vector divided into this many vectors of interleaved lanes.
    Deinterleave(u32),
    /// A reduction of a vector.
    Reduce(Combine),
    /// The vector 0, 1, 2 and so on (`stepvector`).
    Steps,
    /// The mask of lanes below a limit.
    LaneMask,
    /// The index of the first set lane of a mask.
    FirstLane,
    /// The sums of groups of lanes of a vector.
    PartialSum(Opcode),
    /// The lanes that a mask enables, moved to the front.
    Compress,
    /// The last lane that a mask enables.
    LastActive,
    /// The mask of the lanes whose values occur in another vector.
    Match,
    /// The number of lanes to process next (`get.vector.length`).
    VectorLength,
    /// The mask of the lanes without a dependence through memory, and whether the dependence is a read after a write.
    Independent(bool),
    /// An update of counters in memory, by an intrinsic or by addition.
    Histogram(Option<&'static str>),
    /// The lanes in reverse order.
    Reverse,
    /// Consecutive lanes of two concatenated vectors, and whether the offset counts from the end of the first.
    Splice(bool),
    /// A subvector of a vector.
    Extract,
    /// A vector with a subvector replaced.
    Insert,
    /// A pointer plus an offset that is loaded from memory (`load.relative`).
    RelativePointer,
    /// A pointer to a member of a structure.
    StructMember,
    /// A pointer to an element of an array.
    ArrayElement,
    /// An access to the floating-point environment.
    Environment(Environment),
    /// A loop that fills or copies memory element by element.
    Fill(Fill),
    /// A fill or copy of memory whose length is converted to the width of an address.
    FillBytes,
    /// The plain operation, where the rounding mode is the default one.
    Constrained(Plain),
    /// The plain operation, on all lanes.
    Predicated(Plain),
    /// A store of the active lanes.
    PredicatedStore(PredicatedStore),
    /// A load of the first lane only (`vp.load.ff`).
    FirstLoad,
}

/// The lowering of an intrinsic in Khronos mode, where it differs from the usual one.
#[derive(Clone, Copy, Debug)]
pub enum KhronosForm {
    /// A three-way comparison, built from the instruction that tests for less-than.
    ThreeWay(Op),
    /// An instruction that returns the result and the carry or borrow.
    Carry(Op),
    /// The start or the end of a lifetime.
    Lifetime(Op),
    /// A copy between memory regions that do not overlap.
    Copy,
    /// A copy between memory regions that may overlap.
    Move,
    /// Memory filled with one byte.
    Set,
    /// A comparison and an `OpSelect` of the smaller or greater operand.
    Extreme(Op),
    /// A split into a fraction and an exponent (`frexp`).
    FractionAndExponent,
    /// A split into a fraction and an integral part (`modf`).
    FractionAndInteger,
    /// A reduction by a binary instruction.
    Reduce(Op),
    /// A reduction by a binary instruction, starting from a given value.
    ReduceFrom(Op),
    /// A reduction by comparisons and selects (minima and maxima).
    ReduceExtreme(Op),
}

/// The function that Khronos mode calls instead of the intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KhronosFunction {
    /// A funnel shift, and whether it is to the left.
    Funnel(bool),
    /// The bytes in reverse order (`bswap`).
    SwapBytes,
    /// The bits in reverse order (`bitreverse`).
    ReverseBits,
    /// An unsigned product that also returns whether it overflows.
    MultiplyUnsigned,
    /// A signed sum that also returns whether it overflows.
    AddSigned,
    /// Memory filled with one byte (`memset`).
    Set,
}
