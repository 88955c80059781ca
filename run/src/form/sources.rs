//! Positions in the source, for reports of launches with checks: numbers in the code, and the files to which they
//! refer.

use llvm_spirv::error::Source;
use llvm_spirv::llvm::{Module, Value};
use rustc_hash::FxHashMap;

/// The number of low bits of a position that are its line; above them are 16 of the column, and 16 of the file.
const LINE: u32 = 32;
const COLUMN: u32 = 48;
const MOST: u64 = 0xFFFF;

/// The files of a module's source, by number.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The name of each file, and the directory that it is relative to.
    files: Vec<(String, String)>,
    numbers: FxHashMap<(String, String), u64>,
}

impl Sources {
    /// Collects the files of all instructions of a module.
    pub fn of(module: &Module<'_>) -> Self {
        let mut sources = Self::default();
        for function in module.functions() {
            for inst in function.blocks().flat_map(|block| block.instructions()) {
                let Some(source) = inst.source() else { continue };
                let (file, files) = ((source.file, source.directory), &mut sources.files);
                sources.numbers.entry(file).or_insert_with_key(|file| {
                    files.push(file.clone());
                    files.len() as u64 - 1
                });
            }
        }
        sources
    }

    /// Returns the position of an instruction as a number; 0 if unknown.
    pub fn position(&self, inst: Value<'_>) -> u64 {
        let Some(source) = inst.source().filter(|source| source.line > 0) else { return 0 };
        let (line, column) = (u64::from(source.line), u64::from(source.column).min(MOST));
        let file = self.numbers.get(&(source.file, source.directory)).copied().unwrap_or(MOST);
        line | column << LINE | file.min(MOST) << COLUMN
    }

    /// Returns the source of a position; `None` if its file is unknown.
    #[must_use]
    pub fn source(&self, position: u64) -> Option<Source> {
        let (file, directory) = self.files.get(usize::try_from(position >> COLUMN).ok()?)?.clone();
        let column = u32::try_from(position >> LINE & MOST).ok()?;
        let line = line(position);
        (line > 0).then_some(Source { file, directory, line, column })
    }
}

/// Returns the line of a position; 0 if unknown.
#[must_use]
pub fn line(position: u64) -> u32 {
    (position & u64::from(u32::MAX)) as u32
}
