//! Vectors that live across a barrier and are used by components: these are kept in their place, each beside that of the next
//! work-item. LLVM vectorises no loop over work-items in which there are vectors.

use super::made::Made;
use crate::error::{Error, Result};
use crate::llvm::{Block, Builder, Opcode, Value};
use rustc_hash::FxHashSet;

/// The most components of such a vector.
const MOST: u64 = 8;

/// Has other blocks use the components of values, where these are put together of components, or taken apart by all that use them.
pub fn take_apart<'m>(made: Made<'m, '_>, values: &[Value<'m>]) -> Result<()> {
    let apart = Apart { made, builder: Builder::new(made.module) };
    values.iter().filter(|value| is_of_components(**value)).try_for_each(|value| apart.value(*value))
}

fn is_of_components(value: Value<'_>) -> bool {
    let is_small = value.ty().is_vector() && value.ty().count() <= MOST && !value.ty().scalar().is_pointer();
    let home = value.parent_block();
    let is_part = |user: Value<'_>| user.parent_block() == home || part(user).is_some();
    is_small && (value.is_op(Opcode::LLVMInsertElement) || value.uses().all(is_part))
}

/// The number of the component that an instruction takes out of a vector.
fn part(user: Value<'_>) -> Option<usize> {
    let index = user.operand(1).filter(|_| user.is_op(Opcode::LLVMExtractElement))?;
    usize::try_from(index.int_value()?).ok()
}

struct Apart<'m, 'c> {
    made: Made<'m, 'c>,
    builder: Builder<'m>,
}

impl<'m> Apart<'m, '_> {
    fn value(&self, value: Value<'m>) -> Result<()> {
        let Some(home) = value.parent_block() else { return Ok(()) };
        let mut seen = FxHashSet::default();
        let users: Vec<_> = value.uses().filter(|user| seen.insert(*user)).collect();
        match value.next_instruction() {
            Some(_) if value.is_op(Opcode::LLVMPHI) => self.builder.position_after_phis(home)?,
            Some(next) => self.builder.position_before(next)?,
            None => return Ok(()),
        }
        let parts = (0..value.ty().count()).map(|lane| self.builder.extract_element(value, self.number(lane)?));
        let parts = parts.collect::<Result<Vec<_>>>()?;
        for user in users {
            if user.is_op(Opcode::LLVMPHI) {
                self.incoming(value, &parts, (user, home))?;
            } else if user.parent_block() != Some(home) {
                self.operand(value, &parts, user)?;
            }
        }
        Ok(())
    }

    fn incoming(&self, value: Value<'m>, parts: &[Value<'m>], (phi, home): (Value<'m>, Block<'m>)) -> Result<()> {
        for (index, (incoming, from)) in (0..).zip(phi.incoming().collect::<Vec<_>>()) {
            if incoming == value && from != home {
                let end = from.terminator().ok_or_else(|| Error::internal("a block without an end"))?;
                self.builder.position_before(end)?;
                phi.set_incoming(index, self.whole(value, parts)?)?;
            }
        }
        Ok(())
    }

    fn operand(&self, value: Value<'m>, parts: &[Value<'m>], user: Value<'m>) -> Result<()> {
        if let Some(part) = part(user).and_then(|lane| parts.get(lane)) {
            user.replace_uses(*part)?;
            return user.erase();
        }
        self.builder.position_before(user)?;
        super::shell::replace_operands(user, value, self.whole(value, parts)?)
    }

    /// The vector of the components.
    fn whole(&self, value: Value<'m>, parts: &[Value<'m>]) -> Result<Value<'m>> {
        let start = self.made.context.poison(value.ty())?;
        let put =
            |whole, (lane, part): (u64, &Value<'m>)| self.builder.insert_element(whole, *part, self.number(lane)?);
        (0..).zip(parts).try_fold(start, put)
    }

    fn number(&self, number: u64) -> Result<Value<'m>> {
        self.made.context.const_int(self.made.context.int_type(32)?, number)
    }
}
