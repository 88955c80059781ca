//! Pipes that lead out of the program (`IOPipeStorageALTERA`, `SPV_INTEL_io_pipes`).
//!
//! In LLVM IR: `!io_pipe_id`, the number of the pipe, on the global that holds its storage. Without the extension it is
//! dropped. On the way back it is `!io_pipe_id` in Khronos mode, else in `!spirv.Decorations`.

use crate::binary::builder::Id;
use crate::concepts::base::decorations::forward::decorate;
use crate::error::Result;
use crate::llvm::Value;
use crate::state::{Forward, Reverse, availability};
use ::spirv::Decoration;
use llvm_spirv_metadata as md;

const METADATA: &str = "io_pipe_id";
const EXTENSION: &str = "SPV_INTEL_io_pipes";

/// The width of the number in metadata.
const WIDTH: u32 = 32;

/// The decoration of a global.
pub fn forward<'m>(f: &mut Forward<'m>, global: Value<'m>, id: Id) -> Result<()> {
    let node = global.has_metadata().then(|| global.metadata(METADATA)).flatten();
    let Some(node) = node.filter(|_| availability::allows(f.options, EXTENSION)) else { return Ok(()) };
    let number = node.operands().first().copied().flatten().and_then(|number| number.as_value()?.int_value());
    match number.and_then(|number| u32::try_from(number).ok()) {
        Some(number) => decorate(f, id, &md::Decoration::ints(Decoration::IOPipeStorageALTERA as u32, &[number])),
        None => Ok(()),
    }
}

/// Attaches the metadata to a variable, in Khronos mode.
pub fn reverse<'m>(r: &Reverse<'m>, id: Id, global: Value<'m>) -> Result<()> {
    let number = r.spv.decoration(id, Decoration::IOPipeStorageALTERA).and_then(|words| words.first().copied());
    let Some(number) = number.filter(|_| r.options.policy.writes_io_pipe_metadata) else { return Ok(()) };
    let number = r.context.md_int(WIDTH, number.into())?;
    global.set_global_metadata(METADATA, r.context.md_node(&[Some(number)]))
}
