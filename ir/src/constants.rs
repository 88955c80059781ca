//! Constants and globals: one column of 24 bytes, payloads in pools.

use hashbrown::HashTable;

use crate::few::Few;

/// The kind of a constant, and the meaning of its payload. "Words" are a range of [`Constants::words`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum ConstantKind {
    /// A global of the module: its number.
    Global,
    /// Zero of its type: `zeroinitializer`, `null`, `none`.
    Null,
    /// `undef`.
    Undef,
    /// `poison`.
    Poison,
    /// An integer of up to 64 bits: the bits.
    Integer,
    /// An integer of more than 64 bits: wide words.
    WideInteger,
    /// Floating point of up to 64 bits: the bits.
    Float,
    /// A floating-point number of more than 64 bits: two wide words, the lower one first.
    WideFloat,
    /// An array, structure or vector: words, each the number of an element.
    Aggregate,
    /// An array or vector of numbers of 8 to 64 bits: bytes, `count` elements.
    Data,
    /// `blockaddress`: a function and the number of a block in it.
    BlockAddress,
    /// `dso_local_equivalent` of a function.
    DsoLocalEquivalent,
    /// `no_cfi` of a function.
    NoCfi,
    /// `ptrauth`: the pointer, key, discriminator, address discriminator and deactivation symbol.
    PtrAuth,
    /// Inline assembly: the type of its function, its flags, and two texts, the code and the constraints.
    InlineAsm,
    /// An expression: `sub` is the opcode; words, each a value.
    Expression,
    /// `getelementptr`: words are the source element type, the index of the `inrange` bounds among the wide words (or NONE), and the operands.
    Gep,
}

/// The columns of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Bits, a number, or the start of a range.
    pub data: u64,
    /// The type of the constant.
    pub ty: u32,
    /// The number of words, wide words or elements.
    pub count: u32,
    /// The kind of the constant.
    pub kind: ConstantKind,
    /// The opcode of an expression, the bytes of an element of `Data`.
    pub sub: u8,
    /// The flags of an expression, with the bits of an instruction's.
    pub flags: u16,
}

/// The constants and globals of a module; the number of a constant is the number of its value.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    pub(crate) rows: Vec<Constant>,
    pub(crate) words: Vec<u32>,
    pub(crate) wide: Vec<u64>,
    pub(crate) bytes: Vec<u8>,
    table: HashTable<u32>,
    /// Integers, by type and value.
    small: Few,
}

/// The limits on the values and the types of [`Constants::small`].
const SMALL: u64 = 17;
const LOW: u32 = 64;

/// Returns the bits of an element of `Data`, which is stored in little-endian order.
pub(crate) fn element_bits(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}

/// Returns the size of an element of `Data` in bytes, by its bits.
pub(crate) fn element_bytes(bits: u64) -> usize {
    match bits {
        0..=8 => 1,
        9..=16 => 2,
        17..=32 => 4,
        _ => 8,
    }
}

/// Mixes a word into a hash so that every bit counts: floating-point constants often differ in their upper bits only.
fn mix(hash: u64, word: u64) -> u64 {
    let product = (hash ^ word) as u128 * 0x9e37_79b9_7f4a_7c15_u128;
    (product >> 64) as u64 ^ product as u64 ^ hash.rotate_left(23)
}

fn slice<T>(pool: &[T], start: u64, count: usize) -> &[T] {
    pool.get(start as usize..).and_then(|rest| rest.get(..count)).unwrap_or(&[])
}

impl Constants {
    /// Returns the constant with this number.
    #[inline]
    pub fn get(&self, value: u32) -> Option<&Constant> {
        self.rows.get(value as usize)
    }

    /// Returns the words of a constant; empty for kinds without words.
    #[inline]
    pub fn words(&self, c: &Constant) -> &[u32] {
        use ConstantKind::*;
        match c.kind {
            Global | Null | Undef | Poison | Integer | WideInteger | Float | WideFloat | Data => &[],
            _ => slice(&self.words, c.data, c.count as usize),
        }
    }

    /// The values among the words of a constant, in LLVM's order.
    #[inline]
    pub fn operands(&self, c: &Constant) -> &[u32] {
        self.words(c).get(self.value_words(c)).unwrap_or(&[])
    }

