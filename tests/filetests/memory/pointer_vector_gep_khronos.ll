; A getelementptr that makes a vector of pointers, in Khronos mode: needs the extension, and with it is done lane by lane.
; RUN: fails forward khronos
; RUN: forward khronos --spirv-ext=+SPV_INTEL_masked_gather_scatter
target triple = "spir64-unknown-unknown"
define spir_func void @f(<2 x i64> %n, ptr addrspace(1) %out, ptr addrspace(1) %q, i32 %i, i1 %c) {
entry:
  %p = getelementptr i8, ptr addrspace(1) %q, <2 x i64> %n
  %v = ptrtoint <2 x ptr addrspace(1)> %p to <2 x i64>
  store <2 x i64> %v, ptr addrspace(1) %out
  ret void
}
