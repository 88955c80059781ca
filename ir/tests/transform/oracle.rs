//! Compares transformations with LLVM's passes of the same name, on files of this tree.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use llvm_ir::draft::{Draft, Function, Refused};

use crate::common::{disassembled, tool};

/// A transformation of a function.
pub type Change = fn(Function<'_>) -> Result<bool, Refused>;

/// Returns the text of a module after a transformation of all its functions, except for `optnone` ones, which LLVM skips.
pub fn changed(source: &[u8], change: Change) -> Option<String> {
    let bitcode = tool("llvm-as", &["-o", "-", "-"], source)?;
    let draft = Draft::thaw(llvm_ir::read(&bitcode).ok()?);
    for function in draft.functions().filter(|function| !function.is_declaration()) {
        let optnone = llvm_ir::attributes::AttributeKind::named("optnone").unwrap();
        if function.value().attribute(llvm_ir::attributes::FUNCTION, optnone).is_none() {
            change(function).unwrap();
        }
    }
    let module = draft.freeze();
    let faults = llvm_ir::verify(&module);
    assert!(faults.is_empty(), "{faults:?}");
    let text = llvm_ir::print(&module, &llvm_ir::PrintOptions::default()).unwrap();
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// Returns the text of a module after one of LLVM's passes.
pub fn by_llvm(source: &[u8], pass: &str) -> Option<String> {
    let passes = format!("-passes={pass}");
    let bitcode = tool("llvm-as", &["-o", "-", "-"], source)?;
    disassembled(&tool("opt", &["-o", "-", &passes, "-"], &bitcode)?)
}

/// Returns the functions of a text, with metadata and attribute groups renumbered in order of appearance.
pub fn bodies(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    let mut numbers = HashMap::new();
    for line in text.lines() {
        inside |= line.starts_with("define ");
        if inside {
            let mut rest = line;
            while let Some(at) = rest.find(['!', '#']) {
                let (before, after) = rest.split_at(at + 1);
                out += before;
                let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                if digits > 0 {
                    let next = numbers.len();
                    out += &numbers.entry(&rest[at..at + 1 + digits]).or_insert(next).to_string();
                }
                rest = &after[digits..];
            }
            out += rest;
            out.push('\n');
        }
        inside &= line != "}";
    }
    out
}

/// Compares a transformation with LLVM's pass on files that the pass changes, and checks that the results are valid; returns the
/// number of equal results, and the files that differ.
pub fn compare(list: &[PathBuf], change: Change, pass: &str) -> (usize, Vec<String>) {
    let (mut equal, mut differ) = (0, Vec::new());
    for file in list {
        let Some(source) = source(file).filter(|source| source.windows(6).any(|word| word == b"alloca")) else {
            continue;
        };
        let (Some(before), Some(theirs)) = (by_llvm(&source, "verify"), by_llvm(&source, pass)) else { continue };
        if before == theirs {
            continue;
        }
        let Some(ours) = changed(&source, change) else { continue };
        if bodies(&ours) == bodies(&theirs) {
            equal += 1;
            continue;
        }
        assert!(tool("opt", &["-o", "-", "-passes=verify", "-"], ours.as_bytes()).is_some(), "{}", file.display());
        if let Ok(to) = std::env::var("SHOW_DIFFERENCES") {
            let name = file.file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
            std::fs::write(format!("{to}/{name}.ours"), bodies(&ours)).unwrap();
            std::fs::write(format!("{to}/{name}.theirs"), bodies(&theirs)).unwrap();
        }
        differ.push(file.display().to_string());
    }
    (equal, differ)
}

/// Returns the assembly of a file, or of a C program compiled by clang without optimization, with debug information.
fn source(file: &Path) -> Option<Vec<u8>> {
    if file.extension().is_none_or(|e| e == "ll") {
        return std::fs::read(file).ok();
    }
    let path = file.to_str()?;
    let all = ["-O0", "-g", "-Xclang", "-disable-O0-optnone", "-S", "-emit-llvm", "-w", "-o", "-", "-x"];
    let (language, target) = if path.ends_with("cl") { ("cl", "spir64") } else { ("c", "x86_64-linux-gnu") };
    let rest = [language.to_owned(), format!("--target={target}"), path.to_owned()];
    let arguments: Vec<&str> = all.into_iter().chain(rest.iter().map(String::as_str)).collect();
    tool("clang", &arguments, b"")
}
