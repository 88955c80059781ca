; Numbers of 8 and 16 bits: the word that they are in is exchanged.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_124
target triple = "spir64-unknown-unknown"

define spir_func i8 @umax(ptr addrspace(1) %p, i8 %v) {
  %old = atomicrmw umax ptr addrspace(1) %p, i8 %v monotonic
  ret i8 %old
}

define spir_func i1 @exchange(ptr addrspace(4) %p, i16 %v) {
  %pair = cmpxchg ptr addrspace(4) %p, i16 %v, i16 7 seq_cst acquire
  %same = extractvalue { i16, i1 } %pair, 1
  ret i1 %same
}

define spir_func i16 @move(ptr addrspace(1) %p) {
  %v = load atomic i16, ptr addrspace(1) %p acquire, align 2
  store atomic i16 %v, ptr addrspace(1) %p release, align 2
  ret i16 %v
}

; What is found where the exchange fails is acquired, too.
define spir_func i8 @stronger_in_failure(ptr addrspace(1) %p, i8 %v) {
  %pair = cmpxchg ptr addrspace(1) %p, i8 %v, i8 7 release seq_cst
  %old = extractvalue { i8, i1 } %pair, 0
  ret i8 %old
}
