//! The FUNCTION block: a body.

use super::Reader;
use super::nodes::Location;
use crate::bitcode::codes::block;
use crate::bitcode::stream::Entry;
use crate::error::Result;
use crate::instruction::{Opcode, Row};
use crate::metadata::NodeKind;
use crate::module::{BlockOrder, BlockRow, Body, LOCAL, LocalRow, METADATA, NONE};
use crate::types::TypeKind;

/// The state of the reader of a body.
#[derive(Default)]
pub(super) struct State {
    /// The local that the first instruction with a result defines.
    pub(super) first_result: u32,
    /// The furthest local that was referred to before it was there.
    pub(super) furthest: u32,
    /// The node of the module that is the function's first.
    pub(super) first_node: u32,
    pub(super) first_instruction: u32,
    first_local: u32,
    first_block: u32,
    /// The number of blocks that were announced.
    pub(super) announced: u32,
    /// The instruction that begins the block that is being read.
    block_start: u32,
    /// The number that the file has for the next result.
    pub(super) next: u32,
    location: u32,
    /// Bundles of the call that is to come begin here in the module's.
    pub(super) waiting_bundles: usize,
    /// Results that were referred to before they were there, with the type that was said.
    forward: Vec<(u32, u32)>,
    last_location: Option<(Location, u32)>,
}

const DECLARE_BLOCKS: u32 = 1;
const LOCATION_AGAIN: u32 = 33;
const LOCATION: u32 = 35;
const ORDER_OF_BLOCK: u32 = 2;

