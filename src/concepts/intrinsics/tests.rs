//! Tests of each intrinsic with a row, as a valid module that is stable in the second round trip; and of the emitted sequences.

use super::super::builtins::testing::{opcodes, round_trip, to_words, validate};
use crate::options::BuiltinSpelling;
use ::spirv::Op;
use std::collections::BTreeSet;
use std::fmt::Write as _;

const FLOATS: [(&str, &str, &str); 4] =
    [("half", "f16", "i32"), ("float", "f32", "i32"), ("double", "f64", "i32"), ("<3 x float>", "v3f32", "<3 x i32>")];
const INTEGERS: [(&str, &str, &str); 5] = [
    ("i8", "i8", "i1"),
    ("i16", "i16", "i1"),
    ("i32", "i32", "i1"),
    ("i64", "i64", "i1"),
    ("<4 x i32>", "v4i32", "<4 x i1>"),
];

/// A module of functions that each call one intrinsic.
#[derive(Default)]
struct Calls {
    declared: BTreeSet<String>,
    text: String,
    count: usize,
}

impl Calls {
    /// Adds a call with these arguments: only a type, or a type with a constant.
    fn add(&mut self, result: &str, name: &str, args: &[&str]) {
        let types: Vec<_> = args.iter().map(|arg| arg.split_once(" = ").map_or(*arg, |(ty, _)| ty)).collect();
        let list = types.join(", ");
        self.declared.insert(format!("declare {result} @llvm.{name}({list})"));
        let value = |(index, arg): (usize, &&str)| match arg.split_once(" = ") {
            Some((ty, constant)) => format!("{ty} {constant}"),
            None => format!("{arg} %{index}"),
        };
        let (values, number) = (args.iter().enumerate().map(value).collect::<Vec<_>>().join(", "), args.len() + 1);
        writeln!(self.text, "define spir_func {result} @test{}({}) {{", self.count, list.replace("metadata", "i32"))
            .unwrap();
        match result {
            "void" => writeln!(self.text, "  call void @llvm.{name}({values})\n  ret void\n}}").unwrap(),
            _ => {
                writeln!(self.text, "  %{number} = call {result} @llvm.{name}({values})\n  ret {result} %{number}\n}}")
                    .unwrap()
            }
        }
        self.count += 1;
    }

    fn words(&self) -> Vec<u32> {
        let declared = self.declared.iter().cloned().collect::<Vec<_>>().join("\n");
        to_words(&format!("target triple = \"spir64-unknown-unknown\"\n{declared}\n{}", self.text))
    }

    /// Checks that the module is valid, and that the second round trip changes nothing.
    fn check(&self) {
        let words = self.words();
        validate(&words);
        let second = round_trip(&words, BuiltinSpelling::SpvIr);
        validate(&second);
        assert!(round_trip(&second, BuiltinSpelling::SpvIr) == second);
    }
}

#[test]
fn floating_point() {
    let mut calls = Calls::default();
    for (ty, code, integers) in FLOATS {
        for name in [
            "sqrt",
            "fabs",
            "floor",
            "ceil",
            "trunc",
            "rint",
            "nearbyint",
            "roundeven",
            "round",
            "sin",
            "cos",
            "tan",
            "asin",
            "acos",
            "atan",
            "sinh",
            "cosh",
            "tanh",
            "exp",
            "exp2",
            "exp10",
            "log",
            "log2",
            "log10",
            "canonicalize",
            "arithmetic.fence",
        ] {
            calls.add(ty, &format!("{name}.{code}"), &[ty]);
        }
        for name in ["pow", "copysign", "minnum", "maxnum", "minimum", "maximum", "minimumnum", "maximumnum", "atan2"] {
            calls.add(ty, &format!("{name}.{code}"), &[ty, ty]);
        }
        for name in ["fma", "fmuladd"] {
            calls.add(ty, &format!("{name}.{code}"), &[ty, ty, ty]);
        }
        let (exponents, narrow) = (code.replace("f16", "i32").replace("f32", "i32").replace("f64", "i32"), integers);
        calls.add(ty, &format!("powi.{code}.i32"), &[ty, "i32"]);
        calls.add(ty, &format!("ldexp.{code}.{exponents}"), &[ty, narrow]);
        calls.add(&format!("{{ {ty}, {narrow} }}"), &format!("frexp.{code}.{exponents}"), &[ty]);
        calls.add(&format!("{{ {ty}, {ty} }}"), &format!("modf.{code}"), &[ty]);
        calls.add(&format!("{{ {ty}, {ty} }}"), &format!("sincos.{code}"), &[ty]);
        calls.add(narrow, &format!("fptosi.sat.{exponents}.{code}"), &[ty]);
        calls.add(narrow, &format!("fptoui.sat.{exponents}.{code}"), &[ty]);
        for class in 0..1024 {
            if class < 32 || class % 37 == 0 || [0x204, 0x108, 0x1F8, 0x3FC, 0x3FF].contains(&class) {
                let class = format!("i32 = {class}");
                calls.add(&narrow.replace("i32", "i1"), &format!("is.fpclass.{code}"), &[ty, &class]);
            }
        }
    }
    for name in ["lrint", "llrint", "lround", "llround"] {
        calls.add("i64", &format!("{name}.i64.f32"), &["float"]);
    }
    calls.check();
}

