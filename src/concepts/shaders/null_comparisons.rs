//! Comparisons of a pointer with null (SPIR-V 3.42.8 `OpPtrEqual`, `OpPtrNotEqual`).
//!
//! LLVM IR has one null pointer for an address space. In SPIR-V both operands have one type, so that the null constant
//! takes the type of the other operand, which may differ between calls.

use super::constants;
use crate::binary::Op;
use crate::concepts::base::values::operand;
use crate::concepts::builtins::{booleans, generic};
use crate::llvm::Value;
use crate::state::{Lower, lower};
use llvm_spirv_mangling::Name;

const COMPARISONS: &[(&str, Op)] = &[("__spirv_PtrEqual", Op::PtrEqual), ("__spirv_PtrNotEqual", Op::PtrNotEqual)];

// --- LLVM to SPIR-V ---

/// Returns the lowering of a comparison with null.
pub fn resolve(name: &Name) -> Option<Lower> {
    let op = COMPARISONS.iter().find(|row| row.0 == name.base)?.1;
    lower(move |f, inst, name| {
        let arguments: Vec<_> = inst.call_args().collect();
        let is_null = |value: &Value<'_>| value.is_null() && value.ty().is_pointer();
        let [a, b] = arguments[..] else { return generic::forward(f, inst, name, op) };
        if is_null(&a) == is_null(&b) {
            return generic::forward(f, inst, name, op);
        }
        let known = operand(f, if is_null(&a) { b } else { a })?;
        let null = constants::as_type(f, if is_null(&a) { a } else { b }, known.ty)?.unwrap_or(known);
        let operands = if is_null(&a) { [null.id, known.id] } else { [known.id, null.id] };
        generic::require(f, crate::binary::grammar::info_or_unknown(op as u16))?;
        booleans::define(f, inst, op, &operands)
    })
}
