//! The compute programs of `roundtrip-corpus/hlsl/`: clang's output at -O0, -O1 and -O3 gives the same results on a
//! Vulkan device. For programs with a reference here, these are the results of the reference.

#![allow(clippy::unwrap_used, reason = "a test ends at what it did not expect, in its helpers, too")]

use llvm_spirv::llvm_to_spirv;
use llvm_spirv::options::Options;
use llvm_spirv_vulkan::dumps::{self, Memory};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The levels of optimisation.
const LEVELS: [&str; 3] = ["-O0", "-O1", "-O3"];

/// The workgroups.
const GROUPS: &str = "2,1,1";

/// The programs with a constant buffer without a binding in the source: without optimisation it gets a binding behind
/// an unused counter, so that its contents differ.
const MOVED: [&str; 1] = ["constants_globals"];

/// The push constants: numbers that are neither tiny nor huge in any type.
const PUSH: &str = "0000803f000000400000404000008040";

/// A program, and the function that applies its expected effect to its resources.
type Row = (&'static str, fn(&mut Memory));

const ROWS: &[Row] = &[
    ("local_arrays", local_arrays),
    ("loop_nested", loop_nested),
    ("loop_switch", loop_switch),
    ("math_hash", math_hash),
    ("shared_reduce", shared_reduce),
    ("shared_scan", shared_scan),
    ("shared_sort", shared_sort),
    ("structured_members", structured_members),
    ("structured_saxpy", structured_saxpy),
];

fn word(memory: &Memory, name: &str, index: usize) -> u32 {
    u32::from_le_bytes(memory[name][index * 4..index * 4 + 4].try_into().unwrap())
}

fn float(memory: &Memory, name: &str, index: usize) -> f32 {
    f32::from_bits(word(memory, name, index))
}

/// Writes a word, unless it is out of bounds, where a shader's write has no effect either.
fn put(memory: &mut Memory, name: &str, index: usize, value: u32) {
    if let Some(place) = memory.get_mut(name).unwrap().get_mut(index * 4..index * 4 + 4) {
        place.copy_from_slice(&value.to_le_bytes());
    }
}

fn local_arrays(memory: &mut Memory) {
    for at in 0..128 {
        let mut window: Vec<_> = (0..9).map(|index| float(memory, "buffer 0.0", at + index)).collect();
        window.sort_by(f32::total_cmp);
        put(memory, "buffer 0.1", at, window[4].to_bits());
    }
}

fn loop_nested(memory: &mut Memory) {
    for at in 0..128 {
        let mut best = -1i32;
        for y in 0..16 {
            let values = (0..16).map(|x| word(memory, "buffer 0.0", y * 16 + x) as i32);
            let row: i32 =
                values.take_while(|value| *value != 99).filter(|value| *value >= 0).map(|value| value * at).sum();
            if row > 1000 {
                best = y as i32;
                break;
            }
            best = best.max(row);
        }
        put(memory, "buffer 0.1", at as usize, best as u32);
    }
}

fn loop_switch(memory: &mut Memory) {
    for at in 0..128u32 {
        let (mut a, mut b, mut result) = (at, 1u32, None);
        for pc in 0..32 {
            match word(memory, "buffer 0.0", pc) {
                0 => a = a.wrapping_add(b),
                1 => a = a.wrapping_sub(b),
                2 => b = a,
                3 => (a, b) = (a.wrapping_mul(3), b.wrapping_add(1)),
                4 => b = b.wrapping_add(1),
                _ => {
                    result = Some(a ^ b);
                    break;
                }
            }
        }
        put(memory, "buffer 0.1", at as usize, result.unwrap_or(a));
    }
}

fn math_hash(memory: &mut Memory) {
    const SEEDS: [u32; 4] = [0x9e37_79b9, 0x85eb_ca6b, 0xc2b2_ae35, 0x27d4_eb2f];
    for at in 0..128 {
        let mut hash = word(memory, "buffer 0.0", at) ^ SEEDS[at & 3];
        for seed in SEEDS {
            hash = hash.wrapping_add(seed);
            hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
            hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
            hash ^= hash >> 16;
        }
        put(memory, "buffer 0.0", at, hash);
    }
}

fn shared_reduce(memory: &mut Memory) {
    for group in 0..2 {
        // The numbers of the pattern are fractions of two: their sums are exact in any order.
        let sum: f32 = (0..128).map(|at| float(memory, "buffer 0.0", group * 128 + at)).sum();
        put(memory, "buffer 0.1", group, sum.to_bits());
    }
}

fn shared_scan(memory: &mut Memory) {
    for group in 0..2 {
        let mut sum = 0u32;
        for at in group * 64..group * 64 + 64 {
            sum = sum.wrapping_add(word(memory, "buffer 0.0", at));
            put(memory, "buffer 0.0", at, sum);
        }
    }
}

fn shared_sort(memory: &mut Memory) {
    for group in 0..2 {
        let mut keys: Vec<_> = (0..128).map(|at| word(memory, "buffer 0.0", group * 128 + at)).collect();
        keys.sort_unstable();
        for (at, key) in keys.into_iter().enumerate() {
            put(memory, "buffer 0.0", group * 128 + at, key);
        }
    }
}

fn structured_members(memory: &mut Memory) {
    const WORDS: usize = 12;
    let (step, frozen) = (float(memory, "buffer 0.1", 0), word(memory, "buffer 0.1", 1));
    for first in (0..256).map(|at| at * WORDS) {
        if word(memory, "buffer 0.0", first + 8) == frozen {
            continue;
        }
        for part in 0..4 {
            let velocity = float(memory, "buffer 0.0", first + 4 + part);
            let place = float(memory, "buffer 0.0", first + part) + velocity * step;
            put(memory, "buffer 0.0", first + part, place.to_bits());
        }
        let mass = float(memory, "buffer 0.0", first + 9);
        let fallen = float(memory, "buffer 0.0", first + 5) - 9.81 * step / mass;
        put(memory, "buffer 0.0", first + 5, fallen.to_bits());
        let spin = [10, 11].map(|part| word(memory, "buffer 0.0", first + part));
        put(memory, "buffer 0.0", first + 10, spin[1]);
        put(memory, "buffer 0.0", first + 11, spin[0]);
        let kind = word(memory, "buffer 0.0", first + 8) + 1;
        put(memory, "buffer 0.0", first + 8, kind);
    }
}

fn structured_saxpy(memory: &mut Memory) {
    let (factor, count) = (float(memory, "buffer 0.2", 0), word(memory, "buffer 0.2", 1) as usize);
    for index in 0..count.min(128) * 4 {
        let value = factor * float(memory, "buffer 0.0", index) + float(memory, "buffer 0.1", index);
        put(memory, "buffer 0.1", index, value.to_bits());
    }
}

/// Returns all compute programs, by name.
fn programs() -> BTreeMap<String, PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../roundtrip-corpus/hlsl");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_compute = |path: &PathBuf| !std::fs::read_to_string(path).unwrap().contains("// STAGE: ");
    let programs =
        files.filter(|path| path.extension().is_some_and(|extension| extension == "hlsl")).filter(is_compute);
    programs.map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), path)).collect()
}

