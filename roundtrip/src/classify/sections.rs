//! The module-level sections: declarations, names, types and constants; decorations are handled separately.

use super::instructions::shown_name;
use super::scopes;
use super::{Change, Comparison};
use crate::documented::{Class, Group};
use crate::keys::View;
use ::spirv::StorageClass;
use llvm_spirv::binary::grammar::{self, Kind};
use llvm_spirv::binary::{Capability, Id, Instruction, Op, explain};
use llvm_spirv::error::Result;
use llvm_spirv::internals::{self, Scope};
use llvm_spirv::options::Version;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The opcodes that are compared by opcode and operands alone.
const PLAIN: [Op; 10] = [
    Op::Capability,
    Op::Extension,
    Op::ExtInstImport,
    Op::MemoryModel,
    Op::SourceExtension,
    Op::Source,
    Op::SourceContinued,
    Op::ModuleProcessed,
    Op::String,
    Op::ExtInst,
];

impl<'w> Comparison<'_, '_, 'w> {
    /// Compares all module-level instructions, after instructions have been paired.
    pub(super) fn sections(&mut self) -> Result<()> {
        self.header();
        self.plain()?;
        self.interface()?;
        self.variables()?;
        self.unused()?;
        for id in 1..self.alignment.before.module.bound() {
            let counterpart = self.alignment.counterpart(id);
            if counterpart != 0 {
                self.name(id, counterpart);
                self.decorations(id, counterpart);
                self.members(id, counterpart);
            }
        }
        self.lines();
        Ok(())
    }

    fn header(&mut self) {
        let [before, after] = [self.alignment.before, self.alignment.after].map(|view| view.module.header());
        if before.version != after.version {
            let text = |(major, minor): (u8, u8)| format!("{major}.{minor}");
            let of = format!("{}, then {}", text(before.version), text(after.version));
            self.found(Change::new(Group::Spelling, Class::Header, "version", of));
        }
        if before.generator != after.generator {
            let of = format!("{}, then {}", before.generator, after.generator);
            self.found(Change::new(Group::Spelling, Class::Header, "generator", of));
        }
    }

    fn lines(&mut self) {
        let (before, after) = (&self.alignment.before.lines, &self.alignment.after.lines);
        for instruction in before.iter().skip(after.len()).copied().collect::<Vec<_>>() {
            let name = instruction.name();
            self.found(Change::new(Group::Lost, Class::Instruction, name, "").before(instruction));
        }
    }

    fn plain(&mut self) -> Result<()> {
        let [before, after] = [plain(self.alignment.before)?, plain(self.alignment.after)?];
        let mut there = FxHashMap::<u64, usize>::default();
        after.iter().for_each(|(key, _)| *there.entry(*key).or_default() += 1);
        let mut here = FxHashMap::<u64, usize>::default();
        before.iter().for_each(|(key, _)| *here.entry(*key).or_default() += 1);
        let lost: Vec<_> = before.iter().filter(|(key, _)| !there.contains_key(key)).collect();
        let mut added: VecDeque<_> = after.iter().filter(|(key, _)| !here.contains_key(key)).collect();
        let used = used(self.alignment.before)?;
        let unasked = explain::unasked_capabilities(self.alignment.before.module)?;
        for (_, instruction) in lost {
            let is_unused = instruction.result_id().is_some_and(|id| used.get(id as usize) == Some(&false));
            if is_unused {
                self.found(Change::new(Group::Lost, Class::Unused, instruction.name(), "").before(*instruction));
                continue;
            }
            let (class, name) = declared(self.alignment.before, *instruction);
            let is_unnamed = class == Class::Instruction && instruction.opcode() != Op::ExtInst;
            let other = added.iter().position(|(_, other)| is_unnamed && other.opcode() == instruction.opcode());
            let of = self.reason(*instruction, &name, &unasked);
            let change = Change::new(Group::Lost, class, name, of).before(*instruction);
            let change = match other.and_then(|at| added.remove(at)) {
                Some((_, other)) => change.after(*other),
                None => change,
            };
            self.found(change);
        }
        for (_, instruction) in added {
            let (class, name) = declared(self.alignment.after, *instruction);
            self.found(Change::new(Group::Added, class, name, "").after(*instruction));
        }
        Ok(())
    }

