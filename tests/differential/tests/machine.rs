//! Tests of the machine: a short run finds nothing, and a function that fails is found and minimised.
#![allow(clippy::unwrap_used)]

use llvm_spirv_differential::check::{Kind, Mode};
use llvm_spirv_differential::extensions::{self, Choice};
use llvm_spirv_differential::generate::{self, Category, Only};
use llvm_spirv_differential::machine::{self, Settings};
use llvm_spirv_differential::program::{self, Chunk};
use llvm_spirv_testing::in_steps;
use std::path::Path;

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_differential"))
}

/// Returns the settings for 400 functions, always the same ones. Continuous integration runs more of them with
/// `DIFFERENTIAL_FUNCTIONS=2500`: the same on each machine, so that a failure is due to the change.
/// `DIFFERENTIAL_SECONDS=300` searches other ones each time, for manual runs; so does a search with other extensions,
/// since its findings may be faults of the validator.
fn settings(extensions: Choice) -> Settings {
    let asked = |name| std::env::var(name).ok().map(|text| positive(name, &text).unwrap());
    let asked = |name| asked(name).filter(|_| extensions == Choice::None);
    let seconds = asked("DIFFERENTIAL_SECONDS");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |now| now.as_secs());
    Settings {
        seed: if seconds.is_some() { now } else { 22 },
        first: 0,
        functions: if seconds.is_some() { u64::MAX } else { asked("DIFFERENTIAL_FUNCTIONS").unwrap_or(400) },
        seconds,
        batch: 50,
        only: Only::default(),
        extensions,
        is_khronos: false,
        minimise: true,
        failures: 5,
    }
}

/// Returns the positive number in an environment variable.
fn positive(name: &str, text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("{name}=\"{text}\": no number above 0"))
}

#[test]
fn searches_that_test_nothing_are_errors() {
    assert_eq!(positive("N", "300"), Ok(300));
    assert!(["", "0", "5m"].into_iter().all(|text| positive("N", text).is_err()));
}

#[test]
fn random_functions_compute_the_same_after_a_round_trip() {
    search(settings(Choice::None));
}

#[test]
fn so_they_do_with_extensions() {
    search(settings(Choice::Any));
}

/// Runs functions of floats, the only ones with `bfloat`: always the same ones.
#[test]
fn so_do_functions_of_floats() {
    let only = Only { category: Some(Category::Floats), intrinsic: None };
    search(Settings { seed: 22, functions: 400, seconds: None, only, ..settings(Choice::None) });
}

/// Searches on all cores: batch by batch, or with a seed for each core where time ends the search.
fn search(settings: Settings) {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let run = |part: Settings| {
        search_part(&part);
        Ok(Vec::<()>::new())
    };
    let searched = match settings.seconds {
        Some(_) => in_steps((0, cores as u64), 1, cores, |core, _| {
            run(Settings { seed: settings.seed + core, ..settings.clone() })
        }),
        None => in_steps((0, settings.functions), settings.batch, cores, |first, end| {
            run(Settings { first, functions: end - first, ..settings.clone() })
        }),
    };
    searched.unwrap();
}

fn search_part(settings: &Settings) {
    let mut said = String::new();
    let summary = machine::search(program(), settings, |line| said += &format!("{line}\n"));
    assert!(summary.failures.is_empty(), "{said}");
    assert!(summary.functions >= settings.functions || settings.seconds.is_some() && summary.functions > 0);
}

fn chunk(body: &str) -> Chunk {
    let signature = "(ptr addrspace(1) %in, ptr addrspace(1) %out)";
    let text = format!("define spir_func void @f{signature} {{\n{body}  ret void\n}}\n");
    Chunk { name: "f".into(), text, reference: None }
}

fn kinds(body: &str) -> Vec<Kind> {
    machine::check(program(), &[chunk(body)], &Mode::default()).into_iter().map(|failure| failure.kind).collect()
}

#[test]
fn failures_are_told_apart() {
    assert_eq!(kinds("  store i32 7, ptr addrspace(1) %out\n"), []);
    assert_eq!(kinds("  %x = add i32 %y, 1\n"), [Kind::Original]);
    assert_eq!(kinds("  %x = load i32, ptr null, align 4\n  store i32 %x, ptr addrspace(1) %out\n"), [Kind::Original]);
    assert_eq!(kinds("  call void asm sideeffect \"nop\", \"\"()\n"), [Kind::Forward]);
}

/// Checks a vector sum of one element, on which LLVM's code generator fails for every processor, although the result is
/// correct.
#[test]
fn a_fault_of_the_code_generator_is_no_failure() {
    let body = "  %x = load i128, ptr addrspace(1) %in, align 1
  %v = insertelement <1 x i128> poison, i128 %x, i32 0
  %sum = add <1 x i128> %v, %v
  %both = shufflevector <1 x i128> %v, <1 x i128> %sum, <2 x i32> <i32 1, i32 0>
  %y = extractelement <2 x i128> %both, i32 0
  store i128 %y, ptr addrspace(1) %out, align 8\n";
    assert_eq!(kinds(body), [Kind::Oracle]);
}

/// Checks minimised cases that the machine found: each was a fault of the translator once.
#[test]
fn what_was_found_once_stays_repaired() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../roundtrip-corpus/regressions/differential");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        let extensions = extensions::of_file(&text).unwrap();
        assert_eq!(machine::check(program(), &program::read(&text), &extensions.into()), [], "{}", file.display());
    }
}

/// Checks intrinsics that LLVM's code generator does not support, or miscompiles: the reference runs equivalent code.
#[test]
fn what_cannot_run_is_compared_with_its_meaning() {
    for (name, _) in llvm_spirv_differential::intrinsics::TRANSLATED {
        let only = Only { category: Some(Category::Intrinsics), intrinsic: Some((*name).to_owned()) };
        let chunks: Vec<_> = (0..2).map(|number| generate::function(1, number, &only).chunk()).collect();
        let failures = machine::check(program(), &chunks, &Mode::default());
        assert!(failures.is_empty(), "{name}: {failures:?}\n{}", program::module(&chunks));
        assert!(chunks.iter().all(|chunk| chunk.reference.is_some()), "{name}");
    }
}
