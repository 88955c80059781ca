//! Calls of intrinsics, by the rows of the table.

mod floats;
mod hints;
mod integers;
mod memory;
mod vectors;

use super::Maker;
use crate::intrinsics::{GENERATED, Shape, TRANSLATED};
use crate::tree::Step;
use crate::types::Ty;

/// The row of an intrinsic.
fn row(name: &str) -> Option<(&'static str, Shape)> {
    GENERATED.iter().chain(TRANSLATED).find(|(known, _)| *known == name).copied()
}

impl Maker {
    pub(super) fn intrinsics(&mut self) {
        let (name, shape) = match self.only.intrinsic.as_deref().and_then(row) {
            Some(row) => row,
            None => {
                let at = self.random.below(GENERATED.len() + TRANSLATED.len());
                GENERATED.iter().chain(TRANSLATED).nth(at).copied().unwrap_or(("abs", Shape::Flagged))
            }
        };
        let call = format!("@llvm.{name}");
        match shape {
            Shape::Integers(count) => self.same_integers(&call, count),
            Shape::Flagged => self.flagged(&call),
            Shape::Bytes => self.swapped(&call),
            Shape::Overflow => self.overflow(&call),
            Shape::Order => self.order(&call),
            Shape::Shift => self.saturated_shift(&call),
            Shape::FixedProduct | Shape::FixedQuotient => self.fixed(name),
            Shape::Floats(count) => self.same_floats(&call, count),
            Shape::Whole(count) => self.whole_floats(&call, count),
            Shape::NoNegativeZero => self.no_negative_zero(&call),
            Shape::Sign => self.with_sign(&call),
            Shape::Exponent => self.exponent(name),
            Shape::Parts | Shape::Pair => self.two_results(name, shape == Shape::Parts),
            Shape::Classes => self.classes(&call),
            Shape::Saturated => self.saturated(&call),
            Shape::Rounded => self.rounded(name),
            Shape::ToHalf | Shape::FromHalf => self.half_bits(&call, shape == Shape::ToHalf),
            Shape::RoundedHalf => self.rounded_down(&call),
            Shape::ReduceIntegers => self.reduce_integers(&call),
            Shape::ReduceFloats | Shape::ReduceFrom => self.reduce_floats(&call, shape == Shape::ReduceFrom),
            Shape::MaskedRow => self.masked_row(),
            Shape::MaskedAnywhere => self.masked_anywhere(),
            Shape::MaskedPacked => self.masked_packed(),
            Shape::Histogram => self.histogram(&call),
            Shape::Pattern => self.pattern(&call),
            Shape::ElementCopy => self.element_copy(name),
            Shape::Reverse => self.reversed(&call),
            Shape::Splice => self.splice(&call),
            Shape::Interleave(count) => self.interleave(&call, count),
            Shape::Deinterleave(count) => self.deinterleave(&call, count),
            Shape::Subvector | Shape::Insert => self.subvector(&call, shape == Shape::Insert),
            Shape::Compress => self.compress(&call),
            Shape::LastActive => self.last_active(&call),
            Shape::Match => self.matching(&call),
            Shape::Steps => self.numbered(&call),
            Shape::LaneMask => self.lane_mask(&call),
            Shape::Dependence => self.dependence(&call),
            Shape::CountLanes => self.count_lanes(&call),
            Shape::VectorLength => self.vector_length(&call),
            Shape::PartialReduce => self.partial_reduce(name),
            Shape::PointerMask => self.pointer_mask(),
            Shape::Relative => self.relative(&call),
            Shape::Member => self.member(name),
            Shape::Memory => self.bytes(Some(name)),
            Shape::Same => self.same_floats(&call, 1),
            Shape::Expected => self.expected(name),
            Shape::Hint => self.hint(name),
            Shape::Tokens => self.tokens(name),
            Shape::Environment => self.environment(name),
            Shape::Known => self.known(name),
            Shape::Size => self.size(),
            Shape::Stack => self.stack(),
            Shape::Constrained(count) => self.constrained(name, count),
            Shape::ConstrainedCompare => self.constrained_compare(&call),
            Shape::ConstrainedCast => self.constrained_cast(name),
            Shape::ConstrainedExponent => self.constrained_exponent(name),
            Shape::ConstrainedRounded => self.constrained_rounded(name),
            Shape::Pointer => self.same_pointer(&call),
            Shape::Matrix => self.matrix(name),
            Shape::Predicated => self.predicated(name),
            Shape::Variable => self.variable_arguments(),
            Shape::Carryless => self.same_integers(&call, 2),
        }
    }

    /// Returns a variable initialised with a value.
    fn slot(&mut self, step: &mut Step, ty: &Ty, value: &str) -> String {
        let room = self.temp(step, &format!("alloca {ty}, align 64"));
        step.lines.push(format!("store {ty} {value}, ptr {room}, align 64"));
        room
    }
}