impl Reader<'_> {
    pub(super) fn read_function(&mut self) -> Result<()> {
        if self.next_body == 0 {
            self.end_of_module_level()?;
        }
        let Some(&number) = self.bodies.get(self.next_body) else {
            return self.stream.malformed("a body of no function");
        };
        self.next_body += 1;
        let mut body = self.begin(number);
        self.read_parts(number as u32)?;
        self.end(&mut body)?;
        if let Some(global) = self.module.globals.get_mut(number) {
            global.body = Some(body);
        }
        Ok(())
    }

    /// Lists the arguments; returns the body with the starts of its ranges.
    fn begin(&mut self, number: usize) -> Body {
        self.values.truncate(self.module_values);
        let m = &mut self.module;
        let ty = m.globals.get(number).map_or(NONE, |g| g.ty);
        let at = |len: usize| len as u32..len as u32;
        let body = Body {
            blocks: at(m.blocks.len()),
            instructions: at(m.instructions.len()),
            locals: at(m.locals.len()),
            local_names: at(m.local_names.len()),
            block_names: at(m.block_names.len()),
            attachments: at(m.attachments.len()),
            records: at(m.records.len()),
            bundles: at(m.bundles.len()),
            block_orders: at(m.block_orders.len()),
        };
        for &parameter in m.types.parts(ty).iter().skip(1) {
            self.values.push(LOCAL | m.locals.len() as u32);
            m.locals.push(LocalRow { ty: parameter, instruction: NONE });
        }
        self.body.first_local = body.locals.start;
        self.body.first_result = m.locals.len() as u32;
        self.body.furthest = 0;
        self.body.first_node = m.metadata.nodes.len() as u32;
        self.body.first_instruction = body.instructions.start;
        self.body.block_start = body.instructions.start;
        self.body.first_block = body.blocks.start;
        self.body.announced = 0;
        self.body.next = self.values.len() as u32;
        self.body.location = 0;
        self.body.waiting_bundles = m.bundles.len();
        self.body.forward.clear();
        self.body.last_location = None;
        body
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
                        DECLARE_BLOCKS => self.announce_blocks(record.first().copied().unwrap_or(0)),
                        LOCATION | LOCATION_AGAIN => self.location(code == LOCATION, &record),
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
        // Each ends with an instruction, which takes some bits.
        if count == 0 || count > self.module.size as u64 * 8 {
            return self.stream.malformed("the number of blocks");
        }
        self.body.announced = count as u32;
        Ok(())
    }

    /// The place of the last instruction in the source.
    fn location(&mut self, is_new: bool, record: &[u64]) -> Result<()> {
        if self.module.instructions.len() as u32 == self.body.first_instruction {
            return self.stream.malformed("a location of no instruction");
        }
        if is_new {
            let at = |i: usize| record.get(i).copied().unwrap_or(0);
            let key = [at(0), at(1), self.reference(at(2)), self.reference(at(3)), at(4), at(5), at(6)];
            self.body.location = self.location_node(key) + 1;
        }
        let last = self.module.instructions.len();
        self.module.locations.resize(last, 0);
        if let Some(slot) = self.module.locations.last_mut() {
            *slot = self.body.location;
        }
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
            if code != ORDER_OF_BLOCK {
                continue;
            }
            if let Some((&block, places)) = self.stream.record.split_last() {
                let places = places.iter().map(|&p| p as u32).collect();
                self.module.block_orders.push(BlockOrder { block: block as u32, places });
            }
        }
        Ok(())
    }

    /// Checks that what was announced is there, and ends the ranges.
    fn end(&mut self, body: &mut Body) -> Result<()> {
        let m = &mut self.module;
        if self.body.furthest >= m.locals.len() as u32 && self.body.furthest != 0 {
            return self.stream.no_such("result", (self.body.furthest - self.body.first_local) as u64);
        }
        if m.blocks.len() as u32 - self.body.first_block != self.body.announced
            || self.body.block_start != m.instructions.len() as u32
        {
            return self.stream.malformed("a function whose blocks do not end");
        }
        let wrong = |&(local, ty): &(u32, u32)| m.locals.get(local as usize).is_none_or(|l| l.ty != ty);
        if self.body.forward.iter().any(wrong) {
            return self.stream.malformed("a result of another type than was said");
        }
        body.blocks.end = m.blocks.len() as u32;
        body.instructions.end = m.instructions.len() as u32;
        body.locals.end = m.locals.len() as u32;
        body.local_names.end = m.local_names.len() as u32;
        body.block_names.end = m.block_names.len() as u32;
        body.attachments.end = m.attachments.len() as u32;
        body.records.end = m.records.len() as u32;
        body.bundles.end = m.bundles.len() as u32;
        body.block_orders.end = m.block_orders.len() as u32;
        let from = body.attachments.start as usize;
        m.attachments.get_mut(from..).unwrap_or(&mut []).sort_by_key(|a| (a.to, a.kind));
        Ok(())
    }

    /// A value and its type; one that is to come says its type.
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

    /// A value whose type follows from others.
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

    /// A block of the function.
    #[inline(always)]
    pub(super) fn target(&mut self, record: &[u64], i: &mut usize) -> Result<u32> {
        let number = self.number(record, i)?;
        if number >= self.body.announced as u64 {
            return self.stream.no_such("block", number);
        }
        Ok(number as u32)
    }

    /// Metadata as a value.
    pub(super) fn metadata_value(&mut self, distance: u64) -> u32 {
        let number = self.body.next.wrapping_sub(distance as u32);
        METADATA | self.node(number as u64).min(METADATA - 1)
    }

    #[cold]
    pub(super) fn short<T>(&self) -> Result<T> {
        self.stream.malformed("an instruction that is too short")
    }

    /// Adds an instruction whose operands are in the pool from `start` on.
    #[inline(always)]
    pub(super) fn push(&mut self, opcode: Opcode, sub: u8, flags: u16, ty: u32, start: usize) -> Result<()> {
        let m = &mut self.module;
        if self.body.announced == 0 || m.operands.len() > METADATA as usize {
            return self.too_many();
        }
        let here = m.instructions.len() as u32;
        let has_result = ty != NONE && m.types.kind(ty) != TypeKind::Void;
        let mut result = NONE;
        if has_result {
            result = m.locals.len() as u32;
            m.locals.push(LocalRow { ty, instruction: here });
            self.body.next += 1;
        }
        let count = (m.operands.len() - start) as u32;
        m.instructions.push(Row { opcode, sub, flags, ty, operands: start as u32, count, result });
        if opcode.is_terminator() {
            m.blocks.push(BlockRow { first: self.body.block_start, end: here + 1 });
            self.body.block_start = here + 1;
            if m.blocks.len() as u32 - self.body.first_block > self.body.announced {
                return self.stream.malformed("a block too many");
            }
        }
        Ok(())
    }
}
