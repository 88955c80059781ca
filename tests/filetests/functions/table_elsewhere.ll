; Tables of virtual functions hold functions in another address space than these are in: clang's HIP makes such.
; RUN: forward --spirv-ext=+SPV_INTEL_function_pointers
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_function_pointers
; NO-VAL: SPIRV-Tools does not know functions that are named before they are defined
; COMPLAINT: ID <id> has not been defined
target triple = "spirv64-unknown-unknown"

@table = addrspace(1) constant [2 x ptr addrspace(1)] [ptr addrspace(1) addrspacecast (ptr @one to ptr addrspace(1)), ptr addrspace(1) null]

define spir_func i32 @one(i32 %x) {
  ret i32 %x
}

define spir_func i32 @call(i32 %x, i64 %i) {
  %entry = getelementptr inbounds ptr, ptr addrspace(1) @table, i64 %i
  %function = load ptr, ptr addrspace(1) %entry, align 8
  %result = call spir_func i32 %function(i32 %x)
  ret i32 %result
}
