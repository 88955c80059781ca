//! Data layouts: sizes, alignments and offsets of types.
//!
//! Source: LangRef "Data Layout" (LLVM 22). Sizes are in bytes unless stated otherwise.

mod sizes;
mod text;

pub use sizes::{Size, Sizes};
pub(crate) use text::space;

/// LLVM's largest alignment, 2 to the 32, in the form that fields have: the exponent, plus one.
pub(crate) const LARGEST_ALIGN: u32 = 33;

/// An entry of a table of alignments: a width in bits, and the ABI and preferred alignments in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    bits: u64,
    abi: u64,
    best: u64,
}

/// The layout of pointers to an address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pointer {
    space: u32,
    bits: u64,
    abi: u64,
    best: u64,
    index_bits: u64,
}

impl Pointer {
    fn row(self) -> Entry {
        Entry { bits: self.bits, abi: self.abi, best: self.best }
    }
}

/// A data layout: the entries of the module's text over the defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLayout {
    big_endian: bool,
    /// The entries for integers, sorted by width.
    integers: Vec<Entry>,
    floats: Vec<Entry>,
    vectors: Vec<Entry>,
    aggregate: Entry,
    pointers: Vec<Pointer>,
    alloca_space: u32,
    program_space: u32,
    globals_space: u32,
}

/// The error for an invalid data layout: the part that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongLayout(pub String);

impl std::fmt::Display for WrongLayout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "malformed data layout at `{}`", self.0)
    }
}

impl std::error::Error for WrongLayout {}

const fn entry(bits: u64, abi: u64, best: u64) -> Entry {
    Entry { bits, abi, best }
}

impl Default for DataLayout {
    fn default() -> Self {
        DataLayout {
            big_endian: false,
            integers: vec![entry(1, 1, 1), entry(8, 1, 1), entry(16, 2, 2), entry(32, 4, 4), entry(64, 4, 8)],
            floats: vec![entry(16, 2, 2), entry(32, 4, 4), entry(64, 8, 8), entry(128, 16, 16)],
            vectors: vec![entry(64, 8, 8), entry(128, 16, 16)],
            aggregate: entry(0, 1, 8),
            pointers: vec![Pointer { space: 0, bits: 64, abi: 8, best: 8, index_bits: 64 }],
            alloca_space: 0,
            program_space: 0,
            globals_space: 0,
        }
    }
}

impl DataLayout {
    /// Parses the text of a data layout; the empty text is the default layout.
    ///
    /// # Errors
    /// The first part that LangRef does not have.
    pub fn parse(text: &str) -> Result<DataLayout, WrongLayout> {
        text::parse(text)
    }

    /// Returns whether the layout is big-endian.
    pub fn is_big_endian(&self) -> bool {
        self.big_endian
    }

    /// Returns the address space of `alloca`.
    pub fn alloca_space(&self) -> u32 {
        self.alloca_space
    }

    /// Returns the address space of functions.
    pub fn program_space(&self) -> u32 {
        self.program_space
    }

    /// Returns the default address space of global variables.
    pub fn globals_space(&self) -> u32 {
        self.globals_space
    }

    /// Returns the layout of pointers to an address space; that of space 0 if the text does not name it.
    fn pointer(&self, space: u32) -> Pointer {
        let find = |space: u32| self.pointers.iter().find(|p| p.space == space);
        let default = Pointer { space: 0, bits: 64, abi: 8, best: 8, index_bits: 64 };
        find(space).or_else(|| find(0)).copied().unwrap_or(default)
    }

    /// Returns the width in bits of pointers to an address space.
    pub fn pointer_bits(&self, space: u32) -> u64 {
        self.pointer(space).bits
    }

    /// Returns the width in bits of an index for pointers to an address space.
    pub fn index_bits(&self, space: u32) -> u64 {
        self.pointer(space).index_bits
    }
}
