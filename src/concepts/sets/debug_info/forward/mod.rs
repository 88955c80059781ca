//! Debug information to SPIR-V: the instructions outside of functions, after all functions are translated, each behind
//! those that it refers to.
//!
//! An explicit stack replaces recursion: an instruction that refers to one that is not written yet waits for it. A
//! cycle contains a composite, which the sets with literals write before its members, and the other sets behind a twin
//! without members; otherwise the cycle is cut.

mod arrays;
mod body;
mod dominance;
mod expressions;
mod fields;
mod files;
mod flags;
mod globals;
mod instructions;
mod losses;
mod records;
mod stand_ins;
mod templates;
mod units;
mod values;

pub use body::{after, at_block, before, begin_function, declare_function};
pub use records::records;

use super::rows::{self, number};
use crate::binary::builder::{Id, Section};
use crate::binary::grammar::Requirements;
use crate::environment::Models;
use crate::error::Result;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::llvm::{Metadata, Value};
use crate::options::DebugInfo;
use crate::state::slots::debug_info::{ForwardDebug, Key, Pending, Role, Set, Sets};
use crate::state::slots::debug_progress::Mark;
use crate::state::{Forward, availability};
use ::spirv::{Capability, Op};
use rustc_hash::FxHashSet;

/// The extension with debug information of modules.
const MODULES_EXTENSION: &str = "SPV_INTEL_debug_module";
/// The extension with forward references between extended instructions.
const FORWARD_EXTENSION: &str = "SPV_KHR_relaxed_extended_instruction";
/// The version of the sets' layout: 1.0.
const LAYOUT_VERSION: u32 = 65_536;

/// Detects debug information to write, and declares its requirements.
pub fn begin(f: &mut Forward<'_>) -> Result<()> {
    let mut units = f.module.named_metadata_nodes("llvm.dbg.cu");
    let Some(first) = units.next() else { return Ok(()) };
    drop(units);
    if f.options.debug_info == DebugInfo::None {
        return Ok(());
    }
    let is_of_lines = first.debug_node().bytes(Link::Producer) == super::LINES_PRODUCER.as_bytes();
    let set = Set::asked_for(f.options.debug_info).filter(|_| !is_of_lines);
    if set.is_some_and(Set::is_of_shaders) {
        allow(f)?;
    }
    let texts = match set {
        Some(_) => Vec::new(),
        None => files::unit_texts(f.module.named_metadata_nodes("llvm.dbg.cu")),
    };
    let has_indexes = Models::of_addressing(f.spv.addressing_model()).is_some_and(Models::is_logical);
    f.debug = Some(Box::new(ForwardDebug { set, texts, has_indexes, unit: Some(first), ..ForwardDebug::default() }));
    Ok(())
}

/// Declares the extension for non-semantic sets: asking for such a set allows it.
fn allow(f: &mut Forward<'_>) -> Result<()> {
    const NAME: &str = "SPV_KHR_non_semantic_info";
    const REQUIRES: Requirements = Requirements { capabilities: &[], extensions: &[NAME], since: Some(6), until: None };
    let is_core = f.options.policy.prefers_version_for_aux_data && availability::raise_to(f, &REQUIRES);
    if is_core || f.spv.has_extension(NAME) {
        return Ok(());
    }
    if f.options.extensions.refuse(NAME) {
        return availability::require(f, &REQUIRES, || "debug information of a set for shaders".to_owned());
    }
    f.spv.require_extension(NAME);
    Ok(())
}

/// Writes what is outside of functions.
pub fn finish(f: &mut Forward<'_>) -> Result<()> {
    let Some(debug) = f.debug.take() else { return Ok(()) };
    let mut writer = Writer { f, d: *debug, missing: Vec::new(), circle: None, is_forward: false, losing: Vec::new() };
    writer.module()?;
    writer.count_losses();
    let lost = std::mem::take(&mut writer.d.lost);
    for (what, count) in lost {
        f.warn(format!("debug information: lost {count} {what}"));
    }
    Ok(())
}

