//! The inline assembly of a module on the way to SPIR-V.

use crate::binary::Id;
use crate::llvm::Value;
use rustc_hash::FxHashMap;

/// The assembly of a module.
#[derive(Debug, Default)]
pub struct Assembly<'m> {
    /// The `OpAsmINTEL` of each text.
    pub texts: FxHashMap<Value<'m>, Id>,
    /// The `OpAsmTargetINTEL`.
    pub target: Option<Id>,
}
