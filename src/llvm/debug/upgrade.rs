//! Debug information of a whole module: its flags, what becomes of what is old or broken.

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
/// The version of debug information that is read.
const CURRENT: u64 = 3;
/// The numbers of what is done where two modules are linked that have one flag.
const BEHAVIOURS: std::ops::RangeInclusive<u64> = 1..=8;
const MISLEADING: &str = "a node of debug information has an operand of another class, or leads to itself";

/// Returns the first flag of a module under a name whose value is a number, and the number. Flags may be of any form.
fn number_flag<'m>(draft: &'m Draft, name: &str) -> Option<(Metadata<'m>, u64)> {
    draft.named_metadata(FLAGS)?.into_iter().map(Metadata).find_map(|flag| {
        let [Some(behaviour), Some(key), Some(value)] = flag.operands()[..] else { return None };
        let is_named = key.as_bytes() == Some(name.as_bytes());
        let behaviour = behaviour.0.value()?.integer()?;
        (is_named && BEHAVIOURS.contains(&behaviour)).then_some((flag, value.0.value()?.integer()?))
    })
}

/// Leaves each unit once in the list of a module.
fn name_units_once(draft: &Draft) {
    let Some(units) = draft.named_metadata(UNITS) else { return };
    let mut seen = FxHashSet::default();
    let kept: Vec<_> = units.iter().copied().filter(|unit| seen.insert(unit.number())).collect();
    if kept.len() != units.len() {
        draft.set_named_metadata(UNITS, &kept);
    }
}

/// Returns what the verifier says of a module, a line for each.
fn lines(faults: &[Fault]) -> String {
    faults.iter().map(|fault| format!("{fault}\n")).collect()
}

/// Returns the rules that a module breaks in two parts: those of debug information, and others.
fn parted(all: Vec<Fault>) -> (Vec<Fault>, Vec<Fault>) {
    all.into_iter().partition(|fault| fault.chapter == Chapter::DebugInfo)
}

impl Module<'_> {
    /// Refuses debug information that leads to itself.
    pub(in crate::llvm) fn check_debug_nodes(&self) -> Result<()> {
        if guard::misleads(self.draft()) { Err(broken(MISLEADING)) } else { Ok(()) }
    }

    /// Upgrades debug info as LLVM's own readers do: strips what is of another version, or broken, and says whether it
    /// did. With debug info of the right version this verifies the module.
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

    /// Checks LLVM's own rules, and removes all debug information where LLVM does not accept that; returns what is left, and its
    /// first complaint about it.
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

    /// Removes the flags of the module but for those of debug info.
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

    /// Adds a flag of the module, with LLVM's number for what linking it with another value does.
    pub fn add_debug_flag(&self, behaviour: u32, name: &str, value: u32) {
        if let Ok(value) = self.owner().md_int(32, value.into()) {
            self.add_debug_list(behaviour, name, value);
        }
    }

    /// Adds a flag of the module that is a list.
    pub fn add_debug_list(&self, behaviour: u32, name: &str, list: Metadata<'_>) {
        let (context, draft) = (self.owner(), self.draft());
        let Ok(behaviour) = context.md_int(32, behaviour.into()) else { return };
        let list = draft.metadata_at(list.0.number());
        let flag = draft.md_tuple(&[Some(behaviour.0), Some(context.md_string(name).0), Some(list)]);
        draft.add_named_metadata(FLAGS, flag);
    }

    /// The value of a flag of the module that is a number.
    pub fn debug_flag(&self, name: &str) -> Option<u64> {
        number_flag(self.draft(), name).map(|(_, value)| value)
    }
}
