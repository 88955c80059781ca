//! Parses instructions that access memory.

use super::Parser;
use super::instructions::Made;
use super::values::known_or;
use crate::error::Result;
use crate::instruction::{Opcode, Ordering, RmwOperation, flag};
use crate::layout::Size;
use crate::module::NONE;
use crate::types::TypeKind;

impl Parser<'_> {
    /// Parses `syncscope("agent")`, and an ordering.
    fn scope_and_ordering(&mut self) -> Result<(u32, u32)> {
        let scope = self.scope()?;
        Ok((scope, self.ordering()?))
    }

    fn scope(&mut self) -> Result<u32> {
        if !self.eat_word("syncscope")? {
            return Ok(1);
        }
        self.in_parentheses(|parser| {
            let raw = parser.raw_text()?;
            let m = &mut parser.m;
            Ok(known_or(&mut parser.sync_scopes, raw.text(), || {
                let text = m.add_text(&raw.text());
                m.sync_scopes.push(text);
                m.sync_scopes.len() as u32 - 1
            }))
        })
    }

    fn ordering(&mut self) -> Result<u32> {
        let crate::text::lex::Token::Word(word) = self.token else { return self.fail("expected an ordering") };
        match Ordering::named(word) {
            Some(ordering) => {
                self.next()?;
                Ok(ordering as u32)
            }
            None => self.fail("expected an ordering"),
        }
    }

    /// Parses an optional `, align 8`; returns the exponent plus one, or zero.
    fn more_align(&mut self) -> Result<u32> {
        let mut align = 0;
        while self.more()? {
            if !self.is_word("align") {
                return self.fail("expected `align` or an attachment");
            }
            align = self.align(false)?;
        }
        Ok(align)
    }

    /// Returns the explicit alignment, or else that of the type.
    fn align_or_natural(&mut self, align: u32, ty: u32, at: usize) -> Result<u32> {
        if align != 0 {
            return Ok(align);
        }
        match self.type_align(ty, false) {
            Some(align) => Ok(align),
            None => self.fail_at(at, "the type has no size"),
        }
    }

    /// Returns the ABI alignment of a type, or the preferred one for a local: the exponent of a power of two, plus one.
    fn type_align(&mut self, ty: u32, of_local: bool) -> Option<u32> {
        let size = self.size(ty)?;
        let bytes = if of_local { size.best } else { size.abi };
        Some(bytes.max(1).next_power_of_two().trailing_zeros() + 1)
    }

    fn size(&mut self, ty: u32) -> Option<Size> {
        let m = &self.m;
        self.sizes.any(&self.layout, &m.types, &|text| m.text(text), ty)
    }

    fn check_pointer(&self, ty: u32, at: usize) -> Result<()> {
        match self.m.types.kind(ty) {
            TypeKind::Pointer => Ok(()),
            _ => self.fail_at(at, "the operand is no pointer"),
        }
    }

    #[inline(always)]
    pub(super) fn load(&mut self) -> Result<Made> {
        let is_atomic = self.eat_word("atomic")?;
        let flags = if self.eat_word("volatile")? { flag::VOLATILE } else { 0 };
        let ty_at = self.at;
        let ty = self.ty()?;
        self.need(b',')?;
        let at = self.at;
        let (pointer, pointer_ty) = self.typed()?;
        self.check_pointer(pointer_ty, at)?;
        let (scope, ordering) = if is_atomic { self.scope_and_ordering()? } else { (0, 0) };
        let align = self.more_align()?;
        if is_atomic && align == 0 {
            return self.fail_at(at, "an atomic access says its alignment");
        }
        if matches!(Ordering::from_number(ordering as u64), Some(Ordering::Release | Ordering::AcqRel)) {
            return self.fail_at(at, "a load does not release");
        }
        let align = self.align_or_natural(align, ty, ty_at)?;
        self.m.operands.extend([pointer, align, ordering, scope]);
        Ok(Made { flags, ..Made::new(Opcode::Load, ty) })
    }

    #[inline(always)]
    pub(super) fn store(&mut self) -> Result<Made> {
        let is_atomic = self.eat_word("atomic")?;
        let flags = if self.eat_word("volatile")? { flag::VOLATILE } else { 0 };
        let value_at = self.at;
        let (value, ty) = self.typed()?;
        self.need(b',')?;
        let at = self.at;
        let (pointer, pointer_ty) = self.typed()?;
        self.check_pointer(pointer_ty, at)?;
        let (scope, ordering) = if is_atomic { self.scope_and_ordering()? } else { (0, 0) };
        let align = self.more_align()?;
        if is_atomic && align == 0 {
            return self.fail_at(at, "an atomic access says its alignment");
        }
        if matches!(Ordering::from_number(ordering as u64), Some(Ordering::Acquire | Ordering::AcqRel)) {
            return self.fail_at(at, "a store does not acquire");
        }
        let align = self.align_or_natural(align, ty, value_at)?;
        self.m.operands.extend([value, pointer, align, ordering, scope]);
        Ok(Made { flags, ..Made::new(Opcode::Store, NONE) })
    }

    pub(super) fn cmpxchg(&mut self) -> Result<Made> {
        let mut flags = if self.eat_word("weak")? { flag::WEAK } else { 0 };
        if self.eat_word("volatile")? {
            flags |= flag::VOLATILE;
        }
        let at = self.at;
        let (pointer, pointer_ty) = self.typed()?;
        self.check_pointer(pointer_ty, at)?;
        self.need(b',')?;
        let (expected, ty) = self.typed()?;
        self.need(b',')?;
        let new_at = self.at;
        let (new, new_ty) = self.typed()?;
        if new_ty != ty {
            return self.fail_at(new_at, "the values have different types");
        }
        let (scope, success) = self.scope_and_ordering()?;
        let failure = self.ordering()?;
        let weak = |ordering: u32| ordering < Ordering::Monotonic as u32;
        let releases = failure == Ordering::Release as u32 || failure == Ordering::AcqRel as u32;
        if weak(success) || weak(failure) || releases {
            return self.fail("a `cmpxchg` does not have these orderings");
        }
        let align = self.more_align()?;
        let align = self.align_or_size(align, ty);
        self.m.operands.extend([pointer, expected, new, align, success, scope, failure]);
        let ty = self.m.types.composed(TypeKind::Struct, 0, &[ty, self.boolean]);
        Ok(Made { flags, ..Made::new(Opcode::CmpXchg, ty) })
    }

    /// Returns the explicit alignment, or else the size of the type.
    fn align_or_size(&mut self, align: u32, ty: u32) -> u32 {
        if align != 0 {
            return align;
        }
        let bits = self.size(ty).map_or(64, |size| size.bits);
        bits.div_ceil(8).max(1).next_power_of_two().trailing_zeros() + 1
    }

    pub(super) fn atomic_rmw(&mut self) -> Result<Made> {
        let flags = if self.eat_word("volatile")? { flag::VOLATILE } else { 0 };
        let crate::text::lex::Token::Word(word) = self.token else { return self.fail("expected an operation") };
        let Some(operation) = RmwOperation::named(word) else {
            return self.fail("there is no such operation of `atomicrmw`");
        };
        self.next()?;
        let at = self.at;
        let (pointer, pointer_ty) = self.typed()?;
        self.check_pointer(pointer_ty, at)?;
        self.need(b',')?;
        let value_at = self.at;
        let (value, ty) = self.typed()?;
        self.check_rmw(operation, ty, value_at)?;
        let (scope, ordering) = self.scope_and_ordering()?;
        if ordering < Ordering::Monotonic as u32 {
            return self.fail("an `atomicrmw` does not have this ordering");
        }
        let align = self.more_align()?;
        let align = self.align_or_size(align, ty);
        self.m.operands.extend([pointer, value, align, ordering, scope]);
        Ok(Made { sub: operation as u8, flags, ..Made::new(Opcode::AtomicRmw, ty) })
    }

    fn check_rmw(&mut self, operation: RmwOperation, ty: u32, at: usize) -> Result<()> {
        use RmwOperation::*;
        let types = &self.m.types;
        let kind = types.kind(ty);
        let is_number = matches!(kind, TypeKind::Integer);
        let fits = match operation {
            Xchg => is_number || kind == TypeKind::Pointer || types.is_float(ty) && !types.is_vector(ty),
            FAdd | FSub | FMax | FMin | FMaximum | FMinimum => types.is_float(ty) && kind != TypeKind::ScalableVector,
            _ => is_number,
        };
        let bits = self.size(ty).map_or(0, |size| size.bits).next_multiple_of(8);
        if fits && bits.is_power_of_two() { Ok(()) } else { self.fail_at(at, "the operation is not one of this type") }
    }

    pub(super) fn fence(&mut self) -> Result<Made> {
        let (scope, ordering) = self.scope_and_ordering()?;
        if ordering < Ordering::Acquire as u32 {
            return self.fail("a fence does not have this ordering");
        }
        self.m.operands.extend([ordering, scope]);
        Ok(Made::new(Opcode::Fence, NONE))
    }

    pub(super) fn alloca(&mut self) -> Result<Made> {
        let mut flags = if self.eat_word("inalloca")? { flag::INALLOCA } else { 0 };
        if self.eat_word("swifterror")? {
            flags |= flag::SWIFTERROR;
        }
        let at = self.at;
        let allocated = self.ty()?;
        if matches!(
            self.m.types.kind(allocated),
            TypeKind::X86Amx | TypeKind::Function | TypeKind::Label | TypeKind::Metadata | TypeKind::Token
        ) {
            return self.fail_at(at, "no local has this type");
        }
        let (mut size, mut align, mut space) = (NONE, 0, 0);
        let mut has_space = false;
        while self.more()? {
            if self.is_word("align") && !has_space {
                align = self.align(false)?;
            } else if self.is_word("addrspace") {
                space = self.space(0)?;
                has_space = true;
            } else if size == NONE && align == 0 && !has_space {
                size = self.element_count()?;
            } else {
                return self.fail("expected `align`, `addrspace` or an attachment");
            }
        }
        if size == NONE {
            let ty = self.m.types.simple(TypeKind::Integer, 32);
            size = self.m.integer(ty, &[1]).unwrap_or(NONE);
        }
        let align = self.align_of_alloca(align, allocated, at)?;
        let ty = self.pointer_in(space);
        self.m.operands.extend([allocated, size, align]);
        Ok(Made { flags, ..Made::new(Opcode::Alloca, ty) })
    }

    fn element_count(&mut self) -> Result<u32> {
        let at = self.at;
        let (size, ty) = self.typed()?;
        match self.m.types.kind(ty) {
            TypeKind::Integer => Ok(size),
            _ => self.fail_at(at, "the number of elements is no integer"),
        }
    }

    fn align_of_alloca(&mut self, align: u32, ty: u32, at: usize) -> Result<u32> {
        if align != 0 {
            return Ok(align);
        }
        match self.type_align(ty, true) {
            Some(align) => Ok(align),
            None => self.fail_at(at, "the type has no size"),
        }
    }

    #[inline(always)]
    pub(super) fn gep(&mut self) -> Result<Made> {
        let flags = self.gep_flags()?;
        let source = self.ty()?;
        self.need(b',')?;
        let at = self.at;
        let (base, mut ty) = self.typed()?;
        self.check_gep(source, ty, at)?;
        let start = self.m.operands.len() + 2;
        self.m.operands.extend([source, base]);
        while self.more()? {
            let index_at = self.at;
            let (index, index_ty) = self.typed()?;
            ty = self.gep_type(ty, index_ty, index_at)?;
            self.m.operands.push(index);
        }
        let operands = std::mem::take(&mut self.m.operands);
        let checked = self.check_indices(source, operands.get(start..).unwrap_or(&[]), at);
        self.m.operands = operands;
        checked?;
        Ok(Made { flags, ..Made::new(Opcode::GetElementPtr, ty) })
    }
}
