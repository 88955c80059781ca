//! Tests of output for older versions of LLVM: features from a table, and the files of the tree.
//!
//! `LLVM_IR_OLD_TOOLS` may name a folder with `llvm-15/bin` and the like, whose tools then read and verify the output for their version.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

mod common;

use common::{assembled, difference, disassembled, files, printed, some_of_the_tree};
use llvm_ir::{PrintOptions, Problem, WriteOptions};

/// The expected result for a module.
enum Outcome {
    /// The module does not change.
    Same,
    /// A part of the text is replaced by another.
    Becomes(&'static str, &'static str),
    /// The module is rejected with an error that begins with this text.
    Refused(&'static str),
}
use Outcome::{Becomes, Refused, Same};

fn written(bitcode: &[u8], version: u32) -> Result<Vec<u8>, Box<llvm_ir::Error>> {
    let options = WriteOptions { llvm_version: version, ..WriteOptions::default() };
    llvm_ir::write(&llvm_ir::read(bitcode).unwrap(), &options)
}

fn printed_for(bitcode: &[u8], version: u32) -> Result<Vec<u8>, Box<llvm_ir::Error>> {
    let options = PrintOptions { llvm_version: version, ..PrintOptions::default() };
    llvm_ir::print(&llvm_ir::read(bitcode).unwrap(), &options)
}

/// The assembly without comments and empty lines.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or("").trim_end());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[rustfmt::skip]
const ROWS: &[(&str, u32, Outcome)] = &[
    // Attributes.
    ("declare void @f(ptr captures(none))", 20, Same),
    ("declare void @f(ptr captures(address))", 20, Becomes("captures(address)", "")),
    ("declare void @f(ptr captures(address))", 21, Same),
    ("declare void @f(ptr dead_on_return noalias)", 21, Becomes("dead_on_return", "")),
    ("declare void @f(i32 range(i32 0, 4))", 19, Same),
    ("declare void @f(i32 range(i32 0, 4))", 18, Becomes("range(i32 0, 4)", "")),
    ("declare void @f(ptr initializes((0, 4)))", 18, Becomes("initializes((0, 4))", "")),
    ("declare nofpclass(nan) float @f()", 16, Becomes("nofpclass(nan)", "")),
    ("declare void @f() memory(none)", 15, Same),
    ("declare void @f() memory(argmem: read)", 15, Same),
    ("declare void @f() memory(read, argmem: none)", 15, Becomes("memory(read, argmem: none)", "memory(read)")),
    ("declare void @f() memory(readwrite, argmem: none)", 15, Becomes("memory(readwrite, argmem: none)", "")),
    ("declare void @f() memory(errnomem: write)", 21, Same),
    ("declare void @f() memory(errnomem: write)", 20, Becomes("memory(errnomem: write)", "memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none)")),
    ("declare void @f() hybrid_patchable", 18, Refused("attribute `hybrid_patchable` is in LLVM 19 and later, and this is for LLVM 18")),
    ("declare void @f() \"frame-pointer\"=\"reserved\"", 18, Becomes("reserved", "all")),
    // Flags.
    ("define ptr @f(ptr %p) { %q = getelementptr inbounds nuw i8, ptr %p, i64 1\n ret ptr %q }", 18, Becomes("inbounds nuw", "inbounds")),
    ("define ptr @f(ptr %p) { %q = getelementptr nusw i8, ptr %p, i64 1\n ret ptr %q }", 15, Becomes("nusw ", "")),
    ("define i8 @f(i32 %x) { %y = trunc nuw nsw i32 %x to i8\n ret i8 %y }", 19, Same),
    ("define i8 @f(i32 %x) { %y = trunc nuw nsw i32 %x to i8\n ret i8 %y }", 18, Becomes("nuw nsw ", "")),
    ("define i64 @f(i32 %x) { %y = zext nneg i32 %x to i64\n ret i64 %y }", 17, Becomes("nneg ", "")),
    ("define float @f(i32 %x) { %y = uitofp nneg i32 %x to float\n ret float %y }", 18, Becomes("nneg ", "")),
    ("define i32 @f(i32 %x) { %y = or disjoint i32 %x, 1\n ret i32 %y }", 17, Becomes("disjoint ", "")),
    ("define i1 @f(i32 %x) { %y = icmp samesign ult i32 %x, 9\n ret i1 %y }", 19, Becomes("samesign ", "")),
    ("define float @f(double %x) { %y = fptrunc nnan double %x to float\n ret float %y }", 19, Becomes("nnan ", "")),
    ("define float @f(float %x) { %y = fneg nnan float %x\n ret float %y }", 15, Same),
    // Instructions and constants.
    ("define i64 @f(ptr %p) { %x = ptrtoaddr ptr %p to i64\n ret i64 %x }", 21, Becomes("ptrtoaddr", "ptrtoint")),
    ("@x = global i8 0\n@y = global i64 ptrtoaddr (ptr @x to i64)", 21, Becomes("ptrtoaddr", "ptrtoint")),
    ("define void @f(ptr %p) { %x = atomicrmw usub_sat ptr %p, i32 1 monotonic, align 4\n ret void }", 19, Refused("`atomicrmw usub_sat`")),
    ("define void @f(ptr %p) { %x = atomicrmw uinc_wrap ptr %p, i32 1 monotonic, align 4\n ret void }", 15, Refused("`atomicrmw uinc_wrap`")),
    ("define void @f(ptr %p, <2 x half> %v) { %x = atomicrmw fadd ptr %p, <2 x half> %v monotonic, align 4\n ret void }", 18, Refused("`atomicrmw` of a vector")),
    ("@x = global [2 x i8] zeroinitializer\n@y = global ptr getelementptr inbounds nuw (i8, ptr @x, i64 1)", 18, Becomes("inbounds nuw", "inbounds")),
    ("@x = global [2 x i8] zeroinitializer\n@y = global ptr getelementptr inrange(0, 2) (i8, ptr @x, i64 1)", 15, Becomes("inrange(0, 2) ", "")),
    ("@x = global i8 0\n@y = global ptr ptrauth (ptr @x, i32 0)", 18, Refused("`ptrauth`")),
    // Types and globals.
    ("declare void @f(target(\"spirv.Event\"))", 16, Same),
    ("declare void @f(target(\"spirv.Event\"))", 15, Refused("`target(...)` spirv.Event is in LLVM 16")),
    ("@x = global i32 0, code_model \"large\"", 17, Refused("`code_model` of @x")),
    ("declare preserve_nonecc void @f()", 18, Refused("calling convention 21 of @f")),
    ("!llvm.module.flags = !{!0}\n!0 = !{i32 8, !\"PIC Level\", i32 2}", 16, Same),
    // Intrinsics.
    ("declare float @llvm.exp10.f32(float)\ndefine float @f(float %x) { %y = call float @llvm.exp10.f32(float %x)\n ret float %y }", 17, Refused("`llvm.exp10` is in LLVM 18")),
    ("declare ptr @llvm.threadlocal.address.p0(ptr nonnull)\n@x = thread_local global i8 0\ndefine ptr @f() { %p = call ptr @llvm.threadlocal.address.p0(ptr @x)\n ret ptr %p }", 15, Becomes("call ptr @llvm.threadlocal.address.p0(ptr @x)", "bitcast ptr @x to ptr")),
    ("declare void @llvm.lifetime.start.p0(ptr captures(none))\ndefine void @f() { %x = alloca i8, align 1\n call void @llvm.lifetime.start.p0(ptr nonnull %x)\n ret void }", 15, Becomes("nonnull ", "")),
];

#[test]
fn each_of_what_is_younger() {
    for (text, version, outcome) in ROWS {
        let bitcode = assembled(text.as_bytes()).unwrap_or_else(|| panic!("LLVM refuses {text}"));
        let got = written(&bitcode, *version).map(|bytes| disassembled(&bytes).unwrap_or_else(|| panic!("{text}")));
        same_as_assembly(&bitcode, *version, &got);
        // LLVM cannot read all of its own output.
        let before = disassembled(&bitcode).map(|text| code(&text)).unwrap_or_default();
        let plain =
            |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(").replace(" )", ")");
        match (outcome, got) {
            (Refused(message), Err(error)) => assert!(error.to_string().starts_with(message), "{error}"),
            (Refused(message), Ok(text)) => panic!("{message}: {text}"),
            (_, Err(error)) => panic!("{text}: {error}"),
            (Same, Ok(after)) => assert_eq!(flat(&code(&after)), flat(&before), "for LLVM {version}"),
            (Becomes(old, new), Ok(after)) => {
                assert!(before.contains(old), "{old} is not in {before}");
                assert_eq!(
                    plain(&flat(&code(&after))),
                    plain(&flat(&before.replacen(old, new, 1))),
                    "for LLVM {version}"
                );
            }
        }
    }
}

