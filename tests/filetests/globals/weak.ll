; What is weak is exported, or weak where an extension of AMD is allowed.
; RUN: forward
; RUN: forward --spirv-ext=+SPV_AMD_weak_linkage
; RUN: roundtrip --spirv-ext=+SPV_AMD_weak_linkage
; RUN: forward khronos --spirv-ext=+SPV_AMD_weak_linkage
; RUN: roundtrip khronos --spirv-ext=+SPV_AMD_weak_linkage
; NO-VAL: SPIRV-Tools does not know SPV_AMD_weak_linkage
; COMPLAINT: Invalid capability operand: 5181
target triple = "spir64-unknown-unknown"

@table = weak addrspace(1) global [3 x i32] zeroinitializer, align 4
@odr = weak_odr addrspace(1) global i64 1, align 8
@elsewhere = extern_weak addrspace(1) global i32, align 4

define weak spir_func i32 @square(i32 %x) {
  %other = load i32, ptr addrspace(1) @elsewhere
  %square = mul i32 %x, %other
  ret i32 %square
}

define weak_odr spir_func void @nothing() {
  ret void
}
