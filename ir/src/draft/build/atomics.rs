//! Atomic operations, fences, and the orders of loads and stores.

use super::Builder;
use super::memory::require_pointer;
use crate::draft::{Draft, Refused, Result, Type, Value, need};
use crate::instruction::{Opcode, Ordering, RmwOperation, Row};
use crate::types::TypeKind;

fn is_float(ty: Type<'_>) -> bool {
    use TypeKind::*;
    matches!(ty.kind(), Half | BFloat | Float | Double | Fp128)
}

/// Returns whether a type can be loaded, stored and exchanged atomically.
fn is_atomic(ty: Type<'_>) -> bool {
    let whole = ty.kind() == TypeKind::Integer && ty.size() >= 8 && ty.size().is_power_of_two();
    whole || is_float(ty) || ty.kind() == TypeKind::Pointer
}

fn require_strong(ordering: Ordering, what: &str) -> Result<()> {
    if ordering >= Ordering::Monotonic {
        return Ok(());
    }
    Err(Refused::new(format!("{what} cannot be `{}`", ordering.word())))
}

impl Draft {
    /// Returns the number of a synchronization scope, which is added if it is new; the empty name is the system scope.
    fn sync_scope(&self, name: &[u8]) -> u32 {
        let mut lists = self.lists.borrow_mut();
        let known = lists.sync_scopes.iter().position(|scope| self.texts.get(*scope) == name);
        let number = known.unwrap_or_else(|| {
            lists.sync_scopes.push(self.texts.add(name));
            lists.sync_scopes.len() - 1
        });
        number as u32
    }
}

impl<'d> Builder<'d> {
    /// Makes `atomicrmw`; the empty scope is the whole system.
    ///
    /// # Errors
    /// A type that the operation does not take, an order that is too weak.
    pub fn atomic_rmw(
        &self,
        operation: RmwOperation,
        pointer: Value<'d>,
        value: Value<'d>,
        ordering: Ordering,
        scope: &[u8],
    ) -> Result<Value<'d>> {
        use RmwOperation::*;
        require_pointer(pointer, "atomicrmw")?;
        let ty = value.ty();
        let fits = match operation {
            Xchg => is_atomic(ty),
            FAdd | FSub | FMax | FMin | FMaximum | FMinimum => is_float(ty),
            _ => is_atomic(ty) && ty.kind() == TypeKind::Integer,
        };
        if !fits {
            return Err(Refused::new(format!("`atomicrmw {}` cannot take {}", operation.word(), ty.show())));
        }
        require_strong(ordering, "`atomicrmw`")?;
        let (align, scope) = (self.size_align(ty)?, self.draft.sync_scope(scope));
        let words = [pointer.number, value.number, align, ordering as u32, scope];
        let row = Row { opcode: Opcode::AtomicRmw, sub: operation as u8, ty: ty.number, ..Row::default() };
        self.put(row, &words, ty.number)
    }

    /// Makes `cmpxchg`, which returns the old value and a flag for success.
    ///
    /// # Errors
    /// Types that cannot be compared, orders that `cmpxchg` cannot have.
    pub fn cmpxchg(
        &self,
        pointer: Value<'d>,
        [expected, new]: [Value<'d>; 2],
        [success, failure]: [Ordering; 2],
        scope: &[u8],
    ) -> Result<Value<'d>> {
        let draft = self.draft;
        require_pointer(pointer, "cmpxchg")?;
        let ty = expected.ty();
        if !is_atomic(ty) || is_float(ty) || new.ty() != ty {
            return Err(Refused::new(format!("`cmpxchg` cannot take {} and {}", ty.show(), new.ty().show())));
        }
        require_strong(success, "`cmpxchg`")?;
        require_strong(failure, "a failed `cmpxchg`")?;
        let reads = !matches!(failure, Ordering::Release | Ordering::AcqRel);
        need(reads, "a failed `cmpxchg` cannot release")?;
        let (align, scope) = (self.size_align(ty)?, draft.sync_scope(scope));
        let words = [pointer.number, expected.number, new.number, align, success as u32, scope, failure as u32];
        let result = draft.struct_type(&[ty, draft.bool_type()], false)?.number;
        self.put(Row { opcode: Opcode::CmpXchg, ty: result, ..Row::default() }, &words, result)
    }

    /// Makes `fence`.
    ///
    /// # Errors
    /// An order weaker than acquiring or releasing.
    pub fn fence(&self, ordering: Ordering, scope: &[u8]) -> Result<Value<'d>> {
        need(ordering >= Ordering::Acquire, "a fence acquires or releases")?;
        self.put_effect(Opcode::Fence, &[ordering as u32, self.draft.sync_scope(scope)])
    }

    /// Returns the encoded alignment of an atomic access of a type: its size.
    fn size_align(&self, ty: Type<'d>) -> Result<u32> {
        let bytes = ty.layout_size().map_or(1, |size| size.store());
        super::memory::align_word(bytes.next_power_of_two())
    }
}

impl Value<'_> {
    /// Makes a `load` or `store` atomic; the empty scope is the system scope.
    ///
    /// # Errors
    /// Another instruction, an order or a type that an atomic access cannot have.
    pub fn set_ordering(self, ordering: Ordering, scope: &[u8]) -> Result<()> {
        let (at, ty, wrong) = match self.opcode() {
            Some(Opcode::Load) => (2, self.ty(), Ordering::Release),
            Some(Opcode::Store) => {
                let stored = self.operands().next().map_or(self.ty(), Value::ty);
                (3, stored, Ordering::Acquire)
            }
            _ => return need(false, "only a load or store is made atomic"),
        };
        need(ordering != wrong && ordering != Ordering::AcqRel, "a load or store cannot be of that order")?;
        let plain = ordering == Ordering::NotAtomic;
        need(plain || is_atomic(ty), "a load or store of such a type cannot be atomic")?;
        let scope = if plain { 0 } else { self.draft.sync_scope(scope) };
        if let Some(instruction) = self.instruction() {
            self.draft.set_word(instruction, at, ordering as u32);
            self.draft.set_word(instruction, at + 1, scope);
        }
        Ok(())
    }
}
