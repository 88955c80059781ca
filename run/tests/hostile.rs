//! Malicious modules: the program reports the fault, and ends.
#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, unsafe_code, missing_docs, reason = "tests; one asks the system for a process")]

use llvm_spirv::{llvm_to_spirv, options::Options};
use llvm_spirv_damage::{Random, spirv};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A kernel with a barrier in a loop, local memory, a private array, and indices from memory.
const KERNEL: &str = "target triple = \"spir64-unknown-unknown\"
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @_Z7barrierj(i32)
define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) %room) {
entry:
  %own = alloca [16 x i32], align 4
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  %mine = getelementptr i32, ptr addrspace(3) %room, i64 %l
  br label %loop
loop:
  %n = phi i64 [ 8, %entry ], [ %half, %loop ]
  %v = load i32, ptr addrspace(1) %to, align 4
  %index = and i32 %v, 15
  %wide = zext i32 %index to i64
  %place = getelementptr i32, ptr %own, i64 %wide
  store i32 %v, ptr %place, align 4
  store i32 %v, ptr addrspace(3) %mine, align 4
  call spir_func void @_Z7barrierj(i32 1)
  %other = xor i64 %l, %n
  %its = getelementptr i32, ptr addrspace(3) %room, i64 %other
  %w = load i32, ptr addrspace(3) %its, align 4
  %sum = add i32 %v, %w
  store i32 %sum, ptr addrspace(1) %to, align 4
  call spir_func void @_Z7barrierj(i32 1)
  %half = lshr i64 %n, 1
  %ends = icmp eq i64 %half, 0
  br i1 %ends, label %end, label %loop
end:
  ret void
}
";

/// A kernel that stores in an endless loop.
const ENDLESS: &str = "target triple = \"spir64-unknown-unknown\"
define spir_kernel void @k(ptr addrspace(1) %p) {
  br label %loop
loop:
  store volatile i32 1, ptr addrspace(1) %p, align 4
  br label %loop
}
";

fn words(ir: &str) -> Vec<u32> {
    let module = llvm_to_spirv(ir.as_bytes(), &Options::default()).expect("the IR is translated").bytes;
    module.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
}

fn write(file: &Path, words: &[u32]) {
    std::fs::write(file, words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>()).expect("it is written");
}

/// Replaces some constants by random values.
fn other_constants(words: &[u32], random: &mut Random) -> Vec<u32> {
    const CONSTANT: u32 = 43;
    let (mut words, mut at) = (words.to_vec(), 5);
    while let Some(length) = words.get(at).map(|word| (word >> 16) as usize).filter(|length| *length > 0) {
        let is_constant = words.get(at).is_some_and(|word| word & 0xFFFF == CONSTANT);
        if is_constant && random.below(2) == 0 {
            let values =
                [0, 1, u32::MAX, 1 << 31, i32::MAX as u32, random.number() as u32, random.number() as u32 & 255];
            if let (Some(word), Some(value)) = (words.get_mut(at + 3), random.one_of(&values)) {
                *word = value;
            }
        }
        at += length;
    }
    words
}

#[test]
fn damaged_modules_harm_nobody() {
    let (good, folder) = (words(KERNEL), tempfile::tempdir().expect("a folder"));
    let file = folder.path().join("m.spv");
    let mut ran = 0;
    for number in 0..100 {
        let mut random = Random::new(21, number);
        let is_of_constants = number % 2 == 0;
        let bad = if is_of_constants { other_constants(&good, &mut random) } else { spirv::mutant(&good, &mut random) };
        write(&file, &bad);
        let checks = if number % 3 == 0 { &["--check"][..] } else { &[] };
        let mut command = Command::new(env!("CARGO_BIN_EXE_spirv-runner"));
        command.arg(&file).args(["--global=16", "--arg=out:64", "--arg=local:64", "--timeout=1"]).args(checks);
        let begin = Instant::now();
        let output = command.output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(begin.elapsed() < Duration::from_secs(20), "mutant {number} takes long: {said}");
        ran += u32::from(output.status.success());
        let says_why = said.lines().any(|line| line.starts_with("error[E")) && !said.contains("panicked");
        assert!(
            output.status.success() || (matches!(output.status.code(), Some(1 | 2)) && says_why),
            "mutant {number}: {said}"
        );
    }
    assert!(ran > 8, "{ran} mutants have run to their end");
}

/// Returns the child processes of a process, as the system lists them.
fn children(of: u32) -> Vec<i32> {
    let list = std::fs::read_to_string(format!("/proc/{of}/task/{of}/children")).unwrap_or_default();
    list.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

fn within(time: Duration, is: impl Fn() -> bool) -> bool {
    let begin = Instant::now();
    while !is() {
        if begin.elapsed() > time {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

/// Tests that ending the program also ends the kernel.
#[test]
fn a_kernel_does_not_outlive_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("m.spv");
    write(&file, &words(ENDLESS));
    let mut command = Command::new(env!("CARGO_BIN_EXE_spirv-runner"));
    let mut program = command.arg(&file).arg("--arg=out:16").stderr(Stdio::null()).spawn().expect("it starts");
    assert!(within(Duration::from_secs(20), || !children(program.id()).is_empty()), "no child");
    let kernels = children(program.id());
    program.kill().expect("it is there");
    program.wait().expect("it ends");
    // SAFETY: signal 0 only asks whether the process is there.
    let is_there = |kernel: &i32| unsafe { libc::kill(*kernel, 0) } == 0 && !is_dead(*kernel);
    let ended = within(Duration::from_secs(5), || !kernels.iter().any(is_there));
    for kernel in kernels.iter().filter(|kernel| is_there(kernel)) {
        // SAFETY: a process that this test has started.
        unsafe { libc::kill(*kernel, libc::SIGKILL) };
    }
    assert!(ended, "the kernel goes on");
}

/// Returns whether a process has ended, possibly as a zombie.
fn is_dead(process: i32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    status.rsplit(") ").next().is_none_or(|rest| rest.starts_with(['Z', 'X']))
}
