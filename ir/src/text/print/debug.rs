//! Prints debug records.

use super::Printer;
use crate::module::{DebugRecord, LOCAL, METADATA};

impl Printer<'_> {
    /// Prints a debug record on a line of its own.
    pub(super) fn debug_record(&mut self, record: &DebugRecord) {
        self.put("    #dbg_");
        self.put(record.kind.word());
        self.put("(");
        let m = self.m;
        for (i, &word) in m.words(record.operands, record.count).iter().enumerate() {
            self.put(if i > 0 { ", " } else { "" });
            if word & LOCAL == 0 && word & METADATA != 0 {
                self.metadata_operand(word & !METADATA);
            } else {
                self.typed(word);
            }
        }
        self.put(")\n");
    }
}
