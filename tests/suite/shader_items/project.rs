//! The items of the dialect's document on the project: one grammar, libraries by purpose, scripts, documented checks.

use super::module::assembled;
use crate::support::{root, run, scratch};
use llvm_spirv::binary::grammar;
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Returns the instructions by opcode, and the capabilities by name, of Khronos's file and of the files of additions,
/// whose rows replace others.
fn rows() -> (BTreeMap<u64, Value>, BTreeMap<String, u32>) {
    let additions = root().join("grammar/additions");
    let mut files: Vec<_> = std::fs::read_dir(additions).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(".grammar.json"));
    files.sort();
    files.insert(0, root().join("grammar/khronos/spirv.core.grammar.json"));
    let (mut instructions, mut capabilities) = (BTreeMap::new(), BTreeMap::new());
    for path in files {
        let text = std::fs::read_to_string(path).unwrap();
        let file: Value = serde_json::from_str(&text).unwrap();
        for row in file["instructions"].as_array().into_iter().flatten() {
            instructions.insert(row["opcode"].as_u64().unwrap(), row.clone());
        }
        let kinds = file["operand_kinds"].as_array().into_iter().flatten();
        let rows =
            kinds.filter(|kind| kind["kind"] == "Capability").flat_map(|kind| kind["enumerants"].as_array().unwrap());
        for row in rows {
            capabilities.insert(row["enumerant"].as_str().unwrap().to_owned(), row["value"].as_u64().unwrap() as u32);
        }
    }
    (instructions, capabilities)
}

/// Checks that opcodes, operands and capabilities are exactly those of the grammar's files.
#[test]
fn s4_10_the_grammar_is_the_only_source() {
    let (instructions, capabilities) = rows();
    assert!(instructions.len() > 700 && capabilities.len() > 200);
    for (name, value) in &capabilities {
        assert!(grammar::enumerant(grammar::Kind::Capability, *value).is_some(), "{name}");
    }
    for (opcode, row) in &instructions {
        let (info, name) = (grammar::info(*opcode as u16).unwrap(), row["opname"].as_str().unwrap());
        assert!(info.name == name || grammar::aliases(info.op).any(|alias| alias == name), "{name}");
        assert_eq!(info.operands.len(), row["operands"].as_array().map_or(0, Vec::len), "{name}");
        for wanted in row["capabilities"].as_array().into_iter().flatten() {
            let value = capabilities[wanted.as_str().unwrap()];
            let is_there = info.requires.capabilities.iter().any(|one| *one as u32 == value);
            assert!(is_there, "{name} lacks {wanted}");
        }
    }
    assert_eq!(grammar::instructions().count(), instructions.len());
}

/// Checks that the formats, the conventions and the names are separate crates that need neither LLVM nor the crates
/// that use them.
#[test]
fn s4_111_libraries_by_purpose() {
    let metadata = run(
        Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
            .current_dir(root()),
        b"",
    );
    let metadata: Value = serde_json::from_slice(&metadata.unwrap()).unwrap();
    let needs = |path: &str| -> BTreeSet<String> {
        let packages = metadata["packages"].as_array().unwrap();
        let manifest = |package: &&Value| {
            let manifest = Path::new(package["manifest_path"].as_str().unwrap()).canonicalize().unwrap();
            manifest == root().join(path).join("Cargo.toml").canonicalize().unwrap()
        };
        let package = packages.iter().find(manifest).unwrap();
        let normal = package["dependencies"].as_array().unwrap().iter().filter(|one| one["kind"].is_null());
        normal.map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    for path in ["grammar", "mangling", "metadata", "ir"] {
        let found = needs(path);
        assert!(found.iter().all(|name| name != "llvm-sys" && name != "llvm-spirv"), "{path}: {found:?}");
    }
    let library = needs(".");
    assert!(
        library.contains("llvm-spirv-ir")
            && !library.contains("llvm-sys")
            && !library.contains("clap")
            && !library.contains("serde_json"),
        "{library:?}"
    );
    assert!(needs("cli").contains("llvm-spirv"));
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()) {
        let target = to.join(entry.file_name().unwrap());
        match entry.is_dir() {
            true => copy(&entry, &target),
            false => drop(std::fs::copy(&entry, &target).unwrap()),
        }
    }
}

