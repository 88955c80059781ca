//! A module that is being built or changed: everything is changed through `&Draft`, while handles of it are held.
//!
//! A [`Module`] is what was read: ranges of columns, fast to walk, never changed. A draft has the same rows with links between
//! instructions and between blocks, so that inserting and removing cost the same anywhere, and an iteration survives both.
//! [`Draft::thaw`] makes a draft of a module, [`Draft::freeze`] a module of a draft, each in one pass.
//!
//! In a draft every instruction defines a local, those without a result too, so that each is a [`Value`]; numbers of blocks are the
//! draft's, not the function's. Numbers are never given twice.

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
mod print;
mod raw;
mod reach;
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

/// The neighbours of an instruction, and its block; [`NONE`] where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    previous: u32,
    next: u32,
    block: u32,
}

/// The neighbours of a block, its first and last instruction, and its function; [`NONE`] where there is none.
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
    /// The first of its arguments among the locals; the others follow.
    arguments: u32,
    /// The number of its arguments, once they are locals.
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

/// The texts of a module as a whole.
#[derive(Clone, Debug, Default)]
struct Head {
    source_filename: Text,
    data_layout: Text,
    triple: Text,
    assembly: Text,
    producer: String,
    size: usize,
}

/// Names that numbers of rows refer to.
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
    /// By number; those of functions have no body.
    globals: RefCell<Vec<Global>>,
    functions: Column<FunctionLink>,
    blocks: Column<BlockLink>,
    rows: Column<Row>,
    links: Column<Link>,
    operands: Column<u32>,
    locals: Column<LocalRow>,
    /// The location of each instruction: a node, plus one; zero is none.
    locations: Column<u32>,
    side: RefCell<Side>,
    /// Made when a use is first asked for, then kept.
    uses: OnceCell<Uses>,
    wrapped: RefCell<Wrapped>,
    /// The number of words that an instruction has room for, where these are more than it has.
    capacities: RefCell<HashMap<u32, u32, FxBuildHasher>>,
    nodes: RefCell<nodes::Nodes>,
    /// Strings of metadata, once they were asked for.
    strings: RefCell<HashMap<u32, Text, FxBuildHasher>>,
    names: RefCell<Names>,
    sizes: RefCell<(DataLayout, Sizes)>,
    /// The functions in order, once one was moved; those behind the largest number follow.
    order: RefCell<Vec<u32>>,
    /// The number of constants that were looked at, and whether one of them is an expression.
    expressions: Cell<(u32, bool)>,
    /// Bytes of constants, once they were asked for.
    lent: RefCell<HashMap<u32, Text, FxBuildHasher>>,
}

/// The bit of what defines a local that is an argument: the other bits are the number of its function.
const ARGUMENT: u32 = 1 << 31;

/// A change that a draft refuses, with the reason in words.
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

/// Refuses unless a rule holds.
#[inline]
fn need(holds: bool, rule: &str) -> Result<()> {
    if holds { Ok(()) } else { Err(Refused::new(rule)) }
}
