//! A test with every program of the corpus as compute shaders of Vulkan, unoptimised and optimised: valid, or refused
//! with a hint as listed in `tests/vulkan_kernels.txt`.

use crate::support::{check_all, compile, programs, root, spirv_tools};
use llvm_spirv::llvm_to_spirv;
use llvm_spirv::options::Options;
use std::path::{Path, PathBuf};

/// The targets and levels of optimisation.
const BUILDS: [(&str, &str); 3] = [("spirv64", "O0"), ("spirv64", "O2"), ("spir64", "O3")];

/// Returns the programs that are refused, from lines `name: code, beginning of the message`.
fn refused() -> Vec<(String, String)> {
    let text = std::fs::read_to_string(root().join("tests/vulkan_kernels.txt")).unwrap();
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|line| line.split_once(": ").map(|(name, why)| (name.to_owned(), why.to_owned())).unwrap()).collect()
}

fn name(program: &Path) -> String {
    let folder = root().join("roundtrip-corpus");
    program.strip_prefix(folder).unwrap().with_extension("").display().to_string()
}

fn check(program: &Path, (target, level): (&str, &str), refused: &[(String, String)]) -> Result<(), String> {
    let bitcode = compile(program, target, level)?;
    let options = Options { environment: "vulkan1.3".parse().unwrap(), ..Options::default() };
    let expected = refused.iter().find(|row| row.0 == name(program)).map(|row| row.1.as_str());
    match (llvm_to_spirv(&bitcode, &options), expected) {
        (Ok(_), Some(_)) => Err("is listed as refused, and is not".to_owned()),
        (Ok(made), None) => spirv_tools::validate_in(&made.bytes, "vulkan1.3").map_err(|complaint| complaint.whole),
        (Err(error), None) => Err(error.to_string()),
        (Err(error), Some(expected)) => {
            let said = format!("{}, {}", error.code(), error.message());
            let is_it = said.contains(expected) && error.help().is_some();
            if is_it { Ok(()) } else { Err(format!("{said}, hint {:?}, where `{expected}` is listed", error.help())) }
        }
    }
}

#[test]
fn kernels_of_the_corpus_become_shaders_of_vulkan() {
    let refused = refused();
    let items: Vec<(PathBuf, (&str, &str))> =
        programs().into_iter().flat_map(|program| BUILDS.map(|build| (program.clone(), build))).collect();
    check_all("kernels for Vulkan", &items, |(program, build)| {
        check(program, *build, &refused).map_err(|error| format!("{} {} {}: {error}", name(program), build.0, build.1))
    });
    let names: Vec<_> = programs().iter().map(|program| name(program)).collect();
    assert!(refused.iter().all(|row| names.contains(&row.0)), "a line of tests/vulkan_kernels.txt names no program");
}
