//! The components that count as substitution candidates: clang has two answers.

use crate::types::Pointer;

/// The numbering of the components of a name.
///
/// In OpenCL C, `int *` of private memory is a pointer to `__private int`. The qualifier has no text of its own (`Pi`),
/// yet clang counts the qualified pointee as a component: two such parameters are `PiS0_`. Other languages leave the
/// address space out altogether and write `PiS_`, which is what the ABI says and demanglers expect. Names without
/// pointers to private memory are the same either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// The pointee of every pointer is a component, as in names which clang makes of OpenCL C.
    OpenCl,
    /// Only a pointee with qualifiers is, as in all other names.
    Itanium,
}

impl Numbering {
    /// The usual numbering for a builtin: `__spirv_` builtins stem from C++ and from translators, the others from
    /// OpenCL C.
    pub fn of(base: &str) -> Self {
        if base.starts_with("__spirv_") { Self::Itanium } else { Self::OpenCl }
    }

    /// The numbering to try where this one makes no sense.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::OpenCl => Self::Itanium,
            Self::Itanium => Self::OpenCl,
        }
    }

    /// Whether the pointee of `pointer` is a component besides the pointer itself.
    pub(crate) fn counts_pointee(self, pointer: &Pointer) -> bool {
        self == Self::OpenCl || pointer.is_qualified()
    }
}
