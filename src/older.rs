//! LLVM IR as another version of LLVM reads it.

use crate::Llvm;
use crate::error::{Code, Error, Result};
use crate::options::LlvmVersion;
use llvm_ir::{Module, PrintOptions, Problem, WriteOptions};

/// Returns bitcode that this translator wrote as the version reads it, or as its assembly.
pub(crate) fn rewritten(bitcode: &[u8], format: Llvm, version: LlvmVersion) -> Result<Vec<u8>> {
    let module =
        llvm_ir::read(bitcode).map_err(|error| Error::internal(format!("bitcode that was written: {error}")))?;
    written(&module, format, version, "")
}

/// Returns a module as the version reads it, as bitcode or as assembly, in which it has a name.
///
/// # Errors
/// Something that the version lacks, and assembly that is too long.
pub fn written(module: &Module, format: Llvm, version: LlvmVersion, name: &str) -> Result<Vec<u8>> {
    let llvm_version = version.number();
    let made = match format {
        Llvm::Bitcode => llvm_ir::write(module, &WriteOptions { llvm_version, ..WriteOptions::default() }),
        Llvm::Assembly => {
            let module_id = name.to_owned();
            llvm_ir::print(module, &PrintOptions { llvm_version, module_id, ..PrintOptions::default() })
        }
    };
    made.map_err(|error| match error.problem {
        problem @ Problem::TooLarge(_) => Error::of(Code::Limit, problem.to_string()),
        problem => Error::of(Code::OlderLlvm, format!("cannot be written for LLVM {version}: {problem}")),
    })
}
