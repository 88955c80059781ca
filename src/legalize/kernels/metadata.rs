//! The metadata of a module of kernels, read for shaders: the size of workgroups stays, all else that only kernels have goes.

use crate::error::Result;
use crate::legalize::kit::place::Place;
use crate::llvm::{AttributePlace, Metadata, Value};
use ::spirv::ExecutionMode;
use llvm_spirv_metadata::{MemoryModel, Named, ParameterDecorations};

/// The attribute of an entry point: the size of its workgroups.
pub const LOCAL_SIZE: &str = "spirv.local_size";

/// The named metadata of modules of kernels: what is declared for them, and how they are written back.
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

/// The named metadata that lists what a module needs, which shaders need no more.
const NEEDS: [&str; 3] = ["spirv.Capability", "spirv.Extension", "spirv.EntryPoint"];

/// The metadata of kernels that says nothing of shaders.
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

/// The list of execution modes.
const MODES: &str = "spirv.ExecutionMode";

/// The modes that shaders do not have, or that the attribute of the size says.
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

/// Reads the execution modes of kernels, and drops what a module of shaders does not declare.
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

/// Drops what the module declares for kernels.
pub fn drop_declarations(place: &Place<'_>) {
    DECLARATIONS.iter().for_each(|name| place.module.drop_named_metadata(name));
}

/// Drops what the metadata of a kernel says.
pub fn drop_metadata(place: &Place<'_>, function: Value<'_>) {
    OF_FUNCTIONS.iter().for_each(|kind| function.drop_metadata(place.module.metadata_kind_id(kind)));
}
