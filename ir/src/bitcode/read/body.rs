//! The FUNCTION block: a body.

use super::Reader;
use super::nodes::Location;
use crate::bitcode::codes::instructions as code;
use crate::bitcode::codes::{block, use_lists};
use crate::bitcode::stream::Entry;
use crate::body::BodyWriter;
use crate::error::Result;
use crate::instruction::Opcode;
use crate::metadata::NodeKind;
use crate::module::{BlockOrder, LOCAL, METADATA, NONE};

/// The state of the reader of a body.
#[derive(Default)]
pub(super) struct State {
    /// The local that the first instruction with a result will define.
    pub(super) first_result: u32,
    /// The highest local that was referred to before its definition.
    pub(super) furthest: u32,
    /// The first node of the function among those of the module.
    pub(super) first_node: u32,
    pub(super) first_instruction: u32,
    draft: BodyWriter,
    /// The number of blocks that the body has declared.
    pub(super) announced: u32,
    /// The number that the file has for the next result.
    pub(super) next: u32,
    location: u32,
    /// The index among the module's bundles of the first one that belongs to the next call.
    pub(super) waiting_bundles: usize,
    /// Forward references to results, each with the type that the reference gives.
    forward: Vec<(u32, u32)>,
    last_location: Option<(Location, u32)>,
}

