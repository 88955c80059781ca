//! Inlining: replaces a call by the body of the called function, as LLVM's `InlineFunction` does.
//!
//! The body is copied behind the caller's blocks (`copy`): arguments are replaced by the actual ones, branches on known conditions
//! are folded, and unreachable code is left out. Then locations (`locations`), alias scopes (`scopes`), variables (`variables`) and
//! calls (`calls`) are adapted to the caller, and the blocks are spliced in (`splice`). Values and blocks have the names of the
//! callee's with the suffix `.i`.
//!
//! Unlike LLVM, this does not copy attributes of the call to calls in the body, and does not scale profiles.

mod calls;
mod copy;
mod locations;
mod scopes;
mod simple;
mod splice;
mod variables;

use rustc_hash::FxHashMap;

use crate::draft::{Block, Builder, Draft, Function, Result, Value, ValueKind};
use crate::instruction::Opcode;
use crate::module::Text;

/// The operand bundles with which calls are inlined.
const BUNDLES: [&[u8]; 2] = [b"kcfi", b"convergencectrl"];

/// Intrinsics that depend on the frame of their function: a body with one is not inlined.
const BOUND: [&str; 3] = ["va_start", "localescape", "experimental.deoptimize"];

/// A call to inline, with its caller and callee.
#[derive(Clone, Copy)]
struct Site<'d> {
    draft: &'d Draft,
    call: Value<'d>,
    caller: Function<'d>,
    callee: Function<'d>,
}

/// A copied body that is not yet spliced in.
struct Body<'d> {
    /// The copied blocks, in order.
    blocks: Vec<Block<'d>>,
    /// The copied `ret`s.
    returns: Vec<Value<'d>>,
    /// The callee's instructions with their copies, or the values that the copies fold to, in the callee's order.
    copies: Vec<(Value<'d>, Value<'d>)>,
    has_calls: bool,
    has_dynamic_variables: bool,
}

impl<'d> Body<'d> {
    fn first(&self) -> Option<Block<'d>> {
        self.blocks.first().copied()
    }

    fn instructions(&self) -> impl Iterator<Item = Value<'d>> {
        self.blocks.iter().flat_map(|block| block.instructions())
    }
}

/// Inlines a call of a function with a body. Returns whether it did; the call is then erased.
///
/// # Errors
/// None for a valid draft.
pub fn inline(call: Value<'_>) -> Result<bool> {
    let Some(site) = site(call) else { return Ok(false) };
    let token = convergence_token(call);
    if !take_personality(site)? {
        return Ok(false);
    }
    let scopes = scopes::of_callee(site);
    let (arguments, copied) = variables::arguments(site)?;
    let mut body = copy::body(site, arguments)?;
    variables::copy_arguments(site, &body, &copied)?;
    locations::update(site, &body)?;
    scopes::renew(site, &body, scopes)?;
    scopes::of_arguments(site, &body)?;
    scopes::of_call(site, &body)?;
    enter(&body, token)?;
    let mut moved = copied.into_iter().map(|copy| copy.variable).collect();
    variables::to_entry(site, &body, &mut moved)?;
    let stays = calls::update(site, &body)?;
    variables::mark_lives(site, &body, &moved)?;
    if body.has_dynamic_variables {
        variables::save_stack(site, &body)?;
    }
    if stays {
        body.returns.retain(|end| calls::before(*end).is_none());
    }
    splice::splice(site, body, stays)?;
    Ok(true)
}

/// Returns the call with its caller and callee, if it can be inlined.
fn site(call: Value<'_>) -> Option<Site<'_>> {
    let draft = call.draft();
    let callee = call.callee().filter(|_| call.opcode() == Some(Opcode::Call))?.function()?;
    let caller = call.block()?.function()?;
    let fits = !callee.is_declaration() && call.call_type() == Some(callee.ty());
    let known = call.bundles().iter().all(|(tag, _)| BUNDLES.contains(tag));
    let is_bound = |instruction: Value<'_>| match instruction.opcode() {
        Some(Opcode::IndirectBr | Opcode::CallBr) => true,
        Some(Opcode::Call) => instruction.called_intrinsic().is_some_and(|name| BOUND.contains(&name)),
        _ => false,
    };
    let site = Site { draft, call, caller, callee };
    (fits && known && !callee.instructions().any(is_bound)).then_some(site)
}

/// Returns the convergence-control token of a call.
fn convergence_token(call: Value<'_>) -> Option<Value<'_>> {
    let bundles = call.bundles();
    let (_, values) = bundles.iter().find(|(tag, _)| *tag == b"convergencectrl")?;
    values.first().copied()
}

/// Gives the caller the personality and the garbage collector of the callee; returns false if the caller has different ones.
fn take_personality(site: Site<'_>) -> Result<bool> {
    let of = |function: Function<'_>| function.value().with_global(|g| (g.personality, g.gc)).unwrap_or_default();
    let ((wanted, gc), (has, has_gc)) = (of(site.callee), of(site.caller));
    let bytes = |text: Text| site.draft.text(text);
    if wanted != 0 && has != 0 && wanted != has || !gc.is_empty() && !has_gc.is_empty() && bytes(gc) != bytes(has_gc) {
        return Ok(false);
    }
    if !gc.is_empty() {
        site.caller.value().change_global(|global| global.gc = gc)?;
    }
    if wanted != 0 && has == 0 {
        let personality = site.callee.personality();
        site.caller.set_personality(personality)?;
    }
    Ok(true)
}

/// Replaces the convergence token of the body's entry by the token of the call.
fn enter<'d>(body: &Body<'d>, token: Option<Value<'d>>) -> Result<()> {
    let Some(token) = token else { return Ok(()) };
    let first = body.first().and_then(|block| block.instructions().find(|i| i.opcode() != Some(Opcode::Phi)));
    let entry = first.filter(|first| first.called_intrinsic() == Some("experimental.convergence.entry"));
    let Some(entry) = entry else { return Ok(()) };
    entry.replace_uses(token)?;
    entry.erase()
}

/// Calls `make` with a builder in front of an instruction and of the records before it.
fn in_front<'d, T>(at: Value<'d>, make: impl FnOnce(&Builder<'d>) -> Result<T>) -> Result<T> {
    let records = at.take_records();
    let builder = Builder::new(at.draft());
    builder.position_before(at)?;
    builder.set_location(at.metadata(0));
    let made = make(&builder);
    at.put_records(records);
    made
}

/// A map of values by number.
type Values<'d> = FxHashMap<u32, Value<'d>>;

/// Returns whether a value is an instruction, and not a constant that a copy folded to.
fn is_instruction(value: Value<'_>) -> bool {
    matches!(value.kind(), ValueKind::Instruction(_))
}
