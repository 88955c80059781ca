//! Instructions with one counterpart in LLVM IR, on scalars and on vectors.

use super::module::{instruction, trip};
use crate::support::check_all;

/// A row: an instruction without `Op`, the types of its result and of its operands, and its LLVM IR, in which `{}` is
/// the type of the first operand.
pub type Row = (&'static str, &'static str, &'static [&'static str], &'static str);

pub const ARITHMETIC: &[Row] = &[
    ("FAdd", "float", &["float", "float"], "fadd contract {} %"),
    ("FDiv", "float", &["float", "float"], "fdiv contract {} %"),
    ("FNegate", "float", &["float"], "fneg contract {} %"),
    ("FMul", "double", &["double", "double"], "fmul contract {} %"),
    ("FRem", "float", &["float", "float"], "frem contract {} %"),
    ("FSub", "half", &["half", "half"], "fsub contract {} %"),
    ("IAdd", "int", &["int", "int"], "add {} %"),
    ("IMul", "uint", &["uint", "uint"], "mul {} %"),
    ("ISub", "long", &["long", "long"], "sub {} %"),
    ("SDiv", "int", &["int", "int"], "sdiv {} %"),
    ("SRem", "int", &["int", "int"], "srem {} %"),
    ("UDiv", "uint", &["uint", "uint"], "udiv {} %"),
    ("UMod", "uint", &["uint", "uint"], "urem {} %"),
];

pub const BITS: &[Row] = &[
    ("BitwiseAnd", "int", &["int", "int"], "and {} %"),
    ("BitwiseOr", "uint", &["uint", "uint"], "or {} %"),
    ("BitwiseXor", "int", &["int", "int"], "xor {} %"),
    ("BitCount", "uint", &["uint"], "call {} @llvm.ctpop."),
    ("BitReverse", "uint", &["uint"], "call {} @llvm.bitreverse."),
    ("Not", "int", &["int"], "xor {} %"),
];

pub const CONVERSIONS: &[Row] = &[
    ("ConvertFToS", "int", &["float"], "fptosi {} %"),
    ("ConvertFToU", "uint", &["float"], "fptoui {} %"),
    ("ConvertSToF", "float", &["int"], "sitofp {} %"),
    ("ConvertUToF", "double", &["uint"], "uitofp {} %"),
    ("Bitcast", "float", &["int"], "bitcast {} %"),
    ("FConvert", "double", &["float"], "fpext {} %"),
    ("FConvert", "half", &["float"], "fptrunc {} %"),
    ("SConvert", "long", &["int"], "sext {} %"),
    ("SConvert", "short", &["int"], "trunc {} %"),
    ("UConvert", "ulong", &["uint"], "zext {} %"),
    ("UConvert", "uint", &["ulong"], "trunc {} %"),
];

pub const LOGIC: &[Row] = &[
    ("LogicalAnd", "bool", &["bool", "bool"], "and {} %"),
    ("LogicalOr", "bool", &["bool", "bool"], "or {} %"),
    ("LogicalEqual", "bool", &["bool", "bool"], "icmp eq {} %"),
    ("LogicalNotEqual", "bool", &["bool", "bool"], "xor {} %"),
    ("LogicalNot", "bool", &["bool"], "xor {} %"),
];

pub const SELECTS: &[Row] = &[
    ("Select", "float", &["bool", "float", "float"], "select {} %"),
    ("ShiftLeftLogical", "int", &["int", "int"], "shl {} %"),
    ("ShiftRightLogical", "uint", &["uint", "uint"], "lshr {} %"),
    ("ShiftRightArithmetic", "int", &["int", "int"], "ashr {} %"),
];

pub const EXTENDED: &[Row] = &[
    ("GL.Ceil", "float", &["float"], "call {} @llvm.ceil."),
    ("GL.Cos", "float", &["float"], "call {} @llvm.cos."),
    ("GL.Exp", "float", &["float"], "call {} @llvm.exp."),
    ("GL.FAbs", "float", &["float"], "call {} @llvm.fabs."),
    ("GL.Floor", "float", &["float"], "call {} @llvm.floor."),
    ("GL.FMax", "float", &["float", "float"], "call {} @llvm.maxnum."),
    ("GL.FMin", "float", &["float", "float"], "call {} @llvm.minnum."),
    ("GL.Log", "float", &["float"], "call {} @llvm.log."),
    ("GL.Sin", "float", &["float"], "call {} @llvm.sin."),
    ("GL.Sqrt", "float", &["float"], "call {} @llvm.sqrt."),
    ("GL.SMax", "int", &["int", "int"], "call {} @llvm.smax."),
    ("GL.SMin", "int", &["int", "int"], "call {} @llvm.smin."),
];

pub const OPEN: &[Row] = &[
    ("FMod", "float", &["float", "float"], "call spir_func {} @_Z12__spirv_FMod"),
    ("SMod", "int", &["int", "int"], "call spir_func {} @_Z12__spirv_SMod"),
    ("GL.Acos", "float", &["float"], "call {} @llvm.acos."),
    ("GL.Asin", "float", &["float"], "call {} @llvm.asin."),
    ("GL.Atan", "float", &["float"], "call {} @llvm.atan."),
    ("GL.Cosh", "float", &["float"], "call {} @llvm.cosh."),
    ("GL.Sinh", "float", &["float"], "call {} @llvm.sinh."),
    ("GL.FSign", "float", &["float"], "call spir_func {} @_Z18__spirv_glsl_FSign"),
    ("GL.SAbs", "int", &["int"], "call {} @llvm.abs."),
    ("GL.SSign", "int", &["int"], "call spir_func {} @_Z18__spirv_glsl_SSign"),
    ("GL.InverseSqrt", "float", &["float"], "call spir_func {} @_Z24__spirv_glsl_InverseSqrt"),
    ("GL.Tan", "float", &["float"], "call {} @llvm.tan."),
    ("GL.Tanh", "float", &["float"], "call {} @llvm.tanh."),
];

