//! Fixed-point and floating-point numbers held in integers of any width, under the Khronos translator's names for them
//! (SPV_INTEL_arbitrary_precision_fixed_point, SPV_INTEL_arbitrary_precision_floating_point).
//!
//! In LLVM IR: `intel_arbitrary_float_add.i14.i13.i15`, with the widths of the result and of the operands; a flag is an
//! `i1`, and a result of more than 64 bits is returned through a pointer. Outside of Khronos mode
//! (`khronos::arbitrary_precision`) they come back as `__spirv_ArbitraryFloatAddINTEL`, see
//! [`crate::concepts::builtins::generic`].

use crate::binary::grammar;
use crate::concepts::builtins::generic;
use crate::state::{Chapter, Lower, lower};
use ::spirv::Op;
use llvm_spirv_mangling::Name;

/// Prefixes of the instructions' names and of the corresponding builtins.
const FAMILIES: [(&str, &str); 2] =
    [("OpFixed", "intel_arbitrary_fixed_"), ("OpArbitraryFloat", "intel_arbitrary_float_")];

/// Instructions whose words are separated by underscores in the builtin's name.
const SPELLED: [(&str, &str); 2] = [("CastFromInt", "cast_from_int"), ("CastToInt", "cast_to_int")];

/// Returns the base of the builtin's name, if the instruction belongs to this chapter.
pub fn base(op: Op) -> Option<String> {
    let name = grammar::name(op);
    let name = name.strip_suffix("ALTERA").or_else(|| name.strip_suffix("INTEL"))?;
    let (operation, family) = FAMILIES.iter().find_map(|row| Some((name.strip_prefix(row.0)?, row.1)))?;
    let spelled = SPELLED.iter().find(|row| row.0 == operation).map(|row| row.1.to_owned());
    Some(format!("{family}{}", spelled.unwrap_or_else(|| operation.to_ascii_lowercase())))
}

/// Returns whether it is an instruction on numbers of arbitrary precision.
pub fn is_arbitrary(op: Op) -> bool {
    base(op).is_some()
}

/// Returns whether the unmangled symbol is a builtin on numbers of arbitrary precision.
pub fn is_builtin(symbol: &str) -> bool {
    FAMILIES.iter().any(|row| symbol.starts_with(row.1))
}

/// The chapter's hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter { resolve: Some(resolve), is_unmangled: Some(is_builtin), ..Chapter::NONE };

// --- LLVM to SPIR-V ---

/// Returns the lowering of the instruction with this name.
pub fn resolve(name: &Name) -> Option<Lower> {
    let (start, _) = name.base.split_once('.').filter(|_| is_builtin(&name.base))?;
    let op = grammar::instructions().map(|info| info.op).find(|op| base(*op).as_deref() == Some(start))?;
    lower(move |f, inst, name| generic::forward(f, inst, name, op))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_operation() {
        for (op, name) in [
            (Op::FixedSinCosPiALTERA, "intel_arbitrary_fixed_sincospi"),
            (Op::ArbitraryFloatCastToIntALTERA, "intel_arbitrary_float_cast_to_int"),
            (Op::ArbitraryFloatLog1pINTEL, "intel_arbitrary_float_log1p"),
        ] {
            assert_eq!(base(op).as_deref(), Some(name));
        }
        assert_eq!(base(Op::FAdd), None);
    }
}
