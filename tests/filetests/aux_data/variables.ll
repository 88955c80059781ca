; Attributes and attachments of variables that SPIR-V cannot say.
; RUN: roundtrip khronos --spirv-preserve-auxdata --spirv-max-version=1.5 --spirv-ext=+SPV_KHR_non_semantic_info
target triple = "spir64-unknown-unknown"

@scoped = addrspace(1) global i32 3, !limits !0 #0
@imported = external addrspace(1) constant i64, !limits !1

attributes #0 = { "scope"="device" "unique" }

!0 = !{i64 0, i64 16}
!1 = !{ptr addrspace(1) @scoped, !"scoped"}
