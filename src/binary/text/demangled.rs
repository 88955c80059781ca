//! Mangled names as C writes them: `helper(uint, const float*)`.

use crate::binary::instruction::Instruction;
use ::spirv::Op;
use llvm_spirv_mangling::{Pointer, Type, parse_symbol, write_type};

/// The names of address spaces in OpenCL C, from 1 on.
const ADDRESS_SPACES: &[&str] = &["global ", "constant ", "local ", "generic "];

/// Returns the demangled form of the mangled name in an instruction.
pub(super) fn demangled(instruction: Instruction<'_>) -> Option<String> {
    let place = match instruction.opcode() {
        Op::Name => 1,
        Op::EntryPoint | Op::Decorate => 2,
        _ => return None,
    };
    let (symbol, _) = instruction.string(place).ok()?;
    let name = parse_symbol(&symbol).ok()?;
    let types: Vec<_> = name.params.iter().map(spelled).collect();
    let meaning = format!("{}({})", name.base, types.join(", "));
    // Comments end with the line.
    (!meaning.contains(|c: char| c.is_control())).then_some(meaning)
}

/// Spells a type; pointers are followed to their pointees.
fn spelled(mut ty: &Type) -> String {
    let mut pointers = Vec::new();
    while let Type::Pointer(pointer) = ty {
        pointers.push(qualifiers(pointer));
        ty = &pointer.pointee;
    }
    // From the innermost one outwards: its qualifiers stand in front of the type, those of the others behind a star.
    let mut text = format!("{}{}", pointers.last().map_or("", String::as_str), plain(ty));
    for around in (0..pointers.len()).rev() {
        text.push('*');
        if let Some(qualifiers) = around.checked_sub(1).and_then(|outer| pointers.get(outer)).filter(|q| !q.is_empty())
        {
            text.push(' ');
            text.push_str(qualifiers.trim_end());
        }
    }
    text
}

/// Returns the qualifiers of a pointer's pointee, each with a blank after it.
fn qualifiers(pointer: &Pointer) -> String {
    let space = (pointer.address_space as usize).checked_sub(1);
    let mut text = space.and_then(|space| ADDRESS_SPACES.get(space)).copied().unwrap_or_default().to_owned();
    let flags = [(pointer.constant, "const "), (pointer.volatile, "volatile "), (pointer.restrict, "restrict ")];
    flags.iter().filter(|flag| flag.0).for_each(|flag| text.push_str(flag.1));
    text
}

/// Spells a type other than a pointer.
fn plain(ty: &Type) -> String {
    match ty {
        Type::Void => "void".to_owned(),
        Type::Ellipsis => "...".to_owned(),
        Type::Named(name) => name.clone(),
        _ => ty.spelling().map_or_else(|| write_type(ty), |name| name.into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::testing::Bytes;

    #[test]
    fn names_of_functions() {
        let of = |symbol: &str| {
            let words = Bytes::library(9).text(Op::Name, &[1], symbol).words();
            words.instructions().last().and_then(demangled)
        };
        let rows = [
            ("_Z6helperjPKf", Some("helper(uint, const float*)")),
            ("_Z3addPU3AS1VKDv4_fPv", Some("add(global const volatile float4*, void*)")),
            ("_Z1fPU3AS1PU3AS3i", Some("f(local int* global*)")),
            ("_Z6printfPU3AS2Kcz", Some("printf(constant const char*, ...)")),
            ("_Z1f9ocl_event", Some("f(ocl_event)")),
            ("main", None),
            ("_Z", None),
        ];
        rows.iter().for_each(|(symbol, meaning)| assert_eq!(of(symbol).as_deref(), *meaning, "{symbol}"));
    }
}
