//! Pointers into several descriptors of arrays, whose indices are no constants, that a `phi` chooses: a `select` chooses from
//! chains that are made anew behind it, whose indices are chosen each by itself.
//!
//! The index of a descriptor is the same for all invocations that use it together, where it is not decorated as `NonUniform`
//! (SPIR-V 3.20): an index that is chosen would differ. `branches` has a branch for each chain at the access, in which only those
//! invocations are that came from where the chain was.

use super::Rebuild;
use super::branches::is_opaque;
use super::chosen::{Choices, is_made_anywhere};
use super::places::is_chain_call;
use crate::concepts::shaders::classes;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Type, Value};
use ::spirv::StorageClass;

/// A pointer that a phi chooses.
struct Chain<'m> {
    pointer: Value<'m>,
    /// The instructions that lead to it from a variable, the last one in front.
    way: Vec<Value<'m>>,
}

/// Returns whether a pointer is to an array of descriptors: of images, samplers and the like, or of buffers.
pub fn is_descriptor_array(pointer: Value<'_>) -> bool {
    use StorageClass::*;
    let class = classes::class_of(pointer.ty().address_space());
    matches!(class, Some(UniformConstant | Uniform | StorageBuffer)) && pointer.value_type().is_some_and(Type::is_array)
}

/// Returns whether what is chosen are elements of an array of images or samplers.
pub fn chooses_descriptors(choices: &Choices<'_>) -> bool {
    choices.addresses.first().is_some_and(|address| is_array_of_opaque(address.root))
}

fn is_array_of_opaque(root: Value<'_>) -> bool {
    let element = root.value_type().filter(|ty| ty.is_array()).and_then(Type::element);
    element.is_some_and(is_opaque)
}

/// Returns the different pointers that a phi chooses from, where all come from variables.
fn chains_of(phi: Value<'_>) -> Option<Vec<Chain<'_>>> {
    let mut chains: Vec<Chain<'_>> = Vec::new();
    for (pointer, _) in phi.incoming() {
        if !chains.iter().any(|chain| chain.pointer == pointer) {
            chains.push(Chain { pointer, way: way_to(pointer)? });
        }
    }
    Some(chains)
}

/// Returns the instructions that lead to a pointer from a variable, the last one in front.
fn way_to(mut pointer: Value<'_>) -> Option<Vec<Value<'_>>> {
    let mut way = Vec::new();
    while pointer.is_instruction() && !pointer.is_op(Opcode::LLVMAlloca) {
        if !pointer.is_gep() && !(pointer.is_op(Opcode::LLVMCall) && is_chain_call(pointer)) {
            return None;
        }
        way.push(pointer);
        pointer = pointer.operand(0)?;
    }
    Some(way)
}

/// Returns whether a way goes to a descriptor by an index that is no constant, or on from such a one.
fn is_to_descriptor(way: &[Value<'_>]) -> bool {
    let Some((first, base)) = way.last().and_then(|first| Some((*first, first.operand(0)?))) else { return false };
    let is_array = if first.is_gep() { is_array_of_opaque(base) } else { is_descriptor_array(base) };
    is_array && !is_made_anywhere(first)
}

impl<'m> Rebuild<'_, 'm> {
    /// Puts selects in the place of phis that choose from several descriptors.
    pub fn choose_descriptors(&mut self, function: Value<'m>) -> Result<()> {
        let all = function.blocks().flat_map(|block| block.instructions());
        let phis: Vec<_> = all.filter(|inst| inst.ty().is_pointer() && inst.is_op(Opcode::LLVMPHI)).collect();
        for phi in phis {
            let Some(chains) = chains_of(phi).filter(|_| !self.may_be_chosen_at(phi)) else { continue };
            if chains.len() > 1 && chains.iter().any(|chain| is_to_descriptor(&chain.way)) {
                self.choose_anew(phi, &chains)?;
            }
        }
        self.erase()
    }

    /// Makes the chains that a phi chooses from behind it, and a select of them.
    fn choose_anew(&mut self, phi: Value<'m>, chains: &[Chain<'m>]) -> Result<()> {
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

    /// Returns a chain that a phi chooses, made behind the phi.
    fn made_anew(&mut self, phi: Value<'m>, chain: &Chain<'m>) -> Result<Value<'m>> {
        let mut pointer = None;
        for old in chain.way.iter().rev() {
            let indices = (0..).zip(old.operands()).skip(1).filter(|(_, index)| index.is_instruction());
            let indices = indices.map(|(at, index)| Ok((at, self.only_from(phi, chain, index)?)));
            let indices = indices.collect::<Result<Vec<_>>>()?;
            let new = self.emit.builder.copy(*old)?;
            for (at, index) in indices.into_iter().chain(pointer.map(|pointer| (0, pointer))) {
                new.set_operand(at, index)?;
            }
            pointer = Some(new);
        }
        Ok(pointer.unwrap_or(chain.pointer))
    }

    /// Returns a number where a phi chooses a chain, and 0 elsewhere. What is made next goes behind the phis.
    fn only_from(&self, phi: Value<'m>, chain: &Chain<'m>, number: Value<'m>) -> Result<Value<'m>> {
        let block = phi.parent_block().ok_or_else(|| Error::internal("a phi without a block"))?;
        let none = self.emit.int(number.ty(), 0)?;
        self.emit.builder.position_before(phi)?;
        let only = self.emit.builder.phi(number.ty())?;
        for (pointer, from) in phi.incoming() {
            self.emit.builder.add_incoming(only, if pointer == chain.pointer { number } else { none }, from)?;
        }
        self.emit.builder.position_after_phis(block)?;
        Ok(only)
    }
}
