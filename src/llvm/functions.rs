//! Functions and blocks.

use super::diagnostics::sized_text;
use super::shim;
use super::{Block, Type, Value};
use llvm_sys::core::*;
use std::iter::successors;

impl<'m> Value<'m> {
    /// The type of a function.
    pub fn function_type(self) -> Option<Type<'m>> {
        self.value_type().filter(|_| self.is_function())
    }

    /// Returns the number of parameters of a function.
    pub fn param_count(self) -> u32 {
        if !self.is_function() {
            return 0;
        }
        // SAFETY: a function.
        unsafe { LLVMCountParams(self.raw()) }
    }

    /// A function's parameter.
    pub fn param(self, index: u32) -> Option<Value<'m>> {
        // SAFETY: a function if the count is not 0, and an index below the count.
        (index < self.param_count()).then(|| unsafe { LLVMGetParam(self.raw(), index) }).and_then(Value::from_raw)
    }

    /// A function's parameters.
    pub fn params(self) -> impl DoubleEndedIterator<Item = Value<'m>> + Clone {
        // SAFETY: a function if the count is not 0, and an index below the count.
        (0..self.param_count()).filter_map(move |i| Value::from_raw(unsafe { LLVMGetParam(self.raw(), i) }))
    }

    /// The function that a parameter or instruction is in.
    pub fn parent_function(self) -> Option<Value<'m>> {
        if self.is_argument() {
            // SAFETY: a parameter.
            return Value::from_raw(unsafe { LLVMGetParamParent(self.raw()) });
        }
        self.parent_block()?.parent()
    }

    /// The calling convention of a function, call or invoke, as LLVM numbers them; 0, C's, for other values.
    pub fn call_conv(self) -> u32 {
        if self.is_function() {
            // SAFETY: a function.
            unsafe { LLVMGetFunctionCallConv(self.raw()) }
        } else if self.is_call() {
            // SAFETY: a call.
            unsafe { LLVMGetInstructionCallConv(self.raw()) }
        } else {
            0
        }
    }

    /// The number of the intrinsic that a function is; 0 for other values.
    pub fn intrinsic_id(self) -> u32 {
        // SAFETY: a live value of any kind.
        unsafe { LLVMGetIntrinsicID(self.raw()) }
    }

    /// The name of the intrinsic that a function is, without its overload: `llvm.memcpy`.
    pub fn intrinsic_name(self) -> Option<&'m str> {
        let id = self.intrinsic_id();
        // SAFETY: the number came from LLVM; the name is in its tables.
        (id != 0).then(|| unsafe { sized_text(|length| LLVMIntrinsicGetName(id, length)) })
    }

    /// The names of all intrinsics that LLVM has for every target.
    #[cfg(test)]
    pub fn intrinsic_names() -> Vec<String> {
        // They come first in LLVM's tables, in alphabetical order.
        const LAST: &str = "llvm.xray.typedevent";
        // SAFETY: a name with its length.
        let last = unsafe { LLVMLookupIntrinsicID(LAST.as_ptr().cast(), LAST.len()) };
        // SAFETY: numbers of intrinsics that there are.
        (1..=last).map(|id| unsafe { sized_text(|length| LLVMIntrinsicGetName(id, length)) }.to_owned()).collect()
    }

    /// The names of the intrinsics of LLVM's SPIR-V target.
    #[cfg(test)]
    pub fn spirv_intrinsic_names() -> Vec<String> {
        // In alphabetical order, one behind the other.
        const FIRST: &str = "llvm.spv.all";
        // SAFETY: a name with its length.
        let first = unsafe { LLVMLookupIntrinsicID(FIRST.as_ptr().cast(), FIRST.len()) };
        // SAFETY: numbers of intrinsics that there are: those of other targets follow.
        let names = (first..).map(|id| unsafe { sized_text(|length| LLVMIntrinsicGetName(id, length)) });
        names.take_while(|name: &&str| name.starts_with("llvm.spv.")).map(str::to_owned).collect()
    }

    /// Returns the number of blocks of a function.
    pub fn block_count(self) -> u32 {
        if !self.is_function() {
            return 0;
        }
        // SAFETY: a function.
        unsafe { LLVMCountBasicBlocks(self.raw()) }
    }

    /// A function's first block.
    pub fn entry_block(self) -> Option<Block<'m>> {
        // SAFETY: a function; null where it has no block.
        self.is_function().then(|| unsafe { LLVMGetFirstBasicBlock(self.raw()) }).and_then(Block::from_raw)
    }

    /// A function's blocks, in order.
    pub fn blocks(self) -> impl Iterator<Item = Block<'m>> + Clone {
        successors(self.entry_block(), |block| block.next())
    }

    /// Returns whether an instruction of the function has an operand for which [`is_made`](Self::is_made) holds.
    pub fn names_made_constants(self) -> bool {
        // SAFETY: asked of functions only.
        self.is_function() && unsafe { shim::llvmspirv_names_made_constants(self.raw()) }
    }

    /// Returns whether each block of a function but the first has a predecessor in front of it.
    pub fn blocks_follow(self) -> bool {
        // SAFETY: a function.
        !self.is_function() || unsafe { shim::llvmspirv_blocks_follow(self.raw()) != 0 }
    }
}

impl<'m> Block<'m> {
    /// The block as a value.
    pub fn as_value(self) -> Value<'m> {
        // SAFETY: a live block, which is a value.
        unsafe { Value::from_raw(LLVMBasicBlockAsValue(self.raw())).unwrap_unchecked() }
    }

    /// Its name; empty where it has none.
    pub fn name(self) -> &'m str {
        self.as_value().name()
    }

    /// The function that it is in.
    pub fn parent(self) -> Option<Value<'m>> {
        // SAFETY: a live block; null where it is in no function.
        Value::from_raw(unsafe { LLVMGetBasicBlockParent(self.raw()) })
    }

    /// Moves it behind another block of its function.
    pub fn move_after(self, other: Self) {
        if self != other && self.parent().is_some() && self.parent() == other.parent() {
            // SAFETY: two blocks of one function.
            unsafe { LLVMMoveBasicBlockAfter(self.raw(), other.raw()) };
        }
    }

    /// The next block of the function.
    pub fn next(self) -> Option<Block<'m>> {
        self.parent()?;
        // SAFETY: a block in a function.
        Block::from_raw(unsafe { LLVMGetNextBasicBlock(self.raw()) })
    }

    /// Its first instruction.
    pub fn first_instruction(self) -> Option<Value<'m>> {
        // SAFETY: a live block; null where it is empty.
        Value::from_raw(unsafe { LLVMGetFirstInstruction(self.raw()) })
    }

    /// Its last instruction, if that ends blocks.
    pub fn terminator(self) -> Option<Value<'m>> {
        // SAFETY: a live block; null where it has none.
        Value::from_raw(unsafe { LLVMGetBasicBlockTerminator(self.raw()) })
    }

    /// Its instructions, in order.
    pub fn instructions(self) -> impl Iterator<Item = Value<'m>> + Clone {
        // SAFETY: instructions of this block, which therefore have a next or end it.
        successors(self.first_instruction(), |i| Value::from_raw(unsafe { LLVMGetNextInstruction(i.raw()) }))
    }
}
