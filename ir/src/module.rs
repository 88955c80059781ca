//! A module: its globals, instructions, constants, types and metadata, stored in columns.

use crate::attributes::Attributes;
use crate::constants::Constants;
use crate::global::Global;
use crate::instruction::Row;
use crate::metadata::Metadata;
use crate::types::Types;

/// The number that stands for none.
pub const NONE: u32 = u32::MAX;
/// The bit of the number of a value that is a local of a function: an argument or the result of an instruction.
pub const LOCAL: u32 = 1 << 31;
/// The bit of the number of a value that is metadata, in a call.
pub const METADATA: u32 = 1 << 30;

/// A range of the bytes of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Text {
    pub(crate) start: u32,
    pub(crate) count: u32,
}

impl Text {
    /// Returns the text of a place and a length that a module gave.
    pub fn new(start: u32, count: u32) -> Text {
        Text { start, count }
    }

    /// Returns whether the text is empty.
    pub fn is_empty(self) -> bool {
        self.count == 0
    }
}

/// A block: a range of the instructions of its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockRow {
    /// The first instruction.
    pub first: u32,
    /// The instruction after the last.
    pub end: u32,
}

/// A local: its type and the instruction that defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalRow {
    /// The type of the local.
    pub ty: u32,
    /// The instruction, or [`NONE`] for an argument.
    pub instruction: u32,
}

/// The contents of a function's body, as ranges of the columns of its module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    pub(crate) blocks: std::ops::Range<u32>,
    pub(crate) instructions: std::ops::Range<u32>,
    /// The locals of the function, arguments first.
    pub(crate) locals: std::ops::Range<u32>,
    pub(crate) local_names: std::ops::Range<u32>,
    pub(crate) block_names: std::ops::Range<u32>,
    pub(crate) attachments: std::ops::Range<u32>,
    pub(crate) records: std::ops::Range<u32>,
    pub(crate) bundles: std::ops::Range<u32>,
    pub(crate) block_orders: std::ops::Range<u32>,
}

/// The name of a local or block: the number is that of the local in the module, or that of the block in its function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The value that has the name.
    pub of: u32,
    /// The name.
    pub text: Text,
}

/// Metadata that is attached to an instruction or a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The instruction, or the number of the global.
    pub to: u32,
    /// The number of the kind in [`Module::kinds`].
    pub kind: u32,
    /// The node.
    pub node: u32,
}

crate::instruction::words! {
    /// The kind of a debug record.
    DebugKind { Value = "value", Declare = "declare", Assign = "assign", Label = "label", DeclareValue = "declare_value", }
}

/// A debug record: `#dbg_value` and the like. It stands before an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DebugRecord {
    /// The instruction that the record stands before.
    pub before: u32,
    /// The kind of the record.
    pub kind: DebugKind,
    /// The operands in the order of assembly, without those that the kind lacks: numbers of nodes. The first operand of a value or
    /// declaration may be a value instead, without the bit [`METADATA`].
    pub(crate) operands: u32,
    pub(crate) count: u32,
}

/// An operand bundle of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// The call.
    pub call: u32,
    /// The number of the tag in [`Module::bundle_tags`].
    pub tag: u32,
    pub(crate) operands: u32,
    pub(crate) count: u32,
}

/// The parameters of a function without a body, some of which have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parameters {
    /// The number of the global.
    pub(crate) function: u32,
    /// The first parameter among the locals of the module; the others follow it.
    pub(crate) first: u32,
}

/// A comdat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comdat {
    /// The name of the comdat.
    pub name: Text,
    /// The selection kind, by bitcode's number: 1 any, 2 exactmatch, 3 largest, 4 nodeduplicate, 5 samesize.
    pub selection: u32,
}

/// A named list of nodes of the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedNode {
    /// The name of the list.
    pub name: Text,
    /// The nodes.
    pub nodes: Vec<u32>,
}

/// The use-list order of a block, which determines the order of its predecessors in LLVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BlockOrder {
    pub(crate) block: u32,
    pub(crate) places: Vec<u32>,
}

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    pub(crate) source_filename: Text,
    pub(crate) data_layout: Text,
    pub(crate) triple: Text,
    pub(crate) assembly: Text,
    pub(crate) producer: String,
    pub(crate) types: Types,
    pub(crate) constants: Constants,
    pub(crate) attributes: Attributes,
    pub(crate) metadata: Metadata,
    /// Variables, functions, aliases and ifuncs, in the order of the file.
    pub(crate) globals: Vec<Global>,
    pub(crate) comdats: Vec<Comdat>,
    pub(crate) named_nodes: Vec<NamedNode>,
    /// Names of kinds of attachments.
    pub(crate) kinds: Vec<Text>,
    pub(crate) bundle_tags: Vec<Text>,
    pub(crate) sync_scopes: Vec<Text>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) instructions: Vec<Row>,
    pub(crate) operands: Vec<u32>,
    pub(crate) blocks: Vec<BlockRow>,
    pub(crate) locals: Vec<LocalRow>,
    pub(crate) local_names: Vec<Name>,
    /// The parameters of functions without a body.
    pub(crate) parameters: Vec<Parameters>,
    pub(crate) block_names: Vec<Name>,
    /// The debug location of each instruction: the number of a node, plus one; zero, or no entry, if there is none.
    pub(crate) locations: Vec<u32>,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) global_attachments: Vec<Attachment>,
    pub(crate) records: Vec<DebugRecord>,
    pub(crate) bundles: Vec<Bundle>,
    pub(crate) block_orders: Vec<BlockOrder>,
    /// The size of the file that the module was read from; limits are derived from it.
    pub(crate) size: usize,
}

