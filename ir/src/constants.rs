//! Constants and globals: one column of 24 bytes, payloads in pools.

use hashbrown::HashTable;

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
    /// A longer one: wide words.
    WideInteger,
    /// Floating point of up to 64 bits: the bits.
    Float,
    /// Floating point of more: two wide words, the lower first.
    WideFloat,
    /// Parts: words, each a value.
    Aggregate,
    /// An array or vector of numbers of 8 to 64 bits: bytes, `count` elements.
    Data,
    /// A function and the number of a block in it.
    BlockAddress,
    /// A function.
    DsoLocalEquivalent,
    /// A function.
    NoCfi,
    /// Pointer, key, discriminator, address discriminator, deactivation symbol.
    PtrAuth,
    /// Type of the function, flags, and two texts: code and constraints.
    InlineAsm,
    /// An expression: `sub` is the opcode; words, each a value.
    Expression,
    /// `getelementptr`: the type, where the range of `inrange` is in the wide words (or NONE), then values.
    Gep,
}

/// The columns of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Bits, a number, or the start of a range.
    pub data: u64,
    /// Its type.
    pub ty: u32,
    /// The number of words, wide words or elements.
    pub count: u32,
    /// The kind of the constant.
    pub kind: ConstantKind,
    /// The opcode of an expression, the bytes of an element of `Data`.
    pub sub: u8,
    /// Flags of an expression, as an instruction has them.
    pub flags: u16,
}

/// The constants and globals of a module; their numbers are those of values.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    pub(crate) rows: Vec<Constant>,
    pub(crate) words: Vec<u32>,
    pub(crate) wide: Vec<u64>,
    pub(crate) bytes: Vec<u8>,
    table: HashTable<u32>,
}

/// Returns the bits of an element of `Data`, whose least significant byte stands first.
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

/// Mixes a word into a hash, such that all its bits count: those of floating point differ in the upper ones alone.
fn mix(hash: u64, word: u64) -> u64 {
    let product = (hash ^ word) as u128 * 0x9e37_79b9_7f4a_7c15_u128;
    (product >> 64) as u64 ^ product as u64 ^ hash.rotate_left(23)
}

fn slice<T>(pool: &[T], start: u64, count: usize) -> &[T] {
    pool.get(start as usize..).and_then(|rest| rest.get(..count)).unwrap_or(&[])
}

impl Constants {
    /// The constant of a number.
    #[inline]
    pub fn get(&self, value: u32) -> Option<&Constant> {
        self.rows.get(value as usize)
    }

    /// The words of a constant that has some.
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

    /// The places of the words of a constant that are values.
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

    /// The number of a constant whose payload is already in the pools: an equal one's, or a new one. `size` is the bytes of an
    /// element of `Data`.
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

    /// The global of a function, the number of a block in it, and where that number stands among the words, of the address of a
    /// block.
    pub(crate) fn block_address(&self, value: u32) -> Option<(u32, u32, usize)> {
        let c = self.get(value).filter(|c| c.kind == ConstantKind::BlockAddress)?;
        let &[function, block, ..] = self.words(c) else { return None };
        let function = self.get(function).filter(|c| c.kind == ConstantKind::Global)?;
        Some((function.data as u32, block, c.data as usize + 1))
    }

    /// Finds constants by what they are now, after their words were changed.
    pub(crate) fn rehash(&mut self) {
        self.table.clear();
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
