//! Builtin variables in the Khronos translator's form: all are declared before the functions, as imports, and a query
//! for a dimension is always a selection, even if the dimension is constant.

use crate::binary::Id;
use crate::concepts::base::types;
use crate::concepts::builtins;
use crate::concepts::interface::builtin_variables::{
    DIMENSIONS, Form, chains, constant_index, define_number, dimension, forward_computed, load, or_other, variable,
};
use crate::error::Result;
use crate::llvm::Value;
use crate::state::{BuiltinVariable, Forward, Lower, Operand, lower};
use ::spirv::{BuiltIn, Capability, Op};
use llvm_spirv_mangling::Name;

/// Returns the lowering of a builtin that takes a dimension.
pub fn resolve(name: &Name) -> Option<Lower> {
    let (builtin, other) = dimension(name)?;
    lower(move |f, inst, _| forward_dimension(f, inst, builtin, other))
}

/// Declares the variables that the module's functions read.
pub fn declare_all(f: &mut Forward<'_>) -> Result<()> {
    for callee in f.module.functions().filter(|function| function.is_declaration()) {
        let call = callee.uses().find(|user| user.called_function() == Some(callee));
        let getter = chains::getter(callee.name()).filter(|_| call.is_some());
        if let Some(((builtin, _), call)) = getter.zip(call).filter(|_| builtins::resolved(f, callee).is_some()) {
            variable(f, builtin, Form::of(call.ty(), None))?;
        }
    }
    Ok(())
}

/// Declares `Linkage` if there are builtin variables, which are imports even in a module without others.
pub fn require_linkage(f: &mut Forward<'_>) {
    if !f.builtin_variables.is_empty() {
        f.spv.require(Capability::Linkage);
    }
}

/// Translates a query for one dimension of OpenCL C: the result is `other` if there is no such dimension.
pub fn forward_dimension<'m>(f: &mut Forward<'m>, inst: Value<'m>, builtin: BuiltIn, other: u64) -> Result<()> {
    let variable = variable(f, builtin, Form::of(inst.ty(), Some(DIMENSIONS)))?;
    let vector = load(f, variable)?;
    let (exists, number) = match constant_index(inst) {
        Some(index) => constant(f, variable, vector, index)?,
        None => forward_computed(f, builtins::value(inst, 0)?, variable, vector)?,
    };
    let number = or_other(f, variable, exists, number, other)?;
    define_number(f, inst, number)
}

fn constant(f: &mut Forward<'_>, of: BuiltinVariable, vector: Operand, index: u64) -> Result<(Id, Operand)> {
    let (op, index) = match u32::try_from(index).ok().filter(|index| *index < DIMENSIONS) {
        Some(index) => (Op::ConstantTrue, index),
        None => (Op::ConstantFalse, 0),
    };
    let boolean = types::int(f, 1)?;
    let exists = f.spv.unique_constant(op, boolean, &[])?;
    Ok((exists, f.emit_value(Op::CompositeExtract, of.component, &[vector.id, index])?))
}
