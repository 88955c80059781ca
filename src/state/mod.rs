//! What a concept may touch: on the way to SPIR-V [`Forward`], on the way back [`Reverse`].

mod builtin;
mod forward;
mod reverse;

pub use builtin::Builtin;
pub use forward::{Body, Forward, Operand, PendingPhi, Reach, Signature};
pub use reverse::{Reverse, ReverseBody, ReversePhi};
