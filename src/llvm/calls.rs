//! Calls, invokes, inline assembly.

use super::diagnostics::sized_text;
use super::raw::Numbered as _;
use super::{InlineAsm, Opcode, TailCallKind, Type, Value, ValueKind};
use llvm_sys::core::*;

impl<'m> Value<'m> {
    /// Returns whether it is a call, invoke or `callbr`.
    pub fn is_call(self) -> bool {
        matches!(self.opcode(), Some(Opcode::Call | Opcode::Invoke | Opcode::CallBr))
    }

    /// Returns the callee of a call.
    pub fn called_value(self) -> Option<Value<'m>> {
        // SAFETY: a call.
        self.is_call().then(|| unsafe { LLVMGetCalledValue(self.raw()) }).and_then(Value::from_raw)
    }

    /// The type of what a call calls.
    pub fn call_function_type(self) -> Option<Type<'m>> {
        // SAFETY: a call.
        self.is_call().then(|| unsafe { LLVMGetCalledFunctionType(self.raw()) }).and_then(Type::from_raw)
    }

    /// Returns the number of arguments of a call.
    pub fn call_arg_count(self) -> u32 {
        if !self.is_call() {
            return 0;
        }
        // SAFETY: a call.
        unsafe { LLVMGetNumArgOperands(self.raw()) }
    }

    /// An argument of a call.
    pub fn call_arg(self, index: u32) -> Option<Value<'m>> {
        // SAFETY: a call if the count is not 0; arguments are its first operands.
        (index < self.call_arg_count()).then(|| unsafe { LLVMGetOperand(self.raw(), index) }).and_then(Value::from_raw)
    }

    /// The arguments of a call.
    pub fn call_args(self) -> impl DoubleEndedIterator<Item = Value<'m>> + Clone {
        // SAFETY: a call if the count is not 0; arguments are its first operands.
        (0..self.call_arg_count()).filter_map(move |i| Value::from_raw(unsafe { LLVMGetOperand(self.raw(), i) }))
    }

    /// Returns the marker of a call: `tail`, `musttail`, `notail`, or none.
    pub fn tail_call_kind(self) -> TailCallKind {
        if !self.is_op(Opcode::Call) {
            return TailCallKind::None;
        }
        // SAFETY: a call, no invoke.
        TailCallKind::from_raw(unsafe { LLVMGetTailCallKind(self.raw()) })
    }

    /// Returns the number of operand bundles of a call.
    pub fn bundle_count(self) -> u32 {
        if !self.is_call() {
            return 0;
        }
        // SAFETY: a call.
        unsafe { LLVMGetNumOperandBundles(self.raw()) }
    }

    /// The names of the operand bundles of a call.
    pub fn bundle_tags(self) -> Vec<String> {
        let tag = |index| {
            // SAFETY: a call, and an index below its count of bundles; what LLVM makes to answer is given back.
            unsafe {
                let bundle = LLVMGetOperandBundleAtIndex(self.raw(), index);
                let mut length = 0;
                let tag = LLVMGetOperandBundleTag(bundle, &mut length);
                let tag = super::shim::bytes(tag, length);
                let tag = String::from_utf8_lossy(tag).into_owned();
                LLVMDisposeOperandBundle(bundle);
                tag
            }
        };
        (0..self.bundle_count()).map(tag).collect()
    }

    /// The inline assembly that it is or calls.
    pub fn inline_asm(self) -> Option<InlineAsm<'m>> {
        let callee = self.called_value().unwrap_or(self);
        if callee.kind() != ValueKind::InlineAsm {
            return None;
        }
        let raw = callee.raw();
        // SAFETY: inline assembly, whose texts live as long as the context.
        Some(unsafe {
            InlineAsm {
                template: sized_text(|length| LLVMGetInlineAsmAsmString(raw, length)),
                constraints: sized_text(|length| LLVMGetInlineAsmConstraintString(raw, length)),
                function_type: Type::from_live(LLVMGetInlineAsmFunctionType(raw)),
                has_side_effects: LLVMGetInlineAsmHasSideEffects(raw) != 0,
            }
        })
    }
}
