//! `!RegisterAllocMode` of a kernel, `!{i32 n}`: Intel's compilers read it from a `UserSemantic` decoration, which comes
//! back as an annotation of the function.

use super::forward;
use crate::concepts::nodes;
use crate::error::Result;
use crate::llvm::Value;
use crate::spirv::builder::Id;
use crate::state::Forward;
use llvm_spirv_metadata::annotations::USER_SEMANTIC;
use llvm_spirv_metadata::{Decoration, Node};

/// The threads of an execution unit for the modes "automatic", "small" and "large"; "default" (3) says nothing.
const THREADS: [u32; 3] = [0, 8, 4];

/// The decoration of a function.
pub fn forward<'m>(f: &mut Forward<'m>, function: Value<'m>, id: Id) -> Result<()> {
    let Some(node) = function.metadata("RegisterAllocMode") else { return Ok(()) };
    let node = nodes::read(node);
    let mode = node.operands().ok().and_then(|mut operands| operands.read("mode", Node::as_word).ok());
    let Some(threads) = mode.and_then(|mode| THREADS.get(mode as usize)) else { return Ok(()) };
    if !forward::is_available(f, USER_SEMANTIC) {
        f.warn("!RegisterAllocMode is dropped: UserSemantic needs SPIR-V 1.4");
        return Ok(());
    }
    let text = format!("num-thread-per-eu {threads}");
    forward::decorate(f, id, &Decoration::new(USER_SEMANTIC, [text.as_str().into()]))
}
