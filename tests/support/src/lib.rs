//! Tools that the tests of several crates share.

mod child;
mod random;

pub use child::{End, watch};
pub use random::Random;
