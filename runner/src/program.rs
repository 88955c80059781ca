//! A module, compiled.

use crate::Result;
use crate::jit::Code;
use llvm_spirv::binary::Words;
use llvm_spirv::cpu::{self, Kernel};
use llvm_spirv::llvm::Context;
use llvm_spirv::options::Options;
use llvm_spirv::reverse;

/// A module whose kernels can be launched.
#[derive(Debug)]
pub struct Program {
    pub(crate) code: Code,
    pub(crate) kernels: Vec<Kernel>,
    pub(crate) local_size: u64,
}

/// Returns the cpu form of a SPIR-V module as bitcode, with its kernels and the bytes of its local variables.
pub fn cpu_form(bytes: &[u8], options: &Options) -> Result<(Vec<u8>, Vec<Kernel>, u64)> {
    let form = || {
        let words = Words::read(bytes)?;
        let words = if options.spec_constants.is_empty() {
            words
        } else {
            Words::of(llvm_spirv::binary::passes::specialize::specialize(&words, &options.spec_constants))?
        };
        let (context, own) = (Context::new(), Context::new());
        let module = reverse::translate(&words, options, &context)?.module;
        let form = cpu::form(&module, &own)?;
        Ok((form.module.write_bitcode(), form.kernels, form.local_size))
    };
    form().map_err(|error: llvm_spirv::error::Error| error.to_string())
}

impl Program {
    /// Translates and compiles a SPIR-V module.
    ///
    /// # Errors
    /// What is not SPIR-V, or what the cpu form lacks.
    pub fn new(bytes: &[u8], options: &Options) -> Result<Self> {
        let (bitcode, kernels, local_size) = cpu_form(bytes, options)?;
        Ok(Self { code: Code::compile(&bitcode)?, kernels, local_size })
    }

    /// The kernels.
    pub fn kernels(&self) -> &[Kernel] {
        &self.kernels
    }
}
