; The variables of builtins have a pointee where they are vectors, but pointers into them have none.
; RUN: roundtrip --spirv-ext=+SPV_KHR_untyped_pointers
; RUN: roundtrip CL2.0 --spirv-ext=+SPV_KHR_untyped_pointers
target triple = "spir64-unknown-unknown"

@__spirv_BuiltInGlobalInvocationId = external addrspace(1) constant <3 x i64>

define spir_kernel void @k(ptr addrspace(1) %out) {
  %linear = call spir_func i64 @_Z20get_global_linear_idv()
  store i64 %linear, ptr addrspace(1) %out, align 8
  %at = getelementptr <3 x i64>, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId, i64 0, i64 1
  %y = load i64, ptr addrspace(1) %at, align 8
  store i64 %y, ptr addrspace(1) %out, align 8
  ret void
}

declare spir_func i64 @_Z20get_global_linear_idv()
