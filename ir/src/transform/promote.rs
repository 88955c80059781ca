//! Promotion of variables in memory to values, as in LLVM's `mem2reg`.
//!
//! A promotable variable is an `alloca` that is only loaded and stored as a whole. Where the values of several stores merge, a phi is
//! inserted (at the iterated dominance frontiers of the stores), if a load follows.

mod uses;

use std::collections::HashMap;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::debug;
use super::dominators::{Dominators, Frontiers};
use super::known::{common_value, is_never_poison};
use crate::draft::{Access, Block, Builder, Declared, Draft, Function, Metadata, Result, Type, Value};
use crate::instruction::{Opcode, flag};
use crate::types::TypeKind;
use uses::Uses;

type Map<T> = HashMap<u32, T, FxBuildHasher>;

/// Promotes all variables of a function that are only loaded and stored. Returns whether there were any.
///
/// # Errors
/// None for a valid function.
pub fn promote_variables(function: Function<'_>) -> Result<bool> {
    promote_all_but(function, &Dominators::of(function), None)
}

/// Promotes variables like [`promote_variables`], except for one.
pub(crate) fn promote_all_but<'d>(function: Function<'d>, of: &Dominators<'d>, but: Option<Value<'d>>) -> Result<bool> {
    let mut changed = false;
    let bundled = function.entry().map(|entry| entry.draft.bundled()).unwrap_or_default();
    loop {
        let entry = function.entry().into_iter().flat_map(Block::instructions);
        let found = entry.filter(|i| i.opcode() == Some(Opcode::Alloca) && Some(*i) != but);
        let variables: Vec<Value<'d>> =
            found.filter(|variable| !bundled.contains(&variable.number()) && is_promotable(*variable)).collect();
        if variables.is_empty() {
            return Ok(changed);
        }
        promote(function, of, variables)?;
        changed = true;
    }
}

/// Returns whether a call only marks the lifetime or a use of a variable.
fn is_marker(user: Value<'_>) -> bool {
    is_lifetime(user) || callee_name(user).starts_with(b"llvm.fake.use")
}

/// Returns the name of the function that an instruction calls; empty if there is none.
pub(crate) fn callee_name(call: Value<'_>) -> &[u8] {
    if call.opcode() != Some(Opcode::Call) {
        return b"";
    }
    let callee = call.operands().next().filter(|callee| callee.function().is_some());
    callee.map_or(b"", Value::name)
}

/// True for a call of `llvm.lifetime.start` or `llvm.lifetime.end`.
pub(crate) fn is_lifetime(user: Value<'_>) -> bool {
    callee_name(user).starts_with(b"llvm.lifetime.")
}

fn is_volatile(user: Value<'_>) -> bool {
    user.flags() & flag::VOLATILE != 0
}

/// Returns the stored value of a store, and its address.
pub(crate) fn stored<'d>(store: Value<'d>) -> Option<(Value<'d>, Value<'d>)> {
    let mut operands = store.operands();
    Some((operands.next()?, operands.next()?))
}

/// Returns whether a variable is only loaded and stored as a whole, with its own type and not `volatile`. Uses in operand bundles are
/// not considered.
pub(crate) fn is_promotable(variable: Value<'_>) -> bool {
    let ty = variable.word(0);
    let is_same = |other: Type<'_>| ty == Some(other.number());
    variable.users().all(|user| match user.opcode() {
        Some(Opcode::Load) => !is_volatile(user) && is_same(user.ty()),
        Some(Opcode::Store) => {
            !is_volatile(user) && stored(user).is_some_and(|(value, _)| value != variable && is_same(value.ty()))
        }
        Some(Opcode::Call) => is_marker(user),
        Some(Opcode::BitCast | Opcode::AddrSpaceCast) => user.users().all(is_lifetime),
        Some(Opcode::GetElementPtr) => {
            user.operands().skip(1).all(|index| index.integer() == Some(0)) && user.users().all(is_lifetime)
        }
        _ => false,
    })
}

