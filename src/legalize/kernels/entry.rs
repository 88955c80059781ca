//! The conversion of entry points: parameters become variables of the module, builtin calls become instructions, and
//! the module becomes one of shaders.

use super::functions::Printed;
use super::host::{self, Argument, Data, Plan, Told};
use super::work_items;
use super::{
    addresses, aligned, booleans, bytes, casts, comparisons, constants, copied, descriptors, elements, functions,
    images, kinds, memory, merge, metadata, nulls, numbers, offsets, rounds, spaces, stored, wholes,
};
use crate::concepts::shaders::hlsl::rows;
use crate::conventions::classes;
use crate::environment::Models;
use crate::error::{Error, Result};
use crate::legalize::kit::place::Place;
use crate::legalize::logical::layouts::Layouts;
use crate::llvm::{AttributeKind, AttributePlace, Linkage, Metadata, Value};
use crate::options::{Options, Version};
use ::spirv::{AddressingModel, Decoration, ExecutionModel, StorageClass};
use rustc_hash::FxHashSet;

/// An entry point under conversion.
pub struct Shader<'m> {
    pub function: Value<'m>,
    /// The buffers whose element types are not determined yet.
    buffers: Vec<descriptors::Buffer<'m>>,
    /// The facts about the kernel that reflection passes to the host.
    told: Told<'m>,
}

/// Replaces an entry point by a function without parameters, and rewrites its body for shaders.
pub fn shader<'p, 'm>(
    place: &'p Place<'m>,
    layouts: &mut Layouts<'p, 'm>,
    (plan, printed): (&Plan, Option<&Printed<'m>>),
    old: Value<'m>,
) -> Result<Shader<'m>> {
    let size = work_items::size(old, plan.first, plan.is_shared)?;
    let context = place.context;
    let name = old.name().to_owned();
    let mut buffers = descriptors::Descriptors::of(old, plan)?;
    let mut told = Told::of(old, &buffers, size.known)?;
    let (asked, next) = images::replace(place, old, &buffers, plan)?;
    let constants = constants::Constants { place, plan, function: old, next, layouts, told: &mut told };
    let answers = constants.replace(&buffers, asked)?;
    buffers.replace(place, old)?;
    let function = place.module.add_function("", context.function_type(context.void_type(), &[], false)?)?;
    let nowhere = vec![None; old.param_count() as usize];
    function.take_body(old, &nowhere, false)?;
    buffers.replace_result(place, function)?;
    // What names the kernel names the entry point.
    old.replace_uses(function)?;
    old.delete_global()?;
    function.set_call_conv(0)?;
    function.set_name(&name);
    function.set_linkage(Linkage::External)?;
    metadata::drop_metadata(place, function);
    // What memory it touches is another one now.
    function.remove_attribute(AttributePlace::Function, AttributeKind::Memory)?;
    function.add_string_attribute(AttributePlace::Function, "hlsl.shader", "compute")?;
    work_items::mode(place, function, &size)?;
    work_items::replace(place, function, &size, &answers)?;
    told.prints = printed.is_some() && functions::prints(function);
    functions::replace(place, function, &size, printed)?;
    functions::orders::replace(place, function)?;
    rounds::rewrite(place, function)?;
    nulls::rewrite(place, function, plan.is_by_address)?;
    numbers::take_apart(place, function)?;
    spaces::infer(place, function)?;
    wholes::take_apart(place, function, |ty| plan.is_by_address && addresses::is_address(ty))?;
    if plan.is_by_address {
        addresses::rewrite(place, function)?;
    }
    bytes::lower(place, function)?;
    if stored::rewrite(place, function)? {
        nulls::take_out(place, function, plan.is_by_address)?;
    }
    kinds::separate(place, function)?;
    offsets::compare(place, function)?;
    numbers::rewrite(place, function)?;
    // Pointers that were compared alone are gone.
    function.simplify()?;
    spaces::check(place, function)?;
    offsets::check(function)?;
    comparisons::rewrite(place, function)?;
    casts::rewrite(place, function)?;
    booleans::rewrite(place, function)?;
    memory::variables(place, function)?;
    Ok(Shader { function, buffers: buffers.into_buffers(), told })
}

