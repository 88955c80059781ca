//! Builtins that are core instructions, there and back in each spelling; and functions that only look like builtins.

use super::testing::{Calls, assert_stable, opcodes, stays, to_assembly, to_words};
use crate::binary::Op;
use crate::options::BuiltinSpelling;
use llvm_spirv_mangling::Type;

const LANES: [u32; 6] = [1, 2, 3, 4, 8, 16];
const FLOATS: [(Type, Type); 3] = [(Type::Half, Type::Short), (Type::Float, Type::Int), (Type::Double, Type::Long)];
const INTEGERS: [Type; 4] = [Type::Char, Type::Short, Type::Int, Type::Long];

fn of(lanes: u32, element: &Type) -> Type {
    if lanes == 1 { element.clone() } else { Type::vector(lanes, element.clone()) }
}

#[test]
fn relational_functions() {
    let mut calls = Calls::new();
    let mut wanted = Vec::new();
    for (name, count, op) in super::relational::ROWS {
        for (element, integer) in &FLOATS {
            for lanes in LANES {
                let result = if lanes == 1 { Type::Int } else { of(lanes, integer) };
                calls.add(&result, name, &vec![of(lanes, element); *count]);
                wanted.push(vec![*op, Op::Select]);
            }
        }
    }
    let words = to_words(calls.assembly());
    assert_eq!(opcodes(&words), wanted);
    assert_stable(&words);
}

#[test]
fn reductions() {
    let mut calls = Calls::new();
    let mut wanted = Vec::new();
    for (name, op) in super::relational::REDUCTIONS {
        for (element, lanes) in INTEGERS.iter().flat_map(|element| LANES.map(|lanes| (element, lanes))) {
            calls.add(&Type::Int, name, &[of(lanes, element)]);
            wanted.push(if lanes == 1 {
                vec![Op::SLessThan, Op::Select]
            } else {
                vec![Op::SLessThan, *op, Op::Select]
            });
        }
    }
    let words = to_words(calls.assembly());
    assert_eq!(opcodes(&words), wanted);
    assert_stable(&words);
}

#[test]
fn dot_products() {
    let mut calls = Calls::new();
    for (element, _) in &FLOATS {
        for lanes in [1, 2, 3, 4] {
            calls.add(element, "dot", &vec![of(lanes, element); 2]);
        }
    }
    let words = to_words(calls.assembly());
    assert_eq!(opcodes(&words)[..2], [[Op::FMul], [Op::Dot]]);
    assert_stable(&words);
}

fn module(body: &str) -> Vec<u32> {
    to_words(&format!("target triple = \"spir64-unknown-unknown\"\n{body}"))
}

#[test]
fn a_test_of_an_integer_is_the_boolean() {
    let words = module(
        "declare spir_func i32 @_Z5isnanf(float)
         declare spir_func <4 x i32> @_Z5isinfDv4_f(<4 x float>)
         declare spir_func i32 @_Z3anyDv4_i(<4 x i32>)
         define spir_func i1 @a(float %x) {
           %1 = call spir_func i32 @_Z5isnanf(float %x)
           %2 = icmp ne i32 %1, 0
           ret i1 %2
         }
         define spir_func i1 @b(<4 x float> %x) {
           %1 = call spir_func <4 x i32> @_Z5isinfDv4_f(<4 x float> %x)
           %2 = trunc <4 x i32> %1 to <4 x i1>
           %3 = sext <4 x i1> %2 to <4 x i32>
           %4 = call spir_func i32 @_Z3anyDv4_i(<4 x i32> %3)
           %5 = icmp ne i32 %4, 0
           ret i1 %5
         }
         define spir_func i32 @c(float %x) {
           %1 = call spir_func i32 @_Z5isnanf(float %x)
           %2 = icmp ne i32 %1, 0
           %3 = zext i1 %2 to i32
           %4 = add i32 %3, %1
           ret i32 %4
         }",
    );
    let wanted = [vec![Op::IsNan], vec![Op::IsInf, Op::Any], vec![Op::IsNan, Op::Select, Op::Select, Op::IAdd]];
    assert_eq!(opcodes(&words), wanted);
    stays(&words);
}

