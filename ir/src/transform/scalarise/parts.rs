//! Components of values.

use super::{Key, Scalarise, name, split};
use crate::draft::{Result, Type, Value, ValueKind};
use crate::instruction::Opcode;
use crate::types::TypeKind;

/// The components of a vector, or the addresses of the components behind a pointer to a vector.
pub(super) struct Parts<'d> {
    /// The instruction before which components are extracted.
    at: Value<'d>,
    /// The value from which missing components are extracted.
    of: Value<'d>,
    ty: Type<'d>,
    key: Option<Key<'d>>,
    own: Vec<Option<Value<'d>>>,
}

impl<'d> Scalarise<'d> {
    /// Returns the components of a value for use in an instruction; `None` if they cannot be accessed.
    pub(super) fn parts(
        &mut self,
        at: Value<'d>,
        of: Value<'d>,
        ty: Type<'d>,
        count: usize,
    ) -> Result<Option<Parts<'d>>> {
        let mut parts = Parts { at, of, ty, key: None, own: vec![None; count] };
        let place = match of.kind() {
            ValueKind::Argument => self.entry.first(),
            ValueKind::Instruction(_) if !of.block().is_some_and(|block| self.reachable.contains(&block)) => {
                parts.of = self.draft.const_poison(of.ty())?;
                None
            }
            ValueKind::Instruction(_) => match behind(of) {
                Some(place) => Some(place),
                None => return Ok(None),
            },
            _ if of.ty().kind() == TypeKind::Pointer => None,
            _ if of.element(0).is_none() => return Ok(None),
            _ => None,
        };
        if let Some(place) = place {
            parts.at = place;
            parts.key = Some((of, ty));
            let known = self.known.entry((of, ty)).or_default();
            known.resize(known.len().max(count), None);
        }
        Ok(Some(parts))
    }

    /// Returns the components of a vector.
    pub(super) fn parts_of(&mut self, at: Value<'d>, of: Value<'d>) -> Result<Option<Parts<'d>>> {
        match split(of.ty()) {
            Some((ty, count)) => self.parts(at, of, ty, count),
            None => Ok(None),
        }
    }

    fn known_part(&self, parts: &Parts<'d>, i: usize) -> Option<Value<'d>> {
        let list = match parts.key {
            Some(key) => self.known.get(&key)?,
            None => &parts.own,
        };
        list.get(i).copied().flatten()
    }

    fn note_part(&mut self, parts: &mut Parts<'d>, i: usize, value: Value<'d>) {
        let list = parts.key.and_then(|key| self.known.get_mut(&key)).unwrap_or(&mut parts.own);
        if let Some(slot) = list.get_mut(i) {
            *slot = Some(value);
        }
    }

    /// Returns a component, which is made if necessary.
    pub(super) fn part(&mut self, parts: &mut Parts<'d>, i: usize) -> Result<Value<'d>> {
        if let Some(known) = self.known_part(parts, i) {
            return Ok(known);
        }
        let value = match parts.of.ty().kind() {
            TypeKind::Pointer => self.place(parts, i)?,
            _ => match self.inserted(parts, i) {
                Some(value) => value,
                None => self.extracted(parts, i)?,
            },
        };
        self.note_part(parts, i, value);
        Ok(value)
    }

    /// Returns the address of a component in memory.
    fn place(&self, parts: &Parts<'d>, i: usize) -> Result<Value<'d>> {
        if i == 0 {
            return Ok(parts.of);
        }
        let index = self.draft.const_int(self.draft.int_type(32)?, &[i as u64])?;
        if parts.of.is_constant() {
            return self.draft.const_gep(0, parts.ty, parts.of, &[index]);
        }
        let step = self.before(parts.at)?.gep(0, parts.ty, parts.of, &[index])?;
        Ok(name(step, parts.of, ".i", i))
    }

    /// Finds a component in a chain of `insertelement`; other components on the way are recorded.
    fn inserted(&mut self, parts: &mut Parts<'d>, i: usize) -> Option<Value<'d>> {
        while parts.of.opcode() == Some(Opcode::InsertElement) {
            let mut operands = parts.of.operands();
            let (whole, element) = (operands.next()?, operands.next()?);
            let Some(at) = operands.next().and_then(|index| index.as_integer()) else { break };
            parts.of = whole;
            if at == i as u64 {
                return Some(element);
            }
            let at = usize::try_from(at).ok()?;
            if self.known_part(parts, at).is_none() {
                self.note_part(parts, at, element);
            }
        }
        None
    }

    fn extracted(&self, parts: &Parts<'d>, i: usize) -> Result<Value<'d>> {
        if let Some(element) = parts.of.element(i) {
            return Ok(element);
        }
        let element = self.before(parts.at)?.extract_element(parts.of, self.index(i)?)?;
        Ok(name(element, parts.of, ".i", i))
    }
}

/// Returns the instruction before which the components of another one are made.
fn behind(instruction: Value<'_>) -> Option<Value<'_>> {
    let is_start = |i: &Value<'_>| {
        matches!(i.opcode(), Some(Opcode::Phi | Opcode::LandingPad | Opcode::CatchPad | Opcode::CleanupPad))
    };
    let next = instruction.next()?;
    match next.opcode() {
        Some(Opcode::Phi) => next.block()?.instructions().find(|i| !is_start(i)),
        _ => Some(next),
    }
}
