//! Shaders of clang's HLSL front end as this project writes shaders: handles of resources, constant buffers, push
//! constants and intrinsics of builtins become variables of the module with the layout that clang gave their types.
//!
//! In: a module with intrinsics `llvm.spv.*` or constant buffers (`!hlsl.cbs`), optimised or not. Out: the same without handles
//! (`concepts::shaders::hlsl` has the rows of the intrinsics). Lost: names of members of structures, which clang does not
//! write.

mod bindings;
mod constant_buffers;
mod handles;
mod inputs;
mod resources;
mod texels;
mod words;

use crate::concepts::shaders::hlsl::rows;
use crate::error::Result;
use crate::legalize::kit::place::Place;
use crate::legalize::logical::layouts::Layouts;
use crate::llvm::{AttributeKind, AttributePlace, Builder, Module, Value};

/// Rewrites a module with logical addressing that clang's HLSL front end wrote.
pub fn run<'m>(module: &'m Module<'m>) -> Result<()> {
    if !is_hlsl(module) {
        return Ok(());
    }
    let context = module.context();
    let place = Place { module, context: &context, builder: Builder::new(module) };
    let buffers = constant_buffers::read(&place)?;
    handles::forward(&place)?;
    let bindings = bindings::assign(module)?;
    let mut layouts = Layouts::new(&place);
    let resources = resources::Resources::new(&place, bindings);
    resources.replace(&mut layouts, buffers)?;
    constant_buffers::push_constants(&place, &mut layouts)?;
    inputs::replace(&place)
}

/// Returns whether the module is one of clang's: it calls intrinsics of the target, has constant buffers, or is not
/// optimised.
pub fn is_hlsl(module: &Module<'_>) -> bool {
    let is_of_clang = |function: Value<'_>| match function.is_declaration() {
        true => function.name().starts_with(rows::PREFIX),
        false => function.has_attribute(AttributePlace::Function, AttributeKind::OptNone),
    };
    module.has_named_metadata(constant_buffers::NAME) || module.functions().any(is_of_clang)
}

/// Returns the calls of the intrinsics of the target, and their names behind `llvm.spv.`.
fn calls<'m>(module: &'m Module<'m>) -> Vec<(Value<'m>, &'static str)> {
    let mut calls = Vec::new();
    for function in module.functions().filter(|function| function.is_declaration()) {
        let name = function.intrinsic_name().and_then(|name| name.strip_prefix(rows::PREFIX));
        let Some(name) = name else { continue };
        calls.extend(function.uses().filter(|call| call.called_function() == Some(function)).map(|call| (call, name)));
    }
    calls
}

/// Returns whether an intrinsic, named behind `llvm.spv.`, makes a handle of a binding.
fn is_handle(name: &str) -> bool {
    matches!(
        name,
        "resource.handlefrombinding"
            | "resource.handlefromimplicitbinding"
            | "resource.counterhandlefrombinding"
            | "resource.counterhandlefromimplicitbinding"
    )
}
