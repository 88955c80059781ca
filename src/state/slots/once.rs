//! Facts that the way to SPIR-V collects, each a structure of one chapter.

use crate::binary::Id;
use crate::llvm::Value;
use crate::state::Lowering;
use ::spirv::Decoration;
use rustc_hash::FxHashMap;

/// Formats of `printf`.
#[derive(Debug, Default)]
pub struct Formats<'m> {
    /// Copies of strings in constant memory, by the string.
    pub copies: FxHashMap<Value<'m>, Value<'m>>,
}

/// Opaque types of older IR.
#[derive(Debug, Default)]
pub struct OpaqueSources {
    /// Whether it has left plain pointers for them; `None` until first needed.
    pub has_plain: Option<bool>,
}

/// Calls of intrinsics.
#[derive(Debug, Default)]
pub struct Lowerings {
    /// The lowerings, by LLVM's number of the intrinsic; `None` for those without one.
    pub by_number: FxHashMap<u32, Option<Lowering>>,
}

/// Wrap decorations.
#[derive(Debug, Default)]
pub struct Wraps {
    /// The decorations of instructions that were translated when the version of the module did not have them.
    pub late: Vec<(Id, Decoration)>,
}
