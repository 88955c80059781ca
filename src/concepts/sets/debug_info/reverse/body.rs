//! Locations and records in functions, backward.

use super::super::rows::number;
use super::super::{is_local_scope, paths};
use super::together::can_be_attached;
use super::{Reader, with};
use crate::binary::{Function, Id, Instruction, Op};
use crate::error::Result;
use crate::llvm::debug::{Class, Link, Node};
use crate::llvm::{Metadata, Value};
use crate::state::Reverse;
use crate::state::slots::debug_info::Set;

/// The greatest column that LLVM can represent.
const MOST_COLUMN: u32 = 0xffff;

/// Attaches the description of a function.
pub fn begin_function<'m>(r: &mut Reverse<'m>, function: Function<'m>, value: Value<'m>) -> Result<()> {
    with(r, |reader| reader.begin_function(function, value))
}

/// Resets the location: none is in effect at the start of a block.
pub fn at_block(r: &mut Reverse<'_>) {
    if let Some(debug) = r.debug.as_deref_mut() {
        debug.forget_place();
    }
}

/// Sets the location in effect for the LLVM instructions of a SPIR-V instruction.
pub fn before<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let is_free = r.options.policy.locates_in_any_function;
    if r.debug.as_deref().is_none_or(|debug| debug.subprogram.is_none() && !is_free) {
        return Ok(());
    }
    with(r, |reader| {
        let place = reader.place_at(inst)?;
        let place = match inst.opcode() {
            // LLVM asks for one where a function that is described is called.
            Op::FunctionCall if place.is_none() => reader.beginning()?,
            _ => place,
        };
        reader.r.builder.set_debug_location(place);
        Ok(())
    })
}

/// Ends a function: later instructions have no location.
pub fn end_function(r: &mut Reverse<'_>) {
    if let Some(debug) = r.debug.as_deref_mut() {
        debug.subprogram = None;
        r.builder.set_debug_location(None);
    }
}

/// `OpLine` and `OpNoLine` in a function.
pub fn line(r: &mut Reverse<'_>, inst: Instruction<'_>) {
    if let Some(debug) = r.debug.as_deref_mut() {
        debug.set_line(inst);
    }
}

/// Translates an instruction of a debug information set in a function; returns whether it was one.
pub fn extended<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    with(r, |reader| {
        let Some((set, number)) = reader.numbered(inst) else { return Ok(false) };
        reader.in_function(set, number, Reader::operands(inst))?;
        Ok(true)
    })
}

