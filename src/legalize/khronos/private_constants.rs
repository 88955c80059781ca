//! Constants in address space 0, where SPIR-V has no module-scope variables: each function gets a copy of its own.

use crate::concepts::base::globals;
use crate::concepts::intrinsics::rows;
use crate::error::{Error, Result};
use crate::llvm::{Builder, Linkage, Module, Opcode, Value};
use rustc_hash::FxHashMap;

/// Replaces internal constants that only instructions use by local variables with the same value.
pub fn run<'m>(module: &'m Module<'m>) -> Result<()> {
    let builder = Builder::new(module);
    let constants: Vec<_> = module.globals().filter(|global| is_copied(*global)).collect();
    for constant in constants {
        copy(&builder, constant)?;
        constant.delete_global()?;
    }
    Ok(())
}

fn is_copied(global: Value<'_>) -> bool {
    let is_constant = global.ty().address_space() == 0
        && global.is_global_constant()
        && global.linkage() == Linkage::Internal
        && global.initializer().is_some()
        && !globals::is_internal_to_llvm(global, rows::role_of_call);
    is_constant && global.uses().all(|user| user.is_instruction() && !user.is_op(Opcode::Phi))
}

fn copy<'m>(builder: &Builder<'m>, constant: Value<'m>) -> Result<()> {
    let mut copies = FxHashMap::default();
    for user in constant.uses().collect::<Vec<_>>() {
        let function = user.parent_function().ok_or_else(|| Error::internal("an instruction in no function"))?;
        let copy = match copies.get(&function) {
            Some(copy) => *copy,
            None => local(builder, function, constant)?,
        };
        copies.insert(function, copy);
        for index in (0..user.operand_count()).filter(|index| user.operand(*index) == Some(constant)) {
            user.set_operand(index, copy)?;
        }
    }
    Ok(())
}

/// Adds a variable to the beginning of a function, and initialises it with the value of the constant.
fn local<'m>(builder: &Builder<'m>, function: Value<'m>, constant: Value<'m>) -> Result<Value<'m>> {
    let first = function.entry_block().and_then(|block| block.first_instruction());
    builder.position_before(first.ok_or_else(|| Error::internal("a function without instructions"))?)?;
    let content = constant.initializer().ok_or_else(|| Error::internal("a constant without a value"))?;
    let variable = builder.alloca(content.ty(), Some(0))?;
    variable.set_name(constant.name());
    if constant.alignment() > 0 {
        variable.set_alignment(constant.alignment())?;
    }
    builder.store(content, variable)?;
    Ok(variable)
}
