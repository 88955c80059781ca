; A masked address of address space 0, made of the address of a global that moves to another address space: LLVM's inference of
; address spaces has no form of it there, and writes a null operand for what is made of it.
target triple = "spir64-unknown-unknown"

@table = internal constant [8 x i8] c"abcdefgh"

declare ptr @llvm.ptrmask.p0.i64(ptr, i64)

define spir_kernel void @k(ptr addrspace(1) %o, i64 %i, i64 %m) {
  %low = call ptr @llvm.ptrmask.p0.i64(ptr @table, i64 %m)
  %p = getelementptr i8, ptr %low, i64 %i
  %v = load i8, ptr %p
  store i8 %v, ptr addrspace(1) %o
  ret void
}

define spir_kernel void @loop(ptr addrspace(1) %o, i64 %i, i64 %m, i1 %b) {
entry:
  %start = getelementptr i8, ptr @table, i64 %i
  br label %again

again:
  %at = phi ptr [ %start, %entry ], [ %either, %again ]
  %low = call ptr @llvm.ptrmask.p0.i64(ptr %at, i64 %m)
  %twice = call ptr @llvm.ptrmask.p0.i64(ptr %low, i64 -8)
  %either = select i1 %b, ptr %low, ptr %twice
  %v = load i8, ptr %either
  store i8 %v, ptr addrspace(1) %o
  %more = icmp ult ptr %either, %start
  br i1 %more, label %again, label %end

end:
  ret void
}
