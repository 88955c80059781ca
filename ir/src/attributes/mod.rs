//! Attributes of functions, results, parameters, calls and variables.

use crate::sorting::Sorting;
use std::collections::HashMap;
use std::sync::LazyLock;

use rustc_hash::FxBuildHasher;

use crate::module::{Module, Text, bytes_of};

pub(crate) mod old;
mod places;
mod table;

/// The kind of an attribute's value, which determines its syntax in assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the attribute of that name, but for those that say more")]
pub enum Form {
    /// No value.
    Flag,
    /// A type, or none in files older than LLVM 12.
    Type,
    Align,
    StackAlign,
    AllocKind,
    AllocSize,
    Captures,
    /// A number of bytes: `dereferenceable`.
    Bytes,
    Memory,
    FpClass,
    UwTable,
    VscaleRange,
    /// A range of integers.
    Range,
    /// Ranges of bytes: `initializes`.
    Ranges,
}

/// The number of an attribute in the table: the order of assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttributeKind(u8);

impl AttributeKind {
    /// The attribute of bitcode's code.
    pub fn from_code(code: u64) -> Option<AttributeKind> {
        table::ROWS.iter().position(|(c, ..)| *c as u64 == code).map(|i| AttributeKind(i as u8))
    }
    /// Returns every attribute, in the order of the table.
    pub(crate) fn all() -> impl Iterator<Item = AttributeKind> {
        (0..table::ROWS.len()).map(|i| AttributeKind(i as u8))
    }
    /// The attribute of this name.
    pub fn named(name: &str) -> Option<AttributeKind> {
        static NAMES: LazyLock<HashMap<&str, AttributeKind, FxBuildHasher>> =
            LazyLock::new(|| AttributeKind::all().map(|kind| (kind.name(), kind)).collect());
        NAMES.get(name).copied()
    }
    /// Returns the attribute of a name in a constant; an unknown name is a compile-time error.
    pub(crate) const fn of(name: &'static str) -> AttributeKind {
        let mut i = 0;
        while i < table::ROWS.len() {
            if same(table::ROWS[i].1.as_bytes(), name.as_bytes()) {
                return AttributeKind(i as u8);
            }
            i += 1;
        }
        assert!(name.is_empty(), "there is no such attribute");
        AttributeKind(0)
    }
    /// The bit of the attribute in sets of bits.
    pub(crate) const fn bit(self) -> u128 {
        1 << self.0
    }
    fn row(self) -> (u8, &'static str, Form) {
        table::ROWS.get(self.0 as usize).copied().unwrap_or((0, "", Form::Flag))
    }
    /// Bitcode's code.
    pub fn code(self) -> u8 {
        self.row().0
    }
    /// The word of assembly.
    pub fn name(self) -> &'static str {
        self.row().1
    }
    /// The kind of its value.
    pub fn form(self) -> Form {
        self.row().2
    }
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len()
}

/// An attribute with its value. The order is that of assembly, except for texts, which stand last, ordered by key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// An attribute without a value.
    Flag(AttributeKind),
    /// An attribute with a number, packed as in bitcode.
    Number(AttributeKind, u64),
    /// An attribute with a type.
    Type(AttributeKind, Option<u32>),
    /// An attribute with ranges of integers of a width in bits: lower and upper bounds, each with as many words as the width needs.
    Ranges(AttributeKind, u32, Box<[u64]>),
    /// A key and a value unknown to LLVM; both are interned.
    Text(Text, Option<Text>),
}

impl Attribute {
    /// The attribute, unless it is a text.
    pub fn kind(&self) -> Option<AttributeKind> {
        match self {
            Attribute::Flag(kind)
            | Attribute::Number(kind, _)
            | Attribute::Type(kind, _)
            | Attribute::Ranges(kind, ..) => Some(*kind),
            Attribute::Text(..) => None,
        }
    }
}

/// A set of attributes: its number.
pub type SetId = u32;

/// The attribute sets, and the lists that assign a set to each owner.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    sets: Vec<Box<[Attribute]>>,
    known: HashMap<Box<[Attribute]>, SetId, FxBuildHasher>,
    /// The lists: pairs of owner and set.
    pub(crate) lists: Vec<Box<[(u32, SetId)]>>,
}

/// The owner that stands for the result in a list.
pub const RESULT: u32 = 0;
/// The owner that stands for the first parameter in a list; the other parameters follow.
pub const FIRST_PARAMETER: u32 = 1;
/// The owner that stands for the function itself in a list.
pub const FUNCTION: u32 = u32::MAX;

impl Attributes {
    /// The number of a set, whose attributes are in order.
    pub(crate) fn intern(&mut self, set: Box<[Attribute]>) -> SetId {
        if let Some(&id) = self.known.get(&set) {
            return id;
        }
        let id = self.sets.len() as SetId;
        self.sets.push(set.clone());
        self.known.insert(set, id);
        id
    }

    /// The attributes of a set.
    pub fn set(&self, id: SetId) -> &[Attribute] {
        self.sets.get(id as usize).map_or(&[], |set| set)
    }

    /// Returns the set that a list (the number, plus one; zero is no list) assigns to `owner`, unless it is empty.
    pub fn of(&self, list: u32, owner: u32) -> Option<SetId> {
        let list = self.lists.get((list as usize).checked_sub(1)?)?;
        let (_, set) = list.iter().find(|(whose, _)| *whose == owner)?;
        (!self.set(*set).is_empty()).then_some(*set)
    }

    /// The number of sets.
    pub(crate) fn sets(&self) -> usize {
        self.sets.len()
    }

    /// Returns the list with this number, which counts from one; zero is no list.
    pub fn list(&self, list: u32) -> &[(u32, SetId)] {
        (list as usize).checked_sub(1).and_then(|i| self.lists.get(i)).map_or(&[], |list| list)
    }
}

impl Attributes {
    /// Interns a set of attributes in any order: sorts it, texts last and by key, and keeps one attribute of each kind.
    pub(crate) fn intern_set<'t>(&mut self, mut set: Vec<Attribute>, text: impl Fn(Text) -> &'t [u8]) -> SetId {
        set.arrange_by(|a, b| match (a, b) {
            (Attribute::Text(a, _), Attribute::Text(b, _)) => text(*a).cmp(text(*b)),
            (Attribute::Text(..), _) => std::cmp::Ordering::Greater,
            (_, Attribute::Text(..)) => std::cmp::Ordering::Less,
            _ => a.kind().cmp(&b.kind()),
        });
        set.dedup_by(|a, b| a.kind().is_some() && a.kind() == b.kind());
        self.intern(set.into())
    }
}

impl Module {
    /// The number of a set of attributes in any order.
    pub(crate) fn intern_attributes(&mut self, set: Vec<Attribute>) -> SetId {
        let (attributes, bytes) = (&mut self.attributes, &self.bytes);
        attributes.intern_set(set, |text| bytes_of(bytes, text))
    }
}
