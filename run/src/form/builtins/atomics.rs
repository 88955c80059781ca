//! Atomics: LLVM's with the strongest ordering, which satisfies all memory semantics of SPIR-V.

use super::{Body, Declared, Definitions};
use llvm_spirv::error::Result;

/// The operations of `atomicrmw`, by instruction.
const UPDATES: &[(&str, &str)] = &[
    ("AtomicAnd", "and"),
    ("AtomicExchange", "xchg"),
    ("AtomicFAddEXT", "fadd"),
    ("AtomicFMaxEXT", "fmax"),
    ("AtomicFMinEXT", "fmin"),
    ("AtomicIAdd", "add"),
    ("AtomicISub", "sub"),
    ("AtomicOr", "or"),
    ("AtomicSMax", "max"),
    ("AtomicSMin", "min"),
    ("AtomicUMax", "umax"),
    ("AtomicUMin", "umin"),
    ("AtomicXor", "xor"),
];

/// Defines an atomic instruction: its operands are the pointer, scope, semantics, and values.
pub fn define(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<bool> {
    if declared.extended || !declared.op.starts_with("Atomic") {
        return Ok(false);
    }
    let (ty, mut body) = (declared.result.text.clone(), Body::default());
    let bytes = declared.result.bytes().max(1);
    if let Some((_, update)) = UPDATES.iter().find(|(op, _)| *op == declared.op) {
        let old = body.value(format!("atomicrmw {update} ptr %p0, {ty} %p3 seq_cst"));
        body.line(format!("ret {ty} {old}"));
    } else {
        other(&mut body, declared, &ty, bytes)?;
    }
    definitions.function(declared, &body.text);
    Ok(true)
}

fn other(body: &mut Body, declared: &Declared<'_>, ty: &str, bytes: u64) -> Result<()> {
    match declared.op {
        "AtomicLoad" => {
            let value = body.value(format!("load atomic {ty}, ptr %p0 seq_cst, align {bytes}"));
            body.line(format!("ret {ty} {value}"));
        }
        "AtomicStore" => {
            let data = declared.param(3)?;
            body.line(format!("store atomic {} %p3, ptr %p0 seq_cst, align {}", data.text, data.bytes()));
            body.line("ret void");
        }
        "AtomicIIncrement" | "AtomicIDecrement" => {
            let update = if declared.op == "AtomicIIncrement" { "add" } else { "sub" };
            let old = body.value(format!("atomicrmw {update} ptr %p0, {ty} 1 seq_cst"));
            body.line(format!("ret {ty} {old}"));
        }
        "AtomicCompareExchange" | "AtomicCompareExchangeWeak" => {
            let pair = body.value(format!("cmpxchg ptr %p0, {ty} %p5, {ty} %p4 seq_cst seq_cst"));
            let old = body.value(format!("extractvalue {{ {ty}, i1 }} {pair}, 0"));
            body.line(format!("ret {ty} {old}"));
        }
        "AtomicFlagTestAndSet" => {
            let old = body.value("atomicrmw xchg ptr %p0, i32 1 seq_cst");
            let was = body.value(format!("icmp ne i32 {old}, 0"));
            body.line(format!("ret i1 {was}"));
        }
        "AtomicFlagClear" => {
            body.line("store atomic i32 0, ptr %p0 seq_cst, align 4");
            body.line("ret void");
        }
        _ => return Err(declared.unsupported()),
    }
    Ok(())
}
