//! Pointers that a `phi` or `select` chooses: they are replaced by phis and selects of integers.
//!
//! The distances between pointers from one root are multiples of a unit, their greatest common divisor; the integers
//! count these units. A pointer that advances in a loop becomes an integer that advances. A second integer tells
//! pointers from several variables apart; `branches` inserts a switch on it at each access.

use super::Rebuild;
use super::address::{Address, Flat, Reach, Term, divisor};
use super::places::is_chain_call;
use crate::error::{Error, Result};
use crate::llvm::{Block, Opcode, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of phis and selects that may choose from one another.
const MAX_NODES: usize = 1 << 10;

/// The addresses that each phi and select stands for; `None` where integers cannot replace its pointers.
pub type Chosen<'m> = FxHashMap<Value<'m>, Option<Choices<'m>>>;

/// The addresses that one phi or select chooses from.
#[derive(Clone, Debug)]
pub struct Choices<'m> {
    /// The addresses: one for each root, or, in `apart`, all different ones.
    pub addresses: Vec<Address<'m>>,
    /// The range of bytes that the integer in place of the pointers reaches from each address; `None` for a constant
    /// address.
    pub reaches: Vec<Option<Reach>>,
    /// The value that tells the addresses apart: the index of the address, or one of `cases`; `None` for a single
    /// address.
    pub which: Option<Value<'m>>,
    /// The value of `which` for each address; empty if `which` is the index of the address.
    pub cases: Vec<Value<'m>>,
}

/// A pointer that a phi or select may choose, and, for a phi, its incoming block.
#[derive(Debug)]
pub struct Choice<'m> {
    /// The address of the pointer.
    pub address: Address<'m>,
    from: Option<Block<'m>>,
}

/// Phis and selects with the pointers that each chooses from.
pub type Nodes<'m> = Vec<(Value<'m>, Vec<Choice<'m>>)>;

/// The integers that replace the pointers of phis and selects.
pub type Made<'m> = FxHashMap<Value<'m>, Value<'m>>;

/// A function that returns the integer for a pointer that may be chosen, given the integer of the phi or select from
/// which the pointer comes.
type Numbering<'n, 'm, R> = dyn Fn(&R, &Choice<'m>, Option<Value<'m>>) -> Result<Value<'m>> + 'n;

/// The root of some of the pointers that are chosen.
#[derive(Debug)]
struct Root<'m> {
    value: Value<'m>,
    /// The offset of the first pointer from the root, in bytes.
    offset: i64,
    /// The greatest common divisor of the distances of all pointers from the first one, in bytes; 0 if all are equal.
    unit: u64,
    /// The range of the constant offsets of the pointers, relative to the first one.
    reach: Reach,
}

/// Returns whether a value is a phi or select.
pub fn is_choice(value: Value<'_>) -> bool {
    matches!(value.opcode(), Some(Opcode::Phi | Opcode::Select))
}

/// Returns whether a value is a phi or select of pointers.
pub fn is_choice_of_pointers(value: Value<'_>) -> bool {
    is_choice(value) && value.ty().is_pointer()
}

/// Returns whether the root of pointers is available, or can be rebuilt, in every block where a pointer from it is
/// chosen.
pub fn is_everywhere(root: Value<'_>) -> bool {
    !root.is_instruction() || root.is_op(Opcode::Alloca) || is_made_anywhere(root)
}

/// Returns whether a value is a chain by call that has constant indices only.
pub fn is_made_anywhere(root: Value<'_>) -> bool {
    root.is_op(Opcode::Call) && is_chain_call(root) && root.call_args().all(|arg| !arg.is_instruction())
}

