//! Each overload of the asynchronous copies, there and back in each spelling.

use crate::AssemblyOptions;
use crate::concepts::builtins::testing::{Calls, opcodes, read, stays, to_assembly, to_words};
use crate::error::Code;
use crate::llvm::Context;
use crate::options::{BuiltinSpelling, Options};
use crate::reverse;
use ::spirv::Op;
use llvm_spirv_mangling::{Pointer, Type, write};

const ELEMENTS: [Type; 11] = [
    Type::Char,
    Type::UChar,
    Type::Short,
    Type::UShort,
    Type::Int,
    Type::UInt,
    Type::Long,
    Type::ULong,
    Type::Half,
    Type::Float,
    Type::Double,
];

fn copy(calls: &mut Calls, ty: &Type, to: u32, from: u32, strided: bool) {
    let source = Pointer { constant: true, ..Pointer::new(from, ty.clone()) };
    let mut params = vec![Type::pointer(to, ty.clone()), source.into(), Type::ULong];
    let mut types = vec![format!("ptr addrspace({to})"), format!("ptr addrspace({from})"), "i64".to_owned()];
    if strided {
        params.push(Type::ULong);
        types.push("i64".to_owned());
    }
    params.push(Type::named("ocl_event"));
    let event = "target(\"spirv.Event\")";
    types.push(event.to_owned());
    let base = if strided { super::STRIDED_COPY } else { super::COPY };
    calls.add_symbol(event, &write(base, &params), &types);
}

#[test]
fn opencl_c() {
    let mut calls = Calls::new();
    for ty in ELEMENTS {
        for lanes in [1, 2, 3, 4, 8, 16] {
            let ty = if lanes == 1 { ty.clone() } else { Type::vector(lanes, ty.clone()) };
            for (to, from, strided) in [(1, 3, false), (3, 1, false), (1, 3, true), (3, 1, true)] {
                copy(&mut calls, &ty, to, from, strided);
            }
        }
    }
    for space in [0, 4] {
        let symbol = write(super::WAIT, &[Type::Int, Type::pointer(space, Type::named("ocl_event"))]);
        let pointer = if space == 0 { "ptr".to_owned() } else { format!("ptr addrspace({space})") };
        calls.add_symbol("void", &symbol, &["i32".to_owned(), pointer]);
    }
    let words = to_words(calls.assembly());
    assert!(opcodes(&words).iter().all(|body| matches!(body[..], [Op::GroupAsyncCopy | Op::GroupWaitEvents])));
    stays(&words);
    assert!(!to_assembly(&words, BuiltinSpelling::Cl20).contains("__spirv_"));
}

/// Copies of elements of 1 to 128 bytes, as other producers write them.
const UNTYPED: &str = r#"OpCapability Addresses
OpCapability Linkage
OpCapability Kernel
OpCapability Int64
OpCapability UntypedPointersKHR
OpExtension "SPV_KHR_untyped_pointers"
OpMemoryModel Physical64 OpenCL
OpDecorate %copies LinkageAttributes "copies" Export
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%event = OpTypeEvent
%global = OpTypeUntypedPointerKHR CrossWorkgroup
%local = OpTypeUntypedPointerKHR Workgroup
%copying = OpTypeFunction %void %local %global %ulong %event
%workgroup = OpConstant %uint 2
%subgroup = OpConstant %uint 3
%one = OpConstant %ulong 1
%bytes = OpConstant %ulong 4
%more = OpConstant %ulong 16
%copies = OpFunction %void None %copying
%l = OpFunctionParameter %local
%g = OpFunctionParameter %global
%n = OpFunctionParameter %ulong
%e = OpFunctionParameter %event
%entry = OpLabel
%1 = OpUntypedGroupAsyncCopyKHR %event %workgroup %l %g %bytes %n %one %e
%2 = OpUntypedGroupAsyncCopyKHR %event %workgroup %g %l %more %n %n %1
%3 = OpUntypedGroupAsyncCopyKHR %event %subgroup %l %g %one %n %one %2
OpReturn
OpFunctionEnd
"#;

#[test]
fn copies_by_bytes() {
    let words = |text: &str| crate::binary::text::assembler::assemble(text.as_bytes(), AssemblyOptions::default());
    let assembly = to_assembly(&words(UNTYPED).expect("assembled"), BuiltinSpelling::Cl20);
    assert!(assembly.contains("@_Z21async_work_group_copyPU3AS3jPU3AS1Kjm9ocl_event("), "{assembly}");
    assert!(assembly.contains("@_Z29async_work_group_strided_copyPU3AS1Dv2_mPU3AS3KS_mm9ocl_event("), "{assembly}");
    assert!(assembly.contains("@_Z22__spirv_GroupAsyncCopyiPU3AS3hPU3AS1KhmmP13__spirv_Event(i32 3,"), "{assembly}");
    let narrow = words(&UNTYPED.replace("%ulong 16", "%ulong 12")).expect("assembled");
    let error = reverse::translate(&read(&narrow), &Options::default(), &Context::new()).expect_err("an error");
    assert_eq!(error.code(), Code::SpirvInstruction, "{error}");
}
