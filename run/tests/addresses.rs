//! Addresses in memory, from the command line.
#![allow(clippy::expect_used, missing_docs, reason = "tests")]

mod files;
mod glsl;
mod lines;

use std::path::Path;
use std::process::Command;

/// A linked list reached by the push constants, whose elements are summed, and a table of rows in a buffer.
const LIST: &str = "#extension GL_EXT_buffer_reference : require
layout(local_size_x = 4) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Node { Node next; uint value; };
layout(buffer_reference, std430) buffer Row { uint values[4]; };
layout(std430, binding = 0) buffer Table { uint sums[4]; Row rows[2]; } table;
layout(push_constant) uniform Push { uint count; Node head; } push;
void main() {
    uint i = gl_LocalInvocationIndex, sum = 0u;
    Node node = push.head;
    for (uint n = 0u; n < push.count; n++) { sum += node.value; node = node.next; }
    table.sums[i] = sum + table.rows[0].values[i];
    table.rows[1].values[i] = 7u * i;
}";

fn run(module: &Path, words: &[String]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spirv-runner"));
    let output = command.arg(module).args(words).output().expect("it starts");
    (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

#[test]
fn push_constants_and_buffers_hold_addresses() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| files::written(folder.path(), name, bytes);
    let module = folder.path().join("list.spv");
    std::fs::write(&module, glsl::compiled("main", LIST)).expect("it is written");
    // Two nodes of 16 bytes; in place of addresses is a mark.
    let nodes = file("nodes", &words(&[9, 9, 30, 0, 9, 9, 12, 0]));
    let table = file("table", &[words(&[0; 4]), vec![5; 16]].concat());
    let fixed = [
        "--push=u32:2",
        "--push=u32:0",
        "--push=address:nodes+16",
        &format!("--buffer=nodes=inout:{nodes}"),
        "--address=nodes+16=nodes",
        "--buffer=first=bytes:01000000020000000300000004000000",
        "--buffer=second=out:16",
        &format!("--bind=0:0={table}"),
        &format!("--out=0:0={table}"),
        "--address=0:0+16=first",
        "--address=0:0+24=second",
        "--expect=0:0:u32:43,44,45,46",
        "--expect=second:u32:0,7,14,21",
        "--print=u32",
    ];
    let (ran, text) = run(&module, &fixed.map(str::to_owned));
    assert!(ran && text.contains("buffer second:\n  0 7 14 21\n"), "{text}");
    assert_eq!(std::fs::read(nodes).expect("the nodes"), words(&[9, 9, 30, 0, 9, 9, 12, 0]));
    let left = std::fs::read(table).expect("the table");
    assert_eq!(left, [words(&[43, 44, 45, 46]), vec![5; 16]].concat(), "addresses are not given back");
}

#[test]
fn addresses_that_are_not_there_are_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = folder.path().join("list.spv");
    std::fs::write(&module, glsl::compiled("main", LIST)).expect("it is written");
    let bound = "--bind=0:0=out:32".to_owned();
    let push = "--push=bytes:00000000000000000000000000000000".to_owned();
    let cases = [
        ("--address=push+8=lost", "`lost` is no buffer\n  hint: there are push, 0:0"),
        ("--address=push+9=0:0", "there are no 8 bytes at 9 of a buffer of 16"),
        ("--address=0:0+32=push", "there are no 8 bytes at 32 of a buffer of 32"),
        ("--address=0:0+0=0:0+33", "there are no 0 bytes at 33"),
        ("--address=0:0:1=0:0", "an address of what is no buffer"),
        ("--address=0:0+x=0:0", "no place in a buffer"),
        ("--buffer=0:1=out:4", "`0:1` is no name of a buffer"),
        ("--buffer=push=out:4", "--buffer push: that is the name of something else"),
    ];
    for (word, error) in cases {
        let (ran, text) = run(&module, &[bound.clone(), push.clone(), word.to_owned()]);
        assert!(!ran && text.contains(error), "{word}: {text}");
    }
}

