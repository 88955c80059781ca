//! The place of an error: in the source, in LLVM IR (function, instruction text) or in a SPIR-V binary (word offset,
//! opcode, id).

use crate::error::escaped;
use std::fmt;

/// A position in the source from which the input was compiled: from `!dbg` in LLVM IR, from `OpLine` in SPIR-V.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Source {
    /// The source file, as the compiler named it.
    pub file: String,
    /// The folder that a relative name starts from; empty where it is not known.
    pub directory: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 where it is not known.
    pub column: u32,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", escaped(&self.file), self.line)?;
        if self.column > 0 { write!(f, ":{}", self.column) } else { Ok(()) }
    }
}

/// A position in the input, as far as it is known. Filled in from the inside out: the code that finds the fault adds
/// the instruction, its caller the function, and the command line the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Place {
    /// The input file, as the user named it.
    pub file: Option<String>,
    /// The position in the source.
    pub source: Option<Source>,
    /// The function's name, without sigil.
    pub function: Option<String>,
    /// The instruction as text: LLVM assembly, or the name of the SPIR-V opcode.
    pub instruction: Option<String>,
    /// Offset into the SPIR-V binary, in 32-bit words from its start.
    pub word: Option<usize>,
    /// The SPIR-V id that is at fault.
    pub id: Option<u32>,
}

impl Place {
    /// Returns whether nothing is known of the place.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.file.as_ref().map(|file| escaped(file).into_owned()),
            self.source.as_ref().map(Source::to_string),
            self.word.map(|w| format!("word {w}")),
            self.function.as_ref().map(|n| format!("in function {}", escaped(n))),
            self.instruction.as_ref().map(|i| format!("at `{i}`")),
            self.id.map(|i| format!("id %{i}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}
