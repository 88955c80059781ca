//! `inspect`: the interface of this project's own modules, as tables and as JSON, compared with the reflection of
//! SPIRV-Cross.

use crate::support::{is_blessed, root, run, scratch, tool};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The modules, in assembly.
const MODULES: [&str; 3] = ["compute", "fragment", "kernel"];

/// The names that SPIRV-Cross has for kinds of descriptors.
const KINDS: [(&str, &[&str]); 7] = [
    ("ubos", &["uniform buffer"]),
    ("ssbos", &["storage buffer"]),
    ("images", &["storage image", "storage texel buffer"]),
    ("textures", &["combined image sampler"]),
    ("separate_images", &["sampled image", "uniform texel buffer"]),
    ("separate_samplers", &["sampler"]),
    ("subpass_inputs", &["input attachment"]),
];

/// Assembles a module, and returns its file.
fn assembled(name: &str) -> PathBuf {
    let output = scratch().join(format!("inspect-{name}.spv"));
    let mut command = Command::new("spirv-as");
    command.args(["--target-env", "spv1.3"]).arg(folder().join(format!("{name}.spvasm"))).arg("-o").arg(&output);
    run(&mut command, b"").unwrap();
    output
}

fn folder() -> PathBuf {
    root().join("tests/inspect")
}

/// Returns the output of the verb.
fn inspected(file: &Path, arguments: &[&str]) -> String {
    let directory = file.parent().unwrap();
    let mut command = tool();
    command.current_dir(directory).arg("inspect").args(arguments).arg(file.file_name().unwrap());
    String::from_utf8(run(&mut command, b"").unwrap()).unwrap()
}

fn object(file: &Path) -> Value {
    serde_json::from_str(&inspected(file, &["--json"])).unwrap()
}

fn check(expected: &Path, text: &str) {
    if is_blessed(expected) {
        std::fs::write(expected, text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(expected).unwrap(), text, "{}", expected.display());
}

#[test]
fn tables_and_json_are_as_expected() {
    for name in MODULES {
        let file = assembled(name);
        check(&folder().join(format!("{name}.txt")), &inspected(&file, &[]));
        check(&folder().join(format!("{name}.json")), &inspected(&file, &["--json"]));
    }
}

#[test]
fn llvm_ir_is_translated_first() {
    let file = scratch().join("inspect-ir.ll");
    let ir = "target triple = \"spir64-unknown-unknown\"\n\
              define spir_kernel void @k(ptr addrspace(1) %out) {\n  store i8 1, ptr addrspace(1) %out\n  ret void\n}\n";
    std::fs::write(&file, ir).unwrap();
    let object = object(&file);
    assert_eq!(object["entry_points"][0]["arguments"][0]["name"], "out");
    let int8 = object["capabilities"].as_array().unwrap().iter().find(|one| one["name"] == "Int8").unwrap();
    assert_eq!(int8["asked_by"]["origin"]["function"], "k", "{int8}");
}

#[test]
fn what_is_no_module_is_an_error() {
    let file = scratch().join("inspect-broken.spv");
    std::fs::write(&file, [3, 2, 35, 7, 0, 0, 1, 0]).unwrap();
    let error = run(tool().arg("inspect").arg(&file), b"").unwrap_err();
    assert!(error.contains("inspect-broken.spv"), "{error}");
}

/// Returns the reflection of SPIRV-Cross for a module.
fn reflected(file: &Path) -> Value {
    let output = run(Command::new("spirv-cross").arg(file).arg("--reflect"), b"").unwrap();
    serde_json::from_slice(&output).unwrap()
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// Returns kind, set, binding and size of each descriptor in the output of SPIRV-Cross.
fn descriptors(reflection: &Value) -> BTreeSet<String> {
    let of = |(key, _): &(&str, _)| {
        let all = list(reflection, key).iter();
        all.map(|one| format!("{key} {} {} {}", one["set"], one["binding"], one["block_size"])).collect::<Vec<_>>()
    };
    KINDS.iter().flat_map(of).collect()
}

/// Returns the same in the form of this project's output.
fn own_descriptors(object: &Value) -> BTreeSet<String> {
    let shown = |one: &Value| {
        let kind = one["kind"].as_str().unwrap();
        let (key, _) = KINDS.iter().find(|(_, kinds)| kinds.contains(&kind)).unwrap();
        format!("{key} {} {} {}", one["set"], one["binding"], one["size"])
    };
    list(object, "descriptors").iter().map(shown).collect()
}

/// Returns location and type of each variable of an interface; like SPIRV-Cross, with the element type of arrays and
/// without components.
fn places(all: &[Value]) -> BTreeSet<String> {
    let placed = all.iter().filter(|one| !one["location"].is_null());
    let base = |one: &Value| one["type"].as_str().unwrap().split('[').next().unwrap_or_default().to_owned();
    placed.map(|one| format!("{} {}", one["location"], base(one))).collect()
}

#[test]
fn spirv_cross_says_the_same() {
    for name in ["compute", "fragment"] {
        let file = assembled(name);
        let (ours, theirs) = (object(&file), reflected(&file));
        assert_eq!(own_descriptors(&ours), descriptors(&theirs), "{name}");
        assert_eq!(list(&ours, "push_constants").len(), list(&theirs, "push_constants").len(), "{name}");
        for side in ["inputs", "outputs"] {
            assert_eq!(places(list(&ours["entry_points"][0], side)), places(list(&theirs, side)), "{name}");
        }
        let constant = |id: &str, default: &str, one: &Value| format!("{} {} {}", one[id], one["type"], one[default]);
        let own = list(&ours, "specialization_constants").iter().map(|one| constant("spec_id", "default", one));
        let their = list(&theirs, "specialization_constants").iter().map(|one| constant("id", "default_value", one));
        assert_eq!(own.collect::<BTreeSet<_>>(), their.collect::<BTreeSet<_>>(), "{name}");
        check_layouts(&ours, &theirs);
    }
}

/// Compares offsets and strides of the members of all structures.
fn check_layouts(ours: &Value, theirs: &Value) {
    let structures = theirs["types"].as_object().into_iter().flatten();
    for (id, structure) in structures {
        let number: u64 = id.trim_start_matches('_').parse().unwrap();
        let own = list(ours, "types").iter().find(|one| one["id"] == number).unwrap();
        let (own, members) = (list(own, "members"), list(structure, "members"));
        assert_eq!(own.len(), members.len());
        for (own, member) in own.iter().zip(members) {
            for key in ["name", "offset", "array_stride", "matrix_stride"] {
                assert_eq!(own[key], member[key], "{key} of {member}");
            }
            let by_rows = |one: &Value| one["row_major"].as_bool().unwrap_or(false);
            assert_eq!(by_rows(own), by_rows(member), "{member}");
        }
    }
}
