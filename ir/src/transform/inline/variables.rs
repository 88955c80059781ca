//! Variables of an inlined body: copies of `byval` arguments, moves to the caller's entry, lifetimes.

use super::{Body, Site, Values, calls, in_front};
use crate::attributes::{Attribute, AttributeKind, FIRST_PARAMETER, FUNCTION};
use crate::draft::{Builder, Draft, Function, Metadata, Result, Type, Value};
use crate::instruction::{Opcode, flag};
use crate::metadata::NodeKind;
use crate::types::TypeKind;

/// The write bits of memory effects.
const WRITES: u64 = 0xaaaa_aaaa_aaaa_aaaa;

/// A variable that a `byval` argument is copied to.
pub(super) struct Copied<'d> {
    pub(super) variable: Value<'d>,
    from: Value<'d>,
    ty: Type<'d>,
    /// The alignment that the argument is known to have.
    align: u64,
}

/// Returns the values of the callee's arguments, and the `byval` arguments that are copied.
pub(super) fn arguments<'d>(site: Site<'d>) -> Result<(Values<'d>, Vec<Copied<'d>>)> {
    let (mut values, mut copied) = (Values::default(), Vec::new());
    let given: Vec<_> = site.call.call_arguments().collect();
    for ((i, argument), given) in site.callee.arguments().enumerate().zip(given) {
        let mut value = given;
        if let Some((ty, align)) = by_value(site, i).filter(|(_, align)| *align > 1 || writes(site)) {
            value = variable(site, ty, align, given)?;
            copied.push(Copied { variable: value, from: given, ty, align: align.max(1) });
        }
        values.insert(argument.number(), value);
    }
    Ok((values, copied))
}

fn writes(site: Site<'_>) -> bool {
    let memory = AttributeKind::named("memory");
    let effects = memory.and_then(|memory| site.callee.value().attribute(FUNCTION, memory));
    !matches!(effects, Some(Attribute::Number(_, effects)) if effects & WRITES == 0)
}

/// Returns the type and the alignment of a `byval` argument.
fn by_value(site: Site<'_>, i: usize) -> Option<(Type<'_>, u64)> {
    let owner = FIRST_PARAMETER + i as u32;
    let callee = site.callee.value();
    let kind = AttributeKind::named("byval")?;
    let attribute = site.call.attribute(owner, kind).or_else(|| callee.attribute(owner, kind))?;
    let Attribute::Type(_, Some(ty)) = attribute else { return None };
    let align = match callee.attribute(owner, AttributeKind::named("align")?) {
        Some(Attribute::Number(_, align)) => align,
        _ => 0,
    };
    Some((site.draft.type_of_number(ty)?, align))
}

/// Makes a variable at the start of the caller.
fn variable<'d>(site: Site<'d>, ty: Type<'d>, align: u64, like: Value<'d>) -> Result<Value<'d>> {
    let first = site.caller.entry().and_then(|entry| entry.first()).unwrap_or(site.call);
    let variable = in_front(first, |builder| {
        builder.set_location(None);
        builder.alloca(ty, None, Some(like.ty().size() as u32))
    })?;
    variable.set_name(like.name());
    variable.set_align(align.max(variable.align().unwrap_or(1)))?;
    Ok(variable)
}

fn subprogram(function: Function<'_>) -> Option<Metadata<'_>> {
    function.value().metadata(0)
}

/// Copies the arguments at the start of the body.
pub(super) fn copy_arguments<'d>(site: Site<'d>, body: &Body<'d>, copied: &[Copied<'d>]) -> Result<()> {
    let draft = site.draft;
    for copy in copied {
        let Some(first) = body.first().and_then(|block| block.first()) else { return Ok(()) };
        let i64 = draft.int_type(64)?;
        let size = draft.const_int(i64, &[copy.ty.layout_size().map_or(0, |size| size.store())])?;
        let (to, from) = (copy.variable, copy.from);
        let void = draft.plain_type(TypeKind::Void)?;
        let ty = draft.function_type(void, &[to.ty(), from.ty(), i64, draft.bool_type()], false)?;
        let function = draft.declared("llvm.memcpy", ty)?;
        let no = draft.const_int(draft.bool_type(), &[0])?;
        let call = in_front(first, |builder| builder.call(function, &[to, from, size, no]))?;
        if let (None, Some(_), Some(scope)) = (call.metadata(0), subprogram(site.caller), subprogram(site.callee)) {
            let words = [0, 0, 0, scope.reference(), 0, 0, 0, 0];
            call.set_metadata(0, Some(draft.md_node(NodeKind::Location, &words)?))?;
        }
        for owner in [FIRST_PARAMETER, FIRST_PARAMETER + 1] {
            let align = AttributeKind::named("align").map(|kind| Attribute::Number(kind, copy.align));
            call.set_attributes(owner, align.into_iter().collect())?;
        }
    }
    Ok(())
}

