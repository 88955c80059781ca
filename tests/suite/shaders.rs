//! The shaders of `roundtrip-corpus/shaders/`: the round trip of each is valid for Vulkan and loses only what is
//! documented, and a second round trip gives the same bytes.
//!
//! `glslangValidator` compiles them; a line `// ENV: vulkan1.2` sets the environment, which is vulkan1.0 otherwise.

use crate::support::{Watch, check_all, check_report, root, run, scratch, spirv_tools, tool};
use llvm_spirv::binary::write;
use llvm_spirv::llvm_to_spirv;
use llvm_spirv::options::Options;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns all shaders, by path.
fn shaders() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(root().join("roundtrip-corpus/shaders")).unwrap();
    let mut found: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension != "md"));
    found.sort();
    assert!(found.len() >= 64, "{} shaders", found.len());
    found
}

/// Returns the module of a shader.
fn compile(shader: &Path) -> Result<Vec<u8>, String> {
    let text = std::fs::read_to_string(shader).unwrap();
    let env = text.lines().find_map(|line| line.strip_prefix("// ENV: ")).unwrap_or("vulkan1.0");
    let name = shader.file_name().unwrap().to_string_lossy().into_owned();
    let module = scratch().join(format!("{name}.spv"));
    let mut command = Command::new("glslangValidator");
    command.args(["-V", "--target-env", env, "-o"]).arg(&module).arg(shader);
    run(&mut command, b"").map_err(|error| format!("{name}: {error}"))?;
    std::fs::read(module).map_err(|error| error.to_string())
}

/// Returns the error of the validator about a module of a shader, with scalar layouts if it uses that extension.
fn validate(shader: &Path, bytes: &[u8]) -> Result<(), String> {
    let is_scalar = std::fs::read_to_string(shader).unwrap().contains("GL_EXT_scalar_block_layout");
    let validate = if is_scalar { spirv_tools::validate_scalar_in } else { spirv_tools::validate_in };
    validate(bytes, "vulkan1.3").map_err(|complaint| complaint.whole)
}

#[test]
fn shaders_come_back_valid_and_complete() {
    check_all("shaders", &shaders(), |shader| {
        let check = || {
            let module = compile(shader)?;
            validate(shader, &module)?;
            let watch = Watch::default();
            let options = watch.over(&Options::default());
            let trips = llvm_spirv_roundtrip::round_trips(&module, &options).map_err(|error| error.to_string())?;
            watch.check()?;
            validate(shader, &write::bytes(&trips.second))?;
            check_report(&trips)
        };
        check().map_err(|error| format!("{}: {error}", shader.display()))
    });
}

/// The levels of optimisation of LLVM for the shaders.
const LEVELS: [&str; 4] = ["-O1", "-O2", "-O3", "-Os"];

/// Returns the output of the program for a module.
fn translate(flags: &[&str], module: &[u8]) -> Result<Vec<u8>, String> {
    run(tool().args(flags).args(["-", "-o", "-"]), module)
}

#[test]
fn shaders_are_valid_after_llvm_passes() {
    check_all("optimised shaders", &shaders(), |shader| {
        let check = || {
            let assembly = translate(&["-r"], &compile(shader)?)?;
            for level in LEVELS {
                let optimised = run(Command::new("opt-22").arg(level), &assembly)?;
                let watch = Watch::default();
                let made = llvm_to_spirv(&optimised, &watch.over(&Options::default()));
                watch.check().map_err(|error| format!("{level}: {error}"))?;
                let module = made.map_err(|error| format!("{level}: {error}"))?.bytes;
                validate(shader, &module).map_err(|error| format!("{level}: {error}"))?;
            }
            Ok(())
        };
        check().map_err(|error: String| format!("{}: {error}", shader.display()))
    });
}
