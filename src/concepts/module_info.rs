//! What a module says of itself (SPIR-V 3.42.2 "Debug Instructions", 3.42.5 "Mode-Setting Instructions").
//!
//! In LLVM IR: `!spirv.Source`, `!spirv.SourceExtension`, `!spirv.MemoryModel` and, as compilers of
//! OpenCL C write it, `!opencl.ocl.version` and `!opencl.used.extensions`. Debug info is dropped with a warning.

use super::nodes;
use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, Module};
use crate::spirv::builder::Section;
use crate::spirv::grammar::Kind;
use crate::spirv::{self, Instruction};
use crate::state::{Forward, Reverse};
use ::spirv::{AddressingModel, ExecutionMode, Op, SourceLanguage};
use llvm_spirv_metadata::module::{MemoryModel, Source, SourceExtension};
use llvm_spirv_metadata::opencl::{CxxVersion, ENABLE_FP_CONTRACT, OclVersion, OptionalCoreFeatures, UsedExtensions};
use llvm_spirv_metadata::{SpirVersion, Tuple, Version};

// --- LLVM to SPIR-V ---

/// All of it.
pub fn forward(f: &mut Forward<'_>) -> Result<()> {
    memory_model(f)?;
    super::entry_points::read_derived_args(f)?;
    source(f)?;
    source_extensions(f)?;
    if f.module.named_metadata_nodes("llvm.dbg.cu").next().is_some() {
        f.warn("debug information is dropped");
    }
    Ok(())
}

/// All nodes of one named metadata.
pub fn all<'m, T: Tuple<Metadata<'m>>>(f: &Forward<'m>) -> Result<Vec<T>> {
    all_of(f.module)
}

/// The same of a module that is not being translated yet.
pub fn all_of<'m, T: Tuple<Metadata<'m>>>(module: &'m Module<'m>) -> Result<Vec<T>> {
    let nodes: Vec<_> = module.named_metadata_nodes(T::NAME).map(nodes::read).collect();
    T::read_all(&nodes).map_err(|e| Error::of(Code::Metadata, format!("metadata !{}: {e}", T::NAME)))
}

fn memory_model(f: &mut Forward<'_>) -> Result<()> {
    let Some(model) = all::<MemoryModel>(f)?.into_iter().next() else { return Ok(()) };
    let addressing = AddressingModel::from_u32(model.addressing);
    let memory = ::spirv::MemoryModel::from_u32(model.memory);
    let (Some(addressing), Some(memory)) = (addressing, memory) else {
        return Err(Error::of(Code::Metadata, "metadata !spirv.MemoryModel names a model that SPIR-V does not have"));
    };
    if addressing != f.spv.addressing_model() && !f.options.compatibility.strict {
        return Err(Error::of(
            Code::Metadata,
            format!("metadata !spirv.MemoryModel says {addressing:?}, the target triple differs"),
        ));
    }
    f.spv.set_memory_model(addressing, memory);
    super::decorations::require_enabling(f, Kind::MemoryModel, memory as u32);
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
    let language = language(f)?;
    let Some((language, version)) = language.or(f.options.compatibility.strict.then_some((SourceLanguage::Unknown, 0)))
    else {
        return Ok(());
    };
    f.spv.emit(Section::Sources, Op::Source, &[language as u32, version])
}

/// Language and version as compilers of OpenCL C and of C++ for OpenCL write them; the latter write both.
fn language(f: &Forward<'_>) -> Result<Option<(SourceLanguage, u32)>> {
    if let Some(version) = all::<CxxVersion>(f)?.into_iter().next() {
        return Ok(Some((SourceLanguage::CPP_for_OpenCL, version.0.source_word())));
    }
    let version = all::<OclVersion>(f)?.into_iter().next();
    Ok(version.map(|version| (SourceLanguage::OpenCL_C, version.0.source_word())))
}

