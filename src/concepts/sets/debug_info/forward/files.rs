//! Files and macros, forward.

use super::super::codes::CHECKSUMS;
use super::super::paths;
use super::super::rows::number;
use super::Writer;
use crate::binary::builder::{Id, Section};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::options::Version;
use crate::state::slots::debug_info::{Role, Set};
use ::spirv::Op;
use rustc_hash::FxHashMap;

/// DWARF's number for the kind of a macro definition.
const DEFINE: u64 = 1;

/// The version that has `OpModuleProcessed`.
const SENTENCES: Version = Version::new(1, 1);
/// The limit on the length of a text in one instruction.
const MOST_TEXT: usize = 262_131;
/// The limit on the length of a text in an `OpSource` with its other operands.
const MOST_OF_SOURCE: usize = 262_123;

/// The limit on the number of times that one file of macros is written: nested files that are included several times
/// would lead to exponentially many.
const MOST_TIMES: u32 = 64;

/// A step through files of macros.
enum Step<'m> {
    /// A macro or a file, with the file that contains it.
    At(Metadata<'m>, Option<Metadata<'m>>),
    /// The end of a file.
    Behind(Metadata<'m>),
}

/// Returns the length of the first part of a text that fits into `most` bytes without splitting a character.
fn first_part(text: &[u8], most: usize) -> usize {
    let mut end = text.len().min(most);
    while text.get(end).is_some_and(|byte| byte & 0xc0 == 0x80) && end > 0 {
        end -= 1;
    }
    if end == 0 { text.len().min(most) } else { end }
}

/// Returns the paths of the units' files and their texts, in parts that fit into one instruction.
pub(super) fn unit_texts<'m>(units: impl Iterator<Item = Metadata<'m>>) -> Vec<(String, Vec<String>)> {
    let files = units.filter_map(|unit| unit.debug_node().link(Link::File)).map(Metadata::debug_node);
    let with_text = files.filter(|file| file.link(Link::Source).is_some());
    with_text.map(|file| (path_of(&file), parts(file.bytes(Link::Source)))).collect()
}

/// Returns a text in parts that fit into one instruction.
fn parts(text: &[u8]) -> Vec<String> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while !rest.is_empty() || parts.is_empty() {
        let (part, tail) = rest.split_at(first_part(rest, MOST_OF_SOURCE));
        parts.push(String::from_utf8_lossy(part).replace('\0', ""));
        rest = tail;
    }
    parts
}

fn path_of(file: &Node<'_>) -> String {
    let (directory, name) = (file.bytes(Link::Directory), file.bytes(Link::Name));
    paths::join(&String::from_utf8_lossy(directory), &String::from_utf8_lossy(name))
}

