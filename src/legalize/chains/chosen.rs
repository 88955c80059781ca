//! Pointers that a `phi` or `select` chooses: the index is chosen in place of the pointer.
//!
//! Where all pointers that may be chosen have one root, they differ in bytes: what is chosen is how many times the greatest
//! common divisor of those. A pointer that goes around a loop is a number that goes around it.

use super::Rebuild;
use super::address::{Address, Term, divisor};
use crate::error::{Error, Result};
use crate::llvm::{Block, Opcode, Value};
use rustc_hash::FxHashMap;

/// The greatest number of phis and selects that choose from one another.
const MAX_NODES: usize = 1 << 10;

/// The addresses that phis and selects are; `None` where the pointers have several roots.
pub type Chosen<'m> = FxHashMap<Value<'m>, Option<Address<'m>>>;

/// A pointer that a phi or select may choose, and for a phi the block that it comes from.
#[derive(Debug)]
struct Choice<'m> {
    address: Address<'m>,
    from: Option<Block<'m>>,
}

/// Phis and selects with the pointers that each chooses from.
type Nodes<'m> = Vec<(Value<'m>, Vec<Choice<'m>>)>;

/// Returns whether a value chooses from others.
pub fn is_choice(value: Value<'_>) -> bool {
    matches!(value.opcode(), Some(Opcode::LLVMPHI | Opcode::LLVMSelect))
}

