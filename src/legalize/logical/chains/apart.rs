//! Pointers that a `phi` or `select` chooses from one variable, where no single index leads to all of them: a number
//! tells them apart, as for pointers from several variables.

use super::Rebuild;
use super::address::{Address, Term, number};
use super::chosen::{Choices, Nodes, is_choice, is_everywhere};
use super::parts::Part;
use super::places::holds;
use crate::error::Result;
use crate::llvm::{Opcode, Type, Value};

/// The number of addresses that are told apart at most.
const MAX_ADDRESSES: usize = 64;

/// Returns the type that an instruction loads, stores or changes at an address; `None` if it does not access the
/// pointer.
pub fn accessed<'m>(inst: Value<'m>, pointer: Value<'m>) -> Option<Type<'m>> {
    let at = |index| inst.operand(index).filter(|operand| *operand == pointer);
    match inst.opcode()? {
        Opcode::Load => at(0).map(|_| inst.ty()),
        Opcode::Store => at(1).and(inst.operand(0)).map(Value::ty),
        Opcode::AtomicRmw | Opcode::CmpXchg => at(0).and(inst.operand(1)).map(Value::ty),
        _ => None,
    }
}

impl<'m> Rebuild<'_, 'm> {
    /// Returns whether chains lead to everything that an instruction accesses through a pointer; true if the pointee is
    /// unknown.
    pub fn is_accessible(&mut self, inst: Value<'m>, pointer: Value<'m>) -> Result<bool> {
        let Some(ty) = accessed(inst, pointer) else { return Ok(true) };
        let address = self.address(pointer)?;
        match self.places.pointee(address.root) {
            Some(root) => self.has_parts(root, &address, 0, ty),
            None => Ok(true),
        }
    }

    fn has_parts(&self, root: Type<'m>, address: &Address<'m>, at: i64, ty: Type<'m>) -> Result<bool> {
        let (finder, layout) = (self.finder(ty), self.module.layout());
        let is_number = |ty: Type<'m>| !ty.is_array() && !ty.is_struct();
        let size = layout.store_size(ty).and_then(|size| i64::try_from(size).ok()).unwrap_or(i64::MAX);
        if let Some(found) = finder.find(root, address, at) {
            let end = found.rest.saturating_add(size as u64);
            let is_within = layout.store_size(found.memory).is_some_and(|whole| end <= whole);
            if found.rest == 0 && holds(found.memory, ty) || is_number(found.memory) && is_number(ty) && is_within {
                return Ok(true);
            }
        }
        if finder.is_padding(root, address, at, size) {
            return Ok(true);
        }
        let Some(parts) = self.parts(ty)? else { return Ok(false) };
        for Part { offset, ty } in parts {
            match at.checked_add(offset) {
                Some(at) if self.has_parts(root, address, at, ty)? => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Returns the addresses that a phi or select chooses from, one by one; `None` where they cannot be listed.
    pub fn apart(&mut self, root: Value<'m>) -> Result<Option<&Choices<'m>>> {
        if !is_choice(root) {
            return Ok(None);
        }
        if !self.apart.contains_key(&root) {
            let choices = self.choose_apart(root)?;
            self.apart.insert(root, choices);
        }
        Ok(self.apart.get(&root).and_then(Option::as_ref))
    }

    fn choose_apart(&mut self, root: Value<'m>) -> Result<Option<Choices<'m>>> {
        let nodes = self.nodes(root)?;
        let Some(addresses) = addresses(&nodes) else { return Ok(None) };
        let number_of = |address: &Address<'m>| addresses.iter().position(|known| known == address);
        let which = self.numbers(&nodes, self.emit.context.int_type(32)?, &|rebuild, choice, known| match known {
            Some(known) => Ok(known),
            None => rebuild.emit.index(number_of(&choice.address).unwrap_or_default() as u32),
        })?;
        self.emit.builder.position_before(self.current)?;
        let reaches = vec![None; addresses.len()];
        Ok(Some(Choices { addresses, reaches, which: which.get(&root).copied(), cases: Vec::new() }))
    }

    /// Returns whether an index of the address may only be one of a few constants, and no chain leads to what the
    /// instruction accesses. If so, `apart` lists the address for each constant from then on.
    pub fn list(&mut self, inst: Value<'m>, pointer: Value<'m>) -> Result<bool> {
        let address = self.address(pointer)?;
        let listed = address.terms.iter().enumerate().find_map(|(at, term)| Some((at, *term, numbers_of(*term)?)));
        let Some((at, term, numbers)) = listed else { return Ok(false) };
        if self.is_accessible(inst, pointer)? {
            return Ok(false);
        }
        let (mut addresses, mut cases) = (Vec::with_capacity(numbers.len()), Vec::with_capacity(numbers.len()));
        for number in numbers {
            let mut one = address.clone();
            one.terms.remove(at);
            one.offset = one.offset.wrapping_add((number / term.divisor).wrapping_mul(term.scale));
            addresses.push(one);
            cases.push(self.emit.context.const_int(term.index.ty(), number as u64)?);
        }
        let reaches = vec![None; addresses.len()];
        self.apart.insert(pointer, Some(Choices { addresses, reaches, which: Some(term.index), cases }));
        Ok(true)
    }
}

/// Returns the constants that an index may be: 0 and 1 for a boolean, or those that a phi or select chooses from;
/// `None` for any other index.
fn numbers_of(term: Term<'_>) -> Option<Vec<i64>> {
    if term.index.ty().is_int_of(1) {
        return Some(vec![0, 1]);
    }
    if term.flat.is_some() || !is_choice(term.index) {
        return None;
    }
    let (mut found, mut seen, mut work) = (Vec::new(), vec![term.index], vec![term.index]);
    while let Some(choice) = work.pop() {
        for value in choice.operands().skip(usize::from(choice.is_op(Opcode::Select))) {
            match number(value) {
                Some(number) if !found.contains(&number) => found.push(number),
                Some(_) => {}
                None if seen.contains(&value) => {}
                None if is_choice(value) => {
                    seen.push(value);
                    work.push(value);
                }
                None => return None,
            }
        }
        if found.len() > MAX_ADDRESSES || seen.len() > MAX_ADDRESSES {
            return None;
        }
    }
    (found.len() >= 2).then_some(found)
}

/// Returns the addresses that phis and selects choose from; `None` if a pointer advances in a loop, or if an address is
/// not available wherever it may be chosen.
fn addresses<'m>(nodes: &Nodes<'m>) -> Option<Vec<Address<'m>>> {
    let is_node = |value: Value<'m>| nodes.iter().any(|(node, _)| *node == value);
    let has_phis = nodes.iter().any(|(node, _)| node.is_op(Opcode::Phi));
    let is_known = |address: &Address<'m>| !has_phis || address.terms.is_empty() && is_everywhere(address.root);
    let mut addresses: Vec<Address<'m>> = Vec::new();
    for address in nodes.iter().flat_map(|(_, choices)| choices).map(|choice| &choice.address) {
        if is_node(address.root) {
            if address.offset != 0 || !address.terms.is_empty() {
                return None;
            }
        } else if !is_known(address) {
            return None;
        } else if !addresses.contains(address) {
            addresses.push(address.clone());
        }
    }
    (2..=MAX_ADDRESSES).contains(&addresses.len()).then_some(addresses)
}
