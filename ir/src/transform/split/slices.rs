//! Slices: the ranges of bytes of a variable that its users access.

use crate::sorting::Sorting;
use rustc_hash::{FxHashMap, FxHashSet};

use super::memory::{Copies, Sets};
use super::types;
use crate::attributes::{Attribute, AttributeKind};
use crate::draft::{Result, Value};
use crate::instruction::{Opcode, flag};
use crate::transform::addresses;
use crate::transform::promote::{callee_name, is_lifetime, stored};
use crate::types::TypeKind;

/// The range of bytes of a variable that a user accesses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice<'d> {
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) user: Value<'d>,
    /// The operand of the user that is the address.
    pub(super) pointer: Value<'d>,
    /// True if the user can be split into several.
    pub(super) splittable: bool,
}

/// The slices of a variable, sorted.
pub(super) struct Slices<'d> {
    pub(super) all: Vec<Slice<'d>>,
    /// Users without an effect, which are erased.
    pub(super) dead_users: Vec<Value<'d>>,
    /// Operands without an effect: the user, and the operand.
    pub(super) dead_operands: Vec<(Value<'d>, Value<'d>)>,
    /// Assumptions about an address, which are dropped with the variable.
    pub(super) droppable: Vec<(Value<'d>, Value<'d>)>,
    /// True if unknown bytes of the variable may be read, for instance by a called function.
    pub(super) is_observed: bool,
}

/// A use to be visited; `offset` is `None` if it is unknown.
#[derive(Clone, Copy)]
struct Use<'d> {
    user: Value<'d>,
    pointer: Value<'d>,
    offset: Option<u64>,
}

struct Walk<'d> {
    slices: Slices<'d>,
    size: u64,
    /// The mask for the width of an offset.
    mask: u64,
    space: u64,
    open: Vec<Use<'d>>,
    seen: FxHashSet<(Value<'d>, Value<'d>)>,
    dead: FxHashSet<Value<'d>>,
    /// The numbers of deleted slices.
    killed: FxHashSet<usize>,
    /// The first slice of each `memcpy` within the variable.
    copies: FxHashMap<Value<'d>, usize>,
    /// The bytes that users of a phi or select access.
    sizes: FxHashMap<Value<'d>, u64>,
}

impl<'d> Slices<'d> {
    /// Returns the slices of a variable of `size` bytes; `None` if its address escapes.
    pub(super) fn of(variable: Value<'d>, size: u64) -> Option<Self> {
        let space = variable.ty().size();
        let bits = variable.draft().pointer_bits(space as u32);
        let mut walk = Walk {
            slices: Slices {
                all: Vec::new(),
                dead_users: Vec::new(),
                dead_operands: Vec::new(),
                droppable: Vec::new(),
                is_observed: false,
            },
            size,
            mask: addresses::ones(bits),
            space,
            open: Vec::new(),
            seen: FxHashSet::default(),
            dead: FxHashSet::default(),
            killed: FxHashSet::default(),
            copies: FxHashMap::default(),
            sizes: FxHashMap::default(),
        };
        walk.follow(variable, Some(0));
        while let Some(next) = walk.open.pop() {
            walk.visit(next)?;
        }
        let Walk { mut slices, killed, .. } = walk;
        let mut number = 0..;
        slices.all.retain(|_| number.next().is_none_or(|number| !killed.contains(&number)));
        slices.sort();
        Some(slices)
    }

    fn sort(&mut self) {
        self.all.arrange_by_key(|slice| (slice.start, slice.splittable, std::cmp::Reverse(slice.end)));
    }

