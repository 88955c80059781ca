//! Where something is wrong: in LLVM IR (function, instruction text) or in a SPIR-V binary (word offset, opcode, id).

use std::fmt;

/// A position in the input, as far as it is known. Filled in from the inside out: the code that finds the fault
/// knows the instruction, the walk that called it adds the function, the command line adds the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The input file, as the user named it.
    pub file: Option<String>,
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
    /// Is nothing known?
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.file.clone(),
            self.word.map(|w| format!("word {w}")),
            self.function.as_ref().map(|n| format!("in function {n}")),
            self.instruction.as_ref().map(|i| format!("at `{}`", i.trim())),
            self.id.map(|i| format!("id %{i}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}
