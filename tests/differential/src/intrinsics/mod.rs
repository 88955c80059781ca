//! Every target-independent intrinsic of LLVM, and its treatment. A test compares the rows with LLVM's own list.

mod names;
mod table;

pub use names::{of_no_target, signature};
pub use table::{DIAGNOSED, GENERATED, HINTS, NOT_APPLICABLE, TRANSLATED};

/// Returns whether it is an intrinsic that LLVM generates no code for.
pub fn is_translated(name: &str) -> bool {
    TRANSLATED.iter().any(|(known, _)| *known == name)
}

/// The shape of the calls of an intrinsic; `T` is any type that it accepts, scalar or vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `T (T...)` of this number of integers.
    Integers(u32),
    /// `T (T, i1 false)`.
    Flagged,
    /// `bswap`: of an even number of bytes.
    Bytes,
    /// `{ T, i1 } (T, T)`.
    Overflow,
    /// `i8 (T, T)`.
    Order,
    /// `T (T, T)`, the second below the width.
    Shift,
    /// `T (T, T, i32 scale)`: multiplication.
    FixedProduct,
    /// `T (T, T, i32 scale)`: division.
    FixedQuotient,
    /// `T (T...)` of this number of arbitrary floats.
    Floats(u32),
    /// Integers small enough that nothing is rounded.
    Whole(u32),
    /// Numbers without negative zeros.
    NoNegativeZero,
    /// `T (T, T)`: the sign of the second is visible, so it is not a NaN.
    Sign,
    /// `T (T, i32)`.
    Exponent,
    /// `{ T, i32 } (T)`.
    Parts,
    /// `{ T, T } (T)`.
    Pair,
    /// `i1 (T, i32 classes)`.
    Classes,
    /// Integer of any width `(T)`, saturated.
    Saturated,
    /// Integer of 32 or 64 bits `(T)`, in range.
    Rounded,
    /// `i16 (float)`.
    ToHalf,
    /// `float (i16)`.
    FromHalf,
    /// Reduces a vector of integers to an element.
    ReduceIntegers,
    /// Reduces a vector of floats to an element.
    ReduceFloats,
    /// Reduces a start value and a vector of floats to an element.
    ReduceFrom,
    /// Masked accesses to consecutive memory.
    MaskedRow,
    /// Masked accesses by a vector of pointers.
    MaskedAnywhere,
    /// Masked accesses to packed memory.
    MaskedPacked,
    /// A vector of as many lanes: `vector.reverse`.
    Reverse,
    /// Lanes of two vectors side by side.
    Splice,
    /// Interleaves this number of vectors.
    Interleave(u32),
    /// Deinterleaves to this number of vectors.
    Deinterleave(u32),
    /// A vector within a longer one.
    Subvector,
    /// `vector.insert`.
    Insert,
    /// `stepvector`.
    Steps,
    /// `get.active.lane.mask`.
    LaneMask,
    /// `cttz.elts`.
    CountLanes,
    /// `vector.partial.reduce.add`.
    PartialReduce,
    /// The mask of a pointer.
    PointerMask,
    /// Copies and fills of memory, with separate steps.
    Memory,
    /// `T (T)`: the value itself.
    Same,
    /// `T (T, T)`: the first.
    Expected,
    /// A statement about the program, without a result.
    Hint,
    /// A query: true and false are both correct, and the computed values do not depend on it.
    Known,
    /// The size of a variable.
    Size,
    /// The stack, saved and restored.
    Stack,
    /// A constrained operation with rounding mode and exceptions, computed as the plain operation of that name.
    Constrained(u32),
    /// A constrained comparison.
    ConstrainedCompare,
    /// A constrained cast.
    ConstrainedCast,
    /// A pointer, itself.
    Pointer,
    /// A matrix operation.
    Matrix,
    /// Predicated lanes, by mask and length.
    Predicated,
    /// A float of fewer bits, with a rounding mode.
    RoundedHalf,
    /// Counts in memory, by vectors of pointers.
    Histogram,
    /// A value that is stored repeatedly.
    Pattern,
    /// Copies of atomic elements.
    ElementCopy,
    /// Lanes selected by a mask, packed.
    Compress,
    /// The last lane selected by a mask.
    LastActive,
    /// Lanes whose values are in a set.
    Match,
    /// Lanes without dependences between reads and writes.
    Dependence,
    /// The number of lanes processed at once.
    VectorLength,
    /// A pointer from a relative offset in memory.
    Relative,
    /// The address of a member.
    Member,
    /// Tokens of convergence.
    Tokens,
    /// The floating-point environment.
    Environment,
    /// A constrained `T (T, i32)`.
    ConstrainedExponent,
    /// A constrained integer `(T)`, in range.
    ConstrainedRounded,
    /// The carry-less product.
    Carryless,
    /// Variable arguments.
    Variable,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(row: &str, name: &str) -> bool {
        row.strip_suffix('*').map_or(row == name, |start| name.starts_with(start))
    }

    fn rows() -> Vec<&'static str> {
        let shaped = GENERATED.iter().chain(TRANSLATED).map(|(row, _)| *row);
        let refused = DIAGNOSED.iter().chain(NOT_APPLICABLE).map(|(row, _)| *row);
        shaped.chain(HINTS.iter().copied()).chain(refused).collect()
    }

    #[test]
    fn every_intrinsic_has_one_row() {
        let (names, rows) = (of_no_target(), rows());
        assert!(names.len() > 500, "{}", names.len());
        for name in &names {
            let of_it: Vec<_> = rows.iter().filter(|row| is(row, name)).collect();
            assert_eq!(of_it.len(), 1, "llvm.{name}: {of_it:?}");
        }
        for row in rows {
            assert!(names.iter().any(|name| is(row, name)), "{row} is none of LLVM's intrinsics");
        }
    }
}
