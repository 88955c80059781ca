target triple = "spir64"

define spir_func i32 @f(ptr addrspace(1) %p, ptr %q) {
  %a = load i32, ptr addrspace(1) %p, !range !0
  call void %q(), !memprof !0
  fence seq_cst, !mmra !0
  ret i32 %a
}

declare !absolute_symbol !0 spir_func void @g()

!0 = !{null, null}
