//! Execution modes, and the size of workgroups.

use super::computed::Constants;
use super::enumerant;
use super::types::Length;
use crate::binary::grammar::Kind;
use crate::binary::{Decoration, Id, Instruction, Module, Op};
use crate::error::Result;
use ::spirv::{BuiltIn, ExecutionMode};
use rustc_hash::FxHashMap;

/// The size of a workgroup in one dimension.
pub type Dimension = Length;

/// An execution mode.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Mode {
    /// Its name.
    pub name: String,
    /// The operands: numbers, or values of constants.
    pub operands: Vec<Length>,
}

/// The execution modes of a module.
#[derive(Debug)]
pub(super) struct Modes<'c, 'm, 'w> {
    constants: &'c Constants<'m, 'w>,
    by_function: FxHashMap<Id, Vec<Instruction<'w>>>,
    /// The constant decorated as builtin `WorkgroupSize`.
    size: Option<Instruction<'w>>,
}

impl<'c, 'm, 'w> Modes<'c, 'm, 'w> {
    /// Collects them by the functions of entry points.
    pub fn of(constants: &'c Constants<'m, 'w>) -> Result<Self> {
        let mut by_function: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for inst in constants.module.execution_modes() {
            by_function.entry(inst.operand(0)?).or_default().push(*inst);
        }
        Ok(Self { constants, by_function, size: workgroup_size(constants.module) })
    }

    fn of_function(&self, function: Id) -> &[Instruction<'w>] {
        self.by_function.get(&function).map_or(&[], Vec::as_slice)
    }

    /// Returns the modes of a function.
    pub fn all(&self, function: Id) -> Result<Vec<Mode>> {
        self.of_function(function).iter().map(|inst| self.mode(*inst)).collect()
    }

    fn mode(&self, inst: Instruction<'_>) -> Result<Mode> {
        let words = inst.in_operands().get(2..).unwrap_or_default();
        let operands = words.iter().map(|word| self.operand(*word, inst.opcode() == Op::ExecutionModeId));
        Ok(Mode { operands: operands.collect(), name: enumerant(Kind::ExecutionMode, inst.operand(1)?) })
    }

    fn operand(&self, word: u32, is_id: bool) -> Length {
        if is_id { self.constants.length(word) } else { Length { value: Some(word.into()), spec_id: None } }
    }

    /// Returns the size of a workgroup: that of the `WorkgroupSize` constant in a stage with workgroups, or else that
    /// of the execution mode.
    pub fn local_size(&self, function: Id, has_workgroups: bool) -> Result<Option<[Dimension; 3]>> {
        if let Some(constant) = self.size.filter(|_| has_workgroups) {
            return Ok(self.dimensions(constant.in_operands(), true));
        }
        for inst in self.of_function(function) {
            let words = inst.in_operands().get(2..).unwrap_or_default();
            match ExecutionMode::from_u32(inst.operand(1)?) {
                Some(ExecutionMode::LocalSize) => return Ok(self.dimensions(words, false)),
                Some(ExecutionMode::LocalSizeId) => return Ok(self.dimensions(words, true)),
                _ => {}
            }
        }
        Ok(None)
    }

    fn dimensions(&self, words: &[u32], are_ids: bool) -> Option<[Dimension; 3]> {
        let sizes = <[u32; 3]>::try_from(words).ok()?;
        Some(sizes.map(|word| self.operand(word, are_ids)))
    }
}

/// Returns the constant decorated as builtin `WorkgroupSize`.
fn workgroup_size<'w>(module: &Module<'w>) -> Option<Instruction<'w>> {
    let is_builtin = |id: Id| module.decoration(id, Decoration::BuiltIn) == Some(&[BuiltIn::WorkgroupSize as u32]);
    let mut composites =
        module.globals().filter(|inst| matches!(inst.opcode(), Op::ConstantComposite | Op::SpecConstantComposite));
    composites.find(|inst| inst.result_id().is_some_and(is_builtin))
}
