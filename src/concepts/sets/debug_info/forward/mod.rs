//! Debug information to SPIR-V: what is outside of functions, when all of them are translated, each instruction behind
//! those that it names.
//!
//! An explicit stack takes the place of recursion: an instruction that names one that is not written yet waits for it.
//! What leads back to itself is a composite, which the sets with literals write before its members, and the others
//! behind a twin that has none; or it is cut.

mod body;
mod fields;
mod files;
mod units;

pub use body::{after, at_block, before, begin_function, records};

use super::rows::{self, Row, number, tag};
use crate::binary::builder::{Id, Section};
use crate::binary::grammar::Requirements;
use crate::error::Result;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::llvm::{Metadata, Value};
use crate::options::DebugInfo;
use crate::state::slots::debug_info::{ForwardDebug, Key, Pending, Role, Set};
use crate::state::{Forward, availability};
use ::spirv::{Capability, Op};
use rustc_hash::FxHashSet;

/// The version of the sets' layout: 1.0.
const LAYOUT_VERSION: u32 = 65_536;

/// Looks whether there is debug information to write, and says what it needs.
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
    f.debug = Some(Box::new(ForwardDebug { set, unit: Some(first), ..ForwardDebug::default() }));
    Ok(())
}

/// Declares what lets sets without meaning stand in a module: asking for one of them allows the extension.
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
    let mut writer = Writer { f, d: *debug, missing: Vec::new(), circle: None };
    writer.module()?;
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
    /// The nodes that the instruction that is being made names and that are not written yet.
    missing: Vec<Key<'m>>,
    /// The node that the instruction that is being made names although it waits for it.
    circle: Option<Key<'m>>,
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
        for place in 0..self.d.pending.len() {
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
        for unit in &units {
            self.parts(&unit.debug_node())?;
        }
        let functions: Vec<_> = self.d.functions.clone();
        for (node, ..) in &functions {
            self.write((*node, Role::Full))?;
        }
        for (node, ..) in &functions {
            self.kept(&node.debug_node())?;
        }
        self.globals()?;
        let mut next = 0;
        while let Some((pending, _)) = self.d.pending.get(next).cloned() {
            next += 1;
            if let Pending::Node(key) = pending {
                self.write(key)?;
            }
        }
        for unit in &units {
            self.last_parts(&unit.debug_node())?;
        }
        self.entry_points(&functions)
    }

    /// The variables that a function keeps although no record names them.
    fn kept(&mut self, function: &Node<'m>) -> Result<()> {
        for node in function.entries(Link::Retained).into_iter().flatten() {
            match node.debug_node().class {
                Class::Local => self.write((node, Role::Full)).map(drop)?,
                Class::Label => self.lose("labels"),
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes a node and all that it names; returns its id, or that of `DebugInfoNone` for what cannot be said.
    fn write(&mut self, key: Key<'m>) -> Result<Id> {
        let mut stack = vec![key];
        loop {
            if stack.is_empty() {
                stack.extend(self.d.later.pop());
            }
            let Some(next) = stack.last().copied() else { break };
            if self.d.written.contains(&next) {
                stack.pop();
                self.d.open.remove(&next);
                continue;
            }
            self.d.open.insert(next);
            self.missing.clear();
            let words = self.instruction(next)?;
            if let Some(target) = self.circle.take() {
                self.break_circle(target, &mut stack);
                continue;
            }
            let missing = std::mem::take(&mut self.missing);
            if !missing.is_empty() {
                stack.extend(missing.iter().rev());
                continue;
            }
            stack.pop();
            self.d.open.remove(&next);
            self.d.written.insert(next);
            if let Some(words) = words {
                let id = self.reserve(next);
                self.emit(id, &words)?;
                self.continued(next.0)?;
            } else if !self.d.ids.contains_key(&next) {
                let none = self.none()?;
                self.d.ids.insert(next, none);
            }
        }
        Ok(self.d.ids.get(&key).copied().unwrap_or_default())
    }

    /// Returns the id that an instruction has or will have.
    fn reserve(&mut self, key: Key<'m>) -> Id {
        let spv = &mut self.f.spv;
        *self.d.ids.entry(key).or_insert_with(|| spv.fresh())
    }

    /// Returns the id of an instruction that must be written before; notes it where it is not.
    fn id(&mut self, key: Key<'m>) -> Result<Id> {
        if self.d.written.contains(&key) {
            return Ok(self.d.ids.get(&key).copied().unwrap_or_default());
        }
        if self.d.by_twin.contains(&key) {
            return self.id((key.0, Role::Twin));
        }
        if !self.d.open.contains(&key) {
            self.missing.push(key);
            return Ok(0);
        }
        if !self.set().is_of_shaders() || self.d.cut.contains(&key) {
            self.lose("references of nodes to themselves");
            return self.none();
        }
        if key.1 == Role::Full && is_composite(&key.0.debug_node()) {
            return self.id((key.0, Role::Twin));
        }
        self.circle = self.circle.or(Some(key));
        Ok(0)
    }

    /// Has the composite in a circle named by its twin; where there is none, the circle is cut.
    fn break_circle(&mut self, target: Key<'m>, stack: &mut Vec<Key<'m>>) {
        let start = stack.iter().position(|key| *key == target).map_or(stack.len(), |place| place + 1);
        let within = stack.get(start..).unwrap_or_default();
        let is_open = |key: &&Key<'m>| key.1 == Role::Full && self.d.open.contains(*key);
        match within.iter().filter(is_open).find(|key| is_composite(&key.0.debug_node())).copied() {
            Some(composite) => drop(self.d.by_twin.insert(composite)),
            None => drop(self.d.cut.insert(target)),
        }
        for key in stack.drain(start..) {
            self.d.open.remove(&key);
        }
    }

    fn set(&self) -> Set {
        self.d.set.unwrap_or(Set::OpenCl100)
    }

    /// Counts what is not said.
    fn lose(&mut self, what: &str) {
        *self.d.lost.entry(what.to_owned()).or_default() += 1;
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

    /// An instruction of the set outside of functions: number and operands.
    fn emit(&mut self, id: Id, words: &[u32]) -> Result<()> {
        let void = self.f.spv.unique_type(Op::TypeVoid, &[])?;
        let set = self.f.spv.ext_inst_set(self.set().name());
        let all = [&[void, id, set], words].concat();
        self.f.spv.emit(Section::Debug, Op::ExtInst, &all)
    }

    /// An instruction that is there once.
    fn unique(&mut self, words: Vec<u32>) -> Result<Id> {
        if let Some(id) = self.d.unique.get(&words) {
            return Ok(*id);
        }
        let id = self.f.spv.fresh();
        self.emit(id, &words)?;
        self.d.unique.insert(words, id);
        Ok(id)
    }

    /// An expression with an id that a function names already.
    fn expression_as(&mut self, id: Id, operations: &[Vec<u32>]) -> Result<()> {
        let mut words = vec![number::EXPRESSION];
        for operation in operations {
            let mut one = vec![number::OPERATION];
            for word in operation {
                one.push(self.number(*word)?);
            }
            words.push(self.unique(one)?);
        }
        self.emit(id, &words)
    }

    /// An expression that other nodes name.
    fn expression(&mut self, node: Metadata<'m>) -> Result<Id> {
        let takes_all = self.takes_all();
        let Ok(operations) = super::expressions::forward(node.expression_words(), takes_all) else {
            self.lose("expressions of types");
            return self.none();
        };
        let operations: Vec<_> =
            operations.iter().map(|one| [&[one.number], one.operands.as_slice()].concat()).collect();
        if let Some(id) = self.d.expressions.get(&operations) {
            return Ok(*id);
        }
        let id = self.f.spv.fresh();
        self.d.expressions.insert(operations.clone(), id);
        self.expression_as(id, &operations)?;
        Ok(id)
    }

    fn takes_all(&self) -> bool {
        self.set() == Set::Shader200 || self.f.options.extra_di_expressions
    }

    /// The words of an instruction, from its number on; nothing for a node that the set cannot say.
    fn instruction(&mut self, (metadata, role): Key<'m>) -> Result<Option<Vec<u32>>> {
        let node = metadata.debug_node();
        match (node.class, role) {
            (Class::File, _) => self.source(&node).map(Some),
            (Class::Macro, _) => self.macro_of(&node),
            (_, Role::Template) => self.template(metadata, &node).map(Some),
            _ => match self.row(&node, role) {
                Some(row) => self.fields(row, metadata, &node, role).map(Some),
                None => self.stand_in(metadata, &node),
            },
        }
    }

    /// Returns the row by which a node is written.
    fn row(&mut self, node: &Node<'m>, role: Role) -> Option<&'static Row> {
        let set = self.set();
        let tagged = node.number(Number::Tag);
        let is_dynamic = || {
            [Link::DataLocation, Link::Associated, Link::Allocated, Link::Rank]
                .iter()
                .any(|link| node.link(*link).is_some())
        };
        let numbered = |number| rows::of(node.class, number).filter(|row| row.sets.has(set));
        match node.class {
            Class::Function if role == Role::Method => numbered(number::FUNCTION),
            Class::Function if super::is_definition(node) => numbered(number::FUNCTION),
            Class::Function => numbered(number::FUNCTION_DECLARATION),
            Class::CompositeType if tagged == tag::ARRAY && super::is_vector(node) => numbered(number::TYPE_VECTOR),
            Class::CompositeType if tagged == tag::ARRAY && set == Set::Shader200 && is_dynamic() => {
                numbered(number::DYNAMIC_ARRAY)
            }
            class => rows::ROWS.iter().find(|row| {
                let is_only = row.tags.is_empty() && class != Class::CompositeType;
                row.class == class && row.sets.has(set) && (is_only || row.tags.contains(&tagged))
            }),
        }
    }

    /// The instruction for a node that no row has: the type that it is made of, or nothing.
    fn stand_in(&mut self, metadata: Metadata<'m>, node: &Node<'m>) -> Result<Option<Vec<u32>>> {
        if node.class == Class::DerivedType
            && let Some(base) = node.link(Link::Base)
        {
            let id = self.id((base, Role::Full))?;
            if self.missing.is_empty() {
                self.d.ids.insert((metadata, Role::Full), id);
                self.lose("types of a kind that the set does not have");
            }
            return Ok(None);
        }
        self.lose(&format!("nodes of class {:?}", node.class));
        Ok(None)
    }

    /// The parameters of the template that a composite or a function is made of.
    fn template(&mut self, metadata: Metadata<'m>, node: &Node<'m>) -> Result<Vec<u32>> {
        let mut words = vec![number::TYPE_TEMPLATE, self.id((metadata, Role::Full))?];
        let mut open: Vec<_> = node.entries(Link::Templates).into_iter().rev().flatten().collect();
        while let Some(parameter) = open.pop() {
            let fields = parameter.debug_node();
            match fields.number(Number::Tag) {
                tag::PARAMETER_PACK => {
                    let inner = fields.link(Link::Held).map(Metadata::operands).unwrap_or_default();
                    open.extend(inner.into_iter().rev().flatten());
                }
                tag::TEMPLATE_TEMPLATE => self.lose("template parameters that are templates"),
                _ => words.push(self.id((parameter, Role::Full))?),
            }
        }
        Ok(words)
    }
}

/// Returns whether a node is a composite, whose members may lead back to it.
fn is_composite(node: &Node<'_>) -> bool {
    let tags = rows::of(Class::CompositeType, number::TYPE_COMPOSITE).map_or(&[][..], |row| row.tags);
    node.class == Class::CompositeType && tags.contains(&node.number(Number::Tag))
}

impl<'m> Writer<'_, 'm> {
    /// Notes which variable or constant each description is about.
    fn find_holders(&mut self, units: &[Metadata<'m>]) -> Result<()> {
        let module = self.f.module;
        for global in module.globals() {
            let Some(operand) = self.f.globals.get(&global).copied() else { continue };
            for expression in global.debug_globals() {
                if let Some(variable) = expression.debug_node().link(Link::Variable) {
                    self.d.holders.entry(variable).or_insert(operand.id);
                }
            }
        }
        for unit in units {
            for expression in unit.debug_node().entries(Link::Globals).into_iter().flatten() {
                self.constant_holder(expression)?;
                if let Some(variable) = expression.debug_node().link(Link::Variable) {
                    self.d.listed.entry(variable).or_insert(*unit);
                }
            }
        }
        Ok(())
    }

    /// A variable that was optimised away to a number.
    fn constant_holder(&mut self, expression: Metadata<'m>) -> Result<()> {
        let node = expression.debug_node();
        let (Some(variable), Some(words)) = (node.link(Link::Variable), node.link(Link::Expression)) else {
            return Ok(());
        };
        if self.d.holders.contains_key(&variable) {
            return Ok(());
        }
        match *words.expression_words() {
            [0x10 | 0x11, value, 0x9f] => {
                let id = self.constant(value)?;
                self.d.holders.insert(variable, id);
            }
            [] => {}
            _ => self.lose("expressions of global variables"),
        }
        Ok(())
    }

    /// The global variables, in order.
    fn globals(&mut self) -> Result<()> {
        let module = self.f.module;
        for global in module.globals() {
            let all: Vec<_> = global.debug_globals();
            for expression in all {
                let Some(variable) = expression.debug_node().link(Link::Variable) else { continue };
                self.write((variable, Role::Full))?;
            }
        }
        Ok(())
    }

    /// An entry point of each kernel, where the set has them.
    fn entry_points(&mut self, functions: &[(Metadata<'m>, Id, bool)]) -> Result<()> {
        if !self.set().is_of_shaders() {
            return Ok(());
        }
        for (function, _, _) in functions.iter().filter(|function| function.2) {
            let unit = function.debug_node().link(Link::Unit);
            let Some(unit) = unit else { continue };
            let fields = unit.debug_node();
            let function = self.write((*function, Role::Full))?;
            let unit = self.write((unit, Role::Full))?;
            let (producer, flags) =
                (self.text(fields.bytes(Link::Producer))?, self.text(fields.bytes(Link::UnitFlags))?);
            let words = vec![number::ENTRY_POINT, function, unit, producer, flags];
            self.unique(words)?;
        }
        Ok(())
    }

    /// A number of 64 bits.
    fn long_constant(&mut self, value: u64) -> Result<Id> {
        let ty = self.f.spv.unique_type(Op::TypeInt, &[64, 0])?;
        self.f.spv.unique_constant(Op::Constant, ty, &[value as u32, (value >> 32) as u32])
    }

    /// A number that does not fit into a word where 64-bit integers are there anyway.
    fn constant(&mut self, value: u64) -> Result<Id> {
        let fits = u32::try_from(value).is_ok();
        let (width, words) = match fits || !self.f.spv.has(Capability::Int64) {
            true => (32, &[value as u32][..]),
            false => (64, &[value as u32, (value >> 32) as u32][..]),
        };
        let ty = self.f.spv.unique_type(Op::TypeInt, &[width, 0])?;
        self.f.spv.unique_constant(Op::Constant, ty, words)
    }

    /// A number: a literal, or a constant where the set has these.
    fn number(&mut self, value: u32) -> Result<Id> {
        if self.set().is_of_shaders() { self.constant(value.into()) } else { Ok(value) }
    }
}

/// Returns whether a value is one of which a function's instructions may say where it is.
fn is_constant<'m>(value: Value<'m>) -> bool {
    value.is_constant() && !value.is_function() && !value.is_global_variable()
}
