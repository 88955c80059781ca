//! Old intrinsics that LLVM's readers replace, and arguments of them that they take for numbers: where one is none, they read
//! what is not there, and where an alignment is no power of two, they end the process.
//!
//! The intrinsics of processors have hundreds of old forms, and the readers trust the types of each; SPIR-V has none of them,
//! so that all are refused.

use crate::error::{Code, Error, Result, Subject};

/// The number that an argument must be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Immediate {
    Any,
    /// A power of two.
    Alignment,
    /// A power of two, or 0.
    AlignmentOrNone,
}

/// An old form of an intrinsic.
pub struct Form {
    /// The beginning of its name.
    name: &'static str,
    /// The number of arguments.
    count: usize,
    /// The argument that is a number.
    pub index: usize,
    immediate: Immediate,
}

const fn form(name: &'static str, count: usize, index: usize, immediate: Immediate) -> Form {
    Form { name, count, index, immediate }
}

const FORMS: &[Form] = &[
    form("llvm.masked.load.", 4, 1, Immediate::Alignment),
    form("llvm.masked.store.", 4, 2, Immediate::Alignment),
    form("llvm.masked.gather.", 4, 1, Immediate::AlignmentOrNone),
    form("llvm.masked.scatter.", 4, 2, Immediate::AlignmentOrNone),
    form("llvm.memcpy.", 5, 3, Immediate::AlignmentOrNone),
    form("llvm.memmove.", 5, 3, Immediate::AlignmentOrNone),
    form("llvm.memset.", 5, 3, Immediate::AlignmentOrNone),
    form("llvm.nvvm.ldg.global.", 2, 1, Immediate::Alignment),
    form("llvm.riscv.aes32", 3, 2, Immediate::Any),
    form("llvm.riscv.sm4", 3, 2, Immediate::Any),
];

/// The beginnings of the names of intrinsics of processors.
const PROCESSORS: [&[u8]; 3] = [b"llvm.x86.", b"llvm.arm.", b"llvm.aarch64."];

/// The greatest alignment, as an exponent of two.
const MAX_ALIGNMENT: u32 = 32;

/// Returns whether an intrinsic whose name this begins with may have an old form.
pub fn may_be_old(name: &[u8]) -> bool {
    PROCESSORS.iter().any(|start| name.starts_with(start))
        || FORMS.iter().any(|form| name.starts_with(form.name.as_bytes()))
}

/// Returns the old form that an intrinsic of so many arguments has.
pub fn form_of(name: &[u8], count: usize) -> Option<&'static Form> {
    FORMS.iter().find(|form| name.starts_with(form.name.as_bytes()) && form.count == count)
}

/// Returns an error for an intrinsic of a processor.
pub fn check_processor(name: &[u8]) -> Result<()> {
    if !PROCESSORS.iter().any(|start| name.starts_with(start)) {
        return Ok(());
    }
    let name = String::from_utf8_lossy(name).into_owned();
    Err(Error::of(Code::Intrinsic, format!("the intrinsic {name}, which is of another processor"))
        .about(Subject::Intrinsic { name }))
}

impl Form {
    /// Checks the number that an argument is, if it is one; `read_as` is what the file is read as.
    pub fn check(&self, name: &[u8], number: Option<u64>, code: Code, read_as: &str) -> Result<()> {
        if number.is_some_and(|number| fits(number, self.immediate)) {
            return Ok(());
        }
        let (index, name) = (self.index, String::from_utf8_lossy(name));
        let what = if self.immediate == Immediate::Any { "number" } else { "alignment" };
        Err(Error::of(code, format!("not readable as LLVM {read_as}: argument {index} of {name} is no {what}")))
    }
}

fn fits(number: u64, immediate: Immediate) -> bool {
    let is_alignment = number.is_power_of_two() && number.trailing_zeros() <= MAX_ALIGNMENT;
    match immediate {
        Immediate::Any => true,
        Immediate::Alignment => is_alignment,
        Immediate::AlignmentOrNone => number == 0 || is_alignment,
    }
}