/// Compiles a program with clang and translates it; returns the file of the module.
fn compile(name: &str, program: &Path, level: &str) -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (bitcode, module) = (folder.join(format!("{name}{level}.bc")), folder.join(format!("{name}{level}.spv")));
    let mut command = Command::new("clang-22");
    command.args(["-cc1", "-triple", "spirv-unknown-vulkan1.3-compute", "-x", "hlsl", level, "-emit-llvm-bc", "-o"]);
    let output = command.arg(&bitcode).arg(program).output().map_err(|error| format!("clang-22: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let bitcode = std::fs::read(bitcode).map_err(|error| error.to_string())?;
    let output = llvm_to_spirv(&bitcode, &Options::default()).map_err(|error| error.to_string())?;
    std::fs::write(&module, output.bytes).map_err(|error| error.to_string())?;
    Ok(module)
}

/// Runs a module, and returns its resources before and after the run; `None` if the device cannot run it.
fn run(module: &Path) -> Result<Option<[Memory; 2]>, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_compare"));
    command.arg(module).args(["--show", "--groups", GROUPS, "--push", PUSH]);
    llvm_spirv_vulkan::child::settings(&mut command);
    let output = command.output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    if text.contains("not runnable") {
        return Ok(None);
    }
    if !output.status.success() {
        return Err(format!("{}: {text}{}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    dumps::read(&text).map(Some)
}

/// Returns whether words are equal, or floating-point numbers that differ only by rounding.
fn alike(a: &[u8], b: &[u8]) -> bool {
    let one = |(a, b): (&u32, &u32)| {
        let (x, y) = (f32::from_bits(*a), f32::from_bits(*b));
        let is_number = |x: f32| x.abs() > 1e-30 && x.abs() < 1e30;
        a == b || is_number(x) && is_number(y) && (x - y).abs() <= 1e-4 * x.abs().max(1.0) || x.is_nan() && y.is_nan()
    };
    let (a, b) = (llvm_spirv_testing::words(a), llvm_spirv_testing::words(b));
    a.len() == b.len() && a.iter().zip(&b).all(one)
}

/// Compares the results of a run with the expected ones.
fn compare(expected: &Memory, found: &Memory) -> Result<(), String> {
    let differs =
        |(name, bytes): &(&String, &Vec<u8>)| !expected.get(*name).is_some_and(|expected| alike(expected, bytes));
    found.iter().find(differs).map_or(Ok(()), |(name, _)| Err(format!("{name} differs")))
}

/// Runs a program at all levels; returns whether the device supports it.
fn check(name: &str, program: &Path) -> Result<bool, String> {
    let mut first: Option<Memory> = None;
    for level in LEVELS {
        let said = |error: String| format!("{name} {level}: {error}");
        let Some([before, after]) = run(&compile(name, program, level).map_err(said)?).map_err(said)? else {
            return Ok(false);
        };
        if let Some((_, reference)) = ROWS.iter().find(|row| row.0 == name) {
            let mut expected = before.clone();
            reference(&mut expected);
            compare(&expected, &after).map_err(|error| said(format!("{error} from the reference")))?;
        }
        match &first {
            Some(_) if MOVED.contains(&name) => {}
            Some(first) => compare(first, &after).map_err(|error| said(format!("{error} from -O0")))?,
            None => first = Some(after),
        }
    }
    Ok(true)
}

#[test]
fn programs_compute_the_same_at_all_levels() {
    let programs = programs();
    let results: Vec<_> = programs.iter().map(|(name, path)| check(name, path)).collect();
    let failures: Vec<_> = results.iter().filter_map(|result| result.as_ref().err().cloned()).collect();
    assert!(failures.is_empty(), "{} of {} failed:\n{}", failures.len(), programs.len(), failures.join("\n"));
    let run = results.iter().filter(|result| **result == Ok(true)).count();
    assert!(run >= 40, "{run} of {} programs run", programs.len());
    assert!(ROWS.iter().all(|row| programs.contains_key(row.0)), "a reference of no program");
}
