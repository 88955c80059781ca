//! Faults: what is wrong with a module, and where.

use std::borrow::Cow;
use std::fmt;

use crate::instruction::Opcode;

crate::instruction::words! {
    /// The chapter of rules that a fault is of.
    Chapter {
        Types = "types", Constants = "constants", Globals = "globals", Functions = "functions", Control = "control flow",
        Dominance = "dominance", Phis = "phis", Memory = "memory", Calls = "calls", TailCalls = "tail calls",
        Attributes = "attributes", Intrinsics = "intrinsics", Bundles = "operand bundles", Assembly = "inline assembly",
        Exceptions = "exceptions", SwiftErrors = "swifterror", Convergence = "convergence", Metadata = "metadata",
        Tbaa = "tbaa", ModuleFlags = "module flags", DebugInfo = "debug information",
    }
}

/// The place of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The module.
    Module,
    /// A global of this name.
    Global(String),
    /// A function of this name.
    Function(String),
    /// A node of metadata, by its number in the module.
    Node(u32),
    /// An instruction.
    Instruction {
        /// The name of the function.
        function: String,
        /// The block's name, or its number in the function.
        block: String,
        /// The place of the instruction in the block.
        index: u32,
        /// The opcode of the instruction.
        opcode: Opcode,
    },
}

/// A rule of LLVM's that a module breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The chapter of the rule.
    pub chapter: Chapter,
    /// The rule, in LLVM's words where they are short.
    pub message: Cow<'static, str>,
    /// The place of it.
    pub place: Place,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Module => write!(f, "module"),
            Place::Global(name) => write!(f, "global @{name}"),
            Place::Function(name) => write!(f, "function @{name}"),
            Place::Node(number) => write!(f, "node {number}"),
            Place::Instruction { function, block, index, opcode } => {
                write!(f, "function @{function}, block %{block}, instruction {index} ({})", opcode.word())
            }
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}: {})", self.message, self.chapter.word(), self.place)
    }
}

impl std::error::Error for Fault {}

/// A broken rule, before its place is known.
pub(super) struct Breach {
    pub(super) chapter: Chapter,
    pub(super) message: Cow<'static, str>,
}

/// The outcome of a rule.
pub(super) type Rule = Result<(), Breach>;

impl Chapter {
    /// A rule of the chapter: it holds, or is broken.
    #[inline(always)]
    pub(super) fn require(self, holds: bool, message: &'static str) -> Rule {
        if holds { Ok(()) } else { self.broken(message) }
    }

    #[cold]
    pub(super) fn broken<T>(self, message: impl Into<Cow<'static, str>>) -> Result<T, Breach> {
        Err(Breach { chapter: self, message: message.into() })
    }
}
