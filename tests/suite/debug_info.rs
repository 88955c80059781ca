//! Programs of the corpus with debug information, in each set: they translate, the second round trip gives the bytes of
//! the first, and the code is that of the program without debug information.

use crate::support::{check_all, programs, root, run, scratch, spirv_tools};
use llvm_spirv::binary::{Op, Words, text, write};
use llvm_spirv::options::{DebugInfo, Options, Policy};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const SETS: [DebugInfo; 3] = [DebugInfo::OpenCl100, DebugInfo::NonSemantic100, DebugInfo::NonSemantic200];

/// The number of validators that there must be: that of the Python packages and that of the system.
const VALIDATORS: usize = 2;

/// The levels of optimisation, of which each program has two.
const LEVELS: [&str; 4] = ["O0", "O2", "O1", "O3"];

/// A program as clang makes it: source, target and level.
type Item = (PathBuf, &'static str, &'static str);

/// True if `DEBUG_PROGRAMS=all` asks for each program, for each target at each level, in each set.
fn is_everything() -> bool {
    std::env::var_os("DEBUG_PROGRAMS").is_some_and(|value| value == "all")
}

/// The sets of debug information that the tests use.
fn sets() -> Vec<DebugInfo> {
    let others = [DebugInfo::Legacy, DebugInfo::Lines];
    SETS.into_iter().chain(others.into_iter().filter(|_| is_everything())).collect()
}

fn items() -> Vec<Item> {
    let levels = |place: usize| [("spir64", LEVELS[place % 2]), ("spir64", LEVELS[2 + place % 2])].to_vec();
    let all = || crate::corpus::TARGETS.iter().flat_map(|target| crate::corpus::LEVELS.map(|level| (*target, level)));
    let builds = |place: usize| if is_everything() { all().collect() } else { levels(place) };
    let of = |(place, source): (usize, PathBuf)| {
        builds(place).into_iter().map(move |(target, level)| (source.clone(), target, level))
    };
    programs().into_iter().enumerate().flat_map(of).collect()
}

/// Bitcode of a program with debug information.
fn compile(source: &Path, target: &str, level: &str) -> Result<Vec<u8>, String> {
    crate::support::compile_with(source, target, level, &["-g"])
}

fn options(debug_info: DebugInfo) -> Options {
    Options { debug_info, ..Options::default() }
}

/// Checks two round trips.
fn check(bitcode: &[u8], set: DebugInfo) -> Result<Vec<u8>, String> {
    let trips = llvm_spirv_roundtrip::round_trips(bitcode, &options(set)).map_err(|error| error.to_string())?;
    if trips.first != trips.second {
        return Err("the second round trip differs".to_owned());
    }
    let bytes = write::bytes(&trips.start);
    let back = spirv_to_llvm(&bytes, &options(set), Llvm::Bitcode).map_err(|error| error.to_string())?;
    if let Some(warning) = back.warnings.iter().find(|warning| warning.to_string().contains("is dropped")) {
        return Err(warning.to_string());
    }
    Ok(bytes)
}

/// Returns the SPIR-V of a program in a mode: without debug information, then with each set. Returns nothing if the
/// mode refuses the program without debug information.
fn modules_in(policy: Policy, bitcode: &[u8]) -> Result<Vec<(DebugInfo, Vec<u8>)>, String> {
    let made = |set| {
        let options = Options { policy, ..options(set) };
        llvm_to_spirv(bitcode, &options).map(|made| (set, made.bytes)).map_err(|error| error.to_string())
    };
    let Ok(plain) = made(DebugInfo::None) else { return Ok(Vec::new()) };
    [Ok(plain)].into_iter().chain(SETS.into_iter().map(made)).collect()
}

/// Checks that each validator that accepts a program without debug information also accepts it with each set. Returns
/// the number of validators that do. No validator knows the Khronos translator's own set.
fn check_validity(modules: &[(DebugInfo, Vec<u8>)]) -> Result<usize, String> {
    let Some(((_, plain), modules)) = modules.split_first() else { return Ok(0) };
    let mut count = 0;
    for validator in spirv_tools::validators()? {
        if spirv_tools::validate_by(&validator, plain).is_err() {
            continue;
        }
        count += 1;
        for (set, bytes) in modules.iter().filter(|module| module.0 != DebugInfo::Legacy) {
            spirv_tools::validate_by(&validator, bytes)
                .map_err(|complaint| format!("{set:?}: {}: {complaint}", validator.display()))?;
        }
    }
    Ok(count)
}

