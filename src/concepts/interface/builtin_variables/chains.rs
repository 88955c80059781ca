//! Chains of three calls and three `insertelement`s that read one vector.

use super::globals::{self, builtin_of};
use super::{BuiltIn, DIMENSIONS, ROWS, Shape, by_name, forward_whole, row};
use crate::concepts::instructions::compare;
use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::state::Forward;
use crate::state::slots::builtin_variables::BuiltinChain;
use llvm_spirv_mangling as mangling;
use rustc_hash::FxHashMap;

/// Finds the chains of a function; at the first call those of the whole module, from the uses of the getters.
pub fn find_chains<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<()> {
    let chains = match f.builtin_chains.by_function.take() {
        Some(chains) => chains,
        None => chains_of_module(f),
    };
    for chain in chains.get(&function).into_iter().flatten() {
        f.body.absorbed.extend(&chain.absorbed);
        f.body.builtin_loads.by_last.extend(chain.last.map(|last| (last, chain.builtin)));
    }
    f.builtin_chains.by_function = Some(chains);
    Ok(())
}

fn chains_of_module<'m>(f: &Forward<'m>) -> FxHashMap<Value<'m>, Vec<BuiltinChain<'m>>> {
    let mut chains: FxHashMap<_, Vec<_>> = FxHashMap::default();
    let width = compare::address_width(f);
    for callee in f.module.functions().filter(|function| function.is_declaration()) {
        let Some((builtin, Shape::Sizes(_))) = getter(callee.name()) else { continue };
        for call in callee.uses().filter(|call| dimension(*call) == Some(u64::from(DIMENSIONS - 1))) {
            let chain = chain(callee, call, builtin, width);
            if let Some((function, chain)) = chain.and_then(|chain| Some((chain.last?.parent_function()?, chain))) {
                chains.entry(function).or_default().push(chain);
            }
        }
    }
    for global in f.module.globals() {
        let Some(builtin) = builtin_of(global) else { continue };
        for pointer in globals::loaded_through(global) {
            if let Some(function) = pointer.parent_function() {
                let chain = BuiltinChain { last: None, builtin, absorbed: vec![pointer] };
                chains.entry(function).or_default().push(chain);
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
fn chain<'m>(callee: Value<'m>, call: Value<'m>, builtin: BuiltIn, width: u32) -> Option<BuiltinChain<'m>> {
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
            return (into.is_undef() && fits).then_some(BuiltinChain { last: Some(last), builtin, absorbed });
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
