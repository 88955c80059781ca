//! LLVM IR for other versions of LLVM.

use crate::Llvm;
use crate::error::{Code, Error, Result};
use crate::llvm;
use crate::options::LlvmVersion;
use llvm_ir::{Module, PrintOptions, Problem, WriteOptions};

/// Returns a translated module for a version of LLVM, as bitcode or as assembly.
///
/// # Errors
///
/// Features that the version lacks.
pub fn module(module: &llvm::Snapshot<'_>, format: Llvm, version: LlvmVersion) -> Result<Vec<u8>> {
    match format {
        _ if version.is_older() => {
            let read = llvm_ir::read(&module.write_bitcode()?);
            let read = read.map_err(|error| Error::internal(format!("bitcode that was written: {error}")))?;
            written(&read, format, version, "")
        }
        Llvm::Bitcode => module.write_bitcode(),
        Llvm::Assembly => Ok(module.print().into_bytes()),
    }
}

/// Returns a module for a version of LLVM, as bitcode or as assembly, in which it has a name.
///
/// # Errors
///
/// Features that the version lacks, and assembly that is too long.
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
