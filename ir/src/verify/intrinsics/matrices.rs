//! Checks matrix intrinsics.

use super::super::fault::Rule;
use super::*;

/// The operation of a matrix intrinsic.
#[derive(Clone, Copy)]
pub(super) enum Matrix {
    Multiply,
    Transpose,
    Load,
    Store,
}

impl<'m> Verifier<'m> {
    pub(super) fn matrix(&self, call: &Call<'_, 'm>, matrix: Matrix) -> Rule {
        let types = &self.m.types;
        let number = |i| self.number_at(call, i).unwrap_or(0);
        let length = |ty| types.shape(ty).map_or(0, |(_, count)| count);
        let (first, result) = (self.type_at(call, 0), call.here.row.ty);
        let (whole, rows, columns, like) = match matrix {
            Matrix::Multiply => {
                let second = self.type_at(call, 1);
                let inner = number(3);
                HERE.require(
                    length(first) == number(2).wrapping_mul(inner),
                    "First argument of a matrix operation does not match specified shape!",
                )?;
                HERE.require(
                    length(second) == inner.wrapping_mul(number(4)),
                    "Second argument of a matrix operation does not match specified shape!",
                )?;
                HERE.require(
                    types.scalar(result) == types.scalar(second),
                    "Vector element type mismatch of the result and second operand vector!",
                )?;
                (result, number(2), number(4), first)
            }
            Matrix::Transpose => (result, number(1), number(2), first),
            Matrix::Load => (result, number(3), number(4), result),
            Matrix::Store => (first, number(4), number(5), first),
        };
        let element = types.scalar(whole);
        HERE.require(
            types.is_integer(element) || types.is_float(element),
            "Result type must be an integer or floating-point type!",
        )?;
        HERE.require(
            element == types.scalar(like),
            "Vector element type mismatch of the result and first operand vector!",
        )?;
        HERE.require(
            length(whole) == rows.wrapping_mul(columns),
            "Result of a matrix operation does not fit in the returned vector!",
        )?;
        let stride = match matrix {
            Matrix::Load => self.stride(call, 1)?,
            Matrix::Store => self.stride(call, 2)?,
            _ => None,
        };
        HERE.require(
            stride.is_none_or(|stride| stride >= rows),
            "Stride must be greater or equal than the number of rows!",
        )
    }

    fn stride(&self, call: &Call<'_, 'm>, i: usize) -> Result<Option<u64>, super::super::Breach> {
        HERE.require(self.m.types.width(self.type_at(call, i)) <= 64, "Stride bitwidth cannot exceed 64!")?;
        Ok(self.number_at(call, i))
    }
}
