//! Calls, of functions, of pointers, of intrinsics.

use super::{Builder, numbers};
use crate::error::{Code, Error, Result};
use crate::llvm::create::check::{Role, require, require_pointer, show, show_types};
use crate::llvm::handles::refused;
use crate::llvm::{Type, Value};
use llvm_ir::draft;

impl<'m> Builder<'m> {
    /// `call` of a function, with its calling convention.
    pub fn call(&self, function: Value<'m>, arguments: &[Value<'m>]) -> Result<Value<'m>> {
        let Some(callee) = function.as_function() else {
            let error = format!("only functions can be called, not {}", show(function.ty()));
            return Err(Error::of(Code::Operands, error));
        };
        if !std::ptr::eq(function.draft(), self.draft) {
            return Err(Error::internal(format!("the function `{}` is of another module", function.name())));
        }
        self.at()?;
        let ty = Type(callee.ty());
        self.put_call(ty, function, arguments, self.made.call(callee, &numbers(arguments)))
    }

    /// `call` of a pointer to a function of type `ty`.
    pub fn call_indirect(&self, ty: Type<'m>, pointer: Value<'m>, arguments: &[Value<'m>]) -> Result<Value<'m>> {
        require_pointer(pointer, "`call`")?;
        if !ty.is_function() {
            return Err(Error::of(Code::Operands, format!("`call` needs the type of a function, not {}", show(ty))));
        }
        self.at()?;
        self.put_call(ty, pointer, arguments, self.made.call_indirect(ty.0, pointer.0, &numbers(arguments)))
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
            let error = format!("inline assembly needs the type of a function, not {}", show(ty));
            return Err(Error::of(Code::Operands, error));
        }
        self.at()?;
        let flags = has_side_effects.into();
        let assembly =
            self.draft.inline_asm(ty.0, flags, template.as_bytes(), constraints.as_bytes()).map_err(refused)?;
        self.put_call(ty, Value(assembly), arguments, self.made.call_indirect(ty.0, assembly, &numbers(arguments)))
    }

    fn put_call(
        &self,
        ty: Type<'m>,
        callee: Value<'m>,
        arguments: &[Value<'m>],
        made: draft::Result<draft::Value<'m>>,
    ) -> Result<Value<'m>> {
        self.put(made, || {
            let (name, parameters) = (callee.name(), ty.function_params());
            let wrong = arguments.iter().zip(&parameters).position(|(argument, ty)| argument.ty() != *ty);
            match wrong.and_then(|at| Some((at, arguments.get(at)?))) {
                Some((at, v)) if arguments.len() >= parameters.len() => {
                    format!("argument {at} of a call of `{name}`, {}, cannot be {}", show(ty), show(v.ty()))
                }
                _ => format!("{} arguments in a call of `{name}`, {}", arguments.len(), show(ty)),
            }
        })
    }

    /// Builds a call of the intrinsic `name` (`llvm.fma`, without type suffixes), which is declared if missing.
    ///
    /// The overloaded types follow from the arguments and from `ret`, the return type.
    pub fn call_intrinsic(&self, name: &str, ret: Type<'m>, arguments: &[Value<'m>]) -> Result<Value<'m>> {
        let function = self.intrinsic(name, ret, arguments)?;
        self.call(function, arguments)
    }

    fn intrinsic(&self, name: &str, ret: Type<'m>, arguments: &[Value<'m>]) -> Result<Value<'m>> {
        require(ret, Role::Returned, "returned by an intrinsic")?;
        for v in arguments {
            require(v.ty(), Role::Parameter, "an argument")?;
        }
        let types: Vec<_> = arguments.iter().map(|v| v.ty().0).collect();
        let ty = self.draft.function_type(ret.0, &types, false).map_err(refused)?;
        let found = self.draft.intrinsic(name.as_bytes(), ty).map_err(refused)?;
        found.map(|function| Value(function.value())).ok_or_else(|| {
            let (arguments, ret) = (show_types(arguments), show(ret));
            Error::of(Code::Operands, format!("LLVM has no intrinsic `{name}` from ({arguments}) to {ret}"))
        })
    }
}
