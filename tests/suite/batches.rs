//! Many files in one run, and the features for build systems: folders, records, skipped files, rules and warnings.

use crate::support::{run, scratch, tool};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

const KERNEL: &str = "target triple = \"spir64-unknown-unknown\"\ndefine spir_kernel void @k() {\n  ret void\n}\n";

/// Returns a module whose debug information has no version, which causes a warning.
fn warned() -> String {
    format!(
        "{KERNEL}!llvm.dbg.cu = !{{!0}}\n!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)\n\
        !1 = !DIFile(filename: \"k.c\", directory: \"/\")\n"
    )
}

/// Creates a folder with modules: `in/a/k.ll`, `in/b/k.ll`, `in/b/deep/k.ll`, and a file that is not a module.
fn tree(test: &str) -> PathBuf {
    let folder = scratch().join("batches").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    for place in ["in/a", "in/b/deep"] {
        std::fs::create_dir_all(folder.join(place)).unwrap();
    }
    for place in ["in/a/k.ll", "in/b/k.ll", "in/b/deep/k.ll"] {
        std::fs::write(folder.join(place), KERNEL).unwrap();
    }
    std::fs::write(folder.join("in/notes.txt"), "none").unwrap();
    folder
}

fn command(folder: &Path, words: &str) -> Command {
    let mut command = tool();
    command.current_dir(folder).args(words.split_whitespace());
    command
}

/// Runs the program; returns whether it succeeded, and its standard error.
fn said(folder: &Path, words: &str) -> (bool, String) {
    let output = command(folder, words).output().unwrap();
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
}

/// Returns the JSON records of a run, by file.
fn records(folder: &Path, words: &str) -> Vec<(String, String, Value)> {
    let (_, said) = said(folder, &format!("{words} --diagnostics=json"));
    let objects = said.lines().map(|line| serde_json::from_str::<Value>(line).expect(line));
    let records = objects.filter(|object| object["kind"] == "file");
    let text = |object: &Value, key: &str| object[key].as_str().unwrap_or_default().to_owned();
    records.map(|object| (text(&object, "file"), text(&object, "state"), object)).collect()
}

fn states(folder: &Path, words: &str) -> Vec<String> {
    records(folder, words).into_iter().map(|(file, state, _)| format!("{file} {state}")).collect()
}

#[test]
fn folders_are_kept() {
    let folder = tree("folders");
    run(&mut command(&folder, "in --out-dir out"), b"").unwrap();
    for place in ["a/k.spv", "b/k.spv", "b/deep/k.spv"] {
        assert!(folder.join("out").join(place).exists(), "{place}");
    }
    run(&mut command(&folder, "in/a/k.ll in/b/k.ll --out-dir named"), b"").unwrap();
    assert!(folder.join("named/a/k.spv").exists() && folder.join("named/b/k.spv").exists());
    run(&mut command(&folder, "in/b/k.ll --out-dir alone"), b"").unwrap();
    assert!(folder.join("alone/k.spv").exists());
    run(&mut command(&folder, "-r out -S --out-dir back"), b"").unwrap();
    assert!(folder.join("back/b/deep/k.ll").exists());
    std::fs::create_dir(folder.join("empty")).unwrap();
    let complaint = run(&mut command(&folder, "empty --out-dir x"), b"").unwrap_err();
    assert!(complaint.contains("no module in the folder empty") && complaint.contains(".bc or .ll"), "{complaint}");
    let complaint = run(&mut command(&folder, "in/b"), b"").unwrap_err();
    assert!(complaint.contains("llvm-spirv-rs in/b --out-dir spv"), "{complaint}");
}

#[test]
fn each_file_has_a_record() {
    let folder = tree("records");
    std::fs::write(folder.join("in/a/bad.ll"), "no module").unwrap();
    std::fs::write(folder.join("in/a/empty.bc"), "").unwrap();
    std::fs::write(folder.join("in/a/warned.ll"), warned()).unwrap();
    let records = records(&folder, "in --out-dir out -j 2");
    let states: Vec<_> = records.iter().map(|(file, state, _)| format!("{file} {state}")).collect();
    let expected = [
        "in/a/bad.ll failed",
        "in/a/empty.bc failed",
        "in/a/k.ll written",
        "in/a/warned.ll written",
        "in/b/deep/k.ll written",
        "in/b/k.ll written",
    ];
    assert_eq!(states, expected);
    let of = |file: &str| &records.iter().find(|(of, ..)| of == file).unwrap().2;
    let kernel = of("in/a/k.ll");
    assert_eq!(kernel["output"], "out/a/k.spv");
    let sums = Command::new("sha256sum").args(["in/a/k.ll", "out/a/k.spv"]).current_dir(&folder).output().unwrap();
    let sums = String::from_utf8(sums.stdout).unwrap();
    for (line, key) in sums.lines().zip(["input_sha256", "output_sha256"]) {
        assert_eq!(line.split(' ').next(), kernel[key].as_str());
    }
    assert!(kernel["milliseconds"].as_f64().unwrap() > 0.);
    assert_eq!(of("in/a/warned.ll")["warnings"].as_array().unwrap().len(), 1);
    assert!(of("in/a/bad.ll")["output_sha256"].is_null() && of("in/a/empty.bc")["input_sha256"].is_null());
    // One file alone says nothing where nothing is wrong.
    assert_eq!(said(&folder, "in/a/k.ll -o alone.spv --diagnostics=json"), (true, String::new()));
}

