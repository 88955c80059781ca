//! Debug information of the corpus's programs, before and after: as metadata, as DWARF, and in the Khronos translator.
#![allow(missing_docs, clippy::panic, clippy::unwrap_used, clippy::print_stdout)]

mod programs;

use llvm_spirv::options::DebugInfo;
use llvm_spirv_differential::debug_info::SETS;
use llvm_spirv_differential::debug_info::nodes::{self, Node, Value};
use llvm_spirv_differential::debug_info::normal::{Rules, compare};
use programs::{all as all_programs, assembly, compile, round_trip, run, to_exact_spirv, to_llvm, to_spirv};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The fields that no set has, or that the reverse translation derives (docs/guide/debug-info.md).
const LOST: &[(&str, &str)] = &[
    ("*", "align"),
    ("*", "annotations"),
    ("DILocation", "isImplicitCode"),
    ("DILocation", "atomGroup"),
    ("DILocation", "atomRank"),
    // Derived anew: those of the functions that they belong to (blocks have none, and what a pass took parameters from
    // says `DW_CC_nocall`), and the lists of functions and units.
    ("DISubroutineType", "cc"),
    ("DISubprogram", "retainedNodes"),
    ("DISubprogram", "keyInstructions"),
    ("DICompileUnit", "retainedTypes"),
    ("DICompileUnit", "enums"),
    ("DICompileUnit", "imports"),
    // The unit's directory, where its file has a path of its own.
    ("DICompositeType", "runtimeLang"),
];

/// Flags that SPIR-V lacks.
const FLAGS: &[&str] = &["DIFlagAllCallsDescribed"];

/// Programs with the listed losses, which occur nowhere else in the corpus (docs/guide/debug-info.md).
const LISTED: &[(&str, &str)] = &[
    ("control-flow/irreducible.cl", "labels"),
    ("memory-access/rounds.cl", "the location of a variable that a loop makes"),
    ("memory-access/stored_addresses.cl", "the expression of a variable that a pass took away"),
    ("scan/struct_scan.cl", "the operations of a place that is not known"),
    ("spec-constants/polynomial.cl", "locations of specialization constants"),
    ("spec-constants/tile.cl", "locations of specialization constants"),
];

/// Returns every `step`-th program, without the listed ones.
fn programs_but_listed(step: usize) -> impl Iterator<Item = std::path::PathBuf> {
    let is_listed = |source: &std::path::PathBuf| LISTED.iter().any(|(name, _)| source.ends_with(name));
    all_programs().into_iter().step_by(step).filter(move |source| !is_listed(source))
}

/// Returns the distance between the programs that are checked; 1 with `DEBUG_PROGRAMS=all`.
fn step(otherwise: usize) -> usize {
    if std::env::var_os("DEBUG_PROGRAMS").is_some_and(|value| value == "all") { 1 } else { otherwise }
}