/// Tests a kernel argument that holds the addresses of other buffers.
#[test]
fn buffers_of_kernels_hold_addresses() {
    let source = "target triple = \"spir64-unknown-unknown\"
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @rows(ptr addrspace(1) %table, ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %at = getelementptr ptr addrspace(1), ptr addrspace(1) %table, i64 %i
  %row = load ptr addrspace(1), ptr addrspace(1) %at, align 8
  %x = load i32, ptr addrspace(1) %row, align 4
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %x, ptr addrspace(1) %to, align 4
  ret void
}";
    let folder = tempfile::tempdir().expect("a folder");
    let module = folder.path().join("rows.ll");
    std::fs::write(&module, source).expect("it is written");
    let fixed = [
        "--global=2",
        "--arg=out:16",
        "--arg=out:8",
        "--buffer=row=bytes:0500000006000000",
        "--address=0+0=row+4",
        "--address=0+8=row",
        "--expect=1:i32:6,5",
    ];
    let (ran, text) = run(&module, &fixed.map(str::to_owned));
    assert!(ran, "{text}");
}

/// Tests that, with checks, an access by address is to a buffer or is reported.
#[test]
fn accesses_by_address_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = folder.path().join("list.spv");
    std::fs::write(&module, glsl::with_lines("main", LIST)).expect("it is written");
    let nodes: String = words(&[0, 0, 30, 0, 0, 0, 12, 0]).iter().map(|byte| format!("{byte:02x}")).collect();
    let run = |count: u32, at: &str| {
        let fixed = [
            "--check",
            &format!("--push=u32x2:{count},0"),
            &format!("--push=address:nodes+{at}"),
            &format!("--buffer=nodes=bytes:{nodes}"),
            "--bind=0:0=out:32",
            "--address=nodes+16=nodes",
            "--address=0:0+16=row",
            "--address=0:0+24=row",
            "--buffer=row=out:16",
        ];
        run(&module, &fixed.map(str::to_owned))
    };
    let (ran, text) = run(2, "16");
    assert!(ran, "{text}");
    let (ran, text) = run(3, "16");
    assert!(!ran && lines::names(&text, "line 12: work-item"), "{text}");
    assert!(text.contains("accesses 4 bytes at the address 0x8, where the launch has no memory"), "{text}");
    let (ran, text) = run(1, "28");
    assert!(!ran && text.contains("accesses 4 bytes at 36 of buffer 0 of those that only addresses lead to"), "{text}");
    assert!(text.contains("which has 32 bytes"), "{text}");
}

/// Tests pointers that are selected or stored in memory; accesses to tables and variables of the module are not faults.
#[test]
fn pointers_in_memory_are_checked() {
    let source = "target triple = \"spir64-unknown-unknown\"
@first = internal addrspace(2) constant [2 x i32] [i32 3, i32 4], align 4
@second = internal addrspace(2) constant [2 x i32] [i32 5, i32 6], align 4
@table = internal addrspace(2) constant [2 x ptr addrspace(2)] [ptr addrspace(2) @first, ptr addrspace(2) @second], align 8
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @chosen(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
entry:
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %is = icmp eq i64 %i, 0
  br i1 %is, label %yes, label %no
yes:
  br label %all
no:
  br label %all
all:
  %p = phi ptr addrspace(1) [ %a, %yes ], [ %b, %no ]
  %row = getelementptr [2 x ptr addrspace(2)], ptr addrspace(2) @table, i64 0, i64 %i
  %of = load ptr addrspace(2), ptr addrspace(2) %row, align 8
  %v = load i32, ptr addrspace(2) %of, align 4
  %to = getelementptr i32, ptr addrspace(1) %p, i64 %n
  store i32 %v, ptr addrspace(1) %to, align 4
  ret void
}";
    let folder = tempfile::tempdir().expect("a folder");
    let module = folder.path().join("chosen.ll");
    for triple in ["spir64", "spir"] {
        let (bits, size) = if triple == "spir" { ("4", "i32") } else { ("8", "i64") };
        let text = source.replace("spir64", triple).replace("align 8", &format!("align {bits}"));
        let text = if triple == "spir" { text.replace("i64", size) } else { text };
        std::fs::write(&module, text).expect("it is written");
        let words = |n: &str| {
            ["--check", "--global=2", "--arg=out:8", "--arg=out:8", n, "--expect=1:i32:0,5"].map(str::to_owned)
        };
        let (ran, text) = run(&module, &words(&format!("--arg={size}:1")));
        assert!(ran, "{triple}: {text}");
        let (ran, text) = run(&module, &words(&format!("--arg={size}:2")));
        assert!(!ran && text.contains("accesses 4 bytes at 8 of argument"), "{triple}: {text}");
    }
}
