//! Inlining: the body of a function in the place of a call of it, as LLVM's `InlineFunction` puts it there.
//!
//! The body is copied behind the caller's blocks (`copy`), where arguments are what the call gives, branches on what is known are
//! taken, and what nothing leads to is left out. Then locations (`locations`), scopes of aliasing (`scopes`), variables (`variables`)
//! and calls (`calls`) are made the caller's, and the blocks are spliced in (`splice`). Values and blocks have the names of the
//! callee's with `.i` behind them.
//!
//! Not done, and LLVM does: attributes of the call are not given to calls in the body, and profiles are not scaled.

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

/// Bundles through which calls are inlined.
const BUNDLES: [&[u8]; 2] = [b"kcfi", b"convergencectrl"];

/// The parts of a body that are of the call that it was written for: they cannot be copied.
const BOUND: [&str; 3] = ["va_start", "localescape", "experimental.deoptimize"];

/// The place where a body goes.
#[derive(Clone, Copy)]
struct Site<'d> {
    draft: &'d Draft,
    call: Value<'d>,
    caller: Function<'d>,
    callee: Function<'d>,
}

/// A copied body, before it is spliced in.
struct Body<'d> {
    /// The copied blocks, in order.
    blocks: Vec<Block<'d>>,
    /// The `ret`s among them.
    returns: Vec<Value<'d>>,
    /// The copies of the callee's instructions, or what they were found to be, in the callee's order.
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

/// Puts the body of the function that is called in the place of a call, which is gone if this returns true.
///
/// # Errors
/// None that a valid draft brings about.
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

/// Returns the place of a call that can be inlined.
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

/// Returns the token of a call that says what it converges with.
fn convergence_token(call: Value<'_>) -> Option<Value<'_>> {
    let bundles = call.bundles();
    let (_, values) = bundles.iter().find(|(tag, _)| *tag == b"convergencectrl")?;
    values.first().copied()
}

/// Gives the caller the personality and the collector of the callee, unless it has others: then this returns false.
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

/// Makes the entry of a body converge with what its call does.
fn enter<'d>(body: &Body<'d>, token: Option<Value<'d>>) -> Result<()> {
    let Some(token) = token else { return Ok(()) };
    let first = body.first().and_then(|block| block.instructions().find(|i| i.opcode() != Some(Opcode::Phi)));
    let entry = first.filter(|first| first.called_intrinsic() == Some("experimental.convergence.entry"));
    let Some(entry) = entry else { return Ok(()) };
    entry.replace_uses(token)?;
    entry.erase()
}

/// Makes something in front of an instruction and of the records before it.
fn in_front<'d, T>(at: Value<'d>, make: impl FnOnce(&Builder<'d>) -> Result<T>) -> Result<T> {
    let records = at.take_records();
    let builder = Builder::new(at.draft());
    builder.position_before(at)?;
    builder.set_location(at.metadata(0));
    let made = make(&builder);
    at.put_records(records);
    made
}

/// Values by the numbers of those that they stand for.
type Values<'d> = FxHashMap<u32, Value<'d>>;

/// True for an instruction, and not what became of one.
fn is_instruction(value: Value<'_>) -> bool {
    matches!(value.kind(), ValueKind::Instruction(_))
}