/// Returns the code in a comparable form: without memory effects of target locations, for which bitcode of LLVM 21 and older has no
/// bits, and with lifetime declarations at the end, whose order differs between assembly and bitcode.
fn alike(text: &str) -> String {
    let text = code(text).replace(", target_mem0: none, target_mem1: none", "");
    let lines = text.lines().filter(|line| !line.is_empty());
    let (mut lifetimes, mut all): (Vec<_>, Vec<_>) =
        lines.partition(|line| line.starts_with("declare void @llvm.lifetime."));
    lifetimes.sort_unstable();
    all.append(&mut lifetimes);
    all.join("\n")
}

/// Asserts that the assembly for a version equals the bitcode for it, or that both are rejected with the same error.
fn same_as_assembly(bitcode: &[u8], version: u32, want: &Result<String, Box<llvm_ir::Error>>) {
    match (printed_for(bitcode, version), want) {
        (Ok(text), Ok(want)) => {
            let text = String::from_utf8_lossy(&text).into_owned();
            let again = assembled(text.as_bytes()).unwrap_or_else(|| panic!("LLVM refuses for {version}: {text}"));
            assert_eq!(alike(&disassembled(&again).unwrap()), alike(want), "for LLVM {version}");
        }
        (Err(text), Err(want)) => assert_eq!(text.problem, want.problem),
        (text, want) => panic!("for LLVM {version}: {text:?} and {want:?}"),
    }
}

