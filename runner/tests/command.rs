//! The command line: what it asks for, takes, refuses and says.
#![allow(clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

mod files;

use files::written;
use llvm_spirv::{llvm_to_spirv, options::Options};
use std::path::Path;
use std::process::Command;

/// The exit code, and what it says: results, errors.
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

/// An entry point needs what it, and what it calls, reads and writes; what others have may be given, and is left alone.
#[test]
fn an_entry_point_asks_for_its_own_interface() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut options = Options::default();
    options.environment = "vulkan1.3".parse().expect("an environment");
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
}

/// Nobody debugs the processor: a break is nothing.
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
