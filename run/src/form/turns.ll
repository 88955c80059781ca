; Sine and cosine of `float`: in quarters of a turn, computed in `double`. It is a template: for one number, and for several at once,
; of which LLVM vectorises the calls of that for one (`turns.rs`). K() is a constant of each of them.
define internal {F} @spirv.{NAME}({F} %x{MASK}) noinline nounwind willreturn memory(none) {
entry:
  %bits = bitcast {F} %x to {I}
  %a = and {I} %bits, K(i32 2147483647)
  ; From 2 to the power of 28 on, and what is not a number.
  %large = icmp uge {I} %a, K(i32 1300234240)
{ASKED}  %any = {ANY}
  br i1 %any, label %slow, label %fast

fast:
  ; Quarters of a turn: the product with the first part is exact.
  %d = fpext {F} %x to {D}
  %y = fmul {D} %d, K(double 0x3FE45F306C000000)
  %near = call {D} @llvm.fmuladd.{d}({D} %d, {D} K(double 0x3E2C9C882A000000), {D} %y)
  ; To the nearest quarter: its number is in the lowest bits then.
  %k = fadd {D} %near, K(double 0x4338000000000000)
  %n = fsub {D} %k, K(double 0x4338000000000000)
  %u = fsub {D} %y, %n
  %v = call {D} @llvm.fmuladd.{d}({D} %d, {D} K(double 0x3E2C9C882A000000), {D} %u)
  %w = call {D} @llvm.fmuladd.{d}({D} %d, {D} K(double 0x3C44FE13ABE8FA9A), {D} %v)
  %r = fmul {D} %w, K(double 0x3FF921FB54442D18)
  %s = fmul {D} %r, %r
  %s2 = call {D} @llvm.fmuladd.{d}({D} %s, {D} K(double 0x3EC71DE3A556C734), {D} K(double 0xBF2A01A01A01A01A))
  %s4 = call {D} @llvm.fmuladd.{d}({D} %s, {D} %s2, {D} K(double 0x3F81111111111111))
  %s6 = call {D} @llvm.fmuladd.{d}({D} %s, {D} %s4, {D} K(double 0xBFC5555555555555))
  %s8 = call {D} @llvm.fmuladd.{d}({D} %s, {D} %s6, {D} K(double 1.0))
  %sine = fmul {D} %s8, %r
  %c2 = call {D} @llvm.fmuladd.{d}({D} %s, {D} K(double 0xBE927E4FB7789F5C), {D} K(double 0x3EFA01A01A01A01A))
  %c4 = call {D} @llvm.fmuladd.{d}({D} %s, {D} %c2, {D} K(double 0xBF56C16C16C16C17))
  %c6 = call {D} @llvm.fmuladd.{d}({D} %s, {D} %c4, {D} K(double 0x3FA5555555555555))
  %c8 = call {D} @llvm.fmuladd.{d}({D} %s, {D} %c6, {D} K(double -0.5))
  %cosine = call {D} @llvm.fmuladd.{d}({D} %s, {D} %c8, {D} K(double 1.0))
  %number = bitcast {D} %k to {L}
  %j = add {L} %number, K(i64 {BY})
  %o = and {L} %j, K(i64 1)
  %odd = icmp ne {L} %o, K(i64 0)
  %e = select {B} %odd, {D} %cosine, {D} %sine
  ; The sign of each second half of a turn.
  %h = shl {L} %j, K(i64 62)
  %sign = and {L} %h, K(i64 -9223372036854775808)
  %eb = bitcast {D} %e to {L}
  %zb = xor {L} %eb, %sign
  %z = bitcast {L} %zb to {D}
  %result = fptrunc {D} %z to {F}
  ret {F} %result

slow:
{SLOW}}