/// Checks that a row in a JSON file and a run of the script add an instruction and an enumerant to all tables.
#[test]
fn s4_112_a_script_adds_rows() {
    let folder = scratch().join("grammar");
    drop(std::fs::remove_dir_all(&folder));
    copy(&root().join("grammar"), &folder);
    let path = folder.join("additions/unpublished.grammar.json");
    let mut additions: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let row = serde_json::json!({
        "opname": "OpOfThisTest", "class": "@exclude", "opcode": 9999, "version": "None",
        "operands": [{"kind": "IdResultType"}, {"kind": "IdResult"}, {"kind": "IdRef"}],
        "capabilities": ["OfThisTest"]
    });
    additions["instructions"].as_array_mut().unwrap().push(row);
    let kinds = additions["operand_kinds"].as_array_mut().unwrap();
    let capabilities = kinds.iter_mut().find(|kind| kind["kind"] == "Capability").unwrap();
    let row = serde_json::json!({"enumerant": "OfThisTest", "value": 9998, "version": "None"});
    capabilities["enumerants"].as_array_mut().unwrap().push(row);
    std::fs::write(&path, additions.to_string()).unwrap();
    run(Command::new("python3").arg("generate.py").current_dir(&folder), b"").unwrap();
    let generated = |name: &str| std::fs::read_to_string(folder.join("src/generated").join(name)).unwrap();
    assert!(generated("enums.rs").contains("OfThisTest = 9999") && generated("enums.rs").contains("OfThisTest = 9998"));
    assert!(generated("table.rs").contains("OpOfThisTest"));
    let ours = std::fs::read_to_string(root().join("grammar/src/generated/enums.rs")).unwrap();
    assert!(!ours.contains("OfThisTest"), "the copy was changed, and not the original");
}

/// Checks that an instruction of an extension without a chapter is checked by the grammar alone, as
/// docs/reference/dialect.md describes: the number of its operands, not their types.
#[test]
fn s4_114_instructions_without_rules() {
    let text = |operands: &str| {
        format!(
            "OpCapability Shader\nOpCapability RayQueryKHR\nOpExtension \"SPV_KHR_ray_query\"\n\
             OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\n\
             %void = OpTypeVoid\n%function = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n%one = OpConstant %uint 1\n\
             %main = OpFunction %void None %function\n%e = OpLabel\n{operands}\nOpReturn\nOpFunctionEnd\n"
        )
    };
    let reverse = |bytes: &[u8]| spirv_to_llvm(bytes, &Options::default(), Llvm::Bitcode);
    let mistyped = assembled(&text("OpRayQueryTerminateKHR %one")).unwrap();
    assert!(crate::support::validate(&mistyped).is_err(), "SPIRV-Tools knows the type");
    let llvm = reverse(&mistyped).unwrap().bytes;
    let back = llvm_spirv::disassemble(&llvm_to_spirv(&llvm, &Options::default()).unwrap().bytes).unwrap();
    assert!(back.contains("OpRayQueryTerminateKHR %uint_1"), "{back}");
    let mut short = mistyped.clone();
    let words: Vec<u32> = short.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    let at = words.iter().position(|word| *word == (2 << 16 | 4474)).unwrap();
    short[4 * at..4 * at + 4].copy_from_slice(&(1u32 << 16 | 4474).to_le_bytes());
    short.drain(4 * at + 4..4 * at + 8);
    let error = reverse(&short).unwrap_err().to_string();
    assert!(error.contains("OpRayQueryTerminateKHR"), "{error}");
    let page = std::fs::read_to_string(root().join("docs/reference/dialect.md")).unwrap();
    assert!(page.contains("without a chapter"));
}