    /// Returns the range of the words of a constant that are numbers of values.
    pub(crate) fn value_words(&self, c: &Constant) -> std::ops::Range<usize> {
        match c.kind {
            ConstantKind::Aggregate | ConstantKind::Expression | ConstantKind::PtrAuth => 0..c.count as usize,
            ConstantKind::Gep => 2..c.count as usize,
            ConstantKind::BlockAddress | ConstantKind::DsoLocalEquivalent | ConstantKind::NoCfi => 0..1,
            _ => 0..0,
        }
    }

    /// The wide words of a long integer or of wide floating point.
    pub fn wide(&self, c: &Constant) -> &[u64] {
        match c.kind {
            ConstantKind::WideInteger | ConstantKind::WideFloat => slice(&self.wide, c.data, c.count as usize),
            _ => &[],
        }
    }

    /// The bytes of `Data` whose elements have `size` bytes.
    pub fn data(&self, c: &Constant, size: usize) -> &[u8] {
        match c.kind {
            ConstantKind::Data => slice(&self.bytes, c.data, c.count as usize * size),
            _ => &[],
        }
    }

    fn hash(&self, c: &Constant) -> u64 {
        use ConstantKind::*;
        let head = (c.kind as u64) << 56 | (c.sub as u64) << 48 | (c.flags as u64) << 32 | c.ty as u64;
        let hash = mix(head, c.count as u64);
        match c.kind {
            Global | Null | Undef | Poison | Integer | Float => mix(hash, c.data),
            WideInteger | WideFloat => self.wide(c).iter().fold(hash, |hash, &word| mix(hash, word)),
            Data => {
                let (chunks, rest) = self.data(c, c.sub as usize).as_chunks::<8>();
                let hash = chunks.iter().fold(hash, |hash, chunk| mix(hash, u64::from_le_bytes(*chunk)));
                rest.iter().fold(hash, |hash, &byte| mix(hash, byte as u64))
            }
            _ => self.words(c).iter().fold(hash, |hash, &word| mix(hash, word as u64)),
        }
    }

    fn same(&self, a: &Constant, b: &Constant, size: usize) -> bool {
        use ConstantKind::*;
        if (a.kind, a.ty, a.sub, a.flags, a.count) != (b.kind, b.ty, b.sub, b.flags, b.count) {
            return false;
        }
        match a.kind {
            Global | Null | Undef | Poison | Integer | Float => a.data == b.data,
            WideInteger | WideFloat => self.wide(a) == self.wide(b),
            Data => self.data(a, size) == self.data(b, size),
            _ => self.words(a) == self.words(b),
        }
    }

    /// Interns a constant whose payload is in the pools already: returns the number of an equal constant, or adds it. `size` is the
    /// bytes of an element of `Data`.
    pub(crate) fn intern(&mut self, c: Constant, size: usize) -> u32 {
        let key = self.hash(&c);
        if let Some(&found) = self.table.find(key, |&i| self.get(i).is_some_and(|other| self.same(other, &c, size))) {
            return found;
        }
        self.rows.push(c);
        let i = self.rows.len() as u32 - 1;
        self.note(i, key);
        i
    }

    /// Interns an integer of up to 64 bits.
    #[inline]
    pub(crate) fn integer(&mut self, ty: u32, data: u64) -> u32 {
        let place = (data < SMALL && ty < LOW).then(|| ty as usize * SMALL as usize + data as usize);
        match self.small.get(place) {
            Some(value) => value,
            None => {
                let constant = Constant { data, ty, count: 0, kind: ConstantKind::Integer, sub: 0, flags: 0 };
                let value = self.intern(constant, 0);
                self.small.note(place, value)
            }
        }
    }

    /// Returns, for a `blockaddress`, the number of the function's global, the number of the block, and the place of the latter in the words.
    pub(crate) fn block_address(&self, value: u32) -> Option<(u32, u32, usize)> {
        let c = self.get(value).filter(|c| c.kind == ConstantKind::BlockAddress)?;
        let &[function, block, ..] = self.words(c) else { return None };
        let function = self.get(function).filter(|c| c.kind == ConstantKind::Global)?;
        Some((function.data as u32, block, c.data as usize + 1))
    }

    /// Rebuilds the table of equal constants after words of constants were changed.
    pub(crate) fn rehash(&mut self) {
        self.table.clear();
        self.small.clear();
        for i in 0..self.rows.len() as u32 {
            let key = self.get(i).map_or(0, |c| self.hash(c));
            self.note(i, key);
        }
    }

    fn note(&mut self, i: u32, key: u64) {
        let mut table = std::mem::take(&mut self.table);
        table.insert_unique(key, i, |&i| self.get(i).map_or(0, |c| self.hash(c)));
        self.table = table;
    }
}
