//! Makes the twins of addresses in their inferred spaces.

use rustc_hash::FxHashMap;

use super::{Flat, Spaces, addresses, opcode, space_of, uses};
use crate::draft::{Builder, Result, Value};
use crate::instruction::{Opcode, flag};
use crate::transform::dead;

/// Twins by addresses.
pub(super) type Twins<'d> = FxHashMap<Value<'d>, Value<'d>>;

struct Rewrite<'d> {
    flat: Flat<'d>,
    twins: Twins<'d>,
    /// Operands of twins that had no twin at the time: the twin, the number of the operand, and the original operand.
    open: Vec<(Value<'d>, usize, Value<'d>)>,
}

/// Makes the twins and replaces uses; returns whether there were any.
pub(super) fn rewrite<'d>(flat: Flat<'d>, addresses: &[Value<'d>], spaces: &Spaces<'d>) -> Result<bool> {
    let mut rewrite = Rewrite { flat, twins: Twins::default(), open: Vec::new() };
    for address in addresses {
        let space = spaces.get(address).copied().flatten().filter(|space| *space != flat.space);
        let twin = space.map(|space| rewrite.twin(*address, space)).transpose()?.flatten();
        if let Some(twin) = twin {
            rewrite.twins.insert(*address, twin);
        }
    }
    for (twin, i, of) in std::mem::take(&mut rewrite.open) {
        if let Some(value) = rewrite.twins.get(&of) {
            twin.set_any_operand(i, *value)?;
        }
    }
    if rewrite.twins.is_empty() {
        return Ok(false);
    }
    let mut dead = Vec::new();
    for address in addresses {
        if let Some(twin) = rewrite.twins.get(address) {
            uses::replace(flat, &rewrite.twins, *address, *twin, &mut dead)?;
        }
    }
    for instruction in dead {
        dead::erase(vec![instruction])?;
    }
    Ok(true)
}

impl<'d> Rewrite<'d> {
    fn twin(&mut self, address: Value<'d>, space: u32) -> Result<Option<Value<'d>>> {
        if address.is_constant() {
            return self.constant(address, space);
        }
        let first = address.operands().next();
        if opcode(address) == Some(Opcode::AddrSpaceCast) {
            return Ok(first);
        }
        let builder = Builder::new(self.flat.draft);
        builder.position_before(address)?;
        builder.set_location(address.metadata(0));
        let twin = match opcode(address) {
            Some(Opcode::Phi) => self.phi(&builder, address, space)?,
            Some(Opcode::Select) => self.select(&builder, address, space)?,
            Some(Opcode::GetElementPtr) => self.step(&builder, address, space)?,
            Some(Opcode::IntToPtr) => {
                let ty = self.flat.in_space(address.ty(), space)?;
                let from = addresses::same_address(self.flat, address).unwrap_or(address);
                builder.cast(Opcode::AddrSpaceCast, from, ty)?
            }
            Some(Opcode::BitCast) => {
                let ty = self.flat.in_space(address.ty(), space)?;
                let (value, open) = self.operand(first.unwrap_or(address), space)?;
                let twin = builder.cast(Opcode::BitCast, value, ty)?;
                self.note(twin, 0, open);
                twin
            }
            _ => return Ok(None),
        };
        let name = address.name().to_vec();
        address.set_name(b"");
        twin.set_name(&name);
        Ok(Some(twin))
    }

    /// Returns an operand in a space. For an operand without a twin yet, it is poison, and the second value is the original operand.
    fn operand(&self, old: Value<'d>, space: u32) -> Result<(Value<'d>, Option<Value<'d>>)> {
        let ty = self.flat.in_space(old.ty(), space)?;
        if old.is_constant() {
            return Ok((self.flat.cast(old, ty)?, None));
        }
        match self.twins.get(&old) {
            Some(twin) => Ok((*twin, None)),
            None => Ok((self.flat.draft.const_poison(ty)?, Some(old))),
        }
    }

    fn note(&mut self, twin: Value<'d>, i: usize, open: Option<Value<'d>>) {
        self.open.extend(open.map(|of| (twin, i, of)));
    }

    fn phi(&mut self, builder: &Builder<'d>, address: Value<'d>, space: u32) -> Result<Value<'d>> {
        let phi = builder.phi(self.flat.in_space(address.ty(), space)?)?;
        let pairs: Vec<_> = address.incoming().collect();
        for (i, (value, from)) in pairs.into_iter().enumerate() {
            let (value, open) = self.operand(value, space)?;
            phi.add_incoming(value, from)?;
            self.note(phi, i, open);
        }
        Ok(phi)
    }

    fn select(&mut self, builder: &Builder<'d>, address: Value<'d>, space: u32) -> Result<Value<'d>> {
        let operands: Vec<_> = address.operands().collect();
        let &[condition, a, b] = &operands[..] else { return Ok(address) };
        let ((a, open_a), (b, open_b)) = (self.operand(a, space)?, self.operand(b, space)?);
        let twin = builder.select(condition, a, b)?;
        address.attachments().into_iter().try_for_each(|(kind, node)| twin.set_metadata(kind, Some(node)))?;
        self.note(twin, 1, open_a);
        self.note(twin, 2, open_b);
        Ok(twin)
    }

    fn step(&mut self, builder: &Builder<'d>, address: Value<'d>, space: u32) -> Result<Value<'d>> {
        let mut operands = address.operands();
        let (Some(base), Some(into)) = (operands.next(), address.named_type()) else { return Ok(address) };
        let indices: Vec<_> = operands.collect();
        let (base, open) = self.operand(base, space)?;
        // Of the flags, LLVM keeps only this one.
        let flags = address.flags() & flag::INBOUNDS;
        let twin = builder.gep(flags, into, base, &indices)?;
        self.note(twin, 0, open);
        Ok(twin)
    }

    /// Makes the twin of a constant address: repeats the steps from the innermost constant with a twin, or from the source of a cast.
    fn constant(&self, address: Value<'d>, space: u32) -> Result<Option<Value<'d>>> {
        let (mut steps, mut base) = (Vec::new(), address);
        let twin = loop {
            let first = base.operands().next();
            match (self.twins.get(&base), base.constant_opcode(), first) {
                (Some(twin), ..) => break Some(*twin),
                (None, Some(Opcode::AddrSpaceCast), Some(first)) => break Some(first),
                (None, Some(Opcode::GetElementPtr), Some(first)) => {
                    steps.push(base);
                    base = first;
                }
                _ => break None,
            }
        };
        let Some(mut twin) = twin.filter(|twin| space_of(*twin) == Some(space)) else { return Ok(None) };
        while let Some(step) = steps.pop() {
            let Some(into) = step.named_type() else { return Ok(None) };
            let indices: Vec<_> = step.operands().skip(1).collect();
            twin = self.flat.draft.const_gep(step.flags(), into, twin, &indices)?;
        }
        Ok(Some(twin))
    }
}
