; Local variables have no initialiser in SPIR-V.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_101 s2_104
target triple = "spir64-unknown-unknown"

@global = addrspace(1) global i32 1, align 4
@constant = addrspace(2) constant i32 2, align 4
@local = internal addrspace(3) global [16 x i32] undef, align 16

define spir_kernel void @f(ptr addrspace(1) %out) {
  %a = load i32, ptr addrspace(1) @global, align 4
  %b = load i32, ptr addrspace(2) @constant, align 4
  %c = load i32, ptr addrspace(3) @local, align 4
  %d = add i32 %a, %b
  %e = add i32 %c, %d
  store i32 %e, ptr addrspace(1) %out, align 4
  ret void
}
