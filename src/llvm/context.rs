//! A context: owns the drafts of the modules that are read and created in it.

use super::module::Module;
use crate::error::{Code, Error, Result};
use llvm_ir::draft::{Draft, Room};
use llvm_ir::{Problem, Syntax};
use std::cell::{Cell, OnceCell, RefCell};
use std::fmt;

pub use llvm_ir::is_bitcode;

/// The warning for debug info that breaks LLVM's rules.
const LEFT_OUT: &str = "debug information is dropped: it is of another version, or broken";

/// Owns the drafts of modules; not for more than one thread at a time.
#[derive(Default)]
pub struct Context {
    draft: OnceCell<Box<Draft>>,
    /// True if the draft belongs to a module that was handed out.
    is_taken: Cell<bool>,
    /// The name of the file that the module was read from.
    name: RefCell<String>,
    /// The context for the next module.
    next: OnceCell<Box<Context>>,
    /// Warnings about the module that was read.
    warnings: RefCell<Vec<String>>,
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("warnings", &self.warnings).finish_non_exhaustive()
    }
}

impl Context {
    /// An empty context.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the name of the file that the module was read from, or the name that it was created with.
    pub(super) fn name(&self) -> String {
        self.name.borrow().clone()
    }

    /// Returns the draft in which this context makes types and constants.
    pub(super) fn draft(&self) -> &Draft {
        self.draft.get_or_init(|| Box::new(Draft::new(b"")))
    }

    /// Returns the first context of the chain that satisfies a condition; the last one is new.
    fn first(&self, is_fit: impl Fn(&Self) -> bool) -> &Self {
        let mut context = self;
        while !is_fit(context) {
            context = context.next.get_or_init(Box::default);
        }
        context
    }

    /// Reads a module from bitcode or, where the magic number says otherwise, from assembly, and upgrades its debug
    /// info.
    ///
    /// Does not verify it (unless it has debug info): see [`Module::verify`].
    pub fn parse(&self, bytes: &[u8], name: &str) -> Result<Module<'_>> {
        let module = self.parse_as_written(bytes, name)?;
        self.upgrade_debug_info(&module)?;
        Ok(module)
    }

    /// Reads a module from bitcode or assembly, without upgrading or checking its debug info.
    pub fn parse_as_written(&self, bytes: &[u8], name: &str) -> Result<Module<'_>> {
        if bytes.is_empty() {
            return Err(Error::of(Code::OtherInput, "the file is empty"));
        }
        let module = if is_bitcode(bytes) { bitcode(bytes) } else { assembly(bytes) }?;
        let context = self.first(|context| context.draft.get().is_none());
        context.is_taken.set(true);
        name.clone_into(&mut context.name.borrow_mut());
        let draft = context.draft.get_or_init(|| Box::new(Draft::thaw(module)));
        if draft.source_filename().is_empty() && !is_bitcode(bytes) {
            draft.set_source_filename(TEXT_NAME);
        }
        Ok(Module::new(context))
    }

    /// Strips the debug info of a module if it is of another version, or broken, with a warning. A module with debug info
    /// is verified for that.
    ///
    /// # Errors
    /// The verifier's complaint.
    pub fn upgrade_debug_info(&self, module: &Module<'_>) -> Result<()> {
        if module.upgrade_debug_info()? {
            module.owner().warnings.borrow_mut().push(LEFT_OUT.to_owned());
        }
        Ok(())
    }

    /// Creates an empty module with memory reserved for `room`.
    pub fn create_module(&self, name: &str, room: Room) -> Module<'_> {
        let context = self.first(|context| !context.is_taken.get());
        context.is_taken.set(true);
        name.clone_into(&mut context.name.borrow_mut());
        let draft = context.draft.get_or_init(|| Box::new(Draft::with_room(b"", room)));
        draft.set_source_filename(name.as_bytes());
        Module::new(context)
    }

    /// Returns, and clears, the warnings of reading, for example about debug info that was dropped.
    pub(super) fn take_warnings(&self) -> Vec<String> {
        self.warnings.take()
    }
}

impl Drop for Context {
    /// Drops the chain of contexts iteratively: it is as long as the number of modules read.
    fn drop(&mut self) {
        let mut next = self.next.take();
        while let Some(mut context) = next {
            next = context.next.take();
        }
    }
}

/// LLVM's source file name for assembly without one.
const TEXT_NAME: &[u8] = b"input";

fn bitcode(bytes: &[u8]) -> Result<llvm_ir::Module> {
    llvm_ir::read(bytes).map_err(|error| Error::of(Code::Bitcode, format!("not readable as LLVM bitcode: {error}")))
}

fn assembly(bytes: &[u8]) -> Result<llvm_ir::Module> {
    llvm_ir::parse(bytes).map_err(|error| {
        let fault = match &error.problem {
            Problem::Syntax(syntax) => on_one_line(syntax),
            _ => error.to_string(),
        };
        Error::of(Code::Assembly, format!("not readable as LLVM assembly: {fault}"))
    })
}

/// Returns a syntax error on one line, with its position and source line.
fn on_one_line(syntax: &Syntax) -> String {
    let place = format!("line {}, column {}: {}", syntax.line, syntax.column, syntax.message);
    match syntax.source.trim() {
        "" => place,
        source => format!("{place}: `{source}`"),
    }
}
