//! Parses debug records.

use super::Parser;
use crate::error::Result;
use crate::metadata::NodeKind;
use crate::module::{DebugKind, DebugRecord, METADATA};
use crate::text::lex::Token;

impl Parser<'_> {
    /// Rejects a module with both debug records (form 0) and calls of debug intrinsics (form 1).
    pub(super) fn note_debug_form(&mut self, form: usize, at: usize) -> Result<()> {
        if let Some(flag) = self.debug_forms.get_mut(form) {
            *flag = true;
        }
        match self.debug_forms {
            [true, true] => self.fail_at(at, "a module has either debug records, or calls of debug intrinsics"),
            _ => Ok(()),
        }
    }

    /// Parses `#dbg_value(i32 %x, !5, !DIExpression(), !6)`.
    pub(super) fn debug_record(&mut self) -> Result<()> {
        self.note_debug_form(0, self.at)?;
        self.next()?;
        let kind = match self.token {
            Token::Word(word) => word.strip_prefix(b"dbg_").and_then(DebugKind::named),
            _ => None,
        };
        let Some(kind) = kind else { return self.fail("expected a debug record") };
        self.next()?;
        self.need(b'(')?;
        // Operands are nodes except for values: the first one, and the fifth of an assignment.
        let (count, values): (usize, &[usize]) = match kind {
            DebugKind::Label => (2, &[]),
            DebugKind::Assign => (7, &[0, 4]),
            _ => (4, &[0]),
        };
        let mut words = Vec::with_capacity(count);
        for i in 0..count {
            if i > 0 {
                self.need(b',')?;
            }
            words.push(METADATA | if values.contains(&i) { self.metadata()? } else { self.node()? });
        }
        self.need(b')')?;
        self.add_record(kind, &words);
        Ok(())
    }

    fn add_record(&mut self, kind: DebugKind, words: &[u32]) {
        let start = self.m.operands.len();
        self.m.operands.extend_from_slice(words);
        // A `#dbg_value` stores the value directly.
        if kind == DebugKind::Value
            && let Some(value) = words.first().and_then(|&word| self.value_of(word & !METADATA))
            && let Some(slot) = self.m.operands.get_mut(start)
        {
            *slot = value;
        }
        self.note_forward_values(start);
        let before = self.m.instructions.len() as u32;
        let (operands, count) = (start as u32, words.len() as u32);
        self.m.records.push(DebugRecord { before, kind, operands, count });
    }

    fn value_of(&self, node: u32) -> Option<u32> {
        let node = self.m.metadata.get(node).filter(|n| n.kind == NodeKind::Value)?;
        self.m.metadata.words(node).get(1).map(|&word| word as u32)
    }
}
