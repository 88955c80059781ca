//! Pointers into several arrays of descriptors, with computed indices, that a `phi` chooses. The phi becomes a `select`
//! of chains that are rebuilt behind it, with a phi for each of their indices.
//!
//! The index of a descriptor must be the same for all invocations that use it together, unless it is decorated as
//! `NonUniform` (SPIR-V 3.20). A chosen index would differ between invocations. So `branches` inserts a switch at the
//! access with one case for each chain, which is taken only by the invocations that came from the block of the chain.

use super::Rebuild;
use super::branches::is_opaque;
use super::chosen::{Choices, is_made_anywhere};
use super::places::is_chain_call;
use crate::conventions::classes;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Type, Value};
use rustc_hash::FxHashMap;

/// The number of instructions that may lead to one pointer.
const MAX_WAY: usize = 64;

/// A pointer that a phi chooses, with the instructions that compute it.
struct Chain<'m> {
    pointer: Value<'m>,
    /// The chains and selects that lead from variables to the pointer, each after its operands.
    way: Vec<Value<'m>>,
}

/// Returns whether a pointer is to an array of descriptors: images, samplers and the like, or buffers.
pub fn is_descriptor_array(pointer: Value<'_>) -> bool {
    classes::has_descriptors(pointer.ty().address_space()) && pointer.value_type().is_some_and(Type::is_array)
}

/// Returns whether a phi or select chooses from elements of an array of images or samplers.
pub fn chooses_descriptors(choices: &Choices<'_>) -> bool {
    choices.addresses.first().is_some_and(|address| is_array_of_opaque(address.root))
}

fn is_array_of_opaque(root: Value<'_>) -> bool {
    let element = root.value_type().filter(|ty| ty.is_array()).and_then(Type::element);
    element.is_some_and(is_opaque)
}

/// Returns the different pointers that a phi chooses from; `None` unless all come from variables through chains and
/// selects.
fn chains_of(phi: Value<'_>) -> Option<Vec<Chain<'_>>> {
    let mut chains: Vec<Chain<'_>> = Vec::new();
    for (pointer, _) in phi.incoming() {
        if !chains.iter().any(|chain| chain.pointer == pointer) {
            chains.push(Chain { pointer, way: way_to(pointer)? });
        }
    }
    Some(chains)
}

/// Returns the chains and selects that lead from variables to a pointer, each after its operands; `None` if other
/// instructions do.
fn way_to(pointer: Value<'_>) -> Option<Vec<Value<'_>>> {
    let (mut way, mut work, mut visits) = (Vec::new(), vec![pointer], 0);
    while let Some(next) = work.pop() {
        visits += 1;
        if !next.is_instruction() || next.is_op(Opcode::Alloca) {
            continue;
        }
        let is_chain = next.is_gep() || is_chain_call(next);
        if !is_chain && !next.is_op(Opcode::Select) || visits > MAX_WAY {
            return None;
        }
        // What several lead from has its last place.
        way.retain(|known| *known != next);
        way.push(next);
        work.extend(next.operands().filter(|operand| operand.ty().is_pointer()));
    }
    way.reverse();
    Some(way)
}

/// Returns whether an instruction is a chain to an array element that is a descriptor, by an index that is no constant.
fn is_to_descriptor(inst: Value<'_>) -> bool {
    let Some(base) = inst.operand(0) else { return false };
    let is_array = if inst.is_gep() { is_array_of_opaque(base) } else { is_descriptor_array(base) };
    is_array && !is_made_anywhere(inst)
}

impl<'m> Rebuild<'_, 'm> {
    /// Replaces phis that choose from several descriptors by selects.
    pub fn choose_descriptors(&mut self, function: Value<'m>) -> Result<()> {
        let all = function.blocks().flat_map(|block| block.instructions());
        let phis: Vec<_> = all.filter(|inst| inst.ty().is_pointer() && inst.is_op(Opcode::Phi)).collect();
        for phi in phis {
            let Some(chains) = chains_of(phi).filter(|_| !self.may_be_chosen_at(phi)) else { continue };
            if chains.len() > 1 && chains.iter().flat_map(|chain| &chain.way).any(|inst| is_to_descriptor(*inst)) {
                self.choose_anew(phi, &chains)?;
            }
        }
        self.erase()
    }

    /// Rebuilds the chains that a phi chooses from behind the phi, and emits a select of them.
    fn choose_anew(&mut self, phi: Value<'m>, chains: &[Chain<'m>]) -> Result<()> {
        let block = phi.parent_block().ok_or_else(|| Error::internal("a phi without a block"))?;
        let behind = block.instructions().find(|inst| !inst.is_op(Opcode::Phi));
        self.begin(behind.ok_or_else(|| Error::internal("a block without an end"))?)?;
        let mut chosen = None;
        for chain in chains {
            let pointer = self.made_anew(phi, chain)?;
            chosen = Some(match chosen {
                None => pointer,
                Some(others) => {
                    let is_this = self.only_from(phi, chain, self.emit.int(self.emit.context.bool_type(), 1)?)?;
                    self.emit.select(is_this, pointer, others)?
                }
            });
        }
        phi.replace_uses(chosen.ok_or_else(|| Error::internal("a phi of nothing"))?)?;
        self.replaced.push(phi);
        Ok(())
    }

    /// Rebuilds a pointer that a phi chooses behind the phi.
    fn made_anew(&mut self, phi: Value<'m>, chain: &Chain<'m>) -> Result<Value<'m>> {
        let mut made = FxHashMap::default();
        for old in &chain.way {
            let mut operands = Vec::new();
            for (at, operand) in (0..).zip(old.operands()) {
                match made.get(&operand) {
                    Some(new) => operands.push((at, *new)),
                    None if operand.is_instruction() => operands.push((at, self.only_from(phi, chain, operand)?)),
                    None => {}
                }
            }
            let new = self.emit.builder.copy(*old)?;
            operands.into_iter().try_for_each(|(at, operand)| new.set_operand(at, operand))?;
            made.insert(*old, new);
        }
        Ok(made.get(&chain.pointer).copied().unwrap_or(chain.pointer))
    }

    /// Emits a phi that is `number` where the given phi chooses a chain, and 0 elsewhere.
    fn only_from(&self, phi: Value<'m>, chain: &Chain<'m>, number: Value<'m>) -> Result<Value<'m>> {
        let none = self.emit.int(number.ty(), 0)?;
        self.emit.builder.position_before(phi)?;
        let only = self.emit.builder.phi(number.ty())?;
        for (pointer, from) in phi.incoming() {
            self.emit.builder.add_incoming(only, if pointer == chain.pointer { number } else { none }, from)?;
        }
        self.emit.builder.position_before(self.current)?;
        Ok(only)
    }
}