    /// Keeps loads and stores in one piece where no other slice begins or ends inside them, so that integers are not split needlessly.
    pub(super) fn keep_whole_accesses(&mut self, size: u64) {
        const MOST: u64 = 1024;
        let mut is_inner = vec![false; if size <= MOST { size as usize + 1 } else { 0 }];
        if size <= MOST {
            for slice in &self.all {
                let inner = slice.start as usize + 1..slice.end.min(size) as usize;
                is_inner.get_mut(inner).into_iter().flatten().for_each(|is_inner| *is_inner = true);
            }
        }
        let is_border = |at: u64| at > size || is_inner.get(at as usize) == Some(&false);
        for slice in self.all.iter_mut().filter(|slice| slice.splittable) {
            let is_access = matches!(slice.user.opcode(), Some(Opcode::Load | Opcode::Store));
            let may_be_split = match size <= MOST {
                true => is_border(slice.start) && is_border(slice.end),
                false => slice.start == 0 && slice.end >= size,
            };
            slice.splittable = may_be_split || !is_access;
        }
        self.sort();
    }
}

impl<'d> Walk<'d> {
    /// Lists the uses of a value that is an address in the variable.
    fn follow(&mut self, pointer: Value<'d>, offset: Option<u64>) {
        for user in pointer.users() {
            if self.seen.insert((user, pointer)) {
                self.open.push(Use { user, pointer, offset });
            }
        }
    }

    fn mark_dead(&mut self, user: Value<'d>) {
        if self.dead.insert(user) {
            self.slices.dead_users.push(user);
        }
    }

    /// Adds a slice of `size` bytes.
    fn add(&mut self, of: Use<'d>, start: u64, size: u64, splittable: bool) {
        if size == 0 || start >= self.size {
            return self.mark_dead(of.user);
        }
        let end = start + size.min(self.size - start);
        self.slices.all.push(Slice { start, end, user: of.user, pointer: of.pointer, splittable });
    }

    /// Visits a use; `None` if the variable cannot be split.
    fn visit(&mut self, of: Use<'d>) -> Option<()> {
        match of.user.opcode()? {
            Opcode::Load | Opcode::Store => self.access(of),
            Opcode::GetElementPtr => {
                if !of.user.has_uses() {
                    self.mark_dead(of.user);
                    return Some(());
                }
                let step = step(of.user, of.pointer)?;
                let offset = of.offset.zip(step).map(|(offset, step)| offset.wrapping_add(step) & self.mask);
                self.follow(of.user, offset);
                Some(())
            }
            Opcode::BitCast | Opcode::AddrSpaceCast => {
                match of.user.has_uses() {
                    true => self.follow(of.user, of.offset),
                    false => self.mark_dead(of.user),
                }
                Some(())
            }
            Opcode::Phi | Opcode::Select => self.choice(of),
            Opcode::Call => self.call(of),
            _ => None,
        }
    }

    fn access(&mut self, of: Use<'d>) -> Option<()> {
        let is_volatile = of.user.flags() & flag::VOLATILE != 0;
        if of.offset.is_none() && of.user.opcode() == Some(Opcode::Load) {
            self.slices.is_observed = true;
            return Some(());
        }
        if is_volatile && (of.user.is_atomic() || of.pointer.ty().size() != self.space) {
            return None;
        }
        let value = if of.user.opcode() == Some(Opcode::Load) { of.user } else { stored(of.user)?.0 };
        let start = of.offset.filter(|_| value != of.pointer)?;
        let size = types::stored(value.ty())?;
        let is_store = value != of.user;
        if is_store && (size > self.size || start > self.size - size) {
            // A write outside the variable is undefined behavior, and is dead.
            self.mark_dead(of.user);
            return Some(());
        }
        let is_number = value.ty().kind() == TypeKind::Integer && types::is_whole_bytes(value.ty());
        self.add(of, start, size, is_number && !is_volatile);
        Some(())
    }

    fn choice(&mut self, of: Use<'d>) -> Option<()> {
        if !of.user.has_uses() {
            self.mark_dead(of.user);
            return Some(());
        }
        if let Some(value) = only_choice(of.user) {
            match value == of.pointer {
                true => self.follow(of.user, of.offset),
                false => self.slices.dead_operands.push((of.user, of.pointer)),
            }
            return Some(());
        }
        let start = of.offset?;
        let size = match self.sizes.get(&of.user) {
            Some(size) => *size,
            None => accessed_through(of.user)?,
        };
        self.sizes.insert(of.user, size);
        match start >= self.size {
            true => self.slices.dead_operands.push((of.user, of.pointer)),
            false => self.add(of, start, size, false),
        }
        Some(())
    }

