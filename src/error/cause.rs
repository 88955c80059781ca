//! The causes of errors, as values: for callers that act on an error instead of showing it.

use super::listed;
use crate::options::Version;
use ::spirv::{ExecutionMode, Op, StorageClass};
use std::fmt;

/// The structured cause of an error, from which its sentence and its hint are made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// A cause that is only known as a sentence.
    Sentence(String),
    /// A part of the input that was translated on its own is at fault.
    Within {
        /// The part, in words.
        part: String,
        /// The fault.
        cause: Box<Cause>,
    },
    /// None of several extensions, one of which is needed, is allowed.
    MissingExtension {
        /// The thing that needs it, in words.
        what: String,
        /// Their names, the best one first.
        any_of: Vec<String>,
    },
    /// A version of SPIR-V above the highest allowed one is needed.
    MissingVersion {
        /// The thing that needs it, in words.
        what: String,
        /// The lowest version that would suffice.
        needed: Version,
        /// The highest version that is allowed.
        highest: Version,
    },
    /// The environment forbids something.
    Forbidden {
        /// The thing that asks for it, in words.
        what: String,
        /// The thing asked for, in words: `the capability Int64`.
        needed: String,
        /// The name of the environment.
        environment: String,
    },
    /// A SPIR-V module breaks a rule of the binary form.
    ModuleRule {
        /// The value that was found, in words; it may be empty.
        found: String,
        /// The rule.
        rule: &'static str,
    },
    /// An instruction breaks a rule of its own.
    Rule {
        /// Its name: `OpTypeInt`.
        instruction: String,
        /// The rule.
        rule: String,
    },
    /// The target triple is not a SPIR-V triple.
    TargetTriple {
        /// The triple of the module.
        triple: String,
    },
    /// A number is of a width that SPIR-V lacks.
    IllegalWidth {
        /// The thing that has it, in words: `integers of 7 bits`.
        what: String,
        /// The width in bits.
        width: u32,
    },
}

/// An extension, a version or another feature that the options would have to allow.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Need {
    /// Any one of these extensions.
    Extension(Vec<String>),
    /// This version of SPIR-V.
    Version(Version),
    /// A thing that the environment forbids, by this name.
    Environment(String),
}

impl Cause {
    /// Returns the missing extension, version or feature, if that is the cause.
    pub(super) fn need(&self) -> Option<Need> {
        match self {
            Self::MissingExtension { any_of, .. } => Some(Need::Extension(any_of.clone())),
            Self::MissingVersion { needed, .. } => Some(Need::Version(*needed)),
            Self::Forbidden { needed, .. } => Some(Need::Environment(needed.clone())),
            _ => None,
        }
    }

    /// Returns a hint with the flags that would allow the translation, if there are any.
    pub(super) fn hint(&self) -> Option<String> {
        let flags = |names: &[String]| names.iter().map(|name| format!("--spirv-ext=+{name}")).collect::<Vec<_>>();
        match self.need()? {
            Need::Extension(any_of) => Some(listed(&flags(&any_of), " or ")),
            Need::Version(version) => Some(format!("--spirv-max-version={version}")),
            Need::Environment(_) => None,
        }
    }
}

impl fmt::Display for Cause {
    /// Writes the sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sentence(sentence) => f.write_str(sentence),
            Self::Within { part, cause } => write!(f, "{part}: {cause}"),
            Self::MissingExtension { what, any_of } => write!(f, "{what} needs {}", listed(any_of, " or ")),
            Self::MissingVersion { what, needed, highest } => {
                write!(f, "{what} needs SPIR-V {needed}, above {highest}")
            }
            Self::Forbidden { what, needed, environment } => {
                write!(f, "{what} needs {needed}, which the environment {environment} forbids")
            }
            Self::ModuleRule { found, rule } if found.is_empty() => f.write_str(rule),
            Self::ModuleRule { found, rule } => write!(f, "{found}: {rule}"),
            Self::Rule { instruction, rule } => write!(f, "{instruction}: {rule}"),
            Self::TargetTriple { triple } => write!(f, "the target triple {triple:?} is none of SPIR-V"),
            Self::IllegalWidth { what, .. } => f.write_str(what),
        }
    }
}

/// The part of the input that an error is about, for errors of which several causes share a class.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subject {
    /// A global in an address space that has no globals.
    Global,
    /// An atomic operation without a SPIR-V instruction, such as `atomicrmw nand`.
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
        /// The source storage class.
        from: StorageClass,
        /// The target storage class.
        to: StorageClass,
        /// True if one address space belongs to the device or the host alone.
        is_of_one_side: bool,
    },
    /// An intrinsic of LLVM.
    Intrinsic {
        /// The name with its prefix: `llvm.stacksave`.
        name: String,
    },
    /// A capability, by its number.
    Capability(u32),
    /// An instruction with too many words.
    Long(Op),
    /// An instruction with fewer words than its operands need.
    #[cfg_attr(not(feature = "internals"), allow(dead_code, reason = "a program that reads text finds it"))]
    Short(Op),
    /// An `alloca` whose size is not constant.
    DynamicAlloca,
    /// A vector that is longer than SPIR-V allows.
    LongVector,
    /// An OpenCL C conversion whose declaration contradicts its name.
    NamedConversion,
    /// An instruction of SPIR-V, by its name.
    Instruction {
        /// The name: `OpTypeInt`.
        name: String,
    },
    /// The declaration of a builtin.
    Declaration,
}
