//! The ways of a module to LLVM IR and back: unchanged, and through levels of LLVM's optimiser.

use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use llvm_spirv_validator as validator;
use std::io::Write;
use std::process::{Command, Stdio};

/// The environment for which modules must be valid.
const ENVIRONMENT: &str = "vulkan1.3";

/// A way to LLVM IR and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// No optimisation in between.
    Plain,
    /// `opt -O1`.
    O1,
    /// `opt -O2`.
    O2,
    /// `opt -O3`.
    O3,
    /// `opt -Os`.
    Os,
}

/// The levels by name.
pub const LEVELS: &[(&str, Level)] =
    &[("plain", Level::Plain), ("O1", Level::O1), ("O2", Level::O2), ("O3", Level::O3), ("Os", Level::Os)];

impl Level {
    /// Returns the name.
    pub fn name(self) -> &'static str {
        LEVELS.iter().find(|(_, level)| *level == self).map_or("", |(name, _)| name)
    }

    /// Returns the level with a name.
    pub fn named(name: &str) -> Option<Self> {
        LEVELS.iter().find(|(known, _)| *known == name).map(|(_, level)| *level)
    }

    /// Returns the levels with some names.
    ///
    /// # Errors If a name is not that of a level.
    pub fn all_named(names: &[String]) -> std::io::Result<Vec<Self>> {
        let named = |name: &String| Self::named(name).ok_or_else(|| std::io::Error::other(format!("no level {name}")));
        names.iter().map(named).collect()
    }
}

/// Validates a module.
///
/// # Errors
///
/// The validator's error.
pub fn validate(bytes: &[u8]) -> Result<(), String> {
    validator::validate_in(bytes, ENVIRONMENT).map_err(|complaint| complaint.whole)
}

/// Translates a module to bitcode.
///
/// # Errors
/// The error of the translation.
pub fn bitcode(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let output = spirv_to_llvm(bytes, &Options::default(), Llvm::Bitcode);
    output.map(|output| output.bytes).map_err(|error| error.to_string())
}

/// Optimises bitcode at a level, and translates it back to SPIR-V.
///
/// # Errors
///
/// The error of the optimiser or of the translation.
pub fn back(bitcode: &[u8], level: Level) -> Result<Vec<u8>, String> {
    let optimised = match level {
        Level::Plain => None,
        _ => Some(optimise(bitcode, level.name())?),
    };
    let output = llvm_to_spirv(optimised.as_deref().unwrap_or(bitcode), &Options::default());
    output.map(|output| output.bytes).map_err(|error| error.to_string())
}

fn optimise(bitcode: &[u8], level: &str) -> Result<Vec<u8>, String> {
    let mut command = Command::new("opt-22");
    let command = command.arg(format!("-{level}")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("opt: {error}"))?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        scope.spawn(|| stdin.map(|mut stdin| stdin.write_all(bitcode)));
        child.wait_with_output()
    });
    let output = output.map_err(|error| format!("opt: {error}"))?;
    if output.status.success() { Ok(output.stdout) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}
