//! The command line: what it requires, accepts, rejects and prints.
#![allow(clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

mod files;

use files::written;
use llvm_spirv::{llvm_to_spirv, options::Options};
use std::path::Path;
use std::process::Command;

/// Returns the exit code, the standard output and the standard error.
fn run(words: &[&str]) -> (i32, String, String) {
    let ended = Command::new(env!("CARGO_BIN_EXE_spirv-runner")).args(words).output().expect("the runner starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (ended.status.code().expect("it ends by itself"), text(ended.stdout), text(ended.stderr))
}

fn assembled(folder: &Path, text: &str) -> String {
    let (from, to) = (written(folder, "module.spvasm", text.as_bytes()), folder.join("module.spv"));
    let status = Command::new("spirv-as").args([&from, "-o"]).arg(&to).status();
    assert!(status.expect("spirv-as: scripts/setup.sh test installs it").success());
    to.display().to_string()
}

/// Two kernels, of which only one has a second buffer and a number.
const TWO: &str = "target triple = \"spir64-unknown-unknown\"
define spir_kernel void @a(ptr addrspace(1) %o) {
  store i32 1, ptr addrspace(1) %o, align 4
  ret void
}
define internal spir_func i32 @at(ptr addrspace(1) %p, i32 %n) noinline {
  %i = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %n
  %v = load i32, ptr addrspace(1) %i, align 4
  ret i32 %v
}
define spir_kernel void @b(ptr addrspace(1) %o, ptr addrspace(1) %p, i32 %n) {
  %v = call spir_func i32 @at(ptr addrspace(1) %p, i32 %n)
  store i32 %v, ptr addrspace(1) %o, align 4
  ret void
}
";

/// Tests that an entry point only requires the memory that it and its callees access; memory for other entry points is
/// optional, and unchanged.
#[test]
fn an_entry_point_asks_for_its_own_interface() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = Options { environment: "vulkan1.3".parse().expect("an environment"), ..Options::default() };
    let spirv = llvm_to_spirv(TWO.as_bytes(), &options).expect("the IR is translated").bytes;
    let module = written(folder.path(), "two.spv", &spirv);
    let out = folder.path().join("o.bin").display().to_string();
    let out = format!("0:0=4:{out}");
    let with = |more: &[&str]| run(&[&[&module, "--groups", "1", "--out", &out, "--print", "u32"], more].concat());
    assert_eq!(with(&["--kernel", "a"]), (0, "binding 0:0:\n  1\n".to_owned(), String::new()));
    let b = ["--kernel", "b", "--bind", "0:1=bytes:0000000007000000", "--push", "u32:1"];
    assert_eq!(with(&b).1, "binding 0:0:\n  7\n");
    assert!(with(&[&b[..2], &b[4..]].concat()).2.contains("nothing is bound to 0:1"));
    assert!(with(&b[..4]).2.contains("the push constants have 4 bytes"));
    assert_eq!(with(&[&["--kernel", "a"], &b[2..]].concat()).0, 0);
    let (code, _, text) = with(&[&b[..4], &["--push", "f32:1"]].concat());
    assert!(code == 2 && text.contains("the push constants are i32, and f32 is given"), "{text}");
}

/// Tests that a debug break has no effect.
#[test]
fn a_debug_break_does_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = assembled(
        folder.path(),
        "OpCapability Shader
OpExtension \"SPV_KHR_non_semantic_info\"
%brk = OpExtInstImport \"NonSemantic.DebugBreak\"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\"
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %o DescriptorSet 0
OpDecorate %o Binding 0
%void = OpTypeVoid
%u = OpTypeInt 32 0
%fn = OpTypeFunction %void
%c0 = OpConstant %u 0
%c7 = OpConstant %u 7
%block = OpTypeStruct %u
%pb = OpTypePointer StorageBuffer %block
%pu = OpTypePointer StorageBuffer %u
%o = OpVariable %pb StorageBuffer
%main = OpFunction %void None %fn
%l = OpLabel
%b = OpExtInst %void %brk 1
%e = OpAccessChain %pu %o %c0
OpStore %e %c7
OpReturn
OpFunctionEnd
",
    );
    let words = ["--groups", "1", "--bind", "0:0=bytes:00000000", "--print", "u32"];
    assert_eq!(run(&[&[&*module], &words[..]].concat()).1, "binding 0:0:\n  7\n");
}