#[test]
fn friendly_names_of_instructions() {
    let words = module(
        "declare spir_func i1 @_Z13__spirv_IsNanf(float)
         declare spir_func <4 x i8> @_Z13__spirv_IsNanDv4_f(<4 x float>)
         declare spir_func i1 @_Z11__spirv_AllDv4_c(<4 x i8>)
         declare spir_func i32 @_Z16__spirv_BitCounti(i32)
         declare spir_func float @_Z25__spirv_ocl_vload_half__RfloatmPU3AS1Dh(i64, ptr addrspace(1))
         define spir_func i1 @a(float %x) {
           %1 = call spir_func i1 @_Z13__spirv_IsNanf(float %x)
           ret i1 %1
         }
         define spir_func i1 @b(<4 x float> %x) {
           %1 = call spir_func <4 x i8> @_Z13__spirv_IsNanDv4_f(<4 x float> %x)
           %2 = trunc <4 x i8> %1 to <4 x i1>
           %3 = sext <4 x i1> %2 to <4 x i8>
           %4 = call spir_func i1 @_Z11__spirv_AllDv4_c(<4 x i8> %3)
           ret i1 %4
         }
         define spir_func i32 @c(i32 %x) {
           %1 = call spir_func i32 @_Z16__spirv_BitCounti(i32 %x)
           ret i32 %1
         }",
    );
    assert_eq!(opcodes(&words), [vec![Op::IsNan], vec![Op::IsNan, Op::All], vec![Op::BitCount]]);
    stays(&words);
}

#[test]
fn generic_pointers() {
    let words = module(
        "declare spir_func ptr addrspace(1) @__to_global(ptr addrspace(4))
         declare spir_func ptr addrspace(3) @__to_local(ptr addrspace(4))
         declare spir_func ptr @__to_private(ptr addrspace(4))
         declare spir_func i32 @_Z9get_fencePU3AS4v(ptr addrspace(4))
         define spir_func i32 @a(ptr addrspace(4) %x) {
           %1 = call spir_func ptr addrspace(1) @__to_global(ptr addrspace(4) %x)
           %2 = load i32, ptr addrspace(1) %1
           %3 = call spir_func ptr addrspace(3) @__to_local(ptr addrspace(4) %x)
           %4 = load i32, ptr addrspace(3) %3
           %5 = call spir_func ptr @__to_private(ptr addrspace(4) %x)
           %6 = load i32, ptr %5
           %7 = call spir_func i32 @_Z9get_fencePU3AS4v(ptr addrspace(4) %x)
           ret i32 %7
         }",
    );
    let cast = Op::GenericCastToPtrExplicit;
    let rest = [Op::GenericPtrMemSemantics, Op::ShiftRightLogical];
    assert_eq!(opcodes(&words)[0], [vec![cast, Op::Load, cast, Op::Load, cast, Op::Load], rest.to_vec()].concat());
    stays(&words);
}

#[test]
fn formats() {
    let words = module(
        "@format = internal unnamed_addr addrspace(2) constant [9 x i8] c\"%d %f %s\\00\"
         @text = internal unnamed_addr addrspace(2) constant [3 x i8] c\"ab\\00\"
         declare spir_func i32 @printf(ptr addrspace(2), ...)
         define spir_func i32 @a(i32 %x, double %y) {
           %1 = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 %x, double %y, ptr addrspace(2) @text)
           %2 = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format)
           ret i32 %1
         }",
    );
    assert_eq!(opcodes(&words), [[Op::ExtInst, Op::ExtInst]]);
    stays(&words);
    assert!(to_assembly(&words, BuiltinSpelling::Cl12).contains("@printf(ptr addrspace(2), ...)"));
}

