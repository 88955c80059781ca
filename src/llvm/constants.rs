//! Constants: exact values, however wide, and the parts of aggregates.

use super::raw::Numbered as _;
use super::shim;
use super::{Opcode, Value};
use llvm_sys::core::{LLVMGetAggregateElement, LLVMGetConstOpcode, LLVMIsAConstantDataSequential};

impl<'m> Value<'m> {
    /// The 64-bit words of an integer constant, lowest first; bits above its width are zero.
    pub(super) fn words(self) -> Option<&'m [u64]> {
        if !self.ty().is_int() {
            return None;
        }
        let mut count = 0;
        // SAFETY: a live value of any kind; of an integer constant, the words live as long as the context.
        let start = unsafe { shim::llvmspirv_int_words(self.raw(), &mut count) };
        // SAFETY: not null: `count` words of the constant's.
        (!start.is_null()).then(|| unsafe { std::slice::from_raw_parts(start, count) })
    }

    /// The words of an integer constant of any width, lowest first; empty for other values.
    pub fn int_words(self) -> Vec<u64> {
        self.words().unwrap_or_default().to_vec()
    }

    /// An integer constant, zero-extended; `None` if it needs more than 64 bits.
    pub fn int_value(self) -> Option<u64> {
        let (low, high) = self.words()?.split_first()?;
        high.iter().all(|&word| word == 0).then_some(*low)
    }

    /// The exact bits of a floating-point constant, lowest word first.
    pub fn float_words(self) -> Option<[u64; 2]> {
        let mut words = [0; 2];
        // SAFETY: a live value of any kind.
        let width = unsafe { shim::llvmspirv_float_bits(self.raw(), &mut words) };
        (width != 0 && self.ty().is_float()).then_some(words)
    }

    /// The bytes of a constant array or vector of plain numbers, in the machine's order, elements without gaps.
    pub fn data_bytes(self) -> Option<&'m [u8]> {
        // SAFETY: a live value of any kind.
        if unsafe { LLVMIsAConstantDataSequential(self.raw()) }.is_null() {
            return None;
        }
        let mut size = 0;
        // SAFETY: a constant array or vector of plain numbers; its bytes live as long as the context.
        Some(unsafe { shim::bytes(shim::raw_data_values(self.raw(), &mut size), size) })
    }

    /// An element or field of a constant, also of `zeroinitializer`, `undef` and `poison`.
    pub fn aggregate_element(self, index: u32) -> Option<Value<'m>> {
        let ty = self.ty();
        let count = if ty.is_struct() { u64::from(ty.field_count()) } else { ty.count() };
        if u64::from(index) >= count || !self.is_constant() {
            return None;
        }
        // SAFETY: a constant, and an index below the count of its type; null where LLVM cannot tell.
        Value::from_raw(unsafe { LLVMGetAggregateElement(self.raw(), index) })
    }

    /// The opcode of a constant expression.
    pub fn const_opcode(self) -> Option<Opcode> {
        // SAFETY: only called on a constant expression.
        self.is_constant_expression().then(|| Opcode::from_raw(unsafe { LLVMGetConstOpcode(self.raw()) }))
    }

    /// The opcode of an instruction or constant expression.
    pub fn any_opcode(self) -> Option<Opcode> {
        self.opcode().or_else(|| self.const_opcode())
    }
}
