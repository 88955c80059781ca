; Functions as values: in variables that hold nothing else, chosen, as arguments, in memory, called as what they are not.
; RUN: roundtrip --spirv-ext=+SPV_INTEL_function_pointers
; RUN: forward --spirv-ext=+SPV_INTEL_function_pointers
; RUN: fails forward
; NO-VAL: SPIRV-Tools does not know that the function of a pointer may come behind it
; COMPLAINT: ID <id> has not been defined
target triple = "spir64-unknown-unknown"

@table = addrspace(1) constant ptr @one

define spir_func i32 @one(i32 %x) "referenced-indirectly" {
  ret i32 %x
}

define internal spir_func i32 @two(i32 %x) {
  ret i32 2
}

define internal spir_func i32 @apply(ptr %f, i32 %x) {
  %r = call spir_func i32 %f(i32 %x)
  ret i32 %r
}

define spir_func i32 @choose(i1 %c, i64 %address) {
  %held = alloca ptr
  %chosen = select i1 %c, ptr @one, ptr @two
  store ptr %chosen, ptr %held
  %f = load ptr, ptr %held
  %a = call spir_func i32 %f(i32 1)
  %b = call spir_func i32 @apply(ptr %chosen, i32 %a)
  %g = inttoptr i64 %address to ptr
  %d = call spir_func i32 %g(i32 %b)
  %h = load ptr, ptr addrspace(1) @table
  %e = call spir_func i32 %h(i32 %d)
  %z = call spir_func i64 @two(i64 7)
  %y = trunc i64 %z to i32
  %r = add i32 %e, %y
  ret i32 %r
}
