; Functions have an address space of their own only where that is asked for.
; RUN: forward khronos --spirv-ext=+SPV_INTEL_function_pointers --spirv-emit-function-ptr-addr-space
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_function_pointers --spirv-emit-function-ptr-addr-space
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_function_pointers
; NO-ROUND-TRIP: the address space is lost where it is not asked for
; NO-VAL: SPIRV-Tools does not know that the function of a pointer may come behind it
; COMPLAINT: ID <id> has not been defined
target triple = "spir64-unknown-unknown"

define spir_func i32 @one(i32 %x) addrspace(9) {
  ret i32 %x
}

@name = internal alias i32 (i32), ptr addrspace(9) @one

define spir_func i32 @call(ptr addrspace(1) %address) {
  %held = alloca ptr addrspace(9)
  store ptr addrspace(9) @one, ptr %held
  %f = load ptr addrspace(9), ptr %held
  %r = call spir_func addrspace(9) i32 %f(i32 1)
  store i64 ptrtoint (ptr addrspace(9) @name to i64), ptr addrspace(1) %address
  ret i32 %r
}
