//! Instructions of GLSL.std.450 and core instructions for shaders that work on whole vectors: packing, reflection,
//! results with two parts.

use super::{Body, Declared, Definitions, Ty};
use llvm_spirv::error::Result;

/// Instructions that the pass over shaders replaces, since they access memory or end the invocation.
const REPLACED: &[&str] = &[
    "AccessChain",
    "ArrayLength",
    "CompositeExtract",
    "CompositeInsert",
    "CopyLogical",
    "DemoteToHelperInvocation",
    "InBoundsAccessChain",
    "IsHelperInvocationEXT",
    "Kill",
    "TerminateInvocation",
];

/// Defines an instruction of shaders.
pub fn define(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<bool> {
    if !declared.extended && REPLACED.contains(&declared.op) {
        definitions.declare(declared);
        return Ok(true);
    }
    let body = match (declared.extended, declared.op) {
        (false, "IAddCarry" | "ISubBorrow") => carry(declared)?,
        (false, "UMulExtended" | "SMulExtended") => extended_product(declared)?,
        (false, op) if op.starts_with("Shift") => shift(declared)?,
        (true, "FrexpStruct") => frexp(definitions, declared)?,
        (true, "ModfStruct") => modf(declared)?,
        (true, "FaceForward") => face_forward(declared)?,
        (true, "Reflect") => reflect(declared)?,
        (true, "Refract") => refract(declared)?,
        (true, op) if op.starts_with("Pack") => pack(declared)?,
        (true, op) if op.starts_with("Unpack") => unpack(declared)?,
        _ => return Ok(false),
    };
    definitions.function(declared, &body);
    Ok(true)
}

/// Emits a body that returns a struct of two vectors.
fn pair(mut body: Body, declared: &Declared<'_>, parts: [(&str, String); 2]) -> String {
    let ty = &declared.result.text;
    let [(first_ty, first), (second_ty, second)] = parts;
    let half = body.value(format!("insertvalue {ty} poison, {first_ty} {first}, 0"));
    let whole = body.value(format!("insertvalue {ty} {half}, {second_ty} {second}, 1"));
    body.line(format!("ret {ty} {whole}"));
    body.text
}

fn carry(declared: &Declared<'_>) -> Result<String> {
    let (ty, mut body) = (declared.param(0)?.text.clone(), Body::default());
    let (sum, test) = if declared.op == "IAddCarry" {
        let sum = body.value(format!("add {ty} %p0, %p1"));
        let test = body.value(format!("icmp ult {ty} {sum}, %p0"));
        (sum, test)
    } else {
        (body.value(format!("sub {ty} %p0, %p1")), body.value(format!("icmp ult {ty} %p0, %p1")))
    };
    let bits = declared.param(0)?.with("i1").text;
    let carry = body.value(format!("zext {bits} {test} to {ty}"));
    Ok(pair(body, declared, [(&ty, sum), (&ty, carry)]))
}

fn splat(ty: &Ty, value: u64) -> String {
    if ty.lanes == 0 {
        return value.to_string();
    }
    let lanes: Vec<_> = (0..ty.lanes).map(|_| format!("{} {value}", ty.scalar)).collect();
    format!("<{}>", lanes.join(", "))
}

fn extended_product(declared: &Declared<'_>) -> Result<String> {
    let (ty, mut body) = (declared.param(0)?, Body::default());
    let wide = ty.with(&format!("i{}", ty.bits() * 2));
    let how = if declared.op.starts_with('S') { "sext" } else { "zext" };
    let [a, b] = ["%p0", "%p1"].map(|value| body.value(format!("{how} {} {value} to {}", ty.text, wide.text)));
    let product = body.value(format!("mul {} {a}, {b}", wide.text));
    let low = body.value(format!("trunc {} {product} to {}", wide.text, ty.text));
    let shifted = body.value(format!("lshr {} {product}, {}", wide.text, splat(&wide, ty.bits())));
    let high = body.value(format!("trunc {} {shifted} to {}", wide.text, ty.text));
    Ok(pair(body, declared, [(&ty.text, low), (&ty.text, high)]))
}

/// Emits a shift whose amount has another width than its base.
fn shift(declared: &Declared<'_>) -> Result<String> {
    let (base, by, mut body) = (declared.param(0)?, declared.param(1)?, Body::default());
    let how = match declared.op {
        "ShiftRightArithmetic" => "ashr",
        "ShiftRightLogical" => "lshr",
        "ShiftLeftLogical" => "shl",
        _ => return Err(declared.unsupported()),
    };
    let cast = if by.bits() < base.bits() { "zext" } else { "trunc" };
    let by = if by.bits() == base.bits() {
        "%p1".to_owned()
    } else {
        body.value(format!("{cast} {} %p1 to {}", by.text, base.text))
    };
    let value = body.value(format!("{how} {} %p0, {by}", base.text));
    body.line(format!("ret {} {value}", base.text));
    Ok(body.text)
}

fn frexp(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<String> {
    let (ty, mut body) = (declared.param(0)?, Body::default());
    let (wide, name) = if ty.scalar == "double" { ("double", "frexp") } else { ("float", "frexpf") };
    let room = body.value("alloca i32, align 4");
    let (mut fractions, mut exponents) = (Vec::new(), Vec::new());
    for lane in 0..ty.lanes.max(1) {
        let mut value = body.lane(ty, "%p0", lane);
        if ty.is_small_float() {
            value = body.value(format!("fpext {} {value} to float", ty.scalar));
        }
        let given = [(wide.to_owned(), value), ("ptr".to_owned(), room.clone())];
        let fraction = body.value(definitions.external(wide, name, &given));
        let narrowed = |body: &mut Body| body.value(format!("fptrunc float {fraction} to {}", ty.scalar));
        fractions.push(if ty.is_small_float() { narrowed(&mut body) } else { fraction });
        exponents.push(body.value(format!("load i32, ptr {room}, align 4")));
    }
    let ints = ty.with("i32");
    let (fraction, exponent) = (body.vector(ty, &fractions), body.vector(&ints, &exponents));
    Ok(pair(body, declared, [(&ty.text, fraction), (&ints.text, exponent)]))
}

/// Returns the suffix of a type in the name of an intrinsic: `v4f32`.
fn suffix(ty: &Ty) -> String {
    if ty.lanes == 0 { ty.suffix() } else { format!("v{}{}", ty.lanes, ty.suffix()) }
}

fn modf(declared: &Declared<'_>) -> Result<String> {
    let (ty, mut body) = (declared.param(0)?, Body::default());
    let whole = body.value(format!("call {0} @llvm.trunc.{1}({0} %p0)", ty.text, suffix(ty)));
    let part = body.value(format!("fsub {} %p0, {whole}", ty.text));
    Ok(pair(body, declared, [(&ty.text, part), (&ty.text, whole)]))
}

fn dot(body: &mut Body, ty: &Ty, a: &str, b: &str) -> String {
    let mut sum = String::new();
    for lane in 0..ty.lanes.max(1) {
        let (left, right) = (body.lane(ty, a, lane), body.lane(ty, b, lane));
        let product = body.value(format!("fmul {} {left}, {right}", ty.scalar));
        sum = if sum.is_empty() { product } else { body.value(format!("fadd {} {sum}, {product}", ty.scalar)) };
    }
    sum
}

/// Emits the product of a vector and a scalar.
fn times(body: &mut Body, ty: &Ty, vector: &str, number: &str) -> String {
    let each: Vec<_> = (0..ty.lanes.max(1))
        .map(|lane| {
            let part = body.lane(ty, vector, lane);
            body.value(format!("fmul {} {part}, {number}", ty.scalar))
        })
        .collect();
    body.vector(ty, &each)
}

fn returned(mut body: Body, ty: &Ty, value: &str) -> String {
    body.line(format!("ret {} {value}", ty.text));
    body.text
}

fn face_forward(declared: &Declared<'_>) -> Result<String> {
    let (ty, mut body) = (declared.param(0)?, Body::default());
    let product = dot(&mut body, ty, "%p2", "%p1");
    let faces = body.value(format!("fcmp olt {} {product}, 0.0", ty.scalar));
    let turned = body.value(format!("fneg {} %p0", ty.text));
    let value = body.value(format!("select i1 {faces}, {0} %p0, {0} {turned}", ty.text));
    Ok(returned(body, ty, &value))
}

fn reflect(declared: &Declared<'_>) -> Result<String> {
    let (ty, mut body) = (declared.param(0)?, Body::default());
    let product = dot(&mut body, ty, "%p1", "%p0");
    let twice = body.value(format!("fmul {} {product}, 2.0", ty.scalar));
    let scaled = times(&mut body, ty, "%p1", &twice);
    let value = body.value(format!("fsub {} %p0, {scaled}", ty.text));
    Ok(returned(body, ty, &value))
}

fn refract(declared: &Declared<'_>) -> Result<String> {
    let (ty, mut body) = (declared.param(0)?, Body::default());
    let scalar = ty.scalar.clone();
    let eta = if declared.param(2)?.scalar == scalar {
        "%p2".to_owned()
    } else {
        body.value(format!("fptrunc {} %p2 to {scalar}", declared.param(2)?.scalar))
    };
    let product = dot(&mut body, ty, "%p1", "%p0");
    let square = body.value(format!("fmul {scalar} {product}, {product}"));
    let rest = body.value(format!("fsub {scalar} 1.0, {square}"));
    let etas = body.value(format!("fmul {scalar} {eta}, {eta}"));
    let part = body.value(format!("fmul {scalar} {etas}, {rest}"));
    let k = body.value(format!("fsub {scalar} 1.0, {part}"));
    let beyond = body.value(format!("fcmp olt {scalar} {k}, 0.0"));
    let root = body.value(format!("call {scalar} @llvm.sqrt.{}({scalar} {k})", ty.suffix()));
    let along = body.value(format!("fmul {scalar} {eta}, {product}"));
    let factor = body.value(format!("fadd {scalar} {along}, {root}"));
    let (first, second) = (times(&mut body, ty, "%p0", &eta), times(&mut body, ty, "%p1", &factor));
    let bent = body.value(format!("fsub {} {first}, {second}", ty.text));
    let value = body.value(format!("select i1 {beyond}, {0} zeroinitializer, {0} {bent}", ty.text));
    Ok(returned(body, ty, &value))
}

/// Returns, for an instruction that packs normalized numbers, the lanes, the bits of each, the largest number, and
/// whether it is signed.
fn scale(op: &str) -> Option<(u64, u64, &'static str, bool)> {
    Some(match op.trim_start_matches("Unp").trim_start_matches('P').trim_start_matches("ack") {
        "Snorm4x8" => (4, 8, "127.0", true),
        "Unorm4x8" => (4, 8, "255.0", false),
        "Snorm2x16" => (2, 16, "32767.0", true),
        "Unorm2x16" => (2, 16, "65535.0", false),
        _ => return None,
    })
}

fn pack(declared: &Declared<'_>) -> Result<String> {
    let mut body = Body::default();
    let value = if let Some((lanes, bits, most, is_signed)) = scale(declared.op) {
        let (low, cast) = if is_signed { ("-1.0", "fptosi") } else { ("0.0", "fptoui") };
        let (given, ints) = (declared.param(0)?, format!("i{bits}"));
        let mut all = Vec::new();
        for lane in 0..lanes {
            let part = body.lane(given, "%p0", lane);
            let above = body.value(format!("call float @llvm.maxnum.f32(float {part}, float {low})"));
            let within = body.value(format!("call float @llvm.minnum.f32(float {above}, float 1.0)"));
            let scaled = body.value(format!("fmul float {within}, {most}"));
            let whole = body.value(format!("call float @llvm.roundeven.f32(float {scaled})"));
            all.push(body.value(format!("{cast} float {whole} to {ints}")));
        }
        let ty = Ty { text: format!("<{lanes} x {ints}>"), scalar: ints, lanes };
        let vector = body.vector(&ty, &all);
        body.value(format!("bitcast {} {vector} to i32", ty.text))
    } else if declared.op == "PackHalf2x16" {
        let halves = body.value("fptrunc <2 x float> %p0 to <2 x half>");
        body.value(format!("bitcast <2 x half> {halves} to i32"))
    } else if declared.op == "PackDouble2x32" {
        body.value("bitcast <2 x i32> %p0 to double")
    } else {
        return Err(declared.unsupported());
    };
    Ok(returned(body, &declared.result, &value))
}

fn unpack(declared: &Declared<'_>) -> Result<String> {
    let mut body = Body::default();
    let value = if let Some((lanes, bits, most, is_signed)) = scale(declared.op) {
        let vector = body.value(format!("bitcast i32 %p0 to <{lanes} x i{bits}>"));
        let cast = if is_signed { "sitofp" } else { "uitofp" };
        let floats = body.value(format!("{cast} <{lanes} x i{bits}> {vector} to <{lanes} x float>"));
        let ty = Ty { text: format!("<{lanes} x float>"), scalar: "float".to_owned(), lanes };
        let mut all = Vec::new();
        for lane in 0..lanes {
            let part = body.lane(&ty, &floats, lane);
            let divided = body.value(format!("fdiv float {part}, {most}"));
            all.push(body.value(format!("call float @llvm.maxnum.f32(float {divided}, float -1.0)")));
        }
        body.vector(&ty, &all)
    } else if declared.op == "UnpackHalf2x16" {
        let halves = body.value("bitcast i32 %p0 to <2 x half>");
        body.value(format!("fpext <2 x half> {halves} to <2 x float>"))
    } else if declared.op == "UnpackDouble2x32" {
        body.value("bitcast double %p0 to <2 x i32>")
    } else {
        return Err(declared.unsupported());
    };
    Ok(returned(body, &declared.result, &value))
}
