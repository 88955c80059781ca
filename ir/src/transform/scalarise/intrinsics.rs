//! Calls of intrinsics that work on each component separately.

use super::{Scalarise, name, split};
use crate::draft::{Result, Type, Value};
use crate::types::TypeKind;

/// The intrinsics, sorted. From `isTriviallyScalarizable` of `llvm/lib/Analysis/VectorUtils.cpp`.
#[rustfmt::skip]
const BY_COMPONENT: [&str; 77] = [
    "abs", "acos", "asin", "atan", "atan2", "bitreverse", "bswap", "canonicalize", "ceil", "copysign", "cos", "cosh", "ctlz",
    "ctpop", "cttz", "exp", "exp10", "exp2", "fabs", "floor", "fma", "fmuladd", "fptosi.sat", "fptoui.sat", "frexp", "fshl",
    "fshr", "is.fpclass", "ldexp", "llrint", "llround", "log", "log10", "log2", "lrint", "lround", "maximum", "maximumnum",
    "maxnum", "minimum", "minimumnum", "minnum", "modf", "nearbyint", "pow", "powi", "rint", "round", "roundeven",
    "sadd.sat", "sadd.with.overflow", "scmp", "sin", "sincos", "sincospi", "sinh", "smax", "smin", "smul.fix",
    "smul.fix.sat", "smul.with.overflow", "sqrt", "ssub.sat", "ssub.with.overflow", "tan", "tanh", "trunc", "uadd.sat",
    "uadd.with.overflow", "ucmp", "umax", "umin", "umul.fix", "umul.fix.sat", "umul.with.overflow", "usub.sat",
    "usub.with.overflow",
];
fn is_by_component(call: Value<'_>) -> bool {
    let name = call.called_intrinsic().unwrap_or("");
    BY_COMPONENT.binary_search(&name).is_ok()
}

/// Returns the component type and the length of a vector, or of a structure of vectors of equal length.
fn component<'d>(ty: Type<'d>) -> Option<(Type<'d>, usize)> {
    if !matches!(ty.kind(), TypeKind::Struct | TypeKind::NamedStruct) {
        return split(ty);
    }
    let parts: Vec<_> = ty.parts().into_iter().map(split).collect::<Option<_>>()?;
    let (_, count) = *parts.first()?;
    let types: Vec<_> = parts.iter().filter(|(_, length)| *length == count).map(|(ty, _)| *ty).collect();
    let fits = types.len() == parts.len();
    fits.then(|| ty.draft().struct_type(&types, false).ok()).flatten().map(|ty| (ty, count))
}

impl<'d> Scalarise<'d> {
    pub(super) fn call(&mut self, this: Value<'d>) -> Result<bool> {
        let Some((result, count)) = component(this.ty()).filter(|_| is_by_component(this)) else { return Ok(false) };
        let arguments: Vec<_> = this.call_arguments().collect();
        let types: Vec<_> = arguments.iter().map(|argument| argument.ty().scalar()).collect();
        let ty = self.draft.function_type(result, &types, false)?;
        let name_of = format!("llvm.{}", this.called_intrinsic().unwrap_or(""));
        let Some(mut operands) = self.operands(this, arguments)? else { return Ok(false) };
        let Ok(function) = self.draft.declared(&name_of, ty) else { return Ok(false) };
        let builder = self.before(this)?;
        let mut made = Vec::new();
        for i in 0..count {
            let values = self.values(&mut operands, i)?;
            made.push(name(builder.call(function, &values)?, this, ".i", i));
        }
        self.gather(this, made)?;
        Ok(true)
    }

    pub(super) fn extract_value(&mut self, this: Value<'d>) -> Result<bool> {
        let Some(of) = this.operands().next().filter(|of| is_by_component(*of)) else { return Ok(false) };
        let is_structure = matches!(of.ty().kind(), TypeKind::Struct | TypeKind::NamedStruct);
        let Some((_, count)) = component(of.ty()).filter(|_| is_structure && split(this.ty()).is_some()) else {
            return Ok(false);
        };
        let first = of.ty().part(0).map(Type::scalar);
        let (Some(key), Some(index)) = (first, this.indices().first().copied()) else { return Ok(false) };
        // Only a call that was scalarised has components.
        let structures = self.known.get(&(of, key)).cloned().unwrap_or_default();
        let structures: Vec<_> = structures.into_iter().flatten().collect();
        if structures.len() != count {
            return Ok(false);
        }
        let builder = self.before(this)?;
        let mut made = Vec::new();
        for structure in structures {
            let element = builder.extract_value(structure, &[index])?;
            made.push(name(element, this, ".elem", index as usize));
        }
        self.gather(this, made)?;
        Ok(true)
    }
}
