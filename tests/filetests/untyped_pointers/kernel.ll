; Where the extension is asked for by its name, pointers have a pointee only if it is an array, a vector or opaque.
; Variables and access chains say what they are about, casts between pointers of one class are gone.
; RUN: forward --spirv-ext=+SPV_KHR_untyped_pointers
; RUN: roundtrip --spirv-ext=+SPV_KHR_untyped_pointers
; RUN: roundtrip khronos CL2.0 --spirv-ext=+SPV_KHR_untyped_pointers
; NO-VAL: SPIRV-Tools does not know operations on constants of untyped pointers
; COMPLAINT: Invalid OpSpecConstantOp opcode: 4424
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

%struct.pair = type { i32, float }

@table = addrspace(2) constant [2 x [3 x i32]] zeroinitializer, align 4
@row = addrspace(2) constant ptr addrspace(2) getelementptr inbounds ([2 x [3 x i32]], ptr addrspace(2) @table, i64 0, i64 1, i64 2), align 8
@shared = internal addrspace(3) global i32 undef, align 4

define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %numbers, ptr addrspace(1) %pairs) {
entry:
  %part = alloca float, align 4
  %field = getelementptr inbounds %struct.pair, ptr addrspace(1) %pairs, i64 2, i32 1
  %number = load float, ptr addrspace(1) %field, align 4
  %fraction = call spir_func float @_Z5fractfPf(float %number, ptr %part)
  store float %fraction, ptr addrspace(1) %out, align 4
  %bits = load i32, ptr addrspace(1) %out, align 4
  store i32 %bits, ptr addrspace(3) @shared, align 4
  %old = call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %numbers, i32 %bits)
  ret void
}

declare spir_func float @_Z5fractfPf(float, ptr)
declare spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1), i32)
