//! Checks intrinsics for garbage collection: roots, statepoints, and their results and relocations.

use super::super::fault::Rule;
use super::*;
use crate::attributes::{Attribute, AttributeKind, FIRST_PARAMETER, FUNCTION};
use crate::constants::ConstantKind;
use crate::instruction::{Opcode, Row};
use crate::module::NONE;

const ELEMENT_TYPE: AttributeKind = AttributeKind::of("elementtype");
/// The argument of a statepoint that is the callee, and the callee's first argument.
const CALLEE: usize = 2;
const FIRST: usize = 5;
/// The number of a statepoint's arguments besides those of the call.
const OWN: u64 = 7;
const KNOWN_FLAGS: u64 = 3;

impl<'m> Verifier<'m> {
    pub(super) fn collected(&self, call: &Call<'_, 'm>, is_root: bool) -> Rule {
        if is_root {
            let root = call.arguments.first().map_or(NONE, |&value| self.m.stripped(value));
            let Some((_, row)) = self.m.definition(root).filter(|(_, row)| row.opcode == Opcode::Alloca) else {
                return HERE.broken("llvm.gcroot parameter #1 must be an alloca.");
            };
            let allocated = self.m.operands(row).first().copied().unwrap_or(NONE);
            let second = call.arguments.get(1).copied().unwrap_or(NONE);
            HERE.require(self.m.constant(second).is_some(), "llvm.gcroot parameter #2 must be a constant.")?;
            HERE.require(
                self.m.types.is_pointer(allocated) || !self.m.is_null(second),
                "llvm.gcroot parameter #1 must either be a pointer alloca, or argument #2 must be a non-null constant.",
            )?;
        }
        self.has_collector(call)
    }

    fn has_collector(&self, call: &Call<'_, 'm>) -> Rule {
        HERE.require(!call.here.body.global.gc.is_empty(), "Enclosing function does not use GC.")
    }

    /// The type of the function that a statepoint calls.
    fn wrapped(&self, list: u32) -> Option<u32> {
        self.attribute_type(list, FIRST_PARAMETER + CALLEE as u32, ELEMENT_TYPE)
    }

    pub(super) fn statepoint(&mut self, call: &Call<'_, 'm>) -> Rule {
        self.has_collector(call)?;
        let memory = self.attribute(call.list, FUNCTION, AttributeKind::of("memory"));
        const OTHER_WRITES: u64 = 0xa0;
        HERE.require(
            !matches!(memory, Some(Attribute::Number(_, effects)) if effects & OTHER_WRITES == 0),
            "gc.statepoint must read and write all memory to preserve reordering restrictions required by safepoint semantics",
        )?;
        let patched = call.arguments.get(1).and_then(|&value| self.m.signed_integer(value)).unwrap_or(0);
        HERE.require(patched >= 0, "gc.statepoint number of patchable bytes must be positive")?;
        let Some(ty) = self.wrapped(call.list) else {
            return HERE.broken("gc.statepoint callee argument must have elementtype attribute");
        };
        let types = &self.m.types;
        HERE.require(types.kind(ty) == TypeKind::Function, "gc.statepoint callee elementtype must be function type")?;
        let count = self.number_at(call, 3).unwrap_or(0);
        let parameters = types.parameters(ty);
        if types.is_variadic(ty) {
            HERE.require(count >= parameters.len() as u64, "gc.statepoint mismatch in number of vararg call args")?;
            HERE.require(
                types.kind(types.result(ty)) == TypeKind::Void,
                "gc.statepoint doesn't support wrapping non-void vararg functions yet",
            )?;
        } else {
            HERE.require(count == parameters.len() as u64, "gc.statepoint mismatch in number of call args")?;
        }
        HERE.require(
            self.number_at(call, 4).unwrap_or(0) & !KNOWN_FLAGS == 0,
            "unknown flag used in gc.statepoint flags argument",
        )?;
        for (i, &parameter) in parameters.iter().enumerate() {
            HERE.require(
                self.type_at(call, FIRST + i) == parameter,
                "gc.statepoint call argument does not match wrapped function type",
            )?;
        }
        for (i, message) in [
            (FIRST as u64 + count, "gc.statepoint w/inline transition bundle is deprecated"),
            (FIRST as u64 + 1 + count, "gc.statepoint w/inline deopt operands is deprecated"),
        ] {
            HERE.require(self.number_at(call, i as usize) == Some(0), message)?;
        }
        HERE.require(call.arguments.len() as u64 == OWN + count, "gc.statepoint too many arguments")
    }

