//! Checks profile metadata: branch weights, value profiles, entry counts, memory profiles.

use super::Verifier;
use super::fault::Rule;
use super::nodes::HERE;
use crate::instruction::{Opcode, Row};

impl<'m> Verifier<'m> {
    /// Checks `!prof` of an instruction.
    pub(super) fn profile(&self, row: &Row, words: &[u32], node: u32) -> Rule {
        let m = self.m;
        let operands = m.node_operands(node);
        let at = |i: usize| operands.get(i).copied().flatten();
        HERE.require(!operands.is_empty(), "!prof annotations should have at least 1 operand")?;
        let Some(name) = m.node_text(at(0)) else {
            return HERE.broken("expected string with name of the !prof annotation");
        };
        if name == b"unknown" {
            self.unknown_profile(&operands)?;
            return HERE.require(
                weights(row, words).is_some() || row.opcode == Opcode::Invoke,
                "'unknown' !prof should only appear on instructions on which 'branch_weights' would",
            );
        }
        HERE.require(operands.len() >= 2, "!prof annotations should have no less than 2 operands")?;
        match name {
            b"branch_weights" => self.branch_weights(row, words, &operands),
            b"VP" => self.value_profile(row, &operands),
            _ => HERE.broken("expected either branch_weights or VP profile name"),
        }
    }

    fn unknown_profile(&self, operands: &[Option<u32>]) -> Rule {
        HERE.require(operands.len() == 2, "'unknown' !prof should have a single additional operand")?;
        let Some(text) = self.m.node_text(operands.get(1).copied().flatten()) else {
            return HERE.broken("'unknown' !prof should have an additional operand of type string");
        };
        HERE.require(!text.is_empty(), "the 'unknown' !prof operand should not be an empty string")
    }

    fn branch_weights(&self, row: &Row, words: &[u32], operands: &[Option<u32>]) -> Rule {
        let m = self.m;
        let expected = m.node_text(operands.get(1).copied().flatten()) == Some(b"expected");
        let list = operands.get(1 + expected as usize..).unwrap_or(&[]);
        if row.opcode == Opcode::Invoke {
            HERE.require(matches!(list.len(), 1 | 2), "Wrong number of InvokeInst branch_weights operands")?;
        } else {
            let Some(count) = weights(row, words) else {
                return HERE.broken("!prof branch_weights are not allowed for this instruction");
            };
            HERE.require(list.len() == count, "Wrong number of operands")?;
        }
        let fits = list.iter().all(|&weight| m.node_integer(weight).is_some());
        HERE.require(fits, "!prof branch_weights operand is not a const int")
    }

    fn value_profile(&self, row: &Row, operands: &[Option<u32>]) -> Rule {
        const LAST_KIND: u64 = 2;
        let m = self.m;
        let kind = m.node_integer(operands.get(1).copied().flatten()).and_then(|value| m.integer_of(value));
        let Some(kind) = kind else { return HERE.broken("VP !prof missing kind argument") };
        HERE.require(kind <= LAST_KIND, "Invalid VP !prof kind")?;
        HERE.require(operands.len() % 2 == 1, "VP !prof should have an even number of arguments after 'VP'")?;
        HERE.require(
            kind > 1 || row.opcode.is_call(),
            "VP !prof indirect call or memop size expected to be applied to CallBase instructions only",
        )
    }

    /// Checks `!prof` of a function.
    pub(super) fn entry_count(&self, node: u32) -> Rule {
        let m = self.m;
        let operands = m.node_operands(node);
        let at = |i: usize| operands.get(i).copied().flatten();
        if m.node_text(at(0)) == Some(b"unknown") {
            return self.unknown_profile(&operands);
        }
        HERE.require(operands.len() >= 2, "!prof annotations should have no less than 2 operands")?;
        let Some(name) = m.node_text(at(0)) else {
            return HERE.broken("expected string with name of the !prof annotation");
        };
        HERE.require(
            matches!(name, b"function_entry_count" | b"synthetic_function_entry_count"),
            "first operand should be 'function_entry_count' or 'synthetic_function_entry_count'",
        )?;
        HERE.require(m.node_constant(at(1)).is_some(), "expected integer argument to function_entry_count")
    }

    /// Checks a call stack: a list of one or more integer constants.
    pub(super) fn call_stack(&self, node: u32) -> Rule {
        let operands = self.m.node_operands(node);
        HERE.require(!operands.is_empty(), "call stack metadata should have at least 1 operand")?;
        let fits = operands.iter().all(|&operand| self.m.node_integer(operand).is_some());
        HERE.require(fits, "call stack metadata operand should be constant integer")
    }

    /// Checks `!memprof`: a list of blocks, each with a call stack, an allocation type and pairs of numbers.
    pub(super) fn memory_profile(&self, node: u32) -> Rule {
        let m = self.m;
        let blocks = m.node_operands(node);
        HERE.require(
            !blocks.is_empty(),
            "!memprof annotations should have at least 1 metadata operand (MemInfoBlock)",
        )?;
        for block in blocks {
            let operands = block.filter(|_| m.is_node(block)).map(|block| m.node_operands(block)).unwrap_or_default();
            let at = |i: usize| operands.get(i).copied().flatten();
            HERE.require(operands.len() >= 2, "Each !memprof MemInfoBlock should have at least 2 operands")?;
            HERE.require(m.is_node(at(0)), "!memprof MemInfoBlock first operand should be an MDNode")?;
            self.call_stack(at(0).unwrap_or(0))?;
            HERE.require(m.node_text(at(1)).is_some(), "!memprof MemInfoBlock second operand should be an MDString")?;
            for &pair in operands.get(2..).unwrap_or(&[]) {
                HERE.require(m.is_node(pair), "Not all !memprof MemInfoBlock operands 2 to N are MDNode")?;
                let pair = m.node_operands(pair.unwrap_or(0));
                HERE.require(
                    pair.len() == 2,
                    "Not all !memprof MemInfoBlock operands 2 to N are MDNode with 2 operands",
                )?;
                HERE.require(
                    pair.iter().all(|&number| m.node_integer(number).is_some()),
                    "Not all !memprof MemInfoBlock operands 2 to N are MDNode with ConstantInt operands",
                )?;
            }
        }
        Ok(())
    }
}

/// Returns the number of branch weights for an instruction.
fn weights(row: &Row, words: &[u32]) -> Option<usize> {
    Some(match row.opcode {
        Opcode::Br => words.len().min(2),
        Opcode::Switch => words.len() / 2,
        Opcode::Call => 1,
        Opcode::IndirectBr => words.len().saturating_sub(1),
        Opcode::Select => 2,
        Opcode::CallBr => 1 + words.get(4).copied().unwrap_or(0) as usize,
        _ => return None,
    })
}
