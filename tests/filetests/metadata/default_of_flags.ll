; A default of fast-math flags, as the Khronos translator's `-r` writes it: in LLVM IR each instruction says its own flags.
; RUN: forward --spirv-ext=+SPV_KHR_float_controls2
target triple = "spir64-unknown-unknown"

define spir_kernel void @f(ptr addrspace(1) %p, float %x) {
  %y = fadd nnan float %x, %x
  %z = fmul float %y, %x
  store float %z, ptr addrspace(1) %p, align 4
  ret void
}

!spirv.ExecutionMode = !{!0}
!0 = !{ptr @f, i32 6028, float poison, i32 7}