/// The writer of instructions outside of functions.
struct Writer<'f, 'm> {
    f: &'f mut Forward<'m>,
    d: ForwardDebug<'m>,
    /// The nodes that the instruction being built refers to and that are not written yet.
    missing: Vec<Key<'m>>,
    /// The node that closes a cycle: the instruction being built refers to it, but it waits for the instruction.
    circle: Option<Key<'m>>,
    /// True if the instruction being built refers to one that is written later.
    is_forward: bool,
    /// The losses of the instruction being built, each with the node if a whole node is lost. They are not counted yet,
    /// as the instruction may be built again.
    losing: Vec<(String, Option<Metadata<'m>>)>,
}

impl<'m> Writer<'_, 'm> {
    fn module(&mut self) -> Result<()> {
        let units: Vec<_> = self.f.module.named_metadata_nodes("llvm.dbg.cu").collect();
        if self.d.set.is_none() {
            return Ok(());
        }
        if let Some(none) = self.d.none.filter(|_| self.d.none_is_needed) {
            self.emit(none, &[number::NONE])?;
        }
        // They name nothing, and types may share them.
        let count = if self.f.options.policy.writes_operands_one_by_one { 0 } else { self.d.pending.len() };
        for place in 0..count {
            if let Some((Pending::Expression(operations), id)) = self.d.pending.get(place).cloned() {
                self.expression_as(id, &operations)?;
            }
        }
        self.find_holders(&units)?;
        self.d.bodies = self.d.functions.iter().map(|(node, id, _)| (*node, *id)).collect();
        let kernels = self.d.functions.iter().filter(|function| function.2);
        let with_entries: FxHashSet<_> = kernels.filter_map(|kernel| kernel.0.debug_node().link(Link::Unit)).collect();
        self.d.units_have_entries = units.iter().all(|unit| with_entries.contains(unit));
        for (place, unit) in units.iter().enumerate() {
            self.unit(place, *unit)?;
        }
        let functions: Vec<_> = self.d.functions.clone();
        if self.f.options.policy.writes_operands_one_by_one {
            self.types_in_front(&units, &functions)?;
        }
        for unit in &units {
            self.global_variables(&unit.debug_node())?;
        }
        self.globals()?;
        for (node, ..) in &functions {
            self.write((*node, Role::Full))?;
        }
        for node in std::mem::take(&mut self.d.declarations) {
            self.write((node, Role::Full))?;
        }
        for (node, ..) in &functions {
            self.kept(&node.debug_node())?;
        }
        let written = self.pending_from(0)?;
        for unit in &units {
            self.last_parts(&unit.debug_node())?;
        }
        // What else names a type stands before the list of those that a reader may only know to be types.
        self.listed_types(&units)?;
        self.pending_from(written)?;
        self.stand_ins()?;
        self.checksums()?;
        self.entry_points(&functions)
    }

