//! Writes a module as bitcode that LLVM 22 or an older version reads.
//!
//! Numbers and abbreviations are those of LLVM 22's writer. For an older reader, `downgrade` first replaces newer features, and the
//! writer chooses the layouts of records by version.

mod attributes;
mod body;
mod calls;
mod constants;
mod globals;
mod instructions;
mod metadata;
mod node_numbers;
mod nodes;
mod numbers;
mod shapes;
mod sink;
mod tables;
mod types;
mod values;

use super::codes::block;
use crate::downgrade::{self, LLVM, Rules};
use crate::error::{Error, Problem, Result};
use crate::module::{LOCAL, Module, NONE};
use crate::sorting::Sorting;
use node_numbers::NodeNumbers;
use numbers::{AttributeNumbers, OfFunction};
use sink::{Shape, Sink};
use types::TypeNumbers;
use values::ValueNumbers;

/// The settings of the writer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteOptions {
    /// The version of LLVM that must be able to read the file: 15 to 23. The file for 23 is the same as for 22.
    pub llvm_version: u32,
    /// The producer that the file names.
    pub producer: String,
}

impl Default for WriteOptions {
    fn default() -> Self {
        WriteOptions { llvm_version: LLVM, producer: concat!("llvm-spirv-ir ", env!("CARGO_PKG_VERSION")).to_owned() }
    }
}

/// The state of the writer.
struct Writer<'m> {
    m: &'m Module,
    version: u32,
    rules: &'m Rules,
    out: Sink,
    types: TypeNumbers,
    values: ValueNumbers,
    nodes: NodeNumbers,
    attributes: AttributeNumbers,
    /// The number of each local, in its function.
    locals: Vec<u32>,
    /// The metadata that is local to functions: nodes, and locals that need a node.
    local_nodes: Vec<u32>,
    /// The constants and metadata of each function, in the order of functions.
    of_functions: Vec<OfFunction>,
    /// The numbers of module-level values and nodes.
    module_values: u32,
    module_nodes: u32,
    strtab: tables::Names<'m>,
    /// The operands of the record that is being made.
    operands: Vec<u64>,
    /// The number of the next abbreviation that the module defines.
    next_shape: u32,
    /// The address space of `alloca`, which records do not name.
    alloca_space: u64,
    /// The attachments of all globals, grouped by global.
    attached: Vec<crate::module::Attachment>,
    /// The function that is being written.
    body: body::State,
    /// The first error.
    problem: Option<Problem>,
}

/// Writes a module as bitcode.
///
/// # Errors
///
/// A module that refers to something it does not contain, or has a feature that the version lacks and that cannot be lowered.
pub fn write(module: &Module, options: &WriteOptions) -> Result<Vec<u8>> {
    write_for(module, options)
        .map_err(|problem| Box::new(Error { problem, bit: 0, block: None, code: None, producer: None }))
}

fn write_for(module: &Module, options: &WriteOptions) -> std::result::Result<Vec<u8>, Problem> {
    let rules = Rules::for_version(options.llvm_version)?;
    let module = downgrade::module(module, &rules)?;
    let mut writer = Writer::new(&module, options.llvm_version, &rules);
    writer.number();
    writer.file(options);
    match writer.problem {
        Some(problem) => Err(problem),
        None => Ok(writer.out.bytes),
    }
}

impl<'m> Writer<'m> {
    fn new(m: &'m Module, version: u32, rules: &'m Rules) -> Writer<'m> {
        let mut attached = m.global_attachments.clone();
        attached.arrange_by_key(|a| (a.to, a.kind));
        Writer {
            m,
            version,
            rules,
            out: Sink::new(m.size.max(m.operands.len() * 4 + m.metadata.words.len() * 2)),
            types: TypeNumbers::new(m),
            values: ValueNumbers::default(),
            nodes: NodeNumbers::new(m),
            attributes: AttributeNumbers::default(),
            locals: Vec::new(),
            local_nodes: Vec::new(),
            of_functions: Vec::new(),
            module_values: 0,
            module_nodes: 0,
            strtab: tables::Names::default(),
            operands: Vec::new(),
            next_shape: sink::FIRST,
            alloca_space: crate::layout::space(m.text(m.data_layout), b'A') as u64,
            attached,
            body: body::State::default(),
            problem: None,
        }
    }

    fn file(&mut self, options: &WriteOptions) {
        self.out.bytes.extend_from_slice(super::container::MAGIC);
        self.identification(&options.producer);
        self.out.enter(block::MODULE, 3);
        self.module();
        self.out.leave();
        self.write_strtab();
    }

    fn identification(&mut self, producer: &str) {
        const STRING: u32 = 1;
        const EPOCH: u32 = 2;
        self.out.enter(block::IDENTIFICATION, 5);
        self.out.text(STRING, producer.as_bytes());
        self.out.record(EPOCH, &[0]);
        self.out.leave();
    }

    fn module(&mut self) {
        const VERSION: u32 = 1;
        self.out.record(VERSION, &[2]);
        self.out.type_bits = sink::bits_for(self.types.count());
        shapes::block_info(&mut self.out);
        self.types();
        self.attribute_groups();
        self.attribute_lists();
        self.globals();
        let symbols = self.symbols_offset();
        self.module_constants();
        self.kinds();
        self.module_metadata();
        self.bundle_tags();
        self.sync_scopes();
        let bodies = self.bodies();
        if let Some(place) = symbols {
            self.module_symbols(place, &bodies);
        }
    }

    /// Records an error, unless there is one already.
    #[cold]
    fn fail(&mut self, problem: Problem) {
        self.problem.get_or_insert(problem);
    }

    #[cold]
    fn dangling(&mut self, what: &'static str, number: u32) -> u32 {
        self.fail(Problem::NoSuch(what, number as u64));
        0
    }

    /// Returns the number of a type in the file.
    #[inline(always)]
    fn ty(&mut self, ty: u32) -> u64 {
        match self.types.number(ty) {
            NONE => self.dangling("type", ty) as u64,
            number => number as u64,
        }
    }

    /// Returns the number of a value in the file.
    #[inline(always)]
    fn value(&mut self, value: u32) -> u32 {
        let (column, i) = match value & LOCAL {
            0 => (&self.values.numbers, value),
            _ => (&self.locals, value & !LOCAL),
        };
        match column.get(i as usize) {
            Some(&number) if number != NONE => number,
            _ => self.dangling("value", value),
        }
    }

    /// Returns the number of a node in the file.
    fn node(&mut self, node: u32) -> u64 {
        match self.nodes.number(node) {
            NONE => self.dangling("node", node) as u64,
            number => number as u64,
        }
    }

    /// Converts a reference (the number of a node plus one; zero is none) to the numbers of the file.
    fn reference(&mut self, reference: u64) -> u64 {
        match reference.checked_sub(1) {
            Some(node) => self.node(node.min(NONE as u64) as u32) + 1,
            None => 0,
        }
    }

    /// Writes a record with an abbreviation whose last field takes the bytes of a text.
    fn shaped_text(&mut self, shape: Shape<'_>, first: &[u64], text: &[u8]) {
        let mut operands = std::mem::take(&mut self.operands);
        operands.clear();
        operands.extend_from_slice(first);
        operands.extend(text.iter().map(|&c| c as u64));
        self.out.shaped(shape, &operands);
        self.operands = operands;
    }
}
