//! Records of calls.

use super::Writer;
use crate::bitcode::codes::instructions as code;
use crate::instruction::{Opcode, Row, flag};
use crate::module::{LOCAL, METADATA};

/// Bits of the word of a call that has its convention.
mod bit {
    pub(super) const TAIL: u64 = 1;
    pub(super) const MUSTTAIL: u64 = 1 << 14;
    pub(super) const EXPLICIT: u64 = 1 << 15;
    pub(super) const NOTAIL: u64 = 1 << 16;
    pub(super) const FAST_MATH: u64 = 1 << 17;
    pub(super) const INVOKE_EXPLICIT: u64 = 1 << 13;
}

impl Writer<'_> {
    /// Writes a call of any of the three kinds.
    pub(super) fn call(&mut self, row: &Row, words: &[u32], record: &mut Vec<u64>) {
        let first = row.opcode.first_argument();
        let Some((head, arguments)) = words.split_at_checked(first) else { return self.unfit(row) };
        let code = match (row.opcode, head) {
            (Opcode::Call, &[list, convention, ty, _]) => {
                let fast = row.flags & flag::FAST;
                let tail = [(flag::TAIL, bit::TAIL), (flag::MUSTTAIL, bit::MUSTTAIL), (flag::NOTAIL, bit::NOTAIL)];
                let tail = tail.iter().filter(|(flag, _)| row.flags & flag != 0).fold(0, |bits, (_, bit)| bits | bit);
                let fast_bit = if fast != 0 { bit::FAST_MATH } else { 0 };
                let packed = (convention as u64) << 1 | tail | bit::EXPLICIT | fast_bit;
                record.extend([self.attributes.number(list), packed]);
                if fast != 0 {
                    record.push(fast as u64);
                }
                record.push(self.ty(ty));
                code::CALL
            }
            (Opcode::Invoke, &[list, convention, ty, normal, unwind, _]) => {
                let packed = convention as u64 | bit::INVOKE_EXPLICIT;
                let ty = self.ty(ty);
                record.extend([self.attributes.number(list), packed, normal as u64, unwind as u64, ty]);
                code::INVOKE
            }
            (_, &[list, convention, ty, default, count, _]) => {
                let packed = (convention as u64) << 1 | bit::EXPLICIT;
                let others = words.get(words.len().saturating_sub(count as usize).max(first)..).unwrap_or(&[]);
                record.extend([self.attributes.number(list), packed, default as u64, others.len() as u64]);
                record.extend(others.iter().map(|&block| block as u64));
                record.push(self.ty(ty));
                code::CALL_BR
            }
            _ => return self.unfit(row),
        };
        let blocks = if row.opcode == Opcode::CallBr { head.get(4).copied().unwrap_or(0) } else { 0 };
        let arguments = arguments.get(..arguments.len().saturating_sub(blocks as usize)).unwrap_or(&[]);
        let (ty, callee) = (head.get(2).copied().unwrap_or(0), head.last().copied().unwrap_or(0));
        self.typed(callee, record);
        self.arguments(ty, arguments, record);
        self.out.record(code, record);
    }

    fn arguments(&mut self, ty: u32, arguments: &[u32], record: &mut Vec<u64>) {
        let parameters = self.m.types.parts(ty).len().saturating_sub(1);
        for (i, &argument) in arguments.iter().enumerate() {
            if argument & LOCAL == 0 && argument & METADATA != 0 {
                let node = self.node(argument & !METADATA) as u32;
                record.push(self.body.next.wrapping_sub(node) as u64);
            } else if i < parameters {
                self.plain(argument, record);
            } else {
                self.typed(argument, record);
            }
        }
    }
}
