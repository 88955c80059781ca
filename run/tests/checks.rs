//! Local memory and barriers with `--check`.
#![allow(clippy::expect_used, missing_docs, reason = "tests")]

mod glsl;
mod lines;

use std::process::Command;

/// Runs the program on a file of that name, followed by arguments; returns whether it succeeded, and its output.
fn said(name: &str, content: &[u8], words: &str) -> (bool, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    std::fs::write(&file, content).expect("it is written");
    let program = env!("CARGO_BIN_EXE_spirv-runner");
    let output = Command::new(program).arg(file).args(words.split(' ')).output().expect("it starts");
    (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

/// Kernels with source lines 10 and following.
const KERNELS: &str = "target triple = \"spir64-unknown-unknown\"
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @_Z7barrierj(i32)
declare spir_func i32 @_Z10atomic_addPU3AS3Vii(ptr addrspace(3), i32)
@table = internal addrspace(3) global [8 x i32] undef, align 4
define spir_func void @write(ptr addrspace(3) %p, i32 %v) !dbg !20 {
  store i32 %v, ptr addrspace(3) %p, align 4, !dbg !21
  ret void
}
define spir_kernel void @variable(ptr addrspace(1) %out) !dbg !3 {
entry:
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %is = icmp ne i64 %l, 3
  br i1 %is, label %yes, label %all
yes:
  %n = trunc i64 %l to i32
  %p = getelementptr i32, ptr addrspace(3) @table, i64 %l
  call spir_func void @write(ptr addrspace(3) %p, i32 %n), !dbg !10
  br label %all
all:
  call spir_func void @_Z7barrierj(i32 1), !dbg !11
  %m = sub i64 7, %l
  %q = getelementptr i32, ptr addrspace(3) @table, i64 %m
  %v = load i32, ptr addrspace(3) %q, align 4, !dbg !12
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %v, ptr addrspace(1) %to, align 4, !dbg !13
  ret void
}
define spir_kernel void @atomic(ptr addrspace(3) %room) !dbg !4 {
  %p = getelementptr i32, ptr addrspace(3) %room, i64 2
  %v = call spir_func i32 @_Z10atomic_addPU3AS3Vii(ptr addrspace(3) %p, i32 1), !dbg !14
  ret void
}
define spir_kernel void @beyond(ptr addrspace(1) %out) !dbg !24 {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(3) @table, i64 %l
  store i32 1, ptr addrspace(3) %p, align 4, !dbg !22
  ret void
}
declare spir_func target(\"spirv.Event\") @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, target(\"spirv.Event\"))
define spir_kernel void @copied(ptr addrspace(1) %from, ptr addrspace(3) %room, i64 %count) !dbg !26 {
  %e = call spir_func target(\"spirv.Event\") @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3) %room, ptr addrspace(1) %from, i64 %count, target(\"spirv.Event\") zeroinitializer), !dbg !27
  ret void
}
define spir_kernel void @own(ptr addrspace(1) %out) !dbg !25 {
  %room = alloca [4 x i32], align 4
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr [4 x i32], ptr %room, i64 0, i64 %l
  store i32 1, ptr %p, align 4, !dbg !23
  %v = load volatile i32, ptr %room, align 4
  ret void
}
define spir_kernel void @joined(ptr addrspace(1) %out) !dbg !28 {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr [8 x i32], ptr addrspace(3) @table, i64 0, i64 %l
  store i32 1, ptr addrspace(3) %p, align 4
  %all = load <8 x i32>, ptr addrspace(3) @table, align 4, !dbg !29
  store <8 x i32> %all, ptr addrspace(1) %out, align 32
  ret void
}
define spir_kernel void @ended() !dbg !5 {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %is = icmp eq i64 %l, 2
  br i1 %is, label %end, label %rest
rest:
  call spir_func void @_Z7barrierj(i32 1), !dbg !15
  ret void
end:
  ret void
}
define spir_kernel void @apart() !dbg !6 {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %is = icmp eq i64 %l, 2
  br i1 %is, label %one, label %two
one:
  call spir_func void @_Z7barrierj(i32 1), !dbg !16
  ret void
two:
  call spir_func void @_Z7barrierj(i32 1), !dbg !17
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: \"k.cl\", directory: \"/\")
!2 = !{i32 2, !\"Debug Info Version\", i32 3}
!3 = distinct !DISubprogram(name: \"variable\", scope: !1, file: !1, line: 1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!4 = distinct !DISubprogram(name: \"atomic\", scope: !1, file: !1, line: 1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: \"ended\", scope: !1, file: !1, line: 1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: \"apart\", scope: !1, file: !1, line: 1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DISubroutineType(types: !8)
!8 = !{null}
!10 = !DILocation(line: 10, column: 1, scope: !3)
!11 = !DILocation(line: 11, column: 1, scope: !3)
!12 = !DILocation(line: 12, column: 1, scope: !3)
!13 = !DILocation(line: 13, column: 1, scope: !3)
!14 = !DILocation(line: 14, column: 1, scope: !4)
!15 = !DILocation(line: 15, column: 1, scope: !5)
!16 = !DILocation(line: 16, column: 1, scope: !6)
!17 = !DILocation(line: 17, column: 1, scope: !6)
!26 = distinct !DISubprogram(name: \"copied\", scope: !1, file: !1, line: 1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!27 = !DILocation(line: 27, column: 1, scope: !26)
!24 = distinct !DISubprogram(name: \"beyond\", scope: !1, file: !1, line: 1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!25 = distinct !DISubprogram(name: \"own\", scope: !1, file: !1, line: 1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!28 = distinct !DISubprogram(name: \"joined\", scope: !1, file: !1, line: 1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!29 = !DILocation(line: 19, column: 1, scope: !28)
!22 = !DILocation(line: 22, column: 1, scope: !24)
!23 = !DILocation(line: 23, column: 1, scope: !25)
!20 = distinct !DISubprogram(name: \"write\", scope: !1, file: !1, line: 1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!21 = !DILocation(line: 18, column: 1, scope: !20)
";

fn kernel(words: &str) -> (bool, String) {
    said("kernels.ll", KERNELS.as_bytes(), words)
}

#[test]
fn each_component_of_a_vector_must_have_been_written() {
    let (ran, text) = kernel("--check --kernel joined --global 1 --arg out:32");
    assert!(
        !ran && lines::names(&text, "line 19: work-item (0, 0, 0) of `joined` reads 4 bytes at 4 of `table`"),
        "{text}"
    );
}

#[test]
fn local_memory_that_nothing_has_written_is_told_of() {
    let words = "--kernel variable --global 8 --local 8 --arg out:32";
    let (ran, text) = kernel(&format!("--check {words}"));
    let told =
        "line 12: work-item (4, 0, 0) of `variable` reads 4 bytes at 12 of `table`, which its group has not written";
    assert!(!ran && lines::names(&text, told), "{text}");
    let (ran, text) = kernel(words);
    assert!(ran, "without --check it runs: {text}");
    let (ran, text) = kernel("--check --kernel atomic --global 2 --local 2 --arg local:16");
    let told = "line 14: work-item (0, 0, 0) of `atomic` reads 4 bytes at 8 of the local memory of argument 0, which its group";
    assert!(!ran && lines::names(&text, told), "{text}");
}

#[test]
fn accesses_beyond_variables_are_told_of() {
    let rows = [
        ("beyond", 9, "line 22: work-item (8, 0, 0) of `beyond` accesses 4 bytes at 32 of `table`, which has 32 bytes"),
        ("own", 5, "line 23: work-item (4, 0, 0) of `own` accesses 4 bytes at 16 of a variable, which has 16 bytes"),
    ];
    for (name, items, told) in rows {
        let launch = |items| kernel(&format!("--check --kernel {name} --global {items} --local {items} --arg out:4"));
        let (ran, text) = launch(items);
        assert!(!ran && lines::names(&text, told), "{text}");
        let (ran, text) = launch(items - 1);
        assert!(ran, "{text}");
    }
}

#[test]
fn copies_of_groups_beyond_a_buffer_are_told_of() {
    let launch = |count| kernel(&format!("--check --kernel copied --arg out:32 --arg local:64 --arg u64:{count}"));
    let (ran, text) = launch(9);
    assert!(
        !ran && lines::names(&text, "line 27: work-item (0, 0, 0) of `copied` accesses 4 bytes at 32 of argument 0"),
        "{text}"
    );
    let (ran, text) = launch(8);
    assert!(ran, "{text}");
}

#[test]
fn initial_values_of_local_memory_are_written() {
    let source = "#extension GL_EXT_null_initializer : require\nlayout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Out { uint values[]; };
shared uint room[4] = {};
void main() { values[gl_GlobalInvocationID.x] = room[3u - gl_LocalInvocationIndex]; }";
    let module = glsl::with_lines("main", source);
    let (ran, text) = said("room.spv", &module, "--check --groups 2 --out 0:0=32:/dev/null");
    assert!(ran, "{text}");
}

#[test]
fn barriers_that_not_all_come_to_are_told_of() {
    let (ran, text) = kernel("--check --kernel ended --global 4 --local 4");
    assert!(!ran && text.contains("(0, 0, 0) waits in line 15, (2, 0, 0) has ended"), "{text}");
    let (ran, text) = kernel("--kernel ended --global 4 --local 4");
    assert!(ran, "without --check the others go on: {text}");
    let (ran, text) = kernel("--check --kernel apart --global 4 --local 4");
    assert!(!ran && text.contains("(0, 0, 0) waits in line 17, (2, 0, 0) waits in line 16"), "{text}");
}

#[test]
fn shaders_are_checked_the_same() {
    let source = "layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Out { uint values[]; };
layout(push_constant) uniform Push { uint most; };
shared uint room[4];
void main() {
  uint l = gl_LocalInvocationIndex;
  if (l < most) room[l] = l;
  barrier();
  values[gl_GlobalInvocationID.x] = room[3u - l];
  if (l == most)
    return;
  barrier();
  room[l] = 1u;
}";
    let module = glsl::with_lines("main", source);
    let run =
        |most: u32| said("room.spv", &module, &format!("--check --groups 2 --out 0:0=32:/dev/null --push u32:{most}"));
    let (ran, text) = run(4);
    assert!(ran, "{text}");
    let (ran, text) = run(2);
    // The first line says the version.
    assert!(
        !ran && lines::names(&text, "line 10: work-item (0, 0, 0) of `main` reads 4 bytes at 12 of `room`"),
        "{text}"
    );
    let divergent = source.replace("if (l < most) ", "");
    let module = glsl::with_lines("main", &divergent);
    let (ran, text) = said("room.spv", &module, "--check --groups 1 --out 0:0=16:/dev/null --push u32:1");
    assert!(!ran && text.contains("(0, 0, 0) waits in line 13, (1, 0, 0) has ended"), "{text}");
}
