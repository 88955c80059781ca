//! LLVM IR to LLVM IR: OpenCL C's dot products, as the Khronos translator shows them (`-s`).
//!
//! In: calls of `dot` and the like. Out: calls of `__spirv_SDotKHR` and the like, with operands in the order of the
//! SPIR-V instruction; the dot product of two floating-point scalars is `fmul`. On the way to SPIR-V nothing is
//! rewritten: [`dot_products`] reads both names.

use crate::concepts::extensions::dot_products;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::llvm::{Builder, Module, Opcode, Value};
use llvm_spirv_mangling as mangling;

/// Rewrites all calls of products that the module declares.
pub fn run<'m>(module: &'m Module<'m>) -> Result<()> {
    let context = module.context();
    let emit = Emit { context: &context, builder: Builder::new(module) };
    let functions = module.functions().filter(|function| function.is_declaration()).collect::<Vec<_>>();
    for function in functions {
        let Ok(name) = mangling::parse_symbol(function.name()) else { continue };
        let calls = function.uses().filter(|user| user.is_call() && user.called_function() == Some(function));
        let calls: Vec<_> = calls.collect();
        if name.base == "dot" && name.params.iter().all(|param| param.is_float() && param.lanes() <= 1) {
            calls.into_iter().try_for_each(|call| multiply(&emit, call))?;
        } else if let Some(product) = dot_products::Product::parse(&name) {
            calls.into_iter().try_for_each(|call| rename(module, &emit, call, &name, product))?;
        }
    }
    Ok(())
}

fn multiply<'m>(emit: &Emit<'m>, call: Value<'m>) -> Result<()> {
    emit.builder.position_before(call)?;
    let new = emit.binary(Opcode::FMul, argument(call, 0)?, argument(call, 1)?)?;
    replace(call, new)
}

fn argument(call: Value<'_>, index: u32) -> Result<Value<'_>> {
    call.call_arg(index).ok_or_else(|| Error::of(Code::BuiltinCall, "a dot product without its operands"))
}

fn rename<'m>(
    module: &'m Module<'m>,
    emit: &Emit<'m>,
    call: Value<'m>,
    name: &mangling::Name,
    product: dot_products::Product,
) -> Result<()> {
    let (mut args, mut params): (Vec<_>, _) = (call.call_args().collect(), name.params.clone());
    let Some((base, swapped)) = product.friendly() else { return Ok(()) };
    if swapped {
        args.swap(0, 1);
        params.swap(0, 1);
    }
    if product.is_packed() {
        args.push(emit.int(emit.context.int_type(32)?, 0)?);
        params.push(mangling::Type::Int);
    }
    let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let ty = emit.context.function_type(call.ty(), &types, false)?;
    let symbol = mangling::write(&base, &params);
    let function = match module.function(&symbol) {
        Some(function) => function,
        None => {
            let function = module.add_function(&symbol, ty)?;
            function.set_call_conv(call.call_conv())?;
            function
        }
    };
    emit.builder.position_before(call)?;
    let new = emit.builder.call(function, &args)?;
    new.set_call_conv(call.call_conv())?;
    let places = vec![None; call.call_arg_count() as usize];
    new.take_call_attributes(call, &places, true)?;
    replace(call, new)
}

fn replace<'m>(call: Value<'m>, new: Value<'m>) -> Result<()> {
    new.take_metadata(call)?;
    call.replace_uses(new)?;
    let name = call.name().to_owned();
    call.erase()?;
    new.set_name(&name);
    Ok(())
}
