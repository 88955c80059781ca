//! Updates the calls in an inlined body: their tail-call markers and attributes are weakened to those of the inlined call.

use super::{Body, Site};
use crate::attributes::{Attribute, AttributeKind, FIRST_PARAMETER, FUNCTION};
use crate::draft::{Result, Value};
use crate::instruction::{Opcode, flag};

const KINDS: u16 = flag::TAIL | flag::MUSTTAIL | flag::NOTAIL;

/// Returns the strength of a tail-call marker.
fn strength(flags: u16) -> u8 {
    match flags {
        _ if flags & flag::MUSTTAIL != 0 => 2,
        _ if flags & flag::TAIL != 0 => 1,
        _ => 0,
    }
}

/// Weakens the calls of a body to the tail-call marker of the inlined call, and marks them `nounwind` if that is; returns whether any
/// call stays `musttail`.
pub(super) fn update(site: Site<'_>, body: &Body<'_>) -> Result<bool> {
    let mut stays = false;
    if !body.has_calls {
        return Ok(false);
    }
    let most = strength(site.call.flags());
    let no_unwind = AttributeKind::named("nounwind").filter(|_| site.call.call_has(FUNCTION, "nounwind"));
    for call in body.instructions().filter(|i| i.opcode() == Some(Opcode::Call)) {
        forward(site, call)?;
        if call.flags() & flag::NOTAIL == 0 {
            let kind = [0, flag::TAIL, flag::MUSTTAIL].get(strength(call.flags()).min(most) as usize).copied();
            call.change_flags(KINDS, kind.unwrap_or(0));
        }
        stays |= call.flags() & flag::MUSTTAIL != 0;
        if let Some(kind) = no_unwind.filter(|_| !call.call_has(FUNCTION, "nounwind")) {
            let mut set = call.attributes(FUNCTION);
            set.push(Attribute::Flag(kind));
            call.set_attributes(FUNCTION, set)?;
        }
    }
    Ok(stays)
}

/// Returns the `musttail` call in front of a return.
pub(super) fn before(end: Value<'_>) -> Option<Value<'_>> {
    end.previous().filter(|call| call.opcode() == Some(Opcode::Call) && call.flags() & flag::MUSTTAIL != 0)
}

/// Appends the variadic arguments of the inlined call, with their attributes, to a `musttail` call.
fn forward(site: Site<'_>, call: Value<'_>) -> Result<()> {
    let named = site.callee.arguments().len();
    let more: Vec<_> = site.call.call_arguments().skip(named).collect();
    if more.is_empty() || call.flags() & flag::MUSTTAIL == 0 {
        return Ok(());
    }
    let first = call.call_arguments().count();
    call.append_arguments(&more)?;
    for i in 0..more.len() {
        let set = site.call.attributes(FIRST_PARAMETER + (named + i) as u32);
        call.set_attributes(FIRST_PARAMETER + (first + i) as u32, set)?;
    }
    Ok(())
}
