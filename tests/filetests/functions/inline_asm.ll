; Inline assembly, by an extension; one text is declared once.
; RUN: roundtrip --spirv-ext=+SPV_INTEL_inline_assembly
; RUN: forward --spirv-ext=+SPV_INTEL_inline_assembly
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func i64 @f(i16 %a, i32 %b) {
  call void asm sideeffect "", "~{cc},~{memory}"()
  %x = call i64 asm sideeffect "command $0 $1 $2", "=r,r,r"(i16 %a, i32 %b)
  %y = call i64 asm sideeffect "command $0 $1 $2", "=r,r,r"(i16 %a, i32 5)
  %z = call i64 asm "other $0 $1", "=&r,i"(i64 2)
  %r = add i64 %x, %y
  %s = add i64 %r, %z
  ret i64 %s
}
