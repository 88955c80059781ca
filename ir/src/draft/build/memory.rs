//! Memory: `alloca`, `load`, `store`, `getelementptr`, copies.

use super::Builder;
use crate::constants::ConstantKind;
use crate::draft::{Refused, Result, Role, Type, Value, need};
use crate::instruction::{Opcode, Row, flag};
use crate::layout::Size;
use crate::types::TypeKind;

/// The properties of a load or store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// The alignment in bytes, a power of two; zero stands for the ABI alignment of the type.
    pub align: u64,
    /// `volatile`.
    pub volatile: bool,
}

/// Returns the encoding of an alignment: the exponent, plus one.
pub(super) fn align_word(bytes: u64) -> Result<u32> {
    need(bytes.is_power_of_two() && bytes <= 1 << 32, "an alignment is a power of two, of at most 2^32 bytes")?;
    Ok(bytes.trailing_zeros() + 1)
}

/// Returns an error unless a value is a pointer; a vector of pointers is refused.
#[inline]
pub(super) fn require_pointer(value: Value<'_>, what: &str) -> Result<()> {
    if value.ty().kind() == TypeKind::Pointer { Ok(()) } else { Err(no_pointer(value, what)) }
}

#[cold]
fn no_pointer(value: Value<'_>, what: &str) -> Refused {
    Refused::new(format!("`{what}` needs a pointer, not {}", value.ty().show()))
}

/// Returns the type of a `getelementptr`, or an error with the reason if it cannot be made.
pub(in crate::draft) fn check_gep<'d>(source: Type<'d>, base: Value<'d>, indices: &[Value<'d>]) -> Result<Type<'d>> {
    let draft = source.draft;
    let refused = || {
        let path = crate::draft::make::show_types(indices.iter().copied());
        Refused::new(format!(
            "`getelementptr` into {} from {} cannot go along ({path})",
            source.show(),
            base.ty().show()
        ))
    };
    if base.ty().scalar().kind() != TypeKind::Pointer || !source.fits(Role::Sized) {
        return Err(refused());
    }
    let mut lanes = Some(base.ty()).filter(|ty| ty.kind() != TypeKind::Pointer);
    let mut ty = base.ty();
    for index in indices {
        let of = index.ty();
        if of.scalar().kind() != TypeKind::Integer {
            return Err(refused());
        }
        if of.kind() != TypeKind::Integer {
            let same = |other: Type<'_>| (other.kind(), other.size()) == (of.kind(), of.size());
            if !lanes.is_none_or(same) {
                return Err(refused());
            }
            lanes = Some(of);
            let pointer = base.ty().scalar().number;
            let number = draft.types.borrow_mut().like(of.number, pointer);
            ty = Type { draft, number };
        }
    }
    let mut inner = source;
    for index in indices.iter().skip(1) {
        inner = step(inner, *index).ok_or_else(refused)?;
    }
    Ok(ty)
}

/// Returns the part of a type that an index leads to.
fn step<'d>(ty: Type<'d>, index: Value<'d>) -> Option<Type<'d>> {
    match ty.kind() {
        TypeKind::Array | TypeKind::Vector => ty.part(0),
        TypeKind::Struct | TypeKind::NamedStruct => ty.part(constant_index(index)? as usize),
        _ => None,
    }
}

/// Returns the value of an index that is a constant `i32`, or a splat of one.
fn constant_index(index: Value<'_>) -> Option<u64> {
    let is_i32 = index.ty().scalar().size() == 32 && index.is_constant();
    let constant = index.draft.constant(index.number()).filter(|_| is_i32)?;
    match constant.kind {
        ConstantKind::Integer => Some(constant.data),
        ConstantKind::Null => Some(0),
        ConstantKind::Data => {
            let constants = index.draft.constants.borrow();
            let mut elements = constants.data(&constant, 4).chunks_exact(4);
            let first = elements.next()?;
            let same = elements.all(|element| element == first);
            same.then(|| u32::from_le_bytes(first.try_into().unwrap_or_default()) as u64)
        }
        _ => None,
    }
}

impl<'d> Type<'d> {
    /// Returns the size in the draft's data layout; `None` for a type without a fixed size.
    pub fn layout_size(self) -> Option<Size> {
        let draft = self.draft;
        let mut sizes = draft.sizes.borrow_mut();
        let (layout, sizes) = &mut *sizes;
        sizes.of(layout, &draft.types.borrow(), &|text| draft.texts.get(text), self.number)
    }

    /// Returns the offset in bytes of the `i`th part of a structure in the draft's data layout.
    pub fn layout_offset(self, i: usize) -> Option<u64> {
        let draft = self.draft;
        let mut sizes = draft.sizes.borrow_mut();
        let (layout, sizes) = &mut *sizes;
        sizes.offset(layout, &draft.types.borrow(), &|text| draft.texts.get(text), self.number, i)
    }
}

impl<'d> Builder<'d> {
    /// Returns the encoding of an alignment, or that of a type's ABI alignment if `wanted` is zero.
    pub(super) fn align(&self, wanted: u64, ty: Type<'d>) -> Result<u32> {
        align_word(if wanted > 0 { wanted } else { ty.layout_size().map_or(1, |size| size.abi) })
    }

