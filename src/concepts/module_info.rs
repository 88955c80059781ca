//! What a module says of itself (SPIR-V 3.42.2 "Debug Instructions", 3.42.5 "Mode-Setting Instructions").
//!
//! In LLVM IR: `!spirv.Source`, `!spirv.SourceExtension`, `!spirv.MemoryModel`, `!spirv.Capability` and, as compilers of
//! OpenCL C write it, `!opencl.ocl.version` and `!opencl.used.extensions`. Debug info is dropped with a warning.

use super::nodes;
use crate::error::{Error, Result};
use crate::llvm::Metadata;
use crate::spirv::builder::Section;
use crate::state::Forward;
use ::spirv::{AddressingModel, Op, SourceLanguage};
use llvm_spirv_metadata::module::{Capability, MemoryModel, Source, SourceExtension};
use llvm_spirv_metadata::opencl::{OclVersion, UsedExtensions};
use llvm_spirv_metadata::{Named, Tuple};

// --- LLVM to SPIR-V ---

/// All of it.
pub fn forward(f: &mut Forward<'_>) -> Result<()> {
    memory_model(f)?;
    source(f)?;
    source_extensions(f)?;
    for capability in all::<Capability>(f)? {
        if let Some(capability) = ::spirv::Capability::from_u32(capability.0) {
            f.spv.require(capability);
        }
    }
    if f.module.named_metadata_nodes("llvm.dbg.cu").next().is_some() {
        f.warn("debug information is dropped");
    }
    Ok(())
}

/// All nodes of one named metadata.
fn all<'m, T: Tuple<Metadata<'m>>>(f: &Forward<'m>) -> Result<Vec<T>> {
    let nodes: Vec<_> = f.module.named_metadata_nodes(T::NAME).map(nodes::read).collect();
    T::read_all(&nodes).map_err(|e| Error::invalid(format!("metadata !{}: {e}", T::NAME)))
}

fn memory_model(f: &mut Forward<'_>) -> Result<()> {
    let Some(model) = all::<MemoryModel>(f)?.into_iter().next() else { return Ok(()) };
    let addressing = AddressingModel::from_u32(model.addressing);
    let memory = ::spirv::MemoryModel::from_u32(model.memory);
    let (Some(addressing), Some(memory)) = (addressing, memory) else {
        return Err(Error::invalid("metadata !spirv.MemoryModel names a model that SPIR-V does not have"));
    };
    if addressing != f.spv.addressing_model() {
        return Err(Error::invalid(format!("metadata !spirv.MemoryModel says {addressing:?}, the target triple differs")));
    }
    f.spv.set_memory_model(addressing, memory);
    Ok(())
}

fn source(f: &mut Forward<'_>) -> Result<()> {
    let sources = all::<Source>(f)?;
    for source in &sources {
        let mut operands = vec![source.language, source.version];
        if let Some(file) = &source.file {
            operands.push(f.spv.string(file)?);
        }
        f.spv.emit(Section::Sources, Op::Source, &operands)?;
    }
    if !sources.is_empty() {
        return Ok(());
    }
    match all::<OclVersion>(f)?.into_iter().next() {
        Some(version) => {
            f.spv.emit(Section::Sources, Op::Source, &[SourceLanguage::OpenCL_C as u32, version.0.source_word()])
        }
        None => Ok(()),
    }
}

fn source_extensions(f: &mut Forward<'_>) -> Result<()> {
    let mut names: Vec<String> = all::<SourceExtension>(f)?.into_iter().map(|e| e.0).collect();
    names.extend(all::<UsedExtensions>(f)?.into_iter().flat_map(|list| list.0));
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    for name in names {
        f.spv.with_string(Section::Sources, Op::SourceExtension, &[], &name, &[])?;
    }
    Ok(())
}