/// A kernel with a float, a vector and two buffers, as in its source.
const TYPES: &str = "target triple = \"spir64-unknown-unknown\"
define spir_kernel void @k(float %a, <2 x i32> %v, ptr addrspace(1) %in, ptr addrspace(1) %out) !kernel_arg_base_type !0 !kernel_arg_type !0 !kernel_arg_addr_space !1 !kernel_arg_access_qual !2 !kernel_arg_type_qual !3 {
  %x = load float, ptr addrspace(1) %in, align 4
  %s = fmul float %a, %x
  %l = extractelement <2 x i32> %v, i32 1
  %f = uitofp i32 %l to float
  %y = fadd float %s, %f
  store float %y, ptr addrspace(1) %out, align 4
  ret void
}
!0 = !{!\"float\", !\"uint2\", !\"float*\", !\"float*\"}
!1 = !{i32 0, i32 0, i32 1, i32 1}
!2 = !{!\"none\", !\"none\", !\"none\", !\"none\"}
!3 = !{!\"\", !\"\", !\"\", !\"\"}
";

/// A `.npy` file, version 1.
fn npy(descr: &str, order: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n");
    [b"\x93NUMPY\x01\x00", &(header.len() as u16).to_le_bytes()[..], header.as_bytes(), data].concat()
}

#[test]
fn arguments_have_the_types_of_their_parameters() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = written(folder.path(), "k.ll", TYPES.as_bytes());
    let input = written(folder.path(), "in.bin", &1.5_f32.to_le_bytes());
    let with = |a: &str, v: &str, input: &str| {
        run(&[&module, "--arg", a, "--arg", v, "--arg", &format!("in:{input}"), "--arg", "out:4", "--print", "f32"])
    };
    assert_eq!(with("f32:2", "u32x2:0,1", &input), (0, "argument 3:\n  4\n".to_owned(), String::new()));
    assert_eq!(with("bytes:00000040", "i32x2:0,1", &input).1, "argument 3:\n  4\n");
    for (a, v, says) in [
        ("i32:2", "u32x2:0,1", "argument 0 of `k` is f32, and i32 is given for it"),
        ("f64:2", "u32x2:0,1", "argument 0 of `k` is f32, and f64 is given for it"),
        ("f32:2", "f32x2:0,1", "argument 1 of `k` is u32x2, and f32x2 is given for it"),
        ("f32:2", "i64:1", "argument 1 of `k` is u32x2, and i64 is given for it"),
        ("bytes:0000", "u32x2:0,1", "argument 0 of `k` is f32, and a value of 2 bytes is given for it"),
    ] {
        let (code, _, text) = with(a, v, &input);
        assert!(code == 2 && text.starts_with("error[E0601]") && text.contains(says), "{a} {v}: {text}");
    }
    for (descr, data, says) in [
        ("<f8", vec![0; 8], "argument 2 of `k` is a buffer of f32, and f64 is given for it"),
        ("<i4", vec![0; 4], "argument 2 of `k` is a buffer of f32, and i32 is given for it"),
    ] {
        let file = written(folder.path(), "in.npy", &npy(descr, "False", "(1,)", &data));
        let (code, _, text) = with("f32:2", "u32x2:0,1", &file);
        assert!(code == 2 && text.contains(says), "{descr}: {text}");
    }
    let big = written(folder.path(), "in.npy", &npy(">f4", "False", "(1,)", &1.5_f32.to_be_bytes()));
    assert_eq!(with("f32:2", "u32x2:0,1", &big).1, "argument 3:\n  4\n");
    let short = written(folder.path(), "in.npy", &npy("<f4", "False", "(2,)", &1.5_f32.to_le_bytes()));
    let (code, _, text) = with("f32:2", "u32x2:0,1", &short);
    assert!(code == 1 && text.starts_with("error[E0602]") && text.contains("in.npy"), "{text}");
}

/// Adds the number of the work-item to each of two rows.
const ADD: &str = "target triple = \"spir64-unknown-unknown\"
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @add(ptr addrspace(1) %data, ptr addrspace(1) %out) !kernel_arg_base_type !0 !kernel_arg_type !0 !kernel_arg_addr_space !1 !kernel_arg_access_qual !2 !kernel_arg_type_qual !3 {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i16, ptr addrspace(1) %data, i64 %i
  %x = load i16, ptr addrspace(1) %p, align 2
  %n = trunc i64 %i to i16
  %y = add i16 %x, %n
  store i16 %y, ptr addrspace(1) %p, align 2
  %q = getelementptr half, ptr addrspace(1) %out, i64 %i
  %h = uitofp i16 %y to half
  store half %h, ptr addrspace(1) %q, align 2
  ret void
}
!0 = !{!\"ushort*\", !\"half*\"}
!1 = !{i32 1, i32 1}
!2 = !{!\"none\", !\"none\"}
!3 = !{!\"\", !\"\"}
";

/// Tests that arrays are in C order, and keep type and shape; new ones have the type of the parameter.
#[test]
fn arrays_are_read_and_written_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = written(folder.path(), "add.ll", ADD.as_bytes());
    // Rows of 10, 20, 30 and 40, 50, 60, column by column, high bytes first.
    let columns = [10_u16, 40, 20, 50, 30, 60].map(u16::to_be_bytes).concat();
    let data = written(folder.path(), "data.npy", &npy(">u2", "True", "(2, 3)", &columns));
    let out = folder.path().join("out.npy").display().to_string();
    let words = [&*module, "--global", "6", "--arg", &format!("inout:{data}"), "--arg", &format!("out:12:{out}")];
    let (code, shown, text) = run(&[&words[..], &["--print", "u16", "--print", "f16:3"]].concat());
    assert_eq!((code, text), (0, String::new()));
    assert!(
        shown.contains("argument 0:\n  10 21 32 43 54 65\n") && shown.contains("argument 1:\n  10 21 32\n"),
        "{shown}"
    );
    let read = |file: &str| std::fs::read(file).expect("it is there");
    let (text, content) = (String::from_utf8_lossy(&read(&data)).into_owned(), read(&data));
    assert!(text.contains("'<u2'") && text.contains("False") && text.contains("(2, 3"), "{text}");
    assert!(content.ends_with(&[10_u16, 21, 32, 43, 54, 65].map(u16::to_le_bytes).concat()));
    let text = String::from_utf8_lossy(&read(&out)).into_owned();
    assert!(text.contains("'<f2'") && text.contains("(6,"), "{text}");
    // What was written can be read.
    let again = [&*module, "--global", "6", "--arg", &format!("in:{data}"), "--arg", &format!("inout:{out}")];
    assert_eq!(
        run(&[&again[..], &["--expect", "1:f16:10,22,34,46,58,70"]].concat()),
        (0, String::new(), String::new())
    );
}

/// Tests a buffer of a shader from before SPIR-V 1.3, and halves and bfloats as arguments and results.
#[test]
fn buffers_of_shaders_are_given_as_arguments_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = assembled(
        folder.path(),
        "OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\"
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %array ArrayStride 4
OpDecorate %block BufferBlock
OpMemberDecorate %block 0 Offset 0
OpDecorate %o DescriptorSet 0
OpDecorate %o Binding 1
%void = OpTypeVoid
%u = OpTypeInt 32 0
%fn = OpTypeFunction %void
%c0 = OpConstant %u 0
%c1 = OpConstant %u 1
%array = OpTypeRuntimeArray %u
%block = OpTypeStruct %array
%pb = OpTypePointer Uniform %block
%pu = OpTypePointer Uniform %u
%o = OpVariable %pb Uniform
%main = OpFunction %void None %fn
%l = OpLabel
%e = OpAccessChain %pu %o %c0 %c1
%v = OpLoad %u %e
%w = OpIAdd %u %v %v
OpStore %e %w
OpReturn
OpFunctionEnd
",
    );
    let out = folder.path().join("o.bin").display().to_string();
    let bound = |value: &str| run(&[&module, "--bind", &format!("0:1={value}"), "--print", "u32"]);
    assert_eq!(bound(&format!("out:8:{out}")), (0, "binding 0:1:\n  0 0\n".to_owned(), String::new()));
    let file = written(folder.path(), "o.bin", &[1_u32, 21].map(u32::to_le_bytes).concat());
    assert_eq!(bound(&format!("inout:{file}")).1, "binding 0:1:\n  1 42\n");
    assert_eq!(std::fs::read(&file).expect("it is there"), [1_u32, 42].map(u32::to_le_bytes).concat());
    assert_eq!(bound(&file).1, "binding 0:1:\n  1 84\n");
    assert!(bound("out:100000000000000").2.contains("no memory for a buffer of 100000000000000 bytes"));
    let half = run(&[&module, "--bind", "0:1=bytes:00000000003c0000", "--print", "f16", "--expect", "0:1:f16:0,0,0"]);
    assert!(half.1.contains("0 0 0") && half.0 == 1 || half.1.contains('\n'), "{half:?}");
}

/// Tests that usage errors exit with 2, and suggest a correction.
#[test]
fn command_lines_that_make_no_sense() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = written(folder.path(), "add.ll", ADD.as_bytes());
    let source = written(folder.path(), "k.cl", b"kernel void k(global int *o) { o[0] = 1; }\n");
    let rows: [(&[&str], &str); 12] = [
        (&[&module, "--globl", "4"], "a similar argument exists: '--global'"),
        (&[&module, "--global", "x"], "it is not one to three numbers"),
        (&[&module, "--arg"], "a value is required for '--arg"),
        (&[&module, "--arg", "float:2"], "`float` is no kind of argument"),
        (&[&module, "--arg", "u8:256"], "`256` is no `u8`"),
        (&[&module, "--arg", "bf16x2:1"], "has 2 values, and 1 are given"),
        (&[&module, "--arg", "out:8", "--arg", "out:8", "--print", "f80"], "`f80` is no type of numbers"),
        (&[&module, "--bind", "0=x"], "it is not SET:BINDING=FILE"),
        (&[&module, "--kernel", "ad"], "the module has no kernel `ad`"),
        (&[&module], "the kernel `add` has 2 parameters, not 0"),
        (&["--global", "4"], "no file is given"),
        (&[&module, "--spec-const", "3", "--arg", "out:8"], "it is not ID=VALUE"),
    ];
    for (words, says) in rows {
        let (code, _, text) = run(words);
        assert!(code == 2 && text.contains(says), "{words:?}: {code} {text}");
        assert!(!text.contains("stack backtrace") && !text.contains("Some("), "{text}");
        let (_, _, text) = run(&[words, &["--diagnostics", "json"]].concat());
        assert!(text.lines().all(|line| line.starts_with('{') && line.ends_with('}')), "{words:?}: {text}");
    }
    let (code, _, text) = run(&[&source]);
    assert!(code == 1 && text.contains("E0006") && text.contains("OpenCL C") && text.contains("clang"), "{text}");
    assert!(text.contains("then: llvm-spirv-rs run ") && text.contains("k.bc"), "{text}");
    let (code, text, _) = run(&["--version"]);
    assert!(code == 0 && text.contains(env!("CARGO_PKG_VERSION")), "{text}");
    let (code, _, text) = run(&[&module, "--spec-const", "3=4", "--arg", "out:8", "--arg", "out:8"]);
    assert!(code == 0 && text.starts_with("warning: --spec-const 3=4: the module has no specialization"), "{text}");
    assert!(run(&["--help"]).1.contains("--spec-const <ID=VALUE>"));
}

/// Tests that a 16-bit number is compared according to its type.
#[test]
fn halves_and_bfloats_are_arguments_and_results() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = |ty: &str| {
        format!(
            "target triple = \"spirv64-unknown-unknown\"
define spir_kernel void @k(ptr addrspace(1) %o, {ty} %a, <2 x {ty}> %v) {{
  %x = extractelement <2 x {ty}> %v, i32 1
  store {ty} %a, ptr addrspace(1) %o, align 2
  %p = getelementptr {ty}, ptr addrspace(1) %o, i64 1
  store {ty} %x, ptr addrspace(1) %p, align 2
  ret void
}}
"
        )
    };
    for (ty, name, shown) in [("half", "f16", "0.099975586 -3"), ("bfloat", "bf16", "0.100097656 -3")] {
        let module = written(folder.path(), "k.ll", text(ty).as_bytes());
        let (a, v) = (format!("{name}:0.1"), format!("{name}x2:2,-3"));
        let words = [&*module, "--spirv-ext=+SPV_KHR_bfloat16", "--arg", "out:4", "--arg", &a, "--arg", &v];
        let expected = format!("0:{name}:0.1,-3");
        let (code, found, text) = run(&[&words[..], &["--print", name, "--expect", &expected]].concat());
        assert_eq!((code, found.trim_end(), &*text), (0, &*format!("argument 0:\n  {shown}"), ""), "{ty}");
        // An array has the type of the parameter: NumPy knows halves, and the bytes of bfloats.
        let file = folder.path().join("o.npy").display().to_string();
        let array =
            [&*module, "--spirv-ext=+SPV_KHR_bfloat16", "--arg", &format!("out:4:{file}"), "--arg", &a, "--arg", &v];
        assert_eq!(run(&array).0, 0, "{ty}");
        let content = String::from_utf8_lossy(&std::fs::read(&file).expect("it is there")).into_owned();
        assert!(content.contains(if ty == "half" { "'<f2'" } else { "V2'" }), "{content}");
        let again = ["--arg", &format!("inout:{file}"), "--arg", &a, "--arg", &v];
        assert_eq!(run(&[&array[..2], &again[..]].concat()).0, 0, "{ty}");
        let (code, _, text) = run(&[&words[..], &["--expect", &format!("0:{name}:0.2")]].concat());
        assert!(code == 1 && text.contains("E0604") && text.contains("not 0.2"), "{text}");
        let (code, _, text) =
            run(&[&module, "--spirv-ext=+SPV_KHR_bfloat16", "--arg", "out:4", "--arg", "u16:1", "--arg", &v]);
        assert!(code == 2 && text.contains(&format!("argument 1 of `k` is {name}, and u16 is given")), "{text}");
    }
}

/// Tests that a fault is shown in the source, if available, and in machine-readable form.
#[test]
fn accesses_that_must_not_be_are_shown_in_the_source() {
    let folder = tempfile::tempdir().expect("a folder");
    written(folder.path(), "k.cl", b"kernel void k(global int *out) {\n  out[9] = 1;\n}\n");
    let text = format!(
        "target triple = \"spir64-unknown-unknown\"
define spir_kernel void @k(ptr addrspace(1) %out) !dbg !3 {{
  %p = getelementptr i32, ptr addrspace(1) %out, i64 9
  store i32 1, ptr addrspace(1) %p, align 4, !dbg !6
  ret void
}}
!llvm.dbg.cu = !{{!0}}
!llvm.module.flags = !{{!2}}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: \"k.cl\", directory: \"{}\")
!2 = !{{i32 2, !\"Debug Info Version\", i32 3}}
!3 = distinct !DISubprogram(name: \"k\", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{{null}}
!6 = !DILocation(line: 2, column: 10, scope: !3)
",
        folder.path().display()
    );
    let module = written(folder.path(), "k.ll", text.as_bytes());
    let words = [&*module, "--check", "--arg", "out:16"];
    let (code, _, text) = run(&words);
    let shown = "error[E0603]: work-item (0, 0, 0) of `k` accesses 4 bytes at 36 of argument 0, which has 16 bytes";
    assert!(code == 1 && text.starts_with(shown), "{text}");
    assert!(text.contains("k.cl:2:10") && text.contains("2 |   out[9] = 1;\n  |          ^"), "{text}");
    let (_, _, text) = run(&[&words[..], &["--diagnostics=json"]].concat());
    assert!(text.contains("\"code\":\"E0603\"") && text.contains("\"line\":2"), "{text}");
}
