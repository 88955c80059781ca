//! Infers the address space of each address: that of its sources if they agree, otherwise the flat one.

use rustc_hash::{FxHashMap, FxHashSet};

use super::addresses::sources;
use super::{Flat, Spaces, opcode, space_of};
use crate::constants::ConstantKind;
use crate::draft::{Value, ValueKind};
use crate::instruction::Opcode;

/// Returns the inferred spaces of addresses.
pub(super) fn spaces<'d>(flat: Flat<'d>, addresses: &[Value<'d>]) -> Spaces<'d> {
    let based = based(flat, addresses);
    let start = |address: &Value<'d>| {
        let is_flat = address.opcode().is_some() && !based.contains(address);
        (*address, is_flat.then_some(flat.space))
    };
    let mut spaces: Spaces<'d> = addresses.iter().map(start).collect();
    let mut users: FxHashMap<Value<'d>, Vec<Value<'d>>> = FxHashMap::default();
    for address in addresses {
        sources(flat, *address).into_iter().for_each(|source| users.entry(source).or_default().push(*address));
    }
    let mut open: Vec<_> = addresses.to_vec();
    let mut waits: FxHashSet<_> = open.iter().copied().collect();
    while let Some(address) = open.pop() {
        waits.remove(&address);
        let old = spaces.get(&address).copied().flatten();
        if old == Some(flat.space) {
            continue;
        }
        let Some(new) = space(flat, &spaces, address).filter(|new| Some(*new) != old) else { continue };
        spaces.insert(address, Some(new));
        for user in users.get(&address).into_iter().flatten() {
            if spaces.get(user) != Some(&Some(flat.space)) && waits.insert(*user) {
                open.push(*user);
            }
        }
    }
    spaces
}

/// Returns the instructions among addresses that are computed from anything but flat constants.
fn based<'d>(flat: Flat<'d>, addresses: &[Value<'d>]) -> FxHashSet<Value<'d>> {
    let made: FxHashSet<_> = addresses.iter().copied().filter(|address| address.opcode().is_some()).collect();
    let mut users: FxHashMap<Value<'d>, Vec<Value<'d>>> = FxHashMap::default();
    let mut open = Vec::new();
    for address in addresses.iter().filter(|address| address.opcode().is_some()) {
        for source in sources(flat, *address) {
            if made.contains(&source) {
                users.entry(source).or_default().push(*address);
            } else if !is_flat_constant(flat, source) {
                open.push(*address);
            }
        }
    }
    let mut based = FxHashSet::default();
    while let Some(address) = open.pop() {
        if based.insert(address) {
            open.extend(users.remove(&address).unwrap_or_default());
        }
    }
    based
}

/// Returns whether a value is a constant in the flat space that contains no cast from another space.
fn is_flat_constant<'d>(flat: Flat<'d>, value: Value<'d>) -> bool {
    let mut inner = value;
    while inner.is_constant() && flat.is_flat(inner) {
        let source = match inner.constant_opcode() {
            Some(Opcode::GetElementPtr) => inner.operands().next(),
            Some(Opcode::AddrSpaceCast) => return false,
            _ => return true,
        };
        let Some(source) = source else { return true };
        inner = source;
    }
    false
}

/// Returns the common space of an address's sources, as far as it is known.
fn space<'d>(flat: Flat<'d>, spaces: &Spaces<'d>, address: Value<'d>) -> Option<u32> {
    let of = |value: Value<'d>| spaces.get(&value).copied().unwrap_or_else(|| space_of(value));
    if opcode(address) == Some(Opcode::Select) {
        return selected(flat, &of, address);
    }
    let (mut joined, mut constants) = (None, Vec::new());
    for source in sources(flat, address) {
        if source.is_constant() && flat.is_flat(source) && !spaces.contains_key(&source) {
            constants.push(source);
        } else {
            joined = join(flat, joined, of(source));
        }
    }
    let fits = joined.is_none_or(|space| constants.iter().all(|constant| may_cast(flat, *constant, space)));
    if fits { joined } else { Some(flat.space) }
}

fn selected<'d>(flat: Flat<'d>, of: &dyn Fn(Value<'d>) -> Option<u32>, address: Value<'d>) -> Option<u32> {
    let mut operands = address.operands().skip(1);
    let (first, second) = (operands.next()?, operands.next()?);
    let (a, b) = (of(first), of(second));
    // The space of the operand next to a constant must be known first.
    if second.is_constant() && a.is_none() || first.is_constant() && b.is_none() {
        return None;
    }
    match (a, b) {
        (_, Some(b)) if first.is_constant() && may_cast(flat, first, b) => Some(b),
        (Some(a), _) if second.is_constant() && may_cast(flat, second, a) => Some(a),
        _ => join(flat, a, b),
    }
}

fn join(flat: Flat<'_>, a: Option<u32>, b: Option<u32>) -> Option<u32> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => Some(flat.space),
        (a, b) => a.or(b),
    }
}

/// Returns whether a constant can be cast to another space as the same address.
pub(super) fn may_cast<'d>(flat: Flat<'d>, constant: Value<'d>, space: u32) -> bool {
    let mut constant = constant;
    loop {
        let from = space_of(constant);
        let kind = constant.kind();
        if from == Some(space) || matches!(kind, ValueKind::Constant(ConstantKind::Undef | ConstantKind::Poison)) {
            return true;
        }
        if from != Some(flat.space) && space != flat.space {
            return false;
        }
        match (kind, constant.constant_opcode(), constant.operands().next()) {
            (ValueKind::Constant(ConstantKind::Null), ..) => {
                return constant.ty().kind() == crate::types::TypeKind::Pointer;
            }
            (_, Some(Opcode::AddrSpaceCast), Some(inner)) => constant = inner,
            (_, Some(Opcode::IntToPtr), _) => return from == Some(flat.space),
            _ => return false,
        }
    }
}
