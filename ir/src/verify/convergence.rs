//! Checks convergence-control tokens: where they are made, and where they are used.

use super::body::{Body, Here};
use super::fault::Rule;
use super::regions::{self, Call};
use super::{Chapter, Verifier};
use crate::Function;
use crate::attributes::FUNCTION;
use crate::module::{LOCAL, NONE};

const HERE: Chapter = Chapter::Convergence;
const CONVERGENT: u128 = super::attributes::bit("convergent");

/// The convergent operations of a body seen so far.
#[derive(Default)]
struct Seen {
    controlled: bool,
    uncontrolled: bool,
    /// True if the current block has a convergent operation.
    in_block: bool,
    /// The calls that make or use tokens.
    calls: Vec<Call>,
}

impl<'m> Verifier<'m> {
    /// Checks the convergence of a body that has tokens.
    pub(super) fn convergence(&mut self, function: Function<'m>, body: &Body<'m>) {
        let mut seen = Seen::default();
        for (block, handle) in function.blocks().enumerate() {
            seen.in_block = false;
            for instruction in handle.instructions() {
                let Some(row) = instruction.row().filter(|row| row.opcode.is_call()) else { continue };
                let words = self.m.operands(row);
                let here = Here { body, block: block as u32, number: instruction.number(), row, words };
                let rule = self.convergent_call(here, &mut seen);
                if rule.is_err() {
                    return self.note_at(here, rule);
                }
            }
        }
        if let Some((call, rule)) = regions::check(&body.graph, body.blocks.len(), &seen.calls) {
            let row = self.m.instructions.get(call as usize);
            let block = seen.calls.iter().find(|other| other.instruction == call).map_or(0, |call| call.block);
            if let Some(row) = row {
                self.note_at(Here { body, block, number: call, row, words: self.m.operands(row) }, rule);
            }
        }
    }

    fn convergent_call(&mut self, here: Here<'_, 'm>, seen: &mut Seen) -> Rule {
        let call = self.call_of(here);
        let intrinsic = self.intrinsic_called(here.row).and_then(|base| base.strip_prefix("experimental.convergence."));
        let bundle = self.bundle(&call, b"convergencectrl");
        let mut takes = NONE;
        if let Some(bundle) = bundle {
            let &[token] = self.held(bundle) else {
                return HERE.broken("The 'convergencectrl' bundle requires exactly one token use.");
            };
            let from = self.intrinsic_of(token).is_some_and(|base| base.starts_with("experimental.convergence."));
            HERE.require(
                from,
                "Convergence control tokens can only be produced by calls to the convergence control intrinsics.",
            )?;
            takes = self.m.locals.get((token & !LOCAL) as usize).map_or(NONE, |local| local.instruction);
        }
        match intrinsic {
            Some("entry") => {
                HERE.require(
                    self.has(here.body.global.attributes, FUNCTION, CONVERGENT),
                    "Entry intrinsic can occur only in a convergent function.",
                )?;
                HERE.require(here.block == 0, "Entry intrinsic can occur only in the entry block.")?;
                HERE.require(
                    !seen.in_block,
                    "Entry intrinsic cannot be preceded by a convergent operation in the same basic block.",
                )?;
            }
            Some("loop") => {
                HERE.require(bundle.is_some(), "Loop intrinsic must have a convergencectrl token operand.")?;
                HERE.require(
                    !seen.in_block,
                    "Loop intrinsic cannot be preceded by a convergent operation in the same basic block.",
                )?;
            }
            _ => {}
        }
        HERE.require(
            !matches!(intrinsic, Some("entry" | "anchor")) || bundle.is_none(),
            "Entry or anchor intrinsic cannot have a convergencectrl token operand.",
        )?;
        let of_function = call.function.map_or(0, |g| g.attributes);
        let is_convergent = self.has(call.list, FUNCTION, CONVERGENT) || self.has(of_function, FUNCTION, CONVERGENT);
        if takes != NONE || intrinsic.is_some() {
            let (makes, is_heart) = (intrinsic.is_some(), intrinsic == Some("loop"));
            seen.calls.push(Call { block: here.block, instruction: here.number, takes, makes, is_heart });
        }
        seen.in_block |= is_convergent || intrinsic.is_some();
        if bundle.is_some() || intrinsic.is_some() {
            seen.controlled = true;
        } else if is_convergent {
            seen.uncontrolled = true;
        }
        HERE.require(
            !(seen.controlled && seen.uncontrolled),
            "Cannot mix controlled and uncontrolled convergence in the same function.",
        )
    }
}
