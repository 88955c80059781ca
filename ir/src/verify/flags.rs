//! Checks module flags, and compiler identification.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::fault::Rule;
use super::{Chapter, Verifier};
use crate::metadata::NodeKind;
use crate::module::Module;

const HERE: Chapter = Chapter::ModuleFlags;
/// The version of debug information that LLVM 22 reads.
const DEBUG_VERSION: u64 = 3;

/// The merge behaviors of module flags, by number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Merge {
    Any,
    Require,
    Append,
    Max,
    Min,
}

const MERGES: [Merge; 8] =
    [Merge::Any, Merge::Any, Merge::Require, Merge::Any, Merge::Append, Merge::Append, Merge::Max, Merge::Min];

fn named<'m>(m: &'m Module, name: &[u8]) -> &'m [u32] {
    m.named_nodes.iter().find(|list| m.text(list.name) == name).map_or(&[], |list| &list.nodes)
}

/// Returns whether a module has the version of debug information of LLVM 22; LLVM strips other versions.
pub(super) fn has_debug_information(m: &Module) -> bool {
    named(m, b"llvm.module.flags").iter().any(|&flag| {
        let operands = m.node_operands(flag);
        let at = |i: usize| operands.get(i).copied().flatten();
        m.node_text(at(1)) == Some(b"Debug Info Version")
            && m.node_integer(at(2)).and_then(|value| m.integer_of(value)) == Some(DEBUG_VERSION)
    })
}

impl<'m> Verifier<'m> {
    pub(super) fn module_flags(&mut self) -> Rule {
        for list in [&b"llvm.ident"[..], b"llvm.commandline"] {
            self.texts(list)?;
        }
        let errno = named(self.m, b"llvm.errno.tbaa");
        let has_errno = self.m.named_nodes.iter().any(|list| self.m.text(list.name) == b"llvm.errno.tbaa");
        HERE.require(!has_errno || !errno.is_empty(), "llvm.errno.tbaa must have at least one operand")?;
        let mut seen: HashMap<&[u8], u32, FxBuildHasher> = HashMap::default();
        let mut requirements = Vec::new();
        let mut authentication = [false; 2];
        for &flag in named(self.m, b"llvm.module.flags") {
            self.flag(flag, &mut seen, &mut requirements)?;
            let id = self.m.node_text(self.m.node_operands(flag).get(1).copied().flatten());
            authentication[0] |= id == Some(b"aarch64-elf-pauthabi-platform");
            authentication[1] |= id == Some(b"aarch64-elf-pauthabi-version");
        }
        HERE.require(
            authentication[0] == authentication[1],
            "either both or no 'aarch64-elf-pauthabi-platform' and 'aarch64-elf-pauthabi-version' module flags must be \
             present",
        )?;
        for (id, value) in requirements {
            let Some(&flag) = seen.get(id) else {
                return HERE.broken("invalid requirement on flag, flag is not present in module");
            };
            HERE.require(
                self.m.node_operands(flag).get(2).copied().flatten() == value,
                "invalid requirement on flag, flag does not have the required value",
            )?;
        }
        Ok(())
    }

    /// Checks a list of nodes with one string each.
    fn texts(&self, name: &[u8]) -> Rule {
        for &node in named(self.m, name) {
            let operands = self.m.node_operands(node);
            HERE.require(
                operands.len() == 1,
                "incorrect number of operands in llvm.ident or llvm.commandline metadata",
            )?;
            HERE.require(
                self.m.node_text(operands.first().copied().flatten()).is_some(),
                "invalid value for llvm.ident or llvm.commandline metadata entry operand (the operand should be a string)",
            )?;
        }
        Ok(())
    }