pub const INTEGERS: &[Row] = &[
    ("IEqual", "bool", &["int", "int"], "icmp eq {} %"),
    ("INotEqual", "bool", &["uint", "uint"], "icmp ne {} %"),
    ("SGreaterThan", "bool", &["int", "int"], "icmp sgt {} %"),
    ("SGreaterThanEqual", "bool", &["int", "int"], "icmp sge {} %"),
    ("SLessThan", "bool", &["int", "int"], "icmp slt {} %"),
    ("SLessThanEqual", "bool", &["long", "long"], "icmp sle {} %"),
    ("UGreaterThan", "bool", &["uint", "uint"], "icmp ugt {} %"),
    ("UGreaterThanEqual", "bool", &["uint", "uint"], "icmp uge {} %"),
    ("ULessThan", "bool", &["uint", "uint"], "icmp ult {} %"),
    ("ULessThanEqual", "bool", &["ulong", "ulong"], "icmp ule {} %"),
];

pub const FLOATS: &[Row] = &[
    ("FOrdEqual", "bool", &["float", "float"], "fcmp oeq {} %"),
    ("FOrdGreaterThan", "bool", &["float", "float"], "fcmp ogt {} %"),
    ("FOrdGreaterThanEqual", "bool", &["float", "float"], "fcmp oge {} %"),
    ("FOrdLessThan", "bool", &["float", "float"], "fcmp olt {} %"),
    ("FOrdLessThanEqual", "bool", &["float", "float"], "fcmp ole {} %"),
    ("FOrdNotEqual", "bool", &["float", "float"], "fcmp one {} %"),
    ("FUnordEqual", "bool", &["float", "float"], "fcmp ueq {} %"),
    ("FUnordGreaterThan", "bool", &["float", "float"], "fcmp ugt {} %"),
    ("FUnordGreaterThanEqual", "bool", &["float", "float"], "fcmp uge {} %"),
    ("FUnordLessThan", "bool", &["float", "float"], "fcmp ult {} %"),
    ("FUnordLessThanEqual", "bool", &["float", "float"], "fcmp ule {} %"),
    ("FUnordNotEqual", "bool", &["float", "float"], "fcmp une {} %"),
];

/// Checks each row on scalars and on vectors of four.
fn check(what: &str, rows: &[Row]) {
    let all: Vec<_> = rows.iter().flat_map(|row| [(row, ""), (row, "v4")]).collect();
    check_all(what, &all, |((name, result, operands, llvm), width)| {
        let wide: Vec<_> = operands.iter().map(|ty| format!("{width}{ty}")).collect();
        let names: Vec<_> = wide.iter().map(String::as_str).collect();
        let trip = trip(&instruction(name, &format!("{width}{result}"), &names))?;
        let ty = shown(operands.first().unwrap_or(&""), !width.is_empty());
        let back = name.strip_prefix("GL.").map_or_else(|| format!("= Op{name} "), |name| format!("{name} %"));
        trip.has(&[&llvm.replace("{}", &ty)], &[&back]).map_err(|error| format!("{name}: {error}"))
    });
}

/// Returns the LLVM type of a type.
fn shown(ty: &str, is_vector: bool) -> String {
    let scalar = match ty {
        "bool" => "i1",
        "short" => "i16",
        "int" | "uint" => "i32",
        "long" | "ulong" => "i64",
        other => other,
    };
    if is_vector { format!("<4 x {scalar}>") } else { scalar.to_owned() }
}

#[test]
fn s2_19_to_s2_31_arithmetic_of_shaders() {
    check("arithmetic", ARITHMETIC);
}

#[test]
fn s2_32_to_s2_37_bits_of_shaders() {
    check("bits", BITS);
}

#[test]
fn s2_44_to_s2_54_conversions_of_shaders() {
    check("conversions", CONVERSIONS);
}

#[test]
fn s2_56_to_s2_77_comparisons_of_shaders() {
    check("comparisons of integers", INTEGERS);
    check("comparisons of floats", FLOATS);
}

/// Checks the rows of logic; LLVM turns `icmp ne` on booleans into `xor`.
#[test]
fn s2_86_to_s2_90_logic_of_shaders() {
    check("logic", LOGIC);
}

#[test]
fn s2_115_to_s2_117_selects_and_shifts_of_shaders() {
    check("selects and shifts", SELECTS);
}

#[test]
fn s2_155_to_s2_166_extended_instructions_of_shaders() {
    check("GLSL.std.450", EXTENDED);
}

/// Checks instructions for which the manual has no LLVM IR, or several instructions: they become intrinsics or calls,
/// which need no pattern matching on the way back.
#[test]
fn s2_133_s2_134_s2_138_to_s2_145_and_s2_167_to_s2_169_come_back() {
    check("what the manual leaves open", OPEN);
}
