//! Tools that the tests of several crates share.

mod change;
mod child;
mod random;
mod steps;
mod words;

pub use change::with;
pub use child::{End, watch};
pub use random::Random;
pub use steps::in_steps;
pub use words::words;
