; Variables that hold pointers, and arrays of them that all are to the same, hold pointers of that type.
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_function_pointers
; NO-VAL: SPIRV-Tools does not know that the function of a pointer may come behind it
; COMPLAINT: ID <id> has not been defined

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64"

@table = internal addrspace(1) constant [2 x ptr] [ptr @once, ptr @twice], align 8
@numbers = addrspace(1) global [3 x i32] [i32 1, i32 2, i32 3], align 4
@last = addrspace(1) global ptr addrspace(1) getelementptr inbounds ([3 x i32], ptr addrspace(1) @numbers, i64 0, i64 2), align 8
@whole = addrspace(1) global ptr addrspace(1) @numbers, align 8
@several = addrspace(1) global [2 x ptr addrspace(1)] [ptr addrspace(1) @numbers, ptr addrspace(1) @last], align 8

define spir_func i32 @once(i32 %x) {
  ret i32 %x
}

define spir_func i32 @twice(i32 %x) {
  %y = shl i32 %x, 1
  ret i32 %y
}

define spir_func i32 @choose(i64 %which, i32 %x) {
  %place = getelementptr inbounds [2 x ptr], ptr addrspace(1) @table, i64 0, i64 %which
  %function = load ptr, ptr addrspace(1) %place, align 8
  %y = call spir_func i32 %function(i32 %x)
  %to = load ptr addrspace(1), ptr addrspace(1) @last, align 8
  store i32 %y, ptr addrspace(1) %to, align 4
  ret i32 %y
}
