//! Replaces phis and selects of addresses by phis and selects of the loaded values.

use rustc_hash::FxHashSet;

use super::types;
use crate::attributes::{Attribute, AttributeKind, FIRST_PARAMETER};
use crate::draft::{Access, Builder, Result, Type, Value, ValueKind};
use crate::instruction::{Opcode, flag};
use crate::transform::dead::is_needless;
use crate::transform::promote::stored;
use crate::types::TypeKind;

/// The number of instructions in front of a load that are searched for another access.
const MOST_BEFORE: usize = 8;

/// True where all that a phi or select of addresses is used for are loads that may be executed earlier.
pub(super) fn is_safe(choice: Value<'_>) -> bool {
    let users: Vec<_> = choice.users().collect();
    let is_load = |user: &Value<'_>| user.opcode() == Some(Opcode::Load) && user.flags() & flag::VOLATILE == 0;
    if !users.iter().all(is_load) {
        return false;
    }
    match choice.opcode() {
        Some(Opcode::Phi) => is_safe_phi(choice, &users),
        _ => users.iter().all(|load| choice.operands().skip(1).all(|address| may_be_loaded(address, *load, *load))),
    }
}

fn is_safe_phi<'d>(phi: Value<'d>, loads: &[Value<'d>]) -> bool {
    let Some(first) = loads.first() else { return false };
    let is_same = |load: &Value<'d>| load.ty() == first.ty() && load.block() == phi.block() && !load.is_atomic();
    if !loads.iter().all(is_same) {
        return false;
    }
    // Nothing is written between the phi and the last of the loads.
    let mut left: FxHashSet<_> = loads.iter().copied().collect();
    let mut next = Some(phi);
    while let Some(instruction) = next.filter(|_| !left.is_empty()) {
        if !left.remove(&instruction) && may_write(instruction) {
            return false;
        }
        next = instruction.next();
    }
    let largest = loads.iter().max_by_key(|load| load.align()).unwrap_or(first);
    left.is_empty()
        && phi.incoming().all(|(address, from)| {
            let Some(end) = from.terminator().filter(|end| *end != address && !may_write(*end)) else { return false };
            end.successors().count() == 1 || may_be_loaded(address, *largest, end)
        })
}

/// True for an instruction that may write to memory.
fn may_write(instruction: Value<'_>) -> bool {
    use Opcode::*;
    match instruction.opcode() {
        Some(Br | Switch | Unreachable | Phi) => false,
        Some(Load) => instruction.is_ordered() || instruction.flags() & flag::VOLATILE != 0,
        Some(Call) => !is_needless(instruction),
        Some(opcode) if opcode.is_terminator() => opcode != Ret,
        _ => !is_needless(instruction),
    }
}

/// Returns whether a load of the same size at an address before an instruction certainly does not trap.
fn may_be_loaded<'d>(address: Value<'d>, load: Value<'d>, before: Value<'d>) -> bool {
    let (Some(size), align) = (types::stored(load.ty()), load.align().unwrap_or(1)) else { return false };
    if is_there(address, size, align) {
        return true;
    }
    // The address was accessed shortly before.
    let mut previous = before.previous();
    for _ in 0..MOST_BEFORE {
        let Some(instruction) = previous else { return false };
        let accessed = match instruction.opcode() {
            Some(Opcode::Load) => instruction.operands().next().map(|from| (from, instruction.ty())),
            Some(Opcode::Store) => stored(instruction).map(|(value, to)| (to, value.ty())),
            Some(Opcode::Call) if may_write(instruction) => return false,
            _ => None,
        };
        let reads_it = |(from, ty): (Value<'d>, Type<'d>)| {
            from == address && types::stored(ty) >= Some(size) && instruction.align().unwrap_or(1) >= align
        };
        if accessed.is_some_and(reads_it) && instruction.flags() & flag::VOLATILE == 0 {
            return true;
        }
        previous = instruction.previous();
    }
    false
}

/// Returns whether an address is certainly dereferenceable for `size` bytes, with an alignment.
fn is_there(mut address: Value<'_>, mut size: u64, align: u64) -> bool {
    loop {
        let bytes = |ty: Option<Type<'_>>| ty.and_then(types::allocated).unwrap_or(0);
        let is_enough = |has: u64, aligned: u64| has >= size && aligned >= align;
        match address.kind() {
            ValueKind::Instruction(Opcode::Alloca) => {
                let is_one = address.operands().next().and_then(Value::integer) == Some(1);
                return is_one && is_enough(bytes(address.named_type()), address.align().unwrap_or(1));
            }
            ValueKind::Argument => return is_there_by_promise(address, size, align),
            ValueKind::Global(crate::global::GlobalKind::Variable) => {
                let ty = address.with_global(|global| global.ty).map(|ty| address.draft().type_at(ty));
                let aligned = address.with_global(|global| global.align).and_then(|align| align.checked_sub(1));
                let least = || ty.and_then(Type::layout_size).map_or(1, |size| size.abi);
                return is_enough(bytes(ty), aligned.map_or_else(least, |exponent| 1 << exponent));
            }
            ValueKind::Instruction(Opcode::GetElementPtr | Opcode::BitCast | Opcode::AddrSpaceCast) => {
                let Some(offset) = super::slices::constant_step(address) else { return false };
                let Some(more) = size.checked_add(offset).filter(|_| offset % align == 0) else { return false };
                size = more;
                match address.operands().next() {
                    Some(base) => address = base,
                    None => return false,
                }
            }
            _ => return false,
        }
    }
}

