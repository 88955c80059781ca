//! The version of LLVM for which LLVM IR is written: from the flag, else from the program's name, else the translator's
//! own.

use super::failure::Failure;
use super::parse::Parsed;
use super::settings::Action;
use llvm_spirv::options::LlvmVersion;

/// Returns the version. For versions that cannot be written, returns the nearest one.
pub fn version(parsed: &Parsed, action: Action, named: Option<u32>) -> Result<LlvmVersion, Failure> {
    let asked = parsed.number("llvm-version");
    let Some(number) = asked.or(named) else { return Ok(LlvmVersion::default()) };
    match LlvmVersion::new(number) {
        Some(version) => Ok(version),
        None if asked.is_some() || matches!(action, Action::Reverse | Action::Regularize) => Err(unknown(number)),
        None if number < LlvmVersion::OLDEST.number() => Ok(LlvmVersion::OLDEST),
        None => Ok(LlvmVersion::NEWEST),
    }
}

fn unknown(number: u32) -> Failure {
    let (oldest, newest) = (LlvmVersion::OLDEST, LlvmVersion::NEWEST);
    Failure::usage(format!(
        "llvm-spirv: LLVM IR is not written for LLVM {number}: --llvm-version= takes {oldest} to {newest}"
    ))
}
