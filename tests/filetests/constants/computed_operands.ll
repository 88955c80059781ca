; Constant expressions are computed in front of the instruction that uses them, and before the types and constants that it
; needs itself: as instructions, which they are when they come back, they stand there.
; RUN: forward
; RUN: roundtrip
; COVERS: s0_28 s0_29
target triple = "spir64-unknown-unknown"

@room = internal addrspace(3) global [8 x i32] undef, align 4
@word = addrspace(1) global i64 0, align 8

define spir_kernel void @calls(ptr addrspace(1) %out, i1 %is) {
  %a = call spir_func i32 @later(ptr addrspace(4) addrspacecast (ptr addrspace(3) @room to ptr addrspace(4)), i32 7)
  store i32 %a, ptr addrspace(4) addrspacecast (ptr addrspace(3) getelementptr inbounds ([8 x i32], ptr addrspace(3) @room, i64 0, i64 3) to ptr addrspace(4)), align 4
  store i64 ptrtoint (ptr addrspace(1) @word to i64), ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @word, i64 16), align 8
  %p = select i1 %is, ptr addrspace(4) addrspacecast (ptr addrspace(3) @room to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @word to ptr addrspace(4))
  %b = load i32, ptr addrspace(4) %p, align 4
  %c = add i32 %b, trunc (i64 ptrtoint (ptr addrspace(1) @word to i64) to i32)
  store i32 %c, ptr addrspace(1) %out, align 4
  ret void
}

define spir_func i32 @later(ptr addrspace(4) %p, i32 %n) {
  %v = load i32, ptr addrspace(4) %p, align 4
  %w = add i32 %v, %n
  ret i32 %w
}

define spir_func i64 @address() {
  ret i64 add (i64 ptrtoint (ptr addrspace(1) @word to i64), i64 12)
}

declare spir_func i32 @_Z10atomic_addPU3AS4Vii(ptr addrspace(4), i32)
declare spir_func void @_Z7vstore2Dv2_imPU3AS4i(<2 x i32>, i64, ptr addrspace(4))
declare void @llvm.memcpy.p4.p4.i64(ptr addrspace(4), ptr addrspace(4), i64, i1)
declare void @llvm.memmove.p4.p1.i64(ptr addrspace(4), ptr addrspace(1), i64, i1)

define spir_func i32 @builtins(ptr addrspace(4) %p) {
  %a = call spir_func i32 @_Z10atomic_addPU3AS4Vii(ptr addrspace(4) addrspacecast (ptr addrspace(3) @room to ptr addrspace(4)), i32 9)
  call spir_func void @_Z7vstore2Dv2_imPU3AS4i(<2 x i32> <i32 4, i32 5>, i64 1, ptr addrspace(4) addrspacecast (ptr addrspace(3) @room to ptr addrspace(4)))
  call void @llvm.memcpy.p4.p4.i64(ptr addrspace(4) %p, ptr addrspace(4) addrspacecast (ptr addrspace(3) @room to ptr addrspace(4)), i64 24, i1 false)
  call void @llvm.memmove.p4.p1.i64(ptr addrspace(4) %p, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @word, i64 1), i64 3, i1 false)
  %b = load i32, ptr addrspace(4) addrspacecast (ptr addrspace(3) @room to ptr addrspace(4)), align 4
  %c = atomicrmw add ptr addrspace(4) addrspacecast (ptr addrspace(3) @room to ptr addrspace(4)), i32 %b seq_cst
  %d = add i32 %a, %c
  ret i32 %d
}
