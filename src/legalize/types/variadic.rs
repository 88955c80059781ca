//! Functions with variable arguments, which SPIR-V lacks: the caller stores the variable arguments in a local variable,
//! laid out like the members of a struct, and passes its address as an additional parameter. A `va_list` is the address
//! of the next argument.
//!
//! In: functions with a body, of which all uses are calls. Declarations stay and are rejected later, since another
//! translator with another convention may have translated the body. `va_start` and `va_copy` become stores, and
//! `va_end` is removed.

use super::rewrite::Rewriter;
use super::{casts, memory};
use crate::concepts::intrinsics::rows;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::instruction::operand;
use crate::legalize::kit::kinds::FUNCTION;
use crate::llvm::{AttributeKind, AttributePlace, Builder, Context, Module, Opcode, TailCallKind, Type, Value};
use crate::state::Role;

/// Rewrites variadic functions, their calls, and the intrinsics on `va_list`; `va_arg` is an instruction, which
/// [`argument`] rewrites.
pub fn run<'m>(module: &'m Module<'m>) -> Result<()> {
    let is_variadic =
        |f: &Value<'m>| !f.is_declaration() && f.function_type().is_some_and(Type::is_vararg) && is_only_called(*f);
    let (context, builder) = (module.context(), Builder::new(module));
    let lowering = Lowering { module, context: &context, builder };
    let found: Vec<_> = module.functions().filter(is_variadic).collect();
    let changed = found.into_iter().map(|old| lowering.signature(old)).collect::<Result<Vec<_>>>()?;
    for (old, new) in changed {
        for call in old.uses().collect::<Vec<_>>() {
            lowering.call(call, new).map_err(|e| e.at_instruction(|| call.print()))?;
        }
        old.delete_global()?;
    }
    let role = |f: Value<'m>| f.intrinsic_name().filter(|_| f.is_declaration()).and_then(rows::role);
    let lists: Vec<_> = module.functions().filter_map(|f| Some((f, role(f).filter(is_of_list)?))).collect();
    for (intrinsic, role) in lists {
        for call in intrinsic.uses().collect::<Vec<_>>() {
            lowering.list(call, role)?;
        }
    }
    Ok(())
}

fn is_only_called(function: Value<'_>) -> bool {
    let is_call = |user: Value<'_>| {
        user.is_op(Opcode::Call)
            && user.called_value() == Some(function)
            && user.call_function_type() == function.function_type()
            && user.call_args().all(|argument| argument != function)
    };
    function.uses().all(is_call)
}

struct Lowering<'m> {
    module: &'m Module<'m>,
    context: &'m Context,
    builder: Builder<'m>,
}

impl<'m> Lowering<'m> {
    /// Replaces a function by one with an additional parameter, which takes over the body. Returns the old and the new
    /// function.
    fn signature(&self, old: Value<'m>) -> Result<(Value<'m>, Value<'m>)> {
        let missing = || Error::internal("a function without a type");
        let ty = old.function_type().ok_or_else(missing)?;
        let mut types = ty.function_params();
        types.push(self.context.pointer_type(FUNCTION)?);
        let result = ty.function_return().ok_or_else(missing)?;
        let (space, ty) = (old.ty().address_space(), self.context.function_type(result, &types, false)?);
        let new = self.module.add_function_in(space, "", ty)?;
        for (param, passed) in old.params().zip(new.params()) {
            passed.set_name(param.name());
            param.replace_uses(passed)?;
        }
        new.take_body(old, &(0..old.param_count()).map(Some).collect::<Vec<_>>(), true)?;
        // It says what the function does to memory that others see; the arguments are in memory only now.
        new.remove_attribute(AttributePlace::Function, AttributeKind::Memory)?;
        Ok((old, new))
    }

    fn call(&self, call: Value<'m>, new: Value<'m>) -> Result<()> {
        let ty = new.function_type().ok_or_else(|| Error::internal("a function without a type"))?;
        let fixed = new.param_count().saturating_sub(1);
        let mut arguments: Vec<_> = call.call_args().take(fixed as usize).collect();
        self.builder.position_before(call)?;
        arguments.push(self.passed(call, new, fixed)?);
        let replaced = self.builder.call_indirect(ty, new, &arguments)?;
        let places: Vec<_> = (0..call.call_arg_count()).map(|index| (index < fixed).then_some(index)).collect();
        replaced.take_call_attributes(call, &places, true)?;
        replaced.remove_attribute(AttributePlace::Function, AttributeKind::Memory)?;
        replaced.take_metadata(call)?;
        if !call.ty().is_void() {
            let name = call.name().to_owned();
            call.set_name("");
            replaced.set_name(&name);
            call.replace_uses(replaced)?;
        }
        call.erase()
    }

