//! Prefetches through pointers that lose their pointees: `OpUntypedPrefetchKHR`, which counts bytes.
//!
//! In: the extended instruction, which counts elements of the pointee. Out: the untyped instruction, and the constants
//! by which the counts are multiplied.

use super::{OPENCL_STD, Pass};
use crate::binary::{Id, Instruction, Words, write};
use crate::error::Result;
use ::spirv::Op;
use rustc_hash::FxHashMap;

/// `prefetch`, in the set of OpenCL.
const PREFETCH: u32 = 185;

/// The prefetches of a module.
#[derive(Debug, Default)]
pub(super) struct Prefetches {
    /// The set of extended instructions of OpenCL.
    set: Option<Id>,
    /// The constants for sizes of elements, by the type of the count and the size.
    sizes: FxHashMap<(Id, u32), Id>,
}

impl Prefetches {
    /// Finds the OpenCL instruction set of a module.
    pub fn of(words: &Words<'_>) -> Self {
        let is_set = |inst: &Instruction<'_>| {
            inst.opcode() == Op::ExtInstImport && inst.string(0).is_ok_and(|(name, _)| name == OPENCL_STD)
        };
        let mut front = words.instructions().take_while(|inst| inst.opcode() != Op::MemoryModel);
        Self { set: front.find(is_set).and_then(|inst| inst.result_id()), ..Self::default() }
    }

    /// Returns the size of an element in bytes, if the instruction prefetches numbers through a pointer that loses its
    /// pointee.
    pub fn size(&self, inst: Instruction<'_>, pass: &Pass<'_>) -> Option<u32> {
        let [_, _, set, number, pointer, _] = *inst.operands() else { return None };
        if self.set != Some(set) || number != PREFETCH {
            return None;
        }
        let (pointee, _) = pass.pointee(pointer).filter(|(_, loses)| *loses)?;
        let pointee = pass.definitions.get(pointee)?;
        let is_number = matches!(pointee.opcode(), Op::TypeInt | Op::TypeFloat);
        pointee.in_operands().first().filter(|_| is_number).map(|width| width.div_ceil(8))
    }
}

impl Pass<'_> {
    /// Declares the sizes of elements, before the first function.
    pub(super) fn prefetched_sizes(&mut self) -> Result<()> {
        let prefetches = self.words.instructions().filter(|inst| inst.opcode() == Op::ExtInst);
        let sizes: Vec<_> = prefetches.filter_map(|inst| Some((inst, self.prefetches.size(inst, self)?))).collect();
        for (inst, size) in sizes.into_iter().filter(|(_, size)| *size > 1) {
            let Some(count) = inst.operand(3).ok().and_then(|count| self.definitions.type_of(count)) else { continue };
            if self.prefetches.sizes.contains_key(&(count, size)) {
                continue;
            }
            let width = self.definitions.get(count).and_then(|ty| ty.in_operands().first().copied());
            let high: &[u32] = if width > Some(u32::BITS) { &[0] } else { &[] };
            let id = self.fresh();
            write::instruction(&mut self.out, Op::Constant, &[&[count, id, size], high].concat())?;
            self.prefetches.sizes.insert((count, size), id);
        }
        Ok(())
    }

    /// Writes a prefetch that counts bytes.
    pub(super) fn prefetch(&mut self, inst: Instruction<'_>) -> Result<()> {
        let size = self.prefetches.size(inst, self).unwrap_or(1);
        let (pointer, count) = (self.id(inst.operand(2)?), inst.operand(3)?);
        let ty = self.definitions.type_of(count).unwrap_or_default();
        let mut bytes = self.id(count);
        if let Some(size) = self.prefetches.sizes.get(&(ty, size)).copied() {
            let product = self.fresh();
            write::instruction(&mut self.out, Op::IMul, &[ty, product, bytes, size])?;
            bytes = product;
        }
        write::instruction(&mut self.out, Op::UntypedPrefetchKHR, &[pointer, bytes])
    }
}
