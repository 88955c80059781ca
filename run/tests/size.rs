//! The size of code as a function of the number of barriers.
#![allow(clippy::expect_used, missing_docs, reason = "tests")]

use llvm_spirv::{llvm_to_spirv, options::Options};
use spirv_runner::form::Checks;
use spirv_runner::program::{Names, cpu_form, cpu_text};
use std::fmt::Write as _;
use std::process::Command;

/// Returns a kernel with this number of barriers, with values that live across them, some across half of them.
fn module(barriers: usize) -> Vec<u8> {
    let mut text = String::from(
        "target triple = \"spir64-unknown-unknown\"
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @_Z7barrierj(i32)
define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) %room) {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %mine = getelementptr i32, ptr addrspace(3) %room, i64 %l
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  %x0 = load i32, ptr addrspace(1) %to, align 4\n",
    );
    for turn in 0..barriers {
        let (next, earlier) = (turn + 1, turn / 2);
        let _ = write!(
            text,
            "  %n{turn} = xor i64 %l, {next}
  %p{turn} = getelementptr i32, ptr addrspace(3) %room, i64 %n{turn}
  store i32 %x{turn}, ptr addrspace(3) %p{turn}, align 4
  call spir_func void @_Z7barrierj(i32 1)
  %v{turn} = load i32, ptr addrspace(3) %mine, align 4
  %x{next} = add i32 %v{turn}, %x{earlier}\n"
        );
    }
    let _ = write!(text, "  store i32 %x{barriers}, ptr addrspace(1) %to, align 4\n  ret void\n}}\n");
    llvm_to_spirv(text.as_bytes(), &Options::default()).expect("the IR is translated").bytes
}

/// Returns the number of lines of the cpu form, and the size of the object that clang makes from it.
fn sizes(barriers: usize) -> (usize, u64) {
    let (module, options) = (module(barriers), Options::default());
    let text = cpu_text(&module, &options, Checks::Silent, &Names::Own).expect("a cpu form").bytes;
    let lines = String::from_utf8_lossy(&text).lines().filter(|line| line.starts_with("  ")).count();
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (folder.path().join("k.bc"), folder.path().join("k.o"));
    let form = cpu_form(&module, &options, Checks::Silent, &Names::Own).expect("a cpu form").bytes;
    std::fs::write(&from, form).expect("it is written");
    let mut clang = Command::new("clang-22");
    let output = clang.args(["-O2", "-c", "-Wno-override-module", "-o"]).arg(&to).arg(&from).output();
    assert!(output.expect("clang-22: scripts/setup.sh installs it").status.success());
    (lines, std::fs::metadata(to).expect("the object").len())
}

/// The limit on the growth of code for twice as many barriers, in percent.
const MOST: u64 = 220;

#[test]
fn code_grows_with_the_number_of_barriers_and_no_faster() {
    let all = [5, 10, 20, 40].map(sizes);
    for pair in all.windows(2) {
        let [(lines, bytes), (more_lines, more_bytes)] = pair else { continue };
        assert!(*more_lines as u64 * 100 <= *lines as u64 * MOST, "lines of the form: {all:?}");
        assert!(more_bytes * 100 <= bytes * MOST, "bytes of objects: {all:?}");
    }
    // The work of a barrier is a few instructions, however many others there are.
    let (of_20, of_40) = (all[2].0 - all[1].0, all[3].0 - all[2].0);
    assert!(of_40 <= of_20 * 22 / 10, "lines of the form: {all:?}");
}
