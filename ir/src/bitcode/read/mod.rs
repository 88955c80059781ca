//! Decodes records into the columns of a module.

mod attributes;
mod body;
mod calls;
mod constants;
mod globals;
mod instructions;
mod memory;
mod metadata;
mod nodes;
mod pending;
mod records;
mod symbols;
mod types;

#[cfg(test)]
pub(super) use instructions::{binary, cast};
pub(crate) use nodes::RAW;
pub(crate) use nodes::sizes;

use std::collections::HashMap;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::codes::block;
use super::container::Container;
use super::stream::{Entry, Stream};
use crate::error::{Problem, Result};
use crate::module::{LOCAL, METADATA, Module, NONE, Text};

/// An attribute group: its owner and its set.
type Group = (u32, u32);

/// The state of the reader of a module.
pub(super) struct Reader<'a> {
    stream: Stream<'a>,
    strtab: &'a [u8],
    module: Module,
    /// The module's number of each type of the file.
    types: Vec<u32>,
    /// The pointee of each type of the file, in files that name it: the file's number, or NONE.
    pointees: Vec<u32>,
    groups: HashMap<u64, Group, FxBuildHasher>,
    /// The module's number of each value of the file. Inside a function, its arguments and constants follow the values of the module;
    /// its results are computed rather than listed.
    values: Vec<u32>,
    /// The number of module-level values in `values`.
    module_values: usize,
    /// The number of module-level nodes, whose numbers are the same in the file and in the module.
    module_nodes: u32,
    kinds: HashMap<u64, u32, FxBuildHasher>,
    known_kinds: HashMap<Vec<u8>, u32, FxBuildHasher>,
    texts: HashMap<Vec<u8>, Text, FxBuildHasher>,
    sections: Vec<Text>,
    collectors: Vec<Text>,
    /// Numbers of functions that have a body, in order.
    bodies: Vec<usize>,
    next_body: usize,
    version: u64,
    /// Constant expressions that LLVM no longer has, and constants that use them.
    gone: FxHashSet<u32>,
    pending: pending::Pending,
    body: body::State,
    locations: HashMap<nodes::Location, u32, FxBuildHasher>,
    boolean: u32,
    pointer: u32,
    /// The address space of `alloca` where its record says none.
    alloca_space: u64,
}

/// Reads the first module of a file.
pub(super) fn module(container: &Container<'_>) -> Result<Module> {
    let mut reader = Reader::of_first(container)?;
    reader.read()?;
    if !reader.gone.is_empty() {
        let module = std::mem::take(&mut reader.module);
        match crate::upgrade::expressions::expand(module, &reader.gone) {
            Ok(expanded) => reader.module = expanded,
            Err(why) => return reader.stream.fail(why),
        }
    }
    crate::upgrade::module(&mut reader.module);
    Ok(reader.module)
}

/// Reads the types and globals of the first module of a file.
pub(super) fn declarations(container: &Container<'_>) -> Result<Module> {
    let mut reader = Reader::of_first(container)?;
    reader.read_declarations()?;
    Ok(reader.module)
}

impl<'a> Reader<'a> {
    fn of_first(container: &Container<'a>) -> Result<Self> {
        let at = container.modules.first().copied().unwrap_or(0);
        let reader = Reader::new(container, at);
        if container.modules.is_empty() { reader.stream.malformed("a file without a module") } else { Ok(reader) }
    }

    fn new(container: &Container<'a>, at: usize) -> Self {
        let mut module = Module::with_fixed_names(container.data.len());
        module.producer.clone_from(&container.producer);
        let boolean = module.types.simple(crate::types::TypeKind::Integer, 1);
        let pointer = module.types.simple(crate::types::TypeKind::Pointer, 0);
        let mut reader = Reader {
            stream: Stream::new(container.data, container.origin, at),
            strtab: container.strtab,
            module,
            types: Vec::new(),
            pointees: Vec::new(),
            groups: HashMap::default(),
            values: Vec::new(),
            module_values: 0,
            module_nodes: 0,
            kinds: HashMap::default(),
            known_kinds: HashMap::default(),
            texts: HashMap::default(),
            sections: Vec::new(),
            collectors: Vec::new(),
            bodies: Vec::new(),
            next_body: 0,
            version: 0,
            gone: FxHashSet::default(),
            pending: pending::Pending::default(),
            body: body::State::default(),
            locations: HashMap::default(),
            boolean,
            pointer,
            alloca_space: 0,
        };
        for (i, name) in crate::metadata::KINDS.iter().enumerate() {
            reader.known_kinds.insert(name.as_bytes().to_vec(), i as u32);
        }
        reader
    }

    fn read(&mut self) -> Result<()> {
        self.stream.enter(block::MODULE)?;
        loop {
            match self.stream.next()? {
                Entry::End => break,
                Entry::Block(number) => self.block(number)?,
                Entry::Record(abbreviation) => {
                    let code = self.stream.read(abbreviation)?;
                    self.record(code)?;
                }
            }
        }
        if self.next_body == 0 {
            self.end_of_module_level()?;
        }
        if self.next_body != self.bodies.len() {
            return self.stream.malformed("a function without its body");
        }
        self.check_nodes()
    }

