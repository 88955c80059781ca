//! The peak of memory is bounded by the input: 40 times its size and 64 MiB, both ways, as the kernel measures for
//! whole processes.

// It is the table's of `make bench`, which also compares.
#[allow(dead_code)]
#[path = "../benches/table/measure.rs"]
mod measure;

use crate::support::{check_all, compile, programs, scratch};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The megabytes that a process may take in addition to the program itself, which may load LLVM as a shared library.
const BASE: f64 = 48.0;
/// The bytes that a process may take for each byte of the input.
const TIMES: f64 = 40.0;

const LIBCLC: [&str; 2] = ["/usr/lib/clc/spirv64-mesa3d-.spv", "/usr/lib/clc/spirv-mesa3d-.spv"];

/// Returns the peak of one translation, in megabytes.
fn peak(flags: &[&str], input: &Path, output: &Path) -> Result<f64, String> {
    let mut arguments: Vec<_> = flags.iter().map(std::ffi::OsStr::new).collect();
    arguments.extend([input.as_os_str(), "-o".as_ref(), output.as_os_str()]);
    let cost = measure::run(env!("CARGO_BIN_EXE_llvm-spirv-rs").as_ref(), &arguments);
    cost.map(|cost| cost.peak).ok_or_else(|| format!("{}: no translation", input.display()))
}

/// Returns the memory that the program takes for an empty input.
fn of_nothing() -> f64 {
    static PEAK: OnceLock<f64> = OnceLock::new();
    *PEAK.get_or_init(|| {
        let input = scratch().join("nothing.ll");
        std::fs::write(&input, "target triple = \"spir64\"\n").unwrap();
        peak(&[], &input, &scratch().join("nothing.spv")).unwrap()
    })
}

fn check(flags: &[&str], input: &Path, output: &Path) -> Result<(), String> {
    let size = std::fs::metadata(input).map_err(|e| format!("{}: {e}", input.display()))?.len();
    let (peak, most) = (peak(flags, input, output)?, of_nothing() + BASE + TIMES * size as f64 / f64::from(1 << 20));
    if peak <= most { Ok(()) } else { Err(format!("{}: {peak:.0} MB of {most:.0}", input.display())) }
}

fn there_and_back(program: &Path) -> Result<(), String> {
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    let file = |end: &str| scratch().join(format!("memory_{name}.{end}"));
    std::fs::write(file("bc"), compile(program, "spir64", "O2")?).unwrap();
    check(&["--spirv-ext=+all"], &file("bc"), &file("spv"))?;
    check(&["-r"], &file("spv"), &file("round_trip.bc"))
}

#[test]
fn peak_memory_is_bounded_by_the_input() {
    // Every fifth, for the time that clang takes.
    let programs: Vec<_> = programs().into_iter().step_by(5).collect();
    check_all("memory", &programs, |program| there_and_back(program));
    for module in LIBCLC.map(PathBuf::from) {
        let file = |end: &str| scratch().join(format!("memory_libclc.{end}"));
        check(&["-r"], &module, &file("bc")).unwrap();
        check(&[], &file("bc"), &file("spv")).unwrap();
    }
}
