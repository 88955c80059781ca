//! Functions that are replaced by one LLVM intrinsic, or by one GLSL.std.450 instruction.

use super::call::Call;
use crate::error::Result;
use crate::llvm::Value;

/// The replacement of a function.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    /// An intrinsic of floating-point numbers.
    Float(&'static str),
    /// An intrinsic of floating-point numbers, which GLSL.std.450 does not have for `double`.
    UpTo32(&'static str),
    /// An instruction of GLSL.std.450 for floating-point numbers.
    Glsl(&'static str),
    /// An instruction of GLSL.std.450 for floating-point numbers except `double`.
    GlslUpTo32(&'static str),
    /// An intrinsic of signed integers, and one of unsigned ones.
    Integer(&'static str, &'static str),
}
use Meaning::{Float, Glsl, GlslUpTo32, Integer, UpTo32};

const ROWS: &[(&str, Meaning)] = &[
    ("acos", UpTo32("llvm.acos")),
    ("acosh", GlslUpTo32("Acosh")),
    ("add_sat", Integer("llvm.sadd.sat", "llvm.uadd.sat")),
    ("asin", UpTo32("llvm.asin")),
    ("asinh", GlslUpTo32("Asinh")),
    ("atan", UpTo32("llvm.atan")),
    ("atan2", UpTo32("llvm.atan2")),
    ("atanh", GlslUpTo32("Atanh")),
    ("ceil", Float("llvm.ceil")),
    ("copysign", Float("llvm.copysign")),
    ("cos", UpTo32("llvm.cos")),
    ("cosh", UpTo32("llvm.cosh")),
    ("cross", Glsl("Cross")),
    ("degrees", GlslUpTo32("Degrees")),
    ("distance", Glsl("Distance")),
    ("exp", UpTo32("llvm.exp")),
    ("exp2", UpTo32("llvm.exp2")),
    ("fabs", Float("llvm.fabs")),
    ("fast_distance", Glsl("Distance")),
    ("fast_length", Glsl("Length")),
    ("fast_normalize", Glsl("Normalize")),
    ("floor", Float("llvm.floor")),
    ("fma", Float("llvm.fma")),
    ("fmax", Float("llvm.maxnum")),
    ("fmin", Float("llvm.minnum")),
    ("length", Glsl("Length")),
    ("log", UpTo32("llvm.log")),
    ("log2", UpTo32("llvm.log2")),
    ("mix", Glsl("FMix")),
    ("normalize", Glsl("Normalize")),
    ("popcount", Integer("llvm.ctpop", "llvm.ctpop")),
    ("pow", UpTo32("llvm.pow")),
    ("powr", UpTo32("llvm.pow")),
    ("radians", GlslUpTo32("Radians")),
    ("rint", Float("llvm.roundeven")),
    ("rsqrt", Glsl("InverseSqrt")),
    ("sin", UpTo32("llvm.sin")),
    ("sinh", UpTo32("llvm.sinh")),
    ("smoothstep", Glsl("SmoothStep")),
    ("sqrt", Float("llvm.sqrt")),
    ("step", Glsl("Step")),
    ("sub_sat", Integer("llvm.ssub.sat", "llvm.usub.sat")),
    ("tan", UpTo32("llvm.tan")),
    ("tanh", UpTo32("llvm.tanh")),
    ("trunc", Float("llvm.trunc")),
];

/// Returns the result of such a function; `None` for any other call.
pub fn value<'m>(call: &Call<'_, 'm>) -> Result<Option<Value<'m>>> {
    let Some((_, meaning)) = ROWS.iter().find(|row| row.0 == call.base()) else { return Ok(None) };
    let is_double = call.arg(0)?.ty().scalar().float_width() == 64;
    if is_double && matches!(meaning, UpTo32(_) | GlslUpTo32(_)) {
        return Ok(None);
    }
    // One argument may be a number for all lanes: all have the longest type.
    let mut args: Vec<_> = call.inst.call_args().collect();
    if let Some(longest) = args.iter().map(|arg| arg.ty()).find(|ty| ty.is_vector()) {
        args = args.into_iter().map(|arg| call.splat_like(arg, longest)).collect::<Result<_>>()?;
    }
    let is_length = args.len() <= 2 && matches!(meaning, Glsl("Length" | "Distance"));
    match meaning {
        Float(name) | UpTo32(name) => call.intrinsic(name, call.ty(), &args),
        Integer(signed, unsigned) => {
            call.intrinsic(if call.is_signed(0) { signed } else { unsigned }, call.ty(), &args)
        }
        Glsl(_) if is_length && args.first().is_some_and(|arg| !arg.ty().is_vector()) => {
            let difference = if let [a, b] = args[..] { call.fsub(a, b)? } else { call.arg(0)? };
            call.intrinsic("llvm.fabs", call.ty(), &[difference])
        }
        Glsl("Cross") if call.ty().count() == 4 => cross(call),
        Glsl(name) | GlslUpTo32(name) => call.glsl(name, call.ty(), &args, false),
    }
    .map(Some)
}

/// Computes the cross product; for vectors of four, the last component is ignored.
fn cross<'m>(call: &Call<'_, 'm>) -> Result<Value<'m>> {
    let three = |value: Value<'m>| call.emit.builder.shuffle_vector(value, value, &[0, 1, 2]);
    let (a, b) = (three(call.arg(0)?)?, three(call.arg(1)?)?);
    let product = call.glsl("Cross", a.ty(), &[a, b], false)?;
    let zero = call.place.context.const_null(a.ty())?;
    call.emit.builder.shuffle_vector(product, zero, &[0, 1, 2, 3])
}
