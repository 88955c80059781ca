//! Checks `musttail` calls.

use super::attributes::{self, bit};
use super::calls::Call;
use super::fault::Rule;
use super::{Chapter, Verifier};
use crate::attributes::{Attribute, FIRST_PARAMETER};
use crate::constants::ConstantKind;
use crate::instruction::Opcode;
use crate::module::LOCAL;

const HERE: Chapter = Chapter::TailCalls;
const TAIL: u32 = 18;
const SWIFT_TAIL: u32 = 20;

/// The attributes that determine how an argument is passed.
const PASSING: u128 = attributes::bits(&[
    "sret",
    "byval",
    "inalloca",
    "inreg",
    "alignstack",
    "swiftself",
    "swiftasync",
    "swifterror",
    "preallocated",
    "byref",
]);
/// The attributes that are not permitted in `tailcc` calls.
const NOT_FOR_TAIL: u128 = attributes::bits(&["inalloca", "inreg", "swifterror", "preallocated", "byref"]);
const IN_MEMORY: u128 = attributes::bits(&["byval", "byref"]);

impl<'m> Verifier<'m> {
    pub(super) fn must_tail(&mut self, call: &Call<'_, 'm>, is_assembly: bool, is_intrinsic: bool) -> Rule {
        let types = &self.m.types;
        let (caller, callee) = (call.here.body.global, call.ty);
        HERE.require(!is_assembly, "cannot use musttail call with inline asm")?;
        HERE.require(
            types.is_variadic(caller.ty) == types.is_variadic(callee),
            "cannot guarantee tail call due to mismatched varargs",
        )?;
        HERE.require(
            types.result(caller.ty) == types.result(callee),
            "cannot guarantee tail call due to mismatched return types",
        )?;
        HERE.require(
            caller.convention == call.convention,
            "cannot guarantee tail call due to mismatched calling conv",
        )?;
        self.returned(call)?;
        if matches!(call.convention, TAIL | SWIFT_TAIL) {
            return self.tail_convention(call);
        }
        let types = &self.m.types;
        let (mine, theirs) = (types.parameters(caller.ty), types.parameters(callee));
        if !is_intrinsic || !call.is_direct {
            HERE.require(mine.len() == theirs.len(), "cannot guarantee tail call due to mismatched parameter counts")?;
            HERE.require(mine == theirs, "cannot guarantee tail call due to mismatched parameter types")?;
        }
        for i in 0..mine.len() as u32 {
            let owner = FIRST_PARAMETER + i;
            HERE.require(
                self.passing(caller.attributes, owner) == self.passing(call.list, owner),
                "cannot guarantee tail call due to mismatched ABI impacting function attributes",
            )?;
        }
        Ok(())
    }

    /// Checks that the result of the call is returned immediately.
    fn returned(&self, call: &Call<'_, 'm>) -> Rule {
        let block = call.here.body.blocks.get(call.here.block as usize);
        let mut value = LOCAL | call.here.row.result;
        let mut next = self.after(call, call.here.number);
        if let Some((number, row)) = next
            && row.opcode == Opcode::BitCast
        {
            HERE.require(
                self.m.operands(row).first() == Some(&value),
                "bitcast following musttail call must use the call",
            )?;
            value = LOCAL | row.result;
            next = self.after(call, number);
        }
        let Some((number, row)) = next.filter(|(_, row)| row.opcode == Opcode::Ret) else {
            return HERE.broken("musttail call must precede a ret with an optional bitcast");
        };
        debug_assert!(block.is_some_and(|info| info.last == number));
        let fits = self.m.operands(row).first().is_none_or(|&returned| {
            let undefined =
                |c: &crate::constants::Constant| matches!(c.kind, ConstantKind::Undef | ConstantKind::Poison);
            returned == value || self.m.constant(returned).is_some_and(undefined)
        });
        HERE.require(fits, "musttail call result must be returned")
    }

    /// Returns the next instruction of the block.
    pub(super) fn after(&self, call: &Call<'_, 'm>, number: u32) -> Option<(u32, &'m crate::instruction::Row)> {
        let next = self.next_in_block(call.here.body, call.here.block, number)?;
        Some((next, self.m.instructions.get(next as usize)?))
    }

    fn tail_convention(&mut self, call: &Call<'_, 'm>) -> Rule {
        let caller = call.here.body.global;
        for (list, ty) in [(caller.attributes, caller.ty), (call.list, call.ty)] {
            for i in 0..self.m.types.parameters(ty).len() as u32 {
                HERE.require(
                    self.mask_of(list, FIRST_PARAMETER + i) & NOT_FOR_TAIL == 0,
                    "an attribute is not allowed in musttail callers and callees of tailcc and swifttailcc",
                )?;
            }
        }
        HERE.require(!self.m.types.is_variadic(caller.ty), "cannot guarantee tail call for varargs function")
    }

    /// Returns the attributes of a parameter that determine how it is passed.
    fn passing(&mut self, list: u32, owner: u32) -> Vec<&'m Attribute> {
        let Some(set) = self.m.attributes.of(list, owner) else { return Vec::new() };
        let with_align = if self.mask(set) & IN_MEMORY != 0 { bit("align") } else { 0 };
        let set = self.m.attributes.set(set);
        set.iter().filter(|a| a.kind().is_some_and(|kind| kind.bit() & (PASSING | with_align) != 0)).collect()
    }
}
