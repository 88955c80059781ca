; Builtins of an extension that its vendor gave up: for those alone who ask for it.
; RUN: fails forward
; RUN: forward --spirv-ext=+SPV_INTEL_hw_thread_queries
; NO-VAL: the extension is not published
; COMPLAINT: Invalid capability operand: 6134
target triple = "spir64-unknown-unknown"

@__spirv_BuiltInSubDeviceIDINTEL = external addrspace(1) global i32

define spir_kernel void @k(ptr addrspace(1) %to) {
  %x = load i32, ptr addrspace(1) @__spirv_BuiltInSubDeviceIDINTEL, align 4
  store i32 %x, ptr addrspace(1) %to, align 4
  ret void
}
