; A target of inline assembly that is no string.
; RUN: fails forward --spirv-ext=+SPV_INTEL_inline_assembly
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %o) {
  %a = call i32 asm "mov $0, 7", "=r"(), !spirv.AsmTarget !0
  store i32 %a, ptr addrspace(1) %o
  ret void
}

!0 = !{i32 12}