/// Returns whether a parameter is `dereferenceable` for `size` bytes with an alignment.
fn is_there_by_promise(argument: Value<'_>, size: u64, align: u64) -> bool {
    let Some(function) = argument.argument_function() else { return false };
    let Some(place) = function.arguments().position(|one| one == argument) else { return false };
    let number = |kind| match function.value().attribute(FIRST_PARAMETER + place as u32, kind) {
        Some(Attribute::Number(_, number)) => number,
        _ => 0,
    };
    number(AttributeKind::of("dereferenceable")) >= size && number(AttributeKind::of("align")).max(1) >= align
}

/// Replaces a phi or select of addresses by one of the loaded values.
pub(super) fn take_apart(choice: Value<'_>) -> Result<()> {
    match choice.opcode() {
        Some(Opcode::Phi) => phi_of_loads(choice),
        _ => selects_of_loads(choice),
    }
}

fn phi_of_loads(phi: Value<'_>) -> Result<()> {
    let loads: Vec<_> = phi.users().collect();
    let Some(load) = loads.first() else { return Ok(()) };
    let ty = load.ty();
    let align = loads.iter().filter_map(|load| load.align()).max().unwrap_or(1);
    let builder = Builder::new(phi.draft());
    builder.position_before(phi)?;
    builder.set_location(phi.metadata(0));
    let new = builder.phi(ty)?;
    new.set_name(&[phi.name(), b".sroa.speculated"].concat());
    for load in &loads {
        load.replace_uses(new)?;
        load.erase()?;
    }
    let incoming: Vec<_> = phi.incoming().collect();
    let mut made: Vec<(Value<'_>, crate::draft::Block<'_>)> = Vec::new();
    for (address, from) in incoming {
        let known = made.iter().find(|(_, block)| *block == from).map(|(value, _)| *value);
        let value = match (known, from.terminator()) {
            (Some(value), _) => value,
            (None, Some(end)) => {
                builder.position_before(end)?;
                builder.set_location(None);
                let value = builder.load(ty, address, Access { align, volatile: false })?;
                value.set_name(&[phi.name(), b".sroa.speculate.load.", from.name()].concat());
                made.push((value, from));
                value
            }
            (None, None) => return Ok(()),
        };
        new.add_incoming(value, from)?;
    }
    Ok(())
}

fn selects_of_loads<'d>(select: Value<'d>) -> Result<()> {
    let operands: Vec<_> = select.operands().collect();
    let &[condition, yes, no] = &operands[..] else { return Ok(()) };
    let loads: Vec<_> = select.users().collect();
    for load in loads {
        let builder = Builder::new(select.draft());
        builder.position_before(load)?;
        builder.set_location(load.metadata(0));
        let access = Access { align: load.align().unwrap_or(1), volatile: false };
        let of = |address: Value<'d>, which: &[u8]| -> Result<Value<'d>> {
            let value = builder.load(load.ty(), address, access)?;
            value.set_name(&[load.name(), b".sroa.speculate.load.", which].concat());
            Ok(value)
        };
        let yes = of(yes, b"true")?;
        let no = of(no, b"false")?;
        let new = builder.select(condition, yes, no)?;
        new.set_name(&[load.name(), b".sroa.speculated"].concat());
        load.replace_uses(new)?;
        load.erase()?;
    }
    Ok(())
}

/// Lowers the alignment of the loads and stores through a chosen address.
pub(super) fn lower_alignment(choice: Value<'_>, align: u64) -> Result<()> {
    let mut seen = FxHashSet::default();
    let mut open = vec![choice];
    while let Some(address) = open.pop() {
        let users: Vec<_> = address.users().collect();
        for user in users.into_iter().filter(|user| seen.insert(*user)) {
            match user.opcode() {
                Some(Opcode::Load | Opcode::Store) => user.set_align(user.align().unwrap_or(1).min(align))?,
                _ if user.ty().kind() == TypeKind::Pointer => open.push(user),
                _ => {}
            }
        }
    }
    Ok(())
}
