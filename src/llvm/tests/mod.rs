//! Tests of reading that both back ends pass.

mod accepted;
mod attached;
mod globals;
mod instructions;

use super::*;

/// The instruction or global of this name in a function.
fn named<'m>(function: Value<'m>, name: &str) -> Value<'m> {
    function.blocks().flat_map(Block::instructions).find(|i| i.name() == name).unwrap()
}

/// A message names what is too long for it.
#[test]
fn says_the_name_of_a_long_value() {
    let context = Context::new();
    const BYTES: usize = 1 << 20;
    let text = format!("@table = addrspace(2) constant [{BYTES} x i8] c\"{}\"", "0".repeat(BYTES));
    let module = context.parse(text.as_bytes(), "t").unwrap();
    assert_eq!(module.global("table").unwrap().print(), "ptr addrspace(2) @table ...");
}
