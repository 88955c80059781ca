//! Checks `swifterror` values, which may only be loaded, stored, and passed as `swifterror` arguments.

use super::attributes::SWIFT_ERROR;
use super::body::{Body, Here};
use super::fault::Rule;
use super::uses::Uses;
use super::{Chapter, Verifier};
use crate::attributes::FIRST_PARAMETER;
use crate::instruction::{Opcode, flag};
use crate::module::{LOCAL, NONE};

const HERE: Chapter = Chapter::SwiftErrors;

impl<'m> Verifier<'m> {
    /// Checks a `swifterror` argument.
    pub(super) fn swift_argument(&mut self, body: &Body<'m>, value: u32) -> Rule {
        if let Some((_, row)) = self.m.definition(value) {
            HERE.require(row.opcode == Opcode::Alloca, "swifterror argument should come from an alloca or parameter")?;
            return HERE
                .require(row.flags & flag::SWIFTERROR != 0, "swifterror argument for call has mismatched alloca");
        }
        let local = value & !LOCAL;
        let is_argument = value & LOCAL != 0
            && self.m.locals.get(local as usize).is_some_and(|local| local.instruction == NONE)
            && body.owns(value);
        HERE.require(is_argument, "swifterror argument should come from an alloca or parameter")?;
        let first = body.global.body.as_ref().map_or(0, |body| body.locals.start);
        HERE.require(
            self.has(body.global.attributes, FIRST_PARAMETER + (local - first), SWIFT_ERROR),
            "swifterror argument for call has mismatched parameter",
        )
    }

    /// Checks all users of a `swifterror` value.
    pub(super) fn swift_users(&mut self, body: &Body<'m>, uses: &Uses, value: u32) -> Rule {
        for &user in uses.of(value) {
            let Some(row) = self.m.instructions.get(user as usize) else { continue };
            let words = self.m.operands(row);
            match row.opcode {
                Opcode::Load => {}
                Opcode::Store => HERE.require(
                    words.get(1) == Some(&value) && words.first() != Some(&value),
                    "swifterror value should be the second operand when used by stores",
                )?,
                Opcode::Call | Opcode::Invoke => {
                    let call = self.call_of(Here { body, block: 0, number: user, row, words });
                    for (i, &argument) in call.arguments.iter().enumerate() {
                        HERE.require(
                            argument != value || self.argument_mask(&call, i) & SWIFT_ERROR != 0,
                            "swifterror value when used in a callsite should be marked with swifterror attribute",
                        )?;
                    }
                }
                _ => {
                    return HERE
                        .broken("swifterror value can only be loaded and stored from, or as a swifterror argument!");
                }
            }
        }
        Ok(())
    }
}
