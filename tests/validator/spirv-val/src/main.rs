//! `spirv-val` of a fixed release of SPIRV-Tools: `spirv-val [--target-env ENV] [--scalar-block-layout] [FILE]`, with
//! standard input if there is no file or it is `-`. The exit code is 0 for a valid module, 1 for an invalid one, 2 if
//! the check was not possible.

use spirv_tools::TargetEnv;
use spirv_tools::error::Error;
use spirv_tools::val::compiled::CompiledValidator;
use spirv_tools::val::{Validator, ValidatorOptions};
use std::io::Read;
use std::process::ExitCode;

/// The release in `spirv-tools-sys` 0.13.3, according to its `generated/build-version.inc`.
const RELEASE: &str = "v2025.3";

/// The request of the command line.
struct Asked {
    env: TargetEnv,
    /// True if blocks may have the scalar layout.
    is_scalar: bool,
    file: Option<String>,
}

/// Parses the command line; `None` if only the release is requested.
fn asked(mut words: impl Iterator<Item = String>) -> Result<Option<Asked>, String> {
    let mut asked = Asked { env: TargetEnv::Universal_1_6, is_scalar: false, file: None };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--version" => return Ok(None),
            "--target-env" => {
                let name = words.next().ok_or("--target-env: no environment")?;
                asked.env = name.parse().map_err(|_| format!("{name}: no such environment"))?;
            }
            "--scalar-block-layout" => asked.is_scalar = true,
            "-" => {}
            option if option.starts_with('-') => return Err(format!("{option}: no such option")),
            _ => asked.file = Some(word),
        }
    }
    Ok(Some(asked))
}

/// Returns the words of a module in this machine's byte order; the validator swaps words of the other order itself.
fn words(file: Option<&str>) -> Result<Vec<u32>, String> {
    let mut bytes = Vec::new();
    match file {
        Some(path) => bytes = std::fs::read(path).map_err(|e| format!("{path}: {e}"))?,
        None => drop(std::io::stdin().read_to_end(&mut bytes).map_err(|e| format!("standard input: {e}"))?),
    }
    match bytes.as_chunks() {
        (words, []) => Ok(words.iter().map(|word| u32::from_ne_bytes(*word)).collect()),
        (_, rest) => Err(format!("the module ends with {} bytes of a word", rest.len())),
    }
}

/// Returns an error in the format of SPIRV-Tools' `spirv-val`.
fn shown(error: &Error) -> String {
    match &error.diagnostic {
        Some(what) => format!("error: line {}: {}\n{}", what.index, what.message, what.notes),
        None => format!("error: line 0: {}", error.inner),
    }
}

/// Validates a module. Without options, the defaults of the environment apply.
fn validate(asked: &Asked, words: Vec<u32>) -> Result<(), Error> {
    let options = asked.is_scalar.then(|| ValidatorOptions { scalar_block_layout: true, ..Default::default() });
    CompiledValidator::with_env(asked.env).validate(words, options)
}

fn main() -> ExitCode {
    let asked = match asked(std::env::args().skip(1)) {
        Ok(Some(asked)) => asked,
        Ok(None) => {
            println!("SPIRV-Tools {RELEASE}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("spirv-val: {error}");
            return ExitCode::from(2);
        }
    };
    match words(asked.file.as_deref()) {
        Ok(words) => match validate(&asked, words) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{}", shown(&error).trim_end());
                ExitCode::FAILURE
            }
        },
        Err(error) => {
            eprintln!("spirv-val: {error}");
            ExitCode::from(2)
        }
    }
}
