; Decorations of instructions, globals and parameters as metadata; linkage is said once.
; RUN: forward --spirv-ext=+SPV_INTEL_cache_controls
; RUN: roundtrip --spirv-ext=+SPV_INTEL_cache_controls
; COVERS: s3_77 s3_78 s3_79 s3_80 s3_82 s3_83 s3_84
target triple = "spir64-unknown-unknown"

@v = addrspace(1) global i32 0, !spirv.Decorations !1

define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b) !spirv.ParameterDecorations !4 {
  %idx = getelementptr inbounds i32, ptr addrspace(1) %b, i64 1, !spirv.Decorations !8
  %x = load i32, ptr addrspace(1) %idx, align 4
  store i32 %x, ptr addrspace(1) %a, align 4
  ret void
}

!1 = !{!2, !3}
!2 = !{i32 22}
!3 = !{i32 41, !"v", i32 0}
!4 = !{!5, !6}
!5 = !{}
!6 = !{!7}
!7 = !{i32 19}
!8 = !{!9}
!9 = !{i32 6442, i32 1, i32 2}
