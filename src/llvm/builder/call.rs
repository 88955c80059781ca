//! Calls, of functions, of pointers, of intrinsics.

use super::Builder;
use crate::error::{Code, Error, Result};
use crate::llvm::create::check::{built, count, raw_types, raw_values, require, require_pointer, show, show_types};
use crate::llvm::create::shim::{self, Role};
use crate::llvm::{Type, Value};
use llvm_sys::core;

impl<'m> Builder<'m> {
    /// `call` of a function, with its calling convention.
    pub fn call(&self, function: Value<'m>, arguments: &[Value<'m>]) -> Result<Value<'m>> {
        if !function.is_function() {
            return Err(Error::of(
                Code::Operands,
                format!("only functions can be called, not {}", show(function.ty())),
            ));
        }
        // SAFETY: a function.
        let (ty, module) = unsafe {
            (Type::from_live(core::LLVMGlobalGetValueType(function.raw())), core::LLVMGetGlobalParent(function.raw()))
        };
        if module != self.module {
            return Err(Error::internal(format!("the function `{}` is of another module", function.name())));
        }
        self.call_as(ty, function, arguments)
    }

    /// `call` of a pointer to a function of type `ty`.
    pub fn call_indirect(&self, ty: Type<'m>, pointer: Value<'m>, arguments: &[Value<'m>]) -> Result<Value<'m>> {
        require_pointer(pointer, "`call`")?;
        if !ty.is_function() {
            return Err(Error::of(Code::Operands, format!("`call` needs the type of a function, not {}", show(ty))));
        }
        self.call_as(ty, pointer, arguments)
    }

    /// `call` of inline assembly, given as text and constraints.
    pub fn call_assembly(
        &self,
        ty: Type<'m>,
        (template, constraints): (&str, &str),
        has_side_effects: bool,
        arguments: &[Value<'m>],
    ) -> Result<Value<'m>> {
        if !ty.is_function() || ty.is_vararg() {
            return Err(Error::of(
                Code::Operands,
                format!("inline assembly needs the type of a function, not {}", show(ty)),
            ));
        }
        // SAFETY: a function type, and two texts with their lengths, which LLVM copies.
        let raw = unsafe {
            core::LLVMGetInlineAsm(
                ty.raw(),
                template.as_ptr().cast(),
                template.len(),
                constraints.as_ptr().cast(),
                constraints.len(),
                has_side_effects.into(),
                0,
                llvm_sys::LLVMInlineAsmDialect::LLVMInlineAsmDialectATT,
                0,
            )
        };
        let assembly = built(raw, || "inline assembly".to_owned())?;
        self.call_as(ty, assembly, arguments)
    }

    fn call_as(&self, ty: Type<'m>, callee: Value<'m>, arguments: &[Value<'m>]) -> Result<Value<'m>> {
        let at = self.at()?;
        let n = count(arguments.len())?;
        let mut bad = 0;
        // SAFETY: a function type, a callee, arguments with their number; the shim checks number and types.
        let raw = unsafe { shim::spirv_call(at, ty.raw(), callee.raw(), raw_values(arguments), n, &raw mut bad) };
        built(raw, || {
            let name = callee.name();
            match arguments.get(bad as usize) {
                Some(v) => format!("argument {bad} of a call of `{name}`, {}, cannot be {}", show(ty), show(v.ty())),
                None => format!("{n} arguments in a call of `{name}`, {}", show(ty)),
            }
        })
    }

    /// `call` of the intrinsic `name` (`llvm.fma`, without type suffixes), declared first where it is missing.
    ///
    /// The types behind overloads follow from the arguments and from `ret`, the type that the call returns.
    pub fn call_intrinsic(&self, name: &str, ret: Type<'m>, arguments: &[Value<'m>]) -> Result<Value<'m>> {
        let function = self.intrinsic(name, ret, arguments)?;
        self.call(function, arguments)
    }

    fn intrinsic(&self, name: &str, ret: Type<'m>, arguments: &[Value<'m>]) -> Result<Value<'m>> {
        require(ret, Role::Returned, "returned by an intrinsic")?;
        let mut types = Vec::with_capacity(arguments.len());
        for v in arguments {
            require(v.ty(), Role::Parameter, "an argument")?;
            types.push(v.ty());
        }
        let n = count(types.len())?;
        // SAFETY: valid return and parameter types; a string with its length; the shim checks name and type.
        let raw = unsafe {
            let ty = core::LLVMFunctionType(ret.raw(), raw_types(&types), n, 0);
            shim::spirv_intrinsic(self.module, ty, name.as_ptr().cast(), name.len())
        };
        built(raw, || format!("LLVM has no intrinsic `{name}` from ({}) to {}", show_types(arguments), show(ret)))
    }
}
