//! Parses operand bundles of calls.

use super::Parser;
use super::values::known_or;
use crate::error::Result;
use crate::module::Bundle;

impl Parser<'_> {
    /// Parses `[ "tag"(i32 1), ... ]`.
    pub(super) fn bundles(&mut self) -> Result<()> {
        if !self.eat(b'[')? {
            return Ok(());
        }
        loop {
            let raw = self.raw_text()?;
            let m = &mut self.m;
            let tag = known_or(&mut self.bundle_tags, raw.text(), || {
                let text = m.add_text(&raw.text());
                m.bundle_tags.push(text);
                m.bundle_tags.len() as u32 - 1
            });
            self.bundle(tag)?;
            if !self.eat(b',')? {
                break;
            }
        }
        self.need(b']')
    }

    fn bundle(&mut self, tag: u32) -> Result<()> {
        self.need(b'(')?;
        let start = self.m.operands.len();
        while !self.is_mark(b')') {
            let value = self.argument_value()?;
            self.m.operands.push(value);
            if !self.eat(b',')? {
                break;
            }
        }
        self.need(b')')?;
        self.note_forward_values(start);
        let (operands, count) = (start as u32, (self.m.operands.len() - start) as u32);
        let call = self.m.instructions.len() as u32;
        self.m.bundles.push(Bundle { call, tag, operands, count });
        Ok(())
    }

    /// Returns the place of the first operand of an instruction whose bundles precede its operands.
    pub(super) fn start_after_bundles(&self, start: usize) -> usize {
        self.m.bundles.last().map_or(start, |last| (last.operands + last.count) as usize)
    }
}