#[test]
fn d_420_metadata_of_programs_come_back() {
    let mut failures = Vec::new();
    for (source, level) in programs_but_listed(step(3)).flat_map(|source| [(source.clone(), "O0"), (source, "O2")]) {
        let bitcode = compile(&source, level, &[]);
        let before = assembly(&bitcode);
        for set in SETS {
            let phis = set == DebugInfo::OpenCl100;
            let rules = Rules { lost: LOST, flags: FLAGS, by_instruction: false, phis };
            let after = assembly(&round_trip(&bitcode, set));
            if let Err(error) = compare(&before, &after, &rules) {
                failures.push(format!("{} {level} {set:?}: {error}", source.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Rows of a line table: line, column and discriminator.
type Rows = BTreeSet<(String, String, String)>;

fn rows(object: &[u8]) -> Rows {
    let text = dwarf(object, "--debug-line");
    let lines = text.lines().filter(|line| line.starts_with("0x") && !line.contains("end_sequence"));
    let row = |line: &str| {
        let words: Vec<_> = line.split_whitespace().map(str::to_owned).collect();
        (words[1].clone(), words[2].clone(), words[5].clone())
    };
    lines.map(row).collect()
}

/// Returns the DWARF entries without parts that depend on the code: the tag and the attributes of each.
fn entries(object: &[u8]) -> Vec<String> {
    const SAID: [&str; 14] = [
        "DW_AT_name",
        "DW_AT_linkage_name",
        "DW_AT_type",
        "DW_AT_decl_line",
        "DW_AT_byte_size",
        "DW_AT_encoding",
        "DW_AT_count",
        "DW_AT_upper_bound",
        "DW_AT_data_member_location",
        "DW_AT_const_value",
        "DW_AT_external",
        "DW_AT_declaration",
        "DW_AT_prototyped",
        "DW_AT_language",
    ];
    let mut all: Vec<String> = Vec::new();
    let text = dwarf(object, "--debug-info");
    for line in text.lines() {
        let rest = line.trim_start();
        match rest.split_once(": ").filter(|rest| rest.1.trim_start().starts_with("DW_TAG_")) {
            Some((_, tag)) => all.push(tag.to_owned()),
            None if SAID.iter().any(|name| rest.starts_with(name)) => {
                // A type is an offset with the name behind it.
                let said = rest.split_once('"').map_or(rest, |said| said.1);
                let name = rest.split_whitespace().next().unwrap_or_default();
                let said = if name == "DW_AT_name" { said.rsplit('/').next().unwrap_or_default() } else { said };
                let is_offset = name == "DW_AT_type" && !rest.contains('"');
                all.last_mut().unwrap().push_str(&format!(" {name} {}", if is_offset { "" } else { said }));
            }
            None => {}
        }
    }
    all.sort();
    all
}

fn dwarf(object: &[u8], section: &str) -> String {
    String::from_utf8(run(Command::new("llvm-dwarfdump-22").args([section, "-"]), object).unwrap()).unwrap()
}

/// Returns an object file for a processor; `None` if its compiler does not accept the program.
fn object(assembly: &str) -> Option<Vec<u8>> {
    let is_target = |line: &&str| !line.starts_with("target ");
    // How a function is set up depends on its attributes, of which SPIR-V has few.
    let attributes = |line: &str| match line.starts_with("attributes #") {
        true => format!("{} = {{ noinline nounwind optnone }}", line.split_once(" = ").unwrap().0),
        false => line.replace("spir_kernel ", "").replace("spir_func ", ""),
    };
    let text: Vec<_> = assembly.lines().filter(is_target).map(attributes).collect();
    let mut command = Command::new("llc-22");
    command.args(["-mtriple=x86_64-unknown-linux-gnu", "-O0", "-filetype=obj", "-o", "-"]);
    run(&mut command, text.join("\n").as_bytes()).ok()
}

/// Returns the lines and columns of instructions.
fn locations(assembly: &str) -> BTreeSet<(String, String)> {
    let field = |node: &str, name: &str| {
        let rest = node.split_once(name).map(|rest| rest.1).unwrap_or("0");
        rest.chars().take_while(char::is_ascii_digit).collect::<String>()
    };
    let nodes = assembly.lines().filter(|line| line.contains("!DILocation("));
    nodes.map(|node| (field(node, "line: "), field(node, "column: "))).collect()
}

/// Returns the opcodes of each function's instructions with their locations, without records. A poison value is
/// undefined after the round trip, for which a compiler chooses other instructions.
fn code(assembly: &str) -> Vec<(String, String)> {
    let places: std::collections::BTreeMap<_, _> = assembly
        .lines()
        .filter_map(|line| line.split_once(" = ").filter(|line| line.1.contains("!DILocation(")))
        .map(|(name, node)| (name, node.split("scope:").next().unwrap_or_default()))
        .collect();
    let instructions = assembly.lines().filter(|line| line.starts_with("  ") && !line.contains("#dbg_"));
    let opcode = |line: &str| {
        let words = line.split_once(" = ").map_or(line, |line| line.1);
        let opcode = words.split_whitespace().find(|word| *word != "tail").unwrap_or_default();
        if words.contains(" poison,") { format!("{opcode} of poison") } else { opcode.to_owned() }
    };
    let place = |line: &str| {
        let name = line.rsplit_once("!dbg ").map(|line| line.1.split(',').next().unwrap_or_default());
        name.and_then(|name| places.get(name)).copied().unwrap_or_default().to_owned()
    };
    instructions.map(|line| (opcode(line), place(line))).collect()
}

/// Checks that line tables have the same rows if the code is the same. Otherwise, a row that is only in one table must
/// belong to a location that the other module has as well: there the code of the instruction differs, for example for a
/// builtin with another spelling.
#[test]
fn d_421_dwarf_of_programs_comes_back() {
    let (mut equal, mut all, mut failures) = (0, 0, Vec::new());
    for source in programs_but_listed(step(3)) {
        let before = assembly(&compile(&source, "O0", &[]));
        let Some(first) = object(&before) else { continue };
        for set in SETS {
            let after = assembly(&round_trip(before.as_bytes(), set));
            let second = object(&after).unwrap_or_else(|| panic!("{} {set:?}", source.display()));
            let (one, other) = (rows(&first), rows(&second));
            let (known, known_before) = (locations(&after), locations(&before));
            let is_lost = |row: &&(String, String, String), known: &BTreeSet<(String, String)>| {
                // The beginning of a function has no column of its own.
                row.0 != "0" && row.1 != "0" && !known.contains(&(row.0.clone(), row.1.clone()))
            };
            let lost: Vec<_> = one.difference(&other).filter(|row| is_lost(row, &known)).collect();
            let new: Vec<_> = other.difference(&one).filter(|row| is_lost(row, &known_before)).collect();
            if !lost.is_empty() || !new.is_empty() {
                failures.push(format!("{} {set:?}: lines {lost:?} became {new:?}", source.display()));
            }
            if one != other && code(&before) == code(&after) {
                failures.push(format!("{} {set:?}: other lines of the same code", source.display()));
            }
            (equal, all) = (equal + usize::from(one == other), all + 1);
            let (one, other) = (entries(&first), entries(&second));
            let difference = one.iter().zip(&other).find(|(one, other)| one != other);
            if one.len() != other.len() || difference.is_some() {
                failures.push(format!(
                    "{} {set:?}: {} and {} {difference:?}",
                    source.display(),
                    one.len(),
                    other.len()
                ));
            }
        }
    }
    println!("{equal} of {all} tables of lines are equal");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(all > 30 && equal * 2 > all, "{equal} of {all} tables of lines are equal");
}

/// Returns the nodes of a module that the Khronos translator preserves: kind, name and line.
fn described(assembly: &str) -> BTreeSet<(String, String, String)> {
    const KINDS: [&str; 4] = ["DISubprogram", "DILocalVariable", "DICompositeType", "DIGlobalVariable"];
    let text = |node: &Node, name: &str| {
        let found = node.fields.iter().find(|field| field.0 == name);
        found.and_then(|field| match &field.1 {
            Value::Text(text) => Some(text.clone()),
            Value::Node(_) => None,
        })
    };
    let module = nodes::read(assembly);
    let kept = module.nodes.iter().filter(|node| KINDS.contains(&node.class.as_str()));
    let named =
        kept.filter_map(|node| Some((node.class.clone(), text(node, "name")?, text(node, "line").unwrap_or_default())));
    named.filter(|node| node.1 != "\"SPIRV unknown type\"").collect()
}

/// Checks that Debian's Khronos translator reads the output, and that its own output is read. It asserts that each file
/// has its text, and only knows the two older sets.
#[test]
fn d_424_the_khronos_translator_reads_programs() {
    let folder = std::env::temp_dir().join(format!("debug-programs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (mut count, mut failures) = (0, Vec::new());
    for source in all_programs().into_iter().step_by(step(4)) {
        let bitcode = compile(&source, "O0", &["-gembed-source"]);
        if assembly(&bitcode).lines().any(|line| line.contains("!DIFile(") && !line.contains("source: ")) {
            continue;
        }
        for set in [DebugInfo::OpenCl100, DebugInfo::Legacy] {
            let without = khronos(&folder, &to_spirv(&bitcode, DebugInfo::None), "-r");
            // In the words of the set: a stand-in for a type is what that translator takes for the type.
            let made = to_exact_spirv(&bitcode, set);
            failures.extend(
                (without.is_some() && khronos(&folder, &to_spirv(&bitcode, set), "-r").is_none())
                    .then(|| format!("{} {set:?}: not read with stand-ins", source.display())),
            );
            let Some(other) = khronos(&folder, &made, "-r") else {
                // Modules that it does not take without debug information either are none of ours.
                failures.extend(without.map(|_| format!("{} {set:?}: not read", source.display())));
                continue;
            };
            let (ours, theirs) = (described(&assembly(&to_llvm(&made, set))), described(&assembly(&other)));
            let lost: Vec<_> = ours.difference(&theirs).collect();
            if !lost.is_empty() {
                failures.push(format!("{} {set:?}: it lost {lost:?}", source.display()));
            }
            for version in ["--spirv-debug-info-version=ocl-100", "--spirv-debug-info-version=legacy"] {
                let Some(written) = khronos(&folder, &other, version) else { continue };
                let back = described(&assembly(&to_llvm(&written, set)));
                let lost: Vec<_> = theirs.difference(&back).collect();
                if !lost.is_empty() {
                    failures.push(format!("{} {set:?} {version}: lost {lost:?}", source.display()));
                }
                count += 1;
            }
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count > 20, "{count}");
}

/// Returns the Khronos translator's output for a module; `None` if it fails.
fn khronos(folder: &Path, input: &[u8], flag: &str) -> Option<Vec<u8>> {
    let (from, to) = (folder.join("in"), folder.join("out"));
    std::fs::write(&from, input).unwrap();
    let mut command = Command::new("llvm-spirv-15");
    run(command.arg(flag).arg("-o").arg(&to).arg(&from), b"").ok()?;
    std::fs::read(&to).ok()
}
