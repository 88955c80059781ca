//! The operands that an instruction is still to have, as the grammar lists them: the next one on top.

use crate::binary::grammar::{Kind, Operand};

/// The operands to come.
#[derive(Default)]
pub(super) struct Expected {
    stack: Vec<Next>,
}

/// An operand to come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// An operand that the grammar lists.
    Listed(Operand),
    /// Any operand: a number, a string or an id, recognised by its first character.
    Any,
}

impl Expected {
    /// Starts with the operands of an opcode.
    pub fn begin(&mut self, operands: &'static [Operand]) {
        self.stack.clear();
        self.add(operands);
    }

    /// Puts operands in front of those that are to come.
    pub fn add(&mut self, operands: &[Operand]) {
        self.stack.extend(operands.iter().rev().copied().map(Next::Listed));
    }

    /// Accepts any words behind an instruction that has no more operands.
    pub fn add_any(&mut self) {
        if self.stack.is_empty() {
            self.stack.push(Next::Any);
        }
    }

    /// Accepts any words after an immediate word; a result keeps its place.
    pub fn forget(&mut self) {
        let result = self.stack.iter().rev().position(|next| next.is_result());
        self.stack.clear();
        match result {
            None => self.stack.push(Next::Any),
            Some(before) => {
                self.stack.extend([Next::Any, Next::Listed(Operand::One(Kind::IdResult))]);
                self.stack.extend((0..before).map(|_| Next::Any));
            }
        }
    }

    /// Returns the next single operand: a list expands to one operand and the rest, a pair to its two halves.
    pub fn next(&mut self) -> Option<Next> {
        let next = self.stack.pop()?;
        let Next::Listed(operand) = next else { return Some(next) };
        let (first, second) = match operand.kind() {
            Kind::PairLiteralIntegerIdRef => (Kind::LiteralContextDependentNumber, Some(Kind::IdRef)),
            Kind::PairIdRefLiteralInteger => (Kind::IdRef, Some(Kind::LiteralInteger)),
            // A half of it may be missing, as in `spirv-as`.
            Kind::PairIdRefIdRef => (Kind::IdRef, None),
            kind => (kind, None),
        };
        if let Operand::Many(_) = operand {
            self.stack.push(next);
        }
        self.stack.extend(second.map(|kind| Next::Listed(Operand::One(kind))));
        Some(Next::Listed(match operand {
            Operand::One(_) => Operand::One(first),
            Operand::Optional(_) | Operand::Many(_) => Operand::Optional(first),
        }))
    }
}

impl Next {
    /// Returns the kind, if known.
    pub fn kind(self) -> Option<Kind> {
        match self {
            Self::Listed(operand) => Some(operand.kind()),
            Self::Any => None,
        }
    }

    /// Returns whether the instruction may end in front of it.
    pub fn is_optional(self) -> bool {
        !matches!(self, Self::Listed(Operand::One(_)))
    }

    /// Returns whether it is the id that the instruction defines.
    pub fn is_result(self) -> bool {
        self.kind() == Some(Kind::IdResult)
    }

    /// The name of its kind.
    pub fn name(self) -> &'static str {
        self.kind().map_or("a number, a string or an id", |kind| kind.info().name)
    }
}
