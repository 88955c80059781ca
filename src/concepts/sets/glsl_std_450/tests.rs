//! Every instruction of GLSL.std.450 in its form of LLVM IR, there and back; and LLVM's intrinsics in shaders.

use super::rows::{self, Arg, Form, ROWS, Row, Type, Widths};
use super::{SET, intrinsics};
use crate::binary::grammar;
use crate::concepts::builtins::testing::{look, round_trip, to_assembly, to_words, validate};
use crate::concepts::intrinsics::rows as kernels;
use crate::llvm::{Context, Room};
use crate::options::{BuiltinSpelling, Options};
use crate::state::{Forward, Hooks, Lowering};
use ::spirv::Op;
use std::fmt::Write as _;

const TRIPLE: &str = "target triple = \"spirv1.5-unknown-vulkan1.2-library\"\n";
const SPELLING: BuiltinSpelling = BuiltinSpelling::SpvIr;

/// A type in LLVM IR and in mangled names.
type Shape = (&'static str, &'static str);

const FLOATS: [Shape; 4] = [("half", "Dh"), ("float", "f"), ("double", "d"), ("<3 x float>", "Dv3_f")];
const INTEGERS: [Shape; 4] = [("i16", "t"), ("i32", "j"), ("i64", "m"), ("<4 x i32>", "Dv4_j")];

/// Returns the numbers of the extended instructions of each function.
fn instructions(words: &[u32]) -> Vec<Vec<u32>> {
    look(words, |inst| (inst.opcode() == Op::ExtInst).then(|| inst.operand(1).ok())?)
}

/// Returns a module of a function with one call.
fn module(result: &str, symbol: &str, params: &[&str], note: &str) -> String {
    let named: Vec<_> = params.iter().enumerate().map(|(at, ty)| format!("{ty} %p{at}")).collect();
    let is_abs = symbol.starts_with("llvm.abs");
    let (flag, flag_type) = if is_abs { (", i1 false", ", i1") } else { ("", "") };
    let mut text = TRIPLE.to_owned();
    writeln!(text, "declare {result} @{symbol}({}{flag_type})", params.join(", ")).unwrap();
    writeln!(text, "define {result} @f({}) {{", named.join(", ")).unwrap();
    writeln!(text, "  %r = call {result} @{symbol}({}{flag}){note}\n  ret {result} %r\n}}", named.join(", ")).unwrap();
    text
}

/// Returns the types of calls: the result and the parameters in LLVM IR, and the mangled parameters.
fn overloads(row: &Row) -> Vec<(&'static str, Vec<&'static str>, String)> {
    use ::spirv::GlslStd450::*;
    let one = |result, param, name: &str| vec![(result, vec![param], name.to_owned())];
    match row.instruction {
        PackSnorm4x8 | PackUnorm4x8 => one("i32", "<4 x float>", "Dv4_f"),
        PackSnorm2x16 | PackUnorm2x16 | PackHalf2x16 => one("i32", "<2 x float>", "Dv2_f"),
        PackDouble2x32 => one("double", "<2 x i32>", "Dv2_j"),
        UnpackSnorm4x8 | UnpackUnorm4x8 => one("<4 x float>", "i32", "j"),
        UnpackSnorm2x16 | UnpackUnorm2x16 | UnpackHalf2x16 => one("<2 x float>", "i32", "j"),
        UnpackDouble2x32 => one("<2 x i32>", "double", "d"),
        Length => one("float", "<3 x float>", "Dv3_f"),
        Distance => vec![("half", vec!["<2 x half>", "<2 x half>"], "Dv2_DhS_".to_owned())],
        Cross => vec![("<3 x float>", vec!["<3 x float>"; 2], "Dv3_fS_".to_owned())],
        Refract => vec![("<3 x float>", vec!["<3 x float>", "<3 x float>", "float"], "Dv3_fS_f".to_owned())],
        ModfStruct => one("{ float, float }", "float", "f"),
        FrexpStruct => one("{ <3 x float>, <3 x i32> }", "<3 x float>", "Dv3_f"),
        Ldexp => vec![("<3 x float>", vec!["<3 x float>", "<3 x i32>"], "Dv3_fDv3_i".to_owned())],
        Determinant | MatrixInverse | Modf | Frexp => Vec::new(),
        InterpolateAtCentroid | InterpolateAtSample | InterpolateAtOffset => Vec::new(),
        _ => uniform(row),
    }
}

