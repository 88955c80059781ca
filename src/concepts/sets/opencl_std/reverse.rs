//! `OpExtInst` to calls of builtins.

use super::rows::{self, Arg, Numbers, Row};
use super::{SET, untyped};
use crate::binary::{Id, Instruction};
use crate::concepts::base::{decorations, pointers, untyped_pointers};
use crate::concepts::builtins::{self, Effects};
use crate::error::{Code, Error, Result};
use crate::llvm::{Type as LlvmType, Value, fast_math};
use crate::options::BuiltinSpelling;
use crate::state::Reverse;
use ::spirv::StorageClass;
use llvm_spirv_mangling::{self as mangling, Rounding, Type};

/// The words of `OpExtInst` before the operands of the extended instruction: set and number.
const HEADS: usize = 2;

/// `OpExtInst` in a function.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let set = r.spv.ext_inst_set(inst.operand(0)?).map(|set| set.name.as_str()).unwrap_or_default();
    if set != SET {
        return Err(inst.unsupported(format!("the extended instruction set {set:?}")));
    }
    let number = inst.operand(1)?;
    let row = rows::by_number(number).ok_or_else(|| inst.error(format!("OpenCL.std has no instruction {number}")))?;
    let call = Call::read(r, inst, row)?;
    let value = call.translate(r)?;
    decorations::reverse_flags(r, inst, value)?;
    r.define(inst, value)
}

/// The parts of a builtin's call.
struct Call<'m> {
    row: &'static Row,
    result: Id,
    /// The operands that are not literals.
    ids: Vec<Id>,
    values: Vec<Value<'m>>,
    literal: Option<u32>,
}

impl<'m> Call<'m> {
    fn read(r: &Reverse<'m>, inst: Instruction<'m>, row: &'static Row) -> Result<Self> {
        let words = inst.in_operands().get(HEADS..).unwrap_or_default();
        let (ids, literal) = match (row.args.last(), words.split_last()) {
            (Some(last), Some((literal, ids))) if last.is_literal() => (ids, Some(*literal)),
            _ => (words, None),
        };
        let fixed = row.args.iter().filter(|arg| !arg.is_literal() && **arg != Arg::Rest).count();
        if ids.len() < fixed || (ids.len() > fixed && row.args.last() != Some(&Arg::Rest)) {
            return Err(inst.error(format!("{} takes {fixed} operands, not {}", row.name, ids.len())));
        }
        let values = ids.iter().map(|id| r.value(*id)).collect::<Result<_>>()?;
        Ok(Self { row, result: inst.result_type().unwrap_or_default(), ids: ids.to_vec(), values, literal })
    }

