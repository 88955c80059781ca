; A name that is wrong about where the pointer points is not believed about the rest, either, by the Khronos translator.
; RUN: forward khronos --spirv-ext=+SPV_KHR_cooperative_matrix
; NO-VAL: SPIRV-Tools wants a pointer to numbers here, as the name says
; COMPLAINT: spv::Op::OpCooperativeMatrixStoreKHR Pointer <id> <id>s Type must be a scalar or vector type.
target triple = "spir64-unknown-unknown"

%number = type { i16 }

define spir_func void @f(ptr addrspace(1) %p, target("spirv.CooperativeMatrixKHR", i16, 3, 8, 16, 0) %m) {
  %to = getelementptr %number, ptr addrspace(1) %p, i64 1
  call spir_func void @_Z33__spirv_CooperativeMatrixStoreKHRPU3AS4iPU3AS144__spirv_CooperativeMatrixKHR__short_3_8_16_0i(ptr addrspace(1) %to, target("spirv.CooperativeMatrixKHR", i16, 3, 8, 16, 0) %m, i32 0)
  ret void
}

declare spir_func void @_Z33__spirv_CooperativeMatrixStoreKHRPU3AS4iPU3AS144__spirv_CooperativeMatrixKHR__short_3_8_16_0i(ptr addrspace(1), target("spirv.CooperativeMatrixKHR", i16, 3, 8, 16, 0), i32)