    fn flag(
        &self,
        flag: u32,
        seen: &mut HashMap<&'m [u8], u32, FxBuildHasher>,
        requirements: &mut Vec<(&'m [u8], Option<u32>)>,
    ) -> Rule {
        let m = self.m;
        let operands = m.node_operands(flag);
        let at = |i: usize| operands.get(i).copied().flatten();
        HERE.require(operands.len() == 3, "incorrect number of operands in module flag")?;
        let number = m.node_integer(at(0)).and_then(|value| m.integer_of(value));
        let Some(number) = number else {
            return HERE.broken("invalid behavior operand in module flag (expected constant integer)");
        };
        let merge = number.checked_sub(1).and_then(|n| MERGES.get(usize::try_from(n).ok()?));
        let Some(&merge) = merge else {
            return HERE.broken("invalid behavior operand in module flag (unexpected constant)");
        };
        let Some(id) = m.node_text(at(1)) else {
            return HERE.broken("invalid ID operand in module flag (expected metadata string)");
        };
        self.merged(merge, at(2), requirements)?;
        if merge != Merge::Require {
            HERE.require(
                seen.insert(id, flag).is_none(),
                "module flag identifiers must be unique (or of 'require' type)",
            )?;
        }
        self.known_flag(id, at(2))
    }

    fn merged(&self, merge: Merge, value: Option<u32>, requirements: &mut Vec<(&'m [u8], Option<u32>)>) -> Rule {
        let m = self.m;
        let integer = m.node_integer(value);
        match merge {
            Merge::Any => Ok(()),
            Merge::Max => {
                HERE.require(integer.is_some(), "invalid value for 'max' module flag (expected constant integer)")
            }
            Merge::Min => HERE.require(
                integer.and_then(|value| m.signed_integer(value)).is_some_and(|n| n >= 0),
                "invalid value for 'min' module flag (expected constant non-negative integer)",
            ),
            Merge::Append => {
                HERE.require(m.is_node(value), "invalid value for 'append'-type module flag (expected a metadata node)")
            }
            Merge::Require => {
                let pair = value.filter(|_| m.is_node(value)).map(|value| m.node_operands(value)).unwrap_or_default();
                HERE.require(pair.len() == 2, "invalid value for 'require' module flag (expected metadata pair)")?;
                let Some(id) = m.node_text(pair.first().copied().flatten()) else {
                    return HERE
                        .broken("invalid value for 'require' module flag (first value operand should be a string)");
                };
                requirements.push((id, pair.get(1).copied().flatten()));
                Ok(())
            }
        }
    }

    /// Checks the values of flags that LLVM knows.
    fn known_flag(&self, id: &[u8], value: Option<u32>) -> Rule {
        let m = self.m;
        match id {
            b"wchar_size" => {
                HERE.require(m.node_integer(value).is_some(), "wchar_size metadata requires constant integer argument")
            }
            b"SemanticInterposition" => HERE.require(
                m.node_integer(value).is_some(),
                "SemanticInterposition metadata requires constant integer argument",
            ),
            b"Linker Options" => HERE.require(
                m.named_nodes.iter().any(|list| m.text(list.name) == b"llvm.linker.options"),
                "'Linker Options' named metadata no longer supported",
            ),
            b"CG Profile" => {
                let entries = value.map(|value| m.node_operands(value)).unwrap_or_default();
                entries.into_iter().try_for_each(|entry| self.call_profile(entry))
            }
            _ => Ok(()),
        }
    }

    /// Checks an edge of the call-graph profile: caller, callee, count.
    fn call_profile(&self, entry: Option<u32>) -> Rule {
        let m = self.m;
        let parts = entry.filter(|_| m.node_kind(entry) == Some(NodeKind::Tuple)).map(|entry| m.node_operands(entry));
        let parts = parts.unwrap_or_default();
        let &[from, to, count] = parts.as_slice() else { return HERE.broken("expected a MDNode triple") };
        for function in [from, to] {
            let is_function = m.node_value(function).is_some_and(|v| m.function_of(m.stripped(v)).is_some());
            HERE.require(function.is_none() || is_function, "expected a Function or null")?;
        }
        let is_count = m.node_constant(count).is_some_and(|value| m.types.is_integer(m.type_of(value)));
        HERE.require(is_count, "expected an integer constant")
    }
}
