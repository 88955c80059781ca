//! LLVM IR to SPIR-V.
//!
//! In: an LLVM module for a `spir` or `spirv` target. Out: the words of a SPIR-V module, and what to tell the user.

pub mod legalize;
mod prepare;
mod walk;

use crate::error::{Error, Result};
use crate::llvm::Module;
use crate::options::Options;
use crate::spirv::builder::Builder;
use crate::state::Forward;
use ::spirv::{AddressingModel, Capability, MemoryModel};

/// The words of a SPIR-V module, with the warnings that arose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translated {
    /// The module, in the byte order of this machine.
    pub words: Vec<u32>,
    /// Sentences for the user: what was dropped, what was guessed.
    pub warnings: Vec<String>,
}

/// Translates a module.
pub fn translate<'m>(module: &'m Module<'m>, options: &'m Options) -> Result<Translated> {
    let mut spv = Builder::new(addressing_model(module.triple())?, MemoryModel::OpenCL);
    for capability in [Capability::Addresses, Capability::Kernel] {
        spv.require(capability);
    }
    legalize::run(module)?;
    let mut f = Forward::new(options, module, spv);
    walk::module(&mut f)?;
    Ok(Translated { words: f.spv.finish(options.max_version)?, warnings: f.warnings })
}

/// Triples of 32 and 64 bits, by architecture (S3-69).
fn addressing_model(triple: &str) -> Result<AddressingModel> {
    let architecture = triple.split('-').next().unwrap_or_default();
    let base = architecture.split_once("v1.").map_or(architecture, |(base, _)| base);
    match base {
        "spir" | "spirv32" => Ok(AddressingModel::Physical32),
        "spir64" | "spirv64" => Ok(AddressingModel::Physical64),
        _ => Err(Error::invalid(format!("the target triple {triple:?} is none of SPIR-V"))
            .hint("compile with -target spir, spir64, spirv32 or spirv64")),
    }
}
