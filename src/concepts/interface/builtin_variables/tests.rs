//! Each work-item function of OpenCL C, there and back in each spelling, and the forms of friendly IR.

use super::{ROWS, Shape};
use crate::concepts::builtins::testing::{
    Calls, SPELLINGS, opcodes, round_trip, stays, to_assembly, to_words, validate,
};
use crate::options::BuiltinSpelling;
use ::spirv::Op;
use llvm_spirv_mangling::{Type, write};

fn component(calls: &mut Calls, symbol: &str, index: u32) {
    calls.add_with("i64", symbol, &[("i32".to_owned(), Some(index.to_string()))]);
}

#[test]
fn opencl_c() {
    let mut calls = Calls::new();
    let mut wanted = Vec::new();
    for (name, _, shape) in ROWS {
        match shape {
            Shape::Word => calls.add(&Type::UInt, name, &[]),
            Shape::Mask => calls.add(&Type::Vector(4, Box::new(Type::UInt)), name, &[]),
            Shape::Size => calls.add(&Type::ULong, name, &[]),
            Shape::Sizes(_) => {
                for index in 0..3 {
                    component(&mut calls, &write(name, &[Type::UInt]), index);
                    wanted.push(vec![Op::Load, Op::CompositeExtract]);
                }
                component(&mut calls, &write(name, &[Type::UInt]), 3);
                wanted.push(vec![]);
                continue;
            }
        }
        wanted.push(vec![Op::Load]);
    }
    let words = to_words(calls.assembly());
    assert_eq!(opcodes(&words), wanted);
    stays(&words);
    assert!(!to_assembly(&words, BuiltinSpelling::Cl12).contains("__spirv_"));
}

#[test]
fn computed_dimension() {
    let mut calls = Calls::new();
    for (name, _, _) in ROWS.iter().filter(|row| matches!(row.2, Shape::Sizes(_))) {
        calls.add(&Type::ULong, name, &[Type::UInt]);
    }
    let words = to_words(calls.assembly());
    let body = vec![Op::Load, Op::ULessThan, Op::Select, Op::VectorExtractDynamic, Op::Select];
    assert!(opcodes(&words).iter().all(|found| *found == body));
    stays(&words);
}

#[test]
fn s3_54_to_57_friendly_calls() {
    let text = "target triple = \"spir64-unknown-unknown\"
         declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
         declare spir_func i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
         define spir_func i64 @a() {
           %1 = call spir_func i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
           %2 = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
           %3 = add i64 %1, %2
           ret i64 %3
         }
         define spir_func <3 x i64> @b() {
           %1 = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
           %2 = insertelement <3 x i64> undef, i64 %1, i32 0
           %3 = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
           %4 = insertelement <3 x i64> %2, i64 %3, i32 1
           %5 = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 2)
           %6 = insertelement <3 x i64> %4, i64 %5, i32 2
           ret <3 x i64> %6
         }";
    let words = to_words(text);
    assert_eq!(opcodes(&words), [vec![Op::Load, Op::Load, Op::CompositeExtract, Op::IAdd], vec![Op::Load]]);
    stays(&words);
}

#[test]
fn s3_58_globals() {
    let text = "target triple = \"spir64-unknown-unknown\"
         @__spirv_BuiltInGlobalInvocationId = external addrspace(1) constant <3 x i64>
         @__spirv_BuiltInSubgroupId = external addrspace(7) constant i32
         define spir_kernel void @a(ptr addrspace(1) %p) {
           %1 = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId
           %2 = extractelement <3 x i64> %1, i32 1
           %3 = load i64, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId, i64 16)
           %4 = load i32, ptr addrspace(7) @__spirv_BuiltInSubgroupId
           %5 = zext i32 %4 to i64
           %6 = add i64 %3, %5
           %7 = getelementptr i64, ptr addrspace(1) %p, i64 %2
           store i64 %6, ptr addrspace(1) %7
           ret void
         }";
    let words = to_words(text);
    use Op::{CompositeExtract, IAdd, Load, PtrAccessChain, Store, UConvert};
    let wanted = vec![Load, CompositeExtract, Load, CompositeExtract, Load, UConvert, IAdd, PtrAccessChain, Store];
    assert_eq!(opcodes(&words), std::slice::from_ref(&wanted));
    validate(&words);
    for spelling in SPELLINGS {
        let second = round_trip(&words, spelling);
        assert_eq!(opcodes(&second)[0].len(), wanted.len());
        assert!(round_trip(&second, spelling) == second, "{spelling:?}");
    }
}
