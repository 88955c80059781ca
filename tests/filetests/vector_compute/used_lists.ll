; What the optimiser must keep is a variable for Khronos mode where vector compute says so, and comes back as the list.
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_vector_compute
target triple = "spir64-unknown-unknown"
@number = internal addrspace(1) constant i64 7, align 8 #0
@reference = internal constant ptr addrspace(1) @number #0
@llvm.compiler.used = appending global [1 x ptr] [ptr @reference] #0
@llvm.used = appending global [1 x ptr addrspace(1)] [ptr addrspace(1) @number], section "llvm.metadata"
attributes #0 = { "VCGlobalVariable" }