/// A promotion of several variables of a function.
struct Promotion<'a, 'd> {
    draft: &'d Draft,
    of: &'a Dominators<'d>,
    /// The variables that need phis.
    variables: Vec<Value<'d>>,
    uses: Vec<Uses<'d>>,
    /// The index of each variable in `variables`, by number.
    lookup: Map<usize>,
    /// The variable of each inserted phi, by number.
    phis: Map<usize>,
    /// The position of each load and store of the variables in the function.
    places: Map<u32>,
    removed: Vec<Declared<'d>>,
    noundef: Option<u32>,
}

/// Promotes promotable variables.
pub(crate) fn promote<'d>(function: Function<'d>, of: &Dominators<'d>, variables: Vec<Value<'d>>) -> Result<()> {
    let Some(draft) = variables.first().map(|variable| variable.draft) else { return Ok(()) };
    let noundef = draft.known_metadata_kind(b"noundef");
    let mut promotion = Promotion {
        draft,
        of,
        variables,
        uses: Vec::new(),
        lookup: Map::default(),
        phis: Map::default(),
        places: Map::default(),
        removed: Vec::new(),
        noundef,
    };
    promotion.number_places(function);
    promotion.easy_ones()?;
    if !promotion.variables.is_empty() {
        let nsz = function.value().text_attribute(crate::attributes::FUNCTION, b"no-signed-zeros-fp-math");
        promotion.rename(function, nsz == Some(b"true"))?;
        promotion.remove_variables()?;
        promotion.simplify_phis()?;
        promotion.complete_phis()?;
    }
    draft.remove_records(&promotion.removed);
    Ok(())
}

