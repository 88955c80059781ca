//! Module-level information in shaders: triple, version, memory model, sources and capabilities.
//!
//! In LLVM IR: the triple `spirv1.6-unknown-vulkan1.3-compute` with version, environment and stage; a version before
//! 1.5, which LLVM's triples of shaders lack, is `!spirv.Version`; `!spirv.MemoryModel`, `!spirv.Source`,
//! `!spirv.SourceExtension`; `!spirv.Capability` lists all capabilities, since several may enable one feature.

use super::entry_points;
use crate::conventions::nodes::add;
use crate::error::Result;
use crate::llvm::Module;
use crate::options::Version;
use crate::state::Reverse;
use ::spirv::Op;
use llvm_spirv_metadata::module::{Capability, MemoryModel, Source, SourceExtension};

/// The environment that triples name where no other is known: the first one with all of SPIR-V 1.6.
const ENVIRONMENT: &str = "vulkan1.3";

/// The named metadata for a version that triples do not have: `!{i32 1, i32 0}`.
const VERSION: &str = "spirv.Version";

/// Returns the triple of a module.
pub fn triple(r: &Reverse<'_>) -> String {
    let (major, minor) = r.spv.header().version;
    let mut stages = r.spv.entry_points().iter().map(|inst| inst.operand(0).ok().and_then(entry_points::stage));
    let stage = match (stages.next().flatten(), stages.next()) {
        // LLVM has one word for the stages of a vendor's extension and their successors.
        (Some(stage), None) => stage.split('.').next().unwrap_or_default(),
        _ => "library",
    };
    let version = if has_triple((major, minor)) { format!("{major}.{minor}") } else { String::new() };
    format!("spirv{version}-unknown-{ENVIRONMENT}-{stage}")
}

/// Returns whether LLVM's triples of shaders have the version.
fn has_triple(version: (u8, u8)) -> bool {
    matches!(version, (1, 5 | 6))
}

/// Returns the version in metadata.
pub fn version(module: &Module<'_>) -> Option<Version> {
    let node = module.named_metadata_nodes(VERSION).next()?;
    let number = |index| u8::try_from(node.operand(index)?.as_value()?.int_value()?).ok();
    Some(Version::new(number(0)?, number(1)?))
}

/// Writes the metadata of the module.
pub fn reverse(r: &mut Reverse<'_>) -> Result<bool> {
    let (addressing, memory) = r.spv.memory_model();
    let (major, minor) = r.spv.header().version;
    if !has_triple((major, minor)) {
        let node = [major, minor].map(|number| r.context.md_int(32, number.into()).map(Some));
        let [major, minor] = node;
        r.module.add_named_metadata(VERSION, r.context.md_node(&[major?, minor?]))?;
    }
    add(r, &MemoryModel { addressing: addressing as u32, memory: memory as u32 })?;
    for inst in r.spv.sources().iter().filter(|inst| inst.opcode() == Op::Source) {
        let file = inst.in_operands().get(2).and_then(|file| r.spv.string(*file)).map(str::to_owned);
        add(r, &Source { language: inst.operand(0)?, version: inst.operand(1)?, file })?;
    }
    for inst in r.spv.source_extensions() {
        add(r, &SourceExtension(inst.string(0)?.0))?;
    }
    for capability in r.spv.capabilities() {
        add(r, &Capability(*capability as u32))?;
    }
    super::structs::reverse(r)?;
    super::named_constants::reverse(r)?;
    Ok(true)
}
