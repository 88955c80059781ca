//! Replaces the uses of an address with a known space by its twin, or by a cast of the twin.

use rustc_hash::FxHashSet;

use super::rewrite::Twins;
use super::{Flat, addresses, infer, space_of};
use crate::draft::{Builder, Result, Value};
use crate::instruction::{Opcode, flag};

/// The metadata kinds that memory copies keep.
const KEPT: [&[u8]; 4] = [b"tbaa", b"tbaa.struct", b"alias.scope", b"noalias"];

/// Replaces the uses of an address by its twin; dead instructions are added to a list.
pub(super) fn replace<'d>(
    flat: Flat<'d>,
    twins: &Twins<'d>,
    address: Value<'d>,
    twin: Value<'d>,
    dead: &mut Vec<Value<'d>>,
) -> Result<()> {
    let mut address = address;
    if address.is_constant() {
        let cast = flat.cast(twin, address.ty())?;
        if cast != address {
            replace_constant(flat, address, cast)?;
            address = cast;
        }
    }
    let mut seen = FxHashSet::default();
    let users: Vec<_> = address.users().filter(|user| seen.insert(*user)).collect();
    for user in users.into_iter().filter(|user| *user != twin && flat.is_own(*user)) {
        replace_use(flat, twins, (address, twin), user, dead)?;
    }
    if address.opcode().is_some() && !address.has_uses() {
        dead.push(address);
    }
    Ok(())
}

/// Replaces a constant in the instructions of the function, also within other constants.
fn replace_constant<'d>(flat: Flat<'d>, old: Value<'d>, new: Value<'d>) -> Result<()> {
    for user in old.users().collect::<Vec<_>>().into_iter().filter(|user| flat.is_own(*user)) {
        user.map_values(&mut |value| if value == old { new } else { value });
    }
    let pairs = flat.draft.constants_with(old, new);
    for (old, new) in pairs {
        for user in old.users().collect::<Vec<_>>().into_iter().filter(|user| flat.is_own(*user)) {
            user.map_values(&mut |value| if value == old { new } else { value });
        }
    }
    Ok(())
}

/// Returns the index of the pointer among the operands of a memory access.
fn pointer_place(access: Value<'_>) -> Option<usize> {
    match access.opcode() {
        Some(Opcode::Load | Opcode::AtomicRmw | Opcode::CmpXchg) => Some(0),
        Some(Opcode::Store) => Some(1),
        _ => None,
    }
}

fn replace_use<'d>(
    flat: Flat<'d>,
    twins: &Twins<'d>,
    (address, twin): (Value<'d>, Value<'d>),
    user: Value<'d>,
    dead: &mut Vec<Value<'d>>,
) -> Result<()> {
    let place = pointer_place(user).filter(|place| user.operands().nth(*place) == Some(address));
    if let Some(place) = place.filter(|_| user.flags() & flag::VOLATILE == 0) {
        return user.set_any_operand(place, twin);
    }
    let done = match user.opcode() {
        Some(Opcode::Call) => call(flat, (address, twin), user)?,
        Some(Opcode::ICmp) => compare(flat, twins, (address, twin), user)?,
        Some(Opcode::AddrSpaceCast) if user.ty() == twin.ty() => {
            user.replace_uses(twin)?;
            dead.push(user);
            true
        }
        _ => false,
    };
    if done {
        return Ok(());
    }
    let cast = match address.opcode() {
        // The existing cast is kept.
        Some(Opcode::AddrSpaceCast) => return Ok(()),
        Some(_) => cast_behind(address, twin)?,
        None => flat.cast(twin, address.ty())?,
    };
    user.map_values(&mut |value| if value == address { cast } else { value });
    Ok(())
}

/// Inserts a cast of a twin to the flat space behind it.
fn cast_behind<'d>(address: Value<'d>, twin: Value<'d>) -> Result<Value<'d>> {
    let at = if twin.opcode().is_some() { twin } else { address };
    let next = std::iter::successors(at.next(), |i| i.next()).find(|i| i.opcode() != Some(Opcode::Phi));
    let builder = Builder::new(address.draft());
    match next {
        Some(next) => builder.position_before(next)?,
        None => return Ok(address),
    }
    builder.cast(Opcode::AddrSpaceCast, twin, address.ty())
}

