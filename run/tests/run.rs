//! Kernels, translated from LLVM IR to SPIR-V to the cpu form, and run.
#![allow(clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

use llvm_spirv::error::Result;
use llvm_spirv::llvm::Context;
use llvm_spirv::{llvm_to_spirv, options::Options};
use spirv_runner::form::{self, Checks};
use spirv_runner::{Address, Argument, Grid, Place, Program, launch, launch_with};
use std::process::Command;

fn program(ir: &str) -> Result<Program> {
    let text = format!("target triple = \"spir64-unknown-unknown\"\n{ir}");
    let spirv = llvm_to_spirv(text.as_bytes(), &Options::default()).expect("the IR is translated");
    Program::new(&spirv.bytes, &Options::default())
}

fn ints(values: impl IntoIterator<Item = i32>) -> Argument {
    Argument::Buffer(values.into_iter().flat_map(i32::to_le_bytes).collect())
}

fn content(argument: &Argument) -> Vec<i32> {
    let Argument::Buffer(bytes) = argument else { panic!("a buffer") };
    bytes.chunks_exact(4).map(|part| i32::from_le_bytes(part.try_into().expect("four bytes"))).collect()
}

const DOUBLE: &str = include_str!("double.ll");

/// A kernel in which work-items add the element `n` places to the right, with `n` halved each time, and a barrier in
/// the loop.
const SUM: &str = "
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z14get_local_sizej(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func void @_Z7barrierj(i32)
define spir_kernel void @sum(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(3) %room) {
entry:
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %g = call spir_func i64 @_Z13get_global_idj(i32 0)
  %size = call spir_func i64 @_Z14get_local_sizej(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %g
  %first = load i32, ptr addrspace(1) %from, align 4
  %mine = getelementptr i32, ptr addrspace(3) %room, i64 %l
  store i32 %first, ptr addrspace(3) %mine, align 4
  br label %loop
loop:
  %n = phi i64 [ %size, %entry ], [ %half, %next ]
  %half = lshr i64 %n, 1
  call spir_func void @_Z7barrierj(i32 1)
  %done = icmp eq i64 %half, 0
  br i1 %done, label %end, label %test
test:
  %adds = icmp ult i64 %l, %half
  br i1 %adds, label %add, label %next
add:
  %other = add i64 %l, %half
  %q = getelementptr i32, ptr addrspace(3) %room, i64 %other
  %a = load i32, ptr addrspace(3) %mine, align 4
  %b = load i32, ptr addrspace(3) %q, align 4
  %c = add i32 %a, %b
  store i32 %c, ptr addrspace(3) %mine, align 4
  br label %next
next:
  br label %loop
end:
  %leads = icmp eq i64 %l, 0
  br i1 %leads, label %write, label %exit
write:
  %total = load i32, ptr addrspace(3) %room, align 4
  %group = call spir_func i64 @_Z12get_group_idj(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %group
  store i32 %total, ptr addrspace(1) %to, align 4
  br label %exit
exit:
  ret void
}";

#[test]
fn variables_larger_than_a_stack_are_an_error() {
    let ir = |count: u32| {
        format!(
            "define internal spir_func i32 @own(i64 %n) noinline {{
  %room = alloca [{count} x i32], align 4
  %p = getelementptr i32, ptr %room, i64 %n
  store volatile i32 5, ptr %p, align 4
  %v = load volatile i32, ptr %p, align 4
  ret i32 %v
}}
define spir_kernel void @large(ptr addrspace(1) %out) {{
  %v = call spir_func i32 @own(i64 9)
  store i32 %v, ptr addrspace(1) %out, align 4
  ret void
}}
"
        )
    };
    let large = program(&ir(1 << 28)).expect_err("it is refused");
    assert!(large.to_string().contains("variables of 1073741824 bytes in a work-item of `large`"), "{large}");
    let program = program(&ir(1 << 20)).expect("it is compiled");
    let mut arguments = [ints([0])];
    launch(&program, "large", &Grid::line(8, 1), &mut arguments).expect("it runs");
    assert_eq!(content(&arguments[0]), [5]);
}

/// Tests that a division by zero in OpenCL C gives any number, without a trap.
#[test]
fn divisions_by_zero_end_no_process() {
    let ir = "define internal spir_func i32 @rest(i32 %a, i32 %b) noinline {
  %r = srem i32 %a, %b
  ret i32 %r
}
define spir_kernel void @divide(ptr addrspace(1) %out, i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  %r = call spir_func i32 @rest(i32 %a, i32 %b)
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %q, ptr addrspace(1) %out, align 4
  store i32 %r, ptr addrspace(1) %p, align 4
  ret void
}
";
    for (a, b, q, r) in [(7, 2, 3, 1), (7, 0, 0, -1), (i32::MIN, -1, i32::MIN, 0), (-7, -1, 7, 0)] {
        let program = program(ir).expect("it is compiled");
        let value = |number: i32| Argument::Value(number.to_le_bytes().to_vec());
        let mut arguments = [ints([0, 0]), value(a), value(b)];
        launch(&program, "divide", &Grid::line(1, 1), &mut arguments).expect("it runs");
        assert_eq!(content(&arguments[0]), [q, r], "{a} / {b}");
    }
}

