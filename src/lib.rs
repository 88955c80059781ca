//! Translates between LLVM IR and SPIR-V, both ways.
//!
//! ```text
//! .ll .bc   llvm  -> forward -> concepts -> spirv   .spv
//! .ll .bc   llvm <- concepts <- reverse  <- spirv   .spv
//! ```
//!
//! In and out are bytes: bitcode or assembly of LLVM 5 to 23 on one side (15 to 23 out), a SPIR-V binary of version 1.0 to 1.6 on
//! the other. SPIR-V without a counterpart in LLVM becomes *SPIR-V friendly IR*: calls of mangled
//! `__spirv_` functions, target extension types, metadata.
//!
//! ```
//! use llvm_spirv::{llvm_to_spirv, options::Options, spirv_to_llvm, Llvm};
//!
//! let ir = br#"
//!   target triple = "spir64-unknown-unknown"
//!   define spir_kernel void @store(ptr addrspace(1) %out) {
//!     store i32 42, ptr addrspace(1) %out, align 4
//!     ret void
//!   }"#;
//! let spirv = llvm_to_spirv(ir, &Options::default())?;
//! assert_eq!(spirv.bytes[..4], [0x03, 0x02, 0x23, 0x07]);
//! let back = spirv_to_llvm(&spirv.bytes, &Options::default(), Llvm::Assembly)?;
//! assert!(String::from_utf8_lossy(&back.bytes).contains("store i32 42, ptr addrspace(1) %out, align 4"));
//! # Ok::<(), llvm_spirv::error::Error>(())
//! ```

/// The example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod environment;
pub mod error;
mod graph;
pub mod inspect;
mod locality;
pub mod options;
mod translate;
mod translator;

// Modules that the program, the round trips and the runner use besides the public interface, without a promise.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod binary;
#[cfg(not(feature = "internals"))]
mod binary;
mod concepts;
mod conventions;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod forward;
#[cfg(not(feature = "internals"))]
mod forward;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod legalize;
#[cfg(not(feature = "internals"))]
mod legalize;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod llvm;
#[cfg(not(feature = "internals"))]
mod llvm;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod older;
#[cfg(not(feature = "internals"))]
mod older;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod reverse;
#[cfg(not(feature = "internals"))]
mod reverse;
mod state;
mod target;

/// Items of private modules that the other crates of this workspace use.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals {
    pub use crate::concepts::sets::debug_info::exact::is_exact;
    pub use crate::conventions::{classes, notes, structs};
    pub use crate::environment::{Models, Scope};
    pub use crate::graph::{flow, loops};
    pub use crate::state::slots::debug_info::Set as DebugInfoSet;

    use crate::environment::{Environment, Version};

    /// Returns the environment that allows all of SPIR-V.
    pub fn unlimited() -> &'static Environment {
        Environment::unlimited()
    }

    /// Returns whether the entry points of a version list all global variables that they use.
    pub fn lists_all_variables(version: Version) -> bool {
        version.lists_all_variables()
    }
}

pub use binary::explain::{Asker, Explanation, Reason};
pub use binary::header::is_spirv;
pub use binary::text::DisassemblyOptions;
pub use binary::text::assembler::AssemblyOptions;
pub use legalize::{Pass, passes};
#[cfg(feature = "internals")]
#[doc(hidden)]
pub use translate::llvm_to_binary;
pub use translate::{
    assemble, disassemble, disassemble_with, explain, llvm_to_spirv, regularize, spirv_to_llvm, validate,
};
pub use translator::Translator;

/// The result of a translation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Output {
    /// The file.
    pub bytes: Vec<u8>,
    /// Warnings for the user: what was dropped, what was guessed.
    pub warnings: Vec<String>,
}

/// The format in which LLVM IR is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub enum Llvm {
    /// Bitcode, `.bc`.
    #[default]
    Bitcode,
    /// Assembly, `.ll`.
    Assembly,
}
