//! Calls of functions, pointers and inline assembly.

use super::Builder;
use super::memory::require_pointer;
use crate::draft::{Function, Refused, Result, Role, Type, Value, need};
use crate::instruction::{Opcode, Row};
use crate::types::TypeKind;

impl<'d> Builder<'d> {
    /// Makes a `call` of a function, with its convention.
    ///
    /// # Errors
    /// Arguments that do not fit the function's type.
    pub fn call(&self, function: Function<'d>, arguments: &[Value<'d>]) -> Result<Value<'d>> {
        let callee = function.value();
        let convention = callee.with_global(|global| global.convention).unwrap_or(0);
        self.call_as(function.ty(), callee, convention, arguments)
    }

    /// Makes a `call` of a pointer, or of inline assembly, with the type of a function.
    ///
    /// # Errors
    /// A callee that is not a pointer, a type that is not a function type, arguments that do not fit the type.
    pub fn call_indirect(&self, ty: Type<'d>, pointer: Value<'d>, arguments: &[Value<'d>]) -> Result<Value<'d>> {
        require_pointer(pointer, "call")?;
        need(ty.kind() == TypeKind::Function, "`call` needs the type of a function")?;
        self.call_as(ty, pointer, 0, arguments)
    }

    fn call_as(&self, ty: Type<'d>, callee: Value<'d>, convention: u32, arguments: &[Value<'d>]) -> Result<Value<'d>> {
        let parts = ty.parts();
        let parameters = parts.get(1..).unwrap_or(&[]);
        let variadic = ty.size() != 0;
        let name = || String::from_utf8_lossy(callee.name()).into_owned();
        if arguments.len() < parameters.len() || (arguments.len() > parameters.len() && !variadic) {
            return Err(Refused::new(format!(
                "{} arguments in a call of `{}`, {}",
                arguments.len(),
                name(),
                ty.show()
            )));
        }
        for (i, argument) in arguments.iter().enumerate() {
            let of = argument.ty();
            if !parameters.get(i).map_or_else(|| of.fits(Role::Data), |ty| *ty == of) {
                let (ty, of) = (ty.show(), of.show());
                return Err(Refused::new(format!("argument {i} of a call of `{}`, {ty}, cannot be {of}", name())));
            }
        }
        let result = parts.first().copied().filter(|ty| ty.kind() != TypeKind::Void);
        if let Some(ty) = result.filter(|ty| ty.kind() != TypeKind::Token) {
            ty.require(Role::Data, "the result of a call")?;
        }
        let result = result.map_or_else(|| self.draft.void(), |ty| ty.number);
        let mut words = Vec::with_capacity(4 + arguments.len());
        words.extend([0, convention, ty.number, callee.number]);
        words.extend(arguments.iter().map(|argument| argument.number));
        self.put(Row { opcode: Opcode::Call, ty: result, ..Row::default() }, &words, result)
    }
}
