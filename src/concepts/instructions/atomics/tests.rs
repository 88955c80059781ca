//! Each overload of each atomic of OpenCL C, there and back in each spelling.

use crate::concepts::builtins::testing::{
    Calls, assert_stable, opcodes, round_trip, stays, to_assembly, to_words, validate,
};
use crate::options::BuiltinSpelling;
use ::spirv::Op;
use llvm_spirv_mangling::{Pointer, Type, write};

const LEGACY: [(&str, u32); 11] = [
    ("add", 1),
    ("sub", 1),
    ("xchg", 1),
    ("inc", 0),
    ("dec", 0),
    ("cmpxchg", 2),
    ("min", 1),
    ("max", 1),
    ("and", 1),
    ("or", 1),
    ("xor", 1),
];
const FETCH: [&str; 7] = ["fetch_add", "fetch_sub", "fetch_or", "fetch_xor", "fetch_and", "fetch_min", "fetch_max"];
const INTEGERS: [Type; 4] = [Type::Int, Type::UInt, Type::Long, Type::ULong];
const ORDERS: [u32; 5] = [0, 2, 3, 4, 5];
const SCOPES: [u32; 5] = [0, 1, 2, 3, 4];

fn llvm(ty: &Type) -> String {
    crate::concepts::builtins::testing::llvm_type(ty)
}

fn pointer(space: u32, pointee: Type) -> Type {
    Pointer { volatile: true, ..Pointer::new(space, pointee) }.into()
}

#[test]
fn opencl_c_1_2() {
    let mut calls = Calls::new();
    for space in [1, 3] {
        for ty in INTEGERS {
            let prefix = if ty.bit_width() == Some(64) { "atom" } else { "atomic" };
            for (name, values) in LEGACY {
                let mut params = vec![pointer(space, ty.clone())];
                params.extend((0..values).map(|_| ty.clone()));
                calls.add(&ty, &format!("{prefix}_{name}"), &params);
            }
        }
        calls.add(&Type::Float, "atomic_xchg", &[pointer(space, Type::Float), Type::Float]);
    }
    let words = to_words(calls.assembly());
    assert!(opcodes(&words).iter().all(|body| body.len() == 1), "each is one instruction");
    stays(&words);
    let assembly = to_assembly(&words, BuiltinSpelling::Cl12);
    assert!(!assembly.contains("__spirv_"), "all have their names in OpenCL C 1.2\n{assembly}");
}

/// A call with an order and a scope, as constants.
fn explicit(calls: &mut Calls, name: &str, result: &Type, params: &[Type], order: u32, scope: u32) {
    let mut named = params.to_vec();
    named.extend([Type::named("memory_order"), Type::named("memory_scope")]);
    let mut args: Vec<_> = params.iter().map(|ty| (llvm(ty), None)).collect();
    args.extend([order, scope].map(|number| ("i32".to_owned(), Some(number.to_string()))));
    calls.add_with(&llvm(result), &write(&format!("atomic_{name}_explicit"), &named), &args);
}

fn modern(space: u32, ty: &Type, calls: &mut Calls, order: u32, scope: u32) {
    let object = || pointer(space, Type::atomic(ty.clone()));
    explicit(calls, "exchange", ty, &[object(), ty.clone()], order, scope);
    if !matches!(order, 3 | 4) {
        explicit(calls, "load", ty, &[object()], order, scope);
    }
    if !matches!(order, 2 | 4) {
        explicit(calls, "store", &Type::Void, &[object(), ty.clone()], order, scope);
    }
    for name in FETCH.iter().filter(|_| !ty.is_float()) {
        explicit(calls, name, ty, &[object(), ty.clone()], order, scope);
    }
}

#[test]
fn opencl_c_2_0() {
    let mut calls = Calls::new();
    for space in [1, 3, 4] {
        for (order, scope) in ORDERS.iter().flat_map(|order| SCOPES.map(|scope| (*order, scope))) {
            for ty in INTEGERS.iter().chain(&[Type::Float, Type::Double]) {
                modern(space, ty, &mut calls, order, scope);
            }
            let flag = pointer(space, Type::atomic(Type::Int));
            explicit(&mut calls, "flag_test_and_set", &Type::Bool, std::slice::from_ref(&flag), order, scope);
            if !matches!(order, 2 | 4) {
                explicit(&mut calls, "flag_clear", &Type::Void, &[flag], order, scope);
            }
        }
    }
    let words = to_words(calls.assembly());
    assert!(opcodes(&words).iter().all(|body| body.len() == 1), "each is one instruction");
    stays(&words);
    let assembly = to_assembly(&words, BuiltinSpelling::Cl20);
    assert!(!assembly.contains("__spirv_"), "all have their names in OpenCL C 2.0\n{assembly}");
}

