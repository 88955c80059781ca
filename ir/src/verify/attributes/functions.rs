//! Checks attributes of functions.

use super::super::Verifier;
use super::super::fault::Rule;
use super::*;

const OPT_NONE: u128 = bit("optnone");
const OPT_SIZE: u128 = bit("optsize");
const MIN_SIZE: u128 = bit("minsize");
const OPT_DEBUG: u128 = bit("optdebug");
const NO_INLINE: u128 = bit("noinline");
const JUMP_TABLE: u128 = bit("jumptable");

/// Pairs of attributes that exclude each other, with LLVM's message.
static PAIRS: [(u128, u128, &str); 7] = [
    (NO_INLINE, bit("alwaysinline"), "Attributes 'noinline and alwaysinline' are incompatible!"),
    (OPT_NONE, OPT_SIZE, "Attributes 'optsize and optnone' are incompatible!"),
    (OPT_NONE, MIN_SIZE, "Attributes 'minsize and optnone' are incompatible!"),
    (OPT_NONE, OPT_DEBUG, "Attributes 'optdebug and optnone' are incompatible!"),
    (OPT_DEBUG, OPT_SIZE, "Attributes 'optsize and optdebug' are incompatible!"),
    (OPT_DEBUG, MIN_SIZE, "Attributes 'minsize and optdebug' are incompatible!"),
    (
        bit("sanitize_realtime"),
        bit("sanitize_realtime_blocking"),
        "Attributes 'sanitize_realtime and sanitize_realtime_blocking' are incompatible!",
    ),
];

/// Bits of `allockind`.
mod kind {
    pub(super) const ALLOC: u64 = 1;
    pub(super) const REALLOC: u64 = 2;
    pub(super) const FREE: u64 = 4;
    pub(super) const UNINITIALIZED: u64 = 8;
    pub(super) const ZEROED: u64 = 16;
    pub(super) const ALIGNED: u64 = 32;
}

/// The second argument of `allocsize` that stands for none.
const NO_COUNT: u64 = u32::MAX as u64;
/// The bit of `memory` for writes through arguments.
const WRITES_ARGUMENTS: u64 = 2;
const WRITABLE: u128 = bit("writable");

impl<'m> Verifier<'m> {
    /// Checks the attributes of a function, or of a call as a whole.
    pub(super) fn function_set(&mut self, list: u32, set: u32, ty: u32, global: Option<&'m Global>) -> Rule {
        let mask = self.mask(set);
        HERE.require(mask & !OF_FUNCTIONS == 0, "an attribute does not apply to functions!")?;
        for (a, b, message) in &PAIRS {
            HERE.require(mask & a == 0 || mask & b == 0, message)?;
        }
        HERE.require(mask & OPT_NONE == 0 || mask & NO_INLINE != 0, "Attribute 'optnone' requires 'noinline'!")?;
        if mask & JUMP_TABLE != 0 {
            HERE.require(global.is_some_and(|g| g.unnamed_addr == 1), "Attribute 'jumptable' requires 'unnamed_addr'")?;
        }
        self.function_numbers(list, set, ty)?;
        self.function_texts(set, ty, global)
    }

    fn function_numbers(&mut self, list: u32, set: u32, ty: u32) -> Rule {
        let mut memory = None;
        for attribute in self.m.attributes.set(set) {
            let Attribute::Number(kind, number) = attribute else { continue };
            match kind.form() {
                Form::AllocSize => self.alloc_size(*number, ty)?,
                Form::AllocKind => alloc_kind(*number)?,
                Form::VscaleRange => vscale_range(*number)?,
                Form::Memory => memory = Some(*number),
                _ => {}
            }
        }
        if memory.is_some_and(|memory| memory & WRITES_ARGUMENTS == 0) {
            HERE.require(
                !self.has_anywhere(list, WRITABLE),
                "Attribute writable and memory without argmem: write are incompatible!",
            )?;
        }
        Ok(())
    }

    fn alloc_size(&self, packed: u64, ty: u32) -> Rule {
        let count = packed & NO_COUNT;
        for number in [Some(packed >> 32), (count != NO_COUNT).then_some(count)].into_iter().flatten() {
            let Some(&parameter) = self.m.types.parameters(ty).get(number as usize) else {
                return HERE.broken("'allocsize' argument is out of bounds");
            };
            HERE.require(
                self.m.types.is_integer(parameter),
                "'allocsize' argument must refer to an integer parameter",
            )?;
        }
        Ok(())
    }
}

fn alloc_kind(bits: u64) -> Rule {
    use kind::*;
    let what = bits & (ALLOC | REALLOC | FREE);
    HERE.require(what.count_ones() == 1, "'allockind()' requires exactly one of alloc, realloc, and free")?;
    HERE.require(
        what != FREE || bits & (UNINITIALIZED | ZEROED | ALIGNED) == 0,
        "'allockind(\"free\")' doesn't allow uninitialized, zeroed, or aligned modifiers.",
    )?;
    HERE.require(
        bits & (UNINITIALIZED | ZEROED) != UNINITIALIZED | ZEROED,
        "'allockind()' can't be both zeroed and uninitialized",
    )
}

fn vscale_range(packed: u64) -> Rule {
    let (least, most) = (packed >> 32, packed & u32::MAX as u64);
    HERE.require(least > 0, "'vscale_range' minimum must be greater than 0")?;
    HERE.require(least.is_power_of_two(), "'vscale_range' minimum must be power-of-two value")?;
    HERE.require(most == 0 || least <= most, "'vscale_range' minimum cannot be greater than maximum")?;
    HERE.require(most == 0 || most.is_power_of_two(), "'vscale_range' maximum must be power-of-two value")
}