    /// Returns the reason why a capability or an extension is no longer declared, if known.
    fn reason(&self, lost: Instruction<'w>, name: &str, unasked: &[Capability]) -> &'static str {
        let number = lost.operand(0).unwrap_or_default();
        match lost.opcode() {
            Op::Extension if !self.extensions.allow(name) => "not allowed",
            Op::Capability if !self.allows_capability(number) => "not allowed",
            Op::Capability if !unasked.iter().any(|capability| *capability as u32 == number) => "of what is gone",
            _ => "",
        }
    }

    /// Returns whether a capability may be declared in the version after the round trip, or by an extension that is
    /// allowed.
    fn allows_capability(&self, number: u32) -> bool {
        let version = Version::new(1, self.buckets.minor);
        let (declares, allows) = (|_: &str| false, |name: &str| self.extensions.allow(name));
        let environment = internals::unlimited();
        let scope = Scope { version, highest: version, declares: &declares, allows: &allows, environment };
        let row = grammar::enumerant(Kind::Capability, number);
        row.is_some_and(|row| scope.availability(&row.requires).is_available())
    }

    fn interface(&mut self) -> Result<()> {
        let [before, after] = [self.alignment.before, self.alignment.after].map(|view| {
            let module = view.module;
            module.entry_points().iter().chain(module.execution_modes()).copied().collect::<Vec<_>>()
        });
        let mut free = after;
        for instruction in before {
            if let Some(at) = self.best(instruction, &free)? {
                let other = free.remove(at);
                if self.declares(instruction, other)? {
                    continue;
                }
                let change = Change::new(Group::Lost, Class::Interface, mode(instruction), "changed");
                self.found(change.before(instruction).after(other));
            } else {
                self.found(Change::new(Group::Lost, Class::Interface, mode(instruction), "").before(instruction));
            }
        }
        for instruction in free {
            self.found(Change::new(Group::Added, Class::Interface, mode(instruction), "").after(instruction));
        }
        Ok(())
    }

    /// Returns the index of the instruction with equal operands, or else of the first one of the same kind for the same
    /// function.
    fn best(&self, instruction: Instruction<'w>, free: &[Instruction<'w>]) -> Result<Option<usize>> {
        let at = if instruction.opcode() == Op::EntryPoint { 1 } else { 0 };
        let function = instruction.operand(at)?;
        let mut first = None;
        for (index, other) in free.iter().enumerate().filter(|(_, other)| mode(**other) == mode(instruction)) {
            // A wrapper is left out: what it called is the entry point.
            let is_wrapper = self.is_wrapper(function) && instruction.opcode() == Op::EntryPoint;
            if self.alignment.same(function, other.operand(at)?)
                || is_wrapper && instruction.string(2)?.0 == other.string(2)?.0
            {
                if self.declares(instruction, *other)? {
                    return Ok(Some(index));
                }
                first = first.or(Some(index));
            }
        }
        Ok(first)
    }

    fn is_wrapper(&self, function: Id) -> bool {
        let view = self.alignment.before;
        self.alignment.counterpart(function) == 0
            && view.functions.iter().any(|body| body.id == function && view.is_wrapper(body))
    }

    /// Returns whether two entry points or execution modes have equal operands, except for the order of the variables.
    fn declares(&self, before: Instruction<'w>, after: Instruction<'w>) -> Result<bool> {
        if before.opcode() != after.opcode() {
            return Ok(false);
        }
        if before.opcode() != Op::EntryPoint {
            let is_id = before.opcode() == Op::ExecutionModeId;
            let [one, other] = [before, after].map(|i| i.in_operands().get(2..).unwrap_or_default());
            let same = |(a, b): (&u32, &u32)| if is_id { self.alignment.same(*a, *b) } else { a == b };
            return Ok(one.len() == other.len() && one.iter().zip(other).all(same));
        }
        let ((name, from), (other_name, to)) = (before.string(2)?, after.string(2)?);
        let [one, other] = [(before, from), (after, to)].map(|(i, at)| i.in_operands().get(at..).unwrap_or_default());
        let mut listed = one.iter().filter(|id| self.lists(**id));
        let found = listed.all(|id| other.iter().any(|other| self.alignment.same(*id, *other)));
        Ok(name == other_name && found && before.operand(0)? == after.operand(0)?)
    }

