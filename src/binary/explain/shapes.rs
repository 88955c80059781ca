//! Instruction shapes: the opcode and operands that determine the requirements of an instruction, so that each shape is
//! examined only once.

use super::super::definitions::Definitions;
use super::super::grammar::{self, Category, Kind};
use super::super::instruction::Instruction;
use super::super::operands::Context;
use ::spirv::{Class, Op};

/// Returns whether the opcode alone decides the requirements of an instruction that fits its operand layout. The
/// layouts' memory operands require nothing.
pub(super) fn asks_by_opcode(instruction: Instruction<'_>) -> bool {
    let is_quiet = |operand: &grammar::Operand| operand.kind() == Kind::MemoryAccess || is_quiet(operand.kind());
    let by_operand = matches!(instruction.opcode(), Op::TypeInt | Op::TypeFloat | Op::TypeVector)
        || instruction.info().class == Class::Atomic;
    !by_operand && instruction.info().operands.iter().all(is_quiet)
}

/// Returns whether an operand of this kind requires no capability, nor any operand that it implies.
pub(super) fn is_quiet(kind: Kind) -> bool {
    let has_more = matches!(kind, Kind::LiteralExtInstInteger | Kind::LiteralSpecConstantOpInteger);
    let asks = |row: &grammar::Enumerant| !row.requires.capabilities.is_empty() || !row.parameters.is_empty();
    !has_more && !kind.info().enumerants.iter().any(asks)
}

pub(super) fn may_access_memory(instruction: Instruction<'_>) -> bool {
    instruction.info().operands.iter().any(|operand| operand.kind() == Kind::MemoryAccess)
}

/// An opcode, and the operands that determine which capabilities it needs.
pub(super) type Shape = (u16, u32, u32);

/// The number of shapes in the cache, which are found without a lookup in the set.
pub(super) const SHAPES: usize = 64;

/// Returns whether an extended instruction has operands that require something.
pub(super) fn may_ask_by_operands(instruction: Instruction<'_>, definitions: &Definitions<'_>) -> bool {
    let (Op::ExtInst, [set, number, ..]) = (instruction.opcode(), instruction.in_operands()) else { return false };
    let row = definitions.ext_set(*set).and_then(|set| set.instruction(*number));
    row.is_some_and(|row| !row.operands.iter().all(|operand| is_quiet(operand.kind())))
}

/// Returns whether an instruction of an opcode may have a [`shape`].
pub(super) fn has_shapes(op: Op) -> bool {
    matches!(op, Op::TypePointer | Op::Variable | Op::Function | Op::ExtInst | Op::Decorate)
}

/// Returns the shape of an instruction, if it has one.
pub(super) fn shape(instruction: Instruction<'_>) -> Option<Shape> {
    let (number, operands) = (instruction.opcode_number(), instruction.operands());
    match instruction.opcode() {
        // Storage class, and function control.
        Op::TypePointer => Some((number, *operands.get(1)?, 0)),
        Op::Variable | Op::Function => Some((number, *operands.get(2)?, 0)),
        Op::ExtInst => Some((number, *operands.get(2)?, *operands.get(3)?)),
        Op::Decorate => {
            let decoration = *operands.get(1)?;
            let parameters = grammar::enumerant(Kind::Decoration, decoration)?.parameters;
            let is_quiet = |parameters: &[grammar::Operand]| parameters.iter().all(|one| is_quiet(one.kind()));
            match parameters {
                _ if is_quiet(parameters) => Some((number, decoration, 0)),
                [rest @ .., last] if is_quiet(rest) && last.kind().info().category == Category::Enum => {
                    Some((number, decoration, *operands.last()?))
                }
                _ => None,
            }
        }
        _ => None,
    }
}
