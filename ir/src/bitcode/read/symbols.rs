//! Tables of names: symbols, tags of bundles, scopes of synchronization.

use super::Reader;
use crate::error::Result;
use crate::module::{LOCAL, NONE, Name};

const ENTRY: u32 = 1;
const BLOCK_ENTRY: u32 = 2;
const FUNCTION_ENTRY: u32 = 3;

impl Reader<'_> {
    /// Reads the names of globals in files older than LLVM 5; later files have offsets of functions only, which are ignored.
    pub(super) fn read_module_symbols(&mut self) -> Result<()> {
        while let Some(code) = self.stream.next_record()? {
            let from = match code {
                ENTRY => 1,
                FUNCTION_ENTRY => 2,
                _ => continue,
            };
            if self.version != 1 {
                continue;
            }
            let value = self.values.get(self.must(0)? as usize).copied().unwrap_or(NONE);
            let name = self.text_from(from);
            let number = match self.module.constants.get(value) {
                Some(c) if c.kind == crate::constants::ConstantKind::Global => c.data as usize,
                _ => return self.stream.malformed("a name of no global"),
            };
            if let Some(global) = self.module.globals.get_mut(number) {
                global.name = name;
            }
        }
        Ok(())
    }

    /// Reads the names of a function's locals and blocks.
    pub(super) fn read_symbols(&mut self) -> Result<()> {
        while let Some(code) = self.stream.next_record()? {
            let number = self.must(0)?.min(NONE as u64) as u32;
            let text = self.text_from(1);
            if code == BLOCK_ENTRY {
                self.module.block_names.push(Name { of: number, text });
                continue;
            }
            let value = self.value(number);
            if value & LOCAL == 0 {
                return self.stream.malformed("a name of no local");
            }
            self.module.local_names.push(Name { of: value & !LOCAL, text });
        }
        Ok(())
    }

    pub(super) fn read_bundle_tags(&mut self) -> Result<()> {
        while self.stream.next_record()?.is_some() {
            let text = self.text_from(0);
            self.module.bundle_tags.push(text);
        }
        Ok(())
    }

    pub(super) fn read_sync_scopes(&mut self) -> Result<()> {
        self.module.sync_scopes.clear();
        while self.stream.next_record()?.is_some() {
            let text = self.text_from(0);
            self.module.sync_scopes.push(text);
        }
        Ok(())
    }
}
