//! Checks intrinsics for frames and blocks: escapes, deoptimization, preallocated arguments, `callbr` landing pads.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::super::attributes::PREALLOCATED;
use super::super::fault::Rule;
use super::rows::Asks;
use super::*;
use crate::attributes::FUNCTION;
use crate::instruction::{Opcode, Row};
use crate::module::{LOCAL, NONE};

/// The number of arguments of `llvm.localescape`, and the largest recovered index plus one, by function.
pub(in super::super) type Escapes = HashMap<u32, (u64, u64), FxBuildHasher>;

impl<'m> Verifier<'m> {
    pub(super) fn escape(&mut self, call: &Call<'_, 'm>, walk: &mut Walk) -> Rule {
        HERE.require(call.here.block == 0, "llvm.localescape used outside of entry block")?;
        HERE.require(
            !std::mem::replace(&mut walk.escaped, true),
            "multiple calls to llvm.localescape in one function",
        )?;
        for &argument in call.arguments {
            let stripped = self.m.stripped(argument);
            let is_static = self.m.definition(stripped).is_some_and(|(number, row)| {
                let in_entry = self.blocks.get(number as usize) == Some(&0);
                let count = self.m.operands(row).get(1).copied().unwrap_or(NONE);
                row.opcode == Opcode::Alloca && in_entry && self.m.integer_of(count).is_some()
            });
            HERE.require(is_static || self.m.is_null(argument), "llvm.localescape only accepts static allocas")?;
        }
        self.escapes.entry(call.here.body.number).or_default().0 = call.arguments.len() as u64;
        Ok(())
    }

    pub(super) fn recover(&mut self, call: &Call<'_, 'm>) -> Rule {
        let function = call.arguments.first().map_or(NONE, |&value| self.m.stripped(value));
        let number = self.m.function_of(function).filter(|g| g.body.is_some());
        let number = number.and_then(|g| self.m.constant(g.value)).map(|c| c.data as u32);
        let Some(number) = number else {
            return HERE.broken("llvm.localrecover first argument must be function defined in this module");
        };
        let index = self.number_at(call, 2).unwrap_or(0).min(u32::MAX as u64 - 1);
        let entry = self.escapes.entry(number).or_default();
        entry.1 = entry.1.max(index + 1);
        Ok(())
    }

    /// Checks that only escaped indices are recovered.
    pub(in super::super) fn escaped(&self) -> Rule {
        HERE.require(
            self.escapes.values().all(|(escaped, recovered)| recovered <= escaped),
            "all indices passed to llvm.localrecover must be less than the number of arguments passed to llvm.localescape in \
             the parent function",
        )
    }

    pub(super) fn deoptimizes(&mut self, call: &Call<'_, 'm>, is_guard: bool) -> Rule {
        HERE.require(
            call.here.row.opcode == Opcode::Call,
            "experimental_guard and experimental_deoptimize cannot be invoked",
        )?;
        let count = call.bundles.iter().filter(|bundle| self.tag(bundle) == b"deopt").count();
        HERE.require(count == 1, "there must be exactly one \"deopt\" operand bundle")?;
        if is_guard {
            return Ok(());
        }
        let result = self.result_of(call.here.body);
        let own = call.here.row.ty;
        let is_void = self.m.types.kind(result) == TypeKind::Void;
        HERE.require(
            own == result || is_void && call.here.row.result == NONE,
            "experimental_deoptimize return type must match caller return type",
        )?;
        let next = self.after(call, call.here.number).filter(|(_, row)| row.opcode == Opcode::Ret);
        let Some((_, row)) = next else {
            return HERE.broken("calls to experimental_deoptimize must be followed by a return");
        };
        HERE.require(
            is_void || self.m.operands(row).first() == Some(&(LOCAL | call.here.row.result)),
            "calls to experimental_deoptimize must be followed by a return of the value computed by \
             experimental_deoptimize",
        )
    }

