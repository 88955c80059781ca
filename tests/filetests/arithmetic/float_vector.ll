; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(<3 x double> %a, <3 x double> %b, <16 x half> %h) {
  %add = fadd <3 x double> %a, %b
  %sub = fsub <3 x double> %a, %b
  %mul = fmul <3 x double> %a, %b
  %div = fdiv <3 x double> %a, %b
  %rem = frem <3 x double> %a, %b
  %neg = fneg <3 x double> %a
  %halves = fneg <16 x half> %h
  ret void
}