/// Returns the bytes of a text in the pool of bytes.
pub(crate) fn bytes_of(bytes: &[u8], text: Text) -> &[u8] {
    bytes.get(text.start as usize..(text.start + text.count) as usize).unwrap_or(&[])
}

/// Returns the part of a column that a range names.
pub(crate) fn within<'a, T>(column: &'a [T], range: &std::ops::Range<u32>) -> &'a [T] {
    column.get(range.start as usize..range.end as usize).unwrap_or(&[])
}

impl Body {
    /// Begins a body at the ends of the columns of a module.
    pub(crate) fn begin(m: &Module) -> Body {
        let at = |len: usize| len as u32..len as u32;
        Body {
            blocks: at(m.blocks.len()),
            instructions: at(m.instructions.len()),
            locals: at(m.locals.len()),
            local_names: at(m.local_names.len()),
            block_names: at(m.block_names.len()),
            attachments: at(m.attachments.len()),
            records: at(m.records.len()),
            bundles: at(m.bundles.len()),
            block_orders: at(m.block_orders.len()),
        }
    }

    /// Ends the ranges where the columns of the module end.
    pub(crate) fn end(&mut self, m: &Module) {
        self.blocks.end = m.blocks.len() as u32;
        self.instructions.end = m.instructions.len() as u32;
        self.locals.end = m.locals.len() as u32;
        self.local_names.end = m.local_names.len() as u32;
        self.block_names.end = m.block_names.len() as u32;
        self.attachments.end = m.attachments.len() as u32;
        self.records.end = m.records.len() as u32;
        self.bundles.end = m.bundles.len() as u32;
        self.block_orders.end = m.block_orders.len() as u32;
    }
}

impl Module {
    /// Returns the instructions of a body, each with its number.
    #[inline]
    pub(crate) fn numbered_rows(&self, body: &Body) -> impl Iterator<Item = (u32, &Row)> {
        (body.instructions.start..).zip(within(&self.instructions, &body.instructions))
    }

    /// Sets the name of the source file if the module has none. For assembly, LLVM uses the name of the file.
    pub fn name_source(&mut self, name: &[u8]) {
        if self.source_filename.count == 0 {
            self.source_filename = self.add_text(name);
        }
    }

    /// Returns a module with the fixed metadata kinds and synchronization scopes that every module has.
    pub(crate) fn with_fixed_names(size: usize) -> Module {
        let mut module = Module { size, ..Module::default() };
        for name in crate::metadata::KINDS {
            let text = module.add_text(name.as_bytes());
            module.kinds.push(text);
        }
        for scope in ["singlethread", ""] {
            let text = module.add_text(scope.as_bytes());
            module.sync_scopes.push(text);
        }
        module
    }

    /// The bytes of a text.
    pub fn text(&self, text: Text) -> &[u8] {
        bytes_of(&self.bytes, text)
    }

    /// Adds a text.
    pub(crate) fn add_text(&mut self, bytes: &[u8]) -> Text {
        let start = self.bytes.len() as u32;
        self.bytes.extend_from_slice(bytes);
        Text { start, count: bytes.len() as u32 }
    }

    /// Adds locals for the parameters of a function of a type, and returns the first.
    pub(crate) fn add_parameters(&mut self, ty: u32) -> u32 {
        let first = self.locals.len() as u32;
        let parameters = self.types.parts(ty).iter().skip(1);
        self.locals.extend(parameters.map(|ty| LocalRow { ty: *ty, instruction: NONE }));
        first
    }

    /// Returns the operand words of an instruction; the kind of each follows from the opcode's [`Layout`](crate::instruction::Layout).
    pub fn operands(&self, row: &Row) -> &[u32] {
        self.operands.get(row.operands as usize..(row.operands + row.count) as usize).unwrap_or(&[])
    }

    pub(crate) fn words(&self, start: u32, count: u32) -> &[u32] {
        self.operands.get(start as usize..(start + count) as usize).unwrap_or(&[])
    }

    /// The type of a value.
    pub fn type_of(&self, value: u32) -> u32 {
        if value & LOCAL != 0 {
            self.locals.get((value & !LOCAL) as usize).map_or(NONE, |local| local.ty)
        } else {
            self.constants.get(value).map_or(NONE, |c| c.ty)
        }
    }

    /// Returns the global that a value stands for.
    pub fn global_of(&self, value: u32) -> Option<&Global> {
        if value & LOCAL != 0 {
            return None;
        }
        let c = self.constants.get(value)?;
        if c.kind != crate::constants::ConstantKind::Global {
            return None;
        }
        self.globals.get(c.data as usize)
    }
}
