//! Each barrier and fence of OpenCL C, there and back in each spelling.

use crate::concepts::builtins::testing::{Calls, assert_stable, opcodes, stays, to_assembly, to_words};
use crate::options::BuiltinSpelling;
use ::spirv::Op;
use llvm_spirv_mangling::{Type, write};

fn constants(numbers: &[u32]) -> Vec<(String, Option<String>)> {
    numbers.iter().map(|number| ("i32".to_owned(), Some(number.to_string()))).collect()
}

fn call(calls: &mut Calls, base: &str, params: &[Type], numbers: &[u32]) {
    calls.add_with("void", &write(base, params), &constants(numbers));
}

#[test]
fn opencl_c_1_2() {
    let mut calls = Calls::new();
    for base in ["barrier", "mem_fence", "read_mem_fence", "write_mem_fence"] {
        (0..8).for_each(|flags| call(&mut calls, base, &[Type::UInt], &[flags]));
    }
    let words = to_words(calls.assembly());
    assert!(opcodes(&words).iter().all(|body| matches!(body[..], [Op::ControlBarrier | Op::MemoryBarrier])));
    stays(&words);
    assert!(!to_assembly(&words, BuiltinSpelling::Cl12).contains("__spirv_"));
}

#[test]
fn opencl_c_2_0() {
    let mut calls = Calls::new();
    let scoped = [Type::UInt, Type::named("memory_scope")];
    let ordered = [Type::UInt, Type::named("memory_order"), Type::named("memory_scope")];
    for (flags, scope) in (0..8).flat_map(|flags| (0..5).map(move |scope| (flags, scope))) {
        for base in ["work_group_barrier", "sub_group_barrier"] {
            call(&mut calls, base, &[Type::UInt], &[flags]);
            call(&mut calls, base, &scoped, &[flags, scope]);
        }
        for order in [0, 2, 3, 4, 5] {
            call(&mut calls, "atomic_work_item_fence", &ordered, &[flags, order, scope]);
        }
    }
    let words = to_words(calls.assembly());
    stays(&words);
    assert!(!to_assembly(&words, BuiltinSpelling::Cl20).contains("__spirv_"));
}

#[test]
fn computed_flags() {
    let mut calls = Calls::new();
    calls.add(&Type::Void, "barrier", &[Type::UInt]);
    calls.add(&Type::Void, "mem_fence", &[Type::UInt]);
    let symbol = write("work_group_barrier", &[Type::UInt, Type::named("memory_scope")]);
    calls.add_symbol("void", &symbol, &["i32".into(), "i32".into()]);
    let symbol =
        write("atomic_work_item_fence", &[Type::UInt, Type::named("memory_order"), Type::named("memory_scope")]);
    calls.add_symbol("void", &symbol, &["i32".into(), "i32".into(), "i32".into()]);
    assert_stable(&to_words(calls.assembly()));
}
