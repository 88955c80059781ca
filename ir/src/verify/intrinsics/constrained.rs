//! Checks constrained floating-point intrinsics.

use super::super::fault::Rule;
use super::*;

/// The intrinsics without a rounding-mode argument.
const UNROUNDED: [&str; 16] = [
    "fpext",
    "fptosi",
    "fptoui",
    "fcmp",
    "fcmps",
    "ceil",
    "floor",
    "llround",
    "lround",
    "maxnum",
    "minnum",
    "maximum",
    "minimum",
    "round",
    "roundeven",
    "trunc",
];
const EXCEPTIONS: [&[u8]; 3] = [b"fpexcept.ignore", b"fpexcept.maytrap", b"fpexcept.strict"];
const ROUNDINGS: [&[u8]; 6] = [
    b"round.dynamic",
    b"round.tonearest",
    b"round.tonearestaway",
    b"round.downward",
    b"round.upward",
    b"round.towardzero",
];
pub(super) const PREDICATES: [&[u8]; 14] =
    [b"oeq", b"ogt", b"oge", b"olt", b"ole", b"one", b"ord", b"uno", b"ueq", b"ugt", b"uge", b"ult", b"ule", b"une"];

impl<'m> Verifier<'m> {
    pub(super) fn constrained(&self, call: &Call<'_, 'm>, base: &str) -> Rule {
        let name = base.rsplit('.').next().unwrap_or("");
        let types = &self.m.types;
        let (from, to) = (self.type_at(call, 0), call.here.row.ty);
        let both_integers = types.is_integral(from);
        match name {
            "lrint" | "llrint" | "lround" | "llround" => {
                HERE.require(!types.is_vector(from) && !types.is_vector(to), "Intrinsic does not support vectors")?
            }
            "fcmp" | "fcmps" => HERE.require(
                self.text_at(call, 2).is_some_and(|text| PREDICATES.contains(&text)),
                "invalid predicate for constrained FP comparison intrinsic",
            )?,
            "fptosi" | "fptoui" => {
                HERE.require(types.is_float(from), "Intrinsic first argument must be floating point")?;
                HERE.require(types.is_integral(to), "Intrinsic result must be an integer")?;
                self.same_length(from, to)?;
            }
            "sitofp" | "uitofp" => {
                HERE.require(both_integers, "Intrinsic first argument must be integer")?;
                HERE.require(types.is_float(to), "Intrinsic result must be a floating point")?;
                self.same_length(from, to)?;
            }
            "fptrunc" | "fpext" => {
                HERE.require(types.is_float(from), "Intrinsic first argument must be FP or FP vector")?;
                HERE.require(types.is_float(to), "Intrinsic result must be FP or FP vector")?;
                self.same_length(from, to)?;
                let (a, b) = (types.width(from), types.width(to));
                HERE.require(
                    if name == "fptrunc" { a > b } else { a < b },
                    "Intrinsic first argument's type must be larger or smaller than result type",
                )?;
            }
            _ => {}
        }
        let last = call.arguments.len().wrapping_sub(1);
        HERE.require(
            self.text_at(call, last).is_some_and(|text| EXCEPTIONS.contains(&text)),
            "invalid exception behavior argument",
        )?;
        if UNROUNDED.contains(&name) {
            return Ok(());
        }
        HERE.require(
            self.text_at(call, last.wrapping_sub(1)).is_some_and(|text| ROUNDINGS.contains(&text)),
            "invalid rounding mode argument",
        )
    }

    pub(super) fn same_length(&self, from: u32, to: u32) -> Rule {
        HERE.require(
            self.m.types.shape(from) == self.m.types.shape(to),
            "Intrinsic first argument and result vector lengths must be equal",
        )
    }
}
