//! Properties of all values: kind, type, name, operands, users.

use super::create::show::show;
use super::diagnostics::take_message;
use super::raw::Numbered as _;
use super::shim::{self, text};
use super::types::PARTS_IN_MESSAGES;
use super::{Metadata, Opcode, Type, Value, ValueKind};
use llvm_sys::LLVMOpcode;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMContextRef;
use std::fmt;
use std::iter::successors;
use std::ptr::NonNull;

/// Defines a method for each class of LLVM's values: whether the value is of that class.
macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident: $is:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(self) -> bool {
            // SAFETY: a live value of any kind.
            !unsafe { $is(self.raw()) }.is_null()
        }
    )*};
}

/// A yes-or-no question that any value can answer.
macro_rules! questions {
    ($($(#[$doc:meta])* $name:ident: $is:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(self) -> bool {
            // SAFETY: a live value of any kind.
            unsafe { $is(self.raw()) != 0 }
        }
    )*};
}

impl<'m> Value<'m> {
    /// Returns the kind of the value. The rare constants without a kind in LLVM's C API (`dso_local_equivalent`,
    /// `no_cfi`) count as constant expressions, without an opcode.
    pub fn kind(self) -> ValueKind {
        // SAFETY: a live value of any kind.
        match ValueKind::from_raw(unsafe { LLVMGetValueKind(self.raw()) }) {
            ValueKind::Instruction if !self.is_instruction() => ValueKind::Expression,
            kind => kind,
        }
    }

    /// Returns whether it is the address of a function in another form: `dso_local_equivalent` or `no_cfi`.
    pub fn is_equivalent(self) -> bool {
        self.kind() == ValueKind::Expression && !self.is_constant_expression()
    }

    /// Its type.
    pub fn ty(self) -> Type<'m> {
        // SAFETY: a live value; every value has a type, which lives as long as the context.
        unsafe { Type::from_live(LLVMTypeOf(self.raw())) }
    }

    /// Its name, without sigil; empty where it has none. Names that are not UTF-8 end at the first fault: see
    /// [`name_bytes`](Self::name_bytes).
    pub fn name(self) -> &'m str {
        text(self.name_bytes())
    }

    /// Its name as bytes.
    pub fn name_bytes(self) -> &'m [u8] {
        let mut length = 0;
        // SAFETY: a live value of any kind; pointer and length belong together.
        unsafe { shim::bytes(shim::llvmspirv_name(self.raw(), &mut length), length) }
    }

    classes! {
        /// Returns whether it is a parameter of a function.
        is_argument: LLVMIsAArgument;
        /// Returns whether it is a function.
        is_function: LLVMIsAFunction;
        /// Returns whether it is a global variable.
        is_global_variable: LLVMIsAGlobalVariable;
        /// Returns whether it is a function, global variable, alias or ifunc.
        is_global_value: LLVMIsAGlobalValue;
        /// Returns whether it is an alias.
        is_alias: LLVMIsAGlobalAlias;
        /// Returns whether it is a constant expression.
        is_constant_expression: LLVMIsAConstantExpr;
        /// Returns whether it is a `User`: a value of a kind that can have operands.
        is_user: LLVMIsAUser;
    }

    questions! {
        /// Returns whether it is a constant, functions and globals included.
        is_constant: LLVMIsConstant;
        /// Returns whether it is the constant with all bits zero.
        is_null: LLVMIsNull;
        /// Returns whether it is `undef` or `poison`.
        is_undef: LLVMIsUndef;
        /// Returns whether it is `poison`.
        is_poison: LLVMIsPoison;
    }

    /// Returns whether it is an instruction.
    pub fn is_instruction(self) -> bool {
        // SAFETY: a live value of any kind.
        unsafe { shim::llvmspirv_opcode(self.raw()) != 0 }
    }

    /// The opcode of an instruction.
    pub fn opcode(self) -> Option<Opcode> {
        // SAFETY: a live value of any kind.
        match unsafe { shim::llvmspirv_opcode(self.raw()) } {
            number @ (1..=5 | 7..=69) => {
                // SAFETY: the enum has every number of 1 to 69 but 6.
                Some(Opcode::from_raw(unsafe { std::mem::transmute::<u32, LLVMOpcode>(number) }))
            }
            _ => None,
        }
    }

    /// The metadata that an argument of type `metadata` wraps.
    pub fn as_metadata(self) -> Option<Metadata<'m>> {
        let wraps = self.kind() == ValueKind::Metadata;
        // SAFETY: a live value; of a wrapper, LLVM gives what it wraps.
        wraps.then(|| unsafe { LLVMValueAsMetadata(self.raw()) }).and_then(Metadata::from_raw)
    }

    /// Returns the number of operands.
    pub fn operand_count(self) -> u32 {
        if !self.is_user() {
            return 0;
        }
        // SAFETY: a live value with operands.
        u32::try_from(unsafe { LLVMGetNumOperands(self.raw()) }).unwrap_or(0)
    }

    /// An operand.
    pub fn operand(self, index: u32) -> Option<Value<'m>> {
        // SAFETY: a live value of any kind, and any index.
        Value::from_raw(unsafe { shim::llvmspirv_operand(self.raw(), index) })
    }

    /// The operands, in order. Of a terminator, blocks are among them.
    pub fn operands(self) -> impl DoubleEndedIterator<Item = Value<'m>> + Clone {
        // SAFETY: a live value with operands if the count is not 0, and an index below the count.
        (0..self.operand_count()).filter_map(move |i| Value::from_raw(unsafe { LLVMGetOperand(self.raw(), i) }))
    }

    /// The values that use this one, once a use, latest first.
    pub fn uses(self) -> impl Iterator<Item = Value<'m>> + Clone {
        // SAFETY: a live value; each use has a next or ends the list, and a user.
        successors(NonNull::new(unsafe { LLVMGetFirstUse(self.raw()) }), |u| {
            // SAFETY: as above.
            NonNull::new(unsafe { LLVMGetNextUse(u.as_ptr()) })
        })
        // SAFETY: as above.
        .filter_map(|u| Value::from_raw(unsafe { LLVMGetUser(u.as_ptr()) }))
    }

    /// Returns whether it has exactly one use.
    pub fn has_one_use(self) -> bool {
        let mut uses = self.uses();
        uses.next().is_some() && uses.next().is_none()
    }

    /// Returns whether it has a use.
    pub fn is_used(self) -> bool {
        self.uses().next().is_some()
    }

    /// The context that it lives in.
    pub(super) fn context_raw(self) -> LLVMContextRef {
        // SAFETY: a live value of any kind.
        unsafe { LLVMGetValueContext(self.raw()) }
    }

    /// The value as assembly, of a function with its whole body. Slow in large functions: for messages. Of a value that
    /// is long only its type: constants share their parts, and would be written out.
    pub fn print(self) -> String {
        if !self.is_function() && !self.is_short() {
            return format!("{} ...", show(self.ty()));
        }
        // SAFETY: a live value of any kind; the text is handed over.
        unsafe { take_message(LLVMPrintValueToString(self.raw())) }
    }
}

impl Value<'_> {
    /// Returns whether the text is not much longer than a message may be.
    fn is_short(self) -> bool {
        let (mut open, mut parts) = (vec![self], PARTS_IN_MESSAGES);
        while let Some(value) = open.pop() {
            if !value.ty().spend_parts(&mut parts) {
                return false;
            }
            let goes_in = value == self || value.is_constant() && !value.is_global_value();
            open.extend(value.operands().filter(|_| goes_in));
        }
        true
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.print())
    }
}
