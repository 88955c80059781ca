//! Parses the top-level entities of a module, and checks at its end that all references are defined.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::values::BlockKey;
use super::{Mention, Parser};
use crate::constants::ConstantKind;
use crate::error::Result;
use crate::text::labels::{Label, Labels};
use crate::text::lex::Token;
use crate::types::TypeKind;

impl Parser<'_> {
    /// Parses `target` and `source_filename`, which stand first.
    pub(super) fn target(&mut self) -> Result<()> {
        let mut at = self.at;
        loop {
            if self.eat_word("source_filename")? {
                self.need(b'=')?;
                self.m.source_filename = self.added_text()?;
            } else if self.eat_word("target")? {
                let Some(kind) = self.eat_one_of(&["triple", "datalayout"])? else {
                    return self.fail("expected `triple` or `datalayout`");
                };
                self.need(b'=')?;
                let start = self.at;
                let text = self.added_text()?;
                if kind == 0 {
                    self.m.triple = text;
                } else {
                    (self.m.data_layout, at) = (text, start);
                }
            } else {
                break;
            }
        }
        let layout = self.m.text(self.m.data_layout);
        self.program_space = crate::layout::space(layout, b'P');
        let layout = String::from_utf8_lossy(layout);
        match crate::layout::DataLayout::parse(&layout) {
            Ok(layout) => self.layout = layout,
            Err(wrong) => return self.fail_at(at, wrong.to_string()),
        }
        Ok(())
    }

    /// Parses all other top-level entities.
    pub(super) fn entities(&mut self) -> Result<()> {
        loop {
            match self.token {
                Token::End => return Ok(()),
                Token::Word(b"define") => self.definition()?,
                Token::Word(b"declare") => self.declaration()?,
                Token::Word(b"module") => self.module_assembly()?,
                Token::Word(b"attributes") => self.attribute_group()?,
                Token::Word(b"uselistorder") => self.use_list_order()?,
                Token::Word(b"uselistorder_bb") => self.use_list_order_of_block()?,
                Token::Local(_) | Token::LocalNumber(_) => self.type_definition()?,
                Token::Global(_) | Token::GlobalNumber(_) => self.global_definition()?,
                Token::Comdat(_) => self.comdat_definition()?,
                Token::Metadata(_) => self.named_metadata()?,
                Token::Mark(b'!') => self.standalone_metadata()?,
                Token::Summary(_) => self.summary()?,
                _ => return self.fail("expected a function, a global, a type or metadata"),
            }
        }
    }

    /// Parses `module asm "text"`, one line of assembly.
    fn module_assembly(&mut self) -> Result<()> {
        self.next()?;
        self.need_word("asm")?;
        let line = self.raw_text()?;
        let start = self.m.bytes.len() as u32;
        let old = self.m.text(self.m.assembly).to_vec();
        // The lines before are at the end of the bytes, unless something was added since.
        let follows = !old.is_empty() && self.m.assembly.start + self.m.assembly.count == start;
        if !follows {
            self.m.assembly = self.m.add_text(&old);
        }
        self.m.bytes.extend_from_slice(&line.text());
        if !line.text().ends_with(b"\n") {
            self.m.bytes.push(b'\n');
        }
        self.m.assembly.count = self.m.bytes.len() as u32 - self.m.assembly.start;
        Ok(())
    }

    /// Checks that everything mentioned is defined, and resolves what was deferred.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.close_groups();
        let types = self.type_names.values().chain(self.type_numbers.values());
        if let Some(at) = first_missing(types) {
            return self.fail_at(at, "there is no type of this name");
        }
        if let Some(at) = self.endless_type() {
            return self.fail_at(at, "the structure has itself as a part");
        }
        if let Some(at) = self.missing_comdat() {
            return self.fail_at(at, "there is no comdat of this name");
        }
        self.declare_intrinsics()?;
        let globals = self.globals.names.values().chain(self.globals.numbers.values());
        if let Some(at) = globals.filter(|known| !known.is_defined).map(|known| known.at).min() {
            return self.fail_at(at, "there is no global of this name");
        }
        if let Some(at) = self.missing_node() {
            return self.fail_at(at, "there is no metadata of this number");
        }
        self.find_blocks()?;
        self.join_nodes();
        Ok(())
    }

    /// Returns the place of a structure that contains itself.
    fn endless_type(&self) -> Option<usize> {
        let mentions = self.type_names.values().chain(self.type_numbers.values());
        let places: HashMap<u32, usize, FxBuildHasher> = mentions.map(|m| (m.number, m.at)).collect();
        let types = &self.m.types;
        // The state of each type: not seen, open, done.
        let mut states = vec![0u8; types.rows.len()];
        let mut stack: Vec<(u32, usize)> = Vec::new();
        for &root in places.keys() {
            stack.push((root, 0));
            while let Some((ty, i)) = stack.pop() {
                let is_aggregate = (TypeKind::Array..=TypeKind::NamedStruct).contains(&types.kind(ty));
                let state = states.get_mut(ty as usize)?;
                if i == 0 && *state != 0 {
                    continue;
                }
                *state = 1;
                let Some(&part) = types.parts(ty).get(i).filter(|_| is_aggregate) else {
                    *state = 2;
                    continue;
                };
                stack.push((ty, i + 1));
                match states.get(part as usize) {
                    Some(1) => return places.get(&part).or_else(|| places.get(&root)).copied(),
                    Some(0) => stack.push((part, 0)),
                    _ => {}
                }
            }
        }
        None
    }

    /// Resolves the blocks of `blockaddress` constants to their numbers.
    fn find_blocks(&mut self) -> Result<()> {
        let mut labels: HashMap<usize, HashMap<BlockKey<'_>, u32, FxBuildHasher>, FxBuildHasher> = HashMap::default();
        for (function, key, constant, at) in std::mem::take(&mut self.blocks.list) {
            let number = self.m.constants.get(function).map(|c| c.data as usize).unwrap_or(usize::MAX);
            let body = self.m.globals.get(number).and_then(|global| global.body.clone());
            let Some(body) = body else { return self.fail_at(at, "expected a function with a body") };
            let known = labels.entry(number).or_insert_with(|| {
                let labels = Labels::of(&self.m, &body);
                let blocks = 0..body.blocks.len() as u32;
                blocks
                    .filter_map(|block| match labels.block(block)? {
                        Label::Name(text) => Some((BlockKey::Name(self.m.text(text).to_vec().into()), block)),
                        Label::Number(number) => Some((BlockKey::Number(number), block)),
                    })
                    .collect()
            });
            let Some(&block) = known.get(&key) else { return self.fail_at(at, "the function has no such block") };
            let row = self.m.constants.get(constant).filter(|c| c.kind == ConstantKind::BlockAddress).copied();
            if let Some(row) = row
                && let Some(word) = self.m.constants.words.get_mut(row.data as usize + 1)
            {
                *word = block;
            }
        }
        Ok(())
    }
}

fn first_missing<'m>(mentions: impl Iterator<Item = &'m Mention>) -> Option<usize> {
    mentions.filter(|mention| !mention.is_defined).map(|mention| mention.at).min()
}
