//! Types, interned: equal types have equal numbers, structures with a name have their own.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

use crate::module::Text;

crate::instruction::words! {
    /// The kind of a type.
    TypeKind {
        Void = "void", Half = "half", BFloat = "bfloat", Float = "float", Double = "double", X86Fp80 = "x86_fp80",
        Fp128 = "fp128", PpcFp128 = "ppc_fp128", Label = "label", Metadata = "metadata", X86Amx = "x86_amx", Token = "token",
        /// A number of `number` bits.
        Integer = "i",
        /// An address in the space `number`.
        Pointer = "ptr",
        /// `number` elements.
        Array = "[", Vector = "<",
        /// A multiple of `number` elements.
        ScalableVector = "<vscale",
        /// Parts one after another; `number` is 1 where they are packed.
        Struct = "{",
        /// A structure with an identity: a name, or a number in assembly.
        NamedStruct = "%",
        /// One whose parts are not known.
        Opaque = "opaque",
        /// The result, then the parameters; `number` is 1 where others may follow.
        Function = "(",
        /// A type of a target: types, of which there are `number`, then numbers.
        Target = "target",
    }
}

/// The columns of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeRow {
    /// The kind of the type.
    pub kind: TypeKind,
    /// A width, a length, a space, whether it is packed or variadic.
    pub number: u64,
    /// The range of its parts in the pool.
    pub(crate) start: u32,
    pub(crate) count: u32,
    /// The name of a structure or of a target's type.
    pub(crate) name: Text,
}

/// The types of a module.
#[derive(Clone, Debug, Default)]
pub struct Types {
    pub(crate) rows: Vec<TypeRow>,
    pub(crate) pool: Vec<u32>,
    table: HashTable<u32>,
}

fn hash(row: &TypeRow, parts: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    (row.kind as u8, row.number, parts, row.name).hash(&mut hasher);
    hasher.finish()
}

impl Types {
    /// The type of a number that this module gave.
    #[inline]
    pub fn get(&self, ty: u32) -> Option<&TypeRow> {
        self.rows.get(ty as usize)
    }

    /// Returns the kind of the type; `Void` for a number that is none.
    #[inline]
    pub fn kind(&self, ty: u32) -> TypeKind {
        self.get(ty).map_or(TypeKind::Void, |row| row.kind)
    }

    /// The parts of a type: elements, the result and the parameters.
    #[inline]
    pub fn parts(&self, ty: u32) -> &[u32] {
        self.get(ty).map_or(&[], |row| self.range(row))
    }

    #[inline]
    fn range(&self, row: &TypeRow) -> &[u32] {
        self.pool.get(row.start as usize..(row.start + row.count) as usize).unwrap_or(&[])
    }

    /// The number of a type that is equal to others with the same columns. The name of a target's type is a text that the caller
    /// interned.
    pub(crate) fn intern(&mut self, kind: TypeKind, number: u64, parts: &[u32], name: Text) -> u32 {
        let row = TypeRow { kind, number, start: 0, count: 0, name };
        let key = hash(&row, parts);
        let found = self.table.find(key, |&i| {
            self.get(i).is_some_and(|r| (r.kind, r.number, r.name) == (kind, number, name) && self.range(r) == parts)
        });
        if let Some(&i) = found {
            return i;
        }
        let i = self.push(row, parts);
        let (rows, pool) = (&self.rows, &self.pool);
        self.table.insert_unique(key, i, |&i| {
            let row = rows.get(i as usize);
            row.map_or(0, |r| hash(r, pool.get(r.start as usize..(r.start + r.count) as usize).unwrap_or(&[])))
        });
        i
    }

    /// Adds a type that is equal to no other.
    pub(crate) fn push(&mut self, row: TypeRow, parts: &[u32]) -> u32 {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(parts);
        self.rows.push(TypeRow { start, count: parts.len() as u32, ..row });
        self.rows.len() as u32 - 1
    }

