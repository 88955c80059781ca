//! Tests of reading that both back ends pass.

#[path = "../../llvm/tests/accepted.rs"]
mod accepted;
#[path = "../../llvm/tests/attached.rs"]
mod attached;
#[path = "../../llvm/tests/globals.rs"]
mod globals;
#[path = "../../llvm/tests/instructions.rs"]
mod instructions;

use super::*;

/// The instruction or global of this name in a function.
fn named<'m>(function: Value<'m>, name: &str) -> Value<'m> {
    function.blocks().flat_map(Block::instructions).find(|i| i.name() == name).unwrap()
}
