//! The components that count as substitution candidates, for which clang has two rules.

use crate::types::Pointer;

/// The numbering of the components of a name.
///
/// In OpenCL C, `int *` of private memory is a pointer to `__private int`. The qualifier has no text of its own (`Pi`),
/// yet clang counts the qualified pointee as a component: two such parameters are `PiS0_`. Other languages leave the
/// address space out altogether and write `PiS_`, as the ABI requires and demanglers expect. Names without pointers to
/// private memory are the same either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// Counts the pointee of every pointer as a component, like clang in names of OpenCL C.
    OpenCl,
    /// Counts only a pointee with qualifiers, as in all other names.
    Itanium,
}

impl Numbering {
    /// Returns the usual numbering for a builtin: `__spirv_` builtins come from C++ and from translators, the others
    /// from OpenCL C.
    pub fn of(base: &str) -> Self {
        if base.starts_with("__spirv_") { Self::Itanium } else { Self::OpenCl }
    }

    /// Returns the numbering to try if this one fails.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::OpenCl => Self::Itanium,
            Self::Itanium => Self::OpenCl,
        }
    }

    /// Returns whether the pointee of `pointer` is a component in addition to the pointer itself.
    pub(crate) fn counts_pointee(self, pointer: &Pointer) -> bool {
        self == Self::OpenCl || pointer.is_qualified()
    }
}