/// Returns the overloads of an instruction whose operands have the type of the result.
fn uniform(row: &Row) -> Vec<(&'static str, Vec<&'static str>, String)> {
    let shapes = if row.args[0] == Arg::Float { FLOATS } else { INTEGERS };
    let fits = |shape: &Shape| match row.widths {
        Widths::Any => true,
        Widths::UpTo32 => shape.0 != "double",
        Widths::Only32 => !matches!(shape.0, "i16" | "i64"),
    };
    let call = |(ty, name): Shape| {
        let more = if ty.starts_with('<') { "S_" } else { name };
        (ty, vec![ty; row.args.len()], format!("{name}{}", more.repeat(row.args.len() - 1)))
    };
    shapes.into_iter().filter(fits).map(call).collect()
}

/// Returns the symbol of the builtin for an instruction.
fn symbol(row: &Row, result: &str, mangled: &str) -> String {
    let base = match row.result {
        Type::NamedFloats => format!("__spirv_glsl_{}_Rfloat{}", row.name, &result[1..2]),
        Type::NamedIntegers => format!("__spirv_glsl_{}_Ruint2", row.name),
        _ => format!("__spirv_glsl_{}", row.name),
    };
    format!("_Z{}{base}{mangled}", base.len())
}

/// Checks that the form of an instruction in LLVM IR becomes that instruction, and comes back in that form.
fn inverts(row: &Row) {
    for (result, params, mangled) in overloads(row) {
        let symbol = match row.form {
            Form::Call => symbol(row, result, &mangled),
            // LLVM completes the name.
            Form::Intrinsic(name) | Form::Noted(name) => name.to_owned(),
        };
        let noted = matches!(row.form, Form::Noted(_));
        let mut text = module(result, &symbol, &params, if noted { ", !spirv.ExtInst !0" } else { "" });
        if noted {
            writeln!(text, "!0 = !{{!\"{}\"}}", row.name).unwrap();
        }
        let words = to_words(&text);
        // The specification reserves it.
        if row.name != "IMix" {
            validate(&words);
        }
        assert_eq!(instructions(&words), [[row.instruction as u32]], "{text}");
        let back = to_assembly(&words, SPELLING);
        let form = if symbol.starts_with("llvm.") { format!("@{symbol}.") } else { format!("@{symbol}(") };
        assert!(back.contains(&form), "{form} is not in\n{back}");
        assert_eq!(back.contains("!spirv.ExtInst"), noted, "{back}");
        assert!(to_words(&back) == words, "the round trip differs:\n{back}");
    }
}

#[test]
fn s4_51_rows_are_those_of_the_grammar() {
    let set = grammar::ext_set(SET).map(|set| set.instructions).unwrap_or_default();
    assert_eq!((ROWS.len(), set.len()), (81, 81));
    for (row, known) in ROWS.iter().zip(set) {
        assert_eq!((row.instruction as u32, row.name), (known.number, known.name));
        assert_eq!(row.args.len(), known.operands.len(), "{}", row.name);
        assert_eq!(rows::by_number(known.number), Some(row));
        assert_eq!(rows::by_name(known.name), Some(row));
    }
}

#[test]
fn each_intrinsic_is_one_instruction_without_a_note() {
    assert_eq!(ROWS.iter().filter(|row| row.form != Form::Call).count(), 32);
    for row in ROWS {
        if let Form::Intrinsic(name) = row.form {
            assert_eq!(ROWS.iter().filter(|other| other.form == Form::Intrinsic(name)).count(), 1, "{name}");
        }
        if let Form::Noted(name) = row.form {
            assert!(rows::by_intrinsic(name).is_some(), "{name}");
        }
    }
}

#[test]
fn each_instruction_inverts() {
    ROWS.iter().for_each(inverts);
}

macro_rules! instructions {
    ($($test:ident: $name:ident;)*) => {
        $(#[test]
        fn $test() {
            inverts(rows::by_name(stringify!($name)).unwrap());
        })*
    };
}

instructions! {
    s2_138_gl_acos: Acos;
    s2_139_gl_asin: Asin;
    s2_140_gl_atan: Atan;
    s2_141_gl_cosh: Cosh;
    s2_142_gl_sinh: Sinh;
    s2_143_gl_fsign: FSign;
    s2_144_gl_sabs: SAbs;
    s2_145_gl_ssign: SSign;
    s2_155_gl_ceil: Ceil;
    s2_156_gl_cos: Cos;
    s2_157_gl_exp: Exp;
    s2_158_gl_fabs: FAbs;
    s2_159_gl_floor: Floor;
    s2_160_gl_fmax: FMax;
    s2_161_gl_fmin: FMin;
    s2_162_gl_log: Log;
    s2_163_gl_sin: Sin;
    s2_164_gl_sqrt: Sqrt;
    s2_165_gl_smax: SMax;
    s2_166_gl_smin: SMin;
}

