//! Accesses through pointers that a `phi` or `select` chooses from several variables, which no value is with logical
//! addressing. The access becomes a switch with a copy of the access for each variable, or for each address where no
//! index leads to all of them.
//!
//! Accesses with an index that is chosen from a few constants, which may lead to different members, become a switch
//! with a copy for each constant.
//!
//! Images and samplers can be no results of a phi, either: the instruction that computes a number from an image is
//! copied together with all instructions between it and the pointer.

use super::Rebuild;
use super::address::{Address, Reach};
use super::chosen::Choices;
use super::descriptors::chooses_descriptors;
use super::places::is_chain_call;
use crate::error::{Error, Result};
use crate::llvm::{Block, Opcode, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of instructions between a pointer and the instruction that computes a number from the loaded image.
const MAX_DEPTH: u32 = 8;

/// A block that was split in two, where the first part has no terminator yet.
pub struct Cut<'m> {
    /// The function with the block.
    pub function: Value<'m>,
    /// The first part.
    pub before: Block<'m>,
    /// The second part of the block, which begins with the given instruction.
    pub after: Block<'m>,
}

impl<'m> Cut<'m> {
    /// Splits the block of an instruction in front of it.
    pub fn in_front_of(inst: Value<'m>) -> Result<Self> {
        let place = inst.parent_function().zip(inst.parent_block());
        let (function, before) = place.ok_or_else(|| Error::internal("an access outside of a block"))?;
        let after = inst.split_block()?;
        before.terminator().ok_or_else(|| Error::internal("a block without an end"))?.erase()?;
        Ok(Self { function, before, after })
    }
}

