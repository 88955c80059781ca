//! Facts that the translation to SPIR-V collects, each a structure of one chapter.

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
    /// True if plain pointers replace some of them; `None` until first needed.
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
    /// The decorations of instructions that were translated while the version of the module did not support them.
    pub late: Vec<(Id, Decoration)>,
}
