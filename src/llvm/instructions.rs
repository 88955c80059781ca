//! Instructions: flags, predicates, indices, control flow. Memory and atomics are in `memory.rs`, calls in `calls.rs`.

use super::{Block, Opcode, Predicate, Type, Value, raw, shim};
use llvm_sys::core::*;

/// Flags of floating-point instructions, as [`Value::fast_math`] gives them.
pub mod fast_math {
    /// All of them: `fast`.
    pub use llvm_sys::LLVMFastMathAll as FAST;
    pub use llvm_sys::{
        LLVMFastMathAllowContract as CONTRACT, LLVMFastMathAllowReassoc as REASSOC,
        LLVMFastMathAllowReciprocal as RECIPROCAL, LLVMFastMathApproxFunc as APPROX_FUNC,
        LLVMFastMathNoInfs as NO_INFS, LLVMFastMathNoNaNs as NO_NANS, LLVMFastMathNoSignedZeros as NO_SIGNED_ZEROS,
    };
}

/// Flags of `getelementptr`, as [`Value::gep_flags`] gives them.
pub mod gep_flags {
    pub use llvm_sys::LLVMGEPFlagInBounds as IN_BOUNDS;
    #[cfg(feature = "internals")]
    pub use llvm_sys::{LLVMGEPFlagNUSW as NUSW, LLVMGEPFlagNUW as NUW};
}

/// A flag of instructions with certain opcodes; false for other values.
macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident: $opcodes:pat => $get:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(self) -> bool {
            // SAFETY: only called on instructions with these opcodes, which are those that have the flag.
            matches!(self.opcode(), Some($opcodes)) && unsafe { $get(self.raw()) != 0 }
        }
    )*};
}

/// The properties of an instruction that a walk needs, found in two calls of LLVM.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Its opcode.
    pub opcode: Opcode,
    /// Whether it ends a block.
    pub is_terminator: bool,
    /// Whether it has a name.
    pub is_named: bool,
    /// Whether it has metadata other than a debug location.
    pub has_metadata: bool,
    /// Whether an operand is a constant expression.
    pub has_expressions: bool,
}

impl<'m> Value<'m> {
    /// Returns the properties of an instruction; `None` for other values.
    pub fn facts(self) -> Option<Facts> {
        let opcode = self.opcode()?;
        // SAFETY: an instruction.
        let bits = unsafe { shim::llvmspirv_facts(self.raw()) };
        let bit = |number: u32| bits >> number & 1 == 1;
        Some(Facts { opcode, is_terminator: bit(0), is_named: bit(1), has_metadata: bit(2), has_expressions: bit(3) })
    }

