//! Properties that only the comparison of two modules reads (`roundtrip/`), not the translation.

use super::{Metadata, Module, Opcode, TailCallKind, UnnamedAddr, Value};
use llvm_ir::instruction::flag;

impl Value<'_> {
    /// Returns whether the address of a global is significant.
    pub fn unnamed_addr(self) -> UnnamedAddr {
        match self.of_global(|global| global.unnamed_addr) {
            Some(1) => UnnamedAddr::Global,
            Some(2) => UnnamedAddr::Local,
            _ => UnnamedAddr::None,
        }
    }

    /// Returns whether it is a variable marked `externally_initialized`.
    pub fn is_externally_initialized(self) -> bool {
        self.is_global_variable() && self.of_global(|global| global.externally_initialized).unwrap_or(false)
    }

    /// Returns whether it is a call marked `tail` or `musttail`.
    pub fn is_tail_call(self) -> bool {
        matches!(self.tail_call_kind(), TailCallKind::Tail | TailCallKind::MustTail)
    }

    /// Returns the selection kind of its comdat: bitcode's number.
    pub fn comdat(self) -> Option<u32> {
        let number = self.of_global(|global| global.comdat)?.checked_sub(1)?;
        self.draft().comdat_selection(number)
    }

    /// Returns whether it is a `cmpxchg weak`, which may fail although the values are equal.
    pub fn is_weak(self) -> bool {
        self.is_op(Opcode::CmpXchg) && self.0.flags() & flag::WEAK != 0
    }
}

impl Module<'_> {
    /// The named metadata, with the nodes of each.
    pub fn named_metadata(&self) -> Vec<(String, Vec<Metadata<'_>>)> {
        let all = self.draft().all_named_metadata().into_iter();
        all.map(|(name, nodes)| (String::from_utf8_lossy(name).into_owned(), nodes.into_iter().map(Metadata).collect()))
            .collect()
    }
}
