//! Prints a module as assembly, byte for byte as `llvm-dis` of LLVM 22 does, or for an older LLVM.
//!
//! Source: `llvm/lib/IR/AsmWriter.cpp`, and the output of `llvm-dis`.

mod attributes;
mod debug;
mod find;
mod floats;
mod functions;
mod globals;
mod instructions;
mod integers;
mod metadata;
mod names;
mod operands;
mod part;
mod slots;
mod types;

use crate::downgrade::{self, LLVM, Rules, What};
use crate::error::{Error, Problem, Result};
use crate::module::Module;
pub(crate) use part::{Part, print_part};
use slots::Slots;

/// The settings of the printer.
#[derive(Debug, Clone)]
pub struct PrintOptions {
    /// The version of LLVM that must be able to read the assembly: 15 to 23. The text for 23 is the same as for 22.
    pub llvm_version: u32,
    /// The name of the file in the first line; empty for no such line.
    pub module_id: String,
    /// The limit on the printed bytes; zero stands for 64 MB plus 64 times the size of the module's file. Without it, the text can be
    /// exponentially longer than the file, because a type or constant is printed at each of its uses.
    pub limit: usize,
}

impl Default for PrintOptions {
    fn default() -> Self {
        PrintOptions { llvm_version: LLVM, module_id: String::new(), limit: 0 }
    }
}

/// The state of the printer.
struct Printer<'m> {
    m: &'m Module,
    rules: Rules,
    out: Vec<u8>,
    limit: usize,
    slots: Slots,
    type_texts: types::Texts,
    types: find::Found,
    /// Labels of locals and blocks of the function that is printed.
    labels: super::labels::Labels,
    /// The labels of other functions, for `blockaddress` constants.
    others: std::collections::HashMap<u32, super::labels::Labels, rustc_hash::FxBuildHasher>,
    /// The address space of functions, which is not printed.
    program_space: u32,
    /// True within a variadic function.
    in_variadic: bool,
}

/// Returns the assembly of a module.
///
/// # Errors
///
/// Text that is longer than the limit, or a feature that the version lacks and that cannot be lowered.
pub fn print(module: &Module, options: &PrintOptions) -> Result<Vec<u8>> {
    print_for(module, options)
        .map_err(|problem| Box::new(Error { problem, bit: 0, block: None, code: None, producer: None }))
}

fn print_for(module: &Module, options: &PrintOptions) -> std::result::Result<Vec<u8>, Problem> {
    let rules = Rules::for_version(options.llvm_version)?;
    let module = downgrade::module(module, &rules)?;
    let limit = match options.limit {
        0 => (64 << 20) + 64 * module.size,
        limit => limit,
    };
    let out = Vec::with_capacity(8 * module.size.min(1 << 24));
    let mut printer = Printer { rules, out, limit, ..Printer::of(&module, Slots::default()) };
    printer.module(&options.module_id);
    if printer.is_full() { Err(Problem::TooLarge("the assembly")) } else { Ok(printer.out) }
}

impl<'m> Printer<'m> {
    fn of(m: &'m Module, slots: Slots) -> Self {
        Printer {
            m,
            rules: Rules::of(LLVM),
            out: Vec::new(),
            limit: 1 << 20,
            slots,
            type_texts: types::Texts::default(),
            types: find::types(m),
            labels: super::labels::Labels::default(),
            others: std::collections::HashMap::default(),
            program_space: crate::layout::space(m.text(m.data_layout), b'P'),
            in_variadic: false,
        }
    }

    #[inline(always)]
    fn put(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn put_number(&mut self, number: u64) {
        integers::unsigned(&mut self.out, number);
    }

    fn put_signed(&mut self, number: i64) {
        if number < 0 {
            self.out.push(b'-');
        }
        integers::unsigned(&mut self.out, number.unsigned_abs());
    }

    /// Returns whether the limit is exceeded; nothing more is printed then.
    fn is_full(&self) -> bool {
        self.out.len() > self.limit
    }

    /// Prints a quoted text.
    fn quoted(&mut self, bytes: &[u8]) {
        self.out.push(b'"');
        names::escaped(&mut self.out, bytes);
        self.out.push(b'"');
    }

    fn line(&mut self, before: &str, text: crate::module::Text) {
        if !text.is_empty() {
            self.put(before);
            self.quoted(self.m.text(text));
            self.put("\n");
        }
    }

    fn module(&mut self, id: &str) {
        if !id.is_empty() && !id.contains('\n') {
            self.put(&format!("; ModuleID = '{id}'\n"));
        }
        let m = self.m;
        self.line("source_filename = ", m.source_filename);
        for (before, text) in [("target datalayout = \"", m.data_layout), ("target triple = \"", m.triple)] {
            if !text.is_empty() {
                self.put(before);
                self.out.extend_from_slice(m.text(text));
                self.put("\"\n");
            }
        }
        self.assembly();
        self.slots = Slots::of_module(m);
        self.type_identities();
        self.comdats();
        self.globals();
        let functions = m.globals.iter().enumerate().filter(|(_, g)| g.kind == crate::global::GlobalKind::Function);
        for (number, function) in functions {
            if self.is_full() {
                return;
            }
            self.put("\n");
            self.function(number as u32, function);
        }
        self.attribute_groups();
        self.named_nodes();
        self.nodes();
    }

    fn assembly(&mut self) {
        let m = self.m;
        let text = m.text(m.assembly);
        if text.is_empty() {
            return;
        }
        self.put("\n");
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.iter().position(|&c| c == b'\n');
            let (line, next) = match end {
                Some(end) => (rest.get(..end), rest.get(end + 1..)),
                None => (Some(rest), None),
            };
            self.put("module asm ");
            self.quoted(line.unwrap_or(&[]));
            self.put("\n");
            rest = next.unwrap_or(&[]);
        }
    }
}
