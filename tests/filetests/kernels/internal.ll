; An internal kernel, as clang's initialisers of C++ are: it comes back as an external one, which is documented.
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

@x = addrspace(1) global i32 0

define internal spir_kernel void @_GLOBAL__sub_I_a.clcpp() {
  store i32 5, ptr addrspace(1) @x
  ret void
}