    /// Makes an `alloca` of one or more values of a type, in an address space or in the default one of the data layout.
    ///
    /// # Errors
    /// A type without a size, a count that is no integer.
    pub fn alloca(&self, ty: Type<'d>, count: Option<Value<'d>>, space: Option<u32>) -> Result<Value<'d>> {
        let draft = self.draft;
        ty.require(Role::Sized, "allocated")?;
        let count = match count {
            Some(count) => count,
            None => draft.const_int(draft.int_type(32)?, &[1])?,
        };
        need(count.ty().kind() == TypeKind::Integer, "the count of an `alloca` is an integer")?;
        let space = space.unwrap_or_else(|| draft.sizes.borrow().0.alloca_space());
        let pointer = draft.pointer_type(space)?;
        let align = align_word(ty.layout_size().map_or(1, |size| size.best))?;
        self.put_value(Opcode::Alloca, &[ty.number, count.number, align], pointer.number)
    }

    /// Makes a `load`.
    ///
    /// # Errors
    /// A type without a size, a value that is not a pointer, an invalid alignment.
    pub fn load(&self, ty: Type<'d>, pointer: Value<'d>, access: Access) -> Result<Value<'d>> {
        require_pointer(pointer, "load")?;
        ty.require(Role::Sized, "loaded")?;
        let align = self.align(access.align, ty)?;
        let flags = if access.volatile { flag::VOLATILE } else { 0 };
        let row = Row { opcode: Opcode::Load, flags, ty: ty.number, ..Row::default() };
        self.put(row, &[pointer.number, align, 0, 0], ty.number)
    }

    /// Makes a `store`.
    ///
    /// # Errors
    /// As for [`Builder::load`].
    pub fn store(&self, value: Value<'d>, pointer: Value<'d>, access: Access) -> Result<Value<'d>> {
        require_pointer(pointer, "store")?;
        value.ty().require(Role::Sized, "stored")?;
        let align = self.align(access.align, value.ty())?;
        let flags = if access.volatile { flag::VOLATILE } else { 0 };
        let row = Row { opcode: Opcode::Store, flags, ..Row::default() };
        self.put(row, &[value.number, pointer.number, align, 0, 0], self.draft.void())
    }

    /// Makes a `getelementptr` with a source element type and flags. Indices of structures must be constants of type `i32`.
    ///
    /// # Errors
    /// Indices that do not lead into the type.
    pub fn gep(&self, flags: u16, source: Type<'d>, base: Value<'d>, indices: &[Value<'d>]) -> Result<Value<'d>> {
        let ty = check_gep(source, base, indices)?.number;
        // `inbounds` implies `nusw`.
        let nusw = if flags & flag::INBOUNDS != 0 { flag::NUSW } else { 0 };
        let mut words = Vec::with_capacity(2 + indices.len());
        words.extend([source.number, base.number]);
        words.extend(indices.iter().map(|index| index.number));
        self.put(Row { opcode: Opcode::GetElementPtr, flags: flags & 7 | nusw, ty, ..Row::default() }, &words, ty)
    }
}

impl Value<'_> {
    /// Sets the alignment, in bytes, of an `alloca`, `load`, `store`, `atomicrmw` or `cmpxchg`.
    ///
    /// # Errors
    /// Another value, a number that is not a power of two.
    pub fn set_align(self, bytes: u64) -> Result<()> {
        let word = align_word(bytes)?;
        let (Some(row), Some(instruction)) = (self.row(), self.instruction()) else {
            return need(false, "only accesses of memory have an alignment");
        };
        let Some(at) = align_place(row.opcode) else {
            return need(false, "only accesses of memory have an alignment");
        };
        self.draft.set_word(instruction, at, word);
        Ok(())
    }

    /// Returns the alignment in bytes of an `alloca`, `load`, `store`, `atomicrmw` or `cmpxchg`.
    pub fn align(self) -> Option<u64> {
        let row = self.row()?;
        let word = self.draft.words(&row).get(align_place(row.opcode)?)?.get();
        Some(1 << word.checked_sub(1)?)
    }

    /// Makes an access of memory `volatile`, or not.
    ///
    /// # Errors
    /// Another value.
    pub fn set_volatile(self, volatile: bool) -> Result<()> {
        use Opcode::*;
        let access = matches!(self.opcode(), Some(Load | Store | AtomicRmw | CmpXchg));
        let Some(instruction) = self.instruction().filter(|_| access) else {
            return need(false, "only accesses of memory are `volatile`");
        };
        let flag = if volatile { flag::VOLATILE } else { 0 };
        self.draft.rows.change(instruction, |row| row.flags = row.flags & !flag::VOLATILE | flag);
        Ok(())
    }
}

/// Returns the index of the operand word that is the alignment.
fn align_place(opcode: Opcode) -> Option<usize> {
    match opcode {
        Opcode::Load => Some(1),
        Opcode::Alloca | Opcode::Store | Opcode::AtomicRmw => Some(2),
        Opcode::CmpXchg => Some(3),
        _ => None,
    }
}
