; Who sees a variable.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

@exported = addrspace(1) global i32 1, align 4
@imported = external addrspace(1) global i32, align 4
@internal = internal addrspace(1) global i32 2, align 4
@private = private unnamed_addr addrspace(2) constant i32 3, align 4
@common = common addrspace(1) global i32 0, align 4
@available = available_externally addrspace(1) global i32 4, align 4
@weak = weak addrspace(1) global i32 5, align 4
@linkonce = linkonce_odr addrspace(1) global i32 6, align 4

define spir_func i32 @f() {
  %a = load i32, ptr addrspace(1) @internal, align 4
  %b = load i32, ptr addrspace(2) @private, align 4
  %c = add i32 %a, %b
  ret i32 %c
}