impl<'d> Promotion<'_, 'd> {
    /// Numbers the loads and stores of the variables, to compare their positions within a block.
    fn number_places(&mut self, function: Function<'d>) {
        let own: FxHashSet<u32> = self.variables.iter().map(|variable| variable.number()).collect();
        for (place, i) in function.instructions().enumerate() {
            let pointer = match i.opcode() {
                Some(Opcode::Load) => i.operands().next(),
                Some(Opcode::Store) => i.operands().nth(1),
                _ => None,
            };
            if pointer.is_some_and(|pointer| own.contains(&pointer.number())) {
                self.places.insert(i.number(), place as u32);
            }
        }
    }

    fn place(&self, access: Value<'d>) -> u32 {
        self.places.get(&access.number()).copied().unwrap_or(0)
    }

    /// Promotes the variables that need no phis, and inserts the phis of the others, which remain in `variables`.
    fn easy_ones(&mut self) -> Result<()> {
        let mut frontiers = Frontiers::of(self.of);
        let mut at = 0;
        while let Some(variable) = self.variables.get(at).copied() {
            remove_markers(variable)?;
            let Some(mut uses) = Uses::of(variable) else {
                variable.erase()?;
                self.variables.swap_remove(at);
                continue;
            };
            let only = (uses.stores.len() == 1).then(|| uses.stores.first().copied()).flatten();
            let is_done = match only {
                Some(store) => self.replace_by_only_store(&mut uses, store)?,
                None => false,
            };
            if is_done || uses.is_in_one_block() && self.replace_in_block(&mut uses)? {
                self.removed.extend(uses.declared.iter().filter(|r| r.is_address() || r.starts_with_deref()));
                self.draft.remove_records(&std::mem::take(&mut self.removed));
                variable.erase()?;
                self.variables.swap_remove(at);
                continue;
            }
            self.lookup.insert(variable.number(), at);
            self.make_phis(&mut frontiers, variable, at, &uses)?;
            self.uses.push(uses);
            at += 1;
        }
        Ok(())
    }

    /// Replaces a load by a value.
    fn replace_load(&self, load: Value<'d>, value: Value<'d>) -> Result<()> {
        if value.is_undef() && self.noundef.is_some_and(|kind| load.metadata(kind).is_some()) {
            mark_unreachable(load)?;
        }
        let value = if value == load { self.draft.const_poison(load.ty())? } else { value };
        load.replace_uses(value)?;
        load.erase()
    }

    /// Replaces the loads that the only store dominates by the stored value; returns false if others remain.
    fn replace_by_only_store(&self, uses: &mut Uses<'d>, store: Value<'d>) -> Result<bool> {
        let (Some((mut value, _)), Some(block)) = (stored(store), store.block()) else { return Ok(false) };
        let must_dominate = value.opcode().is_some() || !is_never_poison(value);
        let mut left = Vec::new();
        for load in std::mem::take(&mut uses.loads) {
            let is_behind = match load.block() {
                Some(own) if own == block => self.place(store) < self.place(load),
                Some(own) => self.of.dominates(block, own),
                None => false,
            };
            if is_behind || !must_dominate {
                self.replace_load(load, value)?;
                // A store of its own load is unreachable.
                value = stored(store).map_or(value, |(value, _)| value);
            } else {
                left.push(load);
            }
        }
        uses.loads = left;
        if !uses.loads.is_empty() {
            return Ok(false);
        }
        for record in &uses.declared {
            if record.is_address() {
                debug::value_at_store(record, store, None)?;
            } else if record.starts_with_deref() {
                debug::value_at(record, store, stored(store).map_or(value, |(value, _)| value))?;
            }
        }
        store.erase()?;
        Ok(true)
    }

    /// Replaces each load by the value of the store before it, in a variable used in one block only; returns false if a load has no
    /// store before it.
    fn replace_in_block(&self, uses: &mut Uses<'d>) -> Result<bool> {
        let mut stores: Vec<(u32, Value<'d>)> = uses.stores.iter().map(|s| (self.place(*s), *s)).collect();
        stores.sort_unstable_by_key(|store| store.0);
        let mut loads = std::mem::take(&mut uses.loads).into_iter();
        for load in loads.by_ref() {
            let behind = stores.partition_point(|store| store.0 < self.place(load));
            let before = behind.checked_sub(1).and_then(|i| stores.get(i));
            let value = match before.and_then(|store| stored(store.1)) {
                Some((value, _)) => value,
                None if stores.is_empty() => self.draft.undef(load.ty())?,
                None => {
                    uses.loads = std::iter::once(load).chain(loads).collect();
                    return Ok(false);
                }
            };
            self.replace_load(load, value)?;
        }
        for store in &uses.stores {
            for record in uses.declared.iter().filter(|record| record.is_address()) {
                debug::value_at_store(record, *store, None)?;
            }
            store.erase()?;
        }
        Ok(true)
    }

    /// Inserts the phis of a variable, without incoming values.
    fn make_phis(
        &mut self,
        frontiers: &mut Frontiers<'_, 'd>,
        variable: Value<'d>,
        at: usize,
        uses: &Uses<'d>,
    ) -> Result<()> {
        let live = self.live_blocks(uses);
        let defining: Vec<Block<'d>> = uses.stores.iter().filter_map(|store| store.block()).collect();
        let blocks = frontiers.meet(&defining, |block| live.contains(&block.number()));
        let builder = Builder::new(self.draft);
        for (version, block) in blocks.into_iter().enumerate() {
            let Some(first) = block.first() else { continue };
            builder.position_before(first)?;
            let phi = builder.phi(uses.ty)?;
            phi.pass_records_on();
            phi.set_name(&[variable.name(), b".", version.to_string().as_bytes()].concat());
            self.phis.insert(phi.number(), at);
        }
        Ok(())
    }

    /// Returns the blocks at whose start the variable is live.
    fn live_blocks(&self, uses: &Uses<'d>) -> FxHashSet<u32> {
        let mut first_store: Map<u32> = Map::default();
        for store in &uses.stores {
            let place = self.place(*store);
            let first = first_store.entry(store.block().map_or(0, |b| b.number())).or_insert(place);
            *first = (*first).min(place);
        }
        let is_first = |load: &&Value<'d>| {
            let first = load.block().and_then(|block| first_store.get(&block.number()));
            first.is_none_or(|first| self.place(**load) < *first)
        };
        let mut open: Vec<Block<'d>> = uses.loads.iter().filter(is_first).filter_map(|load| load.block()).collect();
        let mut live = FxHashSet::default();
        while let Some(block) = open.pop() {
            if live.insert(block.number()) {
                open.extend(self.of.predecessors(block).filter(|from| !first_store.contains_key(&from.number())));
            }
        }
        live
    }

    /// Walks the blocks with the current value of each variable, fills in the phis, and removes loads and stores.
    fn rename(&mut self, function: Function<'d>, nsz: bool) -> Result<()> {
        let undef: Result<Vec<_>> = self.uses.iter().map(|uses| self.draft.undef(uses.ty)).collect();
        let count = self.uses.len();
        let mut state = State { values: undef?, locations: vec![None; count], undo: Vec::new() };
        let mut seen = vec![false; self.of.blocks().len()];
        let mut open: Vec<(Block<'d>, Option<Block<'d>>, usize)> =
            function.entry().map(|entry| (entry, None, 0)).into_iter().collect();
        while let Some((block, from, undo)) = open.pop() {
            state.back_to(undo);
            if let Some(from) = from {
                self.enter(block, from, &mut state, nsz)?;
            }
            let seen = self.of.index(block).and_then(|index| seen.get_mut(index));
            if seen.is_none_or(|seen| std::mem::replace(seen, true)) {
                continue;
            }
            self.rename_block(block, &mut state)?;
            let mut named = FxHashSet::default();
            let successors: Vec<_> = self.of.successors(block).collect();
            for to in successors.into_iter().rev().filter(|to| named.insert(to.number())) {
                open.push((to, Some(block), state.undo.len()));
            }
        }
        Ok(())
    }

    /// Adds the incoming values from one block to the phis of another.
    fn enter(&self, block: Block<'d>, from: Block<'d>, state: &mut State<'d>, nsz: bool) -> Result<()> {
        let mut edges = None;
        let mut next = block.first();
        while let Some((phi, variable)) = next.and_then(|phi| Some((phi, *self.phis.get(&phi.number())?))) {
            next = phi.next();
            let (Some(value), Some(uses)) = (state.values.get(variable).copied(), self.uses.get(variable)) else {
                continue;
            };
            let location = state.locations.get(variable).copied().flatten();
            let is_first = phi.incoming().next().is_none();
            let merged = if is_first { location } else { debug::merged(phi.metadata(0), location) };
            phi.set_metadata(0, merged)?;
            let edges = *edges.get_or_insert_with(|| self.of.successors(from).filter(|to| *to == block).count());
            for _ in 0..edges {
                phi.add_incoming(value, from)?;
            }
            if nsz && phi.flags() & 8 == 0 {
                // Only a floating-point phi has such flags.
                let _ = phi.set_flags(8);
            }
            state.set(variable, phi, location);
            for record in uses.declared.iter().filter(|record| record.is_address()) {
                debug::value_at_phi(record, phi)?;
            }
        }
        Ok(())
    }

    /// Removes the loads and stores of a block, and updates the current values.
    fn rename_block(&self, block: Block<'d>, state: &mut State<'d>) -> Result<()> {
        let mut next = block.first();
        while let Some(i) = next {
            next = i.next();
            let variable = |pointer: Option<Value<'d>>| self.lookup.get(&pointer?.number()).copied();
            match i.opcode() {
                Some(Opcode::Load) => {
                    let variable = variable(i.operands().next());
                    if let Some(value) = variable.and_then(|variable| state.values.get(variable).copied()) {
                        self.replace_load(i, value)?;
                    }
                }
                Some(Opcode::Store) => {
                    let (Some(variable), Some((value, _))) = (variable(i.operands().nth(1)), stored(i)) else {
                        continue;
                    };
                    state.set(variable, value, i.metadata(0));
                    let records = self.uses.get(variable).into_iter().flat_map(|uses| &uses.declared);
                    for record in records.filter(|record| record.is_address()) {
                        debug::value_at_store(record, i, None)?;
                    }
                    i.erase()?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Removes the variables, their address records, and their uses in unreachable blocks.
    fn remove_variables(&mut self) -> Result<()> {
        for uses in &self.uses {
            self.removed.extend(uses.declared.iter().filter(|r| r.is_address() || r.starts_with_deref()));
        }
        self.draft.remove_records(&std::mem::take(&mut self.removed));
        for variable in &self.variables {
            if variable.users().next().is_some() {
                variable.replace_uses(self.draft.const_poison(variable.ty())?)?;
            }
            variable.erase()?;
        }
        Ok(())
    }

    /// Replaces phis with a single value.
    fn simplify_phis(&mut self) -> Result<()> {
        let mut open: Vec<Value<'d>> = self.phis.keys().map(|number| self.draft.value_at(*number)).collect();
        open.sort_unstable_by(|a, b| b.cmp(a));
        while let Some(phi) = open.pop() {
            if !self.phis.contains_key(&phi.number()) {
                continue;
            }
            let Some(value) = common_value(phi, self.of)? else { continue };
            self.phis.remove(&phi.number());
            open.extend(phi.users().filter(|user| self.phis.contains_key(&user.number())));
            phi.replace_uses(value)?;
            phi.erase()?;
        }
        Ok(())
    }

    /// Adds poison as the incoming value from unreachable blocks.
    fn complete_phis(&self) -> Result<()> {
        let mut phis: Vec<Value<'d>> = self.phis.keys().map(|number| self.draft.value_at(*number)).collect();
        phis.sort_unstable();
        for phi in phis {
            let Some(block) = phi.block() else { continue };
            let missing: Vec<_> = self.of.predecessors(block).filter(|from| !self.of.is_reached(*from)).collect();
            for from in missing {
                phi.add_incoming(self.draft.const_poison(phi.ty())?, from)?;
            }
        }
        Ok(())
    }
}

/// The current value of each variable, and the location of its last store, at the position of the walk.
struct State<'d> {
    values: Vec<Value<'d>>,
    locations: Vec<Option<Metadata<'d>>>,
    /// The previous values, for undoing; newest last.
    undo: Vec<(usize, Value<'d>, Option<Metadata<'d>>)>,
}

impl<'d> State<'d> {
    fn set(&mut self, variable: usize, value: Value<'d>, location: Option<Metadata<'d>>) {
        if let (Some(old), Some(place)) = (self.values.get_mut(variable), self.locations.get_mut(variable)) {
            self.undo.push((variable, *old, *place));
            (*old, *place) = (value, location);
        }
    }

    fn back_to(&mut self, length: usize) {
        while self.undo.len() > length {
            let Some((variable, value, location)) = self.undo.pop() else { return };
            if let (Some(old), Some(place)) = (self.values.get_mut(variable), self.locations.get_mut(variable)) {
                (*old, *place) = (value, location);
            }
        }
    }
}

/// Inserts a store to a poison address before a load of an uninitialized variable with `!noundef`, which makes it unreachable as in LLVM.
fn mark_unreachable(load: Value<'_>) -> Result<()> {
    let draft = load.draft;
    let builder = Builder::new(draft);
    builder.position_before(load)?;
    let yes = draft.const_int(draft.bool_type(), &[1])?;
    let nowhere = draft.const_poison(draft.pointer_type(0)?)?;
    builder.store(yes, nowhere, Access { align: 1, volatile: false })?;
    Ok(())
}

/// Erases the calls that only mark a variable.
fn remove_markers(variable: Value<'_>) -> Result<()> {
    let users: Vec<_> = variable.users().collect();
    for user in users {
        if matches!(user.opcode(), Some(Opcode::Load | Opcode::Store)) || user.block().is_none() {
            continue;
        }
        if user.ty().kind() != TypeKind::Void {
            let of_user: Vec<_> = user.users().collect();
            of_user.into_iter().try_for_each(Value::erase)?;
        }
        user.erase()?;
    }
    Ok(())
}
