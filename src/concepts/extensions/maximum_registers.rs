//! `!RegisterAllocMode` of a kernel: the execution modes of `SPV_INTEL_maximum_registers` where that is allowed. Else
//! Intel's compilers read `!{i32 n}` from a `UserSemantic` decoration, which comes back as an annotation of the
//! function.

use crate::binary::builder::Id;
use crate::binary::grammar::Kind;
use crate::concepts::base::decorations::forward;
use crate::concepts::base::modes;
use crate::conventions::nodes;
use crate::error::Result;
use crate::llvm::Value;
use crate::state::{Chapter, Forward, availability};
use ::spirv::ExecutionMode;
use llvm_spirv_metadata::annotations::USER_SEMANTIC;
use llvm_spirv_metadata::{Decoration, Node};

/// The number of threads per execution unit for the modes "automatic", "small" and "large"; "default" (3) sets none.
const THREADS: [u32; 3] = [0, 8, 4];

const ATTACHMENT: &str = "RegisterAllocMode";
const EXTENSION: &str = "SPV_INTEL_maximum_registers";

/// The value of `AutoINTEL` in `NamedMaximumRegistersINTEL`.
const AUTOMATIC: u32 = 0;

/// The chapter's hooks in the core chapters.
pub const CHAPTER: Chapter =
    Chapter { annotate_function: Some(forward), forward_last_modes: Some(forward_mode), ..Chapter::NONE };

// --- LLVM to SPIR-V ---

/// Writes the decoration of a function, if the execution modes are not allowed.
pub fn forward<'m>(f: &mut Forward<'m>, function: Value<'m>, id: Id) -> Result<()> {
    let node = function.function_metadata(ATTACHMENT).filter(|_| !availability::allows(f.options, EXTENSION));
    let Some(node) = node.map(nodes::read) else { return Ok(()) };
    let mode = node.operands().ok().and_then(|mut operands| operands.read("mode", Node::as_word).ok());
    let Some(threads) = mode.and_then(|mode| THREADS.get(mode as usize)) else { return Ok(()) };
    if !availability::is_allowed(f, Kind::Decoration, USER_SEMANTIC) {
        f.warn("!RegisterAllocMode is dropped: UserSemantic needs SPIR-V 1.4");
        return Ok(());
    }
    let text = format!("num-thread-per-eu {threads}");
    forward::decorate(f, id, &Decoration::new(USER_SEMANTIC, [text.as_str().into()]))
}

/// The execution mode of a kernel.
pub fn forward_mode<'m>(f: &mut Forward<'m>, kernel: Value<'m>, id: Id) -> Result<()> {
    let node = kernel.function_metadata(ATTACHMENT).filter(|_| availability::allows(f.options, EXTENSION));
    let mode = node.map(nodes::read).and_then(|node| execution_mode(&node));
    mode.map_or(Ok(()), |(mode, operand)| modes::emit(f, id, mode, &[operand]))
}

/// Returns the execution mode and its operand for a string (a named number), a list (a constant) or a number.
fn execution_mode<V>(node: &Node<V>) -> Option<(ExecutionMode, u32)> {
    let Node::List(operands) = node else { return None };
    match operands.first()? {
        Node::String(_) => Some((ExecutionMode::NamedMaximumRegistersINTEL, AUTOMATIC)),
        Node::List(inner) => Some((ExecutionMode::MaximumRegistersIdINTEL, inner.first()?.as_word().ok()?)),
        number => Some((ExecutionMode::MaximumRegistersINTEL, number.as_word().ok()?)),
    }
}
