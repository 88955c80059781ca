//! Queues, events, ranges and blocks, there and back in each spelling.

use crate::concepts::builtins::testing::{Calls, assert_stable, opcodes, stays, to_assembly, to_words};
use crate::llvm_to_spirv;
use crate::options::{BuiltinSpelling, Options};
use ::spirv::Op;
use llvm_spirv_mangling::{Pointer, Type, write};

#[test]
fn s3_21_s3_23_events_and_queues() {
    let mut calls = Calls::new();
    let (event, queue) = ("target(\"spirv.DeviceEvent\")", "target(\"spirv.Queue\")");
    let named = Type::named("ocl_clkevent");
    let constant = Pointer { constant: true, ..Pointer::new(4, named.clone()) };
    let mut add = |result: &str, base: &str, params: &[Type], types: &[&str]| {
        let types: Vec<_> = types.iter().map(|ty| (*ty).to_owned()).collect();
        calls.add_symbol(result, &write(base, params), &types);
    };
    add(event, "create_user_event", &[], &[]);
    add("void", "retain_event", std::slice::from_ref(&named), &[event]);
    add("void", "release_event", std::slice::from_ref(&named), &[event]);
    add("i1", "is_valid_event", std::slice::from_ref(&named), &[event]);
    add("void", "set_user_event_status", &[named.clone(), Type::Int], &[event, "i32"]);
    let info = [named.clone(), Type::Int, Type::pointer(1, Type::Void)];
    add("void", "capture_event_profiling_info", &info, &[event, "i32", "ptr addrspace(1)"]);
    add(queue, "get_default_queue", &[], &[]);
    let marker = [Type::named("ocl_queue"), Type::UInt, constant.into(), Type::pointer(4, named)];
    add("i32", "enqueue_marker", &marker, &[queue, "i32", "ptr addrspace(4)", "ptr addrspace(4)"]);
    add("i1", "is_valid_reserve_id", &[Type::named("ocl_reserveid")], &["target(\"spirv.ReserveId\")"]);
    let words = to_words(calls.assembly());
    let wanted: Vec<_> = super::ROWS.iter().map(|row| [row.1]).collect();
    assert_eq!(opcodes(&words), wanted);
    stays(&words);
    assert!(!to_assembly(&words, BuiltinSpelling::Cl20).contains("__spirv_"));
}

#[test]
fn s3_46_ranges() {
    let mut text = "target triple = \"spir64-unknown-unknown\"
        %struct.ndrange_t = type { i32, [3 x i64], [3 x i64], [3 x i64] }\n"
        .to_owned();
    for (dimensions, ty, letters) in [
        (1, "i64", ["m", "mm", "mmm"]),
        (2, "ptr", ["PKm", "PKmS0_", "PKmS0_S0_"]),
        (3, "ptr", ["PKm", "PKmS0_", "PKmS0_S0_"]),
    ] {
        for (count, letters) in (1..).zip(letters) {
            let symbol = format!("_Z10ndrange_{dimensions}D{letters}");
            let types = vec![ty; count].join(", ");
            let args = (0..count).map(|index| format!("{ty} %{index}")).collect::<Vec<_>>().join(", ");
            text += &format!(
                "declare spir_func void @{symbol}(ptr sret(%struct.ndrange_t), {types})
                define spir_func void @f{dimensions}{count}({types}, ptr %r) {{
                  call spir_func void @{symbol}(ptr sret(%struct.ndrange_t) %r, {args})
                  ret void
                }}\n"
            );
        }
    }
    let words = to_words(&text);
    assert_eq!(opcodes(&words).iter().flatten().filter(|op| **op == Op::BuildNDRange).count(), 9);
    assert_stable(&words);
    let assembly = to_assembly(&words, BuiltinSpelling::SpvIr);
    assert!(["_1D", "_2D", "_3D"].iter().all(|end| assembly.contains(&format!("__spirv_BuildNDRange{end}"))));
}

