//! Information of a module about itself (SPIR-V 3.42.2 "Debug Instructions", 3.42.5 "Mode-Setting Instructions").
//!
//! In LLVM IR: `!spirv.Source`, `!spirv.SourceExtension`, `!spirv.MemoryModel` and, as compilers of
//! OpenCL C write it, `!opencl.ocl.version` and `!opencl.used.extensions`. The text of `OpSource` is that of the file in
//! debug information (see `sets/debug_info`); where a set of debug information says it, it is not written twice.

use crate::binary::builder::Section;
use crate::binary::grammar::Kind;
use crate::binary::{self, Instruction};
use crate::conventions::nodes::{add, all, used_extensions};
use crate::environment::Models;
use crate::error::{Code, Error, Result};
use crate::state::hooks::any;
use crate::state::{Forward, Reverse};
use ::spirv::{AddressingModel, ExecutionMode, Op, SourceLanguage};
use llvm_spirv_metadata::module::{MemoryModel, Source};
use llvm_spirv_metadata::opencl::{CxxVersion, ENABLE_FP_CONTRACT, OclVersion, OptionalCoreFeatures, UsedExtensions};
use llvm_spirv_metadata::{SpirVersion, Version};

// --- LLVM to SPIR-V ---

/// Emits the memory model, the sources and their extensions.
pub fn forward(f: &mut Forward<'_>) -> Result<()> {
    memory_model(f)?;
    super::entry_points::read_derived_args(f)?;
    source(f)?;
    source_extensions(f)
}

fn memory_model(f: &mut Forward<'_>) -> Result<()> {
    let Some(model) = all::<MemoryModel>(f)?.into_iter().next() else {
        let memory = f.spv.memory_model();
        crate::concepts::base::decorations::require_enabling(f, Kind::MemoryModel, memory as u32);
        return Ok(());
    };
    let addressing = AddressingModel::from_u32(model.addressing);
    let memory = ::spirv::MemoryModel::from_u32(model.memory);
    let (Some(addressing), Some(memory)) = (addressing, memory) else {
        return Err(Error::of(Code::Metadata, "metadata !spirv.MemoryModel names a model that SPIR-V does not have"));
    };
    let is_logical = |addressing| Models::of_addressing(addressing).is_some_and(Models::is_logical);
    let differs = addressing != f.spv.addressing_model();
    if differs
        && !(is_logical(addressing) && is_logical(f.spv.addressing_model()))
        && !f.options.policy.takes_any_addressing_model
    {
        return Err(Error::of(
            Code::Metadata,
            format!("metadata !spirv.MemoryModel says {addressing:?}, the target triple differs"),
        ));
    }
    f.spv.set_memory_model(addressing, memory);
    crate::concepts::base::decorations::require_enabling(f, Kind::MemoryModel, memory as u32);
    Ok(())
}

fn source(f: &mut Forward<'_>) -> Result<()> {
    let sources = all::<Source>(f)?;
    for source in &sources {
        write_source(f, [source.language, source.version], source.file.as_deref())?;
    }
    if !sources.is_empty() {
        return Ok(());
    }
    let language = language(f)?;
    let Some((language, version)) =
        language.or(f.options.policy.writes_unknown_source.then_some((SourceLanguage::Unknown, 0)))
    else {
        return Ok(());
    };
    let file = f.debug.as_deref().and_then(|debug| debug.texts.first()).map(|(path, _)| path.clone());
    write_source(f, [language as u32, version], file.as_deref())
}

/// Writes `OpSource`, with the text of the file in debug information unless a debug information set contains it.
fn write_source(f: &mut Forward<'_>, head: [u32; 2], file: Option<&str>) -> Result<()> {
    let Some(file) = file else { return f.spv.emit(Section::Sources, Op::Source, &head) };
    let head = [head[0], head[1], f.spv.string(file)?];
    let texts = f.debug.as_deref().map(|debug| debug.texts.as_slice()).unwrap_or_default();
    let parts = texts.iter().find(|text| text.0 == file).map(|text| text.1.clone()).unwrap_or_default();
    let Some((first, rest)) = parts.split_first() else { return f.spv.emit(Section::Sources, Op::Source, &head) };
    f.spv.with_string(Section::Sources, Op::Source, &head, first, &[])?;
    rest.iter().try_for_each(|part| f.spv.with_string(Section::Sources, Op::SourceContinued, &[], part, &[]))
}

/// Returns language and version from the metadata of compilers of OpenCL C and of C++ for OpenCL; the latter write both.
fn language(f: &Forward<'_>) -> Result<Option<(SourceLanguage, u32)>> {
    if let Some(version) = all::<CxxVersion>(f)?.into_iter().next() {
        return Ok(Some((SourceLanguage::CPP_for_OpenCL, version.0.source_word())));
    }
    let version = all::<OclVersion>(f)?.into_iter().next();
    Ok(version.map(|version| (SourceLanguage::OpenCL_C, version.0.source_word())))
}

fn source_extensions(f: &mut Forward<'_>) -> Result<()> {
    for name in used_extensions(f)? {
        f.spv.with_string(Section::Sources, Op::SourceExtension, &[], &name, &[])?;
    }
    Ok(())
}

// --- SPIR-V to LLVM ---

/// Models triple and data layout, as clang 22 writes them for `spir` and `spir64` (S3-69, S3-70), or as SPIR 1.2 has them.
pub fn reverse_target(r: &Reverse<'_>) -> Result<()> {
    let addressing = r.spv.memory_model().0;
    let unknown = || Error::of(Code::Model, format!("the addressing model {addressing:?}"));
    let target = Models::of_addressing(addressing).ok_or_else(unknown)?;
    let own = r.hooks.triple.first().map(|hook| hook(r));
    r.module.set_triple(&own.unwrap_or_else(|| target.triple()));
    let layout = match r.options.policy.lays_out_as_spir {
        true => target.spir_layout(),
        false => target.layout.to_owned(),
    };
    r.module.set_data_layout(&r.options.address_spaces.in_layout(&layout))
}

/// The optional features of OpenCL C that correspond to capabilities.
const CORE_FEATURES: [(binary::Capability, &str); 2] =
    [(binary::Capability::Float64, "cl_doubles"), (binary::Capability::ImageBasic, "cl_images")];

/// The named metadata, in the order of the other translator.
pub fn reverse(r: &mut Reverse<'_>) -> Result<()> {
    if any!(r.hooks.reverse_module, r) {
        return Ok(());
    }
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
        Some(SourceLanguage::Unknown) if r.options.policy.writes_unknown_source => {
            return add(r, &SpirVersion(version.spir()));
        }
        _ => return Ok(()),
    };
    add(r, &SpirVersion(opencl.spir()))?;
    add(r, &OclVersion(opencl))
}
