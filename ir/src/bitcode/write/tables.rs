//! Tables of names: the string table, kinds of metadata, tags of bundles, scopes, symbols.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::Writer;
use super::shapes::{Letters, letters, shape, symbols};
use super::sink::{FIRST, Shape};
use crate::bitcode::abbreviation::Encoding::{self, Blob, Fixed, Literal, Variable};
use crate::bitcode::codes::block;
use crate::module::{Body, LOCAL, Text, within};

const NAME: u32 = 1;
const KIND: u32 = 6;
static STRTAB: &[Encoding] = &[Literal(1), Blob];
static SYMBOLS_OFFSET: &[Encoding] = &[Literal(13), Fixed(32)];
static FUNCTION_ENTRY: &[Encoding] = &[Literal(3), Variable(8), Fixed(32)];

/// The names of globals and comdats, each once.
#[derive(Default)]
pub(super) struct Names<'m> {
    bytes: Vec<u8>,
    known: HashMap<&'m [u8], u64, FxBuildHasher>,
}

impl<'m> Names<'m> {
    /// Returns the offset and the length of a name in the table, and adds a new name.
    pub(super) fn place(&mut self, name: &'m [u8]) -> [u64; 2] {
        let next = self.bytes.len() as u64;
        let at = *self.known.entry(name).or_insert(next);
        if at == next {
            self.bytes.extend_from_slice(name);
        }
        [at, name.len() as u64]
    }
}

impl Writer<'_> {
    pub(super) fn write_strtab(&mut self) {
        self.out.enter(block::STRTAB, 3);
        self.out.define(STRTAB);
        self.out.blob(Shape { number: FIRST, fields: STRTAB }, &[], &self.strtab.bytes);
        self.out.leave();
    }

    fn names(&mut self, number: u32, texts: &[Text]) {
        self.out.enter(number, 3);
        for &text in texts {
            self.out.text(NAME, self.m.text(text));
        }
        self.out.leave();
    }

    pub(super) fn bundle_tags(&mut self) {
        if !self.m.bundles.is_empty() {
            self.names(block::BUNDLE_TAGS, &self.m.bundle_tags);
        }
    }

    pub(super) fn sync_scopes(&mut self) {
        self.names(block::SYNC_SCOPES, &self.m.sync_scopes);
    }

    /// Writes the metadata kinds that attachments use, and all kinds unknown to LLVM, whose numbers determine the order of attachments.
    pub(super) fn kinds(&mut self) {
        let m = self.m;
        let mut used = vec![false; m.kinds.len()];
        used.iter_mut().skip(crate::metadata::KINDS.len()).for_each(|used| *used = true);
        for attachment in m.attachments.iter().chain(&m.global_attachments) {
            if let Some(used) = used.get_mut(attachment.kind as usize) {
                *used = true;
            }
        }
        if !used.contains(&true) {
            return;
        }
        self.out.enter(block::METADATA_KINDS, 3);
        for (number, (&name, _)) in m.kinds.iter().zip(&used).enumerate().filter(|(_, (_, used))| **used) {
            let record: Vec<u64> =
                std::iter::once(number as u64).chain(m.text(name).iter().map(|&c| c as u64)).collect();
            self.out.record(KIND, &record);
        }
        self.out.leave();
    }

    /// Writes the record for the offset of the module's symbol table, if there are bodies; returns the bit at which the offset will be set.
    pub(super) fn symbols_offset(&mut self) -> Option<usize> {
        self.m.globals.iter().any(|g| g.body.is_some()).then(|| {
            // The globals have defined an abbreviation or two.
            let number = self.next_shape;
            self.out.define(SYMBOLS_OFFSET);
            self.out.shaped(Shape { number, fields: SYMBOLS_OFFSET }, &[0]);
            self.out.position() - 32
        })
    }

    /// Writes the offsets of function bodies: the number of each function, and the offset in words from the identification block, plus one.
    pub(super) fn module_symbols(&mut self, place: usize, bodies: &[(u32, usize)]) {
        let here = self.out.position() / 32;
        self.out.set(place, here as u32);
        self.out.enter(block::SYMBOLS, 4);
        self.out.define(FUNCTION_ENTRY);
        let number = FIRST + symbols::SHAPES.len() as u32;
        for &(function, bit) in bodies {
            let operands = [function as u64, (bit / 32) as u64];
            self.out.shaped(Shape { number, fields: FUNCTION_ENTRY }, &operands);
        }
        self.out.leave();
    }

    /// Writes the names of a function's locals and blocks.
    pub(super) fn symbols(&mut self, body: &Body) {
        let m = self.m;
        let (locals, blocks) = (within(&m.local_names, &body.local_names), within(&m.block_names, &body.block_names));
        if locals.is_empty() && blocks.is_empty() {
            return;
        }
        self.out.enter(block::SYMBOLS, 4);
        for name in blocks {
            let text = m.text(name.text);
            match letters(text) {
                Letters::Six => self.shaped_text(shape(symbols::SHAPES, symbols::BLOCK_6), &[name.of as u64], text),
                _ => self.shaped_text(shape(symbols::SHAPES, symbols::ANY), &[2, name.of as u64], text),
            }
        }
        for name in locals {
            let (number, text) = (self.value(LOCAL | name.of) as u64, m.text(name.text));
            match letters(text) {
                Letters::Six => self.shaped_text(shape(symbols::SHAPES, symbols::LOCAL_6), &[number], text),
                Letters::Seven => self.shaped_text(shape(symbols::SHAPES, symbols::LOCAL_7), &[number], text),
                Letters::Eight => self.shaped_text(shape(symbols::SHAPES, symbols::ANY), &[1, number], text),
            }
        }
        self.out.leave();
    }
}