#[test]
fn s2_180_a_whole_grid_runs_on_all_cores() {
    let program = program(DOUBLE).expect("it is compiled");
    let mut arguments = [ints(0..1000)];
    launch(&program, "double", &Grid::line(1000, 64), &mut arguments).expect("it runs");
    assert_eq!(content(&arguments[0]), (0..1000).map(|i| 2 * i).collect::<Vec<_>>());
}

#[test]
fn barriers_in_a_loop_hold_in_any_order_of_work_items() {
    let program = program(SUM).expect("it is compiled");
    for seed in [None, Some(1), Some(77)] {
        let mut arguments = [ints(0..256), ints([0; 4]), Argument::Local(256)];
        launch(&program, "sum", &Grid { seed, ..Grid::line(256, 64) }, &mut arguments).expect("it runs");
        let sums: Vec<i32> = (0..4).map(|group| (64 * group..64 * (group + 1)).sum()).collect();
        assert_eq!(content(&arguments[1]), sums, "{seed:?}");
    }
}

/// A kernel that stores the number of the last group that ran, and counts the runs of each group.
const LAST: &str = "
declare spir_func i64 @_Z12get_group_idj(i32)
define spir_kernel void @last(ptr addrspace(1) %out) {
  %g = call spir_func i64 @_Z12get_group_idj(i32 0)
  %n = trunc i64 %g to i32
  store i32 %n, ptr addrspace(1) %out, align 4
  %next = add i64 %g, 1
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %next
  %old = load i32, ptr addrspace(1) %p, align 4
  %new = add i32 %old, 1
  store i32 %new, ptr addrspace(1) %p, align 4
  ret void
}
";

#[test]
fn groups_come_in_any_order_with_a_seed() {
    let program = program(LAST).expect("it is compiled");
    let mut last = std::collections::BTreeSet::new();
    for seed in [None, Some(1), Some(2), Some(3), Some(4), Some(5)] {
        let mut arguments = [ints([0; 13])];
        launch(&program, "last", &Grid { seed, threads: 1, ..Grid::line(12, 1) }, &mut arguments).expect("it runs");
        let found = content(&arguments[0]);
        assert_eq!(found[1..], [1; 12]);
        assert!(seed.is_some() || found[0] == 11, "{found:?}");
        last.insert(found[0]);
    }
    assert!(last.len() > 2, "{last:?}");
}

#[test]
fn different_barriers_are_an_error() {
    let ir = "
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @_Z7barrierj(i32)
define spir_kernel void @k() {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %b = icmp eq i64 %l, 0
  br i1 %b, label %one, label %two
one:
  call spir_func void @_Z7barrierj(i32 1)
  br label %end
two:
  call spir_func void @_Z7barrierj(i32 1)
  br label %end
end:
  ret void
}";
    let program = program(ir).expect("it is compiled");
    let error = launch(&program, "k", &Grid::line(4, 4), &mut []).expect_err("they never meet");
    assert!(error.to_string().contains("different barriers"), "{error}");
}

#[test]
fn what_the_host_lacks_is_named() {
    let ir = "
declare spir_func ptr addrspace(4) @outside(i32)
define spir_kernel void @k() {
  %p = call spir_func ptr addrspace(4) @outside(i32 1)
  ret void
}";
    let error = program(ir).expect_err("nobody has that function");
    assert!(error.to_string().contains("`outside`"), "{error}");
}

#[test]
fn arguments_that_do_not_fit_are_an_error() {
    let program = program(DOUBLE).expect("it is compiled");
    let error =
        launch(&program, "double", &Grid::line(1, 1), &mut [Argument::Value(vec![0; 4])]).expect_err("no buffer");
    assert!(error.to_string().contains("argument 0 of `double` is a buffer"), "{error}");
    let error = launch(&program, "double", &Grid::line(1, 1), &mut []).expect_err("no argument");
    assert!(error.to_string().contains("1 parameters, not 0"), "{error}");
}

