//! Faults: violations of rules, with their places.

use std::borrow::Cow;
use std::fmt;

use crate::instruction::Opcode;

crate::instruction::words! {
    /// The chapter to which a violated rule belongs.
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
    /// The module as a whole.
    Module,
    /// A global, by its name.
    Global(String),
    /// A function, by its name.
    Function(String),
    /// A node of metadata, by its number in the module.
    Node(u32),
    /// An instruction.
    Instruction {
        /// The name of the function.
        function: String,
        /// The name of the block, or its number in the function.
        block: String,
        /// The index of the instruction in the block.
        index: u32,
        /// The opcode of the instruction.
        opcode: Opcode,
    },
}

/// The violation of a rule of LLVM's verifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The chapter of the rule.
    pub chapter: Chapter,
    /// The rule, in LLVM's words where they are short.
    pub message: Cow<'static, str>,
    /// The place of the fault.
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

/// The violation of a rule, without its place.
pub(super) struct Breach {
    pub(super) chapter: Chapter,
    pub(super) message: Cow<'static, str>,
}

/// The result of checking a rule.
pub(super) type Rule = Result<(), Breach>;

impl Chapter {
    /// Returns a violation of a rule in this chapter unless it holds.
    #[inline(always)]
    pub(super) fn require(self, holds: bool, message: &'static str) -> Rule {
        if holds { Ok(()) } else { self.broken(message) }
    }

    #[cold]
    pub(super) fn broken<T>(self, message: impl Into<Cow<'static, str>>) -> Result<T, Breach> {
        Err(Breach { chapter: self, message: message.into() })
    }
}