    /// Writes the types of global variables, then those of functions, in front of the variables and functions.
    fn types_in_front(&mut self, units: &[Metadata<'m>], functions: &[(Metadata<'m>, Id, bool)]) -> Result<()> {
        let globals = units.iter().flat_map(|unit| unit.debug_node().entries(Link::Globals)).flatten();
        let variables = globals.filter_map(|expression| expression.debug_node().link(Link::Variable));
        let described = variables.chain(functions.iter().map(|function| function.0));
        let types: Vec<_> = described.filter_map(|node| node.debug_node().link(Link::Base)).collect();
        types.into_iter().try_for_each(|ty| self.write((ty, Role::Full)).map(drop))
    }

    /// Writes the composites to which only their members have referred so far.
    fn owning(&mut self) -> Result<()> {
        while !self.d.owning.is_empty() {
            for composite in std::mem::take(&mut self.d.owning) {
                self.write((composite, Role::Full))?;
            }
        }
        Ok(())
    }

    /// Writes the pending nodes from a place on. Returns the place behind them.
    fn pending_from(&mut self, mut next: usize) -> Result<usize> {
        while let Some((pending, id)) = self.d.pending.get(next).cloned() {
            next += 1;
            match pending {
                Pending::Node(key) => drop(self.write(key)?),
                Pending::Expression(operations) => self.expression_as(id, &operations)?,
            }
        }
        Ok(next)
    }

    /// Writes the variables that a function retains although no record refers to them.
    fn kept(&mut self, function: &Node<'m>) -> Result<()> {
        for node in function.entries(Link::Retained).into_iter().flatten() {
            match node.debug_node().class {
                Class::Local if self.waits(node) => {}
                Class::Local => self.write((node, Role::Full)).map(drop)?,
                Class::Imported => self.import(node)?,
                Class::Label => self.lose("labels"),
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns whether a record refers to a variable: it is then written behind the retained ones, in the order in
    /// which a reader has them.
    fn waits(&self, variable: Metadata<'m>) -> bool {
        self.d.progress.id((variable, Role::Full)).is_some()
    }

    /// Writes a node and all nodes that it refers to; returns its id, or that of `DebugInfoNone` if it cannot be expressed.
    fn write(&mut self, key: Key<'m>) -> Result<Id> {
        let mut stack = vec![key];
        loop {
            if stack.is_empty() {
                stack.extend(self.d.later.pop());
            }
            let Some(next) = stack.last().copied() else { break };
            self.skip_twin(next);
            if self.d.progress.is(Mark::Written, next) {
                stack.pop();
                self.d.progress.unmark(Mark::Open, next);
                continue;
            }
            self.d.progress.mark(Mark::Open, next);
            self.count_losses();
            self.missing.clear();
            self.is_forward = false;
            let reserved = self.d.progress.id(next);
            let words = self.instruction(next)?;
            if let Some(target) = self.circle.take() {
                self.losing.clear();
                self.break_circle(target, &mut stack);
                continue;
            }
            let missing = std::mem::take(&mut self.missing);
            if !missing.is_empty() {
                self.losing.clear();
                stack.extend(missing.iter().rev());
                continue;
            }
            stack.pop();
            self.d.progress.unmark(Mark::Open, next);
            self.d.progress.mark(Mark::Written, next);
            if let Some(words) = words {
                let shared = self.is_shared(&words).then(|| self.shared_words(next, &words));
                if let Some(id) = shared.as_ref().and_then(|shared| self.d.unique.get(shared)).copied()
                    && reserved.is_none()
                {
                    self.d.progress.set_id(next, id);
                    continue;
                }
                let id = self.reserve(next);
                self.vector_as_array(next, id);
                if let Some(shared) = shared {
                    self.d.unique.entry(shared).or_insert(id);
                }
                self.column_of_call(next.0)?;
                self.emit_as(if self.is_forward { Op::ExtInstWithForwardRefsKHR } else { Op::ExtInst }, id, &words)?;
                self.continued(next.0)?;
            } else if let Some(id) = reserved {
                self.emit(id, &[number::NONE])?;
            } else if self.d.progress.id(next).is_none() {
                let none = self.none()?;
                self.d.progress.set_id(next, none);
            }
        }
        Ok(self.d.progress.id(key).unwrap_or_default())
    }

    /// Returns whether nodes that become equal words, as they only differ in properties that the sets lack, share one instruction.
    fn is_shared(&self, words: &[u32]) -> bool {
        words.first().is_some_and(|number| number::MERGED.contains(number)) && !self.is_forward
    }

    /// Replaces the requested twin by a composite that has been written meanwhile.
    fn skip_twin(&mut self, (node, role): Key<'m>) {
        let full = (node, Role::Full);
        if role == Role::Twin && self.d.progress.is(Mark::Written, full) && self.d.progress.id((node, role)).is_none() {
            let id = self.reserve(full);
            self.d.progress.set_id((node, role), id);
            self.d.progress.mark(Mark::Written, (node, role));
        }
    }

    /// Returns the id that an instruction has or will have.
    fn reserve(&mut self, key: Key<'m>) -> Id {
        if let Some(id) = self.d.progress.id(key) {
            return id;
        }
        let id = self.f.spv.fresh();
        self.d.progress.set_id(key, id);
        id
    }

    /// Returns the id of a node whose instruction must be written before; notes the node as missing if it is not.
    fn id(&mut self, key: Key<'m>) -> Result<Id> {
        if self.d.progress.is(Mark::Written, key) {
            return Ok(self.d.progress.id(key).unwrap_or_default());
        }
        if self.d.progress.is(Mark::ByTwin, key) {
            return self.id((key.0, Role::Twin));
        }
        if !self.d.progress.is(Mark::Open, key) {
            let around = self.unwritten_composite(key);
            self.missing.push(around.unwrap_or(key));
            return Ok(0);
        }
        if self.may_be_forward() {
            self.f.spv.require_extension(FORWARD_EXTENSION);
            self.is_forward = true;
            return Ok(self.reserve(key));
        }
        if !self.set().is_of_shaders() || self.d.progress.is(Mark::Cut, key) {
            self.lose("references of nodes to themselves");
            return self.none();
        }
        if key.1 == Role::Full && is_composite(&key.0.debug_node()) {
            return self.id((key.0, Role::Twin));
        }
        self.circle = self.circle.or(Some(key));
        Ok(0)
    }

    /// Returns the composite of a member, if the composite must be written first and is not yet.
    fn unwritten_composite(&self, key: Key<'m>) -> Option<Key<'m>> {
        if !self.f.options.policy.writes_operands_one_by_one {
            return None;
        }
        let node = key.0.debug_node();
        let is_part = node.class == Class::DerivedType && fields::is_member(node.number(Number::Tag));
        let scope = node.link(Link::Scope).filter(|scope| is_part && is_composite(&scope.debug_node()))?;
        let key = (scope, Role::Full);
        (!self.is_begun(key)).then_some(key)
    }

    /// Breaks a cycle: its composite is replaced by the twin, or without a composite the reference is cut.
    fn break_circle(&mut self, target: Key<'m>, stack: &mut Vec<Key<'m>>) {
        let start = stack.iter().position(|key| *key == target).map_or(stack.len(), |place| place + 1);
        let within = stack.get(start..).unwrap_or_default();
        let is_open = |key: &&Key<'m>| key.1 == Role::Full && self.d.progress.is(Mark::Open, **key);
        match within.iter().filter(is_open).find(|key| is_composite(&key.0.debug_node())).copied() {
            Some(composite) => self.d.progress.mark(Mark::ByTwin, composite),
            None => self.d.progress.mark(Mark::Cut, target),
        }
        for key in stack.drain(start..) {
            self.d.progress.unmark(Mark::Open, key);
        }
    }

    /// Returns whether the set has modules, by itself or by an allowed extension.
    fn has_modules(&self) -> bool {
        let (extensions, policy) = (&self.f.options.extensions, self.f.options.policy);
        let may = extensions.allow(MODULES_EXTENSION)
            && (policy.writes_modules || extensions.asks_for(MODULES_EXTENSION) && self.set() != Set::Shader100);
        self.set() == Set::Shader200 || Sets::MODULES.has(self.set()) && may
    }

    /// Returns the set whose layouts are written. The published grammar of the last set has the layouts of the set
    /// before it; those of the draft, which the Khronos translator implements, are written with exact words.
    fn set(&self) -> Set {
        match self.named_set() {
            Set::Shader200 if self.has_stand_ins() && !self.f.options.policy.writes_drafts => Set::Shader100,
            set => set,
        }
    }

    /// The set that is imported.
    pub(super) fn named_set(&self) -> Set {
        self.d.set.unwrap_or(Set::OpenCl100)
    }

    /// `DebugInfoNone`.
    fn none(&mut self) -> Result<Id> {
        if let Some(id) = self.d.none {
            return Ok(id);
        }
        let id = self.f.spv.fresh();
        self.emit(id, &[number::NONE])?;
        self.d.none = Some(id);
        Ok(id)
    }

    /// Returns whether the extension for forward references is asked for.
    fn may_be_forward(&self) -> bool {
        let extensions = &self.f.options.extensions;
        extensions.asks_for(FORWARD_EXTENSION) && extensions.allow(FORWARD_EXTENSION)
    }

    /// An instruction of the set outside of functions: number and operands.
    fn emit(&mut self, id: Id, words: &[u32]) -> Result<()> {
        self.emit_as(Op::ExtInst, id, words)
    }

    fn emit_as(&mut self, op: Op, id: Id, words: &[u32]) -> Result<()> {
        let void = self.f.spv.unique_type(Op::TypeVoid, &[])?;
        let set = self.f.spv.ext_inst_set(self.named_set().name());
        self.f.spv.emit_value_of(Section::Debug, op, [void, id, set], words)
    }

    /// Emits an instruction, even if an equal one exists.
    fn fresh(&mut self, words: &[u32]) -> Result<Id> {
        let id = self.f.spv.fresh();
        self.emit(id, words)?;
        Ok(id)
    }

    /// Emits an instruction, unless an equal one exists.
    fn unique(&mut self, words: Vec<u32>) -> Result<Id> {
        if let Some(id) = self.d.unique.get(&words) {
            return Ok(*id);
        }
        let id = self.f.spv.fresh();
        self.emit(id, &words)?;
        self.d.unique.insert(words, id);
        Ok(id)
    }
}

/// Returns whether a node is a composite, whose members may lead back to it.
fn is_composite(node: &Node<'_>) -> bool {
    let tags = rows::of(Class::CompositeType, number::TYPE_COMPOSITE).map_or(&[][..], |row| row.tags);
    node.class == Class::CompositeType && tags.contains(&node.number(Number::Tag))
}

impl<'m> Writer<'_, 'm> {
    /// A number of 64 bits.
    fn long_constant(&mut self, value: u64) -> Result<Id> {
        let ty = self.f.spv.unique_type(Op::TypeInt, &[64, 0])?;
        self.f.spv.unique_constant(Op::Constant, ty, &[value as u32, (value >> 32) as u32])
    }

    /// Returns a constant: of 64 bits if the value does not fit into 32 and the module has such integers.
    fn constant(&mut self, value: u64) -> Result<Id> {
        let fits = u32::try_from(value).is_ok();
        let (width, words) = match fits || !self.f.spv.has(Capability::Int64) {
            true => (32, &[value as u32][..]),
            false => (64, &[value as u32, (value >> 32) as u32][..]),
        };
        let ty = self.f.spv.unique_type(Op::TypeInt, &[width, 0])?;
        self.f.spv.unique_constant(Op::Constant, ty, words)
    }

    /// Returns a number as a literal, or as a constant in the sets that require ids.
    fn number(&mut self, value: u32) -> Result<Id> {
        if self.set().is_of_shaders() { self.constant(value.into()) } else { Ok(value) }
    }
}

/// Returns whether a value is a constant whose id a record may refer to.
fn is_constant<'m>(value: Value<'m>) -> bool {
    value.is_constant() && !value.is_function() && !value.is_global_variable()
}

/// Returns whether a function is the main program of its unit.
fn is_main(function: &Metadata<'_>) -> bool {
    function.debug_node().number(Number::FunctionFlags) & super::codes::function_flag::MAIN != 0
}