/// Tests instructions on pointers and matrices, whose types in LLVM IR other chapters define.
#[test]
fn pointers_and_matrices() {
    let text = format!(
        "{TRIPLE}%spirv.matrix.f32.2x2 = type {{ [2 x <2 x float>] }}
        @in = external addrspace(7) constant <2 x float>
        declare float @_Z17__spirv_glsl_ModffPf(float, ptr)
        declare float @_Z18__spirv_glsl_FrexpfPi(float, ptr)
        declare <2 x float> @_Z34__spirv_glsl_InterpolateAtCentroidPU3AS7Dv2_f(ptr addrspace(7))
        declare float @_Z24__spirv_glsl_Determinant20spirv.matrix.f32.2x2(%spirv.matrix.f32.2x2)
        declare %spirv.matrix.f32.2x2 @_Z26__spirv_glsl_MatrixInverse20spirv.matrix.f32.2x2(%spirv.matrix.f32.2x2)
        define float @f(float %x, %spirv.matrix.f32.2x2 %m) {{
          %p = alloca float
          %e = alloca i32
          %1 = call float @_Z17__spirv_glsl_ModffPf(float %x, ptr %p)
          %2 = call float @_Z18__spirv_glsl_FrexpfPi(float %1, ptr %e)
          %3 = call <2 x float> @_Z34__spirv_glsl_InterpolateAtCentroidPU3AS7Dv2_f(ptr addrspace(7) @in)
          %4 = call %spirv.matrix.f32.2x2 @_Z26__spirv_glsl_MatrixInverse20spirv.matrix.f32.2x2(%spirv.matrix.f32.2x2 %m)
          %5 = call float @_Z24__spirv_glsl_Determinant20spirv.matrix.f32.2x2(%spirv.matrix.f32.2x2 %4)
          ret float %5
        }}"
    );
    let words = to_words(&text);
    validate(&words);
    assert_eq!(instructions(&words), [[35, 51, 76, 34, 33]]);
    let second = round_trip(&words, SPELLING);
    assert_eq!(instructions(&second), instructions(&words));
    assert!(round_trip(&second, SPELLING) == second);
}

/// An intrinsic that is an instruction of OpenCL.std in kernels has a lowering in shaders, too.
#[test]
fn each_intrinsic_of_kernels_is_one_of_shaders() {
    let context = Context::new();
    let module = context.create_module("", Room::default());
    let (options, hooks) = (Options::default(), Hooks::default());
    let models = crate::environment::Models::of_triple("spirv").unwrap();
    let spv = crate::binary::builder::Builder::new(models.addressing, models.memory);
    let f = Forward::new(&options, &hooks, &module, spv);
    for row in kernels::all().filter(|row| matches!(row.lowering, Some(Lowering::Extended(..)))) {
        assert!(intrinsics::lowering(&f, row.name).is_some(), "{}", row.name);
    }
}

/// Tests that `llvm.minnum` without a valid note is `NMin`, which guarantees more about NaNs than `FMin`.
#[test]
fn s2_161_minima_without_a_note_are_those_of_numbers() {
    let words = to_words(&module("float", "llvm.minnum.f32", &["float", "float"], ""));
    assert_eq!(instructions(&words), [[::spirv::GlslStd450::NMin as u32]]);
    let other = module("float", "llvm.minnum.f32", &["float", "float"], ", !spirv.ExtInst !0");
    let words = to_words(&format!("{other}!0 = !{{!\"FMax\"}}\n"));
    assert_eq!(instructions(&words), [[::spirv::GlslStd450::NMin as u32]]);
}

fn error_of(assembly: &str) -> String {
    let context = Context::new();
    let module = context.parse(assembly.as_bytes(), "test.ll").unwrap();
    crate::forward::translate(&module, &Options::default()).unwrap_err().to_string()
}

#[test]
fn instructions_without_a_form_of_64_bits_are_refused() {
    for name in ["llvm.sin.f64", "llvm.exp.f64", "_Z18__spirv_glsl_Asinhd", "llvm.log10.f64", "llvm.exp10.f64"] {
        let error = error_of(&module("double", name, &["double"], ""));
        assert!(error.contains("of double, which GLSL.std.450 lacks"), "{error}");
    }
    let error = error_of(&module("i64", "_Z21__spirv_glsl_FindILsbm", &["i64"], ""));
    assert!(error.contains("FindILsb of i64"), "{error}");
}

#[test]
fn wrong_arguments_are_refused() {
    let few = error_of(&module("float", "_Z17__spirv_glsl_FMixff", &["float", "float"], ""));
    assert!(few.contains("takes 3 arguments, not 2"), "{few}");
    let integers = error_of(&module("i32", "_Z18__spirv_glsl_FSignj", &["i32"], ""));
    assert!(integers.contains("other types"), "{integers}");
}
