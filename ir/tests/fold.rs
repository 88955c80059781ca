//! Tests of folding: instructions on random constants fold to the results of LLVM's `instsimplify`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

mod common;

use common::tool;
use llvm_ir::draft::{Draft, Value};
use llvm_ir::instruction::{Opcode, Predicate};
use llvm_spirv_testing::Random;
use std::fmt::Write;

const INTS: &[&str] = &["i1", "i3", "i8", "i16", "i32", "i64", "i65", "i128", "i200"];
const FLOATS: &[&str] = &["half", "bfloat", "float", "double", "x86_fp80", "fp128"];

fn width(ty: &str) -> u32 {
    match ty {
        "half" | "bfloat" => 16,
        "float" => 32,
        "double" => 64,
        "x86_fp80" => 80,
        "fp128" => 128,
        _ => ty[1..].parse().unwrap(),
    }
}

fn int(r: &mut Random, ty: &str) -> String {
    let bits = width(ty);
    let words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| r.number()).collect();
    match r.below(12) {
        0 => "0".to_owned(),
        1 if bits > 1 => "-1".to_owned(),
        2 if bits > 1 => "1".to_owned(),
        3 => hex(bits, &[1 << ((bits - 1) % 64)].repeat(words.len()), true),
        4 => "undef".to_owned(),
        5 => "poison".to_owned(),
        6 if bits > 3 => r.below(bits as usize + 3).min(7).to_string(),
        7 if bits > 8 => r.below(bits as usize + 3).to_string(),
        8 => hex(bits, &[r.below(1 << 20) as u64], false),
        _ => hex(bits, &words, false),
    }
}

fn hex(bits: u32, words: &[u64], top: bool) -> String {
    let count = bits.div_ceil(64) as usize;
    let mut text = String::from("u0x");
    for i in (0..count).rev() {
        let mut word = words.get(i).copied().unwrap_or(0);
        if i + 1 == count && !bits.is_multiple_of(64) {
            word &= (1 << (bits % 64)) - 1;
        } else if top && i + 1 < count {
            word = 0;
        }
        write!(text, "{word:016x}").unwrap();
    }
    text
}

fn float(r: &mut Random, ty: &str) -> String {
    let (a, b) = (r.number(), r.number());
    let special = r.below(8);
    let (sign, fraction) = (
        a >> 63,
        match r.below(3) {
            0 => 0,
            1 => a & 3,
            _ => a,
        },
    );
    // An exponent near the middle, at an end, or any.
    let exponent = |bits: u64, r: &mut Random| {
        let most = (1u64 << bits) - 1;
        match r.below(8) {
            0 => 0,
            1 => most,
            2 => r.below(most as usize + 1) as u64,
            3 => most - 1 - r.below(4) as u64,
            4 => r.below(4) as u64,
            _ => most / 2 - 8 + r.below(24) as u64,
        }
    };
    match ty {
        _ if special == 0 => r.pick(&["undef", "poison"]).to_owned(),
        "half" => format!("0xH{:04X}", sign << 15 | exponent(5, r).min(31) << 10 | fraction & 0x3ff),
        "bfloat" => format!("0xR{:04X}", sign << 15 | exponent(8, r) << 7 | fraction & 0x7f),
        "float" => {
            let bits = (sign << 31 | exponent(8, r) << 23 | (fraction >> 9) & 0x7f_ffff) as u32;
            let value = f32::from_bits(bits);
            let wide = if value.is_nan() { 0x7ff8_0000_0000_0000 | sign << 63 } else { (value as f64).to_bits() };
            format!("0x{wide:016X}")
        }
        "double" => format!("0x{:016X}", sign << 63 | exponent(11, r) << 52 | fraction & 0xf_ffff_ffff_ffff),
        "x86_fp80" => {
            let exponent = exponent(15, r);
            let one = if exponent > 0 { 1 << 63 } else { 0 };
            format!("0xK{:04X}{:016X}", sign << 15 | exponent, one | fraction >> 1)
        }
        _ => format!("0xL{b:016X}{:016X}", sign << 63 | exponent(15, r) << 48 | fraction & 0xffff_ffff_ffff),
    }
}

fn scalar(r: &mut Random, ty: &str) -> String {
    if ty.starts_with('i') { int(r, ty) } else { float(r, ty) }
}

/// Returns a random constant of a type, or of a vector of it.
fn constant(r: &mut Random, ty: &str, lanes: u64) -> String {
    if lanes == 0 {
        return scalar(r, ty);
    }
    match r.below(8) {
        0 => "undef".to_owned(),
        1 => "poison".to_owned(),
        2 => "zeroinitializer".to_owned(),
        3 => format!("splat ({ty} {})", scalar(r, ty)),
        _ => {
            let list: Vec<String> = (0..lanes).map(|_| format!("{ty} {}", scalar(r, ty))).collect();
            format!("<{}>", list.join(", "))
        }
    }
}