    /// Checks a user of a statepoint.
    pub(in super::super) fn user_of_statepoint(&self, user: &Row) -> Rule {
        HERE.require(user.opcode == Opcode::Call, "illegal use of statepoint token")?;
        HERE.require(
            matches!(self.intrinsic_called(user), Some("experimental.gc.relocate" | "experimental.gc.result")),
            "gc.result or gc.relocate are the only value uses of a gc.statepoint",
        )
    }

    fn is_undefined(&self, value: u32) -> bool {
        let undefined = |kind| matches!(kind, ConstantKind::Undef | ConstantKind::Poison);
        self.m.constant(value).is_some_and(|c| undefined(c.kind))
    }

    pub(super) fn statepoint_result(&self, call: &Call<'_, 'm>) -> Rule {
        self.has_collector(call)?;
        let token = call.arguments.first().copied().unwrap_or(NONE);
        if self.is_undefined(token) {
            return Ok(());
        }
        let from = self.m.definition(token).filter(|_| self.is_result_of(token, "experimental.gc.statepoint"));
        let Some((_, row)) = from else {
            return HERE.broken("gc.result operand #1 must be from a statepoint");
        };
        let list = self.m.operands(row).first().copied().unwrap_or(0);
        let result = self.wrapped(list).map(|ty| self.m.types.result(ty));
        HERE.require(result == Some(call.here.row.ty), "gc.result result type does not match wrapped callee")
    }

    pub(super) fn relocate(&self, call: &Call<'_, 'm>) -> Rule {
        let types = &self.m.types;
        HERE.require(call.arguments.len() == 3, "wrong number of arguments")?;
        HERE.require(types.is_address(call.here.row.ty), "gc.relocate must return a pointer or a vector of pointers")?;
        let token = call.arguments.first().copied().unwrap_or(NONE);
        let statepoint = match self.m.opcode_of(token) {
            Some(Opcode::LandingPad) => {
                let pad = self.block_of(token).unwrap_or(0);
                let Some(from) = call.here.body.graph.only_predecessor(pad) else {
                    return HERE.broken("safepoints should have unique landingpads");
                };
                let last = call.here.body.blocks.get(from as usize).map_or(NONE, |info| info.last);
                let row = self.m.instructions.get(last as usize);
                let row = row.filter(|row| self.intrinsic_called(row) == Some("experimental.gc.statepoint"));
                HERE.require(row.is_some(), "gc relocate should be linked to a statepoint")?;
                row.map(|row| (last, row))
            }
            _ if self.is_undefined(token) => None,
            _ => {
                HERE.require(
                    self.is_result_of(token, "experimental.gc.statepoint"),
                    "gc relocate is incorrectly tied to the statepoint",
                )?;
                self.m.definition(token)
            }
        };
        let (base, derived) = (self.number_at(call, 1), self.number_at(call, 2));
        HERE.require(base.is_some(), "gc.relocate operand #2 must be integer offset")?;
        HERE.require(derived.is_some(), "gc.relocate operand #3 must be integer offset")?;
        let Some((number, _)) = statepoint else { return Ok(()) };
        let mut live = call.here.body.bundles_of(number).iter().filter(|b| self.tag(b) == b"gc-live");
        let Some(live) = live.next().map(|bundle| self.held(bundle)) else { return Ok(()) };
        for (i, message) in [
            (base, "gc.relocate: statepoint base index out of bounds"),
            (derived, "gc.relocate: statepoint derived index out of bounds"),
        ] {
            let Some(&value) = live.get(i.unwrap_or(0) as usize) else { return HERE.broken(message) };
            HERE.require(types.is_address(self.m.type_of(value)), "gc.relocate: relocated value must be a pointer")?;
        }
        let derived = live.get(derived.unwrap_or(0) as usize).map_or(NONE, |&value| self.m.type_of(value));
        let result = call.here.row.ty;
        HERE.require(
            types.is_vector(result) == types.is_vector(derived),
            "gc.relocate: vector relocates to vector and pointer to pointer",
        )?;
        HERE.require(
            types.space(result) == types.space(derived),
            "gc.relocate: relocating a pointer shouldn't change its address space",
        )
    }
}
