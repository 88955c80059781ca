//! Checks vector intrinsics.

use super::super::fault::Rule;
use super::rows::Asks;
use super::*;
use crate::attributes::{Attribute, AttributeKind, FUNCTION};

impl<'m> Verifier<'m> {
    pub(super) fn vector(&mut self, call: &Call<'_, 'm>, asks: Asks) -> Rule {
        let types = &self.m.types;
        let of = |i| self.type_at(call, i);
        let result = call.here.row.ty;
        match asks {
            Asks::LaneMask => {
                HERE.require(types.is_vector(result), "get_active_lane_mask: must return a vector")?;
                HERE.require(
                    types.is_integer_of(types.scalar(result), 1),
                    "get_active_lane_mask: element type is not i1",
                )
            }
            Asks::MaskedLoad => {
                HERE.require(types.is_vector(result), "masked_load: must return a vector")?;
                HERE.require(types.is_vector(of(1)), "masked_load: mask must be vector")?;
                HERE.require(of(2) == result, "masked_load: pass through and return type must match")?;
                HERE.require(
                    types.shape(of(1)) == types.shape(result),
                    "masked_load: vector mask must be same length as return",
                )
            }
            Asks::MaskedStore => {
                HERE.require(types.is_vector(of(2)), "masked_store: mask must be vector")?;
                HERE.require(
                    types.shape(of(2)) == types.shape(of(0)),
                    "masked_store: vector mask must be same length as value",
                )
            }
            Asks::ReduceIntegers(i) => HERE.require(
                types.is_vector(of(i as usize)) && types.is_integral(of(i as usize)),
                "Intrinsic has incorrect argument type!",
            ),
            Asks::ReduceFloats(i) => HERE.require(
                types.is_vector(of(i as usize)) && types.is_float(of(i as usize)),
                "Intrinsic has incorrect argument type!",
            ),
            Asks::Steps => HERE.require(
                types.is_vector(result) && types.is_integral(result) && types.width(result) >= 8,
                "stepvector only supported for vectors of integers with a bitwidth of at least 8.",
            ),
            Asks::Splice => self.splice(call),
            Asks::Match => self.matched(call),
            Asks::PartialReduce => {
                let (sum, vector) = (types.shape(of(0)), types.shape(of(1)));
                let fits = sum.zip(vector).is_some_and(|((_, sum), (_, vector))| vector % sum.max(1) == 0);
                HERE.require(
                    fits,
                    "Invalid vector widths for partial reduction. The width of the input vector must be a positive integer \
                     multiple of the width of the accumulator vector.",
                )
            }
            Asks::Insert => self.part(call, of(0), of(1), 2),
            _ => self.part(call, of(0), result, 1),
        }
    }

    fn splice(&self, call: &Call<'_, 'm>) -> Rule {
        let (_, length) = self.m.types.shape(call.here.row.ty).unwrap_or((TypeKind::Vector, 0));
        let list = call.here.body.global.attributes;
        let scale = match self.attribute(list, FUNCTION, AttributeKind::of("vscale_range")) {
            Some(Attribute::Number(_, packed)) => packed >> 32,
            _ => 1,
        };
        let length = length.saturating_mul(scale) as i128;
        let index = call.arguments.get(2).and_then(|&value| self.m.signed_integer(value)).unwrap_or(0) as i128;
        let fits = if index < 0 { -index <= length } else { index < length };
        let of_side = self.calls(call, "vector.splice.left") || self.calls(call, "vector.splice.right");
        if of_side && call.arguments.get(2).is_none_or(|&value| self.m.integer_of(value).is_none()) {
            return Ok(());
        }
        let limit = if self.calls(call, "vector.splice.right") { length } else { length - 1 };
        let fits = if of_side { (0..=limit).contains(&index) } else { fits };
        HERE.require(
            fits,
            "The splice index exceeds the range [-VL, VL-1] where VL is the known minimum number of elements in the vector.",
        )
    }

    fn matched(&self, call: &Call<'_, 'm>) -> Rule {
        let types = &self.m.types;
        let [a, b, mask] = [0, 1, 2].map(|i| self.type_at(call, i));
        HERE.require([a, b, mask].into_iter().all(|ty| types.is_vector(ty)), "Operands must be vectors.")?;
        HERE.require(types.kind(b) == TypeKind::Vector, "Second operand must be a fixed length vector.")?;
        HERE.require(types.is_integral(a), "First operand must be a vector of integers.")?;
        HERE.require(types.scalar(a) == types.scalar(b), "First two operands must have the same element type.")?;
        HERE.require(
            types.shape(a) == types.shape(mask),
            "First operand and mask must have the same number of elements.",
        )?;
        HERE.require(types.is_integer_of(types.scalar(mask), 1), "Mask must be a vector of i1's.")?;
        HERE.require(mask == call.here.row.ty, "Return type must match the mask type.")
    }

    /// Checks that a subvector at a constant index fits the vector.
    fn part(&self, call: &Call<'_, 'm>, whole: u32, part: u32, index: usize) -> Rule {
        let types = &self.m.types;
        HERE.require(types.scalar(whole) == types.scalar(part), "a part of a vector must have the same element type")?;
        let (Some((kind, count)), Some((part_kind, part_count))) = (types.shape(whole), types.shape(part)) else {
            return HERE.broken("Intrinsic has incorrect argument type!");
        };
        let at = self.number_at(call, index).unwrap_or(0) & u32::MAX as u64;
        HERE.require(
            at.is_multiple_of(part_count.max(1)),
            "an index must be a constant multiple of the part's known minimum vector length.",
        )?;
        HERE.require(kind != part_kind || at < count && at + part_count <= count, "a part would overrun the vector")
    }
}
