//! The opcodes in the keys of ids: opcodes with equal meaning are merged, and those with side effects are
//! distinguished.

use ::spirv::Class;
use llvm_spirv::binary::{Instruction, Op, grammar};

/// The opcode in the key of an instruction, and the position of an implied zero operand: access chains are normalised
/// to those with an element, which is 0 if absent; an operation on constants to the corresponding instruction.
pub(crate) struct Opcode {
    pub number: u32,
    pub lacks_element: bool,
    /// The index of the element operand.
    pub element: Option<usize>,
}

/// The index of the base operand in a chain; the element is the next one.
pub(super) const BASE: usize = 3;
/// The key of an element that is 0, of any type.
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

/// Returns whether an operation gives the same result for the same operands at any position.
pub(super) fn is_pure(opcode: Op) -> bool {
    !matches!(
        opcode,
        Op::Load | Op::FunctionCall | Op::Variable | Op::Phi | Op::ExtInst | Op::FunctionParameter | Op::Label
    ) && grammar::class(opcode) != Class::Atomic
        && !grammar::name(opcode).starts_with("OpGroup")
        && !grammar::name(opcode).contains("Pipe")
        && !grammar::name(opcode).contains("Image")
}
