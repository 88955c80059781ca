; Booleans have no bits in SPIR-V: those of constants are a number.
; RUN: forward
; RUN: roundtrip
; RUN: forward khronos
; NO-ROUND-TRIP: the expression comes back as its number
target triple = "spir64-unknown-unknown"

@g = internal addrspace(1) global i16 bitcast (<16 x i1> <i1 true, i1 undef, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 true> to i16)

define spir_kernel void @k(ptr addrspace(1) %o, i8 %x) {
  store i8 bitcast (<8 x i1> <i1 true, i1 false, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false> to i8), ptr addrspace(1) %o
  %c = icmp eq i8 %x, bitcast (<8 x i1> <i1 false, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 true> to i8)
  %z = zext i1 %c to i16
  %v = load i16, ptr addrspace(1) @g
  %s = add i16 %z, %v
  store i16 %s, ptr addrspace(1) %o
  ret void
}
