//! A module, compiled.

use crate::Result;
use crate::jit::Code;
use llvm_spirv::binary::Words;
use llvm_spirv::binary::passes::specialize::specialize;
use llvm_spirv::cpu::{self, Kernel};
use llvm_spirv::llvm::Context;
use llvm_spirv::options::Options;
use llvm_spirv::reverse;

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
    /// The bitcode.
    pub bitcode: Vec<u8>,
    kernels: Vec<Kernel>,
    left_out: Vec<(String, String)>,
    local_size: u64,
}

/// Returns the cpu form of a SPIR-V module, or of LLVM IR, which is translated to SPIR-V first.
///
/// # Errors
/// What cannot be translated, and what the cpu form lacks if that is of all kernels.
pub fn cpu_form(bytes: &[u8], options: &Options) -> Result<CpuForm> {
    let form = || {
        let spirv = if llvm_spirv::binary::header::is_spirv(bytes) {
            std::borrow::Cow::from(bytes)
        } else {
            std::borrow::Cow::from(llvm_spirv::llvm_to_spirv(bytes, options)?.bytes)
        };
        let words = Words::read(&spirv)?;
        // All have their values here, so that sizes that are computed of them are known.
        let words = Words::of(specialize(&words, &options.spec_constants))?;
        let (context, own) = (Context::new(), Context::new());
        let module = reverse::translate(&words, options, &context)?.module;
        let form = cpu::form(&module, &own)?;
        let left_out = form.left_out.iter().map(|(kernel, error)| (kernel.clone(), error.to_string())).collect();
        Ok(CpuForm { bitcode: form.module.write_bitcode(), kernels: form.kernels, left_out, local_size: form.local_size })
    };
    form().map_err(|error: llvm_spirv::error::Error| error.to_string())
}

impl Program {
    /// Translates and compiles a SPIR-V module.
    ///
    /// # Errors
    /// What is not SPIR-V, or what the cpu form lacks.
    pub fn new(bytes: &[u8], options: &Options) -> Result<Self> {
        let form = cpu_form(bytes, options)?;
        let code = Code::compile(&form.bitcode)?;
        Ok(Self { code, kernels: form.kernels, left_out: form.left_out, local_size: form.local_size })
    }

    /// The kernels.
    pub fn kernels(&self) -> &[Kernel] {
        &self.kernels
    }
}