/// Sets the target of the module to shaders, and determines the types of all buffers, also of those for variables of
/// the module.
pub fn finish<'m>(
    place: &Place<'m>,
    options: &Options,
    mut shaders: Vec<Shader<'m>>,
    variables: Vec<descriptors::Buffer<'m>>,
    (plan, data, printed): (&Plan, Option<&Data>, Option<(&Printed<'m>, &descriptors::Buffer<'m>)>),
) -> Result<()> {
    let module = place.module;
    let models =
        Models::of_addressing(AddressingModel::Logical).ok_or_else(|| Error::internal("no target of shaders"))?;
    module.set_data_layout(models.layout)?;
    module.set_triple(&format!("spirv-unknown-{}-compute", options.environment.vulkan_name()));
    metadata::drop_declarations(place);
    if plan.is_by_address {
        addresses::declare(place, options)?;
    }
    for function in
        module.functions().filter(|function| function.is_declaration() && !function.is_used()).collect::<Vec<_>>()
    {
        if !function.name().starts_with(rows::PREFIX) {
            function.delete_global()?;
        }
    }
    let mut layouts = Layouts::new(place);
    for shader in &mut shaders {
        shader.function.simplify()?;
        if aligned::rewrite(place, shader.function)? {
            shader.function.simplify()?;
        }
        for buffer in &shader.buffers {
            let placed = elements::finish(place, &mut layouts, buffer, plan.first)
                .map_err(|error| error.in_function(shader.function.name()))?;
            let argument = buffer.ordinal.zip(placed).map(|(ordinal, placed)| Argument { ordinal, placed });
            shader.told.arguments.extend(argument);
        }
    }
    for variable in &variables {
        elements::finish(place, &mut layouts, variable, plan.first)?;
    }
    let functions: Vec<_> = shaders.iter().map(|shader| shader.function).collect();
    plan.places.check()?;
    merge::variables(place, &functions)?;
    elements::flatten(place, &functions)?;
    functions.iter().try_for_each(|function| copied::rewrite(place, *function))?;
    delete_unused(place, &functions)?;
    functions
        .iter()
        .try_for_each(|function| interface(place, *function, options.environment.version().lists_all_variables()))?;
    functions.iter().try_for_each(|function| separate(place, plan, *function))?;
    elements::capabilities(place, options)?;
    let kernels: Vec<_> = shaders.iter().map(|shader| (shader.function, &shader.told)).collect();
    host::write(place, (plan, data, printed), &kernels)?;
    declare_buffers(place, options)
}

/// Declares the extension for storage buffers, which SPIR-V before 1.3 needs; all Vulkan 1.0 implementations in use
/// support it.
fn declare_buffers(place: &Place<'_>, options: &Options) -> Result<()> {
    const NAME: &str = "SPV_KHR_storage_buffer_storage_class";
    let is_buffer =
        |global: Value<'_>| classes::class_of(global.ty().address_space()) == Some(StorageClass::StorageBuffer);
    if options.environment.version() >= Version::new(1, 3) || !place.module.globals().any(is_buffer) {
        return Ok(());
    }
    let node = place.context.md_node(&[Some(place.context.md_string(NAME))]);
    place.module.add_named_metadata("spirv.Extension", node)
}

/// Returns the constants and variables that a function uses.
fn used<'m>(function: Value<'m>) -> FxHashSet<Value<'m>> {
    let mut used = FxHashSet::default();
    let instructions = function.blocks().flat_map(|block| block.instructions());
    let mut work: Vec<_> = instructions.flat_map(|inst| inst.operands().collect::<Vec<_>>()).collect();
    while let Some(value) = work.pop() {
        if value.is_constant() && !value.is_function() && used.insert(value) {
            work.extend(if value.is_global_variable() { None } else { Some(value.operands()) }.into_iter().flatten());
        }
    }
    used
}

/// Rejects entry points with two variables at one set and binding.
fn separate<'m>(place: &Place<'m>, plan: &Plan, function: Value<'m>) -> Result<()> {
    let used = used(function);
    let placed = place.module.globals().filter(|global| used.contains(global)).filter_map(|global| {
        let list = global.metadata("spirv.Decorations")?;
        let numbers = |node: Metadata<'m>| [0, 1].map(|index| node.operand(index)?.as_value()?.int_value());
        let decorations: Vec<_> = list.operands().into_iter().flatten().map(numbers).collect();
        let number = |decoration: Decoration| {
            decorations.iter().find(|[kind, _]| *kind == Some(decoration as u64))?.get(1).copied()?
        };
        let place = number(Decoration::DescriptorSet).zip(number(Decoration::Binding))?;
        Some((global.name().to_owned(), (place.0 as u32, place.1 as u32)))
    });
    plan.places.separate(placed.collect()).map_err(|error| error.in_function(function.name()))
}

/// Deletes the private constants that no entry point uses any more, such as the texts of `printf`.
fn delete_unused<'m>(place: &Place<'m>, functions: &[Value<'m>]) -> Result<()> {
    let used: FxHashSet<_> = functions.iter().flat_map(|function| used(*function)).collect();
    let is_unused = |global: &Value<'m>| global.ty().address_space() == spaces::PRIVATE && !used.contains(global);
    for global in place.module.globals().filter(is_unused).collect::<Vec<_>>() {
        global.replace_uses(place.context.poison(global.ty())?)?;
        global.delete_global()?;
    }
    Ok(())
}

/// Declares an entry point with the variables that it uses.
fn interface<'m>(place: &Place<'m>, function: Value<'m>, lists_all: bool) -> Result<()> {
    let context = place.context;
    let model = context.md_int(32, ExecutionModel::GLCompute as u64)?;
    let mut node = vec![Some(model), Some(context.md_value(function)?), Some(context.md_string(function.name()))];
    let used = used(function);
    // Before version 1.4 only inputs and outputs are listed.
    let is_listed =
        |global: &Value<'m>| lists_all || classes::class_of(global.ty().address_space()) == Some(StorageClass::Input);
    for global in place.module.globals().filter(|global| used.contains(global)).filter(is_listed) {
        node.push(Some(context.md_value(global)?));
    }
    place.module.add_named_metadata("spirv.EntryPoint", context.md_node(&node))
}
