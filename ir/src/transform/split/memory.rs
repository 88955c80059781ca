//! Calls of memory intrinsics: `memcpy`, `memmove` and `memset`.

use crate::attributes::{Attribute, AttributeKind, FIRST_PARAMETER};
use crate::draft::{Builder, Result, Value};

/// A call of `llvm.memset`.
#[derive(Clone, Copy)]
pub(super) struct Sets<'d> {
    pub(super) to: Value<'d>,
    pub(super) byte: Value<'d>,
    pub(super) length: Value<'d>,
    pub(super) is_volatile: bool,
}

/// A call of `llvm.memcpy` or `llvm.memmove`.
#[derive(Clone, Copy)]
pub(super) struct Copies<'d> {
    pub(super) to: Value<'d>,
    pub(super) from: Value<'d>,
    pub(super) length: Value<'d>,
    pub(super) is_volatile: bool,
}

/// Returns the four arguments of a call of one of these intrinsics.
fn arguments<'d>(call: Value<'d>, names: &[&str]) -> Option<[Value<'d>; 4]> {
    call.called_intrinsic().filter(|name| names.contains(name))?;
    let all: Vec<_> = call.call_arguments().collect();
    all.try_into().ok()
}

impl<'d> Sets<'d> {
    pub(super) fn of(call: Value<'d>) -> Option<Self> {
        let [to, byte, length, volatile] = arguments(call, &["memset", "memset.inline"])?;
        Some(Sets { to, byte, length, is_volatile: volatile.integer() == Some(1) })
    }
}

impl<'d> Copies<'d> {
    pub(super) fn of(call: Value<'d>) -> Option<Self> {
        let [to, from, length, volatile] = arguments(call, &["memcpy", "memcpy.inline", "memmove"])?;
        Some(Copies { to, from, length, is_volatile: volatile.integer() == Some(1) })
    }
}

/// Returns the alignment of a pointer argument.
pub(super) fn align(call: Value<'_>, argument: usize) -> u64 {
    match call.attribute(FIRST_PARAMETER + argument as u32, AttributeKind::of("align")) {
        Some(Attribute::Number(_, align)) => align.max(1),
        _ => 1,
    }
}

/// Sets the alignment of a pointer argument.
pub(super) fn set_align(call: Value<'_>, argument: usize, align: u64) -> Result<()> {
    call.add_attribute(FIRST_PARAMETER + argument as u32, Attribute::Number(AttributeKind::of("align"), align))
}

/// An address, and its alignment.
pub(super) type Place<'d> = (Value<'d>, u64);

/// Makes a `memcpy`.
pub(super) fn copy<'d>(
    builder: &Builder<'d>,
    to: Place<'d>,
    from: Place<'d>,
    length: Value<'d>,
    is_volatile: bool,
) -> Result<()> {
    make(builder, "llvm.memcpy", &[to.0, from.0, length], is_volatile, &[(0, to.1), (1, from.1)])
}

/// Makes a `memset`.
pub(super) fn set<'d>(
    builder: &Builder<'d>,
    to: Place<'d>,
    byte: Value<'d>,
    length: Value<'d>,
    is_volatile: bool,
) -> Result<()> {
    make(builder, "llvm.memset", &[to.0, byte, length], is_volatile, &[(0, to.1)])
}

fn make<'d>(
    builder: &Builder<'d>,
    name: &str,
    first: &[Value<'d>],
    is_volatile: bool,
    aligns: &[(usize, u64)],
) -> Result<()> {
    let Some(draft) = first.first().map(|value| value.draft()) else { return Ok(()) };
    let volatile = draft.const_int(draft.bool_type(), &[is_volatile as u64])?;
    let arguments: Vec<_> = first.iter().copied().chain([volatile]).collect();
    let types: Vec<_> = arguments.iter().map(|value| value.ty()).collect();
    let void = draft.plain_type(crate::types::TypeKind::Void)?;
    let function = draft.declared(name, draft.function_type(void, &types, false)?)?;
    let call = builder.call(function, &arguments)?;
    aligns.iter().try_for_each(|&(argument, align)| set_align(call, argument, align))
}
