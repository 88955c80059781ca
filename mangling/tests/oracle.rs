//! Tests that `cpp_demangle` and this crate read the written names as they were meant.
//!
//! `cpp_demangle` counts address space and cv qualifiers as a substitution candidate each, clang both together as one;
//! so no type here has both. `names.txt` has lists of those, which `names.rs` checks against LLVM's demangler.
#![allow(clippy::unwrap_used, reason = "a test ends at what it did not expect, in its helpers, too")]

mod common;

use common::{cpp_demangle_vectors, names, spell_name};
use llvm_spirv_mangling::{Numbering, Pointer, Type, parse, parse_with, write_with};

const BASES: [&str; 3] = ["f", "__spirv_ConvertFToU_Ruchar4_sat", "async_work_group_copy"];

/// Returns types that share components with each other, so that lists of them are full of substitutions.
fn pool() -> Vec<Type> {
    let float4 = || Type::vector(4, Type::Float);
    let event = || Type::named("ocl_event");
    let volatile_atomic = || Pointer { volatile: true, ..Pointer::new(0, Type::atomic(Type::Int)) };
    vec![
        Type::Int,
        Type::Half,
        float4(),
        Type::vector(16, Type::BFloat16),
        Type::vector(4, Type::Float16),
        event(),
        Type::named("__spirv_Image__void_1_0_0_0_0_0_0"),
        Type::pointer(0, float4()),
        Type::pointer(1, float4()),
        Pointer { constant: true, ..Pointer::new(0, float4()) }.into(),
        Pointer { constant: true, volatile: true, ..Pointer::new(0, Type::Void) }.into(),
        Pointer { constant: true, restrict: true, ..Pointer::new(0, Type::pointer(1, float4())) }.into(),
        Type::pointer(4, event()),
        volatile_atomic().into(),
        Type::pointer(3, Type::atomic(Type::Int)),
        Type::pointer(0, volatile_atomic().into()),
    ]
}

fn check(base: &str, params: &[Type]) {
    let mangled = write_with(Numbering::Itanium, base, params);
    let found = cpp_demangle::Symbol::new(&mangled).unwrap().demangle().unwrap();
    assert_eq!(found, spell_name(base, params, cpp_demangle_vectors), "{mangled}");
    check_round_trip(Numbering::Itanium, base, params);
    check_round_trip(Numbering::OpenCl, base, params);
}

fn check_round_trip(numbering: Numbering, base: &str, params: &[Type]) {
    let mangled = write_with(numbering, base, params);
    let name = parse_with(numbering, &mangled).unwrap();
    assert_eq!((name.base.as_str(), name.params.as_slice()), (base, params), "{mangled}");
}

#[test]
fn no_parameters() {
    BASES.iter().for_each(|base| check(base, &[]));
}

#[test]
fn every_scalar() {
    for ty in Type::SCALARS.iter().filter(|ty| **ty != Type::Void) {
        check("f", std::slice::from_ref(ty));
        check("f", &[Type::pointer(1, ty.clone()), ty.clone(), Type::pointer(1, ty.clone())]);
    }
}

#[test]
fn triples() {
    let pool = pool();
    for first in &pool {
        for second in &pool {
            for third in &pool {
                check("f", &[first.clone(), second.clone(), third.clone()]);
            }
        }
    }
}

#[test]
fn long_lists() {
    let pool = pool();
    for base in BASES {
        for turn in 0..pool.len() {
            let mut params = pool.clone();
            params.rotate_left(turn);
            params.extend(pool.iter().rev().cloned());
            check(base, &params);
        }
    }
}

#[test]
fn more_than_36_components() {
    let spaces = || (1..60).map(|space| Type::pointer(space, Type::Int));
    check("f", &spaces().chain(spaces().rev()).collect::<Vec<_>>());
}

#[test]
fn real_names() {
    let mut found = 0;
    for (mangled, _) in names() {
        let name = parse(mangled).unwrap();
        if name.params.iter().all(is_comparable) {
            check(&name.base, &name.params);
            found += 1;
        }
    }
    assert!(found > 600, "{found}");
}

/// Returns whether `cpp_demangle` numbers the components of `ty` like clang, and `common` can spell it.
fn is_comparable(ty: &Type) -> bool {
    let Some(pointer) = ty.as_pointer() else { return !matches!(ty, Type::BlockPointer(_) | Type::Function(_)) };
    let has_cv = pointer.constant || pointer.volatile || pointer.restrict;
    !(has_cv && pointer.address_space != 0) && is_comparable(&pointer.pointee)
}
