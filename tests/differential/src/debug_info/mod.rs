//! Random graphs of debug information: a module in LLVM assembly, which a round trip must preserve.
//!
//! Types refer to each other in cycles, scopes nest, functions are inlined into others, and all kinds of nodes of the
//! sets occur. [`check`] translates a module to SPIR-V and back, twice.

mod forms;
mod graph;
pub mod nodes;
pub mod normal;
mod outside;
mod types;

pub use graph::module;

use crate::llvm;
use llvm_spirv::options::{DebugInfo, Options};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use llvm_spirv_testing::with;
use normal::{Rules, compare};

/// The sets that are written.
pub const SETS: [DebugInfo; 3] = [DebugInfo::OpenCl100, DebugInfo::NonSemantic100, DebugInfo::NonSemantic200];

/// The form in which graphs are written.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The set that is written.
    pub set: DebugInfo,
    /// True for the exact form that the set specifies.
    pub exact: bool,
    /// The set that determines the content of the graphs. In the form that all validators accept,
    /// `nonsemantic-shader-200` has the content of -100; the rest is only in its draft.
    pub content: DebugInfo,
}

/// The forms that preserve everything.
pub const FORMS: [Form; 6] = [
    Form { set: SETS[0], exact: false, content: SETS[0] },
    Form { set: SETS[0], exact: true, content: SETS[0] },
    Form { set: SETS[1], exact: false, content: SETS[1] },
    Form { set: SETS[1], exact: true, content: SETS[1] },
    Form { set: SETS[2], exact: false, content: SETS[1] },
    Form { set: SETS[2], exact: true, content: SETS[2] },
];

/// The lists that the reverse translation reconstructs: those of a unit and of a function. Their types and variables
/// are compared separately.
const FOUND: &[(&str, &str)] =
    &[("DICompileUnit", "retainedTypes"), ("DICompileUnit", "enums"), ("DISubprogram", "retainedNodes")];

/// Checks that a round trip preserves the debug information of a module, and that a second one gives the bytes of the
/// first.
///
/// # Errors
///
/// A description of the difference.
pub fn check(text: &str, form: Form) -> Result<(), String> {
    let text = match form.set {
        // The sets of OpenCL say an empty text of a file where there is none (docs/guide/debug-info.md).
        DebugInfo::OpenCl100 => &text.replace(", source: \"\"", ""),
        _ => text,
    };
    let before = printed(text)?;
    let options = with(Options::default(), |options| {
        (options.debug_info, options.debug_info_exact) = (form.set, form.exact);
    });
    let forward = |module: &[u8]| llvm_to_spirv(module, &options).map_err(|error| format!("to SPIR-V: {error}"));
    let first = forward(text.as_bytes())?;
    lost(&first.warnings)?;
    let back = |bytes: &[u8]| {
        let made = spirv_to_llvm(bytes, &options, Llvm::Assembly).map_err(|error| format!("to LLVM IR: {error}"))?;
        lost(&made.warnings).map(|()| String::from_utf8_lossy(&made.bytes).into_owned())
    };
    let module = back(&first.bytes)?;
    let rules = Rules { lost: FOUND, flags: &["0"], by_instruction: true, phis: true };
    compare(&before, &module, &rules)?;
    let second = forward(module.as_bytes())?;
    if first.bytes != second.bytes {
        return Err("SPIR-V of the first round trip differs".to_owned());
    }
    let again = back(&second.bytes)?;
    if module != again {
        return Err(format!("LLVM IR of the second round trip differs: {}", difference(&module, &again)));
    }
    let third = forward(again.as_bytes())?;
    if second.bytes == third.bytes { Ok(()) } else { Err("SPIR-V of the second round trip differs".to_owned()) }
}

/// Returns a module as LLVM prints it.
fn printed(text: &str) -> Result<String, String> {
    let printed = llvm::printed(text).map_err(|error| format!("no module: {error}"))?;
    if printed.contains("!llvm.dbg.cu") { Ok(printed) } else { Err("LLVM refuses the debug information".to_owned()) }
}

/// Fails if a warning is about debug information.
fn lost(warnings: &[impl ToString]) -> Result<(), String> {
    let all = warnings.iter().map(ToString::to_string);
    all.into_iter().find(|warning| warning.contains("debug information")).map_or(Ok(()), Err)
}

/// Returns the first line that differs.
fn difference(first: &str, second: &str) -> String {
    let pair = first.lines().zip(second.lines()).find(|(first, second)| first != second);
    pair.map_or("in length".to_owned(), |(first, second)| format!("{first}\n  is {second}"))
}