impl<'m> Rebuild<'_, 'm> {
    /// Takes a pointer apart, through the phis and selects that it comes from.
    pub fn address(&mut self, pointer: Value<'m>) -> Result<Address<'m>> {
        let mut address = Address::of(self.module.layout(), pointer)?;
        if !is_choice(address.root) {
            return Ok(address);
        }
        if !self.chosen.contains_key(&address.root) {
            self.choose(address.root)?;
        }
        if let Some(Some(chosen)) = self.chosen.get(&address.root) {
            address.root = chosen.root;
            address.offset = address.offset.wrapping_add(chosen.offset);
            address.terms.extend(chosen.terms.iter().copied());
        }
        Ok(address)
    }

    /// Chooses an index in place of a pointer, for all phis and selects that it comes from.
    fn choose(&mut self, root: Value<'m>) -> Result<()> {
        let nodes = self.nodes(root)?;
        let is_node = |value: Value<'m>| nodes.iter().any(|(node, _)| *node == value);
        let leaves = || nodes.iter().flat_map(|(_, choices)| choices).filter(|choice| !is_node(choice.address.root));
        let first = leaves().next().map(|choice| choice.address.clone());
        let same = first.filter(|first| leaves().all(|choice| choice.address.root == first.root));
        let Some(first) = same.filter(|first| !is_choice(first.root)) else {
            nodes.iter().for_each(|(node, _)| drop(self.chosen.insert(*node, None)));
            return Ok(());
        };
        let differences = nodes.iter().flat_map(|(_, choices)| choices).flat_map(|choice| {
            let base = if is_node(choice.address.root) { 0 } else { first.offset };
            let scales = choice.address.terms.iter().map(|term| term.scale);
            scales.chain([choice.address.offset.wrapping_sub(base)]).collect::<Vec<_>>()
        });
        let unit = differences.fold(0u64, |unit, number| divisor(unit, number.unsigned_abs())).max(1) as i64;
        self.make_indices(&nodes, &first, unit)
    }

    /// Makes the phis and selects of indices.
    fn make_indices(&mut self, nodes: &Nodes<'m>, first: &Address<'m>, unit: i64) -> Result<()> {
        let width = self.module.layout().pointer_size(first.root.ty().address_space()) * 8;
        let ty = self.emit.context.int_type(width)?;
        let mut made = FxHashMap::default();
        for (node, _) in nodes.iter().filter(|(node, _)| node.is_op(Opcode::LLVMPHI)) {
            self.emit.builder.position_before(*node)?;
            made.insert(*node, self.emit.builder.phi(ty)?);
        }
        // Selects choose from others that stand before them, or from phis.
        let mut left: Vec<_> = nodes.iter().filter(|(node, _)| !node.is_op(Opcode::LLVMPHI)).collect();
        while !left.is_empty() {
            let count = left.len();
            let mut later = Vec::new();
            for (node, choices) in left {
                let is_known =
                    |choice: &Choice<'m>| self.is_leaf(nodes, choice) || made.contains_key(&choice.address.root);
                if !choices.iter().all(is_known) {
                    later.push((*node, choices));
                    continue;
                }
                self.emit.builder.position_before(*node)?;
                let [yes, no] = [0, 1].map(|index| choices.get(index));
                let (Some(yes), Some(no), Some(condition)) = (yes, no, node.operand(0)) else { continue };
                let (yes, no) =
                    (self.steps(yes, &made, first, unit, width)?, self.steps(no, &made, first, unit, width)?);
                made.insert(*node, self.emit.builder.select(condition, yes, no)?);
            }
            if later.len() == count {
                return Err(Error::internal("selects of pointers that choose from one another"));
            }
            left = nodes.iter().filter(|(node, _)| later.iter().any(|(other, _)| other == node)).collect();
        }
        for (node, choices) in nodes.iter().filter(|(node, _)| node.is_op(Opcode::LLVMPHI)) {
            let phi = made.get(node).copied().ok_or_else(|| Error::internal("a phi without an index"))?;
            let mut known: FxHashMap<Block<'m>, Value<'m>> = FxHashMap::default();
            for choice in choices {
                let from = choice.from.ok_or_else(|| Error::internal("a phi without a block"))?;
                let end = from.terminator().ok_or_else(|| Error::internal("a block without an end"))?;
                self.emit.builder.position_before(end)?;
                let steps = match known.get(&from) {
                    Some(steps) => *steps,
                    None => self.steps(choice, &made, first, unit, width)?,
                };
                known.insert(from, steps);
                self.emit.builder.add_incoming(phi, steps, from)?;
            }
        }
        for (node, _) in nodes {
            let index = made.get(node).copied().ok_or_else(|| Error::internal("a choice without an index"))?;
            let terms = vec![Term { index, divisor: 1, scale: unit }];
            self.chosen.insert(*node, Some(Address { root: first.root, offset: first.offset, terms }));
        }
        self.emit.builder.position_before(self.current)
    }

    fn is_leaf(&self, nodes: &Nodes<'m>, choice: &Choice<'m>) -> bool {
        nodes.iter().all(|(node, _)| *node != choice.address.root)
    }

    /// Computes how many units a choice is away from the first one.
    fn steps(
        &self,
        choice: &Choice<'m>,
        made: &FxHashMap<Value<'m>, Value<'m>>,
        first: &Address<'m>,
        unit: i64,
        width: u32,
    ) -> Result<Value<'m>> {
        let ty = self.emit.context.int_type(width)?;
        let known = made.get(&choice.address.root).copied();
        let base = if known.is_some() { 0 } else { first.offset };
        let number = choice.address.offset.wrapping_sub(base) / unit;
        let mut sum = known;
        for term in &choice.address.terms {
            let value = self.counted(term, ty)?;
            let product = self.emit.with(Opcode::LLVMMul, value, (term.scale / unit) as u64)?;
            sum = Some(sum.map_or(Ok(product), |sum| self.emit.binary(Opcode::LLVMAdd, sum, product))?);
        }
        match sum {
            Some(sum) => self.emit.with(Opcode::LLVMAdd, sum, number as u64),
            None => self.emit.context.const_int(ty, number as u64),
        }
    }

    /// Returns the phis and selects that a pointer comes from, each with the pointers that it chooses from.
    fn nodes(&self, root: Value<'m>) -> Result<Nodes<'m>> {
        let (mut nodes, mut work): (Nodes<'m>, _) = (Vec::new(), vec![root]);
        while let Some(node) = work.pop() {
            if nodes.iter().any(|(known, _)| *known == node) {
                continue;
            }
            let pointers: Vec<_> = match node.is_op(Opcode::LLVMPHI) {
                true => node.incoming().map(|(pointer, from)| (pointer, Some(from))).collect(),
                false => node.operands().skip(1).map(|pointer| (pointer, None)).collect(),
            };
            let mut choices = Vec::with_capacity(pointers.len());
            for (pointer, from) in pointers {
                let address = Address::of(self.module.layout(), pointer)?;
                work.extend(Some(address.root).filter(|root| is_choice(*root)));
                choices.push(Choice { address, from });
            }
            nodes.push((node, choices));
            if nodes.len() > MAX_NODES {
                return Err(Error::of(
                    crate::error::Code::Limit,
                    format!("a pointer that more than {MAX_NODES} phis and selects choose"),
                ));
            }
        }
        Ok(nodes)
    }

    /// Takes the phis and selects of pointers away that only such and chains use.
    pub fn drop_choices(&mut self) -> Result<()> {
        let chosen: Vec<_> =
            self.chosen.iter().filter(|(_, address)| address.is_some()).map(|(node, _)| *node).collect();
        let is_left = |value: Value<'m>| chosen.contains(&value) || value.is_gep();
        let is_needless =
            |node: &Value<'m>| node.uses().all(|user| is_left(user) && (!user.is_gep() || user.uses().all(is_left)));
        if !chosen.iter().all(is_needless) {
            return Ok(());
        }
        for node in chosen {
            node.replace_uses(self.emit.context.poison(node.ty())?)?;
            self.replaced.push(node);
        }
        Ok(())
    }
}
