; Hosts pass arguments by their size: a parameter of a kernel stays one, and what it has too much is cut off.
; RUN: roundtrip
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

define spir_kernel void @f(ptr addrspace(1) %out, i24 %n, i128 %w, <5 x i32> %v, i70 %s) {
  %n.wide = zext i24 %n to i32
  store i32 %n.wide, ptr addrspace(1) %out, align 4
  store i128 %w, ptr addrspace(1) %out, align 16
  store <5 x i32> %v, ptr addrspace(1) %out, align 32
  %s.wide = zext i70 %s to i128
  store i128 %s.wide, ptr addrspace(1) %out, align 16
  ret void
}