impl<'m> Reader<'_, 'm> {
    fn begin_function(&mut self, function: Function<'m>, value: Value<'m>) -> Result<()> {
        self.make_together()?;
        self.d.subprogram = None;
        self.d.next_location = self.d.starts.get(&function.id()).copied().unwrap_or(usize::MAX);
        let made = match self.d.functions.contains_key(&function.id()) {
            true => self.description(function)?,
            false if self.d.sets.is_empty() => {
                self.description_of_lines(function, value)?.filter(|made| can_be_attached(*made))
            }
            false => None,
        };
        let Some(made) = made else { return Ok(()) };
        if self.d.attached.insert(made) {
            value.set_subprogram(made);
            self.d.subprogram = Some(made);
        }
        Ok(())
    }

    fn description_of_lines(&mut self, function: Function<'m>, value: Value<'m>) -> Result<Option<Metadata<'m>>> {
        let first =
            function.blocks.iter().flat_map(|block| block.instructions()).find(|inst| inst.opcode() == Op::Line);
        match first.map(Instruction::in_operands) {
            Some(&[file, line, _]) => self.lines_function(value.name(), (file, line)),
            _ => Ok(None),
        }
    }

    pub(super) fn in_function(&mut self, set: Set, number: u32, operands: &'m [u32]) -> Result<()> {
        match (number, operands) {
            (number::SCOPE, [scope, rest @ ..]) => {
                let scope = self.make(*scope)?.filter(|scope| is_local_scope(scope.debug_class()));
                let inlined = match rest.first() {
                    Some(inlined) => self.make(*inlined)?.filter(|node| node.debug_class() == Class::Location),
                    None => None,
                };
                self.d.scope = (scope, inlined);
                self.d.is_stale = true;
            }
            (number::NO_SCOPE, _) => {
                self.d.scope = (None, None);
                self.d.is_stale = true;
            }
            (number::LINE, [file, line, _, column, ..]) => {
                self.d.line = Some((*file, self.number(set, *line), self.number(set, *column)));
                self.d.is_stale = true;
            }
            (number::NO_LINE, _) => {
                self.d.line = None;
                self.d.is_stale = true;
            }
            (number::DECLARE, [variable, address, expression, rest @ ..]) => {
                self.record(true, [*variable, *address, *expression], rest)?;
            }
            (number::VALUE, [variable, value, expression, rest @ ..]) => {
                self.record(false, [*variable, *value, *expression], rest)?;
            }
            (number::FUNCTION_DEFINITION, _) => {}
            _ => self.lose(&format!("instructions {number} of {} in functions", set.name())),
        }
        Ok(())
    }

    /// The location in effect.
    pub(super) fn place(&mut self) -> Result<Option<Metadata<'m>>> {
        if self.d.is_stale {
            self.d.is_stale = false;
            self.d.place = self.location()?;
        }
        Ok(self.d.place)
    }

    fn location(&mut self) -> Result<Option<Metadata<'m>>> {
        let subprogram = self.d.subprogram;
        let (scope, inlined) = match (self.d.scope, self.d.line, subprogram) {
            (_, _, None) if !self.r.options.policy.locates_in_any_function => return Ok(None),
            ((Some(scope), inlined), _, _) => (scope, inlined),
            // A line alone is one of the function itself.
            (_, Some(_), Some(subprogram)) => (subprogram, None),
            _ => return Ok(None),
        };
        let outermost = self.outermost(scope, inlined);
        if subprogram.is_some() && outermost != subprogram {
            self.lose("locations outside of their function");
            return Ok(None);
        }
        let (file, line, column) = self.d.line.unwrap_or_default();
        let scope = if file == 0 { scope } else { self.scope_in_file(scope, file)? };
        self.location_of([line, column], scope, inlined).map(Some)
    }

    pub(super) fn location_of(
        &self,
        [line, column]: [u32; 2],
        scope: Metadata<'m>,
        inlined: Option<Metadata<'m>>,
    ) -> Result<Metadata<'m>> {
        self.r.context.debug_location([line, if column > MOST_COLUMN { 0 } else { column }], scope, inlined)
    }

    /// Returns a location at the beginning of the function, without a line.
    pub(super) fn beginning(&self) -> Result<Option<Metadata<'m>>> {
        self.d.subprogram.map(|scope| self.location_of([0, 0], scope, None)).transpose()
    }

    /// Returns the function that contains a scope, or that the scope was inlined into.
    fn outermost(&mut self, scope: Metadata<'m>, inlined: Option<Metadata<'m>>) -> Option<Metadata<'m>> {
        let Some(inlined) = inlined else { return self.function_of(scope) };
        if let Some(known) = self.d.roots.get(&inlined) {
            return *known;
        }
        let mut last = inlined;
        while let Some(outer) = last.debug_inlined_at() {
            last = outer;
        }
        let found = last.debug_scope().and_then(|scope| self.function_of(scope));
        self.d.roots.insert(inlined, found);
        found
    }

    /// Returns the function that contains a scope.
    pub(super) fn function_of(&mut self, scope: Metadata<'m>) -> Option<Metadata<'m>> {
        if let Some((_, known)) = self.d.last_root.filter(|last| last.0 == scope) {
            return known;
        }
        let mut passed = Vec::new();
        let mut next = Some(scope);
        let mut found = None;
        while let Some(scope) = next {
            if let Some(known) = self.d.roots.get(&scope) {
                found = *known;
                break;
            }
            passed.push(scope);
            let class = scope.debug_class();
            if class == Class::Function {
                found = Some(scope);
                break;
            }
            next = scope.debug_scope().filter(|_| is_local_scope(class));
        }
        self.d.roots.extend(passed.into_iter().map(|scope| (scope, found)));
        self.d.last_root = Some((scope, found));
        found
    }

    /// Returns the scope for lines in another file than that of the scope.
    pub(super) fn scope_in_file(&mut self, scope: Metadata<'m>, file: Id) -> Result<Metadata<'m>> {
        if let Some((_, known)) = self.d.last_scope.filter(|last| last.0 == (scope, file)) {
            return Ok(known);
        }
        let found = self.find_scope_in_file(scope, file)?;
        self.d.last_scope = Some(((scope, file), found));
        Ok(found)
    }

    fn find_scope_in_file(&mut self, scope: Metadata<'m>, file: Id) -> Result<Metadata<'m>> {
        if let Some(known) = self.d.scopes.get(&(scope, file)) {
            return Ok(*known);
        }
        let own = scope.debug_node().link(Link::File);
        let path = self.r.spv.string(file).map(str::to_owned);
        let other = match &path {
            Some(path) if own.is_some_and(|own| path_of(own) == *path) => own,
            Some(path) => self.known_file(path)?,
            None => self.file_now(file)?,
        };
        let found = match other {
            Some(other) if own != Some(other) => {
                let mut node = Node::new(Class::BlockFile);
                node.set_link(Link::Scope, Some(scope));
                node.set_link(Link::File, Some(other));
                self.r.context.debug_node(&node)?
            }
            _ => scope,
        };
        self.d.scopes.insert((scope, file), found);
        Ok(found)
    }

    /// Returns the file for a path, with the properties in its `DebugSource`.
    fn known_file(&mut self, path: &str) -> Result<Option<Metadata<'m>>> {
        if self.d.paths.is_empty() {
            let spv = self.r.spv;
            let sources =
                self.d.all.iter().copied().filter(|inst| self.numbered(*inst).is_some_and(|of| of.1 == number::SOURCE));
            let paths = sources
                .filter_map(|inst| Some((spv.string(*Self::operands(inst).first()?)?.to_owned(), inst.result_id()?)));
            self.d.paths = paths.collect();
        }
        match self.d.paths.get(path).copied() {
            Some(source) => self.make(source),
            None => self.file_of_path(path),
        }
    }
}

/// Returns the path of a file as it is written.
fn path_of(file: Metadata<'_>) -> String {
    let node = file.debug_node();
    paths::join(&String::from_utf8_lossy(node.bytes(Link::Directory)), &String::from_utf8_lossy(node.bytes(Link::Name)))
}