impl<'m> Rebuild<'_, 'm> {
    /// Rewrites each access of a function through pointers that are chosen from several variables.
    pub fn branch(&mut self, function: Value<'m>) -> Result<()> {
        if !function.blocks().flat_map(|block| block.instructions()).any(is_chosen) {
            return Ok(());
        }
        let mut work: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
        work.retain(|inst| is_access(*inst));
        work.reverse();
        while let Some(inst) = work.pop() {
            self.growth.allow_one(&self.emit.builder);
            self.begin(inst)?;
            if let Some(node) = self.chosen_operand(inst, MAX_DEPTH)? {
                work.extend(self.branch_at(inst, node)?);
            }
            self.growth.check()?;
        }
        self.erase()
    }

    /// Returns the phi, select or listed pointer from which an operand of an instruction comes, and for which the
    /// instruction must be copied.
    fn chosen_operand(&mut self, inst: Value<'m>, depth: u32) -> Result<Option<Value<'m>>> {
        let Some(depth) = depth.checked_sub(1) else { return Ok(None) };
        for operand in inst.operands() {
            let found = match () {
                () if operand.ty().is_pointer() => {
                    let Address { root, terms, .. } = Address::of(self.module.layout(), operand)?;
                    match self.choices(root)?.map(|choices| (choices.which.is_some(), chooses_descriptors(choices))) {
                        Some((true, _)) => Some(root),
                        Some((_, are_descriptors))
                            if are_descriptors
                                || !self.is_variable(inst, operand)? && !self.is_accessible(inst, operand)? =>
                        {
                            self.apart(root)?.map(|_| root)
                        }
                        None if !terms.is_empty() => self.list(inst, operand)?.then_some(operand),
                        _ => None,
                    }
                }
                () if is_opaque(operand.ty()) && operand.is_instruction() => self.chosen_operand(operand, depth)?,
                () => None,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Copies an instruction for each address that a phi or select chooses from. Returns the copies.
    fn branch_at(&mut self, inst: Value<'m>, node: Value<'m>) -> Result<Vec<Value<'m>>> {
        let choices = match self.apart.get(&node) {
            Some(apart) => apart.clone(),
            None => self.choices(node)?.cloned(),
        };
        let Some(Choices { addresses, reaches, which: Some(which), cases }) = choices else { return Ok(Vec::new()) };
        let Cut { function, before, after } = Cut::in_front_of(inst)?;
        let blocks = addresses.iter().map(|_| self.module.append_block(function, "")).collect::<Result<Vec<_>>>()?;
        self.emit.builder.position_at_end(before);
        let last = *blocks.last().ok_or_else(|| Error::internal("a choice of nothing"))?;
        let switch = self.emit.builder.switch(which, last)?;
        for (number, block) in (0..).zip(&blocks).take(blocks.len() - 1) {
            let case = cases.get(number as usize).copied();
            self.emit.builder.add_case(switch, case.map_or_else(|| self.emit.index(number), Ok)?, *block)?;
        }
        let mut copies = Vec::with_capacity(blocks.len());
        for ((address, reach), block) in addresses.iter().zip(reaches).zip(&blocks) {
            self.emit.builder.position_at_end(*block);
            let pointer = self.pointer(address, reach)?;
            let mut made = FxHashMap::from_iter([(node, pointer)]);
            copies.push(self.copy_with(inst, &mut made)?);
            self.emit.builder.br(after)?;
        }
        if inst.is_used() {
            self.begin(inst)?;
            let phi = self.emit.builder.phi(inst.ty())?;
            for (copy, block) in copies.iter().zip(&blocks) {
                self.emit.builder.add_incoming(phi, *copy, *block)?;
            }
            inst.replace_uses(phi)?;
        }
        self.replaced.extend(on_the_way(inst, &FxHashMap::default()).into_iter().filter(|known| *known != inst));
        inst.erase()?;
        Ok(copies)
    }

    /// Emits the pointer of an address, as a gep by bytes.
    fn pointer(&mut self, address: &Address<'m>, reach: Option<Reach>) -> Result<Value<'m>> {
        // What stays in front of the branch would be computed with the indices of the other branches, too.
        let mut pointer = match is_chain_call(address.root) {
            true => self.emit.builder.copy(address.root)?,
            false => address.root,
        };
        let byte = self.emit.context.int_type(8)?;
        let width = self.module.layout().pointer_size(address.root.ty().address_space()) * 8;
        let word = self.emit.context.int_type(width)?;
        for term in &address.terms {
            let steps = self.counted(term, word)?;
            if let Some(reach) = reach {
                self.flat.insert(steps, reach);
            }
            let bytes = self.emit.with(Opcode::Mul, steps, term.scale as u64)?;
            pointer = self.emit.builder.gep(byte, pointer, &[bytes], false)?;
        }
        self.emit.offset(pointer, address.offset as u64, word)
    }

    /// Copies an instruction, and the instructions that lead to it from a pointer that `made` replaces.
    fn copy_with(&mut self, inst: Value<'m>, made: &mut FxHashMap<Value<'m>, Value<'m>>) -> Result<Value<'m>> {
        let mut last = inst;
        for original in on_the_way(inst, made) {
            if original != inst && !original.operands().any(|operand| made.contains_key(&operand)) {
                continue;
            }
            last = self.emit.builder.copy(original)?;
            for (index, operand) in (0..).zip(original.operands()) {
                if let Some(other) = made.get(&operand) {
                    last.set_operand(index, *other)?;
                }
            }
            made.insert(original, last);
        }
        Ok(last)
    }
}

/// Returns an instruction, preceded by the instructions that are copied with it, each after its operands.
fn on_the_way<'m>(inst: Value<'m>, made: &FxHashMap<Value<'m>, Value<'m>>) -> Vec<Value<'m>> {
    let is_copied = |value: &Value<'m>| {
        let is_opaque_one = is_opaque(value.ty()) && !value.is_op(Opcode::Phi);
        value.is_instruction() && !made.contains_key(value) && (value.is_gep() || is_opaque_one)
    };
    let (mut order, mut seen, mut work) = (Vec::new(), FxHashSet::default(), vec![(inst, false)]);
    while let Some((inst, is_last)) = work.pop() {
        if is_last {
            order.push(inst);
        } else if seen.insert(inst) {
            work.push((inst, true));
            work.extend(inst.operands().filter(is_copied).map(|operand| (operand, false)));
        }
    }
    order
}

/// Returns whether an instruction chooses between pointers, or between integers that may be indices.
fn is_chosen(inst: Value<'_>) -> bool {
    super::chosen::is_choice(inst) && (inst.ty().is_pointer() || inst.ty().is_int())
}

/// Returns whether an instruction may access memory, or compute something other than an image from an image.
fn is_access(inst: Value<'_>) -> bool {
    use Opcode::*;
    let is_one = matches!(inst.opcode(), Some(Load | Store | Call | AtomicRmw | CmpXchg));
    is_one && !is_opaque(inst.ty())
}

/// Returns whether a phi cannot have a type: that of an image, a sampler, or a combination of them.
pub fn is_opaque(ty: Type<'_>) -> bool {
    ty.target_name().is_some()
}
