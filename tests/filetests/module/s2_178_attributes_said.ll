; The same said in LLVM IR, which comes back as it was.
; RUN: forward --spirv-ext=+SPV_KHR_no_integer_wrap_decoration
; RUN: roundtrip --spirv-ext=+SPV_KHR_no_integer_wrap_decoration
; SHOW: module
; COVERS: s2_178
target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spirv32v1.2-unknown-unknown"

!spirv.MemoryModel = !{!0}
!spirv.Extension = !{!1}
!spirv.Capability = !{!2, !3}

!0 = !{i32 1, i32 2}
!1 = !{!"SPV_KHR_no_integer_wrap_decoration"}
!2 = !{i32 22}
!3 = !{i32 10}
