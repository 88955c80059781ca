//! `spirv-val` of a fixed release of SPIRV-Tools: `spirv-val [--target-env ENV] [--scalar-block-layout] [FILE]`,
//! standard input where there is none or it is `-`. Exit code 0 says that the module is valid, 1 that it is not, 2 that it could not be asked.

use spirv_tools::TargetEnv;
use spirv_tools::error::Error;
use spirv_tools::val::compiled::CompiledValidator;
use spirv_tools::val::{Validator, ValidatorOptions};
use std::io::Read;
use std::process::ExitCode;

/// The release that `spirv-tools-sys` 0.13.3 holds, as its `generated/build-version.inc` says.
const RELEASE: &str = "v2025.3";

/// The request of the command line.
struct Asked {
    env: TargetEnv,
    /// Whether blocks may have the scalar layout.
    is_scalar: bool,
    file: Option<String>,
}

/// Reads the command line; `None` where only the release is asked for.
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

/// The words of a module in this machine's byte order; the validator turns those of the other order itself.
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

/// The complaint as the `spirv-val` of SPIRV-Tools prints it.
fn shown(error: &Error) -> String {
    match &error.diagnostic {
        Some(what) => format!("error: line {}: {}\n{}", what.index, what.message, what.notes),
        None => format!("error: line 0: {}", error.inner),
    }
}

/// Asks about a module. Without options the defaults of the environment hold.
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