/// Moves variables of constant size from the body's entry to the caller's; unused ones are erased.
pub(super) fn to_entry<'d>(site: Site<'d>, body: &Body<'d>, moved: &mut Vec<Value<'d>>) -> Result<()> {
    let Some(first) = site.caller.entry().and_then(|entry| entry.first()) else { return Ok(()) };
    let Some(block) = body.first() else { return Ok(()) };
    let variables: Vec<_> = block.instructions().filter(|i| i.opcode() == Some(Opcode::Alloca)).collect();
    for variable in variables {
        if !variable.has_uses() {
            variable.erase()?;
        } else if super::locations::is_static_variable(variable) {
            moved.push(variable);
            variable.move_in_front(first)?;
        }
    }
    Ok(())
}

fn marker<'d>(draft: &'d Draft, name: &str, pointer: Type<'d>) -> Result<Function<'d>> {
    let void = draft.plain_type(TypeKind::Void)?;
    draft.declared(name, draft.function_type(void, &[pointer], false)?)
}

/// Adds lifetime markers at the start and before the returns of the body, for variables that have none.
pub(super) fn mark_lives<'d>(site: Site<'d>, body: &Body<'d>, variables: &[Value<'d>]) -> Result<()> {
    let Some(first) = body.first().and_then(|block| block.first()) else { return Ok(()) };
    for &variable in variables {
        let is_marked =
            variable.users().any(|user| matches!(user.called_intrinsic(), Some("lifetime.start" | "lifetime.end")));
        let is_empty = variable.operands().next().and_then(Value::as_integer) == Some(0);
        if is_marked || is_empty || variable.flags() & flag::SWIFTERROR != 0 {
            continue;
        }
        let start = marker(site.draft, "llvm.lifetime.start", variable.ty())?;
        let end = marker(site.draft, "llvm.lifetime.end", variable.ty())?;
        in_front(first, |builder| builder.call(start, &[variable]))?;
        before_returns(body, |builder| builder.call(end, &[variable]).map(drop))?;
    }
    Ok(())
}

/// Makes instructions before each return that does not follow a `musttail` call.
fn before_returns<'d>(body: &Body<'d>, make: impl Fn(&Builder<'d>) -> Result<()>) -> Result<()> {
    for &end in body.returns.iter().filter(|end| calls::before(**end).is_none()) {
        let builder = Builder::new(end.draft());
        builder.position_before(end)?;
        builder.set_location(end.metadata(0));
        make(&builder)?;
    }
    Ok(())
}

/// Saves and restores the stack pointer around the body, for variables of unknown size, or outside the entry.
pub(super) fn save_stack<'d>(site: Site<'d>, body: &Body<'d>) -> Result<()> {
    let Some(first) = body.first().and_then(|block| block.first()) else { return Ok(()) };
    let draft = site.draft;
    let pointer = draft.pointer_type(draft.alloca_space())?;
    let save = draft.declared("llvm.stacksave", draft.function_type(pointer, &[], false)?)?;
    let restore = marker(draft, "llvm.stackrestore", pointer)?;
    let saved = in_front(first, |builder| builder.call(save, &[]))?;
    saved.set_name(b"savedstack");
    before_returns(body, |builder| builder.call(restore, &[saved]).map(drop))
}