#[test]
fn a_kernel_that_cannot_run_does_not_stop_the_others() {
    let ir = format!(
        "{DOUBLE}
declare spir_func ptr addrspace(4) @outside(i32)
define spir_func void @between() {{
  %p = call spir_func ptr addrspace(4) @outside(i32 1)
  ret void
}}
define spir_kernel void @lost() {{
  call spir_func void @between()
  ret void
}}"
    );
    let program = program(&ir).expect("one kernel runs");
    let mut arguments = [ints(0..8)];
    launch(&program, "double", &Grid::line(8, 8), &mut arguments).expect("it runs");
    assert_eq!(content(&arguments[0]), (0..8).map(|i| 2 * i).collect::<Vec<_>>());
    let error = launch(&program, "lost", &Grid::line(1, 1), &mut []).expect_err("it is left out");
    assert!(error.to_string().contains("`outside`"), "{error}");
}

/// Tests structures with vectors of 8 and 16 as arguments: code loads a vector at once, which relies on its alignment.
#[test]
fn arguments_are_aligned_as_their_types_are() {
    let text =
        "define spir_kernel void @k(ptr byval({ i32, <16 x i32> }) align 64 %s, <16 x i32> %v, ptr addrspace(1) %out) {
  %p = getelementptr { i32, <16 x i32> }, ptr %s, i64 0, i32 1
  %x = load <16 x i32>, ptr %p, align 64
  %y = add <16 x i32> %x, %v
  store <16 x i32> %y, ptr addrspace(1) %out, align 64
  ret void
}";
    let program = program(text).expect("it is compiled");
    let structure = (0..32).flat_map(i32::to_le_bytes).collect();
    let vector = (100..116).flat_map(i32::to_le_bytes).collect();
    for _ in 0..16 {
        let buffer = Argument::Buffer(vec![0; 64]);
        let mut arguments = [Argument::Value(Vec::clone(&structure)), Argument::Value(Vec::clone(&vector)), buffer];
        launch(&program, "k", &Grid::line(1, 1), &mut arguments).expect("it runs");
        assert_eq!(content(&arguments[2]), (0..16).map(|lane| 116 + 2 * lane).collect::<Vec<_>>());
    }
}

/// Runs the program on LLVM IR, with arguments after the file; returns whether it succeeded, and its output.
fn said(ir: &str, words: &[&str]) -> (bool, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kernel.ll");
    std::fs::write(&file, format!("target triple = \"spir64-unknown-unknown\"\n{ir}")).expect("it is written");
    let program = env!("CARGO_BIN_EXE_spirv-runner");
    let output = Command::new(program).arg(file).args(words).output().expect("it starts");
    (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

/// Tests that the cpu form has no address spaces, and a function that runs a work-group.
#[test]
fn the_cpu_form_is_text_or_bitcode() {
    let (is_written, text) = said(DOUBLE, &["--emit-cpu", "-", "--text"]);
    assert!(is_written && text.contains("@double.group("), "{text}");
    assert!(!text.contains("addrspace") && !text.contains("target triple"), "{text}");
    let (is_written, bitcode) = said(DOUBLE, &["--emit-cpu", "-"]);
    assert!(is_written && bitcode.starts_with("BC"));
}

/// Tests that each work-item stores to neighbouring elements, and loads them again.
#[test]
fn what_a_work_item_has_stored_it_loads() {
    let ir = "
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @k(ptr addrspace(1) %data) {
entry:
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %b = shl i64 %i, 1
  %p = getelementptr i32, ptr addrspace(1) %data, i64 %b
  %q = getelementptr i32, ptr addrspace(1) %p, i64 1
  %x = load i32, ptr addrspace(1) %p, align 4
  %y = load i32, ptr addrspace(1) %q, align 4
  %turn = icmp slt i32 %y, %x
  br i1 %turn, label %yes, label %no
yes:
  store i32 %y, ptr addrspace(1) %p, align 4
  store i32 %x, ptr addrspace(1) %q, align 4
  br label %no
no:
  %v = load i32, ptr addrspace(1) %p, align 4
  %w = load i32, ptr addrspace(1) %q, align 4
  %d = sub i32 %w, %v
  store i32 %d, ptr addrspace(1) %p, align 4
  ret void
}";
    let program = program(ir).expect("it is compiled");
    let mut arguments = [ints((0..256).map(|i| i * 37 % 101))];
    launch(&program, "k", &Grid::line(128, 64), &mut arguments).expect("it runs");
    let pairs = (0..128).map(|i| (2 * i * 37 % 101, (2 * i + 1) * 37 % 101));
    let wanted: Vec<i32> = pairs.flat_map(|(a, b): (i32, i32)| [(a - b).abs(), a.max(b)]).collect();
    assert_eq!(content(&arguments[0]), wanted);
}

#[test]
fn launches_are_timed_after_the_first_whose_results_are_kept() {
    let words = ["--kernel", "double", "--global", "4", "--arg", "out:16", "--time", "3", "--expect", "0:i32:0,0,0,0"];
    let (ran, text) = said(DOUBLE, &words);
    assert!(ran && text.starts_with("time: ") && text.trim_end().ends_with(" ms"), "{text}");
}

#[test]
fn what_a_kernel_does_harms_its_own_process_only() {
    let wild = "define spir_kernel void @k(ptr addrspace(1) %p) {
  %q = getelementptr i8, ptr addrspace(1) %p, i64 -70368744177664
  store i32 1, ptr addrspace(1) %q, align 4
  ret void
}";
    let (ran, text) = said(wild, &["--arg", "out:16"]);
    assert!(!ran && text.contains("an access to memory that is not there"), "{text}");
    let endless = "define spir_kernel void @k(ptr addrspace(1) %p) {
  br label %loop
loop:
  store volatile i32 1, ptr addrspace(1) %p, align 4
  br label %loop
}";
    let (ran, text) = said(endless, &["--arg", "out:16", "--timeout", "0.2"]);
    assert!(!ran && text.contains("longer than 0.2 s"), "{text}");
    let (ran, text) = said(DOUBLE, &["--arg", "bytes:00", "--global", "4"]);
    assert!(!ran && text.contains("argument 0 of `double` is a buffer"), "{text}");
}