    /// The block that an instruction is in.
    pub fn parent_block(self) -> Option<Block<'m>> {
        // SAFETY: an instruction; null where it is in no block.
        self.is_instruction().then(|| unsafe { LLVMGetInstructionParent(self.raw()) }).and_then(Block::from_raw)
    }

    /// The instruction after this one.
    pub fn next_instruction(self) -> Option<Value<'m>> {
        self.parent_block()?;
        // SAFETY: an instruction in a block.
        Value::from_raw(unsafe { LLVMGetNextInstruction(self.raw()) })
    }

    /// Returns whether it ends a block.
    pub fn is_terminator(self) -> bool {
        // SAFETY: a live value of any kind.
        !unsafe { LLVMIsATerminatorInst(self.raw()) }.is_null()
    }

    /// Returns whether it is an instruction with this opcode.
    pub fn is_op(self, opcode: Opcode) -> bool {
        self.opcode() == Some(opcode)
    }

    flags! {
        /// Returns whether it has the flag `nuw`: unsigned wrapping is poison.
        nuw: Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl | Opcode::Trunc => LLVMGetNUW;
        /// Returns whether it has the flag `nsw`: signed wrapping is poison.
        nsw: Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl | Opcode::Trunc => LLVMGetNSW;
        /// Returns whether it has the flag `exact`: a remainder, or a bit shifted out, is poison.
        exact: Opcode::UDiv | Opcode::SDiv | Opcode::LShr | Opcode::AShr => LLVMGetExact;
        /// Returns whether it has the flag `disjoint`: a bit set in both operands is poison.
        disjoint: Opcode::Or => LLVMGetIsDisjoint;
        /// Returns whether it has the flag `nneg`: a negative operand is poison.
        nneg: Opcode::ZExt | Opcode::UiToFp => LLVMGetNNeg;
        /// Returns whether it has the flag `samesign`: operands of different sign are poison.
        same_sign: Opcode::ICmp => LLVMGetICmpSameSign;
        /// Returns whether it is a branch with a condition.
        is_conditional: Opcode::Br => LLVMIsConditional;
    }

    /// Returns the predicate of an `icmp`.
    pub fn int_predicate(self) -> Option<Predicate> {
        // SAFETY: an `icmp`.
        self.is_op(Opcode::ICmp).then(|| raw::predicate(unsafe { LLVMGetICmpPredicate(self.raw()) } as u32))
    }

    /// Returns the predicate of an `fcmp`.
    pub fn real_predicate(self) -> Option<Predicate> {
        // SAFETY: an `fcmp`.
        self.is_op(Opcode::FCmp).then(|| raw::predicate(unsafe { LLVMGetFCmpPredicate(self.raw()) } as u32))
    }

    /// Returns whether it is an instruction that can have the flags of [`fast_math`].
    pub fn can_use_fast_math(self) -> bool {
        // SAFETY: an instruction.
        self.is_instruction() && unsafe { LLVMCanValueUseFastMathFlags(self.raw()) != 0 }
    }

    /// The flags of [`mod@fast_math`]; 0 for values that cannot have them.
    pub fn fast_math(self) -> u32 {
        if !self.can_use_fast_math() {
            return 0;
        }
        // SAFETY: an instruction that can have these flags.
        unsafe { LLVMGetFastMathFlags(self.raw()) }
    }

    /// Returns whether it is a `getelementptr`, as instruction or constant expression.
    pub fn is_gep(self) -> bool {
        self.any_opcode() == Some(Opcode::GetElementPtr)
    }

    /// The type that the first index of a `getelementptr` counts.
    pub fn gep_source_type(self) -> Option<Type<'m>> {
        // SAFETY: a `getelementptr`.
        self.is_gep().then(|| unsafe { LLVMGetGEPSourceElementType(self.raw()) }).and_then(Type::from_raw)
    }

    /// The flags of a `getelementptr`: see [`mod@gep_flags`].
    pub fn gep_flags(self) -> u32 {
        if !self.is_gep() {
            return 0;
        }
        // SAFETY: a `getelementptr`.
        unsafe { LLVMGEPGetNoWrapFlags(self.raw()) }
    }

    /// Returns whether a `getelementptr` has the flag `inbounds`.
    pub fn is_in_bounds(self) -> bool {
        self.gep_flags() & gep_flags::IN_BOUNDS != 0
    }

    /// The indices of `extractvalue` and `insertvalue`; empty for other values.
    pub fn indices(self) -> Vec<u32> {
        if !matches!(self.opcode(), Some(Opcode::ExtractValue | Opcode::InsertValue)) {
            return Vec::new();
        }
        // SAFETY: one of these instructions; it has at least one index, and the indices live as long as it.
        unsafe { std::slice::from_raw_parts(LLVMGetIndices(self.raw()), LLVMGetNumIndices(self.raw()) as usize) }
            .to_vec()
    }

    /// The mask of `shufflevector`, -1 for elements that are poison; empty for other values.
    pub fn shuffle_mask(self) -> Vec<i32> {
        if !self.is_op(Opcode::ShuffleVector) {
            return Vec::new();
        }
        // SAFETY: a `shufflevector`, and indices below the length of its mask.
        let count = unsafe { LLVMGetNumMaskElements(self.raw()) };
        // SAFETY: as above.
        (0..count).map(|i| unsafe { LLVMGetMaskValue(self.raw(), i) }.max(-1)).collect()
    }

    /// The values of a `phi` and the blocks that they come from.
    pub fn incoming(self) -> impl DoubleEndedIterator<Item = (Value<'m>, Block<'m>)> + Clone {
        // SAFETY: a `phi`, and indices below its count.
        let count = if self.is_op(Opcode::Phi) { unsafe { LLVMCountIncoming(self.raw()) } } else { 0 };
        (0..count).filter_map(move |i| {
            // SAFETY: as above.
            let (value, block) = unsafe { (LLVMGetIncomingValue(self.raw(), i), LLVMGetIncomingBlock(self.raw(), i)) };
            Value::from_raw(value).zip(Block::from_raw(block))
        })
    }

    /// Returns the number of successors of a terminator.
    pub fn successor_count(self) -> u32 {
        if !self.is_terminator() {
            return 0;
        }
        // SAFETY: a terminator.
        unsafe { LLVMGetNumSuccessors(self.raw()) }
    }

    /// A block that a terminator can go to. Of a branch: the true one first; of a switch: the default one first.
    pub fn successor(self, index: u32) -> Option<Block<'m>> {
        // SAFETY: a terminator if the count is not 0, and an index below the count.
        (index < self.successor_count())
            .then(|| unsafe { LLVMGetSuccessor(self.raw(), index) })
            .and_then(Block::from_raw)
    }

    /// The blocks that a terminator can go to, as [`successor`](Self::successor) orders them.
    pub fn successors(self) -> impl DoubleEndedIterator<Item = Block<'m>> + Clone {
        // SAFETY: a terminator if the count is not 0, and an index below the count.
        (0..self.successor_count()).filter_map(move |i| Block::from_raw(unsafe { LLVMGetSuccessor(self.raw(), i) }))
    }

    /// Returns the condition of a conditional branch, a switch or a `select`.
    pub fn condition(self) -> Option<Value<'m>> {
        match self.opcode()? {
            // SAFETY: a branch with a condition.
            Opcode::Br if self.is_conditional() => Value::from_raw(unsafe { LLVMGetCondition(self.raw()) }),
            Opcode::Switch | Opcode::Select => self.operand(0),
            _ => None,
        }
    }

    /// The cases of a switch, without the default.
    pub fn cases(self) -> impl DoubleEndedIterator<Item = (Value<'m>, Block<'m>)> + Clone {
        let count = if self.is_op(Opcode::Switch) { self.successor_count() } else { 0 };
        (1..count.max(1)).filter_map(move |i| {
            // SAFETY: a switch, and the number of a successor that is not the default.
            let (value, block) = unsafe { (LLVMGetSwitchCaseValue(self.raw(), i), LLVMGetSuccessor(self.raw(), i)) };
            Value::from_raw(value).zip(Block::from_raw(block))
        })
    }

    /// Returns the default destination of a switch.
    pub fn switch_default(self) -> Option<Block<'m>> {
        self.is_op(Opcode::Switch).then(|| self.successor(0)).flatten()
    }
}