impl<'m> Rebuild<'_, 'm> {
    /// Decomposes a pointer, through the phis and selects that it comes from.
    pub fn address(&mut self, pointer: Value<'m>) -> Result<Address<'m>> {
        let mut address = Address::of(self.module.layout(), pointer)?;
        if let Some([chosen]) = self.choices(address.root)?.map(|choices| &choices.addresses[..]) {
            address.root = chosen.root;
            address.offset = address.offset.wrapping_add(chosen.offset);
            address.terms.extend(chosen.terms.iter().copied());
        }
        for term in &mut address.terms {
            term.flat = self.flat.get(&term.index).map(|reach| Flat::whole(*reach));
        }
        Ok(address)
    }

    /// Returns the addresses that integers can choose in place of a phi or select; `None` for any other value, too.
    pub fn choices(&mut self, root: Value<'m>) -> Result<Option<&Choices<'m>>> {
        if !is_choice(root) {
            return Ok(None);
        }
        if !self.chosen.contains_key(&root) {
            self.choose(root)?;
        }
        Ok(self.chosen.get(&root).and_then(Option::as_ref))
    }

    /// Replaces a pointer by integers, in all phis and selects that it comes from.
    fn choose(&mut self, root: Value<'m>) -> Result<()> {
        let nodes = self.nodes(root)?;
        let roots = roots(&nodes);
        let is_known = match &roots[..] {
            [one] => !is_choice(one.value),
            several => {
                let is_selected = nodes.iter().all(|(node, _)| node.is_op(Opcode::Select));
                let are_known = is_selected || several.iter().all(|root| is_everywhere(root.value));
                are_known && !self.may_be_chosen_at(root)
            }
        };
        if !is_known {
            nodes.iter().for_each(|(node, _)| drop(self.chosen.insert(*node, None)));
            return Ok(());
        }
        self.make_choices(&nodes, &roots)
    }

    fn make_choices(&mut self, nodes: &Nodes<'m>, roots: &[Root<'m>]) -> Result<()> {
        let width =
            self.module.layout().pointer_size(nodes.first().map_or(0, |(node, _)| node.ty().address_space())) * 8;
        let ty = self.emit.context.int_type(width)?;
        let number_of = |value: Value<'m>| roots.iter().position(|root| root.value == value);
        let unit = roots.iter().fold(0, |unit, root| divisor(unit, root.unit)).max(1) as i64;
        let differ = roots.iter().any(|root| root.unit != 0);
        let steps = match differ {
            true => self.numbers(nodes, ty, &|rebuild, choice, known| {
                let base =
                    number_of(choice.address.root).and_then(|number| roots.get(number)).map_or(0, |root| root.offset);
                rebuild.steps(choice, known, base, unit, ty)
            })?,
            false => Made::default(),
        };
        let which = match roots {
            [_] => None,
            _ => Some(self.numbers(nodes, self.emit.context.int_type(32)?, &|rebuild, choice, known| match known {
                Some(known) => Ok(known),
                None => rebuild.emit.index(number_of(choice.address.root).unwrap_or_default() as u32),
            })?),
        };
        // What was chosen for others of the phis and selects before leads to fewer roots, and stays.
        let is_known = |node: &Value<'m>| matches!(self.chosen.get(node), Some(Some(_)));
        let new: Vec<_> = nodes.iter().map(|(node, _)| *node).filter(|node| !is_known(node)).collect();
        for node in &new {
            let index = steps.get(node).copied();
            let address = |root: &Root<'m>| {
                let divisor = (root.unit.max(unit as u64) as i64) / unit;
                let term = |index| Term { index, divisor, scale: unit.wrapping_mul(divisor), flat: None };
                let index = index.filter(|_| root.unit != 0);
                Address { root: root.value, offset: root.offset, terms: index.map(term).into_iter().collect() }
            };
            if let ([root], Some(index)) = (roots, index) {
                self.flat.insert(index, root.reach);
            }
            let which = which.as_ref().and_then(|which| which.get(node).copied());
            self.chosen.insert(
                *node,
                Some(Choices {
                    addresses: roots.iter().map(address).collect(),
                    reaches: roots.iter().map(|root| Some(root.reach)).collect(),
                    which,
                    cases: Vec::new(),
                }),
            );
        }
        self.emit.builder.position_before(self.current)
    }

    /// Emits the phis and selects of integers. The function `number` computes the integer for each choice, given that
    /// of the phi or select from which the pointer comes.
    pub fn numbers(&mut self, nodes: &Nodes<'m>, ty: Type<'m>, number: &Numbering<'_, 'm, Self>) -> Result<Made<'m>> {
        let mut made = Made::default();
        for (node, _) in nodes.iter().filter(|(node, _)| node.is_op(Opcode::Phi)) {
            self.emit.builder.position_before(*node)?;
            made.insert(*node, self.emit.builder.phi(ty)?);
        }
        self.selects(nodes, &mut made, number)?;
        for (node, choices) in nodes.iter().filter(|(node, _)| node.is_op(Opcode::Phi)) {
            let phi = made.get(node).copied().ok_or_else(|| Error::internal("a phi without an index"))?;
            let mut known: FxHashMap<Block<'m>, Value<'m>> = FxHashMap::default();
            for choice in choices {
                let from = choice.from.ok_or_else(|| Error::internal("a phi without a block"))?;
                let end = from.terminator().ok_or_else(|| Error::internal("a block without an end"))?;
                self.emit.builder.position_before(end)?;
                let value = match known.get(&from) {
                    Some(value) => *value,
                    None => number(self, choice, made.get(&choice.address.root).copied())?,
                };
                known.insert(from, value);
                self.emit.builder.add_incoming(phi, value, from)?;
            }
        }
        // The choice of two equal constants is one of them.
        self.numbers.extend(made.values().copied().filter(|number| number.is_instruction()));
        Ok(made)
    }

    /// Emits the selects of integers, each after those that it chooses from; the phis exist already.
    fn selects(&mut self, nodes: &Nodes<'m>, made: &mut Made<'m>, number: &Numbering<'_, 'm, Self>) -> Result<()> {
        let is_node = |value: Value<'m>| nodes.iter().any(|(node, _)| *node == value);
        let mut left: Vec<_> = nodes.iter().filter(|(node, _)| !node.is_op(Opcode::Phi)).collect();
        while !left.is_empty() {
            let count = left.len();
            let mut later = Vec::new();
            for (node, choices) in left {
                let is_known =
                    |choice: &Choice<'m>| !is_node(choice.address.root) || made.contains_key(&choice.address.root);
                let ([Some(yes), Some(no)], Some(condition)) =
                    ([0, 1].map(|index| choices.get(index)), node.operand(0))
                else {
                    return Err(Error::internal("a select without operands"));
                };
                if !is_known(yes) || !is_known(no) {
                    later.push((*node, choices));
                    continue;
                }
                self.emit.builder.position_before(*node)?;
                let known = |choice: &Choice<'m>| made.get(&choice.address.root).copied();
                let (yes, no) = (number(self, yes, known(yes))?, number(self, no, known(no))?);
                // A choice of two equal numbers stays one: its range does not hold for the number elsewhere.
                let chosen = match yes.is_constant() && no.is_constant() {
                    true => self.emit.select(condition, yes, no)?,
                    false => self.emit.builder.select(condition, yes, no)?,
                };
                made.insert(*node, chosen);
            }
            if later.len() == count {
                return Err(Error::internal("selects of pointers that choose from one another"));
            }
            left = nodes.iter().filter(|(node, _)| later.iter().any(|(other, _)| other == node)).collect();
        }
        Ok(())
    }

    /// Computes the distance of a choice from an offset, or from the choice that it comes from, in units.
    fn steps(
        &self,
        choice: &Choice<'m>,
        known: Option<Value<'m>>,
        base: i64,
        unit: i64,
        ty: Type<'m>,
    ) -> Result<Value<'m>> {
        let number = choice.address.offset.wrapping_sub(if known.is_some() { 0 } else { base }) / unit;
        let mut sum = known;
        for term in &choice.address.terms {
            let product = self.scaled(term, term.scale / unit, ty)?;
            sum = Some(sum.map_or(Ok(product), |sum| self.emit.binary(Opcode::Add, sum, product))?);
        }
        match sum {
            Some(sum) => self.emit.with(Opcode::Add, sum, number as u64),
            None => self.emit.context.const_int(ty, number as u64),
        }
    }

    /// Returns the phis and selects that a pointer comes from, each with the pointers that it chooses from.
    pub fn nodes(&self, root: Value<'m>) -> Result<Nodes<'m>> {
        let (mut nodes, mut work): (Nodes<'m>, _) = (Vec::new(), vec![root]);
        while let Some(node) = work.pop() {
            if nodes.iter().any(|(known, _)| *known == node) {
                continue;
            }
            let pointers: Vec<_> = match node.is_op(Opcode::Phi) {
                true => node.incoming().map(|(pointer, from)| (pointer, Some(from))).collect(),
                false => node.operands().skip(1).map(|pointer| (pointer, None)).collect(),
            };
            let mut choices = Vec::with_capacity(pointers.len());
            for (pointer, from) in pointers {
                let address = Address::of(self.module.layout(), pointer)?;
                let address = address.merged().unwrap_or(address);
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

    /// Erases the phis and selects of integers that no access uses: their only uses are computations of one another.
    pub fn drop_numbers(&mut self) -> Result<()> {
        let numbers = std::mem::take(&mut self.numbers);
        let unneeded = unneeded(&numbers);
        for number in numbers {
            if unneeded.contains(&number) {
                number.replace_uses(self.emit.context.poison(number.ty())?)?;
            }
            self.replaced.push(number);
        }
        Ok(())
    }

    /// Erases the phis and selects of pointers whose only uses are such phis and selects, and chains without uses.
    pub fn drop_choices(&mut self, function: Value<'m>) -> Result<()> {
        let all = function.blocks().flat_map(|block| block.instructions());
        let choices = all.filter(|inst| is_choice_of_pointers(*inst));
        let mut left: FxHashSet<_> = choices.filter(|node| !self.may_be_chosen_at(*node)).collect();
        let known = self.chosen.iter().filter(|(_, address)| address.is_some());
        left.extend(known.map(|(node, _)| *node));
        let mut work: Vec<_> = left.iter().copied().filter(|node| is_needed(*node, &left)).collect();
        while let Some(node) = work.pop() {
            // What it chooses from is needed, too.
            if left.remove(&node) {
                work.extend(node.operands().filter_map(root_of_chains).filter(|root| left.contains(root)));
            }
        }
        for node in left {
            node.replace_uses(self.emit.context.poison(node.ty())?)?;
            self.replaced.push(node);
        }
        Ok(())
    }
}

/// Returns the phis and selects of integers that are used only to compute one another.
fn unneeded<'m>(numbers: &[Value<'m>]) -> FxHashSet<Value<'m>> {
    let mut left: FxHashSet<_> = numbers.iter().copied().collect();
    let mut work: Vec<_> = numbers.iter().copied().filter(|number| is_computed_with(*number, &left)).collect();
    while let Some(needed) = work.pop() {
        if left.remove(&needed) {
            work.extend(computed_from(needed).into_iter().filter(|number| left.contains(number)));
        }
    }
    left
}

/// Returns whether an integer is used otherwise than to compute the given phis and selects.
fn is_computed_with<'m>(number: Value<'m>, left: &FxHashSet<Value<'m>>) -> bool {
    let (mut work, mut seen) = (vec![number], FxHashSet::default());
    while let Some(value) = work.pop() {
        for user in value.uses().filter(|user| !left.contains(user)) {
            if !user.opcode().is_some_and(super::is_arithmetic) {
                return true;
            }
            work.extend(Some(user).filter(|user| seen.insert(*user)));
        }
    }
    false
}

