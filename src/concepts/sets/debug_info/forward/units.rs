//! Units, forward: their own properties, and their lists.

use super::super::reached::roots;
use super::super::rows::number;
use super::super::unit_lines;
use super::super::{MOST_SCOPES, codes, unit_of};
use super::fields::is_enumeration;
use super::{LAYOUT_VERSION, Writer, is_composite};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::state::slots::debug_info::{Role, Set};
use crate::state::slots::debug_progress::Mark;
use llvm_ir::sorting::Sorting;
use rustc_hash::FxHashSet;

impl<'m> Writer<'_, 'm> {
    /// Writes a unit, behind its source.
    pub(super) fn unit(&mut self, place: usize, metadata: Metadata<'m>) -> Result<()> {
        let node = metadata.debug_node();
        if let Some(file) = node.link(Link::File) {
            self.write((file, Role::Full))?;
        }
        self.split_unit(&node)?;
        let source = self.file(node.link(Link::File))?;
        let dwarf = self.f.module.debug_flag("Dwarf Version").unwrap_or(0) as u32;
        let mut words = vec![number::UNIT, self.number(LAYOUT_VERSION)?, self.number(dwarf)?, source];
        words.push(self.number(self.language(metadata, &node))?);
        let producer = node.bytes(Link::Producer);
        match self.set() {
            Set::Shader200 => words.push(self.text(producer)?),
            Set::Shader100 if self.d.units_have_entries => {}
            _ => {
                let producer = String::from_utf8_lossy(producer).into_owned();
                self.processed(&format!("{}{producer}", super::super::PRODUCER_LINE))?;
            }
        }
        if !self.f.options.policy.knows_units_by_sets_alone
            && let Some(line) = unit_lines::of(&node, place, self.set())
        {
            self.processed(&line)?;
        }
        let key = (metadata, Role::Full);
        let id = self.reserve(key);
        self.d.progress.mark(Mark::Written, key);
        self.emit(id, &words)
    }

    /// The set's number of the language of a unit.
    fn language(&self, unit: Metadata<'m>, node: &Node<'m>) -> u32 {
        if let Some(number) = self.d.languages.get(&unit) {
            return *number;
        }
        let language = node.number(Number::Language);
        match self.set() {
            Set::Shader200 => codes::language(language, true),
            _ if self.f.options.policy.knows_units_by_sets_alone => codes::khronos_language(language),
            _ => codes::language(language, false),
        }
    }

    /// Writes the identifier and the path of split debug information.
    fn split_unit(&mut self, node: &Node<'m>) -> Result<()> {
        if !self.set().is_of_shaders() {
            return Ok(());
        }
        if self.f.options.policy.shares_split_names {
            if std::mem::replace(&mut self.d.has_split_names, true) {
                return Ok(());
            }
            let text = self.text(node.number(Number::DwoId).to_string().as_bytes())?;
            let words = vec![number::BUILD_IDENTIFIER, text, self.number(1)?];
            self.unique(words)?;
            let words = vec![number::STORAGE_PATH, self.text(node.bytes(Link::SplitName))?];
            return self.unique(words).map(drop);
        }
        // They belong to the unit behind them.
        if node.number(Number::DwoId) != 0 {
            let text = self.text(node.number(Number::DwoId).to_string().as_bytes())?;
            let words = [number::BUILD_IDENTIFIER, text, self.number(1)?];
            self.fresh(&words)?;
        }
        if !node.bytes(Link::SplitName).is_empty() {
            let words = [number::STORAGE_PATH, self.text(node.bytes(Link::SplitName))?];
            self.fresh(&words)?;
        }
        Ok(())
    }

    /// Writes the types that units list. A reader has no lists: it lists every enumeration, and other types that no
    /// node refers to. So types that other types refer to are written at the first reference, and enumerations, whose
    /// order does not depend on further lists, come last.
    pub(super) fn listed_types(&mut self, units: &[Metadata<'m>]) -> Result<()> {
        let lists = units.iter().flat_map(|unit| [Link::Enums, Link::RetainedTypes].map(|list| (unit, list)));
        let all = lists.flat_map(|(unit, list)| unit.debug_node().entries(list)).flatten();
        let (mut last, mut all): (Vec<_>, Vec<_>) = all.partition(|node| is_enumeration(&node.debug_node()));
        let places = units.iter().enumerate().map(|(place, unit)| (*unit, place)).collect();
        last.arrange_by_key(|node| unit_of(*node, &places));
        self.owning()?;
        all.retain(|node| !self.d.progress.is(Mark::Written, (*node, Role::Full)));
        roots(all, false).into_iter().try_for_each(|node| self.write((node, Role::Full)).map(drop))?;
        self.owning()?;
        last.into_iter().try_for_each(|node| {
            // A reader lists the enumeration in place of the composite around it, whose parts come in its own order.
            outermost_composite(node).map(|around| self.write((around, Role::Full))).transpose()?;
            self.write((node, Role::Full)).map(drop)
        })
    }

    /// The global variables that a unit lists.
    pub(super) fn global_variables(&mut self, unit: &Node<'m>) -> Result<()> {
        for expression in unit.entries(Link::Globals).into_iter().flatten() {
            if let Some(variable) = expression.debug_node().link(Link::Variable) {
                self.write((variable, Role::Full))?;
            }
        }
        Ok(())
    }

    /// The imported entities and macros of a unit.
    pub(super) fn last_parts(&mut self, unit: &Node<'m>) -> Result<()> {
        let mut seen = FxHashSet::default();
        for entity in unit.entries(Link::Imports).into_iter().flatten() {
            match seen.insert(entity) {
                true => self.import(entity)?,
                false => self.import_again(entity)?,
            }
        }
        self.macros(unit.entries(Link::Macros), unit.link(Link::File))
    }

    /// Returns whether imported entities are written.
    pub(super) fn may_import(&self) -> bool {
        self.set().is_of_shaders() || self.f.options.policy.imports_entities_in_all_sets
    }

    /// Writes an imported entity. In the older sets it is dropped unless the policy asks for it: existing readers
    /// expect one operand more than the specification has, or fail.
    pub(super) fn import(&mut self, entity: Metadata<'m>) -> Result<()> {
        let fields = entity.debug_node();
        let imported = fields.link(Link::Entity).map(Metadata::debug_node);
        if !self.may_import() || imported.is_some_and(|node| node.class == Class::Module) && !self.has_modules() {
            self.lose("imported entities");
            return Ok(());
        }
        match fields.class {
            Class::Imported => self.write((entity, Role::Full)).map(drop),
            _ => Ok(()),
        }
    }

    /// Writes an imported entity again that its unit lists more than once.
    fn import_again(&mut self, entity: Metadata<'m>) -> Result<()> {
        let is_written = self.d.progress.is(Mark::Written, (entity, Role::Full));
        match self.instruction((entity, Role::Full))?.filter(|_| is_written) {
            Some(words) => self.fresh(&words).map(drop),
            None => Ok(()),
        }
    }
}

/// Returns the outermost composite around a node, if there is one.
fn outermost_composite(node: Metadata<'_>) -> Option<Metadata<'_>> {
    fn around<'m>(node: &Metadata<'m>) -> Option<Metadata<'m>> {
        node.debug_node().link(Link::Scope).filter(|scope| is_composite(&scope.debug_node()))
    }
    std::iter::successors(around(&node), around).take(MOST_SCOPES).last()
}
