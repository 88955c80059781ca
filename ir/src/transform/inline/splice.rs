//! The last step: the copied blocks between the two halves of the caller's block.

use super::{Body, Site, in_front, simple};
use crate::draft::{Block, Result, Value};

/// Splices a body in, and erases the call; `has_tails` if some returns of the body follow a `musttail` call and return from the caller.
pub(super) fn splice<'d>(site: Site<'d>, body: Body<'d>, has_tails: bool) -> Result<()> {
    let Some(block) = site.call.block() else { return Ok(()) };
    if let (&[only], &[end]) = (&body.blocks[..], &body.returns[..]) {
        block.take_instructions(only, Some(site.call))?;
        only.erase()?;
        give_result(site, returned(end))?;
        site.call.erase()?;
        return end.erase();
    }
    let Some(entry) = body.first() else { return Ok(()) };
    let after = site.call.split_block()?;
    after.set_name(&[site.callee.value().name(), b".exit"].concat());
    if let Some(jump) = block.terminator() {
        jump.set_successor(0, entry)?;
    }
    body.blocks.iter().try_fold(block, |last, block| block.move_behind(last).map(|()| *block))?;
    let phi = returns(site, &body, after)?;
    site.call.erase()?;
    if has_tails && after.users().next().is_none() {
        after.erase()?;
    }
    block.absorb(entry)?;
    // A phi with equal values is that value.
    if let Some(phi) = phi
        && let Some(value) = simple::simplified(phi)
    {
        phi.replace_uses(value)?;
        phi.erase()?;
    }
    Ok(())
}

fn returned(end: Value<'_>) -> Option<Value<'_>> {
    end.operands().next()
}

/// Replaces the result of the call by the returned value.
fn give_result<'d>(site: Site<'d>, value: Option<Value<'d>>) -> Result<()> {
    let poison = || site.draft.const_poison(site.call.ty());
    match value.filter(|value| *value != site.call) {
        _ if !site.call.has_uses() => Ok(()),
        Some(value) => site.call.replace_uses(value),
        None => site.call.replace_uses(poison()?),
    }
}

/// Replaces all returns by branches to the block after the call; returns the phi of their values.
fn returns<'d>(site: Site<'d>, body: &Body<'d>, after: Block<'d>) -> Result<Option<Value<'d>>> {
    let ends = &body.returns;
    let &[only] = &ends[..] else {
        let phi = (ends.len() > 1 && site.call.has_uses()).then(|| phi(site, ends)).transpose()?;
        if ends.is_empty() {
            give_result(site, None)?;
        }
        ends.iter().try_for_each(|end| end.make_jump(after))?;
        return Ok(phi);
    };
    give_result(site, returned(only))?;
    let Some(last) = only.block() else { return Ok(None) };
    last.users().collect::<Vec<_>>().into_iter().for_each(|end| {
        end.map_successors(&|to| if to == last { after } else { to });
    });
    let records = site.call.take_records();
    after.take_instructions(last, Some(site.call))?;
    only.erase()?;
    site.call.put_records(records);
    last.erase()?;
    Ok(None)
}

fn phi<'d>(site: Site<'d>, ends: &[Value<'d>]) -> Result<Value<'d>> {
    let phi = in_front(site.call, |builder| {
        builder.set_location(None);
        builder.phi(site.call.ty())
    })?;
    phi.set_name(site.call.name());
    site.call.replace_uses(phi)?;
    for end in ends {
        if let (Some(value), Some(block)) = (returned(*end), end.block()) {
            phi.add_incoming(value, block)?;
        }
    }
    Ok(phi)
}
