//! Variables that called functions read through their addresses: the variable stays, but its loads are replaced by the stored values.

use super::Split;
use super::slices::Slice;
use crate::draft::{Access, Block, Builder, Result, Type, Value};
use crate::instruction::{Opcode, flag};
use crate::transform::promote::{promote, stored};

/// Accesses of the same bytes by the same type.
#[derive(Default)]
struct Group<'d> {
    start: u64,
    end: u64,
    ty: Option<Type<'d>>,
    users: Vec<Value<'d>>,
    is_mixed: bool,
}

impl<'d> Group<'d> {
    fn add(&mut self, slice: &Slice<'d>) {
        let is_simple = slice.user.flags() & flag::VOLATILE == 0 && !slice.user.is_atomic();
        let ty = match slice.user.opcode() {
            Some(Opcode::Load) => Some(slice.user.ty()),
            Some(Opcode::Store) => stored(slice.user).map(|(value, _)| value.ty()),
            _ => None,
        };
        let is_same = ty.is_some() && self.ty.is_none_or(|known| Some(known) == ty);
        self.is_mixed |= !is_simple || !is_same;
        self.ty = ty;
        self.users.push(slice.user);
    }
}

/// Replaces loads of bytes that are always accessed in the same way by the stored values. Returns whether there were any.
pub(super) fn replace_loads<'d>(split: &Split<'d>, variable: Value<'d>, slices: &[Slice<'d>]) -> Result<bool> {
    let mut groups: Vec<Group<'d>> = Vec::new();
    for slice in slices.iter().filter(|slice| !super::is_marker(slice.user)) {
        match groups.last_mut().filter(|group| slice.start < group.end) {
            Some(group) if (slice.start, slice.end) == (group.start, group.end) => group.add(slice),
            Some(group) => {
                group.is_mixed = true;
                group.end = group.end.max(slice.end);
            }
            None => {
                let mut group = Group { start: slice.start, end: slice.end, ..Group::default() };
                group.add(slice);
                groups.push(group);
            }
        }
    }
    let mut changed = false;
    for group in groups.iter().filter(|group| !group.is_mixed) {
        let has_load = group.users.iter().any(|user| user.opcode() == Some(Opcode::Load));
        if let Some(ty) = group.ty.filter(|_| has_load) {
            replace_group(split, variable, ty, &group.users)?;
            changed = true;
        }
    }
    Ok(changed)
}

/// Copies loads and stores to a new variable, and promotes that one.
fn replace_group<'d>(split: &Split<'d>, variable: Value<'d>, ty: Type<'d>, users: &[Value<'d>]) -> Result<()> {
    let builder = Builder::new(split.draft);
    builder.position_before(variable)?;
    let twin = builder.alloca(ty, None, Some(variable.ty().size() as u32))?;
    let name = users.first().map_or(&[][..], |first| first.name()).to_vec();
    for user in users {
        builder.position_before(*user)?;
        builder.set_location(user.metadata(0));
        let access = Access { align: 0, volatile: false };
        match stored(*user).filter(|_| user.opcode() == Some(Opcode::Store)) {
            Some((value, _)) => drop(builder.store(value, twin, access)?),
            None => {
                let load = builder.load(ty, twin, access)?;
                user.replace_uses(load)?;
                user.erase()?;
            }
        }
    }
    let before = twin.number();
    promote(split.function, &split.blocks, vec![twin])?;
    for block in split.function.blocks() {
        let phis = block.instructions().take_while(|i| i.opcode() == Some(Opcode::Phi));
        for phi in phis.filter(|phi| phi.number() > before).collect::<Vec<_>>() {
            in_order_of_edges(phi, block)?.set_name(&name);
        }
    }
    Ok(())
}

/// Replaces a phi by one with the incoming values in use-list order of its block, as in LLVM's `SSAUpdater`.
fn in_order_of_edges<'d>(phi: Value<'d>, block: Block<'d>) -> Result<Value<'d>> {
    let builder = Builder::new(phi.draft());
    builder.position_before(phi)?;
    let new = builder.phi(phi.ty())?;
    for from in block.users().filter_map(Value::block).collect::<Vec<_>>() {
        if let Some((value, _)) = phi.incoming().find(|(_, of)| *of == from) {
            new.add_incoming(value, from)?;
        }
    }
    phi.replace_uses(new)?;
    phi.erase()?;
    Ok(new)
}
