//! A module that is being built or changed through `&Draft`, while handles to its items are in use.
//!
//! A [`Module`] is a compact, immutable copy of the file: ranges of columns, fast to walk. A draft has the same rows with links
//! between instructions and between blocks, so that inserting and removing take constant time, and an iteration survives both.
//! [`Draft::thaw`] makes a draft of a module, [`Draft::freeze`] a module of a draft, each in one pass.
//!
//! In a draft every instruction defines a local, even one without a result, so that each is a [`Value`]; blocks have numbers in the
//! draft, not in the function. Numbers are never reused.

mod attributes;
mod build;
mod calls;
mod column;
mod combine;
mod copy;
mod declared;
mod edges;
mod edit;
mod elements;
mod freeze;
mod handles;
mod make;
mod names;
mod nodes;
mod order;
mod placed;
mod print;
mod raw;
mod reach;
mod read_uses;
mod records;
mod replace;
mod side;
mod strip;
mod texts;
mod thaw;
mod uses;

pub use build::{Access, Builder};
pub(crate) use declared::Declared;
pub(crate) use edges::Predecessors;
pub use handles::{Block, Function, Metadata, Type, Value, ValueKind};
pub use make::{Role, Room};
pub use records::Part;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::fmt;

use rustc_hash::FxBuildHasher;

use crate::attributes::Attributes;
use crate::constants::Constants;
use crate::global::Global;
use crate::instruction::{Opcode, Row};
use crate::layout::{DataLayout, Sizes};
use crate::metadata;
use crate::module::{Comdat, LocalRow, NONE, NamedNode, Text};
use crate::types::Types;
use column::Column;
use names::Names;
use replace::Wrapped;
use side::Side;
use texts::Texts;
use uses::Uses;

/// The neighbours of an instruction, and its block; [`NONE`] for a missing one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    previous: u32,
    next: u32,
    block: u32,
}

/// The neighbours of a block, its first and last instruction, and its function; [`NONE`] for a missing one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlockLink {
    previous: u32,
    next: u32,
    first: u32,
    last: u32,
    function: u32,
}

/// The blocks and arguments of a function, by the number of its global.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FunctionLink {
    first: u32,
    last: u32,
    /// The first argument among the locals; the others follow it.
    arguments: u32,
    /// The number of arguments that are locals.
    count: u32,
}

impl Default for Link {
    fn default() -> Self {
        Link { previous: NONE, next: NONE, block: NONE }
    }
}

impl Default for BlockLink {
    fn default() -> Self {
        BlockLink { previous: NONE, next: NONE, first: NONE, last: NONE, function: NONE }
    }
}

impl Default for LocalRow {
    fn default() -> Self {
        LocalRow { ty: NONE, instruction: NONE }
    }
}

impl Default for Row {
    fn default() -> Self {
        Row { opcode: Opcode::Unreachable, sub: 0, flags: 0, ty: NONE, operands: 0, count: 0, result: NONE }
    }
}

impl Default for FunctionLink {
    fn default() -> Self {
        FunctionLink { first: NONE, last: NONE, arguments: NONE, count: 0 }
    }
}

/// The texts that belong to the module itself: names, target, assembly.
#[derive(Clone, Debug, Default)]
struct Head {
    source_filename: Text,
    data_layout: Text,
    triple: Text,
    assembly: Text,
    producer: String,
    size: usize,
}

/// Lists that rows refer to by number.
#[derive(Debug, Default)]
struct Lists {
    comdats: Vec<Comdat>,
    named_nodes: Vec<NamedNode>,
    kinds: Vec<Text>,
    bundle_tags: Vec<Text>,
    sync_scopes: Vec<Text>,
}

/// A module that is being built or changed.
pub struct Draft {
    head: RefCell<Head>,
    lists: RefCell<Lists>,
    texts: Texts,
    types: RefCell<Types>,
    /// The type `void`.
    void: u32,
    constants: RefCell<Constants>,
    attributes: RefCell<Attributes>,
    known_attributes: RefCell<attributes::Known>,
    metadata: RefCell<metadata::Metadata>,
    /// The globals by number; functions have no body here.
    globals: RefCell<Vec<Global>>,
    functions: Column<FunctionLink>,
    blocks: Column<BlockLink>,
    rows: Column<Row>,
    links: Column<Link>,
    operands: Column<u32>,
    locals: Column<LocalRow>,
    /// The debug location of each instruction up to the last that has one: the number of a node, plus one; zero is none.
    locations: Column<u32>,
    side: RefCell<Side>,
    /// The use lists, built when first needed.
    uses: OnceCell<Uses>,
    read_uses: read_uses::ReadUses,
    wrapped: RefCell<Wrapped>,
    /// The number of operand words reserved for an instruction, where it exceeds the number of its words.
    capacities: RefCell<HashMap<u32, u32, FxBuildHasher>>,
    nodes: RefCell<nodes::Nodes>,
    /// The place among the texts of the bytes of the metadata strings that were read, and the number of nodes that were read.
    strings_as_read: (u32, u32),
    /// The texts of later metadata strings that were requested.
    strings: RefCell<HashMap<u32, Text, FxBuildHasher>>,
    names: RefCell<Names>,
    sizes: RefCell<(DataLayout, Sizes)>,
    /// The order of the functions, once one was moved; functions with larger numbers than those listed follow.
    order: RefCell<Vec<u32>>,
    /// The number of constants that were searched, and whether one of them is an expression.
    expressions: Cell<(u32, bool)>,
    /// The texts of `Data` constants that were requested.
    lent: RefCell<HashMap<u32, Text, FxBuildHasher>>,
}

/// The bit that marks an argument in [`LocalRow::instruction`]; the other bits are the number of its function.
const ARGUMENT: u32 = 1 << 31;

/// The rejection of a change, with the reason in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(String);

impl Refused {
    fn new(why: impl Into<String>) -> Self {
        Refused(why.into())
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// The result of a change.
pub type Result<T> = std::result::Result<T, Refused>;

/// Returns an error with the text `rule` unless `holds` is true.
#[inline]
fn need(holds: bool, rule: &str) -> Result<()> {
    if holds { Ok(()) } else { Err(Refused::new(rule)) }
}