#[test]
fn integers() {
    let mut calls = Calls::default();
    for (ty, code, boolean) in INTEGERS {
        for name in
            ["smin", "smax", "umin", "umax", "uadd.sat", "sadd.sat", "usub.sat", "ssub.sat", "ushl.sat", "sshl.sat"]
        {
            calls.add(ty, &format!("{name}.{code}"), &[ty, ty]);
        }
        for name in ["ctpop", "bitreverse", "bswap"].iter().filter(|name| code != "i8" || **name != "bswap") {
            calls.add(ty, &format!("{name}.{code}"), &[ty]);
        }
        for name in ["abs", "ctlz", "cttz"] {
            calls.add(ty, &format!("{name}.{code}"), &[ty, "i1 = false"]);
        }
        for name in ["fshl", "fshr"] {
            calls.add(ty, &format!("{name}.{code}"), &[ty, ty, ty]);
            let rotated = format!("{ty} = %0");
            calls.add(ty, &format!("{name}.{code}"), &[ty, &rotated, ty]);
        }
        for name in ["uadd", "sadd", "usub", "ssub", "umul", "smul"] {
            calls.add(&format!("{{ {ty}, {boolean} }}"), &format!("{name}.with.overflow.{code}"), &[ty, ty]);
        }
        let (small, small_code) =
            (boolean.replace("i1", "i8"), code.replace("i16", "i8").replace("i32", "i8").replace("i64", "i8"));
        for name in ["ucmp", "scmp"] {
            calls.add(&small, &format!("{name}.{small_code}.{code}"), &[ty, ty]);
        }
    }
    for name in ["add", "mul", "and", "or", "xor", "smin", "smax", "umin", "umax"] {
        calls.add("i32", &format!("vector.reduce.{name}.v4i32"), &["<4 x i32>"]);
    }
    for name in ["fmin", "fmax", "fminimum", "fmaximum"] {
        calls.add("float", &format!("vector.reduce.{name}.v4f32"), &["<4 x float>"]);
    }
    for name in ["fadd", "fmul"] {
        calls.add("float", &format!("vector.reduce.{name}.v4f32"), &["float", "<4 x float>"]);
    }
    for name in ["and", "or", "xor"] {
        calls.add("i1", &format!("vector.reduce.{name}.v4i1"), &["<4 x i1>"]);
    }
    calls.check();
}

#[test]
fn memory() {
    let mut calls = Calls::default();
    for (to, from, length) in [(0, 1), (1, 1), (1, 2), (4, 1), (3, 4), (4, 2)]
        .iter()
        .flat_map(|(to, from)| ["i32", "i64"].map(|length| (*to, *from, length)))
    {
        let [target, source] = [to, from].map(|space: u32| format!("ptr addrspace({space})"));
        for name in ["memcpy", "memmove"] {
            let name = format!("{name}.p{to}.p{from}.{length}");
            for size in
                [length.to_owned(), format!("{length} = 24"), format!("{length} = 65536"), format!("{length} = 0")]
            {
                calls.add("void", &name, &[&target, &source, &size, "i1 = false"]);
            }
            calls.add("void", &name, &[&target, &source, length, "i1 = true"]);
        }
        let name = format!("memset.p{to}.{length}");
        for byte in ["i8", "i8 = 0", "i8 = -1"] {
            for size in [length.to_owned(), format!("{length} = 24"), format!("{length} = 65536")] {
                calls.add("void", &name, &[&target, byte, &size, "i1 = false"]);
            }
        }
    }
    calls.check();
}

/// Checks that intrinsics without meaning in SPIR-V are dropped.
#[test]
fn hints() {
    let mut calls = Calls::default();
    calls.add("void", "assume", &["i1"]);
    calls.add("void", "donothing", &[]);
    calls.add("void", "sideeffect", &[]);
    calls.add("void", "trap", &[]);
    calls.add("void", "prefetch.p1", &["ptr addrspace(1)", "i32 = 0", "i32 = 3", "i32 = 1"]);
    calls.add("i32", "expect.i32", &["i32", "i32 = 1"]);
    calls.add("i1", "is.constant.i32", &["i32"]);
    assert!(opcodes(&calls.words()).concat().is_empty());
    calls.check();
}

/// Tests that the rounding mode of a conversion is kept, and that of arithmetic is dropped.
#[test]
fn constrained() {
    let words = to_words(
        "target triple = \"spir64-unknown-unknown\"
         declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
         declare float @llvm.experimental.constrained.sqrt.f32(float, metadata, metadata)
         declare float @llvm.experimental.constrained.sitofp.f32.i32(i32, metadata, metadata)
         declare i1 @llvm.experimental.constrained.fcmp.f32(float, float, metadata, metadata)
         define spir_func i1 @a(float %x, i32 %y) strictfp {
           %1 = call float @llvm.experimental.constrained.sitofp.f32.i32(i32 %y, metadata !\"round.upward\", metadata !\"fpexcept.ignore\")
           %2 = call float @llvm.experimental.constrained.fadd.f32(float %x, float %1, metadata !\"round.dynamic\", metadata !\"fpexcept.ignore\")
           %3 = call float @llvm.experimental.constrained.sqrt.f32(float %2, metadata !\"round.dynamic\", metadata !\"fpexcept.ignore\")
           %4 = call i1 @llvm.experimental.constrained.fcmp.f32(float %3, float %x, metadata !\"olt\", metadata !\"fpexcept.ignore\")
           ret i1 %4
         }",
    );
    assert_eq!(opcodes(&words), [vec![Op::ConvertSToF, Op::FAdd, Op::ExtInst, Op::FOrdLessThan]]);
    assert!(round_trip(&words, BuiltinSpelling::SpvIr) == words);
}
