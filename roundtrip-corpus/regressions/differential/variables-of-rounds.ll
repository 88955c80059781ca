; All rounds of a loop had one variable: what an earlier one wrote was lost, and its address was the same.
define spir_func void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %keep = alloca [4 x ptr]
  br label %l

l:
  %i = phi i32 [ 0, %entry ], [ %i1, %l ]
  %before = phi ptr [ null, %entry ], [ %p, %l ]
  %p = alloca i32, align 4
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %x = load i32, ptr addrspace(1) %from
  store i32 %x, ptr %p
  %q = getelementptr [4 x ptr], ptr %keep, i32 0, i32 %i
  store ptr %p, ptr %q
  %same = icmp eq ptr %p, %before
  %number = zext i1 %same to i32
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, 4
  br i1 %c, label %l, label %x0

x0:
  br label %x1

x1:
  %j = phi i32 [ 0, %x0 ], [ %j1, %x1 ]
  %qj = getelementptr [4 x ptr], ptr %keep, i32 0, i32 %j
  %pj = load ptr, ptr %qj
  %v = load i32, ptr %pj
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %j
  store i32 %v, ptr addrspace(1) %to
  %j1 = add i32 %j, 1
  %cj = icmp ult i32 %j1, 4
  br i1 %cj, label %x1, label %end

end:
  %last = getelementptr i32, ptr addrspace(1) %out, i32 4
  store i32 %number, ptr addrspace(1) %last
  ret void
}
