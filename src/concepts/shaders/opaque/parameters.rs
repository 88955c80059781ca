//! The operands of opaque types: types and constants.
//!
//! In LLVM IR: `target("spirv.TensorARM", float, 4, 1, 2, 2, 3)`, with the types and the numbers in the order of the
//! operands. A condition is 0 or 1, an array of numbers is its elements, as many as the preceding number. If the type
//! operand has signed integers, the name is `spirv.SignedTensorARM`. Lost: the signs of the constants' types.

use crate::binary::builder::Id;
use crate::binary::{Instruction, Op};
use crate::concepts::base::{constants, types};
use crate::concepts::shaders::types::with_sign;
use crate::conventions::notes;
use crate::error::{Code, Error, Result};
use crate::llvm::Type;
use crate::state::{Forward, Reverse};

/// The prefix of a type's name, behind `spirv.`, if its first operand is a type of signed integers.
pub const SIGNED: &str = "Signed";

/// The kind of an operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Type,
    /// A constant of 32 bits.
    Number,
    /// A boolean constant.
    Condition,
    /// A constant array of numbers.
    Numbers,
}

/// The types with operands. Trailing operands may be missing; a trailing number may be repeated.
const TYPES: &[(Op, &[Kind])] = &[
    (Op::TypeTensorARM, &[Kind::Type, Kind::Number, Kind::Numbers]),
    (Op::TypeTensorLayoutNV, &[Kind::Number, Kind::Number]),
    (Op::TypeTensorViewNV, &[Kind::Number, Kind::Condition, Kind::Number]),
    (Op::TypeNodePayloadArrayAMDX, &[Kind::Type]),
];

/// Returns the kinds of the operands of a type, in order.
fn kinds(op: Op) -> impl Iterator<Item = Kind> {
    let row = TYPES.iter().find(|row| row.0 == op).map_or(&[][..], |row| row.1);
    let last = row.last().copied().filter(|kind| *kind == Kind::Number);
    row.iter().copied().chain(last.into_iter().cycle())
}

// --- SPIR-V to LLVM ---

/// The operands of a type.
#[derive(Debug, Default)]
pub struct Parameters {
    /// Whether the first type is one of signed integers.
    pub is_signed: bool,
    /// The ids of types.
    pub types: Vec<Id>,
    /// Numbers, conditions, elements of arrays.
    pub numbers: Vec<u32>,
}

/// Returns the operands of a type; `None` if they do not match the table.
pub fn reverse(r: &Reverse<'_>, inst: Instruction<'_>) -> Result<Option<Parameters>> {
    let mut parameters = Parameters::default();
    let mut kinds = kinds(inst.opcode());
    for operand in inst.in_operands() {
        match kinds.next() {
            Some(Kind::Type) => {
                parameters.is_signed |= parameters.types.is_empty() && notes::of(r, *operand)?.is_signed();
                parameters.types.push(*operand);
            }
            Some(Kind::Number) => parameters.numbers.push(number(r, inst, *operand)?),
            Some(Kind::Condition) => parameters.numbers.push(condition(r, inst, *operand)?),
            Some(Kind::Numbers) => {
                let array = defined(r, inst, *operand, &[Op::ConstantComposite])?;
                for element in array.in_operands() {
                    parameters.numbers.push(number(r, inst, *element)?);
                }
            }
            None => return Ok(None),
        }
    }
    Ok(Some(parameters))
}

/// Returns the definition of an operand, which is one of these instructions.
fn defined<'m>(r: &Reverse<'m>, ty: Instruction<'_>, operand: Id, ops: &[Op]) -> Result<Instruction<'m>> {
    let definition = r.spv.definition(operand).filter(|inst| ops.contains(&inst.opcode()));
    definition.ok_or_else(|| ty.error(format!("{} with an operand %{operand} that can be set", ty.name())))
}

fn number(r: &Reverse<'_>, ty: Instruction<'_>, operand: Id) -> Result<u32> {
    let constant = defined(r, ty, operand, &[Op::Constant, Op::ConstantNull])?;
    Ok(constant.in_operands().first().copied().unwrap_or(0))
}

fn condition(r: &Reverse<'_>, ty: Instruction<'_>, operand: Id) -> Result<u32> {
    let constant = defined(r, ty, operand, &[Op::ConstantTrue, Op::ConstantFalse])?;
    Ok((constant.opcode() == Op::ConstantTrue).into())
}

/// Returns the name of a type in names of builtins, which includes the operands.
pub fn mangled(r: &Reverse<'_>, inst: Instruction<'_>, name: &str) -> Result<String> {
    let Parameters { is_signed, types, numbers } = reverse(r, inst)?.unwrap_or_default();
    let mut text = format!("__spirv_{}{name}", if is_signed { SIGNED } else { "" });
    for ty in types {
        text.push_str("__");
        text.push_str(&r.ty(ty)?.to_string());
    }
    numbers.iter().for_each(|number| text.push_str(&format!("_{number}")));
    Ok(text)
}

// --- LLVM to SPIR-V ---

/// Returns the operands of a type; `None` if the target extension type has more parameters than the table.
pub fn forward<'m>(f: &mut Forward<'m>, op: Op, ty: Type<'m>, is_signed: bool) -> Result<Option<Vec<Id>>> {
    let (mut types, numbers) = (ty.target_types().into_iter(), ty.target_ints());
    let (mut numbers, mut last) = (numbers.into_iter(), 0);
    let (mut kinds, mut operands) = (kinds(op), Vec::new());
    while types.len() + numbers.len() > 0 {
        let Some(kind) = kinds.next() else { return Ok(None) };
        if kind == Kind::Type {
            let Some(parameter) = types.next() else { return Ok(None) };
            operands.push(with_sign(f, parameter, is_signed && operands.is_empty())?);
            continue;
        }
        let Some(number) = numbers.next() else { return Ok(None) };
        operands.push(match kind {
            Kind::Condition => condition_of(f, number)?,
            Kind::Numbers => {
                let all: Vec<u32> = std::iter::once(number).chain(numbers.by_ref()).collect();
                if usize::try_from(last).is_ok_and(|count: usize| count == all.len()) {
                    array(f, &all)?
                } else {
                    return Err(Error::of(
                        Code::IllegalType,
                        format!("{ty}, which has {} numbers for {last}", all.len()),
                    ));
                }
            }
            _ => constants::word(f, number)?,
        });
        last = number;
    }
    Ok(Some(operands))
}

/// Returns a boolean constant.
fn condition_of(f: &mut Forward<'_>, number: u32) -> Result<Id> {
    let ty = types::int(f, 1)?;
    constants::int_literal(f, ty, 1, number.into())
}

/// Returns a constant array of numbers.
fn array(f: &mut Forward<'_>, numbers: &[u32]) -> Result<Id> {
    let elements = numbers.iter().map(|number| constants::word(f, *number)).collect::<Result<Vec<_>>>()?;
    let word = types::int(f, 32)?;
    let ty = types::array_of(f, word, numbers.len() as u64)?;
    f.spv.unique_constant(Op::ConstantComposite, ty, &elements)
}