    /// Returns whether entry points list a variable in the version after the round trip: before 1.4 only inputs and
    /// outputs.
    fn lists(&self, variable: Id) -> bool {
        let (major, minor) = self.alignment.after.module.words().header().version;
        let definition = self.alignment.before.module.definition(variable);
        let class = definition.and_then(|variable| variable.operand(0).ok());
        let is_listed = [StorageClass::Input as u32, StorageClass::Output as u32].map(Some).contains(&class);
        is_listed || internals::lists_all_variables(Version::new(major, minor))
    }

    /// Compares module-scope variables, which are identified by name.
    fn variables(&mut self) -> Result<()> {
        let used = used(self.alignment.before)?;
        for instruction in
            self.alignment.before.globals.iter().filter(|i| is_variable(**i)).copied().collect::<Vec<_>>()
        {
            let id = instruction.result_id().unwrap_or_default();
            let other = self.alignment.after.module.definition(self.alignment.counterpart(id));
            let Some(other) = other else {
                if self.is_builtin(id) && used.get(id as usize) == Some(&false) {
                    self.found(Change::new(Group::Lost, Class::Unused, "OpVariable", "").before(instruction));
                    continue;
                }
                let of = if self.alignment.before.holds_sampler(instruction) { "of a sampler" } else { "" };
                self.found(Change::new(Group::Lost, Class::Instruction, "OpVariable", of).before(instruction));
                continue;
            };
            let difference = self.variable_difference(instruction, other);
            if let Some((group, kind)) = difference {
                let of = if self.alignment.before.is_in_builtin(id) { "a builtin variable" } else { "OpVariable" };
                let change = Change::new(group, Class::Operand, kind, of);
                self.found(change.before(instruction).after(other));
            }
        }
        let paired: rustc_hash::FxHashSet<Id> =
            (1..self.alignment.before.module.bound()).map(|id| self.alignment.counterpart(id)).collect();
        for instruction in self.alignment.after.globals.iter().filter(|i| is_variable(**i)) {
            if !paired.contains(&instruction.result_id().unwrap_or_default()) {
                self.found(Change::new(Group::Added, Class::Instruction, "OpVariable", "").after(*instruction));
            }
        }
        Ok(())
    }

    fn variable_difference(&self, before: Instruction<'w>, after: Instruction<'w>) -> Option<(Group, &'static str)> {
        let [one, other] = [before.in_operands(), after.in_operands()];
        if one.first() != other.first() {
            return Some((Group::Lost, "StorageClass"));
        }
        match (one.get(1), other.get(1)) {
            (Some(one), Some(other)) if self.alignment.same(*one, *other) => None,
            (Some(one), Some(other))
                if self.alignment.before.is_folded(*one) && self.alignment.after.is_constant(*other) =>
            {
                Some((Group::Spelling, "folded"))
            }
            (Some(_), _) | (None, Some(_)) => Some((Group::Lost, "IdRef")),
            _ => None,
        }
    }

    /// Finds unused types, constants and the like, and duplicates.
    fn unused(&mut self) -> Result<()> {
        let before = self.alignment.before;
        let used = used(before)?;
        let mut counts = FxHashMap::<u64, usize>::default();
        let ids = self.alignment.after.globals.iter().filter_map(|i| i.result_id());
        ids.for_each(|id| *counts.entry(self.alignment.after.key(id)).or_default() += 1);
        let mut seen = FxHashMap::<u64, usize>::default();
        for instruction in before.globals.iter().filter(|i| {
            i.result_id().is_some()
                && !is_variable(**i)
                && !PLAIN.contains(&i.opcode())
                && i.opcode() != Op::DecorationGroup
        }) {
            let id = instruction.result_id().unwrap_or_default();
            let there = counts.get(&before.key(id)).copied().unwrap_or_default();
            let number = seen.entry(before.key(id)).or_default();
            *number = number.saturating_add(1);
            let is_used = used.get(id as usize) == Some(&true);
            if there == 0 && !is_used {
                self.found(Change::new(Group::Lost, Class::Unused, instruction.name(), "").before(*instruction));
            } else if there != 0 && *number > there {
                self.found(Change::new(Group::Spelling, Class::Duplicate, instruction.name(), "").before(*instruction));
            }
        }
        Ok(())
    }

