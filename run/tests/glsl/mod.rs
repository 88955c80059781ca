//! GLSL to SPIR-V, for tests.

use std::process::Command;

/// Compiles GLSL, renaming `main` to `name`.
#[allow(dead_code, reason = "each file of tests has its own copy")]
pub fn compiled(name: &str, source: &str) -> Vec<u8> {
    compile(name, source, &["--target-env", "vulkan1.3"])
}

/// Compiles GLSL with the lines of its source.
#[allow(dead_code, reason = "each file of tests has its own copy")]
pub fn with_lines(name: &str, source: &str) -> Vec<u8> {
    compile(name, source, &["--target-env", "vulkan1.3", "-g"])
}

/// Compiles GLSL for an environment.
#[allow(dead_code, reason = "each file of tests has its own copy")]
pub fn compiled_for(environment: &str, name: &str, source: &str) -> Vec<u8> {
    compile(name, source, &["--target-env", environment])
}

fn compile(name: &str, source: &str, options: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (folder.path().join(format!("{name}.comp")), folder.path().join("module.spv"));
    std::fs::write(&from, format!("#version 450\n{source}")).expect("it is written");
    let mut command = Command::new("glslangValidator");
    command.args(["-V", "-e", name, "--source-entrypoint", "main", "-o"]);
    let output = command.arg(&to).args(options).arg(&from).output();
    let output = output.expect("glslangValidator: scripts/setup.sh test installs it");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    std::fs::read(to).expect("the module")
}
