//! The rule for the conversions of `SPV_INTEL_bfloat16_conversion`, for a whole module.

use llvm_spirv::binary::check::conversions::{Component, Shape, check, is_conversion};
use llvm_spirv::binary::{Id, Op, Words};
use llvm_spirv::error::Result;
use rustc_hash::FxHashMap;

/// Checks all these conversions in a module.
pub fn check_words(words: &Words<'_>) -> Result<()> {
    if !words.instructions().any(|inst| is_conversion(inst.opcode())) {
        return Ok(());
    }
    let (mut shapes, mut types) = (FxHashMap::<Id, Shape>::default(), FxHashMap::<Id, Id>::default());
    let other = Shape { component: Component::Other, count: 1 };
    for inst in words.instructions() {
        let id = inst.result_id().unwrap_or_default();
        if let Some(ty) = inst.result_type() {
            types.insert(id, ty);
        }
        let shape = |id: &Id| shapes.get(id).copied().unwrap_or(other);
        let found = match (inst.opcode(), inst.in_operands()) {
            (Op::TypeInt, [width, ..]) => Shape { component: Component::Int(*width), count: 1 },
            (Op::TypeFloat, [width]) => Shape { component: Component::Float(*width), count: 1 },
            (Op::TypeVector, [component, count]) => Shape { count: (*count).into(), ..shape(component) },
            (Op::TypeCooperativeMatrixKHR, [component, ..]) => Shape { count: 0, ..shape(component) },
            (op, [input]) if is_conversion(op) => {
                let input = types.get(input).copied().unwrap_or_default();
                let result = shape(&inst.result_type().unwrap_or_default());
                check(op, result, shape(&input)).map_err(|error| inst.place(error))?;
                continue;
            }
            _ => continue,
        };
        shapes.insert(id, found);
    }
    Ok(())
}
