//! Checks terminators, except for calls and exception handling.

use std::collections::HashSet;

use super::body::Here;
use super::fault::Rule;
use super::{Chapter, Verifier};
use crate::constants::ConstantKind;
use crate::types::TypeKind;

const HERE: Chapter = Chapter::Control;
/// The number of cases up to which all pairs are compared.
const FEW: usize = 8;

impl<'m> Verifier<'m> {
    #[inline(always)]
    pub(super) fn branch(&mut self, here: Here<'_, 'm>) -> Rule {
        match here.words {
            [_, _, condition] => HERE.require(
                self.m.types.is_integer_of(self.m.type_of(*condition), 1),
                "Branch condition is not 'i1' type!",
            ),
            _ => Ok(()),
        }
    }

    pub(super) fn ret(&mut self, here: Here<'_, 'm>) -> Rule {
        let result = self.m.types.result(here.body.global.ty);
        if self.m.types.kind(result) == TypeKind::Void {
            return HERE.require(
                here.words.is_empty(),
                "Found return instr that returns non-void in Function of void return type!",
            );
        }
        let fits = here.words.len() == 1 && self.m.type_of(here.word(0)) == result;
        HERE.require(fits, "Function return type does not match operand type of return inst!")
    }

    pub(super) fn switch(&mut self, here: Here<'_, 'm>) -> Rule {
        let ty = self.m.type_of(here.word(0));
        HERE.require(self.m.types.is_integer(ty), "a switch is over an integer")?;
        let cases = here.words.get(2..).unwrap_or(&[]).as_chunks::<2>().0;
        for [value, _] in cases {
            let is_integer = self.m.constant(*value).is_some_and(|c| {
                matches!(c.kind, ConstantKind::Integer | ConstantKind::WideInteger) && self.m.types.is_integer(c.ty)
            });
            HERE.require(is_integer, "Case value is not a constant integer.")?;
            HERE.require(self.m.type_of(*value) == ty, "Switch constants must all be same type as switch value!")?;
        }
        // Equal constants have equal numbers.
        let unique = match cases {
            _ if cases.len() <= FEW => {
                cases.iter().enumerate().all(|(i, [a, _])| cases.iter().take(i).all(|[b, _]| a != b))
            }
            _ => {
                let mut seen: HashSet<u32, rustc_hash::FxBuildHasher> = HashSet::default();
                cases.iter().all(|[value, _]| seen.insert(*value))
            }
        };
        HERE.require(unique, "Duplicate integer as switch case")
    }

    pub(super) fn indirect_branch(&mut self, here: Here<'_, 'm>) -> Rule {
        HERE.require(
            self.m.types.is_pointer(self.m.type_of(here.word(0))),
            "Indirectbr operand must have pointer type!",
        )
    }
}
