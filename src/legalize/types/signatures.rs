//! Functions with parameters or results of illegal types: a parameter is split into one for each part, and a result
//! becomes its only part or a struct of all parts. If there are more parameters than a consumer must support, the last
//! one is a struct of the rest. Modules that are translated separately agree on these signatures.

use super::control::result_type;
use super::parameters;
use super::rewrite::{Expanded, Rewriter};
use crate::conventions::calling::MOST_PARAMETERS;
use crate::error::{Error, Result};
use crate::llvm::{Type, Value, call_conv};

/// Returns the types of parameters; the last one is a struct of the rest if there are too many.
fn packed<'m>(w: &Rewriter<'m>, mut types: Vec<Type<'m>>) -> Result<Vec<Type<'m>>> {
    if types.len() > MOST_PARAMETERS {
        let rest = types.split_off(MOST_PARAMETERS - 1);
        types.push(w.emit.context.struct_type(&rest, false)?);
    }
    Ok(types)
}

/// Returns the arguments of a call; the last one is a struct of the rest if there are too many.
pub fn packed_arguments<'m>(w: &Rewriter<'m>, mut arguments: Vec<Value<'m>>) -> Result<Vec<Value<'m>>> {
    if arguments.len() > MOST_PARAMETERS {
        let rest = arguments.split_off(MOST_PARAMETERS - 1);
        let types = rest.iter().map(|argument| argument.ty()).collect::<Vec<_>>();
        let mut whole = w.emit.context.poison(w.emit.context.struct_type(&types, false)?)?;
        for (index, argument) in (0..).zip(rest) {
            whole = w.emit.builder.insert_value(whole, argument, &[index])?;
        }
        arguments.push(whole);
    }
    Ok(arguments)
}

/// Returns the parameters of the new function. Those in a struct are extracted at the beginning of the old function.
fn parameters<'m>(w: &Rewriter<'m>, old: Value<'m>, new: Value<'m>, count: usize) -> Result<Vec<Value<'m>>> {
    let mut parameters: Vec<_> = new.params().collect();
    if count <= MOST_PARAMETERS {
        return Ok(parameters);
    }
    let whole = parameters.pop().ok_or_else(|| Error::internal("a function of very many parameters has none"))?;
    let missing = (count - parameters.len()) as u32;
    match old.blocks().next().and_then(|block| block.first_instruction()) {
        Some(first) => w.emit.builder.position_before(first)?,
        // A declaration: nobody asks for them.
        None => {
            parameters.resize(count, whole);
            return Ok(parameters);
        }
    }
    for index in 0..missing {
        parameters.push(w.emit.builder.extract_value(whole, &[index])?);
    }
    Ok(parameters)
}

/// A function whose type has changed, with the parts of its old parameters.
pub struct Changed<'m> {
    /// The new function, which has the body.
    pub new: Value<'m>,
    /// The old function, which has no body any more.
    pub old: Value<'m>,
    /// The old parameters whose type changed.
    pub arguments: Vec<(Value<'m>, Expanded<'m>)>,
}

/// Returns a function type with all types expanded into parts. The parameters of a kernel are never packed into a
/// struct.
pub fn function_type<'m>(w: &mut Rewriter<'m>, ty: Type<'m>, is_kernel: bool) -> Result<Type<'m>> {
    let result = ty.function_return().ok_or_else(|| Error::internal("a function without a type"))?;
    let result = result_type(w, result)?;
    let mut params = Vec::new();
    for param in ty.function_params() {
        let action = w.actions.of(param)?;
        params.extend(w.actions.part_types(&action)?);
    }
    let params = if is_kernel { params } else { packed(w, params)? };
    w.emit.context.function_type(result, &params, ty.is_vararg())
}

/// Replaces a function by one with a legal signature.
pub fn change<'m>(w: &mut Rewriter<'m>, old: Value<'m>) -> Result<Changed<'m>> {
    let ty = old.function_type().ok_or_else(|| Error::internal("a function without a type"))?;
    if old.call_conv() == call_conv::SPIR_KERNEL {
        return parameters::change(w, old, ty);
    }
    let new = w.module.add_function_in(old.ty().address_space(), "", function_type(w, ty, false)?)?;
    let mut arguments = Vec::new();
    let (mut places, mut next, mut count) = (Vec::new(), 0, 0);
    for param in old.params() {
        count += w.actions.of(param.ty())?.len();
    }
    let parameters = parameters(w, old, new, count)?;
    for param in old.params() {
        let action = w.actions.of(param.ty())?;
        let expanded: Expanded<'m> = parameters.iter().copied().skip(next as usize).take(action.len()).collect();
        let same = w.actions.scan.is_legal(param.ty());
        let stays = same && (count <= MOST_PARAMETERS || (next as usize) < MOST_PARAMETERS - 1);
        places.push(stays.then_some(next));
        next += action.len() as u32;
        name(param, &expanded);
        match expanded.first() {
            // A declaration: nobody asks for its parameters.
            _ if old.is_declaration() => {}
            Some(part) if same => param.replace_uses(*part)?,
            _ => arguments.push((param, expanded)),
        }
    }
    let same_result = ty.function_return() == new.function_type().and_then(Type::function_return);
    new.take_body(old, &places, same_result)?;
    old.replace_uses(new)?;
    Ok(Changed { new, old, arguments })
}

fn name<'m>(param: Value<'m>, expanded: &[Value<'m>]) {
    let name = param.name().to_owned();
    for (index, part) in expanded.iter().enumerate().filter(|_| !name.is_empty()) {
        match expanded.len() {
            1 => part.set_name(&name),
            _ => part.set_name(&format!("{name}.{index}")),
        }
    }
}

/// Deletes the old function, whose parameters have no uses any more.
pub fn finish(changed: &Changed<'_>) -> Result<()> {
    changed.old.delete_global()
}
