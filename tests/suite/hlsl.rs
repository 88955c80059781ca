//! The HLSL programs of `roundtrip-corpus/hlsl/`: clang's output at -O0, -O1 and -O3 becomes modules that are valid for
//! Vulkan 1.3; translated to LLVM IR and back, these are valid and complete.
//!
//! A line `// STAGE: pixel` names the stage of a program, which is compute otherwise.

use crate::support::{Watch, check_all, check_report, root, run, scratch, spirv_tools};
use llvm_spirv::binary::write;
use llvm_spirv::llvm_to_spirv;
use llvm_spirv::options::Options;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The levels of optimisation.
const LEVELS: [&str; 3] = ["-O0", "-O1", "-O3"];

/// Returns all programs, by path.
fn programs() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(root().join("roundtrip-corpus/hlsl")).unwrap();
    let mut found: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "hlsl"));
    found.sort();
    assert!(found.len() >= 44, "{} programs", found.len());
    found
}

/// Returns the output of clang for a program.
fn compile(program: &Path, level: &str) -> Result<Vec<u8>, String> {
    let text = std::fs::read_to_string(program).unwrap();
    let stage = text.lines().find_map(|line| line.strip_prefix("// STAGE: ")).unwrap_or("compute");
    let name = program.file_name().unwrap().to_string_lossy().into_owned();
    let module = scratch().join(format!("{name}{level}.bc"));
    let mut command = Command::new("clang-22");
    command.args(["-cc1", "-triple", &format!("spirv-unknown-vulkan1.3-{stage}"), "-x", "hlsl"]);
    command.args([level, "-emit-llvm-bc", "-o"]).arg(&module).arg(program);
    run(&mut command, b"").map_err(|error| format!("clang: {error}"))?;
    std::fs::read(module).map_err(|error| error.to_string())
}

fn validate(bytes: &[u8]) -> Result<(), String> {
    spirv_tools::validate_in(bytes, "vulkan1.3").map_err(|complaint| complaint.whole)
}

fn check(program: &Path, level: &str) -> Result<(), String> {
    let module = compile(program, level)?;
    let watch = Watch::default();
    let options = watch.over(&Options::default());
    let module = llvm_to_spirv(&module, &options).map_err(|error| error.to_string())?.bytes;
    watch.check()?;
    validate(&module)?;
    let trips = llvm_spirv_roundtrip::round_trips(&module, &options).map_err(|error| error.to_string())?;
    validate(&write::bytes(&trips.second))?;
    watch.check()?;
    check_report(&trips)
}

#[test]
fn programs_become_valid_modules_at_all_levels() {
    check_all("programs", &programs(), |program| {
        LEVELS.iter().try_for_each(|level| {
            check(program, level).map_err(|error| format!("{} {level}: {error}", program.display()))
        })
    });
}
