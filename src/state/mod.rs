//! What a concept may touch: on the way to SPIR-V [`Forward`], on the way back [`Reverse`].

mod builtin;
mod forward;

pub use builtin::Builtin;
pub use forward::{Body, Forward, Operand, PendingPhi, Reach, Signature};
