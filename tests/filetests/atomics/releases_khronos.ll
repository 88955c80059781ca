; The Khronos translator for LLVM 23 names the storage class in the semantics of atomic instructions, that of a generic pointer by what it
; was made of; the one for LLVM 22 does not. Neither names it in those of fences.
; RUN: forward khronos
; RUN: forward khronos --llvm-version=23
target triple = "spir64-unknown-unknown"

define spir_func i32 @global(ptr addrspace(1) %p) {
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
  %relaxed = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  store atomic i32 %relaxed, ptr addrspace(1) %p release, align 4
  fence acq_rel
  ret i32 %old
}

define spir_func i32 @local(ptr addrspace(3) %p) {
  %pair = cmpxchg ptr addrspace(3) %p, i32 1, i32 2 acq_rel acquire
  %old = extractvalue { i32, i1 } %pair, 0
  ret i32 %old
}

define spir_func i32 @generic(ptr addrspace(4) %p) {
  %old = atomicrmw and ptr addrspace(4) %p, i32 1 seq_cst
  ret i32 %old
}

define spir_func i32 @origin(ptr addrspace(3) %p, i64 %i) {
  %cast = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  %chain = getelementptr i32, ptr addrspace(4) %cast, i64 %i
  %old = atomicrmw or ptr addrspace(4) %chain, i32 1 seq_cst
  ret i32 %old
}

define spir_func i32 @joined(ptr addrspace(4) %given, ptr addrspace(1) %p, i64 %n) {
entry:
  %first = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  br label %loop

loop:
  %at = phi ptr addrspace(4) [ %first, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %more, %loop ]
  %old = atomicrmw xor ptr addrspace(4) %at, i32 1 acquire
  %next = getelementptr i32, ptr addrspace(4) %at, i64 1
  %more = add i64 %i, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %end

end:
  ret i32 %old
}