    fn name(&mut self, id: Id, counterpart: Id) {
        let [before, after] = [self.alignment.before.module, self.alignment.after.module];
        let (one, other) =
            (before.name(id).filter(|n| !n.is_empty()), after.name(counterpart).filter(|n| !n.is_empty()));
        if one == other {
            return;
        }
        let group = if one.is_none() { Group::Added } else { Group::Lost };
        let state = if one.is_some() && other.is_some() { "renamed" } else { self.alignment.before.state(id) };
        let named = before.definition(id).map(|named| shown_name(self.alignment.before, named));
        let mut change = Change::new(group, Class::Name, named.unwrap_or_default(), state);
        change.before.extend(before.definition(id));
        change.after.extend(after.definition(counterpart));
        change.names = Some([one.map(str::to_owned), other.map(str::to_owned)]);
        self.found(change);
    }
}

/// The name of an execution mode, or of the opcode.
fn mode(instruction: Instruction<'_>) -> &'static str {
    match instruction.opcode() {
        Op::ExecutionMode | Op::ExecutionModeId => {
            let mode = instruction.operand(1).unwrap_or_default();
            llvm_spirv::binary::grammar::enumerant(llvm_spirv::binary::grammar::Kind::ExecutionMode, mode)
                .map_or(instruction.name(), |row| row.name)
        }
        _ => instruction.name(),
    }
}

fn is_variable(instruction: Instruction<'_>) -> bool {
    matches!(instruction.opcode(), Op::Variable | Op::UntypedVariableKHR)
}

/// Returns the instructions that are compared by their contents.
fn plain<'w>(view: &View<'_, 'w>) -> Result<Vec<(u64, Instruction<'w>)>> {
    let all = view.globals.iter().filter(|i| PLAIN.contains(&i.opcode()));
    all.map(|i| Ok((view.contents(*i)?, *i))).collect()
}

/// Returns the class and the subject of a declaration.
fn declared(view: &View<'_, '_>, instruction: Instruction<'_>) -> (Class, String) {
    let kind = llvm_spirv::binary::grammar::Kind::Capability;
    match instruction.opcode() {
        Op::Capability => {
            let number = instruction.operand(0).unwrap_or_default();
            let row = llvm_spirv::binary::grammar::enumerant(kind, number);
            (Class::Capability, row.map_or_else(|| number.to_string(), |row| row.name.to_owned()))
        }
        Op::Extension => (Class::Extension, instruction.string(0).map(|(name, _)| name).unwrap_or_default()),
        _ => (Class::Instruction, super::name(view, instruction)),
    }
}

/// Returns for each module-level id whether an instruction of a function, or a variable, needs it. Meaningless scopes
/// do not count.
fn used(view: &View<'_, '_>) -> Result<Vec<bool>> {
    let mut used = vec![false; view.module.bound() as usize];
    let mark = |instruction: Instruction<'_>, used: &mut Vec<bool>| {
        let own = instruction.result_id();
        view.module.visit_ids(instruction, |id| {
            if let Some(slot) = used.get_mut(id as usize).filter(|_| own != Some(id)) {
                *slot = true;
            }
        })
    };
    for body in &view.functions {
        let meaningless = scopes::meaningless(view, body);
        for instruction in body.code.iter().filter(|scope| !meaningless.contains(&scope.result_id())) {
            mark(*instruction, &mut used)?;
        }
    }
    for instruction in view.globals.iter().rev() {
        let is_needed = instruction.result_id().is_some_and(|id| used.get(id as usize) == Some(&true));
        if is_needed || is_variable(*instruction) {
            mark(*instruction, &mut used)?;
        }
    }
    Ok(used)
}