impl<'m> Writer<'_, 'm> {
    /// Writes the column and the file of an inlined call, for which only the last set has operands, as an `OpLine` in front.
    pub(super) fn column_of_call(&mut self, metadata: Metadata<'m>) -> Result<()> {
        let node = metadata.debug_node();
        let Some(scope) = node.link(Link::Scope).filter(|_| node.class == Class::Location) else { return Ok(()) };
        let file = scope.debug_node().link(Link::File);
        let column = node.word(Number::Column);
        let has_column = column != 0;
        let drops = self.f.options.policy.drops_columns_of_calls && self.named_set() != Set::Shader200;
        let has_file = super::body::without_files(scope).debug_node().link(Link::File) != file;
        if !has_column && !has_file || drops {
            return Ok(());
        }
        let Some(file) = file else { return Ok(()) };
        let path = super::body::path(self.f, file)?;
        self.f.spv.emit(Section::Debug, Op::Line, &[path, node.word(Number::Line), column])
    }

    /// The `DebugSource` of a file.
    pub(super) fn source(&mut self, file: &Node<'m>) -> Result<Vec<u32>> {
        let path = path_of(file);
        let mut words = vec![number::SOURCE, self.text(path.as_bytes())?];
        self.checksum(file, &path, &words)?;
        if file.link(Link::Source).is_some() {
            self.text_of(file, &mut words)?;
        }
        self.complete_source(words)
    }

    /// Notes the checksum of a file for a sentence of `OpModuleProcessed`: one for each path, in the order of paths, as
    /// a reader has one file for each. In Khronos mode it is the text of an extra source: validators look for lines in
    /// the text of a source that is referred to.
    fn checksum(&mut self, file: &Node<'m>, path: &str, words: &[u32]) -> Result<()> {
        let next = self.d.checksums.len();
        let place = *self.d.paths.entry(words.last().copied().unwrap_or_default()).or_insert(next);
        if place == next {
            self.d.checksums.push(None);
        }
        let value = file.bytes(Link::Checksum);
        let kind = CHECKSUMS.iter().position(|row| row.0 == file.number(Number::ChecksumKind) && !value.is_empty());
        let Some((_, name, _)) = kind.and_then(|kind| CHECKSUMS.get(kind)) else { return Ok(()) };
        let text = String::from_utf8_lossy(value);
        if self.f.options.policy.has_checksums_for_texts && !self.set().is_of_shaders() {
            let sum = self.text(format!("//__{name}:{text}").as_bytes())?;
            return self.unique([words, &[sum]].concat()).map(drop);
        }
        if let Some(sentence) = self.d.checksums.get_mut(place) {
            sentence.get_or_insert_with(|| format!("{}{name}:{text} {path}", super::super::CHECKSUM_LINE));
        }
        Ok(())
    }

    /// Emits the checksums of files.
    pub(super) fn checksums(&mut self) -> Result<()> {
        let sentences = std::mem::take(&mut self.d.checksums);
        sentences.into_iter().flatten().try_for_each(|sentence| self.processed(&sentence))
    }

    /// Adds an empty text if there is none: the operand is optional, but the Khronos translators up to LLVM 16 and
    /// compilers based on them require it (`Invalid number of operands`).
    fn complete_source(&mut self, mut words: Vec<u32>) -> Result<Vec<u32>> {
        let demands_text = !self.set().is_of_shaders() && !self.f.options.policy.has_checksums_for_texts;
        if demands_text && words.len() == 2 {
            words.push(self.text(b"")?);
        }
        Ok(words)
    }

    /// Adds the text of a source, up to the length that fits into one instruction.
    fn text_of(&mut self, file: &Node<'m>, words: &mut Vec<u32>) -> Result<()> {
        let text = file.bytes(Link::Source);
        let (text, rest) = text.split_at(first_part(text, MOST_TEXT));
        if !rest.is_empty() && !self.set().is_of_shaders() {
            self.lose("texts of long sources");
            return Ok(());
        }
        words.push(self.text(text)?);
        Ok(())
    }

    /// Writes the rest of a source's text, in further instructions.
    pub(super) fn continued(&mut self, metadata: Metadata<'m>) -> Result<()> {
        let node = metadata.debug_node();
        let text = node.bytes(Link::Source);
        if node.class != Class::File || !self.set().is_of_shaders() {
            return Ok(());
        }
        let mut rest = text.get(first_part(text, MOST_TEXT)..).unwrap_or_default();
        while !rest.is_empty() {
            let (part, tail) = rest.split_at(first_part(rest, MOST_TEXT));
            let words = vec![number::SOURCE_CONTINUED, self.text(part)?];
            let id = self.f.spv.fresh();
            self.emit(id, &words)?;
            rest = tail;
        }
        Ok(())
    }

    /// Returns the file for an entity without one.
    pub(super) fn no_file(&mut self) -> Result<Id> {
        let words = vec![number::SOURCE, self.text(b"")?];
        let words = self.complete_source(words)?;
        self.unique(words)
    }

    /// A sentence of `OpModuleProcessed`, which version 1.0 lacks.
    pub(super) fn processed(&mut self, text: &str) -> Result<()> {
        if self.f.options.max_version < SENTENCES {
            self.lose("sentences about the module, which version 1.0 lacks");
            return Ok(());
        }
        self.f.spv.require_version(SENTENCES);
        let text = text.replace('\0', "");
        self.f.spv.with_string(Section::Processed, Op::ModuleProcessed, &[], &text, &[])
    }

    /// The macros of a unit or a file, in order.
    pub(super) fn macros(&mut self, list: Vec<Option<Metadata<'m>>>, file: Option<Metadata<'m>>) -> Result<()> {
        let mut open: Vec<_> = list.into_iter().rev().flatten().map(|node| Step::At(node, file)).collect();
        // How often a file was written, and whether what is being written is in it.
        let mut files: FxHashMap<Metadata<'m>, (u32, bool)> = FxHashMap::default();
        while let Some(step) = open.pop() {
            let (node, file) = match step {
                Step::At(node, file) => (node, file),
                Step::Behind(node) => {
                    files.entry(node).or_default().1 = false;
                    continue;
                }
            };
            let fields = node.debug_node();
            if fields.class != Class::MacroFile {
                self.one_macro(&fields, file)?;
                continue;
            }
            let (times, is_open) = files.entry(node).or_default();
            if *is_open || *times == MOST_TIMES {
                self.lose("files of macros that are included too often, or in themselves");
                continue;
            }
            (*times, *is_open) = (*times + 1, true);
            open.push(Step::Behind(node));
            let own = fields.link(Link::File);
            open.extend(fields.entries(Link::Elements).into_iter().rev().flatten().map(|inner| Step::At(inner, own)));
        }
        Ok(())
    }

    /// Writes a macro, once for each file that contains it: LLVM merges equal macros of two files into one node.
    fn one_macro(&mut self, fields: &Node<'m>, file: Option<Metadata<'m>>) -> Result<()> {
        let name = fields.bytes(Link::Name);
        let is_definition = fields.number(Number::Tag) == DEFINE;
        let mut defined = self.d.macros.get(name).copied().filter(|_| !is_definition);
        if !is_definition && defined.is_none() {
            if !self.f.options.policy.says_macros_as_later {
                self.lose("macros that are undefined without a definition");
                return Ok(());
            }
            defined = Some(self.none()?);
        }
        let (source, line) = (self.macro_source(file)?, self.number(fields.word(Number::Line))?);
        if let Some(defined) = defined {
            return self.fresh(&[number::MACRO_UNDEFINE, source, line, defined]).map(drop);
        }
        let mut words = vec![number::MACRO_DEFINE, source, line, self.text(name)?];
        if !fields.bytes(Link::Held).is_empty() {
            words.push(self.text(fields.bytes(Link::Held))?);
        }
        let id = self.fresh(&words)?;
        self.d.macros.insert(name, id);
        Ok(())
    }

    /// Returns the source of a macro, or, if the policy asks for it, the `OpString` of the path.
    fn macro_source(&mut self, file: Option<Metadata<'m>>) -> Result<Id> {
        let Some(file) = file else { return self.file(None) };
        if self.f.options.policy.says_macros_as_later {
            let node = file.debug_node();
            let parts =
                [Link::Directory, Link::Name].map(|link| String::from_utf8_lossy(node.bytes(link)).into_owned());
            return self.text(paths::append(&parts[0], &parts[1]).as_bytes());
        }
        self.write((file, Role::Full))?;
        self.file(Some(file))
    }

    /// Drops a macro that a node other than its unit refers to.
    pub(super) fn macro_of(&mut self, _: &Node<'m>) -> Result<Option<Vec<u32>>> {
        self.lose("macros outside of units");
        Ok(None)
    }
}
