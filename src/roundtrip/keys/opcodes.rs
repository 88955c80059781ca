//! Opcodes as the contents of an id name them: those that say the same are one, and those that only compute are told
//! apart.

use crate::binary::{Instruction, Op, grammar};
use ::spirv::Class;

/// The opcode under which an instruction is known, and the operand behind which a zero is to be thought: chains of
/// access are always those with an element, which is 0 where there is none; an operation on constants is the
/// instruction that does the same.
pub(in crate::roundtrip) struct Opcode {
    pub number: u32,
    pub lacks_element: bool,
    /// The operand that is the element.
    pub element: Option<usize>,
}

/// The operand of a chain that is its base; the element is the next one.
pub(super) const BASE: usize = 3;
/// Stands for an element that is 0, whatever its type.
pub(super) const ELEMENT: u64 = 0;

impl Opcode {
    pub fn of(instruction: Instruction<'_>) -> Self {
        let other = |number| Self { number, lacks_element: false, element: None };
        let chain = |op: Op, lacks_element: bool| Self {
            number: op as u32,
            lacks_element,
            element: (!lacks_element).then_some(BASE + 1),
        };
        match instruction.opcode() {
            Op::AccessChain => chain(Op::PtrAccessChain, true),
            Op::PtrAccessChain => chain(Op::PtrAccessChain, false),
            Op::InBoundsAccessChain => chain(Op::InBoundsPtrAccessChain, true),
            Op::InBoundsPtrAccessChain => chain(Op::InBoundsPtrAccessChain, false),
            Op::SpecConstantOp => other(instruction.operand(0).unwrap_or_default()),
            opcode => other(opcode as u32),
        }
    }
}

/// Returns whether an operation gives the same result for the same operands, wherever it stands.
pub(super) fn is_pure(opcode: Op) -> bool {
    !matches!(
        opcode,
        Op::Load | Op::FunctionCall | Op::Variable | Op::Phi | Op::ExtInst | Op::FunctionParameter | Op::Label
    ) && grammar::class(opcode) != Class::Atomic
        && !grammar::name(opcode).starts_with("OpGroup")
        && !grammar::name(opcode).contains("Pipe")
        && !grammar::name(opcode).contains("Image")
}
