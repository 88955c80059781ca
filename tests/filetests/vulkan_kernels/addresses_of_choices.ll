; The check of a vectorised loop that two places do not overlap, one of them chosen from several variables; and what is aligned in a
; buffer that a loop chooses, at bytes that only the host knows.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target triple = "spirv64-unknown-unknown"
define spir_kernel void @overlap(ptr addrspace(1) %out, i32 %n, i1 %which) {
  %a = alloca [16 x i8], align 16
  %b = alloca [16 x i8], align 16
  %c = alloca [16 x i8], align 16
  %chosen = select i1 %which, ptr %a, ptr %b
  %from = ptrtoint ptr %chosen to i64
  %to = ptrtoint ptr %c to i64
  %distance = sub i64 %to, %from
  %near = icmp ult i64 %distance, 16
  %flag = zext i1 %near to i32
  store i32 %flag, ptr addrspace(1) %out
  ret void
}
define spir_kernel void @circle(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out, i64 %at, i64 %step, i32 %n, i1 %which) {
entry:
  %one = getelementptr i8, ptr addrspace(1) %a, i64 %at
  %first = select i1 %which, ptr addrspace(1) %one, ptr addrspace(1) %b
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %more, %head ]
  %p = phi ptr addrspace(1) [ %first, %entry ], [ %next, %head ]
  %next = getelementptr i8, ptr addrspace(1) %p, i64 %step
  %more = add i32 %i, 1
  %is = icmp ult i32 %more, %n
  br i1 %is, label %head, label %exit
exit:
  %value = load i64, ptr addrspace(1) %p, align 8
  %small = load i16, ptr addrspace(1) %a, align 2
  %wide = zext i16 %small to i64
  %sum = add i64 %value, %wide
  store i64 %sum, ptr addrspace(1) %out
  ret void
}
