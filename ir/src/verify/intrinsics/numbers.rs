//! Checks arithmetic intrinsics.

use super::super::fault::Rule;
use super::rows::Asks;
use super::*;

/// The bits of all floating-point classes.
const ALL_CLASSES: u64 = 0x3ff;
const ROUNDINGS: [&[u8]; 5] =
    [b"round.tonearest", b"round.tonearestaway", b"round.downward", b"round.upward", b"round.towardzero"];

impl<'m> Verifier<'m> {
    /// Checks `ucmp` and `scmp`.
    pub(super) fn three_way(&self, call: &Call<'_, 'm>) -> Rule {
        let types = &self.m.types;
        let (from, to) = (self.type_at(call, 0), call.here.row.ty);
        HERE.require(types.width(to) >= 2, "result type must be at least 2 bits wide")?;
        HERE.require(
            types.is_vector(from) == types.is_vector(to),
            "ucmp/scmp argument and result types must both be either vector or scalar types",
        )?;
        HERE.require(
            types.shape(from) == types.shape(to),
            "return type and arguments must have the same number of elements",
        )
    }

    pub(super) fn classes(&self, call: &Call<'_, 'm>, i: usize) -> Rule {
        let tests = self.number_at(call, i).unwrap_or(0);
        HERE.require(tests & !ALL_CLASSES == 0, "unsupported bits for llvm.is.fpclass test mask")
    }

    /// Checks `fptrunc.round`.
    pub(super) fn rounding(&self, call: &Call<'_, 'm>) -> Rule {
        let mode = self.text_at(call, 1);
        HERE.require(mode.is_some(), "missing rounding mode argument")?;
        HERE.require(mode.is_some_and(|mode| ROUNDINGS.contains(&mode)), "unsupported rounding mode argument")
    }

    pub(super) fn numbers(&mut self, call: &Call<'_, 'm>, asks: Asks) -> Rule {
        let types = &self.m.types;
        let (first, result) = (self.type_at(call, 0), call.here.row.ty);
        match asks {
            Asks::VectorLength => {
                let length = call.arguments.get(1).and_then(|&value| self.m.signed_integer(value));
                HERE.require(length.is_none_or(|n| n > 0), "get_vector_length: VF must be positive")
            }
            Asks::FixedPoint { signed } => {
                let (scale, width) = (self.number_at(call, 2).unwrap_or(0), types.width(first));
                let fits = if signed { scale < width } else { scale <= width };
                HERE.require(
                    fits,
                    "the scale of s[mul|div]_fix[_sat] must be less than the width of the operands, of u[mul|div]_fix[_sat] \
                     not greater",
                )
            }
            Asks::RoundToInteger => {
                HERE.require(
                    types.is_float(first) && types.is_integral(result),
                    "argument must be floating-point or vector of floating-points, and result must be integer or vector \
                     of integers",
                )?;
                HERE.require(types.shape(first) == types.shape(result), "argument must be same length as result")
            }
            Asks::ByteSwap => {
                HERE.require(types.width(result).is_multiple_of(16), "bswap must be an even number of bytes")
            }
            Asks::Invariant => {
                let size = call.arguments.first().and_then(|&value| self.m.signed_integer(value));
                HERE.require(
                    size.is_some_and(|n| n >= -1),
                    "invariant_start parameter must be -1, 0 or a positive number",
                )
            }
            Asks::Mask => {
                let mask = self.type_at(call, 1);
                HERE.require(
                    types.is_address(first),
                    "llvm.ptrmask intrinsic first argument must be pointer or vector of pointers",
                )?;
                HERE.require(
                    types.shape(first) == types.shape(mask),
                    "llvm.ptrmask intrinsic arguments must have the same number of elements",
                )?;
                let index = types.space(first).map(|space| self.layout.pointer(space).index);
                HERE.require(
                    index == Some(types.width(mask)),
                    "llvm.ptrmask intrinsic second argument bitwidth must match pointer index type size of first argument",
                )
            }
            Asks::DynamicArea => HERE.require(
                types.is_integer_of(result, self.layout.pointer(self.layout.stack).bits),
                "get_dynamic_area_offset result type must be scalar integer matching alloca address space width",
            ),
            Asks::ThreadPointer => HERE.require(
                types.space(result) == Some(self.layout.globals),
                "llvm.thread.pointer intrinsic return type must be for the globals address space",
            ),
            _ => {
                let pattern = self.type_at(call, 1);
                HERE.require(self.is_sized(pattern), "unsized types cannot be used as memset patterns")
            }
        }
    }

    /// Checks memory intrinsics whose elements are accessed atomically.
    pub(super) fn element_atomic(&mut self, call: &Call<'_, 'm>, pointers: u8) -> Rule {
        use crate::attributes::{Attribute, AttributeKind, FIRST_PARAMETER};
        let size = self.number_at(call, 3).unwrap_or(0);
        HERE.require(
            size.is_power_of_two(),
            "element size of the element-wise atomic memory intrinsic must be a power of 2",
        )?;
        for i in 0..pointers as u32 {
            let align = self.attribute(call.list, FIRST_PARAMETER + i, AttributeKind::of("align"));
            let fits = matches!(align, Some(Attribute::Number(_, align)) if *align >= size);
            HERE.require(fits, "incorrect alignment of the destination or source argument")?;
        }
        Ok(())
    }
}
