//! The inline assembly of a module on the way to SPIR-V.

use crate::binary::Id;
use crate::llvm::Value;
use rustc_hash::FxHashMap;

/// The assembly of a module.
#[derive(Debug, Default)]
pub struct Assembly<'m> {
    /// The `OpAsmINTEL` of each text for each target, and for the types of its parameters.
    pub texts: FxHashMap<(Value<'m>, &'m str, Vec<Id>), Id>,
    /// The `OpAsmTargetINTEL` of each target.
    pub targets: FxHashMap<&'m str, Id>,
}
