; Khronos mode keeps booleans in memory as they are, as the Khronos translator does.
; RUN: forward khronos --spirv-ext=+SPV_INTEL_global_variable_decorations
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_global_variable_decorations
; NO-ROUND-TRIP: what is listed is said twice
; NO-VAL: SPIRV-Tools does not know SPV_INTEL_vector_compute
; COMPLAINT: Invalid capability operand: 6146
target triple = "spir64-unknown-unknown"

@b = addrspace(1) global i1 false, !spirv.Decorations !0
@used = internal addrspace(1) global i1 true

define spir_func i1 @f() {
  %v = load i1, ptr addrspace(1) @used
  ret i1 %v
}

!0 = !{!1, !2}
!1 = !{i32 6147, i32 1, !"b"}
!2 = !{i32 6149, i1 true}
