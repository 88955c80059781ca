//! Module-scope variables (SPIR-V `OpVariable` outside functions) and aliases.
//!
//! In LLVM IR: globals, whose address space is the storage class. `constant` is the decoration `Constant`, the
//! alignment `Alignment`, the linkage `LinkageAttributes`. An alias stands for what it names.

use super::{constants, functions, pointers, types, values};
use crate::error::{Error, Result};
use crate::llvm::{Linkage, Value};
use crate::state::{Forward, Operand};
use ::spirv::{Decoration, Op, StorageClass};

// --- LLVM to SPIR-V ---

/// Is this a global that LLVM keeps for itself (`llvm.used` and the like)?
pub fn is_internal_to_llvm(global: Value<'_>) -> bool {
    global.name().starts_with("llvm.") || matches!(global.linkage(), Linkage::LLVMAppendingLinkage)
}

/// The variable of a global, with the pointer type that its value type gives.
pub fn forward<'m>(f: &mut Forward<'m>, global: Value<'m>) -> Result<Operand> {
    if let Some(operand) = f.globals.get(&global) {
        return Ok(*operand);
    }
    let class = pointers::storage_class(f, global.ty().address_space())?;
    if class == StorageClass::Function {
        return Err(Error::unsupported(format!("the global {} in address space 0", global.name()))
            .hint("give it address space 1 (CrossWorkgroup), 2 (UniformConstant) or 3 (Workgroup)"));
    }
    let value_type = global.value_type().ok_or_else(|| Error::internal("a global without a value type"))?;
    let pointee = types::pointee(f, value_type)?;
    let ty = pointers::pointer_type(f, class, pointee)?;
    let mut operands = vec![class as u32];
    operands.extend(initializer(f, global, class)?);
    let id = f.spv.global(Op::Variable, Some(ty), &operands)?;
    f.variables.push(id);
    let operand = Operand { id, ty };
    f.globals.insert(global, operand);
    decorate(f, global, id)?;
    Ok(operand)
}

/// The initialiser; local memory has none in SPIR-V, and what is undefined needs none.
fn initializer<'m>(f: &mut Forward<'m>, global: Value<'m>, class: StorageClass) -> Result<Option<u32>> {
    match global.initializer() {
        Some(value) if !value.is_undef() && class != StorageClass::Workgroup => {
            let operand = constants::module_scope(f, value)?;
            let ty = types::forward(f, value.ty())?;
            Ok(Some(constants::constant_as(f, operand, ty)?.id))
        }
        _ => Ok(None),
    }
}

fn decorate<'m>(f: &mut Forward<'m>, global: Value<'m>, id: u32) -> Result<()> {
    f.spv.name(id, &global.name())?;
    if global.is_global_constant() {
        f.spv.decorate(id, Decoration::Constant, &[])?;
    }
    if global.alignment() > 0 {
        f.spv.decorate(id, Decoration::Alignment, &[global.alignment()])?;
    }
    functions::linkage(f, global, id)
}

/// An alias is its aliasee.
pub fn forward_alias<'m>(f: &mut Forward<'m>, alias: Value<'m>) -> Result<Operand> {
    let aliasee = alias.aliasee().ok_or_else(|| Error::internal("an alias of nothing"))?;
    values::operand(f, aliasee)
}
