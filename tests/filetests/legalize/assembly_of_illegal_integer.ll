; Registers are of the widths that there are.
; RUN: fails forward --spirv-ext=+SPV_INTEL_inline_assembly
target triple = "spir64-unknown-unknown"

define spir_func i37 @f(i37 %x) {
  %r = call i37 asm "foo $0, $1", "=r,r"(i37 %x)
  ret i37 %r
}
