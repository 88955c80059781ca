; Parameters of builtins point to the numbers that their names say, and so do pointers that are passed to them.
; RUN: forward khronos --spirv-ext=+SPV_INTEL_predicated_io
; NO-VAL: SPIRV-Tools does not know the capability
; COMPLAINT: Invalid capability operand: 6257

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64"

define spir_func i32 @guarded(ptr addrspace(1) %from, ptr addrspace(1) %to, i1 %is_there) {
  %x = call spir_func i32 @_Z27__spirv_PredicatedLoadINTELPU3AS1Kibi(ptr addrspace(1) %from, i1 %is_there, i32 0)
  call spir_func void @_Z28__spirv_PredicatedStoreINTELPU3AS1Kssb(ptr addrspace(1) %to, i16 1, i1 %is_there)
  ret i32 %x
}

define spir_func <2 x half> @loaded(i64 %at, ptr addrspace(2) %halves) {
  %x = call spir_func <2 x half> @_Z6vload2mPU3AS2KDh(i64 %at, ptr addrspace(2) %halves)
  ret <2 x half> %x
}

declare spir_func i32 @_Z27__spirv_PredicatedLoadINTELPU3AS1Kibi(ptr addrspace(1), i1, i32)
declare spir_func void @_Z28__spirv_PredicatedStoreINTELPU3AS1Kssb(ptr addrspace(1), i16, i1)
declare spir_func <2 x half> @_Z6vload2mPU3AS2KDh(i64, ptr addrspace(2))
