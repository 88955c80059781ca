//! Types, interned: equal types have equal numbers, structures with a name have their own.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

use crate::few::Few;
use crate::module::Text;

crate::instruction::words! {
    /// The kind of a type.
    TypeKind {
        Void = "void", Half = "half", BFloat = "bfloat", Float = "float", Double = "double", X86Fp80 = "x86_fp80",
        Fp128 = "fp128", PpcFp128 = "ppc_fp128", Label = "label", Metadata = "metadata", X86Amx = "x86_amx", Token = "token",
        /// An integer of `number` bits.
        Integer = "i",
        /// A pointer in the address space `number`.
        Pointer = "ptr",
        /// An array or vector of `number` elements.
        Array = "[", Vector = "<",
        /// A scalable vector of a multiple of `number` elements.
        ScalableVector = "<vscale",
        /// A structure without a name; `number` is 1 if it is packed.
        Struct = "{",
        /// An identified structure, with a name, or with a number in assembly.
        NamedStruct = "%",
        /// An identified structure without a body.
        Opaque = "opaque",
        /// A function: the result, then the parameters; `number` is 1 if it is variadic.
        Function = "(",
        /// A target extension type: `number` type parameters, then the integer parameters.
        Target = "target",
    }
}

/// The columns of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeRow {
    /// The kind of the type.
    pub kind: TypeKind,
    /// The width, length or address space, or whether the type is packed or variadic.
    pub number: u64,
    /// The range of its parts in the pool.
    pub(crate) start: u32,
    pub(crate) count: u32,
    /// The name of a structure or of a target extension type.
    pub(crate) name: Text,
}

/// The types of a module.
#[derive(Clone, Debug, Default)]
pub struct Types {
    pub(crate) rows: Vec<TypeRow>,
    pub(crate) pool: Vec<u32>,
    table: HashTable<u32>,
    /// The types without parts, by kind and number.
    simple: Few,
    /// The vectors, by element and length.
    vectors: Few,
}

/// The limit on the numbers of the types in [`Types::simple`]: widths, address spaces.
const FEW: u64 = 65;
/// The limits on the elements and the lengths of the types in [`Types::vectors`].
const LOW: u32 = 64;
const LANES: u64 = 17;

fn hash(row: &TypeRow, parts: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    (row.kind as u8, row.number, parts, row.name).hash(&mut hasher);
    hasher.finish()
}

impl Types {
    /// Returns the columns of the type with this number.
    #[inline]
    pub fn get(&self, ty: u32) -> Option<&TypeRow> {
        self.rows.get(ty as usize)
    }

    /// Returns the kind of the type; `Void` for a number that names no type.
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

    /// Interns a type: returns the number of the type with these columns. The name of a target extension type must be interned by the caller.
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

    /// Adds a type that is equal to no other, even one with the same columns.
    pub(crate) fn push(&mut self, row: TypeRow, parts: &[u32]) -> u32 {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(parts);
        self.rows.push(TypeRow { start, count: parts.len() as u32, ..row });
        self.rows.len() as u32 - 1
    }

    /// Sets the body of an identified structure that was added without one.
    pub(crate) fn define(&mut self, ty: u32, kind: TypeKind, packed: bool, parts: &[u32]) {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(parts);
        if let Some(row) = self.rows.get_mut(ty as usize) {
            (row.kind, row.number, row.start, row.count) = (kind, packed as u64, start, parts.len() as u32);
        }
    }

    /// Interns a type without parts.
    #[inline]
    pub(crate) fn simple(&mut self, kind: TypeKind, number: u64) -> u32 {
        let place = (number < FEW).then(|| kind as usize * FEW as usize + number as usize);
        match self.simple.get(place) {
            Some(ty) => ty,
            None => {
                let ty = self.intern(kind, number, &[], Text::default());
                self.simple.note(place, ty)
            }
        }
    }

    /// Interns a type without a name.
    pub(crate) fn composed(&mut self, kind: TypeKind, number: u64, parts: &[u32]) -> u32 {
        let place = match (kind, parts) {
            (TypeKind::Vector, &[element]) if element < LOW && number < LANES => {
                Some(element as usize * LANES as usize + number as usize)
            }
            _ => None,
        };
        match self.vectors.get(place) {
            Some(ty) => ty,
            None => {
                let ty = self.intern(kind, number, parts, Text::default());
                self.vectors.note(place, ty)
            }
        }
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

    /// Returns whether fast-math flags may be on a value of the type: floating point, and arrays and structures of it.
    pub fn is_floating(&self, ty: u32) -> bool {
        let mut ty = ty;
        // Nested arrays are as deep as the file says; each level is a type of its own.
        for _ in 0..=self.rows.len() {
            match (self.kind(ty), self.parts(ty).split_first()) {
                (TypeKind::Array, Some((&element, _))) => ty = element,
                (TypeKind::Struct, Some((&first, rest))) if rest.iter().all(|&part| part == first) => ty = first,
                _ => return self.is_float(ty),
            }
        }
        false
    }

    /// Returns `element`, or a vector of it with the length of `like` if that is a vector.
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

    /// Returns the number of bits of a scalar whose size needs no data layout.
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