#[test]
fn scalars_beside_vectors() {
    let words = module(
        "declare spir_func <4 x float> @_Z4fmaxDv4_ff(<4 x float>, float)
         define spir_func <4 x float> @a(<4 x float> %x, float %y) {
           %1 = call spir_func <4 x float> @_Z4fmaxDv4_ff(<4 x float> %x, float 1.0)
           %2 = call spir_func <4 x float> @_Z4fmaxDv4_ff(<4 x float> %1, float 0.0)
           %3 = call spir_func <4 x float> @_Z4fmaxDv4_ff(<4 x float> %2, float %y)
           ret <4 x float> %3
         }",
    );
    let splat = [Op::CompositeInsert, Op::VectorShuffle];
    assert_eq!(opcodes(&words), [[Op::ExtInst, Op::ExtInst, splat[0], splat[1], Op::ExtInst]]);
    stays(&words);
}

#[test]
fn functions_of_the_user() {
    let words = module(
        "declare spir_func i32 @_Z3fooi(i32)
         declare spir_func i32 @_Z5isnani(i32)
         declare spir_func ptr addrspace(4) @_Z3maxPU3AS4iS_(ptr addrspace(4), ptr addrspace(4))
         declare spir_func float @_Z3cosff(float, float)
         declare spir_func float @cosf(float)
         declare spir_func i32 @_Z13__spirv_Labeli(i32)
         define spir_func i32 @_Z3absi(i32 %x) {
           ret i32 %x
         }
         define spir_func float @a(i32 %x, float %y, ptr addrspace(4) %z) {
           %1 = call spir_func i32 @_Z3fooi(i32 %x)
           %2 = call spir_func i32 @_Z5isnani(i32 %1)
           %3 = call spir_func ptr addrspace(4) @_Z3maxPU3AS4iS_(ptr addrspace(4) %z, ptr addrspace(4) %z)
           %4 = call spir_func float @_Z3cosff(float %y, float %y)
           %5 = call spir_func float @cosf(float %4)
           %6 = call spir_func i32 @_Z3absi(i32 %2)
           %7 = call spir_func i32 @_Z13__spirv_Labeli(i32 %6)
           ret float %5
         }",
    );
    assert_eq!(opcodes(&words), [vec![], vec![Op::FunctionCall; 7]]);
    stays(&words);
}

/// A library that implements a builtin by its instruction must not be translated to a recursive call of itself.
#[test]
fn builtins_that_the_module_defines() {
    let words = module(
        "declare spir_func float @_Z16__spirv_ocl_fabsf(float)
         declare spir_func float @_Z15__spirv_ocl_cosf(float)
         define spir_func float @_Z4fabsf(float %x) {
           %1 = call spir_func float @_Z16__spirv_ocl_fabsf(float %x)
           %2 = call spir_func float @_Z15__spirv_ocl_cosf(float %1)
           ret float %2
         }",
    );
    assert_eq!(opcodes(&words), [[Op::ExtInst, Op::ExtInst]]);
    stays(&words);
}

#[test]
fn bit_fields() {
    let mut calls = Calls::new();
    for (element, lanes) in INTEGERS.iter().flat_map(|element| LANES.map(|lanes| (element, lanes))) {
        let ty = of(lanes, element);
        let (offset, count) = (Type::UInt, Type::UInt);
        calls.add(&ty, "bitfield_insert", &[ty.clone(), ty.clone(), offset.clone(), count.clone()]);
        calls.add(&ty, "bitfield_extract_signed", &[ty.clone(), offset.clone(), count.clone()]);
        calls.add(&ty, "bitfield_extract_unsigned", &[ty.clone(), offset, count]);
        calls.add(&ty, "bit_reverse", std::slice::from_ref(&ty));
    }
    let words = to_words(calls.assembly());
    assert!(!opcodes(&words).iter().flatten().any(|op| *op == Op::FunctionCall));
    assert_stable(&words);
}
