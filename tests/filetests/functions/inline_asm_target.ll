; The target of inline assembly: the module's triple, or what the call says.
; RUN: forward --spirv-ext=+SPV_INTEL_inline_assembly
; RUN: roundtrip --spirv-ext=+SPV_INTEL_inline_assembly
target triple = "spirv64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %o) {
  %a = call i32 asm "mov $0, 7", "=r"()
  %b = call i32 asm "mov $0, 7", "=r"(), !spirv.AsmTarget !0
  %c = call i32 asm "mov $0, 7", "=r"(), !spirv.AsmTarget !0
  %d = call i32 asm "mov $0, 8", "=r"(), !spirv.AsmTarget !0
  %x = add i32 %a, %b
  %y = add i32 %c, %d
  %z = add i32 %x, %y
  store i32 %z, ptr addrspace(1) %o
  ret void
}

!0 = !{!"gen12"}
