//! Tests of reading that both back ends pass.

#[path = "../../llvm/tests/accepted.rs"]
mod accepted;
#[path = "../../llvm/tests/attached.rs"]
mod attached;
