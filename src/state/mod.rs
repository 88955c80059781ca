//! What a concept may touch: on the way to SPIR-V [`Forward`], on the way back [`Reverse`].

mod builtin;
mod expansion;
mod forward;
mod intrinsic;
mod origins;
mod reverse;

pub use builtin::{Builtin, BuiltinCalls, Class, Lower, OperandTypes, lower};
pub use forward::{
    Body, BuiltinChain, BuiltinVariable, Forward, Late, Member, Operand, PendingPhi, Reach, Signature, Wants,
};
pub use intrinsic::{Helper, Helpers, LowerIntrinsic, Lowering};
pub use origins::{Origins, is_mark};
pub use reverse::{BuiltinOffset, BuiltinPlace, Reverse, ReverseBody, ReversePhi};
