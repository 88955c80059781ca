//! Tests sizes, alignments and offsets of types against constants that LLVM folds.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

mod common;

use common::{assembled, tool};
use llvm_ir::instruction::Opcode;
use llvm_ir::layout::{DataLayout, Sizes};
use llvm_spirv_testing::Random;

const LAYOUTS: [&str; 6] = [
    "",
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1",
    "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1",
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    "E-p:16:16-i16:16-i32:16-i64:16-f32:16-f64:16-a:8:16-n8:16",
    "e-p:64:64:64:32-p3:160:256:256:32-a:0:32-i8:8:32-f16:32-v64:32",
];

const SCALARS: [&str; 18] = [
    "i1",
    "i3",
    "i8",
    "i17",
    "i24",
    "i32",
    "i33",
    "i64",
    "i65",
    "i128",
    "i200",
    "half",
    "bfloat",
    "float",
    "double",
    "fp128",
    "ptr",
    "ptr addrspace(3)",
];

/// Target extension types, as members of structures.
const TARGETS: [&str; 4] = [
    r#"target("spirv.Padding", 5)"#,
    r#"target("dx.Padding", 3)"#,
    r#"target("spirv.Event")"#,
    r#"target("amdgcn.named.barrier", 0)"#,
];

fn random_type(r: &mut Random, depth: usize) -> String {
    match r.below(if depth == 0 { 2 } else { 6 }) {
        0 => SCALARS[r.below(SCALARS.len())].to_owned(),
        1 => format!("<{} x {}>", r.below(9) + 1, SCALARS[r.below(SCALARS.len())]),
        2 => format!("[{} x {}]", r.below(5), random_type(r, depth - 1)),
        kind => {
            let part = |r: &mut Random| match r.below(8) {
                0 => TARGETS[r.below(TARGETS.len())].to_owned(),
                _ => random_type(r, depth - 1),
            };
            let parts: Vec<_> = (0..r.below(4)).map(|_| part(r)).collect();
            let parts = parts.join(", ");
            if kind == 3 { format!("<{{ {parts} }}>") } else { format!("{{ {parts} }}") }
        }
    }
}

/// Returns the numbers that LLVM folds: for each type the offset of an `i8` behind it in a structure, and its alignment.
fn asked(layout: &str, types: &[String]) -> Vec<[u64; 2]> {
    let mut text = format!("target datalayout = \"{layout}\"\n");
    for (i, ty) in types.iter().enumerate() {
        let address = |ty: &str, path: &str| format!("ptrtoint (ptr getelementptr ({ty}, ptr null, {path}) to i64)");
        let size = address(ty, "i32 1");
        let align = address(&format!("{{ i1, {ty} }}"), "i32 0, i32 1");
        text += &format!(
            "define i64 @size{i}() {{\n  ret i64 {size}\n}}\ndefine i64 @align{i}() {{\n  ret i64 {align}\n}}\n"
        );
    }
    let folded = tool("opt", &["-S", "-passes=instcombine", "-o", "-", "-"], text.as_bytes()).unwrap();
    let folded = String::from_utf8(folded).unwrap();
    let number = |line: &str| line.trim().strip_prefix("ret i64 ").map(|n| n.parse().unwrap());
    let numbers: Vec<u64> = folded.lines().filter_map(number).collect();
    assert_eq!(numbers.len(), types.len() * 2, "{folded}");
    numbers.chunks(2).map(|pair| [pair[0], pair[1]]).collect()
}

#[test]
fn sizes_are_those_of_llvm() {
    let mut r = Random::new(7, 0);
    for text in LAYOUTS {
        let types: Vec<String> = (0..300).map(|_| random_type(&mut r, 3)).collect();
        let want = asked(text, &types);
        let loads: String = types.iter().enumerate().map(|(i, ty)| format!("  %{i} = load {ty}, ptr %p\n")).collect();
        let module =
            format!("target datalayout = \"{text}\"\ndefine void @f(ptr %p) {{\nentry:\n{loads}  ret void\n}}\n");
        let module = llvm_ir::read(&assembled(module.as_bytes()).unwrap()).unwrap();
        let layout = DataLayout::parse(text).unwrap();
        let mut sizes = Sizes::default();
        let instructions = module.functions().flat_map(|f| f.instructions());
        let loaded = instructions.filter(|i| i.opcode() == Opcode::Load).filter_map(|i| i.result());
        for ((value, ty), want) in loaded.zip(&types).zip(want) {
            let size = value.ty().size(&layout, &mut sizes).unwrap();
            assert_eq!([size.allocated(), size.abi], want, "{ty} in `{text}`");
        }
    }
}
