//! `llvm-spirv-rs roundtrip` as a user runs it: flags, exit codes, output.

use crate::support::{run, scratch, tool};
use llvm_spirv::options::{Extensions, Options};
use llvm_spirv_roundtrip::RoundTrips;
use llvm_spirv_roundtrip::documented::Class;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A kernel that a round trip does not change.
const KEPT: &str = "
define spir_kernel void @k(ptr addrspace(1) align 4 %out) {
  store i32 42, ptr addrspace(1) %out, align 4
  ret void
}
";
/// A function with metadata and an attribute that SPIR-V does not have; the loss is documented.
const LOSES: &str = "
define spir_func i32 @f(ptr addrspace(1) %in) nofree {
  %a = load i32, ptr addrspace(1) %in, align 4, !tbaa !0
  %b = load i32, ptr addrspace(1) %in, align 4, !tbaa !0
  %sum = add i32 %a, %b
  ret i32 %sum
}
!0 = !{!1, !1, i64 0}
!1 = !{!\"int\", !2}
!2 = !{!\"root\"}
";
/// A function whose negation becomes a subtraction in a round trip.
const RESPELLED: &str = "
OpCapability Addresses
OpCapability Linkage
OpCapability Kernel
OpMemoryModel Physical64 OpenCL
OpDecorate %f LinkageAttributes \"f\" Export
%uint = OpTypeInt 32 0
%type = OpTypeFunction %uint %uint
%f = OpFunction %uint None %type
%a = OpFunctionParameter %uint
%entry = OpLabel
%negated = OpSNegate %uint %a
OpReturnValue %negated
OpFunctionEnd
";

/// Creates a separate folder for a test, with its inputs.
fn folder(test: &str) -> PathBuf {
    let folder = scratch().join("roundtrip").join(test);
    std::fs::create_dir_all(&folder).unwrap();
    for (name, text) in [("kept.ll", KEPT), ("loses.ll", LOSES)] {
        std::fs::write(folder.join(name), format!("target triple = \"spir64-unknown-unknown\"\n{text}")).unwrap();
    }
    let mut assembler = Command::new("spirv-as");
    let respelled = run(assembler.args(["--target-env", "spv1.0", "-o", "-", "-"]), RESPELLED.as_bytes()).unwrap();
    let linkonce = RESPELLED.replace("Export", "LinkOnceODR").replace("%negated = OpSNegate %uint %a\n", "");
    let linkonce =
        linkonce.replace("%negated", "%a").replace("OpMemory", "OpExtension \"SPV_KHR_linkonce_odr\"\nOpMemory");
    let mut assembler = Command::new("spirv-as");
    let linkonce = run(assembler.args(["--target-env", "spv1.0", "-o", "-", "-"]), linkonce.as_bytes()).unwrap();
    std::fs::write(folder.join("linkonce.spv"), linkonce).unwrap();
    std::fs::write(folder.join("damaged.spv"), &respelled[..respelled.len() - 4]).unwrap();
    std::fs::write(folder.join("respelled.spv"), respelled).unwrap();
    folder
}

fn roundtrip(folder: &PathBuf, arguments: &[&str]) -> Output {
    tool().current_dir(folder).env_remove("NO_COLOR").arg("roundtrip").args(arguments).output().unwrap()
}

fn code(folder: &PathBuf, arguments: &[&str]) -> i32 {
    roundtrip(folder, arguments).status.code().unwrap()
}

fn text(folder: &PathBuf, arguments: &[&str]) -> String {
    String::from_utf8(roundtrip(folder, arguments).stdout).unwrap()
}

fn json(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn exit_codes_by_what_changes_and_what_is_asked() {
    let folder = folder("codes");
    let loses = std::fs::read_to_string(folder.join("loses.ll")).unwrap();
    std::fs::write(folder.join("weaker.ll"), loses.replace(", !tbaa !0", "")).unwrap();
    let rows = [
        ("kept.ll", [0, 0, 0, 0]),
        ("respelled.spv", [0, 0, 0, 2]),
        ("weaker.ll", [0, 0, 2, 2]),
        ("loses.ll", [0, 2, 2, 2]),
        ("damaged.spv", [1, 1, 1, 1]),
        ("missing.spv", [1, 1, 1, 1]),
    ];
    let undocumented = ["--spirv-ext=-SPV_KHR_linkonce_odr", "linkonce.spv"];
    assert_eq!(code(&folder, &undocumented), 2, "{}", text(&folder, &undocumented));
    assert_eq!(code(&folder, &["linkonce.spv"]), 0);
    for (file, codes) in rows {
        let given = [None, Some("--fail-on=loss"), Some("--fail-on=weaker"), Some("--fail-on=change")]
            .map(|flag| flag.into_iter().chain([file]).collect::<Vec<_>>());
        assert_eq!(given.map(|arguments| code(&folder, &arguments)), codes, "{file}");
    }
}

/// Checks that the changes of a kernel that becomes a shader are documented.
#[test]
fn a_kernel_for_vulkan_loses_what_is_documented() {
    let folder = folder("kernel");
    let program = crate::support::root().join("tests/filetests/vulkan_kernels/saxpy.cl");
    for level in ["O0", "O2"] {
        std::fs::write(folder.join("kernel.bc"), crate::support::compile(&program, "spirv64", level).unwrap()).unwrap();
        let arguments = ["--environment=vulkan1.3", "kernel.bc"];
        assert_eq!(code(&folder, &arguments), 0, "{level}: {}", text(&folder, &arguments));
    }
}

/// Checks the exit code: 1 if a file fails, else 2 if one changes, else 0.
#[test]
fn the_exit_code_of_several_files_is_that_of_the_worst() {
    let folder = folder("several");
    assert_eq!(code(&folder, &["kept.ll", "respelled.spv"]), 0);
    assert_eq!(code(&folder, &["--fail-on=loss", "kept.ll", "loses.ll", "respelled.spv"]), 2);
    assert_eq!(code(&folder, &["--fail-on=loss", "loses.ll", "damaged.spv", "kept.ll"]), 1);
}

/// Checks that wrong arguments give exit code 2, as the argument parser does.
#[test]
fn wrong_arguments_are_refused() {
    let folder = folder("arguments");
    for arguments in [
        vec![],
        vec!["--fail-on=nothing", "kept.ll"],
        vec!["--color=green", "kept.ll"],
        vec!["--examples=-1", "kept.ll"],
        vec!["--examples=few", "kept.ll"],
        vec!["--diagnostics=xml", "kept.ll"],
        vec!["-j", "0", "kept.ll"],
        vec!["-j", "many", "kept.ll"],
    ] {
        let output = roundtrip(&folder, &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && output.stderr.starts_with(b"error: "), "{arguments:?}: {output:?}");
    }
}

#[test]
fn colours_by_flag_terminal_and_environment() {
    let folder = folder("colours");
    let is_coloured = |arguments: &[&str], no_color: bool| {
        let mut command = tool();
        command.current_dir(&folder).arg("roundtrip").args(arguments).arg("loses.ll").env_remove("NO_COLOR");
        if no_color {
            command.env("NO_COLOR", "1");
        }
        command.output().unwrap().stdout.contains(&0x1B)
    };
    assert!(is_coloured(&["--color=always"], false));
    assert!(is_coloured(&["--color=always"], true));
    assert!(!is_coloured(&["--color=never"], false));
    // Nothing here is a terminal.
    assert!(!is_coloured(&[], false) && !is_coloured(&["--color=auto"], false));
    assert!(!is_coloured(&["--color=always", "--diagnostics=json"], false));
}

/// Checks that messages, and their order, do not depend on the number of files translated at a time.
#[test]
fn several_files_at_a_time_are_told_in_order() {
    let folder = folder("jobs");
    let files = ["loses.ll", "kept.ll", "respelled.spv", "kept.ll", "loses.ll", "respelled.spv"];
    let told: Vec<_> = ["1", "2", "8"].map(|jobs| text(&folder, &[&["-j", jobs], files.as_slice()].concat())).into();
    assert!(told.iter().all(|text| *text == told[0]));
    let sums = told[0].lines().filter(|line| line.contains(" instructions, then "));
    let names: Vec<_> = sums.map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!(names, files);
    assert!(told[0].ends_with("6 files: 6 good, 0 changed, 0 failed\n"), "{}", told[0]);
}

#[test]
fn examples_are_as_many_as_asked_for() {
    let folder = folder("examples");
    std::fs::write(folder.join("two.ll"), two_functions()).unwrap();
    for (given, shown) in [("0", 0), ("1", 1), ("2", 2), ("100", 2)] {
        let report = text(&folder, &["--examples", given, "two.ll"]);
        let finding = report.split("metadata tbaa").nth(1).unwrap().split(" x ").next().unwrap();
        assert_eq!(finding.matches("@@ in ").count(), shown, "{report}");
        let objects = json(&text(&folder, &["--diagnostics=json", "--examples", given, "two.ll"]));
        let tbaa = objects.iter().find(|object| object["name"] == "tbaa").unwrap();
        assert_eq!(tbaa["examples"].as_array().unwrap().len(), shown);
    }
}

/// Checks that the report has a line for each group; with `-v`, a line for each finding, the documentation, and an
/// example.
#[test]
fn a_group_is_a_line_but_in_detail() {
    let folder = folder("detail");
    let short = text(&folder, &["loses.ll"]);
    let lines: Vec<_> = short.lines().collect();
    assert_eq!(lines[..2], ["lost: 2 x metadata tbaa", "weaker: function attribute nofree"], "{short}");
    assert_eq!(lines.len(), 3, "{short}");
    for flag in ["-v", "--verbose", "--examples=3"] {
        let detailed = text(&folder, &[flag, "loses.ll"]);
        assert!(detailed.starts_with("lost\n  2 x metadata tbaa\n      Metadata without a counterpart"), "{detailed}");
        assert!(detailed.contains("    @@ in f @@\n    - 2 times\n"), "{detailed}");
    }
    // An undocumented difference is shown with its examples in any case.
    let undocumented = text(&folder, &["--spirv-ext=-SPV_KHR_linkonce_odr", "linkonce.spv"]);
    assert!(undocumented.contains("UNDOCUMENTED: ") && undocumented.contains("    @@ "), "{undocumented}");
}

/// Checks that examples of a changed name show both names, not the instruction, which is equal.
#[test]
fn examples_of_names_show_the_names() {
    let folder = folder("names");
    let respelled = text(&folder, &["-v", "respelled.spv"]);
    let has_equal_pair = |lines: &[&str]| lines[0].strip_prefix("    - ") == lines[1].strip_prefix("    + ");
    let lines: Vec<_> = respelled.lines().filter(|line| line.starts_with("    ")).collect();
    assert!(!lines.windows(2).any(|pair| pair[0].starts_with("    - ") && has_equal_pair(pair)), "{respelled}");
}

/// Returns the function that loses metadata, twice.
fn two_functions() -> String {
    let (function, metadata) = LOSES.split_once("!0 =").unwrap();
    let other = function.replace("@f", "@g");
    format!("target triple = \"spir64-unknown-unknown\"\n{function}{other}!0 ={metadata}")
}

#[test]
fn json_names_each_finding_and_sums_up() {
    let folder = folder("json");
    let objects = json(&text(&folder, &["--diagnostics=json", "loses.ll", "kept.ll"]));
    assert!(objects.iter().all(Value::is_object));
    let finding = |name: &str| objects.iter().find(|object| object["name"] == name).unwrap();
    let tbaa = finding("tbaa");
    assert_eq!([&tbaa["file"], &tbaa["group"], &tbaa["class"]], ["loses.ll", "lost", "metadata"]);
    assert_eq!(tbaa["count"], 2);
    assert!(tbaa["documented"].as_str().is_some_and(|sentence| sentence.contains("!tbaa")));
    assert_eq!(finding("nofree")["group"], "weaker");
    let sums: Vec<_> = objects.iter().filter(|object| object["summary"].is_string()).collect();
    assert_eq!(sums.iter().map(|sum| &sum["file"]).collect::<Vec<_>>(), ["loses.ll", "kept.ll"]);
    assert!(sums.iter().all(|sum| sum["instructions_before"].is_u64() && sum["second_differs"].is_null()));
    let whole = objects.last().unwrap();
    assert_eq!([&whole["files"], &whole["good"], &whole["changed"], &whole["failed"]], [2, 2, 0, 0]);
    let refused = roundtrip(&folder, &["--diagnostics=json", "damaged.spv"]);
    assert!(refused.stdout.is_empty());
    assert!(json(&String::from_utf8(refused.stderr).unwrap())[0]["code"].is_string());
}

/// Checks that the report of an unchanged module shows only the summary.
#[test]
fn nothing_is_shown_of_what_does_not_change() {
    let folder = folder("nothing");
    let report = text(&folder, &["kept.ll"]);
    assert_eq!(report.lines().count(), 1, "{report}");
    assert!(report.ends_with("second round trip identical\n"), "{report}");
}

/// Checks that an undocumented difference gives exit code 2 without a flag, and that a row with a condition covers the
/// difference if the condition holds.
#[test]
fn wrapping_is_kept_where_its_extension_is_allowed() {
    let folder = folder("wrapping");
    let wrapping = "target triple = \"spir64-unknown-unknown\"\n\
                    define spir_func i32 @f(i32 %a) {\n  %r = add nsw i32 %a, 1\n  ret i32 %r\n}\n";
    std::fs::write(folder.join("nsw.ll"), wrapping).unwrap();
    let flags = |arguments: &[&str]| json(&text(&folder, &[&["--diagnostics=json", "nsw.ll"], arguments].concat()));
    let lost = flags(&[]).into_iter().find(|object| object["name"] == "nsw").unwrap();
    assert!(lost["documented"].as_str().unwrap().contains("below SPIR-V 1.4"));
    let kept = flags(&["--spirv-ext=+SPV_KHR_no_integer_wrap_decoration"]);
    assert!(kept.iter().all(|object| object["name"] != "nsw"), "{kept:?}");
}

/// Returns two modules with nothing but these capabilities and extensions, as those before and after a round trip.
fn declarations(before: [&[&str]; 2], after: [&[&str]; 2], extensions: &Extensions) -> RoundTrips {
    let words = |[capabilities, extensions]: [&[&str]; 2]| {
        let lines = capabilities.iter().map(|name| format!("OpCapability {name}"));
        let lines = lines.chain(extensions.iter().map(|name| format!("OpExtension \"{name}\"")));
        let text = lines.chain(["OpMemoryModel Physical64 OpenCL".to_owned()]).collect::<Vec<_>>().join("\n");
        let mut assembler = Command::new("spirv-as");
        let bytes = run(assembler.args(["--target-env", "spv1.0", "-o", "-", "-"]), text.as_bytes()).unwrap();
        bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect::<Vec<_>>()
    };
    let first = words(after);
    let second = first.clone();
    RoundTrips { start: words(before), first, second, ir: None, extensions: extensions.clone() }
}

/// Checks that the loss of a capability that nothing needs, or of an extension, is documented only where it is not
/// allowed.
#[test]
fn lost_declarations_are_documented_where_they_are_not_allowed() {
    const BASE: [&str; 3] = ["Addresses", "Linkage", "Kernel"];
    const WRAP: &str = "SPV_KHR_no_integer_wrap_decoration";
    let with = |name| [BASE.as_slice(), &[name]].concat();
    let documented = |trips: &RoundTrips, class| {
        let report = trips.report(1).unwrap();
        let finding = report.findings.iter().find(|finding| finding.subject.class == class).unwrap();
        finding.documented().is_some()
    };
    let lost = |name, extensions: &Extensions| {
        let trips = declarations([&with(name), &[]], [&BASE, &[]], extensions);
        documented(&trips, Class::Capability)
    };
    assert!(!lost("Int16", &Options::default().extensions));
    assert!(!lost("SubgroupShuffleINTEL", &Extensions::all()));
    assert!(lost("SubgroupShuffleINTEL", &Extensions::none().without("SPV_INTEL_subgroups")));
    let lost = |extensions: &Extensions| {
        documented(&declarations([&BASE, &[WRAP]], [&BASE, &[]], extensions), Class::Extension)
    };
    assert!(!lost(&Extensions::none()), "the module declares it");
    assert!(lost(&Extensions::none().without(WRAP)));
}
