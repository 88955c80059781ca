; Opaque values cannot be selected; an event is looked up in a table.
; RUN: forward
target triple = "spir64-unknown-unknown"

define spir_func target("spirv.Event") @f(i1 %c, target("spirv.Event") %a, target("spirv.Event") %b) {
  %either = select i1 %c, target("spirv.Event") %a, target("spirv.Event") %b
  ret target("spirv.Event") %either
}
