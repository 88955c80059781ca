//! What an error is about, as values: for whoever acts on it instead of showing it.

use crate::options::Version;
use ::spirv::{ExecutionMode, Op, StorageClass};

/// The facts of an error, as far as they are known by themselves; its sentence and its hint are made of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The sentence says all.
    Sentence,
    /// Any one of these extensions would do, and none is allowed.
    MissingExtension {
        /// What needs it, in words.
        what: String,
        /// Their names, the best one first.
        any_of: Vec<String>,
    },
    /// A version of SPIR-V above the highest allowed one is needed.
    MissingVersion {
        /// What needs it, in words.
        what: String,
        /// The lowest version that would do.
        needed: Version,
        /// The highest version that is allowed.
        highest: Version,
    },
    /// An instruction breaks a rule of its own.
    Rule {
        /// Its name: `OpTypeInt`.
        instruction: String,
        /// The rule.
        rule: String,
    },
    /// The target triple is none of SPIR-V.
    TargetTriple {
        /// The triple of the module.
        triple: String,
    },
    /// A number is of a width that SPIR-V lacks.
    IllegalWidth {
        /// In bits.
        width: u32,
    },
}

/// What of the input an error is about, where there are several causes for the same kind of thing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subject {
    /// A global in an address space that has no globals.
    Global,
    /// `atomicrmw nand` and what else no atomic instruction computes.
    Atomic {
        /// LLVM's name of the operation.
        operation: String,
    },
    /// An execution mode.
    ExecutionMode(ExecutionMode),
    /// LLVM's type `token`.
    Token,
    /// A cast between address spaces.
    AddressSpaceCast {
        /// From which storage class.
        from: StorageClass,
        /// To which storage class.
        to: StorageClass,
        /// From an address space of memory that belongs to the device or the host alone.
        is_of_one_side: bool,
    },
    /// An intrinsic of LLVM.
    Intrinsic {
        /// With its prefix: `llvm.stacksave`.
        name: String,
    },
    /// A capability, by its number.
    Capability(u32),
    /// An instruction of too many words.
    Long(Op),
    /// An `alloca` whose size is not constant.
    DynamicAlloca,
    /// A vector that is longer than those of SPIR-V.
    LongVector,
    /// A conversion of OpenCL C that is declared otherwise than its name says.
    NamedConversion,
    /// An instruction of SPIR-V, by its name.
    Instruction {
        /// `OpTypeInt`.
        name: String,
    },
    /// The declaration of a builtin.
    Declaration,
}
