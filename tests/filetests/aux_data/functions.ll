; Attributes and attachments of functions that SPIR-V cannot say: flags, flags with arguments, strings, numbers and strings
; in attachments. What core instructions say already comes back once.
; RUN: roundtrip khronos --spirv-preserve-auxdata
; RUN: forward khronos --spirv-preserve-auxdata --spirv-max-version=1.5 --spirv-ext=+SPV_KHR_non_semantic_info
; RUN: fails forward khronos --spirv-preserve-auxdata --spirv-max-version=1.5
; ENV: spv1.6
target triple = "spir64-unknown-unknown"

declare spir_func i32 @known(ptr addrspace(1) %p) #0

define spir_func void @tagged() #1 !of.mine !0 !empty !1 {
  ret void
}

define spir_kernel void @task(i32 %x) #2 !work_group_size_hint !2 {
  ret void
}

attributes #0 = { mustprogress nofree memory(argmem: read, inaccessiblemem: write) "plain" "with"="a value" }
attributes #1 = { noinline nounwind alignstack=8 }
attributes #2 = { willreturn memory(none) }

!0 = !{!"text", i32 7, i64 -1, i1 true, float 1.5, <2 x i32> <i32 1, i32 2>, i8 undef}
!1 = !{}
!2 = !{i32 8, i32 4, i32 1}
