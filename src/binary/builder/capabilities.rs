//! Capabilities that are declared because of what is emitted.

use super::Builder;
use crate::binary::grammar;
use ::spirv::{Capability, Op};

/// Capabilities that enable an opcode although the grammar does not list them for it.
const ELSEWHERE: &[(Op, Capability)] = &[
    (Op::AtomicFAddEXT, Capability::AtomicBFloat16AddINTEL),
    (Op::AtomicFMinEXT, Capability::AtomicBFloat16MinMaxINTEL),
    (Op::AtomicFMaxEXT, Capability::AtomicBFloat16MinMaxINTEL),
];

impl Builder {
    /// Returns whether a declared capability enables the opcode although the grammar does not say so.
    pub fn is_enabled_elsewhere(&self, opcode: u16) -> bool {
        ELSEWHERE.iter().any(|row| row.0 as u16 == opcode && self.has(row.1))
    }

    /// Adds, for each opcode that was emitted, the first capability that enables it where none is declared yet.
    pub fn infer_capabilities(&mut self) {
        for (index, bits) in self.opcodes.clone().iter().enumerate() {
            for bit in (0..64).filter(|bit| bits >> bit & 1 == 1) {
                let opcode = (index * 64 + bit) as u16;
                let enabling = grammar::opcode_capabilities(opcode);
                if !self.is_enabled_elsewhere(opcode) {
                    self.enable(enabling, |_| true);
                }
            }
        }
    }

    /// Declares one of the capabilities that enable a feature, unless one is declared already: among those that the
    /// environment allows, the first for which `is_preferred` holds, or else the first. Returns the capability that was
    /// declared.
    pub fn enable(&mut self, enabling: &[Capability], is_preferred: impl Fn(Capability) -> bool) -> Option<Capability> {
        if enabling.iter().any(|capability| self.has(*capability)) {
            return None;
        }
        let chosen = match &self.environment {
            Some(environment) => environment.enabling(enabling, is_preferred),
            None => enabling.iter().copied().find(|one| is_preferred(*one)).or(enabling.first().copied()),
        };
        chosen.inspect(|capability| self.require(*capability))
    }
}
