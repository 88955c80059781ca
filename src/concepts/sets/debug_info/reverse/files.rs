//! Files, macros and sentences about the module, backward.

use super::super::codes::{CHECKSUMS, OPENCL};
use super::super::{CHECKSUM_LINE, LINES_PRODUCER, PRODUCER_LINE, paths, rows::number, unit_lines};
use super::Reader;
use crate::binary::{Id, Instruction, Op};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::state::slots::debug_info::Set;

/// The prefix of a checksum that one translator writes in place of a source's text.
const CHECKSUM_TEXT: &str = "//__";

impl<'m> Reader<'_, 'm> {
    /// Reads the sentences of the module about units and files.
    pub(super) fn sentences(&mut self) -> Result<()> {
        for inst in self.r.spv.module_processed() {
            let (text, _) = inst.string(0)?;
            if let Some(producer) = text.strip_prefix(PRODUCER_LINE) {
                self.d.producers.push(producer.to_owned());
            } else if let Some(rest) = text.strip_prefix(CHECKSUM_LINE) {
                if let Some((sum, path)) = rest.split_once(' ')
                    && let Some(sum) = checksum(sum)
                {
                    self.d.checksums.insert(path.to_owned(), sum);
                }
            } else if let Some((place, pairs)) = unit_lines::parse(&text) {
                self.d.unit_lines.insert(place, pairs);
            } else {
                continue;
            }
            self.d.sentences.insert(inst.offset());
        }
        Ok(())
    }

    /// Reads the texts of `OpSource` and `OpSourceContinued`.
    pub(super) fn source_texts(&mut self) -> Result<()> {
        let mut last = None;
        for inst in self.r.spv.sources() {
            if inst.opcode() == Op::Source {
                let file = inst.in_operands().get(2).and_then(|file| self.r.spv.string(*file));
                last = file.filter(|_| inst.in_operands().len() > 3).map(str::to_owned);
            }
            if let Some(file) = &last {
                let (text, _) = inst.string(if inst.opcode() == Op::Source { 3 } else { 0 })?;
                self.d.source_texts.entry(file.clone()).or_default().push_str(&text);
            }
        }
        Ok(())
    }

    /// The text that `OpSource` has of a file.
    fn source_text(&self, path: &str) -> Option<Metadata<'m>> {
        self.d.source_texts.get(path).map(|text| self.r.context.md_string(text))
    }

    /// Notes the checksum that a source has in place of its text; no node need refer to that source.
    pub(super) fn checksum_of_source(&mut self, operands: &[u32]) {
        let [path, text, ..] = *operands else { return };
        let said = self.r.spv.string(text).and_then(|text| text.strip_prefix(CHECKSUM_TEXT));
        if let (Some(path), Some(sum)) = (self.r.spv.string(path), said.and_then(|said| checksum(said.trim_end()))) {
            self.d.checksums.entry(path.to_owned()).or_insert(sum);
        }
    }

    /// Makes the file for a `DebugSource`.
    pub(super) fn source(&mut self, set: Set, id: Id, inst: Instruction<'m>) -> Result<Option<Metadata<'m>>> {
        let operands = Self::operands(inst);
        let path = operands.first().and_then(|path| self.r.spv.string(*path)).unwrap_or_default().to_owned();
        if path.is_empty() {
            return Ok(None);
        }
        let mut sum = self.d.checksums.get(&path).cloned();
        let mut text = operands.get(if set == Set::Shader200 && operands.len() > 2 { 3 } else { 1 }).copied();
        if let (Set::Shader200, [_, kind, value, ..]) = (set, operands) {
            let kind = CHECKSUMS.get(self.number(set, *kind) as usize);
            let value = self.r.spv.string(*value).filter(|value| kind.is_some_and(|kind| is_sum(value, kind.2)));
            sum = kind.and_then(|kind| Some((kind.0, value?.to_owned())));
        }
        if let Some(said) =
            text.and_then(|text| self.r.spv.string(text)).and_then(|text| text.strip_prefix(CHECKSUM_TEXT))
        {
            (sum, text) = (checksum(said.trim_end()), None);
        }
        let text = text
            .and_then(|text| self.r.spv.string(text))
            .filter(|text| !text.is_empty() || set.is_of_shaders())
            .map(|text| [text, self.d.texts.get(&id).map_or("", String::as_str)].concat());
        let (directory, name) = paths::split(&path);
        let mut node = self.file_node(directory, name);
        if let Some((kind, value)) = sum {
            node.set(Number::ChecksumKind, kind);
            node.set_link(Link::Checksum, Some(self.r.context.md_string(&value)));
        }
        let text = text.map(|text| self.r.context.md_string(&text));
        node.set_link(Link::Source, text.or_else(|| self.source_text(&path)));
        self.r.context.debug_node(&node).map(Some)
    }

    fn file_node(&self, directory: &str, name: &str) -> Node<'m> {
        let mut node = Node::new(Class::File);
        node.set_link(Link::Name, Some(self.r.context.md_string(name)));
        if !directory.is_empty() {
            node.set_link(Link::Directory, Some(self.r.context.md_string(directory)));
        }
        node
    }

    pub(super) fn named_file(&mut self, directory: &str, name: &str) -> Result<Metadata<'m>> {
        self.r.context.debug_node(&self.file_node(directory, name))
    }

    /// The file of a path.
    pub(super) fn file_of_path(&mut self, path: &str) -> Result<Option<Metadata<'m>>> {
        let (directory, name) = paths::split(path);
        if name.is_empty() {
            return Ok(None);
        }
        let mut node = self.file_node(directory, name);
        node.set_link(Link::Source, self.source_text(path));
        self.r.context.debug_node(&node).map(Some)
    }

    /// The file of a `DebugSource`, or of an `OpString`, as the oldest set has it.
    pub(super) fn file(&mut self, id: Id) -> Result<Option<Metadata<'m>>> {
        match self.r.spv.string(id).map(str::to_owned) {
            Some(path) => self.file_of_path(&path),
            None => Ok(self.link(id, |class| class == Class::File)),
        }
    }

    /// Returns the file of an id at once, with no other node being made.
    pub(super) fn file_now(&mut self, id: Id) -> Result<Option<Metadata<'m>>> {
        if self.r.spv.string(id).is_none() {
            self.make(id)?;
        }
        let file = self.file(id);
        self.missing.clear();
        file
    }

    /// A macro that is defined or undefined.
    pub(super) fn macro_of(&mut self, set: Set, which: u32, inst: Instruction<'m>) -> Result<Option<Metadata<'m>>> {
        let operands = Self::operands(inst);
        let mut node = Node::new(Class::Macro);
        node.set(Number::Tag, if which == number::MACRO_DEFINE { 1 } else { 2 });
        node.set(Number::Line, operands.get(1).map_or(0, |line| self.number(set, *line)).into());
        let defined = operands.get(2).and_then(|id| self.defined(*id)).map(|(_, _, inst)| Self::operands(inst));
        let name = if which == number::MACRO_DEFINE { operands.get(2) } else { defined.and_then(|of| of.get(2)) };
        let text = |reader: &Self, id: Option<&u32>| {
            id.and_then(|id| reader.r.spv.string(*id)).map(|text| reader.r.context.md_string(text))
        };
        let Some(name) = text(self, name) else { return Ok(None) };
        node.set_link(Link::Name, Some(name));
        if which == number::MACRO_DEFINE {
            node.set_link(Link::Held, text(self, operands.get(3)));
        }
        let made = self.r.context.debug_node(&node)?;
        let file = match operands.first() {
            Some(file) => self.macro_file(*file)?,
            None => None,
        };
        if !self.missing.is_empty() {
            return Ok(None);
        }
        let unit = self.d.units.first().and_then(|unit| unit.1.debug_node().link(Link::File));
        if file.is_none() || file == unit {
            return Ok(Some(made));
        }
        let mut holder = Node::new(Class::MacroFile);
        holder.set_link(Link::File, file);
        holder.set_link(Link::Elements, Some(self.r.context.md_node(&[Some(made)])));
        self.r.context.debug_node(&holder).map(Some)
    }

    /// Returns the file of a macro: a source, or an `OpString` with the path if the policy reads it.
    fn macro_file(&mut self, id: Id) -> Result<Option<Metadata<'m>>> {
        let path = self.r.spv.string(id).filter(|_| self.r.options.policy.says_macros_as_later).map(str::to_owned);
        match path {
            Some(path) => {
                let (directory, name) = paths::split_last(&path);
                self.named_file(directory, name).map(Some)
            }
            None => self.file(id),
        }
    }

    /// Merges consecutive macro files of one file: each macro was read with a macro file of its own.
    pub(super) fn join_macro_files(&self, list: Vec<Metadata<'m>>) -> Result<Vec<Metadata<'m>>> {
        let file = |node: &Metadata<'m>| {
            let node = node.debug_node();
            node.link(Link::File).filter(|_| node.class == Class::MacroFile)
        };
        let same = |one: &Metadata<'m>, other: &Metadata<'m>| file(one).is_some() && file(one) == file(other);
        list.chunk_by(same)
            .map(|run| match run {
                [one] => Ok(*one),
                run => {
                    let inner: Vec<_> = run.iter().flat_map(|one| one.debug_node().entries(Link::Elements)).collect();
                    let mut holder = Node::new(Class::MacroFile);
                    holder.set_link(Link::File, run.first().and_then(file));
                    holder.set_link(Link::Elements, Some(self.r.context.md_node(&inner)));
                    self.r.context.debug_node(&holder)
                }
            })
            .collect()
    }

    /// Makes the unit of a module with `OpLine` but no debug information set; each function gets a description.
    pub(super) fn lines_unit(&mut self) -> Result<()> {
        let spv = self.r.spv;
        let source = spv.sources().iter().find(|inst| inst.opcode() == Op::Source);
        let named = source.and_then(|inst| inst.in_operands().get(2)).and_then(|file| spv.string(*file));
        let path = named.or_else(|| spv.string(spv.first_line()?.operand(0).ok()?)).unwrap_or("<unknown>").to_owned();
        let Some(file) = self.file_of_path(&path)? else { return Ok(()) };
        let mut unit = unit_lines::default(0);
        unit.set(Number::Language, OPENCL);
        unit.set(Number::Emission, 2);
        unit.set_link(Link::File, Some(file));
        unit.set_link(Link::Producer, Some(self.r.context.md_string(LINES_PRODUCER)));
        let unit = self.r.context.debug_node(&unit)?;
        self.d.units.push((0, unit));
        self.d.dwarf = 5;
        Ok(())
    }

    /// Makes the description of a function of which only lines are known.
    pub(super) fn lines_function(&mut self, name: &str, line: (Id, u32)) -> Result<Option<Metadata<'m>>> {
        let Some((_, unit)) = self.d.units.first().copied() else { return Ok(None) };
        let path = self.r.spv.string(line.0).unwrap_or_default().to_owned();
        let file = match self.file_of_path(&path)? {
            Some(file) => Some(file),
            None => unit.debug_node().link(Link::File),
        };
        let mut ty = Node::new(Class::FunctionType);
        ty.set_link(Link::Elements, Some(self.r.context.md_node(&[None])));
        let ty = self.r.context.debug_node(&ty)?;
        let mut node = Node::new(Class::Function);
        node.set_distinct(true);
        node.set_link(Link::Name, Some(self.r.context.md_string(name)));
        for (link, value) in [(Link::Scope, file), (Link::File, file), (Link::Base, Some(ty)), (Link::Unit, Some(unit))]
        {
            node.set_link(link, value);
        }
        for which in [Number::Line, Number::ScopeLine] {
            node.set(which, line.1.into());
        }
        node.set(Number::FunctionFlags, super::super::codes::function_flag::DEFINITION);
        self.r.context.debug_node(&node).map(Some)
    }
}

/// Parses a checksum: LLVM's number of the algorithm, and the value.
fn checksum(text: &str) -> Option<(u64, String)> {
    let (kind, value) = text.split_once(':')?;
    let row = CHECKSUMS.iter().find(|row| row.1 == kind)?;
    is_sum(value, row.2).then(|| (row.0, value.to_owned()))
}

fn is_sum(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
