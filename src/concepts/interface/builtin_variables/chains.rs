//! Chains of three calls and three `insertelement`s that read one vector.

use super::globals::{self, builtin_of};
use super::{BuiltIn, DIMENSIONS, ROWS, Shape, by_name, forward_whole, row};
use crate::concepts::instructions::compare;
use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::state::Forward;
use crate::state::slots::builtin_variables::{BuiltinChain, Chains};
use llvm_spirv_mangling as mangling;

/// Finds the chains of a function, from its calls of the getters; at the first call the getters of the module.
pub fn find_chains<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<()> {
    let chains = f.builtin_chains.take().unwrap_or_else(|| chains_of_module(f));
    let width = compare::address_width(f);
    if !chains.getters.is_empty() {
        for call in &f.body.pointee_uses.calls {
            let Some(callee) = call.called_value() else { continue };
            let Some(builtin) = chains.getters.get(&callee).copied() else { continue };
            if dimension(*call) != Some(u64::from(DIMENSIONS - 1)) {
                continue;
            }
            if let Some(chain) = chain(callee, *call, width) {
                f.body.absorbed.extend(&chain.absorbed);
                f.body.builtin_loads.by_last.insert(chain.last, builtin);
            }
        }
    }
    f.body.absorbed.extend(chains.loaded_through.get(&function).into_iter().flatten());
    f.builtin_chains = Some(chains);
    Ok(())
}

fn chains_of_module<'m>(f: &Forward<'m>) -> Chains<'m> {
    let mut chains = Chains::default();
    for callee in f.module.functions().filter(|function| function.is_declaration()) {
        if let Some((builtin, Shape::Sizes(_))) = getter(callee.name()) {
            chains.getters.insert(callee, builtin);
        }
    }
    for global in f.module.globals() {
        if builtin_of(global).is_none() {
            continue;
        }
        for pointer in globals::loaded_through(global) {
            if let Some(function) = pointer.parent_function() {
                chains.loaded_through.entry(function).or_default().push(pointer);
            }
        }
    }
    chains
}

/// Returns the variable that a function reads, as a whole or one component, and its row's type.
pub fn getter(symbol: &str) -> Option<(BuiltIn, Shape)> {
    let base = mangling::base_name(symbol)?;
    let of_row = || ROWS.iter().find(|row| row.0 == base);
    by_name(base).and_then(row).or_else(of_row).map(|row| (row.1, row.2))
}

/// The constant argument of a call of a getter.
fn dimension(call: Value<'_>) -> Option<u64> {
    call.call_arg(0).filter(|arg| arg.is_constant())?.int_value()
}

/// Returns the chain that ends with the insertion of `call`, which reads the last dimension.
fn chain<'m>(callee: Value<'m>, call: Value<'m>, width: u32) -> Option<BuiltinChain<'m>> {
    let last = call.uses().next().filter(|user| call.has_one_use() && user.is_op(Opcode::InsertElement))?;
    let fits = last.ty().count() == u64::from(DIMENSIONS) && last.ty().scalar().is_int_of(width);
    let (mut insert, mut absorbed) = (last, Vec::new());
    for index in (0..DIMENSIONS).rev() {
        let (into, element, at) = (insert.operand(0)?, insert.operand(1)?, insert.operand(2)?);
        let called = element.called_function() == Some(callee) && element.has_one_use();
        if !called || at.int_value() != Some(index.into()) || dimension(element) != Some(index.into()) {
            return None;
        }
        absorbed.push(element);
        if index == 0 {
            return (into.is_undef() && fits).then_some(BuiltinChain { last, absorbed });
        }
        if !into.is_op(Opcode::InsertElement) || !into.has_one_use() {
            return None;
        }
        absorbed.push(into);
        insert = into;
    }
    None
}

/// Translates the last instruction of a chain, the load of the whole vector; returns whether it is one.
pub fn forward_insert_element<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    match f.body.builtin_loads.by_last.get(&inst).copied() {
        Some(builtin) => forward_whole(f, inst, builtin).map(|()| true),
        None => Ok(false),
    }
}
