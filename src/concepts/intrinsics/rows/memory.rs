//! Intrinsics on memory, on addresses, and on the floating-point environment.

use super::super::{memory, misc};
use super::{Row, custom, known, rewritten, row};
use crate::conventions::rules::{Environment, Fill, KhronosForm as K, KhronosFunction, Rewritten, Rows, Rule};
use crate::state::{LowerIntrinsic, Role};
use ::spirv::Op;

/// The rows of single intrinsics.
pub const ROWS: &[Row] = &[
    row("llvm.lifetime.start", custom(memory::lifetime_start))
        .khronos(K::Lifetime(Op::LifetimeStart))
        .role(Role::LifetimeStart),
    row("llvm.lifetime.end", custom(memory::lifetime_end))
        .khronos(K::Lifetime(Op::LifetimeStop))
        .role(Role::LifetimeEnd),
    known("llvm.stacksave", Role::StackSave),
    known("llvm.stackrestore", Role::StackRestore),
    bytes("llvm.memcpy", memory::copy).khronos(K::Copy).role(Role::Copy),
    bytes("llvm.memcpy.inline", memory::copy).role(Role::Copy),
    bytes("llvm.memmove", memory::move_).khronos(K::Move).role(Role::Move),
    bytes("llvm.memset", memory::set).khronos(K::Set).khronos_function(KhronosFunction::Set).role(Role::Set),
    bytes("llvm.memset.inline", memory::set).role(Role::Set),
    rewritten("llvm.memcpy.element.unordered.atomic", Rule::Fill(Fill::Copy)),
    rewritten("llvm.memmove.element.unordered.atomic", Rule::Fill(Fill::Move)),
    rewritten("llvm.memset.element.unordered.atomic", Rule::Fill(Fill::Set)),
    rewritten("llvm.experimental.memset.pattern", Rule::Fill(Fill::Pattern)),
    rewritten("llvm.masked.load", Rule::MaskedLoad(Rows::Row)),
    rewritten("llvm.masked.expandload", Rule::MaskedLoad(Rows::Packed)),
    rewritten("llvm.masked.gather", Rule::MaskedLoad(Rows::Each)),
    rewritten("llvm.masked.store", Rule::MaskedStore(Rows::Row)),
    rewritten("llvm.masked.compressstore", Rule::MaskedStore(Rows::Packed)),
    rewritten("llvm.masked.scatter", Rule::MaskedStore(Rows::Each)),
    known("llvm.va_start", Role::ListStart),
    known("llvm.va_copy", Role::ListCopy),
    known("llvm.va_end", Role::ListEnd),
    row("llvm.ptrmask", custom(misc::mask_pointer)),
    row("llvm.objectsize", custom(misc::object_size)),
    row("llvm.returnaddress", custom(misc::no_address)),
    row("llvm.frameaddress", custom(misc::no_address)),
    row("llvm.addressofreturnaddress", custom(misc::no_address)),
    rewritten("llvm.load.relative", Rule::RelativePointer),
    rewritten("llvm.preserve.union.access.index", Rule::Argument),
    rewritten("llvm.preserve.static.offset", Rule::Argument),
    rewritten("llvm.preserve.struct.access.index", Rule::StructMember),
    rewritten("llvm.preserve.array.access.index", Rule::ArrayElement),
    rewritten("llvm.get.rounding", Rule::Environment(Environment::GetRounding)),
    rewritten("llvm.set.rounding", Rule::Environment(Environment::SetRounding)),
    rewritten("llvm.get.fpenv", Rule::Environment(Environment::Get)),
    rewritten("llvm.get.fpmode", Rule::Environment(Environment::Get)),
    rewritten("llvm.set.fpenv", Rule::Environment(Environment::Set)),
    rewritten("llvm.set.fpmode", Rule::Environment(Environment::Set)),
    rewritten("llvm.reset.fpenv", Rule::Environment(Environment::Reset)),
    rewritten("llvm.reset.fpmode", Rule::Environment(Environment::Reset)),
];

/// Returns the row of an intrinsic that copies or fills bytes.
const fn bytes(name: &'static str, lower: LowerIntrinsic) -> Row {
    row(name, custom(lower)).when(Rewritten::OfBooleanLength).by(Rule::FillBytes)
}