/// Returns the assembly with attribute groups in place of their numbers, except for intrinsics, and without unused declarations.
fn flat(text: &str) -> String {
    let groups: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|line| line.strip_prefix("attributes ")?.split_once(" = "))
        .map(|(number, group)| (number, group.trim_matches(['{', '}', ' '])))
        .collect();
    let lines =
        text.lines().filter(|line| !line.starts_with("attributes ") && !line.contains("declare void @llvm.lifetime"));
    let mut flat = lines.filter(|line| !line.contains("declare ptr @llvm.thread")).collect::<Vec<_>>().join("\n");
    for (number, group) in groups {
        flat = flat.replace(&format!(" {number}"), &format!(" {group}"));
    }
    flat.lines().filter(|line| !line.starts_with("target ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn versions_that_are_not_written_for() {
    for version in [0, 14, 24] {
        let error = written(include_bytes!("modules/example.bc"), version).unwrap_err();
        assert_eq!(error.problem, Problem::Version(version));
        let error = printed_for(include_bytes!("modules/example.bc"), version).unwrap_err();
        assert_eq!(error.problem, Problem::Version(version));
    }
}

/// Tests debug records, which are calls before LLVM 19 and are read as records again.
#[test]
fn debug_records() {
    let text = std::fs::read(files("ir/tests/modules", "ll").into_iter().find(|f| f.ends_with("records.ll")).unwrap());
    let bitcode = assembled(&text.unwrap()).unwrap();
    let want = disassembled(&bitcode).unwrap();
    for version in 16..=21 {
        let bytes = written(&bitcode, version).unwrap_or_else(|error| panic!("{version}: {error}"));
        let got = disassembled(&bytes).unwrap();
        same_as_assembly(&bitcode, version, &Ok(got.clone()));
        // The declarations of the intrinsics remain.
        let without = |text: &str| -> Vec<String> {
            text.lines()
                .filter(|l| !l.contains("@llvm.dbg.") && !l.starts_with("attributes #"))
                .map(|l| l.replace(" #0", ""))
                .collect()
        };
        assert_eq!(without(&code(&got)), without(&code(&want)), "for LLVM {version}");
        let ours = printed(&bytes);
        assert!(got == ours, "{version}: {}", difference(&got, &ours));
    }
    let bytes = written(&bitcode, 15).unwrap();
    let got = disassembled(&bytes).unwrap();
    assert!(!got.contains("dbg_assign") && got.contains("dbg_value"), "{got}");
}

/// Tests files for each version: a file is rejected with an error, or LLVM 22 and, if available, LLVM of that version read it as this
/// crate does.
#[test]
fn files_of_the_tree() {
    let tools = std::env::var_os("LLVM_IR_OLD_TOOLS").map(std::path::PathBuf::from);
    let mut list = files("ir/tests/modules", "ll");
    list.extend(some_of_the_tree());
    let mut wrong = Vec::new();
    let (mut read, mut refused) = (0, 0);
    for (i, path) in list.iter().enumerate() {
        let Some(bitcode) = assembled(&std::fs::read(path).unwrap()) else { continue };
        // Each file is written for one version, or for all versions with tools.
        let versions = if tools.is_some() { vec![15, 16, 19] } else { vec![15 + i as u32 % 7] };
        for version in versions {
            let both = written(&bitcode, version).and_then(|bytes| Ok((bytes, printed_for(&bitcode, version)?)));
            match both {
                Ok((bytes, text)) => {
                    read += 1;
                    wrong.extend(
                        fault(&bytes, &text, version, tools.as_deref())
                            .map(|f| format!("{} for {version}: {f}", path.display())),
                    );
                }
                Err(error) if matches!(error.problem, Problem::Younger { .. }) => refused += 1,
                Err(error) => wrong.push(format!("{} for {version}: {error}", path.display())),
            }
        }
    }
    assert!(wrong.is_empty(), "{} files:\n{}", wrong.len(), wrong.join("\n"));
    assert!(read > refused, "{read} are read, {refused} refused");
}

fn fault(bytes: &[u8], assembly: &[u8], version: u32, tools: Option<&std::path::Path>) -> Option<String> {
    let Some(text) = disassembled(bytes) else { return Some("LLVM refuses it".to_owned()) };
    let ours = printed(bytes);
    if text != ours {
        return Some(difference(&text, &ours));
    }
    let Some(again) = assembled(assembly).and_then(|bitcode| disassembled(&bitcode)) else {
        return Some("LLVM refuses the assembly".to_owned());
    };
    let (want, got) = (alike(&text), alike(&again));
    if want != got {
        return Some(format!("the assembly: {}", difference(&want, &got)));
    }
    let tool = |name: &str| tools.map(|tools| tools.join(format!("llvm-{version}/bin/{name}")));
    let (disassembler, assembler) = (tool("llvm-dis")?, tool("llvm-as")?);
    if !disassembler.exists() {
        return None;
    }
    let file = std::env::temp_dir().join(format!("llvm-ir-profiles-{}", std::process::id()));
    let [bitcode, disassembled, ours] = ["bc", "ll", "ours.ll"].map(|ending| file.with_extension(ending));
    std::fs::write(&bitcode, bytes).unwrap();
    std::fs::write(&ours, assembly).unwrap();
    let nowhere: &std::path::Path = "/dev/null".as_ref();
    for (tool, from, to) in [
        (&disassembler, &bitcode, disassembled.as_path()),
        (&assembler, &disassembled, nowhere),
        (&assembler, &ours, nowhere),
    ] {
        let output = std::process::Command::new(tool).arg(from).arg("-o").arg(to).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() || message.contains("invalid debug info") {
            return Some(format!("{}: {message}", tool.display()));
        }
    }
    None
}