/// Tests atomics with an implied order, and with an order that is computed.
#[test]
fn implied_and_computed_orders() {
    let mut calls = Calls::new();
    for ty in INTEGERS {
        let object = || pointer(4, Type::atomic(ty.clone()));
        calls.add(&ty, "atomic_load", &[object()]);
        calls.add(&Type::Void, "atomic_store", &[object(), ty.clone()]);
        calls.add(&Type::Void, "atomic_init", &[object(), ty.clone()]);
        calls.add(&ty, "atomic_fetch_max", &[object(), ty.clone()]);
        let symbol = write("atomic_fetch_add_explicit", &[object(), ty.clone(), Type::named("memory_order")]);
        calls.add_symbol(&llvm(&ty), &symbol, &["ptr addrspace(4)".into(), llvm(&ty), "i32".into()]);
    }
    let words = to_words(calls.assembly());
    let wanted = [Op::AtomicLoad, Op::AtomicStore, Op::Store, Op::AtomicSMax];
    assert_eq!(opcodes(&words)[..4].concat(), wanted);
    assert_stable(&words);
}

#[test]
fn compare_exchange() {
    let mut calls = Calls::new();
    for (name, ty) in ["strong", "weak"].iter().flat_map(|name| INTEGERS.map(|ty| (name, ty))) {
        let object = pointer(4, Type::atomic(ty.clone()));
        let expected = Type::pointer(4, ty.clone());
        calls.add(&Type::Bool, &format!("atomic_compare_exchange_{name}"), &[object, expected, ty]);
    }
    let object = pointer(1, Type::atomic(Type::Float));
    calls.add(&Type::Bool, "atomic_compare_exchange_strong", &[object, Type::pointer(1, Type::Float), Type::Float]);
    let words = to_words(calls.assembly());
    let wanted = vec![Op::Load, Op::AtomicCompareExchange, Op::Store, Op::IEqual];
    assert!(opcodes(&words).iter().all(|body| *body == wanted));
    assert_stable(&words);
}

#[test]
fn instructions_of_llvm() {
    let words = to_words(
        "target triple = \"spirv64-unknown-unknown\"
         define spir_func i32 @a(ptr addrspace(1) %p, i32 %x) {
           %1 = atomicrmw add ptr addrspace(1) %p, i32 %x syncscope(\"workgroup\") monotonic
           %2 = atomicrmw umax ptr addrspace(1) %p, i32 %1 syncscope(\"device\") acq_rel
           %3 = load atomic i32, ptr addrspace(1) %p syncscope(\"subgroup\") acquire, align 4
           store atomic i32 %3, ptr addrspace(1) %p release, align 4
           fence syncscope(\"workgroup\") seq_cst
           ret i32 %2
         }
         define spir_func i1 @b(ptr addrspace(4) %p, i64 %x) {
           %1 = cmpxchg ptr addrspace(4) %p, i64 0, i64 %x syncscope(\"workgroup\") acq_rel acquire
           %2 = extractvalue { i64, i1 } %1, 1
           ret i1 %2
         }
         define spir_func ptr addrspace(1) @c(ptr addrspace(1) %p, ptr addrspace(1) %x) {
           %1 = atomicrmw xchg ptr addrspace(1) %p, ptr addrspace(1) %x seq_cst
           ret ptr addrspace(1) %1
         }",
    );
    use Op::{AtomicCompareExchange, CompositeExtract, CompositeInsert, IEqual, MemoryBarrier};
    use Op::{AtomicExchange, AtomicIAdd, AtomicLoad, AtomicStore, AtomicUMax, ConvertPtrToU, ConvertUToPtr};
    let wanted = [
        vec![AtomicIAdd, AtomicUMax, AtomicLoad, AtomicStore, MemoryBarrier],
        vec![AtomicCompareExchange, IEqual, CompositeInsert, CompositeInsert, CompositeExtract],
        vec![ConvertPtrToU, AtomicExchange, ConvertUToPtr],
    ];
    assert_eq!(opcodes(&words), wanted);
    validate(&words);
    let second = round_trip(&words, BuiltinSpelling::SpvIr);
    assert_eq!(opcodes(&second), wanted);
    assert!(round_trip(&second, BuiltinSpelling::SpvIr) == second);
}
