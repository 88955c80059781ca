//! The reader of LLVM IR. In: bytes from the user. Out: a module that obeys LLVM's rules.
//!
//! Bitcode comes from compilers, which verify what they write, and reading it must be quick. Assembly is often written
//! by hand, and wrong in ways that its parser does not see, so it is verified.

use super::{aliases, stripped_metadata};
use crate::conventions::calling::{SPIR_FUNC, SPIR_KERNEL};
use crate::error::{Code, Error, Kind, Result};
use crate::llvm::{self, Context, Module};

/// Reads bitcode or assembly; `name` is the name for messages.
pub fn read<'c>(context: &'c Context, bytes: &[u8], name: &str) -> Result<Module<'c>> {
    let module = context.parse_as_written(bytes, name)?;
    let is_bitcode = llvm::is_bitcode(bytes);
    aliases::check(&module)?;
    if !is_bitcode {
        stripped_metadata::check(&module)?;
        permit_calls_of_kernels(&module)?;
    }
    // Verifies a module with debug info, so that what the verifier cannot take must be gone.
    context.upgrade_debug_info(&module)?;
    if !is_bitcode {
        module.verify()?;
    }
    Ok(module)
}

/// Returns the verifier's error instead of a translation error, if the file is invalid bitcode: bitcode is not verified
/// beforehand, so that a violation of LLVM's rules shows as an internal error or as wrong operands.
pub fn at_fault(error: Error, bytes: &[u8]) -> Error {
    let may_be_broken = error.kind() == Kind::Internal || error.code() == Code::Operands;
    if !may_be_broken || !llvm::is_bitcode(bytes) {
        return error;
    }
    verify(bytes).err().unwrap_or(error)
}

/// Runs LLVM's verifier over this file, and returns its message as an error.
pub fn verify(bytes: &[u8]) -> Result<()> {
    let context = Context::new();
    let module = read(&context, bytes, "")?;
    module.verify()
}

/// Changes the calling convention of calls of kernels, which LLVM 22 forbids and older versions wrote. Only the
/// convention of the called function matters to the translation.
fn permit_calls_of_kernels(module: &Module<'_>) -> Result<()> {
    for kernel in module.functions().filter(|function| function.call_conv() == SPIR_KERNEL) {
        let mut calls = kernel.uses().filter(|user| user.called_function() == Some(kernel));
        calls.try_for_each(|call| call.set_call_conv(SPIR_FUNC))?;
    }
    Ok(())
}
