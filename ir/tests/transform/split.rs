//! Tests splitting of variables against LLVM's `sroa`, and by execution.

use llvm_spirv_testing::Random;
use std::fmt::Write;

use llvm_ir::draft::Draft;
use llvm_ir::transform::split::split_variables;

use crate::common::{files, some_of_the_tree, tool};
use crate::oracle::{changed, compare};
use crate::promotion::executed;

#[test]
fn as_sroa() {
    let mut list = some_of_the_tree();
    let step = if std::env::var_os("LLVM_IR_ALL_FILES").is_some() { 1 } else { 33 };
    list.extend(files("roundtrip-corpus", "cl").into_iter().step_by(step));
    list.extend(files("ir/tests/transform/split", "ll"));
    // A folder with files outside the tree.
    if let Some(folder) = std::env::var_os("LLVM_IR_FILES") {
        list = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    }
    let (equal, differ) = compare(&list, split_variables, "sroa<preserve-cfg>");
    assert!(equal > 0 && differ.is_empty(), "{equal} equal, {} not: {differ:#?}", differ.len());
}

#[test]
fn split_files() {
    crate::compare_files("split", |draft: &Draft| {
        for function in draft.functions().filter(|function| !function.is_declaration()) {
            split_variables(function).unwrap();
        }
    });
}

/// The types of variables' parts, with their sizes in bytes.
const TYPES: [(&str, usize); 8] = [
    ("i8", 1),
    ("i16", 2),
    ("i32", 4),
    ("i64", 8),
    ("<4 x i8>", 4),
    ("<2 x i16>", 4),
    ("<2 x i32>", 8),
    ("[2 x i32]", 8),
];

/// Returns a random program that moves bytes between variables in various ways, and finally sums them up.
fn program(random: &mut Random) -> String {
    let mut text = String::from("define i32 @main() {\nentry:\n");
    let kinds = ["[16 x i8]", "{ i32, i16, i64 }", "<4 x i32>", "[2 x { i16, i32 }]", "i128"];
    let variables = 2 + random.below(2);
    for v in 0..variables {
        let kind = random.pick(&kinds);
        let _ = writeln!(text, "  %v{v} = alloca {kind}, align 16");
    }
    for v in 0..variables {
        let _ = writeln!(text, "  call void @llvm.memset(ptr %v{v}, i8 {}, i64 16, i1 false)", random.below(250));
    }
    text += "  br label %b0\n";
    let blocks = 1 + random.below(4);
    for b in 0..blocks {
        let _ = writeln!(text, "b{b}:");
        for i in 0..1 + random.below(8) {
            step(random, &mut text, variables, &format!("{b}.{i}"));
        }
        let _ = match b + 1 == blocks {
            true => writeln!(text, "  br label %end"),
            false => {
                let _ = writeln!(text, "  %l{b} = load i8, ptr %v0\n  %o{b} = trunc i8 %l{b} to i1");
                writeln!(text, "  br i1 %o{b}, label %b{}, label %end", b + 1)
            }
        };
    }
    text += "end:\n  %s0 = add i64 0, 0\n";
    for v in 0..variables {
        let _ = writeln!(text, "  %a{v} = load i64, ptr %v{v}\n  %p{v} = getelementptr i8, ptr %v{v}, i64 8");
        let _ = writeln!(text, "  %c{v} = load i64, ptr %p{v}\n  %d{v} = xor i64 %a{v}, %c{v}");
        let _ = writeln!(text, "  %m{v} = mul i64 %s{v}, 31\n  %s{} = add i64 %m{v}, %d{v}", v + 1);
    }
    let _ = writeln!(text, "  %h = lshr i64 %s{variables}, 29\n  %x = xor i64 %s{variables}, %h");
    text + "  %t = trunc i64 %x to i32\n  %r = and i32 %t, 127\n  ret i32 %r\n}\n"
}

/// Adds a load and a store, a `memcpy`, a phi or select, or a `memset` of some bytes.
fn step(random: &mut Random, text: &mut String, variables: usize, at: &str) {
    let (ty, size) = random.pick(&TYPES);
    let mut place = |text: &mut String, name: &str, size: usize| {
        // Most places are those of members.
        let offset = random.below(17 - size) / size.min(4) * size.min(4);
        let v = random.below(variables);
        let _ = writeln!(text, "  %{name}{at} = getelementptr i8, ptr %v{v}, i64 {offset}");
    };
    place(text, "f", size);
    place(text, "t", size);
    let _ = match random.below(6) {
        0 => {
            let bytes = 1 + random.below(size);
            writeln!(text, "  call void @llvm.memmove(ptr %t{at}, ptr %f{at}, i64 {bytes}, i1 false)")
        }
        1 => writeln!(text, "  call void @llvm.memset(ptr %t{at}, i8 {}, i64 {size}, i1 false)", random.below(250)),
        2 => {
            let _ = writeln!(text, "  %g{at} = load i8, ptr %t{at}\n  %o{at} = trunc i8 %g{at} to i1");
            let _ = writeln!(text, "  %q{at} = select i1 %o{at}, ptr %f{at}, ptr %t{at}");
            writeln!(text, "  %x{at} = load {ty}, ptr %q{at}, align 1\n  store {ty} %x{at}, ptr %t{at}, align 1")
        }
        3 if ty.starts_with('i') => {
            let _ = writeln!(text, "  %x{at} = load {ty}, ptr %f{at}, align 1\n  %y{at} = add {ty} %x{at}, 77");
            writeln!(text, "  store {ty} %y{at}, ptr %t{at}, align 1")
        }
        _ => writeln!(text, "  %x{at} = load {ty}, ptr %f{at}, align 1\n  store {ty} %x{at}, ptr %t{at}, align 1"),
    };
}

#[test]
fn random_programs_compute_the_same() {
    let mut random = Random::new(11, 0);
    let count = std::env::var("LLVM_IR_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(30);
    for _ in 0..count {
        let text = program(&mut random);
        let text =
            text.replace("@llvm.memset(", "@llvm.memset.p0.i64(").replace("@llvm.memmove(", "@llvm.memmove.p0.p0.i64(");
        let text = format!(
            "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\ndeclare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)\n{text}"
        );
        let ours = changed(text.as_bytes(), split_variables).unwrap();
        assert!(tool("opt", &["-passes=verify", "-disable-output", "-"], ours.as_bytes()).is_some(), "{ours}");
        assert_eq!(executed(&text), executed(&ours), "{text}\n{ours}");
    }
}