impl Reader<'_> {
    pub(super) fn read_function(&mut self) -> Result<()> {
        if self.next_body == 0 {
            self.end_of_module_level()?;
        }
        let Some(&number) = self.bodies.get(self.next_body) else {
            return self.stream.malformed("a body of no function");
        };
        self.next_body += 1;
        self.begin(number);
        self.read_parts(number as u32)?;
        self.check_end()?;
        let body = std::mem::take(&mut self.body.draft).end(&mut self.module);
        if let Some(global) = self.module.globals.get_mut(number) {
            global.body = Some(body);
        }
        Ok(())
    }

    /// Begins the body of a function, and adds its arguments to the values.
    fn begin(&mut self, number: usize) {
        self.values.truncate(self.module_values);
        let m = &mut self.module;
        let ty = m.globals.get(number).map_or(NONE, |g| g.ty);
        let draft = BodyWriter::begin(m, ty);
        self.body.first_result = m.locals.len() as u32;
        self.values.extend((draft.first_local()..self.body.first_result).map(|local| LOCAL | local));
        self.body.furthest = 0;
        self.body.first_node = m.metadata.nodes.len() as u32;
        self.body.first_instruction = draft.first_instruction();
        self.body.announced = 0;
        self.body.next = self.values.len() as u32;
        self.body.location = 0;
        self.body.waiting_bundles = m.bundles.len();
        self.body.forward.clear();
        self.body.last_location = None;
        self.body.draft = draft;
    }

    fn read_parts(&mut self, function: u32) -> Result<()> {
        loop {
            match self.stream.next()? {
                Entry::End => return Ok(()),
                Entry::Block(number) => self.read_part(number, function)?,
                Entry::Record(abbreviation) => {
                    let code = self.stream.read(abbreviation)?;
                    let record = std::mem::take(&mut self.stream.record);
                    let done = match code {
                        code::DECLARE_BLOCKS => self.announce_blocks(record.first().copied().unwrap_or(0)),
                        code::LOCATION | code::LOCATION_AGAIN => self.location(code == code::LOCATION, &record),
                        _ => self.instruction(code, &record),
                    };
                    self.stream.record = record;
                    done?;
                }
            }
        }
    }

    fn read_part(&mut self, number: u32, function: u32) -> Result<()> {
        match number {
            block::CONSTANTS | block::SYMBOLS | block::METADATA | block::ATTACHMENTS | block::USE_LISTS => {
                self.stream.enter(number)?;
            }
            _ => return self.stream.skip(),
        }
        match number {
            block::CONSTANTS => {
                if self.module.locals.len() as u32 != self.body.first_result {
                    return self.stream.malformed("constants after instructions");
                }
                self.read_constants(false)?;
                self.body.next = self.values.len() as u32;
                Ok(())
            }
            block::SYMBOLS => self.read_symbols(),
            block::METADATA => self.read_metadata(false),
            block::ATTACHMENTS => self.read_attachments(function),
            _ => self.read_block_orders(),
        }
    }

    fn announce_blocks(&mut self, count: u64) -> Result<()> {
        // Each block ends with an instruction, which takes some bits.
        if count == 0 || count > self.module.size as u64 * 8 {
            return self.stream.malformed("the number of blocks");
        }
        self.body.announced = count as u32;
        Ok(())
    }

    /// Sets the debug location of the last instruction.
    fn location(&mut self, is_new: bool, record: &[u64]) -> Result<()> {
        if self.module.instructions.len() as u32 == self.body.first_instruction {
            return self.stream.malformed("a location of no instruction");
        }
        if is_new {
            let at = |i: usize| record.get(i).copied().unwrap_or(0);
            let key = [at(0), at(1), self.reference(at(2)), self.reference(at(3)), at(4), at(5), at(6)];
            self.body.location = self.location_node(key) + 1;
        }
        let last = self.module.instructions.len() as u32 - 1;
        BodyWriter::set_location(&mut self.module, last, self.body.location);
        Ok(())
    }

    fn location_node(&mut self, key: Location) -> u32 {
        if let Some((last, node)) = self.body.last_location
            && last == key
        {
            return node;
        }
        let metadata = &mut self.module.metadata;
        let [line, column, scope, called, implicit, group, rank] = key;
        let words = [0, line, column, scope, called, implicit, group, rank];
        let node = *self.locations.entry(key).or_insert_with(|| metadata.push(NodeKind::Location, &words));
        self.body.last_location = Some((key, node));
        node
    }

    fn read_block_orders(&mut self) -> Result<()> {
        while let Some(code) = self.stream.next_record()? {
            if code != use_lists::ORDER_OF_BLOCK {
                continue;
            }
            if let Some((&block, places)) = self.stream.record.split_last() {
                let places = places.iter().map(|&p| p as u32).collect();
                self.module.block_orders.push(BlockOrder { block: block as u32, places });
            }
        }
        Ok(())
    }

    /// Checks that all forward references are defined and that all declared blocks are complete.
    fn check_end(&self) -> Result<()> {
        let (m, draft) = (&self.module, &self.body.draft);
        if self.body.furthest >= m.locals.len() as u32 && self.body.furthest != 0 {
            return self.stream.no_such("result", (self.body.furthest - draft.first_local()) as u64);
        }
        if draft.blocks(m) != self.body.announced || !draft.is_at_block_end(m) {
            return self.stream.malformed("a function whose blocks do not end");
        }
        let wrong = |&(local, ty): &(u32, u32)| m.locals.get(local as usize).is_none_or(|l| l.ty != ty);
        if self.body.forward.iter().any(wrong) {
            return self.stream.malformed("a result of another type than was said");
        }
        Ok(())
    }

    /// Reads a value and its type; a forward reference is followed by its type.
    #[inline(always)]
    pub(super) fn typed(&mut self, record: &[u64], i: &mut usize) -> Result<(u32, u32)> {
        let Some(&distance) = record.get(*i) else { return self.short() };
        *i += 1;
        let number = self.body.next.wrapping_sub(distance as u32);
        if number < self.body.next {
            let value = self.value(number);
            return Ok((value, self.module.type_of(value)));
        }
        let Some(&ty) = record.get(*i) else { return self.short() };
        *i += 1;
        let ty = self.ty(ty)?;
        let value = self.value(number);
        self.body.forward.push((value & !LOCAL, ty));
        Ok((value, ty))
    }

    /// Reads a value whose type the caller knows from other operands.
    #[inline(always)]
    pub(super) fn plain(&mut self, record: &[u64], i: &mut usize) -> Result<u32> {
        let Some(&distance) = record.get(*i) else { return self.short() };
        *i += 1;
        Ok(self.value(self.body.next.wrapping_sub(distance as u32)))
    }

    #[inline(always)]
    pub(super) fn number(&mut self, record: &[u64], i: &mut usize) -> Result<u64> {
        let Some(&number) = record.get(*i) else { return self.short() };
        *i += 1;
        Ok(number)
    }

    /// Reads the number of a block of the function.
    #[inline(always)]
    pub(super) fn target(&mut self, record: &[u64], i: &mut usize) -> Result<u32> {
        let number = self.number(record, i)?;
        if number >= self.body.announced as u64 {
            return self.stream.no_such("block", number);
        }
        Ok(number as u32)
    }

    /// Returns metadata as an operand.
    pub(super) fn metadata_value(&mut self, distance: u64) -> u32 {
        let number = self.body.next.wrapping_sub(distance as u32);
        METADATA | self.node(number as u64).min(METADATA - 1)
    }

    #[cold]
    pub(super) fn short<T>(&self) -> Result<T> {
        self.stream.malformed("an instruction that is too short")
    }

    /// Adds words to the pool of operands.
    #[inline(always)]
    pub(super) fn add_words<const N: usize>(&mut self, words: [u32; N]) {
        // One by one: a copy of so few is a call.
        for word in words {
            self.module.operands.push(word);
        }
    }

    /// Adds an instruction whose operands are in the pool from `start` on.
    #[inline(always)]
    pub(super) fn push(&mut self, opcode: Opcode, sub: u8, flags: u16, ty: u32, start: usize) -> Result<()> {
        if self.body.announced == 0 || BodyWriter::is_full(&self.module) {
            return self.too_many();
        }
        let result = self.body.draft.push(&mut self.module, opcode, sub, flags, ty, start);
        self.body.next += (result != NONE) as u32;
        if opcode.is_terminator() && self.body.draft.blocks(&self.module) > self.body.announced {
            return self.stream.malformed("a block too many");
        }
        Ok(())
    }
}
