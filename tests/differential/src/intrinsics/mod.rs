//! Every intrinsic of LLVM that belongs to no target, and what is done about it. A test compares the rows with LLVM's
//! own list: none is missing.

mod names;
mod table;

pub use names::{of_no_target, signature};
pub use table::{DIAGNOSED, GENERATED, HINTS, NOT_APPLICABLE, TRANSLATED};

/// Returns whether it is an intrinsic that LLVM generates no code for.
pub fn is_translated(name: &str) -> bool {
    TRANSLATED.iter().any(|(known, _)| *known == name)
}

/// The shape of the calls that are made of an intrinsic; `T` is any type that it takes, with or without lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `T (T...)` of integers, so many.
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
    /// `T (T...)` of floats, so many, whatever they are.
    Floats(u32),
    /// Integers small enough that nothing is rounded.
    Whole(u32),
    /// Numbers without negative zeros.
    NoNegativeZero,
    /// `T (T, T)`: the sign of the second counts, so it is no NaN.
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
    /// An element, of a vector of integers.
    ReduceIntegers,
    /// An element, of a vector of floats.
    ReduceFloats,
    /// An element, of a start and a vector of floats.
    ReduceFrom,
    /// Memory under a mask, in a row.
    MaskedRow,
    /// Memory under a mask, anywhere.
    MaskedAnywhere,
    /// Memory under a mask, packed.
    MaskedPacked,
    /// A vector of as many lanes: `vector.reverse`.
    Reverse,
    /// Lanes of two vectors side by side.
    Splice,
    /// So many vectors into one.
    Interleave(u32),
    /// One vector into so many.
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
    /// Bytes of memory; its own steps.
    Memory,
    /// `T (T)`: the value itself.
    Same,
    /// `T (T, T)`: the first.
    Expected,
    /// Something about the program, without a result.
    Hint,
    /// Whether something is known: true or false are both right, and what is computed does not depend on it.
    Known,
    /// The size of a variable.
    Size,
    /// The stack, saved and restored.
    Stack,
    /// With rounding mode and exceptions: as the plain operation of the name.
    Constrained(u32),
    /// A constrained comparison.
    ConstrainedCompare,
    /// A constrained cast.
    ConstrainedCast,
    /// A pointer, itself.
    Pointer,
    /// A matrix operation.
    Matrix,
    /// Lanes that count, by mask and length.
    Predicated,
    /// A float of fewer bits, with a rounding mode.
    RoundedHalf,
    /// Counts in memory by vectors of pointers.
    Histogram,
    /// A value in memory, so often.
    Pattern,
    /// Memory of atomic elements.
    ElementCopy,
    /// Lanes that a mask has, packed.
    Compress,
    /// The last lane that a mask has.
    LastActive,
    /// Lanes that are in a set.
    Match,
    /// Lanes that may be read before they are written.
    Dependence,
    /// So many lanes are done at once.
    VectorLength,
    /// A pointer by a distance that stands in memory.
    Relative,
    /// The place of a member.
    Member,
    /// Tokens of convergence.
    Tokens,
    /// The floating-point environment.
    Environment,
    /// A constrained `T (T, i32)`.
    ConstrainedExponent,
    /// A constrained integer `(T)`, in range.
    ConstrainedRounded,
    /// The product without carries.
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
