; What LLVM 22 does not survive: addresses of nothing but flat constants, masks of known spaces, and circles of nothing.
@generic = addrspace(1) global i32 0
declare ptr addrspace(4) @llvm.ptrmask.p4.i64(ptr addrspace(4), i64)
declare i32 @run(ptr addrspace(4))

define i32 @constants(ptr addrspace(3) %l, i1 %c) {
  %n = getelementptr i8, ptr addrspace(4) null, i64 8
  %f = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %s = select i1 %c, ptr addrspace(4) %n, ptr addrspace(4) %f
  %v = load i32, ptr addrspace(4) %s
  ret i32 %v
}

define i32 @masked(ptr addrspace(1) %g, i1 %c) {
  %f = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %m = call ptr addrspace(4) @llvm.ptrmask.p4.i64(ptr addrspace(4) %f, i64 -4)
  %p = getelementptr i32, ptr addrspace(4) %m, i64 1
  %s = select i1 %c, ptr addrspace(4) %p, ptr addrspace(4) %f
  %v = load i32, ptr addrspace(4) %s
  ret i32 %v
}

define void @circle(i1 %c) {
entry:
  br label %loop
loop:
  %p = phi ptr addrspace(4) [ null, %entry ], [ %q, %loop ]
  %q = getelementptr i8, ptr addrspace(4) %p, i64 1
  %v = load i8, ptr addrspace(4) %q
  br i1 %c, label %loop, label %out
out:
  ret void
dead:
  %x = phi ptr addrspace(4) [ %y, %dead ]
  %y = getelementptr i8, ptr addrspace(4) %x, i64 1
  store i8 0, ptr addrspace(4) %y
  br label %dead
}

define i32 @numbers(ptr addrspace(1) %g) {
  %f = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %n = ptrtoint ptr addrspace(4) %f to i64
  %p = inttoptr i64 %n to ptr addrspace(4)
  %q = getelementptr i32, ptr addrspace(4) %p, i64 2
  %v = load i32, ptr addrspace(4) %q
  ret i32 %v
}
