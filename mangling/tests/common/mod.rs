//! Types in the spelling of demanglers, for comparison with two of them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]
#![allow(dead_code, reason = "each test binary uses a part")]

use llvm_spirv_mangling::{Pointer, Type};

/// Returns the lines of `names.txt`: a mangled name, and the output of `llvm-cxxfilt` for it.
pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("../names.txt").lines().map(|line| line.split_once('\t').unwrap())
}

/// A spelling of vectors; demanglers agree on everything else.
pub type Vectors = fn(u32, &str) -> String;

pub fn llvm_vectors(lanes: u32, element: &str) -> String {
    format!("{element} vector[{lanes}]")
}

pub fn cpp_demangle_vectors(lanes: u32, element: &str) -> String {
    format!("{element} __vector({lanes})")
}

pub fn spell_name(base: &str, params: &[Type], vectors: Vectors) -> String {
    let params: Vec<_> = params.iter().map(|param| spell(param, vectors)).collect();
    format!("{base}({})", params.join(", "))
}

pub fn spell(ty: &Type, vectors: Vectors) -> String {
    match ty {
        Type::Vector(lanes, element) => vectors(*lanes, &spell(element, vectors)),
        Type::Pointer(pointer) => spell_pointer(pointer, vectors),
        Type::Atomic(value) => format!("{} _Atomic", spell(value, vectors)),
        Type::Named(name) => name.clone(),
        scalar => spell_scalar(scalar).to_owned(),
    }
}

fn spell_pointer(pointer: &Pointer, vectors: Vectors) -> String {
    let mut text = spell(&pointer.pointee, vectors);
    let qualifiers = [(pointer.constant, "const"), (pointer.volatile, "volatile"), (pointer.restrict, "restrict")];
    for (_, qualifier) in qualifiers.iter().filter(|(present, _)| *present) {
        text = format!("{text} {qualifier}");
    }
    match pointer.address_space {
        0 => format!("{text}*"),
        number => format!("{text} AS{number}*"),
    }
}

fn spell_scalar(ty: &Type) -> &'static str {
    match ty {
        Type::Void => "void",
        Type::Bool => "bool",
        Type::Char => "char",
        Type::SChar => "signed char",
        Type::UChar => "unsigned char",
        Type::Short => "short",
        Type::UShort => "unsigned short",
        Type::Int => "int",
        Type::UInt => "unsigned int",
        Type::Long => "long",
        Type::ULong => "unsigned long",
        Type::LongLong => "long long",
        Type::ULongLong => "unsigned long long",
        Type::Half => "half",
        Type::Float => "float",
        Type::Double => "double",
        Type::Float16 => "_Float16",
        Type::BFloat16 => "std::bfloat16_t",
        Type::Ellipsis => "...",
        other => panic!("{other:?} has no spelling"),
    }
}
