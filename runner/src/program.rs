//! A module, compiled.

use crate::Result;
use crate::jit::Code;
use llvm_spirv::cpu::{self, Checks, Kernel};
use llvm_spirv::llvm::{Context, Module};
use llvm_spirv::options::Options;

/// A module whose kernels can be launched.
#[derive(Debug)]
pub struct Program {
    pub(crate) code: Code,
    pub(crate) kernels: Vec<Kernel>,
    /// The kernels that the cpu form lacks, and why.
    pub(crate) left_out: Vec<(String, String)>,
    pub(crate) local_size: u64,
}

/// A module in cpu form.
#[derive(Debug)]
pub struct CpuForm {
    /// Bitcode, or LLVM assembly.
    pub bytes: Vec<u8>,
    /// The kernels that the cpu form lacks, and why.
    pub left_out: Vec<(String, String)>,
    kernels: Vec<Kernel>,
    local_size: u64,
}

/// Returns the cpu form of a SPIR-V module, or of LLVM IR, which is translated to SPIR-V first.
///
/// # Errors
/// Parts that cannot be translated, and what the cpu form lacks if that is of all kernels.
pub fn cpu_form(bytes: &[u8], options: &Options, checks: Checks) -> Result<CpuForm> {
    written(bytes, options, checks, |module| module.write_bitcode())
}

/// Returns the same with LLVM assembly in place of bitcode.
///
/// # Errors
/// As of [`cpu_form`].
pub fn cpu_text(bytes: &[u8], options: &Options, checks: Checks) -> Result<CpuForm> {
    written(bytes, options, checks, |module| module.print().into_bytes())
}

fn written(
    bytes: &[u8],
    options: &Options,
    checks: Checks,
    write: impl FnOnce(&Module<'_>) -> Vec<u8>,
) -> Result<CpuForm> {
    let context = Context::new();
    let form = cpu::of_bytes(bytes, options, checks, &context).map_err(|error| error.to_string())?;
    let left_out = form.left_out.iter().map(|(kernel, error)| (kernel.clone(), error.to_string())).collect();
    Ok(CpuForm { bytes: write(&form.module), kernels: form.kernels, left_out, local_size: form.local_size })
}

impl Program {
    /// Translates and compiles a SPIR-V module.
    ///
    /// # Errors
    /// What is not SPIR-V, or what the cpu form lacks.
    pub fn new(bytes: &[u8], options: &Options) -> Result<Self> {
        Self::with(bytes, options, Checks::default())
    }

    /// Translates and compiles a SPIR-V module, with checks of accesses to memory.
    ///
    /// # Errors
    /// As of `new`.
    pub fn with(bytes: &[u8], options: &Options, checks: Checks) -> Result<Self> {
        let form = cpu_form(bytes, options, checks)?;
        let code = Code::compile(&form.bytes)?;
        Ok(Self { code, kernels: form.kernels, left_out: form.left_out, local_size: form.local_size })
    }

    /// The kernels.
    pub fn kernels(&self) -> &[Kernel] {
        &self.kernels
    }
}
