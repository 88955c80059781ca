; No language passes integers of other widths to printf.
; RUN: fails forward
target triple = "spir64-unknown-unknown"
@.str = private unnamed_addr addrspace(2) constant [4 x i8] c"%d\0A\00"
declare spir_func i32 @printf(ptr addrspace(2), ...)

define spir_func void @f(i37 %x) {
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @.str, i37 %x)
  ret void
}