const BLOCKS: &str = "target triple = \"spir64-unknown-unknown\"
    %struct.ndrange_t = type { i32, [3 x i64], [3 x i64], [3 x i64] }
    @literal = internal addrspace(1) constant { i32, i32, ptr addrspace(4) } { i32 16, i32 8, ptr addrspace(4) addrspacecast (ptr @__q_block_invoke to ptr addrspace(4)) }
    declare spir_func i32 @__enqueue_kernel_basic(target(\"spirv.Queue\"), i32, ptr, ptr addrspace(4), ptr addrspace(4))
    declare spir_func i32 @__enqueue_kernel_basic_events(target(\"spirv.Queue\"), i32, ptr, i32, ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
    declare spir_func i32 @__enqueue_kernel_varargs(target(\"spirv.Queue\"), i32, ptr, ptr addrspace(4), ptr addrspace(4), i32, ptr)
    declare spir_func i32 @__enqueue_kernel_events_varargs(target(\"spirv.Queue\"), i32, ptr, i32, ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), i32, ptr)
    declare spir_func i32 @__get_kernel_work_group_size_impl(ptr addrspace(4), ptr addrspace(4))
    declare spir_func i32 @__get_kernel_preferred_work_group_size_multiple_impl(ptr addrspace(4), ptr addrspace(4))
    declare spir_func i32 @__get_kernel_sub_group_count_for_ndrange_impl(ptr, ptr addrspace(4), ptr addrspace(4))
    declare spir_func i32 @__get_kernel_max_sub_group_size_for_ndrange_impl(ptr, ptr addrspace(4), ptr addrspace(4))
    define internal spir_func void @__q_block_invoke(ptr addrspace(4) %b) {
      ret void
    }
    define internal spir_kernel void @__q_block_invoke_kernel(ptr addrspace(4) %b) {
      call spir_func void @__q_block_invoke(ptr addrspace(4) %b)
      ret void
    }
    define spir_func void @a(target(\"spirv.Queue\") %q, ptr addrspace(4) %e) {
      %r = alloca %struct.ndrange_t, align 8
      %s = alloca [2 x i64], align 8
      %1 = call spir_func i32 @__enqueue_kernel_basic(target(\"spirv.Queue\") %q, i32 1, ptr %r, ptr addrspace(4) INVOKE, ptr addrspace(4) LITERAL)
      %2 = call spir_func i32 @__enqueue_kernel_basic_events(target(\"spirv.Queue\") %q, i32 1, ptr %r, i32 1, ptr addrspace(4) %e, ptr addrspace(4) %e, ptr addrspace(4) INVOKE, ptr addrspace(4) LITERAL)
      %3 = call spir_func i32 @__enqueue_kernel_varargs(target(\"spirv.Queue\") %q, i32 1, ptr %r, ptr addrspace(4) INVOKE, ptr addrspace(4) LITERAL, i32 2, ptr %s)
      %4 = call spir_func i32 @__enqueue_kernel_events_varargs(target(\"spirv.Queue\") %q, i32 1, ptr %r, i32 1, ptr addrspace(4) %e, ptr addrspace(4) %e, ptr addrspace(4) INVOKE, ptr addrspace(4) LITERAL, i32 1, ptr %s)
      %5 = call spir_func i32 @__get_kernel_work_group_size_impl(ptr addrspace(4) INVOKE, ptr addrspace(4) LITERAL)
      %6 = call spir_func i32 @__get_kernel_preferred_work_group_size_multiple_impl(ptr addrspace(4) INVOKE, ptr addrspace(4) LITERAL)
      %7 = call spir_func i32 @__get_kernel_sub_group_count_for_ndrange_impl(ptr %r, ptr addrspace(4) INVOKE, ptr addrspace(4) LITERAL)
      %8 = call spir_func i32 @__get_kernel_max_sub_group_size_for_ndrange_impl(ptr %r, ptr addrspace(4) INVOKE, ptr addrspace(4) LITERAL)
      ret void
    }";

#[test]
fn s3_34_blocks() {
    let text = BLOCKS
        .replace("INVOKE", "addrspacecast (ptr @__q_block_invoke_kernel to ptr addrspace(4))")
        .replace("LITERAL", "addrspacecast (ptr addrspace(1) @literal to ptr addrspace(4))");
    let words = to_words(&text);
    let ops = opcodes(&words);
    let count = |op: Op| ops.iter().flatten().filter(|found| **found == op).count();
    assert_eq!(count(Op::EnqueueKernel), 4);
    assert_eq!(count(Op::GetKernelWorkGroupSize) + count(Op::GetKernelPreferredWorkGroupSizeMultiple), 2);
    assert_eq!(count(Op::GetKernelNDrangeSubGroupCount) + count(Op::GetKernelNDrangeMaxSubGroupSize), 2);
    assert_stable(&words);
}

/// Tests that a builtin in place of a block's function is refused by each instruction: it is no function in SPIR-V.
#[test]
fn s3_34_blocks_of_builtins() {
    const BUILTIN: &str = "addrspacecast (ptr @_Z3sinf to ptr addrspace(4))";
    let text = format!("{BLOCKS}\n declare spir_func float @_Z3sinf(float)")
        .replace("LITERAL", "addrspacecast (ptr addrspace(1) @literal to ptr addrspace(4))");
    let parts: Vec<&str> = text.split("INVOKE").collect();
    assert_eq!(parts.len(), 9);
    for at in 0..8 {
        let mut text = String::new();
        for (index, part) in parts.iter().enumerate() {
            text += part;
            match index {
                8 => {}
                _ if index == at => text += BUILTIN,
                _ => text += "addrspacecast (ptr @__q_block_invoke_kernel to ptr addrspace(4))",
            }
        }
        let error = llvm_to_spirv(text.as_bytes(), &Options::default()).unwrap_err();
        assert!(error.message().contains("the builtin _Z3sinf where a function is meant"), "{at}: {error}");
    }
}