/// Returns the phis and selects that a number is computed from.
fn computed_from(number: Value<'_>) -> Vec<Value<'_>> {
    let (mut work, mut seen, mut found) = (vec![number], FxHashSet::default(), Vec::new());
    while let Some(value) = work.pop() {
        for operand in value.operands().filter(|operand| operand.is_instruction()) {
            match is_choice(operand) {
                true => found.push(operand),
                false => work.extend(Some(operand).filter(|operand| seen.insert(*operand))),
            }
        }
    }
    found
}

/// Returns the phi or select from which a pointer comes through `getelementptr`s, if any.
fn root_of_chains(mut pointer: Value<'_>) -> Option<Value<'_>> {
    while pointer.is_gep() {
        pointer = pointer.operand(0)?;
    }
    is_choice(pointer).then_some(pointer)
}

/// Returns whether a pointer has uses other than chains and the given phis and selects.
fn is_needed<'m>(node: Value<'m>, left: &FxHashSet<Value<'m>>) -> bool {
    let mut work = vec![node];
    while let Some(pointer) = work.pop() {
        for user in pointer.uses().filter(|user| !left.contains(user)) {
            if !user.is_gep() {
                return true;
            }
            work.push(user);
        }
    }
    false
}

/// Returns the roots of all pointers that phis and selects choose from, each with the common unit of its pointers.
fn roots<'m>(nodes: &Nodes<'m>) -> Vec<Root<'m>> {
    let is_node = |value: Value<'m>| nodes.iter().any(|(node, _)| *node == value);
    let bytes = |address: &Address<'m>, base: i64| {
        let scales = address.terms.iter().map(|term| term.scale);
        let all = scales.chain([address.offset.wrapping_sub(base)]);
        all.fold(0, |unit, number| divisor(unit, number.unsigned_abs()))
    };
    let all = || nodes.iter().flat_map(|(_, choices)| choices);
    // What is undefined may be any of the others.
    let is_set = |choice: &&Choice<'m>| !choice.address.root.is_undef() && !choice.address.root.is_poison();
    let is_any_set = all().any(|choice| is_set(&choice) && !is_node(choice.address.root));
    let choices = || all().filter(|choice| !is_any_set || is_set(choice));
    let (mut roots, mut steps): (Vec<Root<'m>>, u64) = (Vec::new(), 0);
    for Choice { address, .. } in choices() {
        if is_node(address.root) {
            steps = divisor(steps, bytes(address, 0));
            continue;
        }
        match roots.iter_mut().find(|root| root.value == address.root) {
            Some(root) => {
                root.unit = divisor(root.unit, bytes(address, root.offset));
                let at = address.offset.wrapping_sub(root.offset);
                root.reach = (root.reach.0.min(at), root.reach.1.max(at));
            }
            None => {
                let unit = bytes(address, address.offset);
                roots.push(Root { value: address.root, offset: address.offset, unit, reach: (0, 0) });
            }
        }
    }
    roots.iter_mut().for_each(|root| root.unit = divisor(root.unit, steps));
    roots
}
