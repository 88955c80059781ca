//! Units, backward: their properties, from the instruction, from other instructions about it and from the sentences.

use super::super::rows::number;
use super::super::{codes, unit_lines};
use super::Reader;
use crate::binary::{Id, Instruction};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Link, Node, Number};
use crate::state::slots::debug_info::Set;
use ::spirv::{Op, SourceLanguage};
use rustc_hash::FxHashMap;

/// LLVM's behaviour of a module flag that keeps the greater value when modules are linked.
pub(super) const GREATER: u32 = 7;

/// The instructions about split debug information in front of a unit.
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
        if self.r.options.policy.shares_split_names {
            let all: FxHashMap<_, _> = units.iter().flat_map(|unit| unit.1.iter().copied()).collect();
            units.iter_mut().for_each(|unit| unit.1 = all.iter().map(|one| (*one.0, *one.1)).collect());
        }
        let knows = self.r.options.policy.knows_units_by_sets_alone;
        for (place, (inst, split)) in units.into_iter().enumerate() {
            let entry = inst.result_id().and_then(|id| entries.get(&id)).copied();
            self.unit(place, inst, &split, entry)?;
            if let Some((_, unit)) = self.d.units.last().copied().filter(|_| knows) {
                if place == 0 {
                    self.r.module.add_debug_flag(GREATER, "Dwarf Version", self.d.dwarf);
                }
                self.r.module.add_named_metadata("llvm.dbg.cu", unit)?;
            }
        }
        if self.d.units.is_empty() {
            self.lose("debug information of a module without a unit");
        }
        self.find_kernels();
        Ok(())
    }

    /// Finds the names of kernels, whose calling convention differs from that of other OpenCL functions; functions with
    /// the name of a kernel, such as the body that clang makes for each, have it too. Only modules whose `OpSource` is
    /// OpenCL have conventions.
    fn find_kernels(&mut self) {
        const OPENCL: [SourceLanguage; 3] =
            [SourceLanguage::OpenCL_C, SourceLanguage::OpenCL_CPP, SourceLanguage::CPP_for_OpenCL];
        let sources = self.r.spv.sources().iter().filter(|inst| inst.opcode() == Op::Source);
        let mut languages = sources.filter_map(|inst| inst.operand(0).ok());
        let is_opencl = languages.any(|language| OPENCL.iter().any(|known| *known as u32 == language));
        let has_conventions =
            |unit: &(Id, Metadata<'m>)| codes::has_conventions(unit.1.debug_node().number(Number::Language));
        let is_builder = self.r.options.policy.reads_functions_as_builder;
        if is_builder || !is_opencl || !self.d.units.iter().all(has_conventions) {
            return;
        }
        let bodies = self.r.spv.entry_points().iter().filter_map(|inst| inst.operand(1).ok());
        let kernels = bodies.filter_map(|body| self.d.functions.get(&body).copied());
        self.d.kernels = Some(kernels.filter_map(|kernel| self.name_of(kernel)).collect());
    }

    /// Returns the `OpString` of an instruction's name.
    pub(super) fn name_of(&self, id: Id) -> Option<Id> {
        self.defined(id).and_then(|of| Self::operands(of.2).first().copied())
    }

    fn unit(&mut self, place: usize, inst: Instruction<'m>, split: &Split<'m>, entry: Option<&'m [u32]>) -> Result<()> {
        let Some((set, _)) = self.numbered(inst) else { return Ok(()) };
        let operands = Self::operands(inst);
        let number = |reader: &Self, place: usize| operands.get(place).map_or(0, |word| reader.number(set, *word));
        // The oldest set has the file first, and no language.
        let (dwarf, file) = if set == Set::Older { (2, 0) } else { (1, 2) };
        let language = number(self, 3);
        let mut unit = match self.r.options.policy.knows_units_by_sets_alone {
            true => unit_lines::khronos_default(language, set),
            false => unit_lines::default(language),
        };
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
        if set != Set::Shader200 && !codes::is_known_language(language) {
            let number = self.r.context.md_int(32, language.into())?;
            self.d.languages.push(self.r.context.md_node(&[Some(made), Some(number)]));
        }
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

    /// Sets the properties of split debug information on a unit.
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