    pub(super) fn callbr_landing(&self, call: &Call<'_, 'm>) -> Rule {
        let value = call.arguments.first().copied().unwrap_or(NONE);
        let Some((number, row)) = self.m.definition(value).filter(|(_, row)| row.opcode == Opcode::CallBr) else {
            return HERE.broken("intrinsic requires callbr operand");
        };
        let block = call.here.block;
        let Some(before) = call.here.body.graph.only_predecessor(block) else {
            return HERE.broken("Intrinsic in block must have 1 unique predecessor");
        };
        let last = call.here.body.blocks.get(before as usize).map_or(NONE, |info| info.last);
        let ends = self.m.instructions.get(last as usize).map(|row| row.opcode);
        HERE.require(
            ends == Some(Opcode::CallBr) && number != NONE,
            "Intrinsic must have corresponding callbr in predecessor",
        )?;
        let words = self.m.operands(row);
        let others = words.get(4).copied().unwrap_or(0) as usize;
        let indirect = words.get(words.len().saturating_sub(others)..).unwrap_or(&[]);
        HERE.require(
            indirect.contains(&block),
            "Intrinsic's corresponding callbr must have intrinsic's parent basic block in indirect destination list",
        )?;
        let first = call.here.body.blocks.get(block as usize).filter(|info| !info.has_phis).map(|info| info.first);
        HERE.require(first == Some(call.here.number), "No other instructions may proceed intrinsic")
    }

    pub(super) fn preallocated(&mut self, call: &Call<'_, 'm>, asks: Asks) -> Rule {
        if matches!(asks, Asks::Setup) {
            return HERE.require(
                self.number_at(call, 0).is_some(),
                "llvm.call.preallocated.setup argument must be a constant",
            );
        }
        HERE.require(
            call.arguments.first().is_some_and(|&token| self.is_result_of(token, "call.preallocated.setup")),
            "llvm.call.preallocated.arg and teardown token argument must be a llvm.call.preallocated.setup",
        )?;
        HERE.require(
            matches!(asks, Asks::Teardown) || self.has(call.list, FUNCTION, PREALLOCATED),
            "llvm.call.preallocated.arg must be called with a \"preallocated\" call site attribute",
        )
    }

    /// Checks a use of `llvm.call.preallocated.setup` with the argument `count`; returns whether it is the call with the preallocated
    /// arguments.
    pub(in super::super) fn user_of_setup(
        &mut self,
        call: Option<&Call<'_, 'm>>,
        setup: u32,
        count: i64,
    ) -> Result<bool, super::super::Breach> {
        let Some(call) = call else {
            return HERE.broken("Uses of llvm.call.preallocated.setup must be calls");
        };
        if self.calls(call, "call.preallocated.arg") {
            let index = call.arguments.get(1).and_then(|&value| self.m.signed_integer(value));
            HERE.require(
                index.is_some_and(|index| (0..count).contains(&index)),
                "llvm.call.preallocated.alloc arg index must be between 0 and corresponding \
                 llvm.call.preallocated.setup's argument count",
            )?;
            return Ok(false);
        }
        if self.calls(call, "call.preallocated.teardown") {
            return Ok(false);
        }
        let mut own = 0;
        for i in 0..call.arguments.len() {
            own += (self.argument_mask(call, i) & PREALLOCATED != 0) as i64;
        }
        HERE.require(own != 0, "cannot use preallocated intrinsics on a call without preallocated arguments")?;
        HERE.require(
            own == count,
            "llvm.call.preallocated.setup arg size must be equal to number of preallocated arguments at call site",
        )?;
        let bundle = self.bundle(call, b"preallocated");
        HERE.require(
            bundle.is_some_and(|bundle| self.held(bundle).first() == Some(&setup)),
            "Use of llvm.call.preallocated.setup outside intrinsics must be in \"preallocated\" operand bundle",
        )?;
        Ok(true)
    }

    /// The argument of a call of `llvm.call.preallocated.setup`.
    pub(in super::super) fn setup_count(&self, row: &Row) -> Option<i64> {
        (self.intrinsic_called(row) == Some("call.preallocated.setup")).then(|| {
            self.m.operands(row).get(row.opcode.first_argument()).and_then(|&value| self.m.signed_integer(value))
        })?
    }
}