    fn call(&mut self, of: Use<'d>) -> Option<()> {
        if let Some(set) = Sets::of(of.user) {
            return self.set(of, set);
        }
        if let Some(copy) = Copies::of(of.user) {
            return self.copy(of, copy);
        }
        if callee_name(of.user).starts_with(b"llvm.assume") {
            self.slices.droppable.push((of.user, of.pointer));
            return Some(());
        }
        if is_lifetime(of.user) {
            self.add(of, of.offset?, self.size, true);
            return Some(());
        }
        self.slices.is_observed |= is_only_read(of)?;
        Some(())
    }

    fn is_refused(&self, of: Use<'d>, is_volatile: bool) -> bool {
        is_volatile && of.pointer.ty().size() != self.space
    }

    fn set(&mut self, of: Use<'d>, set: Sets<'d>) -> Option<()> {
        let length = set.length.integer();
        if length == Some(0) || of.offset.is_some_and(|start| start >= self.size) {
            self.mark_dead(of.user);
            return Some(());
        }
        let start = of.offset.filter(|_| !self.is_refused(of, set.is_volatile) && set.to == of.pointer)?;
        self.add(of, start, length.unwrap_or(self.size - start), length.is_some());
        Some(())
    }

    fn copy(&mut self, of: Use<'d>, copy: Copies<'d>) -> Option<()> {
        let length = copy.length.integer();
        if length == Some(0) {
            self.mark_dead(of.user);
            return Some(());
        }
        if self.dead.contains(&of.user) {
            return Some(());
        }
        let start = of.offset.filter(|_| !self.is_refused(of, copy.is_volatile))?;
        if start >= self.size {
            self.killed.extend(self.copies.get(&of.user));
            self.mark_dead(of.user);
            return Some(());
        }
        let size = length.unwrap_or(self.size - start);
        if copy.to == copy.from {
            match copy.is_volatile {
                true => self.add(of, start, size, false),
                false => self.mark_dead(of.user),
            }
            return Some(());
        }
        let other = self.copies.get(&of.user).copied();
        if let Some(slice) = other.and_then(|other| self.slices.all.get_mut(other)) {
            // Both addresses are in the variable.
            if !copy.is_volatile && slice.start == start {
                self.killed.extend(other);
                self.mark_dead(of.user);
                return Some(());
            }
            slice.splittable = false;
        } else {
            self.copies.insert(of.user, self.slices.all.len());
        }
        self.add(of, start, size, other.is_none() && length.is_some());
        Some(())
    }
}

/// Returns whether a call only reads from an address, without capturing it; `None` if the address escapes.
fn is_only_read(of: Use<'_>) -> Option<bool> {
    let is_captured = |argument: usize| {
        // The bits of `captures` that permit no more than reading through the address.
        const HARMLESS: u64 = 0b0111_0111;
        match of.user.argument_attribute(argument, AttributeKind::of("captures")) {
            Some(Attribute::Number(_, places)) => places & !HARMLESS != 0,
            _ => true,
        }
    };
    let has = |argument: usize, name: &str| of.user.argument_has(argument, name);
    let fits = |argument: usize| {
        let is_read = ["readonly", "readnone"].iter().any(|name| has(argument, name));
        has_value(of.user, argument) || is_read && !is_captured(argument)
    };
    let callee = of.user.callee().filter(|callee| *callee != of.pointer)?;
    let mut places = of.user.call_arguments().enumerate().filter(|(_, argument)| *argument == of.pointer);
    let is_asm = callee.function().is_none() && callee.is_constant();
    (!is_asm && places.all(|(i, _)| fits(i))).then_some(true)
}