#[test]
fn d_03_d_07_d_61_d_320_to_d_326_d_330_d_351_to_d_353_d_422_d_423_programs_come_back() {
    let items = items();
    assert!(items.len() >= 160, "the corpus has shrunk to {} programs", items.len());
    assert!(spirv_tools::validators().unwrap().len() >= VALIDATORS, "scripts/setup.sh test installs the validators");
    let asked = std::sync::atomic::AtomicUsize::new(0);
    check_all("debug information", &items, |(source, target, level)| {
        let name = source.strip_prefix(root()).unwrap_or(source).display();
        let bitcode = compile(source, target, level)?;
        let failed = |set, error| format!("{name} {target} {level} {set:?}: {error}");
        let checked = |set| Ok((set, check(&bitcode, set).map_err(|error| failed(set, error))?));
        let modules = sets().into_iter().map(checked).collect::<Result<Vec<_>, String>>()?;
        let plain = llvm_to_spirv(&bitcode, &options(DebugInfo::None)).map_err(|error| error.to_string())?.bytes;
        let modules = [vec![(DebugInfo::None, plain)], modules].concat();
        let count = check_validity(&modules).map_err(|error| format!("{name} {target} {level} {error}"))?;
        asked.fetch_add(count, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    });
    assert!(asked.into_inner() > items.len() * (VALIDATORS - 1), "the validators take too few programs");
}

/// Checks that the output of Khronos mode is valid for each validator.
#[test]
fn programs_are_valid_in_khronos_mode() {
    let items = items();
    let asked = std::sync::atomic::AtomicUsize::new(0);
    check_all("debug information in Khronos mode", &items, |(source, target, level)| {
        let name = source.strip_prefix(root()).unwrap_or(source).display();
        let modules = modules_in(Policy::khronos(), &compile(source, target, level)?)?;
        let count = check_validity(&modules).map_err(|error| format!("{name} {target} {level} {error}"))?;
        asked.fetch_add(count, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    });
    assert!(asked.into_inner() > items.len() * (VALIDATORS - 1), "the validators take too few programs");
}

#[test]
fn d_423_instructions_come_back_in_order() {
    let bytes = std::fs::read(root().join("roundtrip-corpus/regressions/debug_order.ll")).unwrap();
    for set in SETS {
        let trips = llvm_spirv_roundtrip::round_trips(&bytes, &options(set)).unwrap();
        let start = write::bytes(&trips.start);
        assert!(String::from_utf8_lossy(&start).contains("third"), "{set:?}");
        assert_eq!(start, write::bytes(&trips.first), "{set:?}");
    }
}

/// Returns the text of the instructions in functions, without those of debug information. Ids that have no name are
/// numbered in order of appearance.
fn code(bytes: &[u8]) -> Result<String, String> {
    let words = Words::read(bytes).map_err(|error| error.to_string())?;
    let options = text::DisassemblyOptions { header: false, indent: false, ..text::DisassemblyOptions::default() };
    let text = text::disassemble(&words, options);
    let set = |line: &str| {
        let (set, name) = line.split_once(" = OpExtInstImport ")?;
        name.to_lowercase().contains("debug").then(|| format!(" = OpExtInst %void {set} "))
    };
    let sets: Vec<String> = text.lines().filter_map(set).collect();
    let is_debug = |line: &str| {
        line.starts_with("OpLine ") || line == "OpNoLine" || sets.iter().any(|set| line.contains(set.as_str()))
    };
    let functions = text.lines().skip_while(|line| !line.contains(" = OpFunction "));
    let mut numbers = HashMap::new();
    // Names of types may end in the number of one that has none.
    let is_numbered = |id: &&str| id.starts_with('_') || id.bytes().all(|c| c.is_ascii_digit());
    let mut number = |word: &str| match word.strip_prefix('%').filter(is_numbered) {
        Some(id) => {
            let next = numbers.len();
            format!("%{}", numbers.entry(id.to_owned()).or_insert(next))
        }
        None => word.to_owned(),
    };
    let kept = functions.filter(|line| !is_debug(line));
    Ok(kept.map(|line| line.split(' ').map(&mut number).collect::<Vec<_>>().join(" ") + "\n").collect())
}

#[test]
fn d_01_d_02_code_is_the_same_without_debug_information() {
    let items: Vec<_> = items().into_iter().step_by(if is_everything() { 1 } else { 3 }).collect();
    check_all("code with debug information", &items, |(source, target, level)| {
        let name = source.strip_prefix(root()).unwrap_or(source).display();
        let bitcode = compile(source, target, level)?;
        let made = |set| llvm_to_spirv(&bitcode, &options(set)).map(|made| made.bytes).map_err(|e| e.to_string());
        let without = made(DebugInfo::None)?;
        for set in sets() {
            let with = made(set)?;
            let (one, other) = (code(&with)?, code(&without)?);
            if one != other {
                let lines = one.lines().zip(other.lines()).find(|lines| lines.0 != lines.1);
                return Err(format!("{name} {target} {level} {set:?}: other code: {lines:?}"));
            }
            if capabilities(&with)? != capabilities(&without)? {
                return Err(format!("{name} {target} {level} {set:?}: other capabilities"));
            }
        }
        Ok(())
    });
}

fn capabilities(bytes: &[u8]) -> Result<Vec<u32>, String> {
    let words = Words::read(bytes).map_err(|error| error.to_string())?;
    let all = words.instructions().filter(|inst| inst.opcode() == Op::Capability);
    let mut all: Vec<u32> = all.filter_map(|inst| inst.operand(0).ok()).collect();
    all.sort_unstable();
    Ok(all)
}

/// Checks that two translations of a module give the same bytes, and that these translate back to the same text.
#[test]
fn d_08_output_is_a_function_of_the_input() {
    let source = programs().into_iter().next().unwrap();
    let bitcode = compile(&source, "spir64", "O2").unwrap();
    for set in SETS {
        let made = || llvm_to_spirv(&bitcode, &options(set)).unwrap().bytes;
        let back = |bytes: &[u8]| spirv_to_llvm(bytes, &options(set), Llvm::Assembly).unwrap().bytes;
        let (first, second) = (made(), made());
        assert!(first == second && back(&first) == back(&second), "{set:?}");
    }
}

/// The file tests in LLVM IR.
fn file_tests() -> Vec<PathBuf> {
    let folder = root().join("tests/filetests/debug_info");
    let mut all: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.retain(|path| path.extension().is_some_and(|ending| ending == "ll"));
    all.sort();
    all
}

#[test]
fn d_04_modules_without_debug_information_are_the_same_with_each_option() {
    for source in programs().into_iter().step_by(9) {
        let bitcode = crate::support::compile(&source, "spir64", "O2").unwrap();
        let made = |set| llvm_to_spirv(&bitcode, &options(set)).unwrap().bytes;
        let none = made(DebugInfo::None);
        assert!(SETS.into_iter().all(|set| made(set) == none), "{}", source.display());
    }
}

/// Checks that the translation ends with an error or a result after each operand of the instructions of debug
/// information is replaced: by zero, by a number that is no id, by the instruction itself, by a type, and by the next
/// operand.
#[test]
fn d_303_d_425_wrong_operands_end_well() {
    let items: Vec<_> = file_tests().into_iter().flat_map(|path| SETS.map(|set| (path.clone(), set))).collect();
    let count = std::sync::atomic::AtomicUsize::new(0);
    check_all("wrong operands of debug information", &items, |(path, set)| {
        let text = std::fs::read(path).map_err(|error| error.to_string())?;
        let Ok(made) = llvm_to_spirv(&text, &options(*set)) else { return Ok(()) };
        let words = Words::read(&made.bytes).map_err(|error| error.to_string())?;
        for inst in words.instructions().filter(|inst| inst.opcode() == Op::ExtInst) {
            let (start, length) = (inst.offset() + 5, inst.in_operands().len().saturating_sub(2));
            for place in start..start + length {
                for other in [0, u32::MAX, inst.result_id().unwrap_or(0), 1, words.words()[place - 1]] {
                    let mut damaged = words.words().to_vec();
                    damaged[place] = other;
                    let back = spirv_to_llvm(write::bytes(&damaged), &options(*set), Llvm::Assembly);
                    count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if back.is_err_and(|error| error.code() == llvm_spirv::error::Code::Internal) {
                        return Err(format!("{} {set:?}: word {place} is {other}: internal", path.display()));
                    }
                }
            }
        }
        Ok(())
    });
    assert!(count.into_inner() > 10_000);
}

/// Returns whether the Khronos translator for LLVM 15 translates a module to LLVM IR.
fn is_read_by_an_older_translator(bytes: &[u8], name: &str) -> bool {
    let spirv = scratch().join(format!("{name}.older.spv"));
    std::fs::write(&spirv, bytes).unwrap();
    run(Command::new("llvm-spirv-15").args(["-r", "-o", "-"]).arg(&spirv), b"").is_ok()
}

/// Checks that the Khronos translator for LLVM 15 reads a program with debug information if it reads it without.
#[test]
fn d_302_older_translators_read_the_programs() {
    let count = std::sync::atomic::AtomicUsize::new(0);
    check_all("debug information for an older translator", &items(), |(source, target, level)| {
        let bitcode = compile(source, target, level)?;
        let name = format!("{}.{target}.{level}", source.file_stem().unwrap().to_string_lossy());
        let is_read = |set| {
            let made = llvm_to_spirv(&bitcode, &options(set)).map_err(|error| error.to_string())?;
            Ok::<_, String>(is_read_by_an_older_translator(&made.bytes, &name))
        };
        if is_read(DebugInfo::None)? {
            count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            if !is_read(DebugInfo::OpenCl100)? {
                return Err(format!("{} {level}: not with debug information", source.display()));
            }
        }
        Ok(())
    });
    assert!(count.into_inner() > 150);
}

/// Returns the object file that `llc` makes for a processor.
fn object(bitcode: &[u8]) -> Result<Vec<u8>, String> {
    let mut command = Command::new("llc-22");
    command.args(["-mtriple=x86_64-unknown-linux-gnu", "-O0", "-filetype=obj", "-o", "-"]);
    run(&mut command, bitcode)
}

/// Checks that the DWARF of the LLVM IR after a round trip is well formed.
#[test]
fn dwarf_of_programs_is_well_formed() {
    let items: Vec<_> = programs().into_iter().step_by(if is_everything() { 1 } else { 7 }).collect();
    let count = std::sync::atomic::AtomicUsize::new(0);
    check_all("DWARF of debug information", &items, |source| {
        let bitcode = compile(source, "spir64", "O0")?;
        // Some programs have what a processor does not.
        if object(&bitcode).is_err() {
            return Ok(());
        }
        for set in SETS {
            let made = llvm_to_spirv(&bitcode, &options(set)).map_err(|error| error.to_string())?;
            let back = spirv_to_llvm(&made.bytes, &options(set), Llvm::Bitcode).map_err(|error| error.to_string())?;
            let object = object(&back.bytes).map_err(|error| format!("{} {set:?}: {error}", source.display()))?;
            run(Command::new("llvm-dwarfdump-22").args(["--verify", "-"]), &object)?;
            count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
        Ok(())
    });
    assert!(count.into_inner() > 10);
}

/// The shaders that glslang compiles to SPIR-V with debug information and with the source text.
fn shaders() -> Vec<(PathBuf, Vec<u8>)> {
    let folder = root().join("roundtrip-corpus/shaders");
    let mut all: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.retain(|path| {
        path.extension().is_some_and(|ending| ["comp", "frag", "vert"].iter().any(|kind| ending == *kind))
    });
    all.sort();
    let compile = |path: PathBuf| {
        let made = crate::support::scratch().join("debug_info.spv");
        let mut command = Command::new("glslangValidator");
        command.args(["-V", "--target-env", "vulkan1.2", "-gVS", "-o"]).arg(&made).arg(&path);
        run(&mut command, b"").ok()?;
        let bytes = std::fs::read(&made).unwrap();
        // This version of glslang writes some ids as 0.
        Words::read(&bytes)
            .ok()
            .and_then(|words| llvm_spirv::binary::Module::index(&words).err())
            .is_none()
            .then_some((path, bytes))
    };
    all.into_iter().filter_map(compile).collect()
}

/// Checks that the instructions of debug information for functions, variables and their places are all there after a
/// round trip.
#[test]
fn d_44_d_305_shaders_of_glslang_keep_their_debug_information() {
    const NUMBERS: [u32; 5] = [20, 21, 26, 28, 101];
    let shaders = shaders();
    assert!(shaders.len() > 40, "{}", shaders.len());
    check_all("debug information of shaders", &shaders, |(path, bytes)| {
        let trips = llvm_spirv_roundtrip::round_trips(bytes, &Options::default()).map_err(|error| error.to_string())?;
        if trips.first != trips.second {
            return Err(format!("{}: the second round trip differs", path.display()));
        }
        let count = |words: &[u32]| {
            let bytes = write::bytes(words);
            let words = Words::read(&bytes).unwrap();
            let of_set = words.instructions().filter(|inst| inst.opcode() == Op::ExtInst);
            let mut numbers: Vec<_> =
                of_set.map(|inst| inst.in_operands()[1]).filter(|n| NUMBERS.contains(n)).collect();
            numbers.sort_unstable();
            numbers
        };
        let (before, after) = (count(&trips.start), count(&trips.first));
        let report = trips.report(0).map_err(|error| error.to_string())?;
        let lost = report.undocumented().find(|finding| finding.subject.name.contains("Debug"));
        match (before == after, lost) {
            (true, None) => Ok(()),
            (_, lost) => Err(format!("{}: {} and {}, {lost:?}", path.display(), before.len(), after.len())),
        }
    });
}
