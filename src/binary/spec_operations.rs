//! The opcodes that `OpSpecConstantOp` may name (SPIR-V 3.42.7).

use super::Op;

/// The opcodes that `OpSpecConstantOp` may name in a module with the capability `Kernel` or `Shader` (SPIR-V 3.42.7),
/// except those on addresses.
pub const OPERATIONS: &[Op] = &[
    Op::SConvert,
    Op::UConvert,
    Op::FConvert,
    Op::ConvertFToS,
    Op::ConvertSToF,
    Op::ConvertFToU,
    Op::ConvertUToF,
    Op::Bitcast,
    Op::SNegate,
    Op::Not,
    Op::IAdd,
    Op::ISub,
    Op::IMul,
    Op::UDiv,
    Op::SDiv,
    Op::UMod,
    Op::SRem,
    Op::SMod,
    Op::FNegate,
    Op::FAdd,
    Op::FSub,
    Op::FMul,
    Op::FDiv,
    Op::FRem,
    Op::FMod,
    Op::ShiftRightLogical,
    Op::ShiftRightArithmetic,
    Op::ShiftLeftLogical,
    Op::BitwiseOr,
    Op::BitwiseXor,
    Op::BitwiseAnd,
    Op::VectorShuffle,
    Op::CompositeExtract,
    Op::CompositeInsert,
    Op::LogicalOr,
    Op::LogicalAnd,
    Op::LogicalNot,
    Op::LogicalEqual,
    Op::LogicalNotEqual,
    Op::Select,
    Op::IEqual,
    Op::INotEqual,
    Op::ULessThan,
    Op::SLessThan,
    Op::UGreaterThan,
    Op::SGreaterThan,
    Op::ULessThanEqual,
    Op::SLessThanEqual,
    Op::UGreaterThanEqual,
    Op::SGreaterThanEqual,
    Op::QuantizeToF16,
];

/// The address opcodes that `OpSpecConstantOp` may name. In functions these are instructions, as other addresses are.
const ADDRESSES: &[Op] = &[
    Op::PtrCastToGeneric,
    Op::GenericCastToPtr,
    Op::ConvertPtrToU,
    Op::ConvertUToPtr,
    Op::AccessChain,
    Op::InBoundsAccessChain,
    Op::PtrAccessChain,
    Op::InBoundsPtrAccessChain,
];

/// The opcodes added by extensions that [`crate::binary::passes`] or another module translates.
const ADDED: &[Op] = &[
    Op::UntypedAccessChainKHR,
    Op::UntypedInBoundsAccessChainKHR,
    Op::UntypedPtrAccessChainKHR,
    Op::UntypedInBoundsPtrAccessChainKHR,
    Op::CooperativeMatrixLengthKHR,
    Op::CooperativeMatrixLengthNV,
];

/// Returns whether `OpSpecConstantOp` may name the opcode.
pub fn is_allowed(op: Op) -> bool {
    OPERATIONS.contains(&op) || ADDRESSES.contains(&op)
}

/// Returns whether `OpSpecConstantOp` may name the opcode in a module with the extension that adds it.
pub fn is_listed(op: Op) -> bool {
    is_allowed(op) || ADDED.contains(&op)
}

/// Returns all opcodes that `OpSpecConstantOp` may name.
pub fn all() -> impl Iterator<Item = Op> {
    [OPERATIONS, ADDRESSES, ADDED].into_iter().flatten().copied()
}