    /// Returns the address of the variable arguments of a call; a `musttail` call passes on those of its caller.
    fn passed(&self, call: Value<'m>, new: Value<'m>, fixed: u32) -> Result<Value<'m>> {
        let caller = call.parent_function().ok_or_else(|| Error::internal("a call outside of a function"))?;
        if call.tail_call_kind() == TailCallKind::MustTail {
            let own = caller.params().last().filter(|_| caller.function_type() == new.function_type());
            return own
                .ok_or_else(|| Error::of(Code::Variadic, "a `musttail` call between functions of different types"));
        }
        let mut values = Vec::new();
        for (index, argument) in (0..).zip(call.call_args()).skip(fixed as usize) {
            let place = AttributePlace::Param(index);
            values.push(match call.type_attribute(place, AttributeKind::ByVal) {
                Some(ty) => {
                    let alignment = call.int_attribute(place, AttributeKind::Align);
                    self.copy(call, caller, argument, (ty, alignment))?
                }
                None => argument,
            });
        }
        self.laid_out(call, caller, &values)
    }

    /// Stores the values in a local variable of the caller, laid out like the members of a struct; returns its address.
    fn laid_out(&self, call: Value<'m>, caller: Value<'m>, values: &[Value<'m>]) -> Result<Value<'m>> {
        if values.is_empty() {
            return self.context.const_null(self.context.pointer_type(FUNCTION)?);
        }
        let types: Vec<_> = values.iter().map(|value| value.ty()).collect();
        let (members, layout) = (self.context.struct_type(&types, false)?, self.module.layout());
        let unsized_type = || Error::of(Code::Variadic, format!("arguments of types {members}"));
        let byte = self.context.int_type(8)?;
        let size = layout.abi_size(members).ok_or_else(unsized_type)?;
        let place = self.variable(call, caller, self.context.array_type(byte, size)?)?;
        place.set_alignment(layout.abi_alignment(members).ok_or_else(unsized_type)?)?;
        for (index, value) in (0..).zip(values) {
            let offset = layout.element_offset(members, index).ok_or_else(unsized_type)?;
            let offset = self.context.const_int(self.context.int_type(64)?, offset)?;
            self.builder.store(*value, self.builder.gep(byte, place, &[offset], true)?)?;
        }
        Ok(place)
    }

    /// Copies the memory that a `byval` argument points to into a local variable.
    fn copy(
        &self,
        call: Value<'m>,
        caller: Value<'m>,
        from: Value<'m>,
        (ty, alignment): (Type<'m>, Option<u64>),
    ) -> Result<Value<'m>> {
        let layout = self.module.layout();
        let size = layout.abi_size(ty).ok_or_else(|| Error::of(Code::IllegalType, format!("type {ty} in memory")))?;
        let alignment = alignment.unwrap_or(1).max(layout.abi_alignment(ty).unwrap_or(1).into());
        let place = self.variable(call, caller, ty)?;
        place.set_alignment(u32::try_from(alignment).unwrap_or(1))?;
        let size = self.context.const_int(self.context.int_type(64)?, size)?;
        let copy = self.builder.memcpy(place, from, size, false)?;
        copy.add_attribute(AttributePlace::Param(0), AttributeKind::Align.name(), alignment)?;
        copy.add_attribute(AttributePlace::Param(1), AttributeKind::Align.name(), alignment)?;
        Ok(place)
    }

    /// Adds a local variable to the caller, and positions the builder in front of the call again.
    fn variable(&self, call: Value<'m>, caller: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        let first = caller.entry_block().and_then(|block| block.first_instruction());
        self.builder.position_before(first.ok_or_else(|| Error::internal("a call in a function without a body"))?)?;
        let variable = self.builder.alloca(ty, Some(FUNCTION))?;
        self.builder.position_before(call)?;
        Ok(variable)
    }

    /// A call of an intrinsic on a `va_list`.
    fn list(&self, call: Value<'m>, role: Role) -> Result<()> {
        self.builder.position_before(call)?;
        let argument = |index| call.call_arg(index).ok_or_else(|| Error::internal("an intrinsic without its argument"));
        match role {
            Role::ListStart => {
                let function = call.parent_function().filter(|f| !f.function_type().is_some_and(Type::is_vararg));
                let Some(passed) = function.and_then(|f| f.params().last()) else { return Ok(()) };
                self.builder.store(passed, argument(0)?)?;
            }
            Role::ListCopy => {
                self.builder
                    .store(self.builder.load(self.context.pointer_type(FUNCTION)?, argument(1)?)?, argument(0)?)?;
            }
            _ => {}
        }
        call.erase()
    }
}

/// Returns whether the role of an intrinsic is an operation on a `va_list`.
fn is_of_list(role: &Role) -> bool {
    matches!(role, Role::ListStart | Role::ListCopy | Role::ListEnd)
}

/// Lowers `va_arg`: loads the next argument from the next address that is aligned for its type.
pub fn argument<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let (list, ty, layout) = (operand(inst, 0)?, inst.ty(), w.module.layout());
    let unsized_type = || Error::of(Code::IllegalType, format!("type {ty} in memory"));
    let alignment = layout.abi_alignment(ty).ok_or_else(unsized_type)?;
    let size = layout.abi_size(ty).ok_or_else(unsized_type)?;
    let pointer = w.emit.context.pointer_type(FUNCTION)?;
    let index = casts::address_type(w, pointer)?;
    let mut place = w.emit.builder.load(pointer, list)?;
    if alignment > 1 {
        let address = w.emit.builder.cast(Opcode::PtrToInt, place, index)?;
        let missing = w.emit.binary(Opcode::Sub, w.emit.int(index, 0)?, address)?;
        let missing = w.emit.with(Opcode::And, missing, u64::from(alignment) - 1)?;
        place = w.emit.builder.gep(w.emit.context.int_type(8)?, place, &[missing], true)?;
    }
    let expanded = memory::load_from(w, inst, place, alignment)?;
    let next = w.emit.offset(place, size, index)?;
    w.emit.builder.store(next, list)?;
    w.define(inst, expanded)
}
