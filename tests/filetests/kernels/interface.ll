; An entry point names the variables of the builtins that it reaches.
; RUN: forward
; RUN: roundtrip
; COVERS: s0_40
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)

define internal spir_func i64 @helper() {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  ret i64 %l
}

define spir_kernel void @reads(ptr addrspace(1) %out) {
  %g = call spir_func i64 @_Z13get_global_idj(i32 0)
  %l = call spir_func i64 @helper()
  %s = add i64 %g, %l
  store i64 %s, ptr addrspace(1) %out, align 8
  ret void
}

define spir_kernel void @reads_none(ptr addrspace(1) %out) {
  ret void
}
