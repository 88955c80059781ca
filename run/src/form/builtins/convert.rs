//! Conversions with a rounding mode, or that saturate.

use super::{Body, Declared, Definitions, Ty};
use llvm_spirv::error::Result;
use llvm_spirv_mangling::Rounding;

/// Defines a conversion.
pub fn define(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<bool> {
    const OPS: &[&str] = &[
        "ConvertFToS",
        "ConvertFToU",
        "ConvertSToF",
        "ConvertUToF",
        "FConvert",
        "SConvert",
        "UConvert",
        "SatConvertSToU",
        "SatConvertUToS",
    ];
    if declared.extended || !OPS.contains(&declared.op) {
        return Ok(false);
    }
    let (from, mut body, mut lanes) = (declared.param(0)?, Body::default(), Vec::new());
    for lane in 0..declared.result.lanes.max(1) {
        let value = body.lane(from, "%p0", lane);
        lanes.push(convert(definitions, &mut body, declared, from, value)?);
    }
    let value = body.vector(&declared.result, &lanes);
    body.line(format!("ret {} {value}", declared.result.text));
    definitions.function(declared, &body.text);
    Ok(true)
}

fn convert(d: &mut Definitions, body: &mut Body, declared: &Declared<'_>, from: &Ty, value: String) -> Result<String> {
    let to = &declared.result;
    Ok(match declared.op {
        "ConvertFToS" => to_int(body, declared, from, value, "s"),
        "ConvertFToU" => to_int(body, declared, from, value, "u"),
        "ConvertSToF" => from_int(d, body, declared, from, value, "s"),
        "ConvertUToF" => from_int(d, body, declared, from, value, "u"),
        "FConvert" => between_floats(d, body, declared, from, value),
        "SConvert" => saturated(body, (from, true), (to, true), value, declared.postfix.sat),
        "UConvert" => saturated(body, (from, false), (to, false), value, declared.postfix.sat),
        "SatConvertSToU" => saturated(body, (from, true), (to, false), value, true),
        "SatConvertUToS" => saturated(body, (from, false), (to, true), value, true),
        _ => return Err(declared.unsupported()),
    })
}

fn mode(declared: &Declared<'_>, otherwise: Rounding) -> Rounding {
    declared.postfix.rounding.unwrap_or(otherwise)
}

/// Rounds a float to a whole number, then converts it; the default mode rounds toward zero.
fn to_int(body: &mut Body, declared: &Declared<'_>, from: &Ty, value: String, sign: &str) -> String {
    let name = match mode(declared, Rounding::Rtz).as_str() {
        "rte" => "roundeven",
        "rtp" => "ceil",
        "rtn" => "floor",
        _ => "trunc",
    };
    let (f, s) = (&from.scalar, from.suffix());
    let whole = body.value(format!("call {f} @llvm.{name}.{s}({f} {value})"));
    let to = &declared.result.scalar;
    if declared.postfix.sat {
        return body.value(format!("call {to} @llvm.fpto{sign}i.sat.{to}.{s}({f} {whole})"));
    }
    body.value(format!("fpto{sign}i {f} {whole} to {to}"))
}

fn number(rounding: Rounding) -> &'static str {
    match rounding.as_str() {
        "rtz" => "1",
        "rtp" => "2",
        "rtn" => "3",
        _ => "0",
    }
}

/// Converts an integer to a float: by LLVM if it rounds to even, otherwise by a function of the host.
fn from_int(
    d: &mut Definitions,
    body: &mut Body,
    declared: &Declared<'_>,
    from: &Ty,
    value: String,
    sign: &str,
) -> String {
    let (to, how) = (&declared.result, mode(declared, Rounding::Rte));
    if number(how) == "0" && to.scalar != "half" {
        return body.value(format!("{sign}itofp {} {value} to {}", from.scalar, to.scalar));
    }
    let extend = if sign == "s" { "sext" } else { "zext" };
    let wide =
        if from.scalar == "i64" { value } else { body.value(format!("{extend} {} {value} to i64", from.scalar)) };
    let given = [("i64".to_owned(), wide), ("i32".to_owned(), number(how).to_owned())];
    host(d, body, to, &format!("spirv_{sign}"), &given)
}

/// Calls a conversion function of the host, which returns a 16-bit float as an integer.
fn host(d: &mut Definitions, body: &mut Body, to: &Ty, prefix: &str, given: &[(String, String)]) -> String {
    let returned = if to.is_small_float() { "i16" } else { &to.scalar };
    let made = body.value(d.external(returned, &format!("{prefix}_to_{}", to.scalar), given));
    if to.is_small_float() { body.value(format!("bitcast i16 {made} to {}", to.scalar)) } else { made }
}

fn between_floats(d: &mut Definitions, body: &mut Body, declared: &Declared<'_>, from: &Ty, value: String) -> String {
    let (to, how) = (&declared.result, mode(declared, Rounding::Rte));
    if to.bits() > from.bits() {
        return body.value(format!("fpext {} {value} to {}", from.scalar, to.scalar));
    }
    if to.scalar == from.scalar {
        return value;
    }
    let wide =
        if from.scalar == "double" { value } else { body.value(format!("fpext {} {value} to double", from.scalar)) };
    let given = [("double".to_owned(), wide), ("i32".to_owned(), number(how).to_owned())];
    host(d, body, to, "spirv_f", &given)
}

/// Clamps the value in a type that holds all values of both types, then truncates it.
fn saturated(body: &mut Body, from: (&Ty, bool), to: (&Ty, bool), value: String, sat: bool) -> String {
    let ((from, from_signed), (to, to_signed)) = (from, to);
    let extend = if from_signed { "sext" } else { "zext" };
    let mut wide = body.value(format!("{extend} {} {value} to i128", from.scalar));
    if sat {
        let power = |bits: u64| 1_i128.checked_shl(u32::try_from(bits).unwrap_or(0)).unwrap_or(0);
        let bits = to.bits();
        let (least, most) = if to_signed {
            (-power(bits.saturating_sub(1)), power(bits.saturating_sub(1)) - 1)
        } else {
            (0, power(bits) - 1)
        };
        let lower = body.value(format!("call i128 @llvm.smax.i128(i128 {wide}, i128 {least})"));
        wide = body.value(format!("call i128 @llvm.smin.i128(i128 {lower}, i128 {most})"));
    }
    body.value(format!("trunc i128 {wide} to {}", to.scalar))
}