    /// Gives a structure that was announced its parts.
    pub(crate) fn define(&mut self, ty: u32, kind: TypeKind, packed: bool, parts: &[u32]) {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(parts);
        if let Some(row) = self.rows.get_mut(ty as usize) {
            (row.kind, row.number, row.start, row.count) = (kind, packed as u64, start, parts.len() as u32);
        }
    }

    pub(crate) fn simple(&mut self, kind: TypeKind, number: u64) -> u32 {
        self.intern(kind, number, &[], Text::default())
    }
    pub(crate) fn composed(&mut self, kind: TypeKind, number: u64, parts: &[u32]) -> u32 {
        self.intern(kind, number, parts, Text::default())
    }

    /// True for vectors.
    #[inline]
    pub fn is_vector(&self, ty: u32) -> bool {
        matches!(self.kind(ty), TypeKind::Vector | TypeKind::ScalableVector)
    }

    /// True for a scalable vector, and for an array or a structure that has one in it.
    pub(crate) fn is_scalable(&self, ty: u32) -> bool {
        let (mut open, mut seen) = (vec![ty], rustc_hash::FxHashSet::default());
        while let Some(ty) = open.pop() {
            match self.kind(ty) {
                TypeKind::ScalableVector => return true,
                TypeKind::Array => open.extend(self.parts(ty)),
                TypeKind::Struct | TypeKind::NamedStruct if seen.insert(ty) => open.extend(self.parts(ty)),
                _ => {}
            }
        }
        false
    }

    /// The element of a vector, or the type itself.
    #[inline]
    pub fn scalar(&self, ty: u32) -> u32 {
        if self.is_vector(ty) { self.parts(ty).first().copied().unwrap_or(ty) } else { ty }
    }

    /// True for floating point, and vectors of it.
    #[inline]
    pub fn is_float(&self, ty: u32) -> bool {
        (TypeKind::Half..=TypeKind::PpcFp128).contains(&self.kind(self.scalar(ty)))
    }

    /// True for floating point, and arrays and structures of it: what fast-math flags may be on.
    pub fn is_floating(&self, ty: u32) -> bool {
        let mut ty = ty;
        // Arrays of arrays are as deep as the file says; each is a type of its own.
        for _ in 0..=self.rows.len() {
            match (self.kind(ty), self.parts(ty).split_first()) {
                (TypeKind::Array, Some((&element, _))) => ty = element,
                (TypeKind::Struct, Some((&first, rest))) if rest.iter().all(|&part| part == first) => ty = first,
                _ => return self.is_float(ty),
            }
        }
        false
    }

    /// A type with the element `element` where `like` is a vector, or `element`.
    pub(crate) fn like(&mut self, like: u32, element: u32) -> u32 {
        match self.get(like) {
            Some(row) if matches!(row.kind, TypeKind::Vector | TypeKind::ScalableVector) => {
                let (kind, number) = (row.kind, row.number);
                self.composed(kind, number, &[element])
            }
            _ => element,
        }
    }

    /// The type of part `i` of an aggregate.
    pub fn part(&self, ty: u32, i: u64) -> Option<u32> {
        let row = self.get(ty)?;
        match row.kind {
            TypeKind::Array | TypeKind::Vector | TypeKind::ScalableVector => self.parts(ty).first().copied(),
            TypeKind::Struct | TypeKind::NamedStruct => self.parts(ty).get(usize::try_from(i).ok()?).copied(),
            _ => None,
        }
    }

    /// The number of bits of a scalar, as far as it has one without a data layout.
    pub fn bits(&self, ty: u32) -> Option<u64> {
        let row = self.get(ty)?;
        match row.kind {
            TypeKind::Integer => Some(row.number),
            TypeKind::Half | TypeKind::BFloat => Some(16),
            TypeKind::Float => Some(32),
            TypeKind::Double => Some(64),
            TypeKind::X86Fp80 => Some(80),
            TypeKind::Fp128 | TypeKind::PpcFp128 => Some(128),
            _ => None,
        }
    }
}
