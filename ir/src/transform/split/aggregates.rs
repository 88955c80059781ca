//! Splits loads and stores of structures and arrays into those of their members; on the way, addresses computed from a phi or select
//! become a phi or select of addresses.

use rustc_hash::FxHashSet;

use super::types::{allocated, is_single};
use super::{Split, steps};
use crate::draft::{Access, Builder, Draft, Result, Type, Value};
use crate::instruction::{Opcode, flag};
use crate::transform::addresses::align_behind;
use crate::transform::promote::stored;
use crate::types::TypeKind;

/// The limit on the number of members of a structure or array that are accessed one by one.
const MOST_MEMBERS: usize = 1 << 12;

/// Splits loads and stores of aggregates in a variable, including those through computed addresses.
pub(super) fn split<'d>(of: &mut Split<'d>, variable: Value<'d>) -> Result<bool> {
    let mut changed = false;
    let mut seen = FxHashSet::default();
    let mut open = vec![variable];
    while let Some(pointer) = open.pop() {
        let users: Vec<_> = pointer.users().filter(|user| seen.insert(*user)).collect();
        for user in users {
            use Opcode::*;
            let value = match user.opcode() {
                Some(Load) => Some(user),
                Some(Store) => stored(user).map(|(value, _)| value).filter(|value| *value != pointer),
                Some(GetElementPtr) => {
                    let unfolded = steps::unfold(user)?;
                    changed |= unfolded.is_some();
                    open.push(unfolded.unwrap_or(user));
                    continue;
                }
                Some(BitCast | AddrSpaceCast | Phi | Select) => {
                    open.push(user);
                    None
                }
                _ => None,
            };
            let is_simple = user.flags() & flag::VOLATILE == 0 && !user.is_atomic();
            let Some(value) = value.filter(|value| is_simple && !is_single(value.ty())) else { continue };
            let Some(members) = members(value.ty()) else { continue };
            take_apart(of, user, value, pointer, &members)?;
            changed = true;
        }
    }
    Ok(changed)
}

/// A member of a structure, and its offset in bytes.
struct Member<'d> {
    path: Vec<u32>,
    ty: Type<'d>,
    offset: u64,
}

/// Returns the scalar members of an aggregate, in order; `None` if there are too many.
fn members(ty: Type<'_>) -> Option<Vec<Member<'_>>> {
    let mut members = Vec::new();
    let mut open = vec![Member { path: Vec::new(), ty, offset: 0 }];
    while let Some(next) = open.pop() {
        if is_single(next.ty) {
            members.push(next);
            continue;
        }
        let is_array = next.ty.kind() == TypeKind::Array;
        let count = if is_array { next.ty.size() } else { next.ty.part_count() as u64 };
        if count > MOST_MEMBERS as u64 || open.len() + members.len() > MOST_MEMBERS {
            return None;
        }
        for i in (0..count as usize).rev() {
            let (part, start) = match is_array {
                true => (next.ty.part(0)?, allocated(next.ty.part(0)?)? * i as u64),
                false => (next.ty.part(i)?, next.ty.layout_offset(i)?),
            };
            let path = next.path.iter().copied().chain([i as u32]).collect();
            open.push(Member { path, ty: part, offset: next.offset + start });
        }
    }
    Some(members)
}

/// Makes the loads or stores of the members.
fn take_apart<'d>(
    of: &mut Split<'d>,
    user: Value<'d>,
    value: Value<'d>,
    pointer: Value<'d>,
    members: &[Member<'d>],
) -> Result<()> {
    let draft = of.draft;
    let is_load = value == user;
    let builder = Builder::new(draft);
    builder.position_before(user)?;
    builder.set_location(user.metadata(0));
    let align = user.align().unwrap_or(1);
    let mut whole = draft.const_poison(value.ty())?;
    for member in members {
        let path: String = member.path.iter().map(|i| format!(".{i}")).collect();
        let name = |what: &str| [value.name(), b".fca", path.as_bytes(), what.as_bytes()].concat();
        let access = Access { align: align_behind(align, member.offset), volatile: false };
        if is_load {
            let address = address(draft, &builder, pointer, value.ty(), member, &name(".gep"))?;
            let part = builder.load(member.ty, address, access)?;
            part.set_name(&name(".load"));
            whole = builder.insert_value(whole, part, &member.path)?;
            whole.set_name(&name(".insert"));
        } else {
            let part = match draft.fold_extract_value(value, &member.path) {
                Some(constant) => constant,
                None => builder.extract_value(value, &member.path)?,
            };
            if part.opcode() == Some(Opcode::ExtractValue) {
                part.set_name(&name(".extract"));
            }
            let address = address(draft, &builder, pointer, value.ty(), member, &name(".gep"))?;
            builder.store(part, address, access)?;
        }
    }
    if is_load {
        user.replace_uses(whole)?;
    }
    let operands: Vec<_> = user.operands().collect();
    user.erase()?;
    // An aggregate that was only stored is dead now.
    operands.into_iter().for_each(|operand| of.may_be_dead(operand));
    Ok(())
}

fn address<'d>(
    draft: &'d Draft,
    builder: &Builder<'d>,
    pointer: Value<'d>,
    ty: Type<'d>,
    member: &Member<'d>,
    name: &[u8],
) -> Result<Value<'d>> {
    let i32 = draft.int_type(32)?;
    let indices = std::iter::once(0).chain(member.path.iter().copied());
    let indices: Result<Vec<_>> = indices.map(|i| draft.const_int(i32, &[u64::from(i)])).collect();
    let address = builder.gep(flag::INBOUNDS, ty, pointer, &indices?)?;
    address.set_name(name);
    Ok(address)
}