fn vector(ty: &str, lanes: u64) -> String {
    if lanes == 0 { ty.to_owned() } else { format!("<{lanes} x {ty}>") }
}

/// An instruction on constants, and the type of its result.
fn instruction(r: &mut Random) -> (String, String) {
    let lanes = r.pick(&[0, 0, 1, 2, 3, 4]);
    let (int, float) = (r.pick(INTS), r.pick(FLOATS));
    let any = if r.below(2) == 0 { int } else { float };
    match r.below(10) {
        0..3 => {
            let opcode = r.pick(&Opcode::ALL[Opcode::Add as usize..=Opcode::Xor as usize]).word();
            let ty = vector(int, lanes);
            (format!("{opcode} {ty} {}, {}", constant(r, int, lanes), constant(r, int, lanes)), ty)
        }
        3 | 4 => {
            let opcode = r.pick(&["fadd", "fsub", "fmul", "fdiv", "frem"]);
            let ty = vector(float, lanes);
            (format!("{opcode} {ty} {}, {}", constant(r, float, lanes), constant(r, float, lanes)), ty)
        }
        5 | 6 => cast(r, lanes),
        7 => {
            let float = any == float;
            let from = if float { 1 } else { 16 };
            let predicate = Predicate::ALL[from + r.below(if float { 14 } else { 10 })];
            let opcode = if float { "fcmp" } else { "icmp" };
            let (ty, predicate) = (vector(any, lanes), predicate.word());
            let (a, b) = (constant(r, any, lanes), constant(r, any, lanes));
            (format!("{opcode} {predicate} {ty} {a}, {b}"), vector("i1", lanes))
        }
        8 => {
            let (ty, by) = (vector(any, lanes), r.pick(&[0, lanes]));
            let condition = constant(r, "i1", by);
            let (a, b) = (constant(r, any, lanes), constant(r, any, lanes));
            (format!("select {} {condition}, {ty} {a}, {ty} {b}", vector("i1", by)), ty)
        }
        _ => parts(r, any, lanes.max(1)),
    }
}

fn cast(r: &mut Random, lanes: u64) -> (String, String) {
    let (mut a, mut b) = (r.pick(INTS), r.pick(INTS));
    let (mut f, mut g) = (r.pick(FLOATS), r.pick(FLOATS));
    if width(a) > width(b) {
        (a, b) = (b, a);
    }
    if width(f) > width(g) {
        (f, g) = (g, f);
    }
    let int = r.pick(INTS);
    let (opcode, from, to) = match r.below(8) {
        0 if a != b => ("trunc", b, a),
        1 if a != b => (r.pick(&["zext", "sext"]), a, b),
        2 | 3 if width(f) != width(g) => ("fptrunc", g, f),
        4 if width(f) != width(g) => ("fpext", f, g),
        5 => (r.pick(&["fptoui", "fptosi"]), r.pick(FLOATS), int),
        _ => (r.pick(&["uitofp", "sitofp"]), int, r.pick(FLOATS)),
    };
    let to = vector(to, lanes);
    (format!("{opcode} {} {} to {to}", vector(from, lanes), constant(r, from, lanes)), to)
}

fn parts(r: &mut Random, element: &str, lanes: u64) -> (String, String) {
    let ty = vector(element, lanes);
    let (a, b) = (constant(r, element, lanes), constant(r, element, lanes));
    let at = r.pick(&["0", "1", "2", "9", "undef", "poison"]);
    match r.below(5) {
        0 => (format!("extractelement {ty} {a}, i32 {at}"), element.to_owned()),
        1 => (format!("insertelement {ty} {a}, {element} {}, i64 {at}", scalar(r, element)), ty),
        2 => {
            let count = r.below(4) as u64 + 1;
            let index = |r: &mut Random| match r.below(lanes as usize * 2 + 1) {
                0 => "i32 poison".to_owned(),
                i => format!("i32 {}", i - 1),
            };
            let mask: Vec<String> = (0..count).map(|_| index(r)).collect();
            let result = vector(element, count);
            (format!("shufflevector {ty} {a}, {ty} {b}, <{count} x i32> <{}>", mask.join(", ")), result)
        }
        3 => {
            let whole = format!("{{ i8, {ty} }} {{ i8 7, {ty} {a} }}");
            (format!("extractvalue {whole}, 1"), ty)
        }
        _ => {
            let whole = format!("{{ i8, [2 x {ty}] }}");
            let value = format!("{whole} {{ i8 7, [2 x {ty}] [{ty} {a}, {ty} {b}] }}");
            (format!("insertvalue {value}, {ty} {b}, 1, 0"), whole)
        }
    }
}

