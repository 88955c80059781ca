//! The debug information of a whole module: its flags, and the removal of old or broken information.

use super::guard;
use crate::error::Result;
use crate::llvm::broken::broken;
use crate::llvm::{Metadata, Module, Snapshot};
use llvm_ir::draft::Draft;
use llvm_ir::{Chapter, Fault};
use rustc_hash::FxHashSet;

const FLAGS: &[u8] = b"llvm.module.flags";
const UNITS: &[u8] = b"llvm.dbg.cu";
const VERSION: &str = "Debug Info Version";
const DWARF: &str = "Dwarf Version";
/// The supported version of debug information.
const CURRENT: u64 = 3;
/// The numbers of the behaviours when modules with the same flag are linked.
const BEHAVIOURS: std::ops::RangeInclusive<u64> = 1..=8;
const MISLEADING: &str = "a node of debug information has an operand of another class, or leads to itself";

/// Returns the first module flag with this name and a numeric value, and the value. Malformed flags are skipped.
fn number_flag<'m>(draft: &'m Draft, name: &str) -> Option<(Metadata<'m>, u64)> {
    draft.named_metadata(FLAGS)?.into_iter().map(Metadata).find_map(|flag| {
        let [Some(behaviour), Some(key), Some(value)] = flag.operands()[..] else { return None };
        let is_named = key.as_bytes() == Some(name.as_bytes());
        let behaviour = behaviour.0.value()?.integer()?;
        (is_named && BEHAVIOURS.contains(&behaviour)).then_some((flag, value.0.value()?.integer()?))
    })
}

/// Removes duplicate units from the list of a module.
fn name_units_once(draft: &Draft) {
    let Some(units) = draft.named_metadata(UNITS) else { return };
    let mut seen = FxHashSet::default();
    let kept: Vec<_> = units.iter().copied().filter(|unit| seen.insert(unit.number())).collect();
    if kept.len() != units.len() {
        draft.set_named_metadata(UNITS, &kept);
    }
}

/// Returns the verifier's messages for a module, one per line.
fn lines(faults: &[Fault]) -> String {
    faults.iter().map(|fault| format!("{fault}\n")).collect()
}

/// Partitions broken rules into those of debug information, and others.
fn parted(all: Vec<Fault>) -> (Vec<Fault>, Vec<Fault>) {
    all.into_iter().partition(|fault| fault.chapter == Chapter::DebugInfo)
}

impl Module<'_> {
    /// Rejects cyclic or misleading debug information.
    pub(in crate::llvm) fn check_debug_nodes(&self) -> Result<()> {
        if guard::misleads(self.draft()) { Err(broken(MISLEADING)) } else { Ok(()) }
    }

    /// Upgrades debug info as LLVM's own readers do: strips debug info of another version or with errors, and returns
    /// whether it did. With debug info of the right version this verifies the module.
    pub(in crate::llvm) fn upgrade_debug_info(&self) -> Result<bool> {
        let draft = self.draft();
        if self.debug_flag(VERSION) != Some(CURRENT) || guard::misleads(draft) {
            return Ok(draft.strip_debug_info());
        }
        let (of_debug, others) = parted(self.snapshot().faults());
        if !others.is_empty() {
            return Err(broken(&lines(&others)));
        }
        name_units_once(draft);
        Ok(!of_debug.is_empty() && draft.strip_debug_info())
    }

    /// Checks LLVM's rules, and removes all debug information if it breaks them; returns the resulting module, and the
    /// first error in it.
    pub fn verify_or_drop_debug_info(&self) -> Result<(Snapshot<'_>, Option<String>)> {
        self.check_debug_nodes()?;
        let mut snapshot = self.snapshot();
        let (of_debug, mut others) = parted(snapshot.faults_described());
        let dropped = of_debug.first().map(|fault| fault.message.clone().into_owned());
        if dropped.is_some() {
            self.draft().strip_debug_info();
            // Not all are listed where there are many.
            snapshot = self.snapshot();
            others = snapshot.faults();
        }
        if others.is_empty() { Ok((snapshot, dropped)) } else { Err(broken(&lines(&others))) }
    }

    /// Removes all module flags except those of debug info.
    pub fn keep_debug_flags(&self) {
        let draft = self.draft();
        if draft.named_metadata(FLAGS).is_none() {
            return;
        }
        let kept: Vec<_> =
            [VERSION, DWARF].into_iter().filter_map(|name| Some(number_flag(draft, name)?.0.0)).collect();
        match kept.is_empty() {
            true => draft.drop_named_metadata(FLAGS),
            false => draft.set_named_metadata(FLAGS, &kept),
        }
    }

    /// Adds a module flag, with LLVM's number for the behaviour when it is linked with another value.
    pub fn add_debug_flag(&self, behaviour: u32, name: &str, value: u32) {
        if let Ok(value) = self.owner().md_int(32, value.into()) {
            self.add_debug_list(behaviour, name, value);
        }
    }

    /// Adds a module flag whose value is a list.
    pub fn add_debug_list(&self, behaviour: u32, name: &str, list: Metadata<'_>) {
        let (context, draft) = (self.owner(), self.draft());
        let Ok(behaviour) = context.md_int(32, behaviour.into()) else { return };
        let list = draft.metadata_at(list.0.number());
        let flag = draft.md_tuple(&[Some(behaviour.0), Some(context.md_string(name).0), Some(list)]);
        draft.add_named_metadata(FLAGS, flag);
    }

    /// Returns the value of a numeric module flag.
    pub fn debug_flag(&self, name: &str) -> Option<u64> {
        number_flag(self.draft(), name).map(|(_, value)| value)
    }
}
