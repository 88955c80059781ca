//! The shared state of a translation: [`Forward`] to SPIR-V, [`Reverse`] to LLVM IR.

pub mod availability;
mod builtin;
mod expansion;
mod forward;
pub mod handlers;
pub mod hooks;
mod intrinsic;
mod numbered;
mod origins;
mod reverse;
pub mod slots;
mod types;

pub use builtin::{Builtin, BuiltinCalls, Class, Lower, OperandTypes, lower};
pub use forward::{Body, BuiltinVariable, Forward, Late, Member, Operand, PointeeUses, Signature};
pub use hooks::{Booleans, Chapter, ConstantOperation, Hooks, Interceptor, Scope, Target};
pub use intrinsic::{Helper, Helpers, Loop, LowerIntrinsic, LowerWithOp, Lowering, Role, RoleOf};
pub use numbered::{Locals, Numbered};
pub use origins::{Origins, is_mark};
pub use reverse::{Reverse, ReverseBody};
pub use types::ByType;
