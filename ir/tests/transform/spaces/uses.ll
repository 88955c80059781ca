; What pointers that were cast to space 0 are used by.
@shared = internal addrspace(3) global [16 x i32] undef
@other = internal addrspace(1) global [16 x i32] undef
declare void @take(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare i1 @llvm.is.constant.p0(ptr)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

define i32 @accesses(ptr addrspace(1) %g, i64 %i, i32 %x) {
  %f = addrspacecast ptr addrspace(1) %g to ptr
  %p = getelementptr inbounds nuw i32, ptr %f, i64 %i
  %q = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %p
  store i32 %x, ptr %q
  %w = load volatile i32, ptr %p
  %old = atomicrmw add ptr %p, i32 %v seq_cst
  %pair = cmpxchg ptr %q, i32 %x, i32 %w seq_cst seq_cst
  store ptr %p, ptr %q
  call void @take(ptr %q)
  %n = ptrtoint ptr %q to i64
  %m = trunc i64 %n to i32
  %s = add i32 %old, %m
  ret i32 %s
}

define i32 @joins(ptr addrspace(3) %a, ptr addrspace(3) %b, ptr addrspace(1) %c, i1 %d, i32 %n) {
entry:
  %fa = addrspacecast ptr addrspace(3) %a to ptr
  %fb = addrspacecast ptr addrspace(3) %b to ptr
  %fc = addrspacecast ptr addrspace(1) %c to ptr
  %same = select i1 %d, ptr %fa, ptr %fb
  %mixed = select i1 %d, ptr %fa, ptr %fc
  %none = select i1 %d, ptr %fa, ptr null
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = phi ptr [ %same, %entry ], [ %step, %loop ]
  %z = phi ptr [ null, %entry ], [ %fa, %loop ]
  %step = getelementptr i32, ptr %p, i64 1
  %v = load i32, ptr %p
  %w = load i32, ptr %mixed
  %u = load i32, ptr %none
  %t = load i32, ptr %z
  %next = add i32 %i, 1
  %end = icmp eq i32 %next, %n
  br i1 %end, label %out, label %loop
out:
  %x = add i32 %v, %w
  %y = add i32 %u, %t
  %r = add i32 %x, %y
  ret i32 %r
}

define void @constants(i64 %i) {
  %v = load i32, ptr getelementptr inbounds ([16 x i32], ptr addrspacecast (ptr addrspace(3) @shared to ptr), i64 0, i64 4)
  store i32 %v, ptr addrspacecast (ptr addrspace(1) @other to ptr)
  %p = getelementptr [16 x i32], ptr addrspacecast (ptr addrspace(3) @shared to ptr), i64 0, i64 %i
  store i32 %v, ptr %p
  call void @take(ptr getelementptr inbounds ([16 x i32], ptr addrspacecast (ptr addrspace(3) @shared to ptr), i64 0, i64 4))
  ret void
}

define i1 @calls(ptr addrspace(1) %g, ptr addrspace(3) %l, ptr %any) {
  %f = addrspacecast ptr addrspace(1) %g to ptr
  %e = addrspacecast ptr addrspace(3) %l to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %f, ptr align 4 %e, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %f, ptr align 4 %any, i64 16, i1 true)
  call void @llvm.memset.p0.i64(ptr align 4 %e, i8 0, i64 16, i1 false)
  %m = call ptr @llvm.ptrmask.p0.i64(ptr %f, i64 -16)
  %ld = load i32, ptr %m
  %ml = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %e, <4 x i1> splat (i1 true), <4 x i32> poison)
  call void @llvm.prefetch.p0(ptr %f, i32 0, i32 0, i32 1)
  %k = call i1 @llvm.is.constant.p0(ptr %e)
  %c = icmp eq ptr %f, %e
  %d = icmp eq ptr %f, null
  %g4 = getelementptr i8, ptr %f, i64 4
  %h = icmp ult ptr %f, %g4
  %back = addrspacecast ptr %g4 to ptr addrspace(1)
  store i1 %c, ptr addrspace(1) %back
  %x = and i1 %c, %d
  %y = and i1 %x, %h
  %z = and i1 %y, %k
  ret i1 %z
}

define <2 x i32> @vectors(<2 x ptr addrspace(1)> %g, <2 x i64> %i) {
  %f = addrspacecast <2 x ptr addrspace(1)> %g to <2 x ptr>
  %p = getelementptr i32, <2 x ptr> %f, <2 x i64> %i
  %v = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> align 4 %p, <2 x i1> splat (i1 true), <2 x i32> poison)
  ret <2 x i32> %v
}

declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, <2 x i1>, <2 x i32>)

define ptr @returned(ptr addrspace(1) %g) {
  %f = addrspacecast ptr addrspace(1) %g to ptr
  %p = getelementptr i32, ptr %f, i64 1
  ret ptr %p
}
