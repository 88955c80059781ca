; Casts from the generic address space as SYCL's headers declare them: the storage class behind the pointer says what the
; type says.
; RUN: forward
; RUN: roundtrip
; RUN: forward khronos
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %o, ptr addrspace(3) %l) {
  %v = alloca i32
  %a = addrspacecast ptr addrspace(1) %o to ptr addrspace(4)
  %p = call spir_func ptr addrspace(1) @_Z33__spirv_GenericCastToPtr_ToGlobalPvi(ptr addrspace(4) %a, i32 5)
  store i32 1, ptr addrspace(1) %p
  %b = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %q = call spir_func ptr addrspace(3) @_Z32__spirv_GenericCastToPtr_ToLocalPvi(ptr addrspace(4) %b, i32 4)
  store i32 2, ptr addrspace(3) %q
  %c = addrspacecast ptr %v to ptr addrspace(4)
  %r = call spir_func ptr @_Z34__spirv_GenericCastToPtr_ToPrivatePvi(ptr addrspace(4) %c, i32 7)
  store i32 3, ptr %r
  ret void
}

declare spir_func ptr addrspace(1) @_Z33__spirv_GenericCastToPtr_ToGlobalPvi(ptr addrspace(4), i32)
declare spir_func ptr addrspace(3) @_Z32__spirv_GenericCastToPtr_ToLocalPvi(ptr addrspace(4), i32)
declare spir_func ptr @_Z34__spirv_GenericCastToPtr_ToPrivatePvi(ptr addrspace(4), i32)
