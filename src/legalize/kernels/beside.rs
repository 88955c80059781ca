//! Values that are computed beside pointers: by phis and selects where these choose, and by steps where these step.

use super::offsets::made_of;
use crate::error::{Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::llvm::{Opcode, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The values beside pointers that are known so far.
pub type Known<'m> = FxHashMap<Value<'m>, Value<'m>>;

/// A kind of value beside pointers.
pub struct Rule<'r, 'm> {
    /// The type of the values.
    pub ty: Type<'m>,
    /// Returns the value beside a pointer that comes from no other.
    pub leaf: &'r dyn Fn(Value<'m>) -> Result<Value<'m>>,
    /// Returns the value beside a `getelementptr`, given that beside its base.
    pub step: &'r dyn Fn(Value<'m>, Value<'m>) -> Result<Value<'m>>,
}

impl<'m> Rule<'_, 'm> {
    /// Returns the value beside a pointer. The pointers that it comes from are few ([`super::offsets::leaves`]).
    pub fn value(&self, emit: &Emit<'m>, known: &mut Known<'m>, pointer: Value<'m>) -> Result<Value<'m>> {
        if let Some(value) = known.get(&pointer) {
            return Ok(*value);
        }
        let of = |index: u32| pointer.operand(index).ok_or_else(|| Error::internal("a pointer without operands"));
        let value = match pointer.any_opcode() {
            Some(Opcode::Phi) => {
                emit.builder.position_before(pointer)?;
                let phi = emit.builder.phi(self.ty)?;
                known.insert(pointer, phi);
                for (value, from) in pointer.incoming().collect::<Vec<_>>() {
                    let value = self.value(emit, known, value)?;
                    emit.builder.add_incoming(phi, value, from)?;
                }
                phi
            }
            Some(Opcode::Select) => {
                let (a, b) = (self.value(emit, known, of(1)?)?, self.value(emit, known, of(2)?)?);
                emit.builder.position_before(pointer)?;
                emit.select(of(0)?, a, b)?
            }
            Some(Opcode::GetElementPtr) => {
                let base = self.value(emit, known, of(0)?)?;
                if pointer.is_instruction() {
                    emit.builder.position_before(pointer)?;
                }
                (self.step)(base, pointer)?
            }
            Some(Opcode::AddrSpaceCast) => self.value(emit, known, of(0)?)?,
            _ => (self.leaf)(pointer)?,
        };
        known.insert(pointer, value);
        Ok(value)
    }
}

/// Returns whether a store or, by the condition, another user keeps a pointer, or one that is made of it.
pub fn is_kept<'m>(pointer: Value<'m>, keeps: impl Fn(Value<'m>) -> bool) -> bool {
    let (mut seen, mut work) = (FxHashSet::default(), vec![pointer]);
    while let Some(pointer) = work.pop() {
        for user in pointer.uses() {
            if user.is_op(Opcode::Store) && user.operand(0) == Some(pointer) || keeps(user) {
                return true;
            }
            if user.ty().is_pointer() && made_of(user).is_some() && seen.insert(user) {
                work.push(user);
            }
        }
    }
    false
}
