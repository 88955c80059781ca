//! An entry point: its parameters become variables of the module, what it calls instructions, and the module one of shaders.

use super::work_items::{self, Size};
use super::{bytes, constants, descriptors, elements, memory, spaces};
use crate::concepts::shaders::hlsl::rows;
use crate::environment::Models;
use crate::error::{Error, Result};
use crate::legalize::hlsl::Place;
use crate::legalize::hlsl::layouts::Layouts;
use crate::llvm::{AttributeKind, AttributePlace, Linkage, Value};
use crate::options::Options;

/// The metadata of kernels that says nothing of shaders.
const METADATA: [&str; 7] = [
    "kernel_arg_addr_space",
    "kernel_arg_access_qual",
    "kernel_arg_type",
    "kernel_arg_base_type",
    "kernel_arg_type_qual",
    "kernel_arg_name",
    "reqd_work_group_size",
];

/// The named metadata of OpenCL.
const NAMED: [&str; 5] = [
    "opencl.ocl.version",
    "opencl.spir.version",
    "opencl.used.extensions",
    "opencl.used.optional.core.features",
    "opencl.compiler.options",
];

/// An entry point on its way.
pub struct Shader<'m> {
    pub function: Value<'m>,
    /// The size of its workgroups.
    size: Size,
    /// The buffers whose elements are to be chosen.
    buffers: Vec<descriptors::Buffer<'m>>,
}

/// Makes a function without parameters of an entry point.
pub fn shader<'m>(place: &Place<'m>, old: Value<'m>) -> Result<Shader<'m>> {
    let size = work_items::size(old)?;
    let context = place.context;
    let name = old.name().to_owned();
    let mut buffers = descriptors::Descriptors::of(old)?;
    let mut layouts = Layouts::new(place);
    constants::replace(place, &mut layouts, old, &buffers)?;
    buffers.replace(place, old)?;
    let function = place.module.add_function("", context.function_type(context.void_type(), &[], false)?)?;
    let nowhere = vec![None; old.param_count() as usize];
    function.take_body(old, &nowhere, true)?;
    old.delete_global()?;
    function.set_call_conv(0)?;
    function.set_name(&name);
    function.set_linkage(Linkage::LLVMExternalLinkage)?;
    for kind in METADATA {
        function.drop_metadata(place.module.metadata_kind_id(kind));
    }
    // What memory it touches is another one now.
    function.remove_attribute(AttributePlace::Function, AttributeKind::Memory)?;
    function.add_string_attribute(AttributePlace::Function, "hlsl.shader", "compute")?;
    work_items::mode(place, function, &size)?;
    work_items::replace(place, function, &size)?;
    spaces::infer(place, function)?;
    bytes::lower(place, function)?;
    memory::variables(place, function)?;
    Ok(Shader { function, size, buffers: buffers.into_buffers() })
}

/// Gives the module the target of shaders, and buffers their types.
pub fn finish<'m>(place: &Place<'m>, options: &Options, shaders: Vec<Shader<'m>>) -> Result<()> {
    let module = place.module;
    let models = Models::of_triple("spirv").ok_or_else(|| Error::internal("no target of shaders"))?;
    module.set_data_layout(models.layout)?;
    module.set_triple(&format!("spirv-unknown-{}-compute", options.environment.vulkan_name()));
    NAMED.iter().for_each(|name| module.drop_named_metadata(name));
    for function in module.functions().filter(|function| function.is_declaration() && !function.is_used()).collect::<Vec<_>>() {
        if !function.name().starts_with(rows::PREFIX) {
            function.delete_global()?;
        }
    }
    let mut layouts = Layouts::new(place);
    for shader in &shaders {
        shader.function.simplify()?;
        for buffer in &shader.buffers {
            elements::finish(place, &mut layouts, buffer).map_err(|error| error.in_function(shader.function.name()))?;
        }
    }
    elements::capabilities(place)
}