/// Returns whether an argument is passed by value, as a copy.
fn has_value(call: Value<'_>, argument: usize) -> bool {
    call.argument_attribute(argument, AttributeKind::of("byval")).is_some()
}

/// Returns the constant offset in bytes of a `getelementptr`: the inner `None` if it is not constant, the outer one if the pointer is
/// not its base.
fn step(gep: Value<'_>, pointer: Value<'_>) -> Option<Option<u64>> {
    let is_base = gep.operands().next() == Some(pointer) && gep.ty().kind() == TypeKind::Pointer;
    is_base.then(|| addresses::constant_step(gep))
}

/// Returns the constant offset in bytes of an address from its base, if it is known.
pub(super) fn constant_step(address: Value<'_>) -> Option<u64> {
    match address.opcode()? {
        Opcode::GetElementPtr => addresses::constant_step(address),
        _ => Some(0),
    }
}

/// Returns the only possible value of a phi or a select.
pub(super) fn only_choice(choice: Value<'_>) -> Option<Value<'_>> {
    if choice.opcode() == Some(Opcode::Phi) {
        let mut values = choice.incoming().map(|(value, _)| value).filter(|value| *value != choice);
        let first = values.next()?;
        return values.all(|value| value == first).then_some(first);
    }
    let mut operands = choice.operands();
    let (condition, a, b) = (operands.next()?, operands.next()?, operands.next()?);
    match condition.integer() {
        Some(holds) => Some(if holds == 1 { a } else { b }),
        None => (a == b).then_some(a),
    }
}

/// Returns the greatest number of bytes that users of a phi or select access; `None` if it has other users.
fn accessed_through(choice: Value<'_>) -> Option<u64> {
    let mut size = 0;
    let mut seen = FxHashSet::default();
    let mut open = vec![choice];
    while let Some(pointer) = open.pop() {
        for user in pointer.users() {
            match user.opcode()? {
                Opcode::Load => size = size.max(types::stored(user.ty())?),
                Opcode::Store => {
                    let (value, _) = stored(user).filter(|(value, _)| *value != pointer)?;
                    size = size.max(types::stored(value.ty())?);
                }
                Opcode::GetElementPtr if user.operands().skip(1).any(|index| index.integer() != Some(0)) => {
                    return None;
                }
                Opcode::GetElementPtr | Opcode::BitCast | Opcode::AddrSpaceCast | Opcode::Phi | Opcode::Select => {
                    if seen.insert(user) {
                        open.push(user);
                    }
                }
                _ => return None,
            }
        }
    }
    Some(size)
}

/// Replaces the operands of an instruction that will be erased by poison, and lists those that become dead.
pub(super) fn forget_operands<'d>(user: Value<'d>, dead: &mut Vec<Value<'d>>) -> Result<()> {
    let first = usize::from(user.opcode() == Some(Opcode::Call));
    let operands: Vec<_> = user.operands().collect();
    for (i, operand) in operands.into_iter().enumerate().skip(first).filter(|(_, operand)| operand.is_local()) {
        user.set_any_operand(i, operand.draft().const_poison(operand.ty())?)?;
        if operand.opcode().is_some_and(|_| super::dead::is_dead(operand)) {
            dead.push(operand);
        }
    }
    Ok(())
}

/// Replaces an operand by poison.
pub(super) fn poison_operand<'d>(user: Value<'d>, pointer: Value<'d>) -> Result<()> {
    replace_operand(user, pointer, pointer.draft().const_poison(pointer.ty())?)
}

/// Replaces a value in all operands of an instruction.
pub(super) fn replace_operand<'d>(user: Value<'d>, old: Value<'d>, new: Value<'d>) -> Result<()> {
    let operands: Vec<_> = user.operands().collect();
    for (i, _) in operands.into_iter().enumerate().filter(|(_, operand)| *operand == old) {
        user.set_any_operand(i, new)?;
    }
    Ok(())
}
