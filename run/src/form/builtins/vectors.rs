//! Builtins of vectors as a whole: geometry, shuffles, selection.

use super::{Body, Declared, Definitions, Ty};
use llvm_spirv::error::Result;

/// Defines a builtin of whole vectors.
pub fn define(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<bool> {
    let body = match (declared.extended, declared.op) {
        (true, "select") => select(declared)?,
        (true, "shuffle") => shuffle(declared, 1)?,
        (true, "shuffle2") => shuffle(declared, 2)?,
        (true, "cross" | "Cross") => cross(declared)?,
        (true, "length" | "fast_length" | "Length") => length(declared, false)?,
        (true, "distance" | "fast_distance" | "Distance") => length(declared, true)?,
        (true, "normalize" | "fast_normalize" | "Normalize") => normalize(declared)?,
        (false, "Dot") => dot(declared)?,
        (false, "Any") => reduce(declared, "or")?,
        (false, "All") => reduce(declared, "and")?,
        _ => match integer_dot(declared)? {
            Some(body) => body,
            None => return Ok(false),
        },
    };
    definitions.function(declared, &body);
    Ok(true)
}

/// Emits `select`: lanes of a vector are chosen by the highest bit, a scalar by any bit.
fn select(declared: &Declared<'_>) -> Result<String> {
    let (ty, test, mut body) = (&declared.result, declared.param(2)?, Body::default());
    let (predicate, choice) = if test.lanes > 0 { ("slt", test.with("i1").text) } else { ("ne", "i1".to_owned()) };
    let chosen = body.value(format!("icmp {predicate} {} %p2, zeroinitializer", test.text));
    let value = body.value(format!("select {choice} {chosen}, {0} %p1, {0} %p0", ty.text));
    body.line(format!("ret {} {value}", ty.text));
    Ok(body.text)
}

fn shuffle(declared: &Declared<'_>, sources: usize) -> Result<String> {
    let (source, mask, mut body) = (declared.param(0)?, declared.param(sources)?, Body::default());
    let table = body.value(format!("alloca [{sources} x {}], align 128", source.text));
    for index in 0..sources {
        let place =
            body.value(format!("getelementptr {}, ptr {table}, i64 {}", source.scalar, index as u64 * source.lanes));
        body.line(format!("store {} %p{index}, ptr {place}, align {}", source.text, source.bytes()));
    }
    let last = (source.lanes * sources as u64).next_power_of_two() - 1;
    let mut lanes = Vec::new();
    for lane in 0..declared.result.lanes {
        let index = body.lane(mask, &format!("%p{sources}"), lane);
        let within = body.value(format!("and {} {index}, {last}", mask.scalar));
        let place = body.value(format!("getelementptr {}, ptr {table}, {} {within}", source.scalar, mask.scalar));
        lanes.push(body.value(format!("load {}, ptr {place}, align {}", source.scalar, source.bytes())));
    }
    let value = body.vector(&declared.result, &lanes);
    body.line(format!("ret {} {value}", declared.result.text));
    Ok(body.text)
}

/// Emits a lane as a `double`.
fn double(body: &mut Body, ty: &Ty, value: &str, lane: u64) -> String {
    let part = body.lane(ty, value, lane);
    if ty.scalar == "double" { part } else { body.value(format!("fpext {} {part} to double", ty.scalar)) }
}

/// Truncates a `double` to the type of the result.
fn narrowed(body: &mut Body, ty: &Ty, value: String) -> String {
    if ty.scalar == "double" { value } else { body.value(format!("fptrunc double {value} to {}", ty.scalar)) }
}

fn end(mut body: Body, ty: &Ty, value: String) -> String {
    let value = narrowed(&mut body, ty, value);
    body.line(format!("ret {} {value}", ty.text));
    body.text
}

fn sum_of_products(body: &mut Body, pairs: &[(String, String)]) -> String {
    let mut sum = String::from("0.0");
    for (a, b) in pairs {
        let product = body.value(format!("fmul double {a}, {b}"));
        sum = body.value(format!("fadd double {sum}, {product}"));
    }
    sum
}

fn dot(declared: &Declared<'_>) -> Result<String> {
    let (ty, mut body) = (declared.param(0)?, Body::default());
    let pairs: Vec<_> = (0..ty.lanes.max(1))
        .map(|lane| (double(&mut body, ty, "%p0", lane), double(&mut body, ty, "%p1", lane)))
        .collect();
    let sum = sum_of_products(&mut body, &pairs);
    Ok(end(body, &declared.result, sum))
}

fn root(body: &mut Body, values: Vec<String>) -> String {
    let pairs: Vec<_> = values.into_iter().map(|value| (value.clone(), value)).collect();
    let sum = sum_of_products(body, &pairs);
    body.value(format!("call double @llvm.sqrt.f64(double {sum})"))
}

fn length(declared: &Declared<'_>, apart: bool) -> Result<String> {
    let (ty, mut body) = (declared.param(0)?, Body::default());
    let mut parts = Vec::new();
    for lane in 0..ty.lanes.max(1) {
        let part = double(&mut body, ty, "%p0", lane);
        parts.push(if apart {
            let other = double(&mut body, ty, "%p1", lane);
            body.value(format!("fsub double {part}, {other}"))
        } else {
            part
        });
    }
    let root = root(&mut body, parts);
    Ok(end(body, &declared.result, root))
}

fn normalize(declared: &Declared<'_>) -> Result<String> {
    let (ty, mut body) = (declared.param(0)?, Body::default());
    let parts: Vec<_> = (0..ty.lanes.max(1)).map(|lane| double(&mut body, ty, "%p0", lane)).collect();
    let root = root(&mut body, parts.clone());
    let is_zero = body.value(format!("fcmp oeq double {root}, 0.0"));
    let mut lanes = Vec::new();
    for part in parts {
        let divided = body.value(format!("fdiv double {part}, {root}"));
        let kept = body.value(format!("select i1 {is_zero}, double {part}, double {divided}"));
        lanes.push(narrowed(&mut body, ty, kept));
    }
    let value = body.vector(&declared.result, &lanes);
    body.line(format!("ret {} {value}", declared.result.text));
    Ok(body.text)
}

fn cross(declared: &Declared<'_>) -> Result<String> {
    let (ty, mut body) = (declared.param(0)?, Body::default());
    let mut lanes = Vec::new();
    for (j, k) in [(1, 2), (2, 0), (0, 1)] {
        let [a, b] = [(j, k), (k, j)].map(|(m, n)| {
            let (left, right) = (double(&mut body, ty, "%p0", m), double(&mut body, ty, "%p1", n));
            body.value(format!("fmul double {left}, {right}"))
        });
        let difference = body.value(format!("fsub double {a}, {b}"));
        lanes.push(narrowed(&mut body, ty, difference));
    }
    if ty.lanes == 4 {
        lanes.push("0.0".to_owned());
    }
    let value = body.vector(ty, &lanes);
    body.line(format!("ret {} {value}", ty.text));
    Ok(body.text)
}

fn reduce(declared: &Declared<'_>, how: &str) -> Result<String> {
    let ty = declared.param(0)?;
    if ty.lanes == 0 {
        return Ok("  ret i1 %p0\n".to_owned());
    }
    let n = ty.lanes;
    Ok(format!("  %r = call i1 @llvm.vector.reduce.{how}.v{n}i1({} %p0)\n  ret i1 %r\n", ty.text))
}

/// Returns the casts that widen the two factors of a product.
fn extensions(op: &str) -> Option<[&'static str; 2]> {
    Some(match op.trim_end_matches("AccSat") {
        "SDot" => ["sext", "sext"],
        "UDot" => ["zext", "zext"],
        "SUDot" => ["sext", "zext"],
        _ => return None,
    })
}

/// Emits the dot product of integer vectors, which may be packed into a scalar; with an accumulator it saturates.
fn integer_dot(declared: &Declared<'_>) -> Result<Option<String>> {
    let op = declared.op.trim_end_matches("KHR");
    let Some(extensions) = extensions(op).filter(|_| !declared.extended) else { return Ok(None) };
    let (result, mut body) = (&declared.result, Body::default());
    let mut factor = declared.param(0)?.clone();
    let mut factors = ["%p0", "%p1"].map(str::to_owned);
    if factor.lanes == 0 {
        let lanes = factor.bits() / 8;
        let bytes = Ty { text: format!("<{lanes} x i8>"), scalar: "i8".to_owned(), lanes };
        factors = factors.map(|packed| body.value(format!("bitcast {} {packed} to {}", factor.text, bytes.text)));
        factor = bytes;
    }
    // Wide enough for the sum of all products.
    let wide = format!("i{}", (2 * factor.bits() + 8).max(result.bits() + 8).next_power_of_two());
    let mut sum = "0".to_owned();
    for lane in 0..factor.lanes {
        let mut parts = Vec::new();
        for (value, extension) in factors.iter().zip(extensions) {
            let part = body.lane(&factor, value, lane);
            parts.push(body.value(format!("{extension} {} {part} to {wide}", factor.scalar)));
        }
        let product = body.value(format!("mul {wide} {}", parts.join(", ")));
        sum = body.value(format!("add {wide} {sum}, {product}"));
    }
    if op.ends_with("AccSat") {
        sum = saturated(&mut body, result, (&sum, &wide), extensions == ["zext", "zext"]);
    }
    let value = if wide == result.text { sum } else { body.value(format!("trunc {wide} {sum} to {}", result.text)) };
    body.line(format!("ret {} {value}", result.text));
    Ok(Some(body.text))
}

/// Emits the sum with the accumulator, clamped to the limits of the result.
fn saturated(body: &mut Body, result: &Ty, (sum, wide): (&str, &str), is_unsigned: bool) -> String {
    let (extension, sign) = if is_unsigned { ("zext", "u") } else { ("sext", "s") };
    let accumulator = body.value(format!("{extension} {} %p2 to {wide}", result.text));
    let whole = body.value(format!("add {wide} {sum}, {accumulator}"));
    let bits = u32::try_from(result.bits()).unwrap_or(64);
    let most = if is_unsigned { u128::MAX >> (128 - bits) } else { u128::MAX >> (129 - bits) };
    let low = body.value(format!("call {wide} @llvm.{sign}min.{wide}({wide} {whole}, {wide} {most})"));
    if is_unsigned {
        return low;
    }
    body.value(format!("call {wide} @llvm.smax.{wide}({wide} {low}, {wide} -{})", most + 1))
}
