//! Units, backward: their properties, from the instruction and from those and the sentences that are about it.

use super::super::rows::number;
use super::super::unit_lines;
use super::Reader;
use crate::binary::{Id, Instruction};
use crate::error::Result;
use crate::llvm::debug::{Link, Node, Number};
use crate::state::slots::debug_info::Set;
use rustc_hash::FxHashMap;

/// The instructions in front of a unit about debug information that is split off.
type Split<'m> = Vec<(u32, Instruction<'m>)>;

impl<'m> Reader<'_, 'm> {
    /// The units, in order.
    pub(super) fn units(&mut self) -> Result<()> {
        let (mut units, mut split, mut entries) = (Vec::new(), Split::new(), FxHashMap::<Id, &'m [u32]>::default());
        for inst in &self.d.all {
            match self.numbered(*inst).map(|of| of.1) {
                Some(number::UNIT) => units.push((*inst, std::mem::take(&mut split))),
                Some(which @ (number::BUILD_IDENTIFIER | number::STORAGE_PATH)) => split.push((which, *inst)),
                Some(number::ENTRY_POINT) => {
                    let operands = Self::operands(*inst);
                    if let Some(unit) = operands.get(1) {
                        entries.entry(*unit).or_insert(operands);
                    }
                }
                _ => {}
            }
        }
        for (place, (inst, split)) in units.into_iter().enumerate() {
            let entry = inst.result_id().and_then(|id| entries.get(&id)).copied();
            self.unit(place, inst, &split, entry)?;
        }
        if self.d.units.is_empty() {
            self.lose("debug information of a module without a unit");
        }
        Ok(())
    }

    fn unit(&mut self, place: usize, inst: Instruction<'m>, split: &Split<'m>, entry: Option<&'m [u32]>) -> Result<()> {
        let Some((set, _)) = self.numbered(inst) else { return Ok(()) };
        let operands = Self::operands(inst);
        let number = |reader: &Self, place: usize| operands.get(place).map_or(0, |word| reader.number(set, *word));
        // The oldest set has the file first, and no language.
        let (dwarf, file) = if set == Set::Older { (2, 0) } else { (1, 2) };
        let mut unit = unit_lines::default(number(self, 3));
        if place == 0 {
            self.d.dwarf = number(self, dwarf);
        }
        let file = match operands.get(file) {
            Some(file) => self.file_now(*file)?,
            None => None,
        };
        let file = match file {
            Some(file) => file,
            None => self.named_file("", "<unknown>")?,
        };
        unit.set_link(Link::File, Some(file));
        self.sayings(place, operands.get(4), entry, &mut unit);
        self.split_unit(split, &mut unit);
        for (key, value) in self.d.unit_lines.get(&place).cloned().unwrap_or_default() {
            if let Some(link) = unit_lines::apply(&mut unit, &key, &value) {
                unit.set_link(link, Some(self.r.context.md_string(&value)));
            }
        }
        let made = self.r.context.debug_node(&unit)?;
        let id = inst.result_id().unwrap_or_default();
        self.d.units.push((id, made));
        self.d.made.insert(id, Some(made));
        Ok(())
    }

    /// Sets the producer and the flags of a unit.
    fn sayings(&self, place: usize, producer: Option<&u32>, entry: Option<&'m [u32]>, unit: &mut Node<'m>) {
        let text = |operand: Option<&u32>| operand.and_then(|id| self.r.spv.string(*id)).map(str::to_owned);
        let producer = text(producer).or_else(|| text(entry?.get(2)));
        let producer = producer.or_else(|| self.d.producers.get(place).or(self.d.producers.first()).cloned());
        let producer = producer.unwrap_or_else(|| "spirv".to_owned());
        unit.set_link(Link::Producer, Some(self.r.context.md_string(&producer)));
        if let Some(flags) = text(entry.and_then(|entry| entry.get(3))).filter(|flags| !flags.is_empty()) {
            unit.set_link(Link::UnitFlags, Some(self.r.context.md_string(&flags)));
        }
    }

    /// Sets what a unit says of debug information that is split off.
    fn split_unit(&self, split: &Split<'m>, node: &mut Node<'m>) {
        for (which, inst) in split {
            let text = Self::operands(*inst).first().and_then(|text| self.r.spv.string(*text));
            match (*which, text) {
                (number::BUILD_IDENTIFIER, Some(text)) => node.set(Number::DwoId, text.parse().unwrap_or(0)),
                (_, Some(text)) => node.set_link(Link::SplitName, Some(self.r.context.md_string(text))),
                _ => {}
            }
        }
    }
}
