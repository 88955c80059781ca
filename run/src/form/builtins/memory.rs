//! `vload`, `vstore` and similar functions, prefetches, and pointer queries.

use super::{Body, Declared, Definitions, Ty};
use llvm_spirv::error::Result;

/// Defines a builtin that reads or writes memory.
pub fn define(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<bool> {
    let body = match (declared.extended, declared.op) {
        (true, "vloadn") => load(declared)?,
        (true, "vstoren") => store(declared)?,
        (true, "vload_half" | "vload_halfn") => load_half(declared, false)?,
        (true, "vloada_halfn") => load_half(declared, true)?,
        (true, op) if op.starts_with("vstore_half") => store_half(definitions, declared, false)?,
        (true, op) if op.starts_with("vstorea_half") => store_half(definitions, declared, true)?,
        (true, "prefetch") | (false, "MemoryBarrier") => "  fence seq_cst\n  ret void\n".to_owned(),
        // Of shaders: `shader/differences.rs` says what is in its place. Of kernels it is a subtraction.
        (false, "PtrDiff") => {
            definitions.declare(declared);
            return Ok(true);
        }
        (false, "PtrEqual") => format!("  %r = icmp eq ptr %p0, %p1\n  ret {} %r\n", declared.result.text),
        (false, "PtrNotEqual") => format!("  %r = icmp ne ptr %p0, %p1\n  ret {} %r\n", declared.result.text),
        (false, "CopyObject") => format!("  ret {} %p0\n", declared.result.text),
        (false, "SpecConstant") => format!("  ret {} %p1\n", declared.result.text),
        _ => return Ok(false),
    };
    definitions.function(declared, &body);
    Ok(true)
}

/// The address of the `offset`th group of `step` elements.
fn address(body: &mut Body, pointer: &str, offset: &str, element: &str, step: u64) -> String {
    let scaled = body.value(format!("mul i64 {offset}, {step}"));
    body.value(format!("getelementptr {element}, ptr {pointer}, i64 {scaled}"))
}

fn load(declared: &Declared<'_>) -> Result<String> {
    let (result, mut body) = (&declared.result, Body::default());
    let offset = body.long(declared.param(0)?, "%p0");
    let place = address(&mut body, "%p1", &offset, &result.scalar, result.lanes.max(1));
    let value = body.value(format!("load {}, ptr {place}, align {}", result.text, result.bytes()));
    body.line(format!("ret {} {value}", result.text));
    Ok(body.text)
}

fn store(declared: &Declared<'_>) -> Result<String> {
    let (data, mut body) = (declared.param(0)?, Body::default());
    let offset = body.long(declared.param(1)?, "%p1");
    let place = address(&mut body, "%p2", &offset, &data.scalar, data.lanes.max(1));
    body.line(format!("store {} %p0, ptr {place}, align {}", data.text, data.bytes()));
    body.line("ret void");
    Ok(body.text)
}

/// Returns the number of elements from one vector to the next: 4 for aligned vectors of three.
fn half_step(ty: &Ty, aligned: bool) -> u64 {
    if aligned && ty.lanes == 3 { 4 } else { ty.lanes.max(1) }
}

fn load_half(declared: &Declared<'_>, aligned: bool) -> Result<String> {
    let (result, mut body) = (&declared.result, Body::default());
    let offset = body.long(declared.param(0)?, "%p0");
    let place = address(&mut body, "%p1", &offset, "half", half_step(result, aligned));
    let halves = result.with("half");
    let value = body.value(format!("load {}, ptr {place}, align 2", halves.text));
    let wide = body.value(format!("fpext {} {value} to {}", halves.text, result.text));
    body.line(format!("ret {} {wide}", result.text));
    Ok(body.text)
}

fn store_half(definitions: &mut Definitions, declared: &Declared<'_>, aligned: bool) -> Result<String> {
    let (data, mut body) = (declared.param(0)?, Body::default());
    let offset = body.long(declared.param(1)?, "%p1");
    let place = address(&mut body, "%p2", &offset, "half", half_step(data, aligned));
    let mode = if declared.op.ends_with("_r") { "%p3" } else { "0" };
    for lane in 0..data.lanes.max(1) {
        let value = body.lane(data, "%p0", lane);
        let wide = if data.scalar == "double" {
            value
        } else {
            body.value(format!("fpext {} {value} to double", data.scalar))
        };
        let given = [("double".to_owned(), wide), ("i32".to_owned(), mode.to_owned())];
        let bits = body.value(definitions.external("i16", "spirv_to_half", &given));
        let to = body.value(format!("getelementptr half, ptr {place}, i64 {lane}"));
        body.line(format!("store i16 {bits}, ptr {to}, align 2"));
    }
    body.line("ret void");
    Ok(body.text)
}