/// Copies numbers from one buffer to another, with lines of a source.
const BEYOND: &str = "
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @k(ptr addrspace(1) %from, ptr addrspace(1) %to) !dbg !3 {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %from, i64 %i, !dbg !6
  %v = load i32, ptr addrspace(1) %p, align 4, !dbg !6
  %q = getelementptr i32, ptr addrspace(1) %to, i64 %i, !dbg !7
  store i32 %v, ptr addrspace(1) %q, align 4, !dbg !7
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: \"k.cl\", directory: \"/\")
!2 = !{i32 2, !\"Debug Info Version\", i32 3}
!3 = distinct !DISubprogram(name: \"k\", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 12, column: 3, scope: !3)
!7 = !DILocation(line: 13, column: 3, scope: !3)
";

/// Returns whether a message reports something at a source line: `line 3: what`.
fn tells(text: &str, told: &str) -> bool {
    let (line, what) = told.strip_prefix("line ").and_then(|told| told.split_once(": ")).expect("a line");
    text.contains(what) && [format!(":{line})"), format!(":{line}:")].iter().any(|place| text.contains(place))
}

#[test]
fn checks_tell_of_what_is_beyond_a_buffer() {
    let (ran, text) = said(BEYOND, &["--check", "--global", "5", "--arg", "out:20", "--arg", "out:16"]);
    let told = "line 13: work-item (4, 0, 0) of `k` accesses 4 bytes at 16 of argument 1, which has 16 bytes";
    assert!(!ran && tells(&text, told), "{text}");
    let (ran, text) = said(BEYOND, &["--check", "--global", "5", "--arg", "out:16", "--arg", "out:20"]);
    assert!(!ran && tells(&text, "line 12: work-item (4, 0, 0)"), "{text}");
    let (ran, text) = said(BEYOND, &["--check", "--global", "4", "--arg", "out:16", "--arg", "out:16"]);
    assert!(ran, "{text}");
}

/// Tests variables with names of parts of the cpu form, as clang names local variables after their kernel.
#[test]
fn variables_may_be_called_as_parts_of_the_cpu_form() {
    let names = ["step", "group", "frame", "keys"];
    let mut ir = String::from("declare spir_func void @_Z7barrierj(i32)\n");
    for name in names {
        ir += &format!("@k.{name} = internal addrspace(3) global i32 undef, align 4\n");
    }
    ir += "define spir_kernel void @k(ptr addrspace(1) %out) {\n";
    for (value, name) in names.iter().enumerate() {
        ir += &format!("  store i32 {value}, ptr addrspace(3) @k.{name}, align 4\n");
    }
    ir += "  call spir_func void @_Z7barrierj(i32 1)\n";
    for (index, name) in names.iter().enumerate() {
        ir += &format!("  %v{index} = load i32, ptr addrspace(3) @k.{name}, align 4\n");
        ir += &format!("  %p{index} = getelementptr i32, ptr addrspace(1) %out, i64 {index}\n");
        ir += &format!("  store i32 %v{index}, ptr addrspace(1) %p{index}, align 4\n");
    }
    let program = program(&(ir + "  ret void\n}")).expect("it is compiled");
    let mut arguments = [ints([9; 4])];
    launch(&program, "k", &Grid::line(2, 2), &mut arguments).expect("it runs");
    assert_eq!(content(&arguments[0]), [0, 1, 2, 3]);
}

#[test]
fn each_group_begins_with_the_initial_values_of_its_kernel() {
    let source = "target triple = \"spir64-unknown-unknown\"
@numbers = internal addrspace(3) global [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
@zeros = internal addrspace(3) global [4 x i32] zeroinitializer, align 4
@any = internal addrspace(3) global [4 x i32] undef, align 4
define spir_kernel void @add(ptr addrspace(1) %out) {
  %x = load i32, ptr addrspace(3) @numbers, align 4
  %y = load i32, ptr addrspace(3) @zeros, align 4
  %z = load i32, ptr addrspace(3) @any, align 4
  %s = add i32 %x, %y
  %t = add i32 %s, %z
  store i32 %t, ptr addrspace(1) %out, align 4
  ret void
}
define spir_kernel void @other() {
  store i32 1, ptr addrspace(3) @any, align 4
  ret void
}";
    let context = Context::new();
    let module = context.parse(source.as_bytes(), "initial").expect("it is LLVM IR");
    let made = Context::new();
    let form = form::form(&module, Checks::Silent, &made).expect("a cpu form");
    let begin = |kernel: &str| {
        let function = form.module.function(&format!("{kernel}.begin")).expect("what a group begins with");
        let calls: Vec<_> =
            function.blocks().flat_map(|block| block.instructions()).filter(|inst| inst.is_call()).collect();
        calls.into_iter().filter_map(|call| Some(call.called_function()?.name().to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(begin("add"), ["spirv.local", "llvm.memcpy.p0.p0.i64", "spirv.local", "llvm.memset.p0.i64"]);
    assert!(begin("other").is_empty(), "what the other kernel has");
}

#[test]
fn addresses_in_memory_have_32_bits_where_pointers_have() {
    let source = include_str!("addresses.ll");
    let spirv = llvm_to_spirv(source.as_bytes(), &Options::default()).expect("the IR is translated");
    let program = Program::new(&spirv.bytes, &Options::default()).expect("it is compiled");
    let mut arguments = [ints(0..32), ints([0; 16])];
    launch(&program, "sums", &Grid::line(16, 4), &mut arguments).expect("it runs");
    assert_eq!(content(&arguments[1]), (0..16).map(|i| 4 * i + 1).collect::<Vec<_>>());
    let place = |offset| Place { holder: (0, 0), offset };
    let next = Address { at: place(0), to: place(20) };
    launch_with(&program, "list", &Grid::line(1, 1), &mut arguments, &[next]).expect("it runs");
    assert_eq!((content(&arguments[0])[0], content(&arguments[1])[0]), (0, 5));
    let mut arguments = [ints([0; 4]), Argument::Value(8_i32.to_le_bytes().to_vec())];
    launch(&program, "number", &Grid::line(1, 1), &mut arguments).expect("it runs");
    assert_eq!(content(&arguments[0]), [0, 0, 15, 0]);
}

#[test]
fn what_a_module_imports_is_an_error_of_the_kernels_that_need_it() {
    let ir = "@other = external addrspace(1) global i32
define spir_func i32 @read() { %v = load i32, ptr addrspace(1) @other, align 4 ret i32 %v }
define spir_kernel void @needs(ptr addrspace(1) %to) {
  %v = call spir_func i32 @read()
  store i32 %v, ptr addrspace(1) %to, align 4
  ret void
}
define spir_kernel void @else(ptr addrspace(1) %to) { store i32 7, ptr addrspace(1) %to, align 4 ret void }";
    let program = program(ir).expect("one kernel runs");
    let mut arguments = [ints([0])];
    launch(&program, "else", &Grid::line(1, 1), &mut arguments).expect("it runs");
    assert_eq!(content(&arguments[0]), [7]);
    let error = launch(&program, "needs", &Grid::line(1, 1), &mut arguments).expect_err("it is refused");
    assert!(error.to_string().contains("the variable `other`, which the module imports"), "{error}");
}
