//! Shaders of clang's HLSL front end, converted to shaders as this project writes them: handles of resources, constant
//! buffers, push constants and intrinsics for builtins become variables of the module with the layout that clang gave
//! their types.
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

/// The attributes that clang gives HLSL functions: entry points, and functions that a library exports.
const ATTRIBUTES: [&str; 2] = ["hlsl.shader", "hlsl.export"];

/// The metadata that this project writes for shaders, which may also have clang's attributes.
const OURS: [&str; 2] = ["spirv.Capability", "spirv.Struct"];

/// Returns whether clang's HLSL front end wrote the module: it calls intrinsics of the target, has constant buffers, or
/// has unoptimised functions with the attributes of HLSL and no metadata of this project. An optimised module without
/// any of these has only inputs and outputs, like any other shader.
pub fn is_hlsl(module: &Module<'_>) -> bool {
    let is_ours = OURS.iter().any(|name| module.has_named_metadata(name));
    let is_of_clang = |function: Value<'_>| match function.is_declaration() {
        true => function.name().starts_with(rows::PREFIX),
        false => !is_ours && is_unoptimised(function),
    };
    module.has_named_metadata(constant_buffers::NAME) || module.functions().any(is_of_clang)
}

/// Returns whether a function has the attributes of HLSL, and was not optimised.
fn is_unoptimised(function: Value<'_>) -> bool {
    let has = |name: &&str| function.string_attribute(AttributePlace::Function, name).is_some();
    function.has_attribute(AttributePlace::Function, AttributeKind::OptNone) && ATTRIBUTES.iter().any(has)
}

/// Returns the calls of the intrinsics of the target, and their names behind `llvm.spv.`.
fn calls<'m>(module: &'m Module<'m>) -> Vec<(Value<'m>, &'m str)> {
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