/// Returns the constant that an instruction folds to.
fn folded<'d>(draft: &'d Draft, of: Value<'d>) -> Option<Value<'d>> {
    let operands: Vec<Value<'d>> = of.operands().collect();
    let opcode = of.opcode()?;
    let indices = |from: usize| of.words().iter().skip(from).map(std::cell::Cell::get).collect::<Vec<_>>();
    match *operands.as_slice() {
        [a, b] if opcode.is_binary() => draft.fold_binary(opcode, a, b),
        [a, b] if matches!(opcode, Opcode::ICmp | Opcode::FCmp) => {
            draft.fold_compare(Predicate::from_number(of.instruction_row()?.sub.into())?, a, b)
        }
        [a] if opcode.is_cast() => draft.fold_cast(opcode, a, of.ty()),
        [a] if opcode == Opcode::FNeg => draft.fold_fneg(a),
        [c, a, b] if opcode == Opcode::Select => draft.fold_select(c, a, b),
        [a, i] if opcode == Opcode::ExtractElement => draft.fold_extract_element(a, i),
        [a, e, i] if opcode == Opcode::InsertElement => draft.fold_insert_element(a, e, i),
        [a, b, mask] if opcode == Opcode::ShuffleVector => draft.fold_shuffle(a, b, mask),
        [a] if opcode == Opcode::ExtractValue => draft.fold_extract_value(a, &indices(1)),
        [a, v] if opcode == Opcode::InsertValue => draft.fold_insert_value(a, v, &indices(2)),
        _ => None,
    }
}

fn print(module: &llvm_ir::Module) -> String {
    String::from_utf8_lossy(&llvm_ir::print(module, &llvm_ir::PrintOptions::default()).unwrap()).into_owned()
}

/// Returns the functions after folding by LLVM and by this crate, as text.
fn both(text: &str) -> (String, String) {
    let simplified = tool("opt", &["-S", "-passes=instsimplify", "-o", "-", "-"], text.as_bytes());
    let want = print(&llvm_ir::parse(&simplified.unwrap()).unwrap());
    let draft = Draft::thaw(llvm_ir::parse(text.as_bytes()).unwrap());
    for function in draft.functions() {
        let first = function.instructions().next().unwrap();
        if let Some(constant) = folded(&draft, first) {
            assert_eq!(constant.ty(), first.ty());
            first.replace_uses(constant).unwrap();
            first.erase().unwrap();
        }
    }
    (want, print(&draft.freeze()))
}

fn compare(instructions: &[(String, String)]) {
    let mut text = String::new();
    for (i, (what, ty)) in instructions.iter().enumerate() {
        writeln!(text, "define {ty} @f{i}() {{\n  %x = {what}\n  ret {ty} %x\n}}").unwrap();
    }
    let (want, got) = both(&text);
    let parts = |text: &str| text.split("define ").skip(1).map(str::to_owned).collect::<Vec<_>>();
    let differ: Vec<String> = parts(&want)
        .iter()
        .zip(parts(&got))
        .zip(instructions)
        .filter(|((want, got), _)| *want != got)
        .map(|((want, got), (what, _))| format!("{what}\nwant {want}got  {got}"))
        .collect();
    assert!(differ.is_empty(), "{} differ:\n{}", differ.len(), differ.join("\n"));
}

#[test]
fn random_instructions() {
    let count = std::env::var("LLVM_IR_FOLDS").ok().and_then(|count| count.parse().ok()).unwrap_or(20_000);
    let mut r = Random::new(35, 0);
    let instructions: Vec<_> = (0..count).map(|_| instruction(&mut r)).collect();
    instructions.chunks(5_000).for_each(compare);
}

#[test]
fn all_halves() {
    for (opcode, from, to) in [
        ("fpext", "half", "float"),
        ("fpext", "half", "double"),
        ("fpext", "bfloat", "double"),
        ("bitcast", "half", "i16"),
        ("fptosi", "half", "i8"),
        ("fptoui", "bfloat", "i16"),
        ("fneg", "half", "half"),
    ] {
        let letter = if from == "half" { 'H' } else { 'R' };
        let vectors: Vec<(String, String)> = (0..1 << 12)
            .map(|start| {
                let list: Vec<_> = (0..16).map(|i| format!("{from} 0x{letter}{:04X}", start * 16 + i)).collect();
                let value = format!("<16 x {from}> <{}>", list.join(", "));
                let ty = format!("<16 x {to}>");
                (if opcode == "fneg" { format!("fneg {value}") } else { format!("{opcode} {value} to {ty}") }, ty)
            })
            .collect();
        compare(&vectors);
    }
}
