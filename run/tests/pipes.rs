//! Pipes: packets one by one, by reservation, and by the reservation of a work-group.
#![allow(clippy::expect_used, missing_docs, reason = "tests")]

use llvm_spirv::{llvm_to_spirv, options::Options};
use spirv_runner::{Argument, Grid, Pipe, Program, launch};
use std::process::Command;

const KERNELS: &str = "target triple = \"spir64-unknown-unknown\"
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare spir_func i32 @_Z17__spirv_WritePipePU3AS115__spirv_Pipe__1PU3AS4cii(target(\"spirv.Pipe\", 1), ptr addrspace(4), i32, i32)
declare spir_func i32 @_Z16__spirv_ReadPipePU3AS115__spirv_Pipe__0PU3AS4cii(target(\"spirv.Pipe\", 0), ptr addrspace(4), i32, i32)
declare spir_func target(\"spirv.ReserveId\") @_Z31__spirv_ReserveWritePipePacketsPU3AS115__spirv_Pipe__1iii(target(\"spirv.Pipe\", 1), i32, i32, i32)
declare spir_func target(\"spirv.ReserveId\") @_Z36__spirv_GroupReserveWritePipePacketsiPU3AS115__spirv_Pipe__1iii(i32, target(\"spirv.Pipe\", 1), i32, i32, i32)
declare spir_func i1 @_Z24__spirv_IsValidReserveIdP17__spirv_ReserveId(target(\"spirv.ReserveId\"))
declare spir_func i32 @_Z25__spirv_ReservedWritePipePU3AS115__spirv_Pipe__1P17__spirv_ReserveIdiPU3AS4cii(target(\"spirv.Pipe\", 1), target(\"spirv.ReserveId\"), i32, ptr addrspace(4), i32, i32)
declare spir_func void @_Z23__spirv_CommitWritePipePU3AS115__spirv_Pipe__1P17__spirv_ReserveIdii(target(\"spirv.Pipe\", 1), target(\"spirv.ReserveId\"), i32, i32)
declare spir_func void @_Z28__spirv_GroupCommitWritePipeiPU3AS115__spirv_Pipe__1P17__spirv_ReserveIdii(i32, target(\"spirv.Pipe\", 1), target(\"spirv.ReserveId\"), i32, i32)
declare spir_func i32 @_Z25__spirv_GetNumPipePacketsPU3AS115__spirv_Pipe__1ii(target(\"spirv.Pipe\", 1), i32, i32)
define spir_kernel void @numbers(target(\"spirv.Pipe\", 1) %pipe, ptr addrspace(1) %said) {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %n = trunc i64 %i to i32
  %room = alloca i32, align 4
  store i32 %n, ptr %room, align 4
  %data = addrspacecast ptr %room to ptr addrspace(4)
  %r = call spir_func i32 @_Z17__spirv_WritePipePU3AS115__spirv_Pipe__1PU3AS4cii(target(\"spirv.Pipe\", 1) %pipe, ptr addrspace(4) %data, i32 4, i32 4)
  %to = getelementptr i32, ptr addrspace(1) %said, i64 %i
  store i32 %r, ptr addrspace(1) %to, align 4
  ret void
}
define spir_kernel void @groups(target(\"spirv.Pipe\", 1) %pipe) {
entry:
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %l = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %size = call spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  %count = trunc i64 %size to i32
  %n = trunc i64 %i to i32
  %at = trunc i64 %l to i32
  %room = alloca i32, align 4
  store i32 %n, ptr %room, align 4
  %data = addrspacecast ptr %room to ptr addrspace(4)
  %id = call spir_func target(\"spirv.ReserveId\") @_Z36__spirv_GroupReserveWritePipePacketsiPU3AS115__spirv_Pipe__1iii(i32 2, target(\"spirv.Pipe\", 1) %pipe, i32 %count, i32 4, i32 4)
  %is = call spir_func i1 @_Z24__spirv_IsValidReserveIdP17__spirv_ReserveId(target(\"spirv.ReserveId\") %id)
  br i1 %is, label %yes, label %no
yes:
  %r = call spir_func i32 @_Z25__spirv_ReservedWritePipePU3AS115__spirv_Pipe__1P17__spirv_ReserveIdiPU3AS4cii(target(\"spirv.Pipe\", 1) %pipe, target(\"spirv.ReserveId\") %id, i32 %at, ptr addrspace(4) %data, i32 4, i32 4)
  call spir_func void @_Z28__spirv_GroupCommitWritePipeiPU3AS115__spirv_Pipe__1P17__spirv_ReserveIdii(i32 2, target(\"spirv.Pipe\", 1) %pipe, target(\"spirv.ReserveId\") %id, i32 4, i32 4)
  br label %no
no:
  ret void
}
define spir_kernel void @turned(target(\"spirv.Pipe\", 1) %pipe, ptr addrspace(1) %out) {
  %room = alloca i32, align 4
  store i32 7, ptr %room, align 4
  %data = addrspacecast ptr %room to ptr addrspace(4)
  %first = call spir_func target(\"spirv.ReserveId\") @_Z31__spirv_ReserveWritePipePacketsPU3AS115__spirv_Pipe__1iii(target(\"spirv.Pipe\", 1) %pipe, i32 2, i32 4, i32 4)
  %second = call spir_func target(\"spirv.ReserveId\") @_Z31__spirv_ReserveWritePipePacketsPU3AS115__spirv_Pipe__1iii(target(\"spirv.Pipe\", 1) %pipe, i32 1, i32 4, i32 4)
  %a = call spir_func i32 @_Z25__spirv_ReservedWritePipePU3AS115__spirv_Pipe__1P17__spirv_ReserveIdiPU3AS4cii(target(\"spirv.Pipe\", 1) %pipe, target(\"spirv.ReserveId\") %second, i32 0, ptr addrspace(4) %data, i32 4, i32 4)
  %b = call spir_func i32 @_Z25__spirv_ReservedWritePipePU3AS115__spirv_Pipe__1P17__spirv_ReserveIdiPU3AS4cii(target(\"spirv.Pipe\", 1) %pipe, target(\"spirv.ReserveId\") %second, i32 1, ptr addrspace(4) %data, i32 4, i32 4)
  call spir_func void @_Z23__spirv_CommitWritePipePU3AS115__spirv_Pipe__1P17__spirv_ReserveIdii(target(\"spirv.Pipe\", 1) %pipe, target(\"spirv.ReserveId\") %second, i32 4, i32 4)
  %early = call spir_func i32 @_Z25__spirv_GetNumPipePacketsPU3AS115__spirv_Pipe__1ii(target(\"spirv.Pipe\", 1) %pipe, i32 4, i32 4)
  call spir_func void @_Z23__spirv_CommitWritePipePU3AS115__spirv_Pipe__1P17__spirv_ReserveIdii(target(\"spirv.Pipe\", 1) %pipe, target(\"spirv.ReserveId\") %first, i32 4, i32 4)
  %late = call spir_func i32 @_Z25__spirv_GetNumPipePacketsPU3AS115__spirv_Pipe__1ii(target(\"spirv.Pipe\", 1) %pipe, i32 4, i32 4)
  %p1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  %p2 = getelementptr i32, ptr addrspace(1) %out, i64 2
  %p3 = getelementptr i32, ptr addrspace(1) %out, i64 3
  store i32 %a, ptr addrspace(1) %out, align 4
  store i32 %b, ptr addrspace(1) %p1, align 4
  store i32 %early, ptr addrspace(1) %p2, align 4
  store i32 %late, ptr addrspace(1) %p3, align 4
  ret void
}
define spir_kernel void @take(target(\"spirv.Pipe\", 0) %pipe, ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  %data = addrspacecast ptr addrspace(1) %to to ptr addrspace(4)
  %r = call spir_func i32 @_Z16__spirv_ReadPipePU3AS115__spirv_Pipe__0PU3AS4cii(target(\"spirv.Pipe\", 0) %pipe, ptr addrspace(4) %data, i32 4, i32 4)
  ret void
}";

fn program() -> Program {
    let spirv = llvm_to_spirv(KERNELS.as_bytes(), &Options::default()).expect("the IR is translated");
    Program::new(&spirv.bytes, &Options::default()).expect("it is compiled")
}

fn pipe(packets: impl IntoIterator<Item = i32>, capacity: u32) -> Argument {
    Argument::Pipe(Pipe { packets: packets.into_iter().flat_map(i32::to_le_bytes).collect(), packet: 4, capacity })
}

fn content(argument: &Argument) -> Vec<i32> {
    let bytes = match argument {
        Argument::Pipe(pipe) => &pipe.packets,
        Argument::Buffer(bytes) => bytes,
        _ => return Vec::new(),
    };
    bytes.chunks_exact(4).map(|part| i32::from_le_bytes(part.try_into().expect("four bytes"))).collect()
}

const STORAGE: &str = "target triple = \"spir64-unknown-unknown\"
%spirv.ConstantPipeStorage = type { i32, i32, i32 }
@storage = linkonce_odr addrspace(1) global %spirv.ConstantPipeStorage { i32 4, i32 4, i32 5 }, align 4
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func target(\"spirv.Pipe\", 1) @_Z39__spirv_CreatePipeFromPipeStorage_writePU3AS119__spirv_PipeStorage(ptr addrspace(1))
declare spir_func target(\"spirv.Pipe\", 0) @_Z38__spirv_CreatePipeFromPipeStorage_readPU3AS119__spirv_PipeStorage(ptr addrspace(1))
declare spir_func i32 @_Z17__spirv_WritePipePU3AS115__spirv_Pipe__1PU3AS4cii(target(\"spirv.Pipe\", 1), ptr addrspace(4), i32, i32)
declare spir_func i32 @_Z16__spirv_ReadPipePU3AS115__spirv_Pipe__0PU3AS4cii(target(\"spirv.Pipe\", 0), ptr addrspace(4), i32, i32)
define spir_kernel void @put(ptr addrspace(1) %data) {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %data, i64 %i
  %at = addrspacecast ptr addrspace(1) %to to ptr addrspace(4)
  %p = call spir_func target(\"spirv.Pipe\", 1) @_Z39__spirv_CreatePipeFromPipeStorage_writePU3AS119__spirv_PipeStorage(ptr addrspace(1) @storage)
  %r = call spir_func i32 @_Z17__spirv_WritePipePU3AS115__spirv_Pipe__1PU3AS4cii(target(\"spirv.Pipe\", 1) %p, ptr addrspace(4) %at, i32 4, i32 4)
  store i32 %r, ptr addrspace(1) %to, align 4
  ret void
}
define spir_func i32 @next(ptr addrspace(4) %at) {
  %p = call spir_func target(\"spirv.Pipe\", 0) @_Z38__spirv_CreatePipeFromPipeStorage_readPU3AS119__spirv_PipeStorage(ptr addrspace(1) @storage)
  %r = call spir_func i32 @_Z16__spirv_ReadPipePU3AS115__spirv_Pipe__0PU3AS4cii(target(\"spirv.Pipe\", 0) %p, ptr addrspace(4) %at, i32 4, i32 4)
  ret i32 %r
}
define spir_kernel void @take(ptr addrspace(1) %data) {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %data, i64 %i
  %at = addrspacecast ptr addrspace(1) %to to ptr addrspace(4)
  %r = call spir_func i32 @next(ptr addrspace(4) %at)
  ret void
}";

/// Tests that packets stay from launch to launch, as program-scope variables do.
#[test]
fn a_program_has_pipes_of_its_own() {
    let spirv = llvm_to_spirv(STORAGE.as_bytes(), &Options::default()).expect("the IR is translated");
    let program = Program::new(&spirv.bytes, &Options::default()).expect("it is compiled");
    let run = |kernel: &str, values: &[i32]| {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let mut arguments = [Argument::Buffer(bytes)];
        let grid = Grid { threads: 1, ..Grid::line(values.len() as u64, 1) };
        launch(&program, kernel, &grid, &mut arguments).expect("it runs");
        content(&arguments[0])
    };
    assert_eq!(run("put", &[10, 11, 12, 13, 14, 15, 16]), [0, 0, 0, 0, 0, -1, -1]);
    assert_eq!(run("take", &[0; 3]), [10, 11, 12]);
    assert_eq!(run("put", &[20, 21, 22, 23]), [0, 0, 0, -1]);
    assert_eq!(run("take", &[0; 7]), [13, 14, 20, 21, 22, 0, 0]);
}

fn sorted(mut values: Vec<i32>) -> Vec<i32> {
    values.sort_unstable();
    values
}

#[test]
fn a_full_pipe_takes_no_more() {
    let program = program();
    let mut arguments = [pipe([100, 200], 12), Argument::Buffer(vec![9; 64])];
    launch(&program, "numbers", &Grid::line(16, 4), &mut arguments).expect("it runs");
    let (found, said) = (content(&arguments[0]), content(&arguments[1]));
    assert_eq!(found[..2], [100, 200]);
    let taken: Vec<i32> = (0..16).filter(|i| said[*i as usize] == 0).collect();
    assert_eq!((found.len(), sorted(found[2..].to_vec())), (12, taken));
    assert!(said.iter().all(|said| *said == 0 || *said == -1), "{said:?}");
}

#[test]
fn the_packets_of_a_group_stay_together() {
    let program = program();
    for seed in [None, Some(5)] {
        // There is room for two groups of three.
        let mut arguments = [pipe([-1], 22)];
        launch(&program, "groups", &Grid { seed, ..Grid::line(24, 8) }, &mut arguments).expect("it runs");
        let found = content(&arguments[0]);
        assert_eq!(found[0], -1);
        let groups: Vec<_> = found[1..].chunks(8).collect();
        assert_eq!(groups.len(), 2);
        for group in groups {
            assert_eq!(group, (group[0]..group[0] + 8).collect::<Vec<_>>());
            assert_eq!(group[0] % 8, 0);
        }
    }
}

#[test]
fn packets_are_there_when_those_before_them_are() {
    let mut arguments = [pipe([], 4), Argument::Buffer(vec![9; 16])];
    launch(&program(), "turned", &Grid::line(1, 1), &mut arguments).expect("it runs");
    assert_eq!(content(&arguments[1]), [0, -1, 0, 3]);
    assert_eq!(content(&arguments[0])[2], 7);
}

#[test]
fn a_file_holds_the_packets_between_launches() {
    let folder = tempfile::tempdir().expect("a folder");
    let (module, packets) = (folder.path().join("pipes.ll"), folder.path().join("packets"));
    std::fs::write(&module, KERNELS).expect("it is written");
    let run = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spirv-runner"));
        let output = command.arg(&module).args(words).output().expect("it starts");
        (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    };
    let arg = format!("--arg=pipe:{}:4:16", packets.display());
    let grid = ["--global=6", "--local=1", "--threads=1"];
    let first = ["--kernel=numbers", grid[0], grid[1], grid[2], &arg, "--arg=out:24"];
    let second = ["--kernel=take", "--global=4", grid[1], grid[2], &arg, "--arg=out:16"];
    let expect = ["--expect=1:i32:0,1,2,3", "--expect=0:i32:4,5"];
    let (ran, text) = run(&[&first[..], &["--then"], &second, &expect].concat());
    assert!(ran, "{text}");
    assert_eq!(std::fs::read(&packets).expect("the packets"), [4, 0, 0, 0, 5, 0, 0, 0]);
    let small = format!("--arg=pipe:{}:4:1", packets.display());
    for (word, error) in [
        (small.as_str(), "is no pipe of up to 1 packets of 4 bytes"),
        ("--arg=pipe:x:0:4", "`0` is no size"),
        ("--arg=pipe:4", "is not pipe:FILE:BYTES:PACKETS"),
        ("--arg=out:16", "a buffer is given for it"),
    ] {
        let (ran, text) = run(&["--kernel=take", word, "--arg=out:16"]);
        assert!(!ran && text.contains(error), "{word}: {text}");
    }
}
