//! Sizes, alignments and offsets of the types of one module, each computed once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rustc_hash::FxBuildHasher;

use super::{DataLayout, Entry as Row};
use crate::module::Text;
use crate::types::{TypeKind, Types};

/// The size and the alignments of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The size in bits.
    pub bits: u64,
    /// The ABI alignment in bytes.
    pub abi: u64,
    /// The preferred alignment in bytes.
    pub best: u64,
    /// True if the size is that of a scalable type for `vscale` 1.
    pub scalable: bool,
}

impl Size {
    /// Returns the store size in bytes: the bytes that a store overwrites.
    pub fn store(self) -> u64 {
        self.bits.div_ceil(8)
    }

    /// Returns the allocation size in bytes: the distance of array elements.
    pub fn allocated(self) -> u64 {
        self.store().checked_next_multiple_of(self.abi.max(1)).unwrap_or(u64::MAX)
    }
}

/// A function that returns the bytes of a text.
pub(crate) type Texts<'a> = &'a dyn Fn(Text) -> &'a [u8];

/// The sizes of types that were computed.
#[derive(Clone, Debug, Default)]
pub struct Sizes {
    /// The size of each type; `None` for an unsized type, and during the computation.
    known: HashMap<u32, Option<Size>, FxBuildHasher>,
}

fn exact_or(table: &[Row], bits: u64, other: impl FnOnce() -> Row) -> Row {
    table.iter().find(|e| e.bits == bits).copied().unwrap_or_else(other)
}

/// Returns the natural alignment, for a width that no entry covers: the size in bytes, rounded up to a power of two.
fn natural(bits: u64) -> Row {
    let align = bits.div_ceil(8).max(1).checked_next_power_of_two().unwrap_or(1 << 63);
    Row { bits, abi: align, best: align }
}

fn size(bits: u64, entry: Row) -> Option<Size> {
    Some(Size { bits, abi: entry.abi, best: entry.best, scalable: false })
}

impl Sizes {
    /// Returns the size of a type; `None` for those without a fixed size: functions, opaque structures, scalable vectors.
    pub(crate) fn of(&mut self, layout: &DataLayout, types: &Types, text: Texts<'_>, ty: u32) -> Option<Size> {
        self.any(layout, types, text, ty).filter(|size| !size.scalable)
    }

    /// Returns the size of a type, which may be scalable.
    pub(crate) fn any(&mut self, layout: &DataLayout, types: &Types, text: Texts<'_>, ty: u32) -> Option<Size> {
        if let Some(known) = self.known.get(&ty) {
            return *known;
        }
        let mut open = vec![ty];
        while let Some(&top) = open.last() {
            let waits = open.len();
            if let Entry::Vacant(new) = self.known.entry(top) {
                new.insert(None);
                let parts = types.parts(top).iter().copied();
                open.extend(parts.filter(|part| holds_parts(types, top) && !self.known.contains_key(part)));
                if open.len() > waits {
                    continue;
                }
            }
            open.pop();
            let found = self.find(layout, types, text, top);
            self.known.insert(top, found);
        }
        self.known.get(&ty).copied().flatten()
    }

    /// Returns the offset in bytes of the `i`th part of a structure.
    pub(crate) fn offset(
        &mut self,
        layout: &DataLayout,
        types: &Types,
        text: Texts<'_>,
        structure: u32,
        i: usize,
    ) -> Option<u64> {
        self.of(layout, types, text, structure)?;
        let packed = types.get(structure)?.number != 0;
        let parts = types.parts(structure).get(..=i)?;
        let mut at = 0u64;
        for part in parts {
            let size = self.known.get(part).copied().flatten()?;
            at = place(at, size, packed)?;
            if std::ptr::eq(part, parts.last()?) {
                return Some(at);
            }
            at = at.checked_add(size.allocated())?;
        }
        None
    }

