//! Instructions that access memory: `alloca`, loads, stores, atomics, fences.

use super::access::at_most_largest;
use super::{AtomicOrdering, AtomicRmwOp, Fetched, Opcode, PlainAccess, SyncScope, Type, Value};
use llvm_ir::instruction::flag;

/// Returns the index of the word with an atomic instruction's ordering; the scope is in the next word.
#[inline]
fn ordering_word(opcode: Opcode) -> Option<u32> {
    match opcode {
        Opcode::Load => Some(2),
        Opcode::Store | Opcode::AtomicRmw => Some(3),
        Opcode::CmpXchg => Some(4),
        Opcode::Fence => Some(0),
        _ => None,
    }
}

impl Fetched<'_> {
    /// Returns the access of a load or store that is not atomic and has no metadata.
    #[inline]
    pub fn plain_access(&self) -> Option<PlainAccess> {
        let is_access = matches!(self.opcode(), Opcode::Load | Opcode::Store);
        let ordering = ordering_word(self.opcode()).filter(|_| is_access)?;
        if self.word(ordering) != Some(0) || self.value.0.has_attachments() {
            return None;
        }
        // The alignment stands in front of the ordering: its power of two, plus one.
        let power = self.word(ordering - 1).and_then(|word| word.checked_sub(1));
        let alignment = at_most_largest(power.map_or(0, |power| 1 << power));
        Some(PlainAccess { alignment, is_volatile: self.flags() & flag::VOLATILE != 0 })
    }
}

impl<'m> Value<'m> {
    /// Returns whether it is a volatile access.
    pub fn is_volatile(self) -> bool {
        let accesses = [Opcode::Load, Opcode::Store, Opcode::AtomicRmw, Opcode::CmpXchg];
        self.is_any(&accesses) && self.0.flags() & flag::VOLATILE != 0
    }

    /// The alignment in bytes of an access, an `alloca`, a function or a variable, at most 2^31; 0 where none
    /// is given.
    pub fn alignment(self) -> u32 {
        let bytes = match self.opcode() {
            Some(_) => self.0.align().unwrap_or(0),
            None => self.of_global(|g| g.align).and_then(|a| a.checked_sub(1)).map_or(0, |power| 1 << power),
        };
        at_most_largest(bytes)
    }

    /// The `alloca`s of a function that may be executed more than once in one call of it: those in a cycle of blocks.
    pub fn repeated_variables(self) -> Vec<Value<'m>> {
        let repeated = |function| llvm_ir::transform::loops::repeated(function, Opcode::Alloca);
        self.as_function().map_or(Vec::new(), repeated).into_iter().map(Value).collect()
    }

    /// Returns all `alloca`s of a function.
    pub fn variables(self) -> Vec<Value<'m>> {
        let instructions = self.blocks().flat_map(|block| block.fetched());
        instructions.filter(|inst| inst.opcode() == Opcode::Alloca).map(|inst| inst.value).collect()
    }

    /// Returns the element type of an `alloca`, whose number of elements is operand 0.
    pub fn allocated_type(self) -> Option<Type<'m>> {
        let (row, words) = self.0.row_and_words()?;
        let ty = words.first().filter(|_| row.opcode == Opcode::Alloca)?;
        Some(Type(self.draft().type_at(ty.get())))
    }

    /// Returns whether it is an atomic access or a fence.
    pub fn is_atomic(self) -> bool {
        match self.opcode() {
            Some(Opcode::AtomicRmw | Opcode::CmpXchg | Opcode::Fence) => true,
            _ => self.ordering() != AtomicOrdering::NotAtomic,
        }
    }

    fn ordering_at(self, at: usize) -> AtomicOrdering {
        let number = self.0.word(at).unwrap_or(0);
        AtomicOrdering::from_number(number.into()).unwrap_or(AtomicOrdering::NotAtomic)
    }

    /// The ordering of an atomic access (of `cmpxchg`, on success) or fence; not atomic for other values.
    pub fn ordering(self) -> AtomicOrdering {
        self.opcode().and_then(ordering_word).map_or(AtomicOrdering::NotAtomic, |at| self.ordering_at(at as usize))
    }

    /// Returns the ordering of `cmpxchg` when the comparison succeeds.
    pub fn success_ordering(self) -> Option<AtomicOrdering> {
        self.is_op(Opcode::CmpXchg).then(|| self.ordering())
    }

    /// Returns the ordering of `cmpxchg` when the comparison fails.
    pub fn failure_ordering(self) -> Option<AtomicOrdering> {
        self.is_op(Opcode::CmpXchg).then(|| self.ordering_at(6))
    }

    /// Returns the operation of an `atomicrmw`.
    pub fn rmw_op(self) -> Option<AtomicRmwOp> {
        let row = self.0.instruction_row().filter(|_| self.is_op(Opcode::AtomicRmw))?;
        AtomicRmwOp::from_number(row.sub.into())
    }

    /// Returns the threads among which an atomic access or fence is ordered; all of the system for other values.
    pub fn sync_scope(self) -> SyncScope {
        let at = match self.opcode() {
            Some(opcode) if self.is_atomic() => ordering_word(opcode).map_or(usize::MAX, |at| at as usize + 1),
            _ => return SyncScope::System,
        };
        let name = self.draft().sync_scope_name(self.0.word(at).unwrap_or(0));
        match super::handles::text(name) {
            "" => SyncScope::System,
            "singlethread" => SyncScope::SingleThread,
            name => SyncScope::Named(name.to_owned()),
        }
    }
}
