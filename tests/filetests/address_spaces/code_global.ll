; RUN: fails forward --spirv-ext=+SPV_INTEL_function_pointers
target triple = "spir64-unknown-unknown"

@number = internal addrspace(9) constant i64 7, align 8