#[test]
fn what_is_there_is_skipped() {
    let folder = tree("skipped");
    let run = |words: &str| {
        let states = states(&folder, &format!("in --out-dir out --skip-existing {words}"));
        states.iter().filter(|state| state.ends_with(" skipped")).count()
    };
    assert_eq!((run(""), run("")), (0, 3));
    // Other options, and back.
    assert_eq!((run("--spirv-max-version=1.2"), run("--spirv-max-version=1.2"), run("")), (0, 3, 0));
    std::fs::write(folder.join("in/a/k.ll"), KERNEL.replace("@k", "@other")).unwrap();
    assert_eq!(run(""), 2, "an input has changed");
    std::fs::write(folder.join("out/b/k.spv"), "spoilt").unwrap();
    std::fs::remove_file(folder.join("out/b/deep/k.spv")).unwrap();
    let forced = "--force";
    assert_eq!((run(forced), run("")), (1, 3), "outputs have changed");
    // A run that was killed leaves lines, the last one perhaps cut off.
    let manifest = folder.join("out/.llvm-spirv-rs");
    let lines = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, lines.get(..lines.len() - 100).unwrap()).unwrap();
    assert_eq!((run(""), run("")), (2, 3));
    let (is_fine, said) = said(&folder, "in/a/k.ll --skip-existing");
    assert!(!is_fine && said.contains("--out-dir"), "{said}");
}

#[test]
fn what_would_not_change_keeps_its_time() {
    let folder = tree("times");
    let output = folder.join("k.spv");
    let keep = |words: &str| run(&mut command(&folder, &format!("{words} -o k.spv --keep-unchanged")), b"").unwrap();
    keep("in/a/k.ll");
    let old = SystemTime::now() - Duration::from_secs(1000);
    std::fs::File::options().append(true).open(&output).unwrap().set_modified(old).unwrap();
    let time = || std::fs::metadata(&output).unwrap().modified().unwrap();
    let before = time();
    keep("in/a/k.ll");
    assert_eq!(time(), before);
    assert_eq!(states(&folder, "in/a/k.ll --out-dir . --keep-unchanged"), ["in/a/k.ll unchanged"]);
    std::fs::write(folder.join("in/a/k.ll"), KERNEL.replace("@k", "@other")).unwrap();
    keep("in/a/k.ll");
    assert!(time() > before);
}

#[test]
fn rules_for_make_are_written() {
    let folder = tree("rules");
    let rule = |words: &str, file: &str| {
        run(&mut command(&folder, words), b"").unwrap();
        std::fs::read_to_string(folder.join(file)).unwrap()
    };
    assert_eq!(rule("in/a/k.ll -o k.spv -MD", "k.d"), "k.spv: in/a/k.ll\n");
    assert_eq!(rule("in/a/k.ll -o k.spv -MF x.dep", "x.dep"), "k.spv: in/a/k.ll\n");
    assert_eq!(rule("in/a/k.ll -o k.spv -MD -MT the_target -MF y.dep", "y.dep"), "the_target: in/a/k.ll\n");
    assert_eq!(rule("in/a/k.ll in/b/k.ll --out-dir out -MD", "out/b/k.d"), "out/b/k.spv: in/b/k.ll\n");
    std::fs::write(folder.join("a b.ll"), KERNEL).unwrap();
    run(command(&folder, "-MD").args(["a b.ll", "-o", "c d.spv"]), b"").unwrap();
    assert_eq!(std::fs::read_to_string(folder.join("c d.d")).unwrap(), "c\\ d.spv: a\\ b.ll\n");
    std::fs::write(folder.join("Makefile"), "x.spv: in/a/k.ll\n\t$(TOOL) $< -o $@ -MD\n-include x.d\n").unwrap();
    let tool = format!("TOOL={}", env!("CARGO_BIN_EXE_llvm-spirv-rs"));
    let make = || Command::new("make").args([&tool, "-s"]).current_dir(&folder).status().unwrap();
    assert!(make().success() && make().success() && folder.join("x.d").exists());
}

#[test]
fn warnings_are_errors_or_nothing() {
    let folder = tree("warnings");
    std::fs::write(folder.join("w.ll"), warned()).unwrap();
    let (is_fine, shown) = said(&folder, "w.ll -o w.spv");
    assert!(is_fine && shown.starts_with("warning: "), "{shown}");
    let sentence = shown.trim_start_matches("warning: ").trim().to_owned();
    for flag in ["-w", "--no-warnings"] {
        assert_eq!(said(&folder, &format!("w.ll -o w.spv {flag}")), (true, String::new()));
    }
    for flag in ["-Werror", "--warnings-as-errors"] {
        let (is_fine, shown) = said(&folder, &format!("w.ll -o none.spv {flag}"));
        assert!(!is_fine && shown.starts_with("error[E0008]: ") && shown.contains(&sentence), "{shown}");
        assert!(!folder.join("none.spv").exists());
    }
    assert!(said(&folder, "in/a/k.ll -o k.spv -Werror").0);
    let many = states(&folder, "w.ll in/a/k.ll --out-dir out -Werror");
    assert_eq!(many, ["w.ll failed", "in/a/k.ll written"]);
}

#[test]
fn the_version_names_the_commit() {
    let version = String::from_utf8(run(tool().arg("--version"), b"").unwrap()).unwrap();
    let git = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let has_own = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.git")).exists();
    let is_known = has_own && git.is_ok_and(|git| git.status.success());
    let commit = version.split_once('(').and_then(|(_, rest)| rest.strip_suffix(")\n"));
    assert_eq!(commit.is_some(), is_known, "{version}");
    assert!(commit.is_none_or(|commit| commit.len() >= 10 && commit.bytes().all(|byte| byte.is_ascii_hexdigit())));
}
