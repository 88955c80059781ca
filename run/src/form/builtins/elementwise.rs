//! Lane-wise builtins: a row defines how a lane of the result is computed from the same lane of the operands.
//!
//! In bodies, `%a`, `%b`, `%c` are operands, `%r` is the result; `{R}` is the result's type, `{A}` that of `%a`, with
//! lower-case letters for the suffix of an intrinsic; `{I}` is an integer as wide as the result, `{W}` one twice as
//! wide as `%a`; `{max}`, `{min}`, `{umax}` are limits of `{A}` in `{W}`, `{m}` is its width.

use super::{Body, Declared, Definitions, Ty, is_small_float};
use llvm_spirv::error::Result;

/// The computation of a lane.
#[derive(Clone, Copy)]
enum Lane {
    /// By instructions on the operands' own types.
    Own(&'static str),
    /// By instructions on `double`, to which all floating-point operands are extended.
    Double(&'static str),
    /// By a function of libm or of the host, whose name ends in `f` for `float`; 16-bit floats are computed as `float`.
    Libm(&'static str),
    /// By a function of `math.ll` or `turns.rs` for `float`, otherwise by libm.
    Float(&'static str),
    /// By an intrinsic of the operands' type.
    Intrinsic(&'static str),
}

use Lane::{Double, Float, Intrinsic, Libm, Own};

/// The rows of OpenCL.std. `native_` and `half_` functions are as accurate as the plain ones.
const OPENCL: &[(&str, Lane)] = &[
    ("acos", Libm("acos")),
    ("acosh", Libm("acosh")),
    ("acospi", Double("%x = {call acos %a}\n%r = fdiv double %x, 3.14159265358979312")),
    ("asin", Libm("asin")),
    ("asinh", Libm("asinh")),
    ("asinpi", Double("%x = {call asin %a}\n%r = fdiv double %x, 3.14159265358979312")),
    ("atan", Libm("atan")),
    ("atan2", Libm("atan2")),
    ("atan2pi", Double("%x = {call atan2 %a %b}\n%r = fdiv double %x, 3.14159265358979312")),
    ("atanh", Libm("atanh")),
    ("atanpi", Double("%x = {call atan %a}\n%r = fdiv double %x, 3.14159265358979312")),
    ("bitselect", Own(BITSELECT)),
    ("cbrt", Libm("cbrt")),
    ("ceil", Intrinsic("ceil")),
    ("clz", Own("%r = call {A} @llvm.ctlz.{a}({A} %a, i1 false)")),
    ("copysign", Intrinsic("copysign")),
    ("cos", Float("cos")),
    ("cosh", Libm("cosh")),
    ("cospi", Libm("spirv_cospi")),
    ("ctz", Own("%r = call {A} @llvm.cttz.{a}({A} %a, i1 false)")),
    ("degrees", Double("%r = fmul double %a, 57.295779513082323")),
    ("divide", Own("%r = fdiv {A} %a, %b")),
    ("erf", Libm("erf")),
    ("erfc", Libm("erfc")),
    ("exp", Float("exp")),
    ("exp10", Libm("spirv_exp10")),
    ("exp2", Libm("exp2")),
    ("expm1", Libm("expm1")),
    ("fabs", Intrinsic("fabs")),
    ("fclamp", Own(CLAMP)),
    ("fdim", Libm("fdim")),
    ("floor", Intrinsic("floor")),
    ("fma", Intrinsic("fma")),
    ("fmax", Intrinsic("maxnum")),
    ("fmax_common", Intrinsic("maxnum")),
    ("fmin", Intrinsic("minnum")),
    ("fmin_common", Intrinsic("minnum")),
    ("fmod", Libm("fmod")),
    ("fract", Own(FRACT)),
    ("frexp", Libm("frexp")),
    ("hypot", Libm("hypot")),
    ("ilogb", Libm("spirv_ilogb")),
    ("ldexp", Libm("ldexp")),
    ("lgamma", Libm("lgamma")),
    ("lgamma_r", Libm("spirv_lgamma_r")),
    ("log", Float("log")),
    ("log10", Libm("log10")),
    ("log1p", Libm("log1p")),
    ("log2", Libm("log2")),
    ("logb", Libm("logb")),
    ("mad", Intrinsic("fmuladd")),
    ("maxmag", Libm("spirv_maxmag")),
    ("minmag", Libm("spirv_minmag")),
    ("mix", Double("%d = fsub double %b, %a\n%m = fmul double %d, %c\n%r = fadd double %a, %m")),
    ("modf", Own(MODF)),
    ("nan", Own("%x = or {A} %a, {nan}\n%r = bitcast {A} %x to {R}")),
    ("nextafter", Own(NEXT)),
    ("popcount", Own("%r = call {A} @llvm.ctpop.{a}({A} %a)")),
    ("pow", Libm("pow")),
    ("pown", Libm("spirv_pown")),
    ("powr", Libm("spirv_powr")),
    ("radians", Double("%r = fmul double %a, 0.017453292519943295")),
    ("recip", Own("%r = fdiv {A} 1.0, %a")),
    ("remainder", Libm("remainder")),
    ("remquo", Libm("spirv_remquo")),
    ("rint", Intrinsic("rint")),
    ("rootn", Libm("spirv_rootn")),
    ("rotate", Own("%r = call {A} @llvm.fshl.{a}({A} %a, {A} %a, {A} %b)")),
    ("round", Intrinsic("round")),
    ("rsqrt", Double("%x = call double @llvm.sqrt.f64(double %a)\n%r = fdiv double 1.0, %x")),
    ("s_abs", Own("%r = call {A} @llvm.abs.{a}({A} %a, i1 false)")),
    (
        "s_abs_diff",
        Own("{sext}%d = sub {W} %x, %y\n%e = call {W} @llvm.abs.{W}({W} %d, i1 false)\n%r = trunc {W} %e to {R}"),
    ),
    ("s_add_sat", Intrinsic("sadd.sat")),
    ("s_clamp", Own("%x = call {A} @llvm.smax.{a}({A} %a, {A} %b)\n%r = call {A} @llvm.smin.{a}({A} %x, {A} %c)")),
    ("s_hadd", Own("{sext}%d = add {W} %x, %y\n%e = ashr {W} %d, 1\n%r = trunc {W} %e to {R}")),
    ("s_mad24", Own("{s24}%d = mul i32 %e, %f\n%r = add i32 %d, %c")),
    (
        "s_mad_hi",
        Own("{sext}%d = mul {W} %x, %y\n%e = lshr {W} %d, {m}\n%f = trunc {W} %e to {R}\n%r = add {R} %f, %c"),
    ),
    ("s_mad_sat", Own(S_MAD_SAT)),
    ("s_max", Intrinsic("smax")),
    ("s_min", Intrinsic("smin")),
    ("s_mul24", Own("{s24}%r = mul i32 %e, %f")),
    ("s_mul_hi", Own("{sext}%d = mul {W} %x, %y\n%e = lshr {W} %d, {m}\n%r = trunc {W} %e to {R}")),
    ("s_rhadd", Own("{sext}%d = add {W} %x, %y\n%f = add {W} %d, 1\n%e = ashr {W} %f, 1\n%r = trunc {W} %e to {R}")),
    ("s_sub_sat", Intrinsic("ssub.sat")),
    ("s_upsample", Own(UPSAMPLE)),
    ("sign", Own(SIGN)),
    ("sin", Float("sin")),
    ("sincos", Own("%x = {call cos %a}\nstore {A} %x, ptr %b, align {bytes}\n%r = {call sin %a}")),
    ("sinh", Libm("sinh")),
    ("sinpi", Libm("spirv_sinpi")),
    ("smoothstep", Double(SMOOTHSTEP)),
    ("sqrt", Intrinsic("sqrt")),
    ("step", Own("%x = fcmp olt {A} %b, %a\n%r = select i1 %x, {A} 0.0, {A} 1.0")),
    ("tan", Libm("tan")),
    ("tanh", Libm("tanh")),
    ("tanpi", Libm("spirv_tanpi")),
    ("tgamma", Libm("tgamma")),
    ("trunc", Intrinsic("trunc")),
    ("u_abs", Own("%r = add {A} %a, 0")),
    ("u_abs_diff", Own(U_ABS_DIFF)),
    ("u_add_sat", Intrinsic("uadd.sat")),
    ("u_clamp", Own("%x = call {A} @llvm.umax.{a}({A} %a, {A} %b)\n%r = call {A} @llvm.umin.{a}({A} %x, {A} %c)")),
    ("u_hadd", Own("{zext}%d = add {W} %x, %y\n%e = lshr {W} %d, 1\n%r = trunc {W} %e to {R}")),
    ("u_mad24", Own("{u24}%d = mul i32 %e, %f\n%r = add i32 %d, %c")),
    (
        "u_mad_hi",
        Own("{zext}%d = mul {W} %x, %y\n%e = lshr {W} %d, {m}\n%f = trunc {W} %e to {R}\n%r = add {R} %f, %c"),
    ),
    ("u_mad_sat", Own(U_MAD_SAT)),
    ("u_max", Intrinsic("umax")),
    ("u_min", Intrinsic("umin")),
    ("u_mul24", Own("{u24}%r = mul i32 %e, %f")),
    ("u_mul_hi", Own("{zext}%d = mul {W} %x, %y\n%e = lshr {W} %d, {m}\n%r = trunc {W} %e to {R}")),
    ("u_rhadd", Own("{zext}%d = add {W} %x, %y\n%f = add {W} %d, 1\n%e = lshr {W} %f, 1\n%r = trunc {W} %e to {R}")),
    ("u_sub_sat", Intrinsic("usub.sat")),
    ("u_upsample", Own(UPSAMPLE)),
];

/// The rows of GLSL.std.450 that are not intrinsics of LLVM.
const GLSL: &[(&str, Lane)] = &[
    ("Acosh", Libm("acosh")),
    ("Asinh", Libm("asinh")),
    ("Atanh", Libm("atanh")),
    ("Degrees", Double("%r = fmul double %a, 57.295779513082323")),
    ("FClamp", Own(CLAMP)),
    (
        "FMix",
        Double("%o = fsub double 1.0, %c\n%x = fmul double %a, %o\n%y = fmul double %b, %c\n%r = fadd double %x, %y"),
    ),
    ("FSign", Own(SIGN)),
    ("FindILsb", Own(LOWEST)),
    ("FindSMsb", Own(HIGHEST_SIGNED)),
    ("FindUMsb", Own("%z = call {A} @llvm.ctlz.{a}({A} %a, i1 false)\n%y = sub {A} {m}, %z\n%r = sub {A} %y, 1")),
    ("Fract", Own("%f = call {A} @llvm.floor.{a}({A} %a)\n%r = fsub {A} %a, %f")),
    ("Frexp", Libm("frexp")),
    ("IMix", Own("%x = icmp ne {A} %c, 0\n%r = select i1 %x, {A} %b, {A} %a")),
    ("InverseSqrt", Double("%x = call double @llvm.sqrt.f64(double %a)\n%r = fdiv double 1.0, %x")),
    ("Modf", Own(MODF)),
    ("NClamp", Own(CLAMP)),
    ("Radians", Double("%r = fmul double %a, 0.017453292519943295")),
    ("Round", Intrinsic("round")),
    ("SClamp", Own("%x = call {A} @llvm.smax.{a}({A} %a, {A} %b)\n%r = call {A} @llvm.smin.{a}({A} %x, {A} %c)")),
    ("SSign", Own(SIGN_OF_INTEGER)),
    ("SmoothStep", Double(SMOOTHSTEP)),
    ("Step", Own("%x = fcmp olt {A} %b, %a\n%r = select i1 %x, {A} 0.0, {A} 1.0")),
    ("UClamp", Own("%x = call {A} @llvm.umax.{a}({A} %a, {A} %b)\n%r = call {A} @llvm.umin.{a}({A} %x, {A} %c)")),
];

/// Rounds to the nearest `half`; subnormal results become zero.
const QUANTIZE: &str = "%h = fptrunc {A} %a to half\n%x = fpext half %h to {A}\n%m = call {A} @llvm.fabs.{a}({A} %x)\n\
    %t = fcmp olt {A} %m, 0x3F10000000000000\n%z = call {A} @llvm.copysign.{a}({A} 0.0, {A} %x)\n\
    %r = select i1 %t, {A} %z, {A} %x";

/// The rows of core instructions.
const CORE: &[(&str, Lane)] = &[
    ("IsFinite", Own("%r = call i1 @llvm.is.fpclass.{a}({A} %a, i32 504)")),
    ("IsInf", Own("%r = call i1 @llvm.is.fpclass.{a}({A} %a, i32 516)")),
    ("IsNan", Own("%r = fcmp uno {A} %a, 0.0")),
    ("IsNormal", Own("%r = call i1 @llvm.is.fpclass.{a}({A} %a, i32 264)")),
    ("LessOrGreater", Own("%r = fcmp one {A} %a, %b")),
    ("Ordered", Own("%r = fcmp ord {A} %a, %b")),
    ("QuantizeToF16", Own(QUANTIZE)),
    ("SignBitSet", Own("%x = bitcast {A} %a to {IA}\n%r = icmp slt {IA} %x, 0")),
    ("Unordered", Own("%r = fcmp uno {A} %a, %b")),
    ("BitFieldInsert", Own(BITS_INSERTED)),
    ("BitFieldSExtract", Own(BITS_EXTRACTED)),
    ("BitFieldUExtract", Own(BITS_EXTRACTED)),
    ("FMod", Own(F_MOD)),
    ("SMod", Own(S_MOD)),
    ("BitCount", Own("%r = call {A} @llvm.ctpop.{a}({A} %a)")),
    ("BitReverse", Own("%r = call {A} @llvm.bitreverse.{a}({A} %a)")),
];

/// Computes the adjacent number by adding 1 to or subtracting 1 from its bits; the neighbour of zero is the smallest
/// subnormal.
const NEXT: &str = "%x = bitcast {A} %a to {I}\n%lt = fcmp olt {A} %a, %b\n%p = fcmp ogt {A} %a, 0.0\n%u = icmp eq i1 %lt, %p\n\
    %d = select i1 %u, {I} 1, {I} -1\n%n = add {I} %x, %d\n%f = bitcast {I} %n to {A}\n%o = bitcast {I} 1 to {A}\n\
    %l = call {A} @llvm.copysign.{a}({A} %o, {A} %b)\n%z = fcmp oeq {A} %a, 0.0\n%s = select i1 %z, {A} %l, {A} %f\n\
    %e = fcmp oeq {A} %a, %b\n%t = select i1 %e, {A} %b, {A} %s\n%w = fcmp uno {A} %a, %b\n%v = fadd {A} %a, %b\n\
    %r = select i1 %w, {A} %v, {A} %t";
const CLAMP: &str = "%x = call {A} @llvm.maxnum.{a}({A} %a, {A} %b)\n%r = call {A} @llvm.minnum.{a}({A} %x, {A} %c)";
const LOWEST: &str =
    "%z = call {A} @llvm.cttz.{a}({A} %a, i1 false)\n%n = icmp eq {A} %a, 0\n%r = select i1 %n, {A} -1, {A} %z";
const HIGHEST_SIGNED: &str = "%n = icmp slt {A} %a, 0\n%i = xor {A} %a, -1\n%v = select i1 %n, {A} %i, {A} %a\n\
    %z = call {A} @llvm.ctlz.{a}({A} %v, i1 false)\n%y = sub {A} {m}, %z\n%r = sub {A} %y, 1";
const SIGN_OF_INTEGER: &str = "%p = icmp sgt {A} %a, 0\n%n = icmp slt {A} %a, 0\n%x = zext i1 %p to {A}\n%y = sext i1 %n to {A}\n%r = or {A} %x, %y";
const F_MOD: &str = "%x = frem {A} %a, %b\n%z = fcmp une {A} %x, 0.0\n%s = fcmp olt {A} %x, 0.0\n%t = fcmp olt {A} %b, 0.0\n\
    %d = xor i1 %s, %t\n%e = and i1 %d, %z\n%y = fadd {A} %x, %b\n%r = select i1 %e, {A} %y, {A} %x";
const S_MOD: &str = "%q = icmp eq {A} %b, 0\n%m = icmp eq {A} %b, -1\n%u = or i1 %q, %m\n%v = select i1 %u, {A} 1, {A} %b\n\
    %x = srem {A} %a, %v\n%s = xor {A} %x, %v\n%n = icmp slt {A} %s, 0\n%z = icmp ne {A} %x, 0\n%f = and i1 %n, %z\n\
    %y = add {A} %x, %v\n%w = select i1 %f, {A} %y, {A} %x\n%r = select i1 %q, {A} -1, {A} %w";
const BITS_INSERTED: &str = "%f = icmp uge {A} %d, {m}\n%s = shl {A} 1, %d\n%t = sub {A} %s, 1\n%m = select i1 %f, {A} -1, {A} %t\n\
    %p = shl {A} %m, %c\n%n = xor {A} %p, -1\n%x = and {A} %a, %n\n%i = shl {A} %b, %c\n%y = and {A} %i, %p\n%o = or {A} %x, %y\n\
    %z = icmp eq {A} %d, 0\n%r = select i1 %z, {A} %a, {A} %o";
const BITS_EXTRACTED: &str = "%e = add {A} %b, %c\n%l = sub {A} {m}, %e\n%k = sub {A} {m}, %c\n%x = shl {A} %a, %l\n\
    %y = {shift} {A} %x, %k\n%z = icmp eq {A} %c, 0\n%r = select i1 %z, {A} 0, {A} %y";
const BITSELECT: &str = "%x = bitcast {A} %a to {I}\n%y = bitcast {A} %b to {I}\n%z = bitcast {A} %c to {I}\n\
    %n = xor {I} %z, -1\n%p = and {I} %x, %n\n%q = and {I} %y, %z\n%o = or {I} %p, %q\n%r = bitcast {I} %o to {R}";
const FRACT: &str = "%f = call {A} @llvm.floor.{a}({A} %a)\nstore {A} %f, ptr %b, align {bytes}\n%d = fsub {A} %a, %f\n\
    %inf = call i1 @llvm.is.fpclass.{a}({A} %a, i32 516)\n%zero = call {A} @llvm.copysign.{a}({A} 0.0, {A} %a)\n\
    %big = fcmp oge {A} %d, 1.0\n%most = select i1 %big, {A} {below one}, {A} %d\n%r = select i1 %inf, {A} %zero, {A} %most";
const MODF: &str = "%t = call {A} @llvm.trunc.{a}({A} %a)\nstore {A} %t, ptr %b, align {bytes}\n%d = fsub {A} %a, %t\n\
    %inf = call i1 @llvm.is.fpclass.{a}({A} %a, i32 516)\n%e = select i1 %inf, {A} 0.0, {A} %d\n\
    %r = call {A} @llvm.copysign.{a}({A} %e, {A} %a)";
const SIGN: &str = "%n = fcmp uno {A} %a, 0.0\n%z = fcmp oeq {A} %a, 0.0\n%s = call {A} @llvm.copysign.{a}({A} 1.0, {A} %a)\n\
    %t = select i1 %z, {A} %a, {A} %s\n%r = select i1 %n, {A} 0.0, {A} %t";
const SMOOTHSTEP: &str = "%n = fsub double %c, %a\n%d = fsub double %b, %a\n%q = fdiv double %n, %d\n\
    %l = call double @llvm.maxnum.f64(double %q, double 0.0)\n%t = call double @llvm.minnum.f64(double %l, double 1.0)\n\
    %t2 = fmul double %t, 2.0\n%s = fsub double 3.0, %t2\n%tt = fmul double %t, %t\n%r = fmul double %tt, %s";
const S_MAD_SAT: &str = "{sext}%z = sext {A} %c to {W}\n%d = mul {W} %x, %y\n%e = add {W} %d, %z\n\
    %l = call {W} @llvm.smin.{W}({W} %e, {W} {max})\n%f = call {W} @llvm.smax.{W}({W} %l, {W} {min})\n%r = trunc {W} %f to {R}";
const U_MAD_SAT: &str = "{zext}%z = zext {A} %c to {W}\n%d = mul {W} %x, %y\n%e = add {W} %d, %z\n\
    %f = call {W} @llvm.umin.{W}({W} %e, {W} {umax})\n%r = trunc {W} %f to {R}";
const U_ABS_DIFF: &str =
    "%x = call {A} @llvm.umax.{a}({A} %a, {A} %b)\n%y = call {A} @llvm.umin.{a}({A} %a, {A} %b)\n%r = sub {A} %x, %y";
const UPSAMPLE: &str = "%x = zext {A} %a to {W}\n%y = zext {A} %b to {W}\n%h = shl {W} %x, {m}\n%r = or {W} %h, %y";

/// Shared fragments of bodies.
const PIECES: &[(&str, &str)] = &[
    ("{sext}", "%x = sext {A} %a to {W}\n%y = sext {A} %b to {W}\n"),
    ("{zext}", "%x = zext {A} %a to {W}\n%y = zext {A} %b to {W}\n"),
    ("{s24}", "%x = shl i32 %a, 8\n%e = ashr i32 %x, 8\n%y = shl i32 %b, 8\n%f = ashr i32 %y, 8\n"),
    ("{u24}", "%e = and i32 %a, 16777215\n%f = and i32 %b, 16777215\n"),
];

/// Defines a builtin that has a row.
pub fn define(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<bool> {
    let Some(lane) = row(declared) else { return Ok(false) };
    let scalars = Scalars::of(declared, lane)?;
    let scalar = format!("lane.{}", declared.symbol);
    let body = scalars.body(definitions, declared, lane)?;
    definitions.add(&declared.result.scalar, &scalar, &scalars.parameters(declared), &body);
    definitions.function(declared, &by_lanes(declared, &scalar)?);
    Ok(true)
}

fn row(declared: &Declared<'_>) -> Option<Lane> {
    let find = |rows: &[(&str, Lane)], op: &str| rows.iter().find(|(name, _)| *name == op).map(|(_, lane)| *lane);
    if !declared.extended {
        return find(CORE, declared.op);
    }
    if declared.glsl {
        return find(GLSL, declared.op);
    }
    let plain = declared.op.strip_prefix("native_").or_else(|| declared.op.strip_prefix("half_"));
    find(OPENCL, plain.unwrap_or(declared.op))
}

/// The scalar types with which one lane is computed.
struct Scalars {
    result: Ty,
    first: Ty,
}

impl Scalars {
    fn of(declared: &Declared<'_>, _: Lane) -> Result<Self> {
        Ok(Self { result: scalar(&declared.result), first: scalar(declared.param(0)?) })
    }

    fn parameters(&self, declared: &Declared<'_>) -> String {
        let each = declared.params.iter().zip(["%a", "%b", "%c", "%d"]);
        each.map(|(ty, name)| format!("{} {name}", ty.scalar)).collect::<Vec<_>>().join(", ")
    }

    fn body(&self, definitions: &mut Definitions, declared: &Declared<'_>, lane: Lane) -> Result<String> {
        match lane {
            Own(body) => {
                let text = self.filled(declared, body);
                Ok(self.with_calls(definitions, &text, &self.first.scalar) + &self.end("%r"))
            }
            Double(body) => Ok(self.in_double(definitions, declared, body)),
            Intrinsic(name) => {
                let given = self.arguments(declared);
                let suffix = self.first.suffix();
                let arguments: Vec<_> = given.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
                let call = format!("call {} @llvm.{name}.{suffix}({})", self.result.scalar, arguments.join(", "));
                Ok(format!("  %r = {call}\n{}", self.end("%r")))
            }
            Float(name) if self.first.scalar == "float" => {
                let call = definitions.of_float(name, "%a");
                Ok(format!("  %r = {call}\n{}", self.end("%r")))
            }
            Libm(name) | Float(name) => Ok(self.libm(definitions, declared, name)),
        }
    }

    fn end(&self, value: &str) -> String {
        format!("  ret {} {value}\n", self.result.scalar)
    }

    fn arguments(&self, declared: &Declared<'_>) -> Vec<(String, String)> {
        let each = declared.params.iter().zip(["%a", "%b", "%c", "%d"]);
        each.map(|(ty, name)| (ty.scalar.clone(), name.to_owned())).collect()
    }

    fn filled(&self, declared: &Declared<'_>, body: &str) -> String {
        let mut text = body.to_owned();
        for (piece, meaning) in PIECES {
            text = text.replace(piece, meaning);
        }
        let width = self.first.bits();
        let power = |bits: u64| 1_i128.checked_shl(u32::try_from(bits).unwrap_or(0)).unwrap_or(0);
        let second = declared.params.get(1).map_or("", |ty| ty.scalar.as_str());
        let nan = match self.result.scalar.as_str() {
            "half" => "32256",
            "bfloat" => "32704",
            "float" => "2143289344",
            _ => "9221120237041090560",
        };
        let below_one = match self.first.scalar.as_str() {
            "half" => "0xH3BFF",
            "bfloat" => "0xR3F7F",
            "float" => "0x3FEFFFFFE0000000",
            _ => "0x3FEFFFFFFFFFFFFF",
        };
        for (mark, value) in [
            ("{R}", self.result.scalar.clone()),
            ("{A}", self.first.scalar.clone()),
            ("{B}", second.to_owned()),
            ("{a}", self.first.suffix()),
            ("{r}", self.result.suffix()),
            ("{I}", format!("i{}", self.result.bits())),
            ("{IA}", format!("i{width}")),
            ("{W}", format!("i{}", width * 2)),
            ("{m}", width.to_string()),
            ("{max}", (power(width.saturating_sub(1)) - 1).to_string()),
            ("{min}", (-power(width.saturating_sub(1))).to_string()),
            ("{umax}", (power(width) - 1).to_string()),
            ("{bytes}", self.first.bytes().to_string()),
            ("{shift}", if declared.op == "BitFieldSExtract" { "ashr" } else { "lshr" }.to_owned()),
            ("{nan}", nan.to_owned()),
            ("{below one}", below_one.to_owned()),
        ] {
            text = text.replace(mark, &value);
        }
        text.push('\n');
        text
    }

    /// Expands `{call sin %a}` to a call of the libm function for the type.
    fn with_calls(&self, definitions: &mut Definitions, text: &str, ty: &str) -> String {
        let Some((before, rest)) = text.split_once("{call ") else { return text.to_owned() };
        let (inside, after) = rest.split_once('}').unwrap_or((rest, ""));
        let mut words = inside.split(' ');
        let name = words.next().unwrap_or_default();
        let suffix = if ty == "float" { "f" } else { "" };
        let arguments: Vec<_> = words.map(|value| (ty.to_owned(), value.to_owned())).collect();
        let call = match ty {
            small if is_small_float(small) => definitions.by_float(small, name, &arguments),
            "float" if super::turns::has(name) => {
                definitions.of_float(name, arguments.first().map_or("", |(_, value)| value))
            }
            _ => definitions.external(ty, &format!("{name}{suffix}"), &arguments),
        };
        format!("{before}{call}{}", self.with_calls(definitions, after, ty))
    }

    fn in_double(&self, definitions: &mut Definitions, declared: &Declared<'_>, body: &str) -> String {
        let mut text = String::new();
        let mut renamed = self.with_calls(definitions, body, "double");
        if self.first.scalar != "double" {
            for (ty, name) in self.arguments(declared) {
                text += &format!("  {name}.d = fpext {ty} {name} to double\n");
                renamed = renamed.replace(&format!("{name},"), &format!("{name}.d,"));
                renamed = renamed.replace(&format!("{name}\n"), &format!("{name}.d\n"));
                renamed = renamed.replace(&format!("{name})"), &format!("{name}.d)"));
            }
            let end = format!("\n  %n = fptrunc double %r to {}\n", self.result.scalar);
            return text + &renamed.replace("%n =", "%nn =").replace("%n,", "%nn,") + &end + &self.end("%n");
        }
        text + &renamed + "\n" + &self.end("%r")
    }

    fn libm(&self, definitions: &mut Definitions, declared: &Declared<'_>, name: &str) -> String {
        let widened = |ty: &str| if is_small_float(ty) { "float".to_owned() } else { ty.to_owned() };
        let mut text = String::new();
        let mut arguments = Vec::new();
        for (ty, value) in self.arguments(declared) {
            let wide = widened(&ty);
            if wide != ty {
                text += &format!("  {value}.w = fpext {ty} {value} to {wide}\n");
                arguments.push((wide, format!("{value}.w")));
            } else {
                arguments.push((ty, value));
            }
        }
        let suffix = if self.first.scalar == "double" { "" } else { "f" };
        let result = widened(&self.result.scalar);
        let call = definitions.external(&result, &format!("{name}{suffix}"), &arguments);
        text += &format!("  %w = {call}\n");
        if result == self.result.scalar {
            return text + &self.end("%w");
        }
        text + &format!("  %r = fptrunc {result} %w to {}\n", self.result.scalar) + &self.end("%r")
    }
}

fn scalar(ty: &Ty) -> Ty {
    Ty { lanes: 0, ..ty.clone() }.with(&ty.scalar)
}

/// Calls the function of a lane for each lane. A pointer operand points to as many consecutive values.
fn by_lanes(declared: &Declared<'_>, function: &str) -> Result<String> {
    let mut body = Body::default();
    let mut lanes = Vec::new();
    for lane in 0..declared.result.lanes.max(1) {
        let mut given = Vec::new();
        for (index, ty) in declared.params.iter().enumerate() {
            let value = format!("%p{index}");
            let part = if ty.scalar == "ptr" && declared.result.lanes > 0 {
                let step = declared.pointee(index)?.bytes();
                body.value(format!("getelementptr i8, ptr {value}, i64 {}", lane * step))
            } else {
                body.lane(ty, &value, lane)
            };
            given.push(format!("{} {part}", ty.scalar));
        }
        lanes.push(body.value(format!("call {} @{function}({})", declared.result.scalar, given.join(", "))));
    }
    let result = body.vector(&declared.result, &lanes);
    body.line(format!("ret {} {result}", declared.result.text));
    Ok(body.text)
}