/// Compares two addresses in their common space, or in the space of one if the other is a constant.
fn compare<'d>(
    flat: Flat<'d>,
    twins: &Twins<'d>,
    (address, twin): (Value<'d>, Value<'d>),
    user: Value<'d>,
) -> Result<bool> {
    let operands: Vec<_> = user.operands().collect();
    let &[a, b] = &operands[..] else { return Ok(false) };
    // LLVM visits the newest use first: the second operand.
    let (place, other_place, other) = if b == address { (1, 0, a) } else { (0, 1, b) };
    if let Some(other) = twins.get(&other).filter(|other| other.ty() == twin.ty()) {
        user.set_any_operand(other_place, *other)?;
        user.set_any_operand(place, twin)?;
        return Ok(true);
    }
    let Some(space) = space_of(twin).filter(|space| other.is_constant() && infer::may_cast(flat, other, *space)) else {
        return Ok(false);
    };
    debug_assert_eq!(space_of(twin), Some(space));
    user.set_any_operand(place, twin)?;
    user.set_any_operand(other_place, flat.cast(other, twin.ty())?)?;
    Ok(true)
}

/// Replaces a call of an intrinsic by one for the twin's type.
fn call<'d>(flat: Flat<'d>, (address, twin): (Value<'d>, Value<'d>), user: Value<'d>) -> Result<bool> {
    let Some(name) = user.called_intrinsic() else { return Ok(false) };
    if name == "fake.use" {
        user.map_values(&mut |value| if value == address { twin } else { value });
        return Ok(true);
    }
    let is_memory = ["memcpy", "memmove", "memset"].iter().any(|memory| name.starts_with(memory));
    let arguments: Vec<_> = user.call_arguments().collect();
    let is_volatile = || arguments.last().and_then(|last| last.as_integer()) != Some(0);
    if name == "ptrmask" || is_memory && is_volatile() {
        return Ok(false);
    }
    let places: Vec<_> = addresses::pointer_arguments(user)
        .iter()
        .copied()
        .filter(|place| arguments.get(*place) == Some(&address))
        .collect();
    if places.is_empty() {
        return Ok(false);
    }
    let mut types: Vec<_> = user.call_type().map_or(Vec::new(), |ty| ty.parts());
    for place in &places {
        // Part 0 is the result.
        if let Some(ty) = types.get_mut(place + 1) {
            *ty = twin.ty();
        }
    }
    let Some((result, parameters)) = types.split_first() else { return Ok(false) };
    let ty = flat.draft.function_type(*result, parameters, false)?;
    let function = flat.draft.declared(&format!("llvm.{name}"), ty)?;
    for place in places {
        user.set_argument(place, twin)?;
    }
    user.set_called(function)?;
    if is_memory { renew(user).map(|()| true) } else { Ok(true) }
}

/// Strips a memory copy to what LLVM's new call has: alignments, and type and alias metadata.
fn renew(user: Value<'_>) -> Result<()> {
    use crate::attributes::{AttributeKind, FIRST_PARAMETER, FUNCTION, RESULT};
    let align = AttributeKind::named("align");
    for owner in FIRST_PARAMETER..FIRST_PARAMETER + 2 {
        let mut set = user.attributes(owner);
        set.retain(|attribute| attribute.kind() == align);
        user.set_attributes(owner, set)?;
    }
    for owner in [RESULT, FUNCTION] {
        user.set_attributes(owner, Vec::new())?;
    }
    user.change_flags(flag::TAIL | flag::MUSTTAIL | flag::NOTAIL, 0);
    let draft = user.draft();
    let kept = KEPT.map(|name| draft.metadata_kind(name));
    for (kind, _) in user.attachments().into_iter().filter(|(kind, _)| !kept.contains(kind)) {
        user.set_metadata(kind, None)?;
    }
    Ok(())
}