    /// Computes the size of a type whose parts have known sizes.
    fn find(&self, layout: &DataLayout, types: &Types, text: Texts<'_>, ty: u32) -> Option<Size> {
        let row = types.get(ty)?;
        let part = || types.parts(ty).first().and_then(|part| self.known.get(part).copied().flatten());
        match row.kind {
            TypeKind::Integer => {
                let table = &layout.integers;
                let wider = || table.iter().find(|e| e.bits >= row.number).or(table.last());
                size(row.number, exact_or(table, row.number, || wider().copied().unwrap_or(natural(row.number))))
            }
            TypeKind::Half | TypeKind::BFloat => self.float(layout, 16),
            TypeKind::Float => self.float(layout, 32),
            TypeKind::Double => self.float(layout, 64),
            TypeKind::X86Fp80 => self.float(layout, 80),
            TypeKind::Fp128 | TypeKind::PpcFp128 => self.float(layout, 128),
            TypeKind::X86Amx => size(8192, Row { bits: 8192, abi: 64, best: 64 }),
            TypeKind::Pointer => {
                let pointer = layout.pointer(row.number as u32);
                size(pointer.bits, pointer.row())
            }
            TypeKind::Array => {
                let element = part()?;
                let bits = element.allocated().checked_mul(row.number)?.checked_mul(8)?;
                Some(Size { bits, ..element })
            }
            TypeKind::Vector | TypeKind::ScalableVector => {
                let bits = part()?.bits.checked_mul(row.number)?;
                let found = size(bits, exact_or(&layout.vectors, bits, || natural(bits)));
                found.map(|size| Size { scalable: row.kind == TypeKind::ScalableVector, ..size })
            }
            TypeKind::Struct | TypeKind::NamedStruct => self.structure(layout, types, ty, row.number != 0),
            TypeKind::Target => {
                let number = types.parts(ty).get(row.number as usize).copied();
                self.target(layout, text(row.name), number.unwrap_or(0))
            }
            _ => None,
        }
    }

    fn float(&self, layout: &DataLayout, bits: u64) -> Option<Size> {
        size(bits, exact_or(&layout.floats, bits, || natural(bits)))
    }

    fn structure(&self, layout: &DataLayout, types: &Types, ty: u32, packed: bool) -> Option<Size> {
        let (mut bytes, mut align, mut scalable) = (0u64, 1, false);
        for part in types.parts(ty) {
            let size = self.known.get(part).copied().flatten()?;
            bytes = place(bytes, size, packed)?.checked_add(size.allocated())?;
            align = if packed { align } else { size.abi.max(align) };
            scalable |= size.scalable;
        }
        let bits = bytes.checked_next_multiple_of(align)?.checked_mul(8)?;
        // The layout's alignment of aggregates is a minimum, except for the ABI alignment of packed structures.
        let abi = if packed { 1 } else { align.max(layout.aggregate.abi) };
        Some(Size { bits, abi, best: align.max(layout.aggregate.best), scalable })
    }

    /// Returns the size of a target extension type: that of its layout type in LLVM, which is mostly a pointer, or bytes given by the
    /// first parameter for padding; `None` for an unknown type.
    fn target(&self, layout: &DataLayout, name: &[u8], number: u32) -> Option<Size> {
        let pointer = layout.pointer(0);
        let plain = |bits: u64, bytes: u64| size(bits, Row { bits, abi: bytes, best: bytes });
        let scalable = |found: Option<Size>| found.map(|size| Size { scalable: true, ..size });
        match name {
            b"aarch64.svcount" => scalable(plain(16, 2)),
            b"amdgcn.named.barrier" => plain(128, 16),
            b"llvm.test.vectorelement" => plain(32, 4),
            b"spirv.Padding" | b"dx.Padding" => plain(u64::from(number) * 8, 1),
            b"spirv.IntegralConstant" | b"spirv.Literal" => None,
            _ if name.starts_with(b"riscv.vector.tuple") => scalable(plain(64, 8)),
            _ if name.starts_with(b"spirv.") || name.starts_with(b"dx.") => size(pointer.bits, pointer.row()),
            _ => None,
        }
    }
}

fn place(at: u64, size: Size, packed: bool) -> Option<u64> {
    if packed { Some(at) } else { at.checked_next_multiple_of(size.abi.max(1)) }
}

/// Returns whether the size of a type follows from its parts.
fn holds_parts(types: &Types, ty: u32) -> bool {
    use TypeKind::*;
    matches!(types.kind(ty), Array | Vector | ScalableVector | Struct | NamedStruct)
}
