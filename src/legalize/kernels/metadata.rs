//! The metadata of a module of kernels, converted for shaders: the workgroup size stays, and all metadata that is only
//! for kernels is removed.

use crate::error::Result;
use crate::legalize::kit::place::Place;
use crate::llvm::{AttributePlace, Metadata, Value};
use ::spirv::ExecutionMode;
use llvm_spirv_metadata::{MemoryModel, Named, ParameterDecorations};

/// The attribute of an entry point that states its workgroup size.
pub const LOCAL_SIZE: &str = "spirv.local_size";

/// The named metadata of modules of kernels, which declares properties for kernels and for translation back.
const DECLARATIONS: [&str; 8] = [
    "opencl.ocl.version",
    "opencl.spir.version",
    "opencl.used.extensions",
    "opencl.used.optional.core.features",
    "opencl.compiler.options",
    "opencl.enable.FP_CONTRACT",
    "spirv.DerivedKernelArgs",
    MemoryModel::NAME,
];

/// The named metadata with the requirements of a module, which do not apply to shaders.
const NEEDS: [&str; 3] = ["spirv.Capability", "spirv.Extension", "spirv.EntryPoint"];

/// The metadata of kernels that does not apply to shaders.
const OF_FUNCTIONS: [&str; 10] = [
    "kernel_arg_addr_space",
    "kernel_arg_access_qual",
    "kernel_arg_type",
    "kernel_arg_base_type",
    "kernel_arg_type_qual",
    "kernel_arg_name",
    "reqd_work_group_size",
    "work_group_size_hint",
    "vec_type_hint",
    ParameterDecorations::NAME,
];

/// The named metadata of execution modes.
const MODES: &str = "spirv.ExecutionMode";

/// The execution modes that shaders do not have, or that the attribute for the workgroup size replaces.
const MODES_OF_KERNELS: [ExecutionMode; 8] = [
    ExecutionMode::LocalSize,
    ExecutionMode::LocalSizeHint,
    ExecutionMode::VecTypeHint,
    ExecutionMode::ContractionOff,
    ExecutionMode::Initializer,
    ExecutionMode::Finalizer,
    ExecutionMode::SubgroupSize,
    ExecutionMode::SubgroupsPerWorkgroup,
];

/// Reads the execution modes of kernels, and removes the requirements that do not apply to shaders.
pub fn read(place: &Place<'_>) -> Result<()> {
    let module = place.module;
    NEEDS.iter().for_each(|name| module.drop_named_metadata(name));
    let nodes: Vec<_> = module.named_metadata_nodes(MODES).collect();
    module.drop_named_metadata(MODES);
    for node in nodes {
        let number = |index: u32| node.operand(index).and_then(|part| part.as_value()?.int_value());
        let function = node.operand(0).and_then(Metadata::as_value);
        if number(1) == Some(ExecutionMode::LocalSize as u64)
            && let Some(function) = function.filter(|function| function.is_function())
            && function.string_attribute(AttributePlace::Function, LOCAL_SIZE).is_none()
        {
            let size: Vec<_> = (2..5).map(|index| number(index).unwrap_or(1).to_string()).collect();
            function.add_string_attribute(AttributePlace::Function, LOCAL_SIZE, &size.join(","))?;
        }
        if !MODES_OF_KERNELS.iter().any(|mode| number(1) == Some(*mode as u64)) {
            module.add_named_metadata(MODES, node)?;
        }
    }
    Ok(())
}

/// Removes the named metadata for kernels.
pub fn drop_declarations(place: &Place<'_>) {
    DECLARATIONS.iter().for_each(|name| place.module.drop_named_metadata(name));
}

/// Removes the metadata of a function that does not apply to shaders.
pub fn drop_metadata(place: &Place<'_>, function: Value<'_>) {
    OF_FUNCTIONS.iter().for_each(|kind| function.drop_metadata(place.module.metadata_kind_id(kind)));
}
