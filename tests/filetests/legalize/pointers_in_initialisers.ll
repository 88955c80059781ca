; Vectors of pointers in initialisers are arrays of them, as in memory.
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

@three = addrspace(1) global <3 x ptr addrspace(1)> <ptr addrspace(1) @byte, ptr addrspace(1) null, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @byte, i64 2)>
@one = addrspace(1) global { i8, <1 x ptr addrspace(1)> } { i8 1, <1 x ptr addrspace(1)> <ptr addrspace(1) @byte> }
@byte = addrspace(1) global [4 x i8] zeroinitializer

define spir_func ptr addrspace(1) @last() {
  %all = load <3 x ptr addrspace(1)>, ptr addrspace(1) @three
  %last = extractelement <3 x ptr addrspace(1)> %all, i32 2
  ret ptr addrspace(1) %last
}
