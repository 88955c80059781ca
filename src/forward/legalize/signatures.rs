//! Functions that take or return what SPIR-V lacks: a parameter becomes one for each part, a result the one part or a
//! struct of all. Modules translated apart agree on that.

use super::control::result_type;
use super::rewrite::{Parts, Rewriter};
use crate::error::{Error, Result};
use crate::llvm::{CallConv, Type, Value};

/// A function whose type has changed, with what its old parameters are held in.
pub struct Changed<'m> {
    /// The function that has the body now.
    pub new: Value<'m>,
    old: Value<'m>,
    /// The old parameters whose type changed.
    pub arguments: Vec<(Value<'m>, Parts<'m>)>,
}

/// The type of a function, in parts.
pub fn function_type<'m>(w: &mut Rewriter<'m>, ty: Type<'m>) -> Result<Type<'m>> {
    let result = ty.function_return().ok_or_else(|| Error::internal("a function without a type"))?;
    let result = result_type(w, result)?;
    let mut params = Vec::new();
    for param in ty.function_params() {
        let form = w.forms.of(param)?;
        params.extend(w.forms.part_types(&form)?);
    }
    w.emit.context.function_type(result, &params, ty.is_vararg())
}

/// Gives a function the signature that SPIR-V can say, and all users the new function.
pub fn change<'m>(w: &mut Rewriter<'m>, old: Value<'m>) -> Result<Changed<'m>> {
    let ty = old.function_type().ok_or_else(|| Error::internal("a function without a type"))?;
    let new = w.module.add_function("", function_type(w, ty)?)?;
    let mut arguments = Vec::new();
    let (mut places, mut next) = (Vec::new(), 0);
    for param in old.params() {
        let form = w.forms.of(param.ty())?;
        let parts: Parts<'m> = new.params().skip(next as usize).take(form.len()).collect();
        let same = w.forms.scan.is_legal(param.ty());
        places.push(same.then_some(next));
        next += form.len() as u32;
        name(param, &parts);
        match parts.first() {
            Some(part) if same => param.replace_uses(*part)?,
            _ => arguments.push((param, parts)),
        }
    }
    if old.call_conv() == CallConv::LLVMSPIRKERNELCallConv as u32 && next != old.param_count() {
        return Err(Error::unsupported(format!("a kernel of type {ty}")).hint("pass such values through memory"));
    }
    let same_result = ty.function_return() == new.function_type().and_then(Type::function_return);
    new.take_body(old, &places, same_result)?;
    old.replace_uses(new)?;
    Ok(Changed { new, old, arguments })
}

fn name<'m>(param: Value<'m>, parts: &[Value<'m>]) {
    let name = param.name().to_owned();
    for (index, part) in parts.iter().enumerate().filter(|_| !name.is_empty()) {
        match parts.len() {
            1 => part.set_name(&name),
            _ => part.set_name(&format!("{name}.{index}")),
        }
    }
}

/// Deletes the function that was, when nothing uses its parameters any more.
pub fn finish(changed: &Changed<'_>) -> Result<()> {
    changed.old.delete_global()
}
