//! The second round trip of SPIR-V gives the bytes of the first: for each module in assembly among the file tests and
//! the regressions, without extensions and with all, whatever extensions its own test allows.

use crate::support::{check_all, root, run};
use llvm_spirv::options::{Extensions, Options};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns all modules in SPIR-V assembly below the folders of file tests and regressions.
fn modules() -> Vec<PathBuf> {
    let (mut found, mut open) =
        (Vec::new(), ["tests/filetests", "roundtrip-corpus/regressions"].map(|f| root().join(f)).to_vec());
    while let Some(folder) = open.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "spvasm") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns whether two round trips were possible. Gives an error if their bytes differ.
fn is_translated(path: &Path, options: &Options) -> Result<bool, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let env = text.lines().find_map(|line| line.strip_prefix("; ENV: ")).unwrap_or("spv1.0");
    let module = run(Command::new("spirv-as").args(["--target-env", env.trim(), "-o", "-", "-"]), text.as_bytes())?;
    let Ok(trips) = llvm_spirv_roundtrip::round_trips(&module, options) else { return Ok(false) };
    let difference = trips.report(1).map_err(|error| error.to_string())?.difference;
    difference.map_or(Ok(true), |difference| Err(format!("the second round trip differs: {difference:?}")))
}

#[test]
fn second_round_trip_of_each_module_gives_the_bytes_of_the_first() {
    let modules = modules();
    let all = [Options::default(), Options { extensions: Extensions::all(), ..Options::default() }];
    let items: Vec<_> = modules.iter().flat_map(|path| all.iter().map(move |options| (path, options))).collect();
    let translated = AtomicUsize::new(0);
    check_all("second round trips", &items, |(path, options)| {
        let is_translated = is_translated(path, options);
        translated.fetch_add(usize::from(is_translated == Ok(true)), Ordering::Relaxed);
        let name = path.strip_prefix(root()).unwrap_or(path).display();
        is_translated.map(drop).map_err(|error| format!("{name} {:?}: {error}", options.extensions.to_string()))
    });
    let translated = translated.into_inner();
    assert!(translated * 8 >= items.len() * 7, "{translated} of {} translated", items.len());
}
