; nsw and nuw are decorations with SPIR-V 1.4 or the extension, and lost without either.
; RUN: forward
; RUN: forward --spirv-ext=+SPV_KHR_no_integer_wrap_decoration
; RUN: roundtrip --spirv-ext=+SPV_KHR_no_integer_wrap_decoration
target triple = "spir64-unknown-unknown"

define spir_func void @f(i32 %a, i32 %b) {
  %add = add nsw i32 %a, %b
  %sub = sub nuw i32 %a, %b
  %mul = mul nuw nsw i32 %a, %b
  %shl = shl nsw i32 %a, %b
  %plain = add i32 %a, %b
  ret void
}
