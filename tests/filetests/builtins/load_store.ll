; Loads and stores as builtins: what they load and store decides what the pointer points to, whatever their names say.
; RUN: roundtrip
target triple = "spir64-unknown-unknown"
declare spir_func double @_Z12__spirv_LoadPi(ptr addrspace(1))
declare spir_func void @_Z13__spirv_StorePiiii(ptr addrspace(1), i32, i32, i32)
define spir_kernel void @k(ptr addrspace(1) %p) {
  call spir_func void @_Z13__spirv_StorePiiii(ptr addrspace(1) %p, i32 42, i32 2, i32 4)
  %x = call spir_func double @_Z12__spirv_LoadPi(ptr addrspace(1) %p)
  ret void
}