/// The extensions of the source language that the module says it uses.
pub fn used_extensions(f: &Forward<'_>) -> Result<Vec<String>> {
    let mut names: Vec<String> = all::<SourceExtension>(f)?.into_iter().map(|e| e.0).collect();
    names.extend(all::<UsedExtensions>(f)?.into_iter().flat_map(|list| list.0));
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    Ok(names)
}

fn source_extensions(f: &mut Forward<'_>) -> Result<()> {
    for name in used_extensions(f)? {
        f.spv.with_string(Section::Sources, Op::SourceExtension, &[], &name, &[])?;
    }
    Ok(())
}

// --- SPIR-V to LLVM ---

/// Target triple and data layout, as clang 22 writes them for `spir` and `spir64` (S3-69, S3-70).
pub fn reverse_target(r: &Reverse<'_>) -> Result<()> {
    let (triple, pointers) = match r.spv.memory_model().0 {
        AddressingModel::Physical32 => ("spir-unknown-unknown", "e-p:32:32-"),
        AddressingModel::Physical64 => ("spir64-unknown-unknown", "e-"),
        other => return Err(Error::of(Code::Model, format!("the addressing model {other:?}"))),
    };
    r.module.set_triple(triple);
    r.module.set_data_layout(&format!("{pointers}{LAYOUT}"))
}

/// What follows the pointers in both data layouts.
const LAYOUT: &str = "i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";

/// The optional features of OpenCL C that capabilities stand for.
const CORE_FEATURES: [(spirv::Capability, &str); 2] =
    [(spirv::Capability::Float64, "cl_doubles"), (spirv::Capability::ImageBasic, "cl_images")];

/// The named metadata, in the order of the other translator.
pub fn reverse(r: &mut Reverse<'_>) -> Result<()> {
    let (addressing, memory) = r.spv.memory_model();
    add(r, &MemoryModel { addressing: addressing as u32, memory: memory as u32 })?;
    if !has_contraction_off(r) {
        r.module.insert_named_metadata(ENABLE_FP_CONTRACT);
    }
    reverse_source(r)?;
    let mut extensions = Vec::new();
    for inst in r.spv.source_extensions() {
        extensions.push(inst.string(0)?.0);
    }
    add(r, &UsedExtensions(extensions))?;
    let features = CORE_FEATURES.iter().filter(|(capability, _)| r.spv.has_capability(*capability));
    add(r, &OptionalCoreFeatures(features.map(|(_, name)| (*name).to_owned()).collect()))
}

/// Adds a node to the named metadata of a convention.
pub fn add<'m, T: Tuple<Metadata<'m>>>(r: &Reverse<'m>, convention: &T) -> Result<()> {
    r.module.add_named_metadata(T::NAME, nodes::reverse(r, &convention.write())?)
}

fn has_contraction_off(r: &Reverse<'_>) -> bool {
    let off = |inst: &Instruction<'_>| inst.operand(1).ok() == Some(ExecutionMode::ContractionOff as u32);
    r.spv.execution_modes().iter().any(off)
}

/// `OpSource`: `!spirv.Source`, and for OpenCL the versions as its compilers write them.
fn reverse_source(r: &Reverse<'_>) -> Result<()> {
    for inst in r.spv.sources().iter().filter(|inst| inst.opcode() == Op::Source) {
        let (language, version) = (inst.operand(0)?, inst.operand(1)?);
        let file = inst.in_operands().get(2).and_then(|file| r.spv.string(*file)).map(str::to_owned);
        add(r, &Source { language, version, file })?;
        reverse_versions(r, SourceLanguage::from_u32(language), Version::of_source(version))?;
    }
    Ok(())
}

fn reverse_versions(r: &Reverse<'_>, language: Option<SourceLanguage>, version: Version) -> Result<()> {
    let opencl = match language {
        Some(SourceLanguage::OpenCL_C | SourceLanguage::OpenCL_CPP) => version,
        Some(SourceLanguage::CPP_for_OpenCL) => {
            add(r, &CxxVersion(version))?;
            version.opencl_of_cxx()
        }
        _ => return Ok(()),
    };
    add(r, &SpirVersion(opencl.spir()))?;
    add(r, &OclVersion(opencl))
}
