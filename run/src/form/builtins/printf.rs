//! `printf`: the arguments are laid out for the host, which knows the format.

use super::{Body, Declared, Definitions, Ty};
use crate::errors;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::Value;

/// Returns the class of an argument by the host's numbers: an integer, a float, a pointer.
fn class(ty: &Ty) -> u32 {
    match ty.scalar.as_str() {
        "ptr" => 2,
        _ if ty.is_float() => 1,
        _ => 0,
    }
}

/// Defines a variant of `printf` that the module declares. Each argument is stored as a header (class, bytes of an
/// element, lanes, bytes in all) and its bytes, padded to multiples of 8.
pub fn define(definitions: &mut Definitions, declared: &Declared<'_>, function: Value<'_>) -> Result<()> {
    if function.function_type().is_some_and(|ty| ty.is_vararg()) {
        return Err(errors::unsupported(
            "a `printf` with a variable number of arguments on the cpu: friendly IR names each",
        ));
    }
    let (mut body, mut parts, mut at) = (Body::default(), Vec::new(), 0_u64);
    for (index, ty) in declared.params.iter().enumerate().skip(1) {
        let bytes = ty.bytes() * ty.lanes.max(1);
        parts.push((index, ty, at, bytes));
        at += 16 + bytes.next_multiple_of(8);
    }
    let room = body.value(format!("alloca [{} x i8], align 16", at.max(16)));
    for (index, ty, at, bytes) in parts {
        let lanes = ty.lanes.max(1);
        for (word, value) in [u64::from(class(ty)), ty.bytes(), lanes, bytes].into_iter().enumerate() {
            let place = body.value(format!("getelementptr i8, ptr {room}, i64 {}", at + word as u64 * 4));
            body.line(format!("store i32 {value}, ptr {place}, align 4"));
        }
        let place = body.value(format!("getelementptr i8, ptr {room}, i64 {}", at + 16));
        body.line(format!("store {} %p{index}, ptr {place}, align 1", ty.text));
    }
    let given = [("ptr", "%p0".to_owned()), ("ptr", room), ("i64", at.to_string())];
    let given: Vec<_> = given.into_iter().map(|(ty, value)| (ty.to_owned(), value)).collect();
    let result = body.value(definitions.external("i32", "spirv_printf", &given));
    body.line(format!("ret i32 {result}"));
    definitions.function(declared, &body.text);
    Ok(())
}
