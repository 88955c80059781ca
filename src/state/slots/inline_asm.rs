//! The inline assembly of a module in the translation to SPIR-V.

use crate::binary::Id;
use crate::llvm::Value;
use rustc_hash::FxHashMap;

/// The assembly of a module.
#[derive(Debug, Default)]
pub struct Assembly<'m> {
    /// The `OpAsmINTEL` by text, target and types of the parameters.
    pub texts: FxHashMap<(Value<'m>, &'m str, Vec<Id>), Id>,
    /// The `OpAsmTargetINTEL` of each target.
    pub targets: FxHashMap<&'m str, Id>,
}