    fn read_declarations(&mut self) -> Result<()> {
        self.stream.enter(block::MODULE)?;
        loop {
            match self.stream.next()? {
                Entry::End => return Ok(()),
                Entry::Block(
                    number
                    @ (block::INFO | block::TYPES | block::ATTRIBUTE_GROUPS | block::ATTRIBUTES | block::SYMBOLS),
                ) => self.block(number)?,
                Entry::Block(_) => self.stream.skip()?,
                Entry::Record(abbreviation) => {
                    let code = self.stream.read(abbreviation)?;
                    self.record(code)?;
                }
            }
        }
    }

    fn block(&mut self, number: u32) -> Result<()> {
        match number {
            block::INFO => return self.stream.block_info(),
            block::TYPES
            | block::ATTRIBUTE_GROUPS
            | block::ATTRIBUTES
            | block::CONSTANTS
            | block::METADATA
            | block::METADATA_KINDS
            | block::BUNDLE_TAGS
            | block::SYNC_SCOPES
            | block::SYMBOLS
            | block::FUNCTION => self.stream.enter(number)?,
            _ => return self.stream.skip(),
        }
        match number {
            block::TYPES => self.read_types(),
            block::ATTRIBUTE_GROUPS => self.read_attribute_groups(),
            block::ATTRIBUTES => self.read_attribute_lists(),
            block::CONSTANTS => self.read_constants(true),
            block::METADATA => self.read_metadata(true),
            block::METADATA_KINDS => self.read_metadata_kinds(),
            block::BUNDLE_TAGS => self.read_bundle_tags(),
            block::SYNC_SCOPES => self.read_sync_scopes(),
            block::SYMBOLS => self.read_module_symbols(),
            _ => self.read_function(),
        }
    }

    /// Prepares for the first body, behind which the numbers of values are local to a function.
    fn end_of_module_level(&mut self) -> Result<()> {
        self.module_values = self.values.len();
        self.alloca_space = crate::layout::space(self.module.text(self.module.data_layout), b'A') as u64;
        self.module_nodes = self.module.metadata.nodes.len() as u32;
        self.resolve_globals()
    }

    /// The operand of the record at `i`, or zero.
    #[inline(always)]
    fn operand(&self, i: usize) -> u64 {
        self.stream.record.get(i).copied().unwrap_or(0)
    }

    /// The operand of the record at `i`, which must be there.
    #[inline(always)]
    fn must(&self, i: usize) -> Result<u64> {
        match self.stream.record.get(i) {
            Some(&value) => Ok(value),
            None => self.stream.malformed("a record that is too short"),
        }
    }

    /// The operands from `i` on as bytes, added to the texts.
    fn text_from(&mut self, i: usize) -> Text {
        let start = self.module.bytes.len() as u32;
        let rest = self.stream.record.get(i..).unwrap_or(&[]);
        self.module.bytes.extend(rest.iter().map(|&c| c as u8));
        Text { start, count: rest.len() as u32 }
    }

    /// Interns a text: returns the same text for the same bytes.
    fn intern_text(&mut self, bytes: &[u8]) -> Text {
        match self.texts.get(bytes) {
            Some(&text) => text,
            None => {
                let text = self.module.add_text(bytes);
                self.texts.insert(bytes.to_vec(), text);
                text
            }
        }
    }

    /// Returns the module's type for a number of the file.
    #[inline(always)]
    fn ty(&self, number: u64) -> Result<u32> {
        match self.types.get(number as usize) {
            Some(&ty) if ty != NONE => Ok(ty),
            _ => self.stream.no_such("type", number),
        }
    }

    /// Returns the type of pointers in an address space.
    fn pointer_in(&mut self, space: u64) -> u32 {
        match space {
            0 => self.pointer,
            _ => self.module.types.simple(crate::types::TypeKind::Pointer, space),
        }
    }

    /// Returns the module's value for a number of the file. A number that is not defined yet is a forward reference to a result.
    #[inline(always)]
    fn value(&mut self, number: u32) -> u32 {
        match self.values.get(number as usize) {
            Some(&value) => value,
            None => {
                let ahead = number - self.values.len() as u32;
                let local = self.body.first_result.saturating_add(ahead).min(METADATA - 1);
                self.body.furthest = self.body.furthest.max(local);
                LOCAL | local
            }
        }
    }

    /// Returns the module's node for a number of the file.
    #[inline(always)]
    fn node(&self, number: u64) -> u32 {
        let number = number.min(METADATA as u64 - 1) as u32;
        if number < self.module_nodes { number } else { number - self.module_nodes + self.body.first_node }
    }

    fn too_many<T>(&self) -> Result<T> {
        self.stream.fail(Problem::TooLarge("the module"))
    }
}

/// Decodes a signed number, whose lowest bit is the sign.
pub(crate) fn signed(number: u64) -> i64 {
    match number {
        1 => i64::MIN,
        _ if number & 1 == 0 => (number >> 1) as i64,
        _ => -((number >> 1) as i64),
    }
}
