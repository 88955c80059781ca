//! Specialization constants: which there are, and a module in which they have their values and are plain constants.
//!
//! In: words. Out: a list of the scalar ones, or words in which each has the value of the default or of an override,
//! and `SpecId` is gone; operations stay. Serves sections 2.9 and 3.3.7 of the specification.

use super::definitions::Definitions;
use super::{Decoration, Id, Instruction, Op, Words};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What a scalar is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `OpTypeBool`.
    Bool,
    /// `OpTypeInt`.
    Integer,
    /// `OpTypeFloat`.
    Float,
}

/// A scalar specialization constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant {
    /// The number by which the outside knows it.
    pub spec_id: u32,
    /// Its width in bits; 1 for booleans.
    pub width: u32,
    /// What it is.
    pub form: Form,
}

/// The scalar specialization constants that can be set, in the order of the module.
pub fn constants(words: &Words<'_>) -> Vec<Constant> {
    let ids = spec_ids(words);
    let mut definitions = Definitions::new(words);
    let mut found = Vec::new();
    for instruction in words.instructions().take_while(|i| i.opcode() != Op::Function) {
        let Some(id) = instruction.result_id() else { continue };
        definitions.add(id, instruction);
        let is_scalar = matches!(instruction.opcode(), Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse);
        let spec_id = ids.get(&id).filter(|_| is_scalar);
        found.extend(spec_id.zip(scalar(&definitions, instruction)).map(|(spec_id, (form, width))| Constant {
            spec_id: *spec_id,
            width,
            form,
        }));
    }
    found
}

/// `SpecId` by the id of the constant.
pub(super) fn spec_ids(words: &Words<'_>) -> FxHashMap<Id, u32> {
    words.instructions().take_while(|i| i.opcode() != Op::Function).filter_map(spec_id).collect()
}

fn spec_id(instruction: Instruction<'_>) -> Option<(Id, u32)> {
    match (instruction.opcode(), instruction.operands()) {
        (Op::Decorate, [id, kind, number]) if *kind == Decoration::SpecId as u32 => Some((*id, *number)),
        _ => None,
    }
}

fn scalar(definitions: &Definitions<'_>, instruction: Instruction<'_>) -> Option<(Form, u32)> {
    let ty = definitions.get(instruction.result_type()?)?;
    match ty.opcode() {
        Op::TypeBool => Some((Form::Bool, 1)),
        Op::TypeInt => Some((Form::Integer, *ty.in_operands().first()?)),
        Op::TypeFloat => Some((Form::Float, *ty.in_operands().first()?)),
        _ => None,
    }
}

/// The module with plain constants: overrides by `SpecId`, defaults elsewhere.
pub fn specialize(words: &Words<'_>, overrides: &BTreeMap<u32, u64>) -> Vec<u32> {
    let ids = spec_ids(words);
    let mut out = Vec::with_capacity(words.words().len());
    out.extend(words.words().iter().take(super::header::WORDS));
    for instruction in words.instructions().filter(|instruction| spec_id(*instruction).is_none()) {
        let value = instruction.result_id().and_then(|id| overrides.get(ids.get(&id)?)).copied();
        plain(&mut out, instruction, value);
    }
    out
}

/// Appends an instruction, a specialization constant as a plain one.
fn plain(out: &mut Vec<u32>, instruction: Instruction<'_>, value: Option<u64>) {
    let chosen =
        |default: bool| if value.map_or(default, |value| value != 0) { Op::ConstantTrue } else { Op::ConstantFalse };
    let opcode = match instruction.opcode() {
        Op::SpecConstantTrue => chosen(true),
        Op::SpecConstantFalse => chosen(false),
        Op::SpecConstant => Op::Constant,
        Op::SpecConstantComposite => Op::ConstantComposite,
        Op::SpecConstantCompositeContinuedINTEL => Op::ConstantCompositeContinuedINTEL,
        _ => return out.extend_from_slice(instruction.words()),
    };
    let start = out.len();
    out.extend_from_slice(instruction.words());
    let Some([first, operands @ ..]) = out.get_mut(start..) else { return };
    *first = *first & 0xFFFF_0000 | opcode as u32;
    if let (Op::Constant, Some(value), Some(literal)) = (opcode, value, operands.get_mut(2..)) {
        literal.iter_mut().zip([value as u32, (value >> 32) as u32]).for_each(|(word, new)| *word = new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spirv::testing::Bytes;

    fn module() -> Words<'static> {
        Bytes::library(20)
            .op(Op::Decorate, &[5, Decoration::SpecId as u32, 100])
            .op(Op::Decorate, &[6, Decoration::SpecId as u32, 101])
            .op(Op::TypeInt, &[1, 64, 0])
            .op(Op::TypeBool, &[2])
            .op(Op::SpecConstant, &[1, 5, 7, 0])
            .op(Op::SpecConstantFalse, &[2, 6])
            .words()
    }

    #[test]
    fn s3_specialization_constants_are_listed() {
        let found = constants(&module());
        let expected = [(100, 64, Form::Integer), (101, 1, Form::Bool)];
        assert_eq!(found.iter().map(|c| (c.spec_id, c.width, c.form)).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn s3_specialization_constants_take_values() {
        let plain = specialize(&module(), &BTreeMap::from([(100, 1 << 32 | 2), (101, 1)]));
        let tail = [5 << 16 | Op::Constant as u32, 1, 5, 2, 1, 3 << 16 | Op::ConstantTrue as u32, 2, 6];
        assert!(plain.ends_with(&tail), "{plain:?}");
        assert!(constants(&Words::of(plain).unwrap_or(module())).is_empty());
    }
}
