; RUN: forward --spirv-ext=+SPV_KHR_linkonce_odr
; RUN: roundtrip --spirv-ext=+SPV_KHR_linkonce_odr
target triple = "spir64-unknown-unknown"

@v = linkonce_odr addrspace(1) global i32 6, align 4

define linkonce_odr spir_func i32 @f() {
  %a = load i32, ptr addrspace(1) @v, align 4
  ret i32 %a
}