    fn translate(mut self, r: &mut Reverse<'m>) -> Result<Value<'m>> {
        let friendly = r.options.builtin_spelling == BuiltinSpelling::SpvIr || self.is_relaxed(r);
        let intrinsic = self.row.of_all_numbers().filter(|_| !friendly && r.options.policy.takes_common_for_flags);
        if let Some((_, intrinsic)) = intrinsic {
            let call = r.builder.call_intrinsic(intrinsic, r.ty(self.result)?, &self.values)?;
            call.set_fast_math(fast_math::NO_NANS | fast_math::NO_INFS)?;
            return Ok(call);
        }
        let mut key = vec![self.row.number, self.result, self.literal.unwrap_or_default()];
        for id in &self.ids {
            key.push(r.type_of(*id)?);
            key.extend(untyped_pointers::hidden_pointee(r, *id));
        }
        if let Some(literal) = self.literal.filter(|_| friendly) {
            self.values.push(r.context.const_int(r.context.int_type(32)?, u64::from(literal))?);
        }
        builtins::call_cached(r, &key, &self.values, |r| self.declare(r, friendly))
    }

    fn declare(&self, r: &mut Reverse<'m>, friendly: bool) -> Result<Value<'m>> {
        let result = r.ty(self.result)?;
        if self.row.args.last() == Some(&Arg::Rest) && !friendly {
            return printf(r, self.row, result, &self.values);
        }
        let params = self.params(r, friendly)?;
        let base = if friendly { self.friendly_name(r)? } else { self.opencl_name()? };
        builtins::function(r, &base, result, &params, &self.values, self.effects())
    }

    /// Returns whether the call is a `printf` whose format is not in constant memory, for which the Khronos translator
    /// uses the friendly name.
    fn is_relaxed(&self, r: &Reverse<'m>) -> bool {
        let constant = pointers::address_space(StorageClass::UniformConstant as u32);
        let constant = constant.map(|space| r.options.address_spaces.of(space));
        let format = self.values.first().map(|format| format.ty().address_space());
        r.options.policy.names_printf_by_format && self.row.name == "printf" && format != constant
    }

    /// Returns the types of the parameters for the mangled name.
    fn params(&self, r: &Reverse<'m>, friendly: bool) -> Result<Vec<Type>> {
        let mut params = Vec::with_capacity(self.ids.len() + 1);
        let mut args = self.row.args.iter().filter(|arg| !arg.is_literal());
        for id in &self.ids {
            let arg = args.next().copied().unwrap_or(Arg::Rest);
            let signed = arg != Arg::Value(Numbers::Unsigned);
            let ty = self.mangled(r, *id, signed)?;
            let is_constant = arg == (Arg::Pointer { constant: true }) && !is_bare(r, self.row);
            params.push(if is_constant { constant(ty) } else { ty });
        }
        params.extend(self.literal.filter(|_| friendly).map(|_| Type::Int));
        Ok(params)
    }

    /// Returns the mangled type of an operand; an untyped pointer has the pointee that the instruction reads or writes.
    fn mangled(&self, r: &Reverse<'m>, id: Id, signed: bool) -> Result<Type> {
        if untyped_pointers::is_untyped(r, r.type_of(id)?) {
            let result = builtins::mangled(r, self.result, true)?;
            let first = untyped_pointers::mangled_operand(r, self.ids.first().copied().unwrap_or(id), true)?;
            if let Some(pointee) = untyped::pointee(self.row, &result, &first) {
                return Ok(Type::pointer(r.value(id)?.ty().address_space(), pointee));
            }
        }
        untyped_pointers::mangled_operand(r, id, signed)
    }

    /// Returns the friendly name: `__spirv_ocl_` and the name in the specification, with the result type for loads.
    fn friendly_name(&self, r: &Reverse<'m>) -> Result<String> {
        let result = builtins::mangled(r, self.result, true)?;
        // A NaN as wide as the one that the argument makes without saying; OpenCL C has no name for the type.
        let is_bfloat = *result.element() == Type::BFloat16;
        let spelling = match is_bfloat && (self.row.name == "nan" || self.row.names_result()) {
            true => Some(spelling_of_bfloat(&result)),
            false => result.spelling().filter(|_| self.row.names_result()).map(std::borrow::Cow::into_owned),
        };
        let mut builtin = mangling::Builtin::extended(self.row.name);
        if r.options.policy.separates_by_one_underscore {
            builtin.separator = mangling::Separator::Single;
        }
        Ok(match spelling {
            Some(spelling) => builtin.returning(&spelling).to_string(),
            None => builtin.to_string(),
        })
    }

    fn opencl_name(&self) -> Result<String> {
        let pattern = self.row.opencl;
        let lanes = self.lanes().to_string();
        let mode = || Rounding::ALL.get(self.literal? as usize).map(|mode| mode.as_str());
        let name = pattern.replace('#', &lanes);
        match name.contains('@') {
            true => {
                let mode = mode().ok_or_else(|| Error::of(Code::BuiltinCall, "an unknown rounding mode"))?;
                Ok(name.replace('@', mode))
            }
            false => Ok(name),
        }
    }

    /// Returns the number of components that a load has by its literal, or a store by its value.
    fn lanes(&self) -> u64 {
        match self.row.args.last() {
            Some(Arg::Lanes) => self.literal.unwrap_or_default().into(),
            _ => self.values.first().map_or(1, |value| value.ty().count()),
        }
    }

    fn effects(&self) -> Effects {
        let has = |constant| self.row.args.contains(&Arg::Pointer { constant });
        match self.row.names_result() {
            true => Effects::Reads,
            false if has(true) || has(false) => Effects::Any,
            false => Effects::None,
        }
    }
}

/// Returns the spelling of `__bf16`, or of a vector of it, for names that include the result type.
fn spelling_of_bfloat(ty: &Type) -> String {
    let scalar = mangling::spell(&Type::BFloat16);
    match ty {
        Type::Vector(lanes, _) => format!("{scalar}{lanes}"),
        _ => scalar,
    }
}

/// Returns whether the Khronos translator mangles the pointer without `const`, although it is only read through.
fn is_bare(r: &Reverse<'_>, row: &Row) -> bool {
    r.options.policy.names_printf_by_format && row.name == "printf"
}

/// Emits a call of `printf`, the only builtin that is not mangled and has variable arguments.
fn printf<'m>(r: &mut Reverse<'m>, row: &Row, result: LlvmType<'m>, values: &[Value<'m>]) -> Result<Value<'m>> {
    let format: Vec<_> = values.first().map(|format| format.ty()).into_iter().collect();
    let ty = r.context.function_type(result, &format, true)?;
    builtins::named(r, row.opencl, ty, Effects::Any)
}

/// Returns a pointer type with its pointee made constant.
fn constant(ty: Type) -> Type {
    match ty {
        Type::Pointer(mut pointer) => {
            pointer.constant = true;
            Type::Pointer(pointer)
        }
        other => other,
    }
}
