//! The lists of units and functions, which are made after all functions.

use super::super::rows::number;
use super::super::{codes, is_local_scope, unit_of};
use super::units::GREATER;
use super::{Reader, with};
use crate::binary::{Id, Instruction};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::state::Reverse;
use crate::state::slots::debug_info::{Local, ReverseDebug};
use llvm_ir::sorting::Sorting;
use rustc_hash::{FxHashMap, FxHashSet};

/// The version of LLVM's debug information.
const LLVM_VERSION: u32 = 3;
/// LLVM's behaviour of a module flag that warns of differing values when modules are linked.
const WARNING: u32 = 2;

/// DWARF's operations for a variable that is a number.
const NUMBER_VALUE: [u64; 2] = [0x10, 0x9f];

/// Completes the units; returns whether there is debug information.
pub fn finish(r: &mut Reverse<'_>) -> Result<bool> {
    if r.debug.is_none() {
        return Ok(false);
    }
    with(r, |reader| reader.finish())?;
    let debug = r.debug.take();
    for (what, count) in debug.map(|debug| debug.lost).unwrap_or_default() {
        r.warn(format!("debug information: lost {count} {what}"));
    }
    Ok(true)
}

impl<'m> Reader<'_, 'm> {
    fn finish(&mut self) -> Result<()> {
        if self.d.units.is_empty() {
            return Ok(());
        }
        let all = std::mem::take(&mut self.d.all);
        for inst in &all {
            self.listed(*inst)?;
        }
        self.listed_types(&all)?;
        self.attach_declarations(&all);
        self.retained()?;
        self.link_units()?;
        let knows = self.r.options.policy.knows_units_by_sets_alone;
        for (_, unit) in self.d.units.clone().into_iter().filter(|_| !knows) {
            self.r.module.add_named_metadata("llvm.dbg.cu", unit)?;
        }
        if !self.d.languages.is_empty() {
            let all: Vec<_> = std::mem::take(&mut self.d.languages).into_iter().map(Some).collect();
            self.r.module.add_debug_list(WARNING, super::super::LANGUAGE_FLAG, self.r.context.md_node(&all));
        }
        if self.d.dwarf != 0 && !knows {
            self.r.module.add_debug_flag(GREATER, "Dwarf Version", self.d.dwarf);
        }
        self.r.module.add_debug_flag(WARNING, "Debug Info Version", LLVM_VERSION);
        self.merge_structures();
        Ok(())
    }

    /// Merges equal structures and unions that are not distinct. This comes last: only one of several equal nodes
    /// stays, so that the notes about nodes are cleared.
    fn merge_structures(&mut self) {
        let lost = std::mem::take(&mut self.d.lost);
        let of_before = std::mem::replace(&mut *self.d, ReverseDebug { lost, ..ReverseDebug::default() });
        if !of_before.has_temporary {
            return;
        }
        let mut seen = FxHashSet::default();
        let is_first = |node: &Metadata<'m>| node.is_temporary() && seen.insert(*node);
        let all: Vec<_> = of_before.made.by_id().filter(is_first).collect();
        let unified: Vec<_> = all.into_iter().map(Metadata::unify_debug_node).collect();
        unified.into_iter().for_each(Metadata::resolve_debug_node);
    }

    /// Attaches descriptions to functions that are only declared: by the linkage name, or else by the name.
    fn attach_declarations(&mut self, all: &[Instruction<'m>]) {
        if self.r.options.policy.reads_functions_as_builder {
            return;
        }
        let is_declaration =
            |inst: &Instruction<'m>| self.numbered(*inst).map(|of| of.1) == Some(number::FUNCTION_DECLARATION);
        let made = |inst: &Instruction<'m>| self.d.made.node(inst.result_id()?);
        let nodes: Vec<_> = all.iter().filter(|inst| is_declaration(inst)).filter_map(made).collect();
        let (mut linked, mut named) = (FxHashMap::default(), FxHashMap::default());
        for made in nodes {
            let node = made.debug_node();
            match node.bytes(Link::Linkage) {
                [] => named.entry(node.bytes(Link::Name)).or_insert(made),
                name => linked.entry(name).or_insert(made),
            };
        }
        let module = self.r.module;
        for function in module.functions().filter(|function| function.is_declaration()) {
            let name = function.name_bytes();
            if let Some(made) = linked.get(name).or_else(|| named.get(name)) {
                function.set_subprogram(*made);
            }
        }
    }

    /// Makes a node that is listed by a unit or a function.
    fn listed(&mut self, inst: Instruction<'m>) -> Result<()> {
        let (Some((_, number)), Some(id)) = (self.numbered(inst), inst.result_id()) else { return Ok(()) };
        match number {
            number::GLOBAL_VARIABLE => self.global(inst, id)?,
            number::IMPORTED => {
                let made = self.make(id)?;
                let made = made.filter(|made| made.debug_node().link(Link::Entity).is_some());
                self.imported(made, inst.offset());
            }
            number::MACRO_DEFINE | number::MACRO_UNDEFINE => {
                let made = self.make(id)?;
                self.d.listed[2].extend(made);
            }
            number::LOCAL_VARIABLE | number::FUNCTION | number::FUNCTION_DECLARATION => self.make(id).map(drop)?,
            _ => {}
        }
        Ok(())
    }

    /// Makes a global variable, and attaches it to its `OpVariable` or constant.
    fn global(&mut self, inst: Instruction<'m>, id: Id) -> Result<()> {
        let Some(made) = self.make(id)? else { return Ok(()) };
        let holder = Self::operands(inst).get(7).copied().unwrap_or_default();
        let value = self.r.find_value(holder);
        let number = value
            .filter(|value| value.is_constant() && !value.is_global_variable())
            .and_then(|value| value.int_value());
        // A literal has no name, and no expression.
        let is_named = !made.debug_node().bytes(Link::Name).is_empty();
        let space = value.filter(|value| value.is_global_variable() && is_named && self.is_of_c(made));
        let space = space.map(|value| codes::in_space(value.ty().address_space()).to_vec());
        let words = number.map(|number| vec![NUMBER_VALUE[0], number, NUMBER_VALUE[1]]).or(space).unwrap_or_default();
        let said = self.make(holder)?.filter(|said| said.debug_class() == Class::Expression);
        let mut node = Node::new(Class::GlobalExpression);
        node.set_link(Link::Variable, Some(made));
        node.set_link(Link::Expression, said.or_else(|| self.r.context.debug_expression(&words)));
        let expression = self.r.context.debug_node(&node)?;
        if let Some(value) = value.filter(|value| value.is_global_variable()) {
            value.add_debug_global(expression);
        }
        self.d.listed[0].push(expression);
        Ok(())
    }

    /// Returns whether a node's unit has a language of the C family, whose compilers state the address space of a variable.
    fn is_of_c(&self, node: Metadata<'m>) -> bool {
        let places = self.d.units.iter().enumerate().map(|(place, unit)| (unit.1, place)).collect();
        let unit = self.d.units.get(unit_of(node, &places));
        let language = unit.map(|unit| unit.1.debug_node().number(Number::Language));
        language.is_some_and(codes::is_of_c) && !self.r.options.policy.reads_functions_as_builder
    }

    /// Notes an imported entity: the function that contains it retains it, or else its unit lists it.
    fn imported(&mut self, made: Option<Metadata<'m>>, offset: usize) {
        let Some(made) = made else { return };
        let scope = made.debug_node().link(Link::Scope).filter(|scope| is_local_scope(scope.debug_class()));
        match scope.and_then(|scope| self.function_of(scope)) {
            Some(_) => self.d.locals.push(Local { offset, node: made, scope, ty: None }),
            None => self.d.listed[1].push(made),
        }
    }

    /// Sets the retained nodes of functions: all variables of an optimised function, else those without a record.
    fn retained(&mut self) -> Result<()> {
        let mut locals = std::mem::take(&mut self.d.locals);
        locals.arrange_by_key(|local| local.offset);
        let mut by_function: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for in_scope in locals.chunk_by(|one, other| one.scope == other.scope) {
            let scope = in_scope.first().and_then(|local| local.scope);
            if let Some(function) = scope.and_then(|scope| self.function_of(scope)) {
                by_function.entry(function).or_default().extend(in_scope.iter().map(|local| local.node));
            }
        }
        for (function, all) in by_function {
            let node = function.debug_node();
            if !super::super::is_definition(&node) {
                continue;
            }
            let is_optimized = node.number(Number::FunctionFlags) & super::super::codes::function_flag::OPTIMIZED != 0;
            let keeps_all = is_optimized || self.r.options.policy.reads_functions_as_builder;
            let kept: Vec<_> =
                all.into_iter().filter(|one| keeps_all || !self.d.named.contains(one)).map(Some).collect();
            if !kept.is_empty() {
                function.set_debug_link(Link::Retained, self.r.context.md_node(&kept));
            }
        }
        Ok(())
    }

    /// Sets the lists of the units: a node belongs to the unit that contains its scope, else to the first.
    fn link_units(&mut self) -> Result<()> {
        let links = [Link::Globals, Link::Imports, Link::Macros, Link::Enums];
        let mut lists = std::mem::take(&mut self.d.listed);
        lists[2] = self.join_macro_files(std::mem::take(&mut lists[2]))?;
        let units: Vec<_> = self.d.units.iter().map(|unit| unit.1).collect();
        let places: FxHashMap<_, _> = units.iter().enumerate().map(|(place, unit)| (*unit, place)).collect();
        for (link, list) in links.into_iter().zip(lists) {
            let mut by_unit: Vec<Vec<Option<Metadata<'m>>>> = vec![Vec::new(); units.len()];
            for node in list {
                let place = unit_of(node, &places);
                if let Some(of_unit) = by_unit.get_mut(place) {
                    of_unit.push(Some(node));
                }
            }
            for (unit, list) in units.iter().zip(by_unit).filter(|(_, list)| !list.is_empty()) {
                unit.set_debug_link(link, self.r.context.md_node(&list));
            }
        }
        let retained: Vec<_> = std::mem::take(&mut self.d.retained).into_iter().map(Some).collect();
        if let (Some(first), false) = (units.first(), retained.is_empty()) {
            first.set_debug_link(Link::RetainedTypes, self.r.context.md_node(&retained));
        }
        Ok(())
    }
}
