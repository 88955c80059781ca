//! Exception-handling pads, and debug records.

use super::Reader;
use crate::error::Result;
use crate::instruction::{Opcode, flag};
use crate::module::{DebugKind, DebugRecord, METADATA};
use crate::types::TypeKind;

impl Reader<'_> {
    pub(super) fn landing_pad(&mut self, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let ty = self.number(record, &mut i)?;
        let ty = self.ty(ty)?;
        let flags = if self.number(record, &mut i)? != 0 { flag::CLEANUP } else { 0 };
        let count = self.number(record, &mut i)?;
        for _ in 0..count {
            let kind = self.number(record, &mut i)?;
            let (clause, _) = self.typed(record, &mut i)?;
            self.add_words([(kind != 0) as u32, clause]);
        }
        self.push(Opcode::LandingPad, 0, flags, ty, start)
    }

    pub(super) fn pad(&mut self, catch: bool, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let parent = self.plain(record, &mut i)?;
        self.module.operands.push(parent);
        let count = self.number(record, &mut i)?;
        for _ in 0..count {
            let (argument, _) = self.typed(record, &mut i)?;
            self.module.operands.push(argument);
        }
        let ty = self.module.types.simple(TypeKind::Token, 0);
        self.push(if catch { Opcode::CatchPad } else { Opcode::CleanupPad }, 0, 0, ty, start)
    }

    pub(super) fn catch_switch(&mut self, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let parent = self.plain(record, &mut i)?;
        let count = self.number(record, &mut i)?;
        if count as usize > record.len() {
            return self.short();
        }
        self.add_words([parent, count as u32]);
        self.targets(record, &mut i, record.len().min(3 + count as usize))?;
        if (i as u64) < 2 + count {
            return self.short();
        }
        let ty = self.module.types.simple(TypeKind::Token, 0);
        self.push(Opcode::CatchSwitch, 0, 0, ty, start)
    }

    /// Reads a debug record, which in bitcode follows the instruction that it is attached to.
    pub(super) fn debug_record(&mut self, number: u32, record: &[u64]) -> Result<()> {
        const KINDS: [DebugKind; 6] = [
            DebugKind::Value,
            DebugKind::Declare,
            DebugKind::Assign,
            DebugKind::Value,
            DebugKind::Label,
            DebugKind::DeclareValue,
        ];
        const SIMPLE: u32 = 3;
        let Some(&kind) = KINDS.get(number as usize) else { return self.short() };
        let here = self.module.instructions.len() as u32;
        if here == self.body.first_instruction {
            return self.stream.malformed("a debug record of no instruction");
        }
        let node = |reader: &Self, i: usize| match record.get(i) {
            Some(&n) if reader.module.metadata.get(reader.node(n)).is_some() => Ok(METADATA | reader.node(n)),
            Some(&n) => reader.stream.no_such("node", n),
            None => reader.short(),
        };
        let start = self.module.operands.len() as u32;
        let location = node(self, 0)?;
        let words = match kind {
            DebugKind::Label => vec![node(self, 1)?, location],
            DebugKind::Assign => vec![
                node(self, 3)?,
                node(self, 1)?,
                node(self, 2)?,
                node(self, 4)?,
                node(self, 6)?,
                node(self, 5)?,
                location,
            ],
            _ => {
                let value = if number == SIMPLE { self.typed(record, &mut 3)?.0 } else { node(self, 3)? };
                vec![value, node(self, 1)?, node(self, 2)?, location]
            }
        };
        self.module.operands.extend(&words);
        self.module.records.push(DebugRecord { before: here - 1, kind, operands: start, count: words.len() as u32 });
        Ok(())
    }
}
