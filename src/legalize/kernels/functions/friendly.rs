//! SPIR-V friendly names of the OpenCL.std functions: those of OpenCL C, apart from signedness, which is part of the
//! name.

use llvm_spirv_mangling::{Name, Type};

/// The prefix of these names.
const PREFIX: &str = "__spirv_ocl_";

/// Names in OpenCL.std, with the names of the functions in OpenCL C.
const OTHERS: &[(&str, &str)] = &[("fclamp", "clamp"), ("fmax_common", "max"), ("fmin_common", "min")];

/// Returns the OpenCL C name of such a function; `None` for any other name.
pub fn renamed(name: &Name) -> Option<Name> {
    let base = name.base.strip_prefix(PREFIX)?;
    // A rounding mode may stand behind the name, which a template of the result's type has.
    let base = base.split("_R").next().unwrap_or(base);
    let (base, is_signed) = match (base.strip_prefix("s_"), base.strip_prefix("u_")) {
        (Some(base), _) => (base, Some(true)),
        (_, Some(base)) => (base, Some(false)),
        _ => (base, None),
    };
    let base = OTHERS.iter().find(|row| row.0 == base).map_or(base, |row| row.1);
    let params = name.params.iter().map(|param| is_signed.map_or_else(|| param.clone(), |sign| with_sign(param, sign)));
    Some(Name { params: params.collect(), ..Name::plain(base) })
}

/// Returns an integer type with the given signedness.
fn with_sign(ty: &Type, is_signed: bool) -> Type {
    use Type::*;
    match (ty, is_signed) {
        (Char | SChar | UChar, true) => Char,
        (Char | SChar | UChar, false) => UChar,
        (Short | UShort, true) => Short,
        (Short | UShort, false) => UShort,
        (Int | UInt, true) => Int,
        (Int | UInt, false) => UInt,
        (Long | ULong, true) => Long,
        (Long | ULong, false) => ULong,
        (Vector(lanes, element), _) => Vector(*lanes, Box::new(with_sign(element, is_signed))),
        (other, _) => other.clone(),
    }
}
