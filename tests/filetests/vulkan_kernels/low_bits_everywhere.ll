; Low bits of addresses in any memory, computed with, and of pointers that are chosen from several buffers; differences of constants.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target triple = "spirv64-unknown-unknown"
@shared = internal addrspace(3) global [64 x i8] poison, align 16
define spir_kernel void @bits(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out, i64 %n, i1 %which) {
  %own = alloca [64 x i8], align 16
  %inner = getelementptr i8, ptr %own, i64 %n
  %number = ptrtoint ptr %inner to i64
  %more = add i64 %number, 3
  %low = and i64 %more, 15
  %constant = trunc i64 ptrtoint (ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @shared, i64 5) to i64) to i32
  %second = and i32 %constant, 7
  %wide = zext i32 %second to i64
  %distance = sub i64 %low, sub (i64 ptrtoint (ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @shared, i64 9) to i64), i64 ptrtoint (ptr addrspace(3) @shared to i64))
  %one = getelementptr i8, ptr addrspace(1) %a, i64 %n
  %chosen = select i1 %which, ptr addrspace(1) %one, ptr addrspace(1) %b
  %address = ptrtoint ptr addrspace(1) %chosen to i64
  %third = and i64 %address, 63
  %sum = add i64 %distance, %third
  %all = add i64 %sum, %wide
  store i64 %all, ptr addrspace(1) %out
  %value = load i8, ptr addrspace(1) %chosen
  store i8 %value, ptr addrspace(1) %b
  ret void
}
define spir_kernel void @narrow(ptr addrspace(1) %a, ptr addrspace(1) %out, i64 %n) {
  %behind = getelementptr i8, ptr addrspace(1) %a, i64 %n
  %first = ptrtoint ptr addrspace(1) %a to i64
  %last = ptrtoint ptr addrspace(1) %behind to i64
  %x = trunc i64 %last to i32
  %y = trunc i64 %first to i32
  %bytes = sub i32 %x, %y
  store i32 %bytes, ptr addrspace(1) %out
  %low = and i64 %last, 31
  %place = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %low, ptr addrspace(1) %place
  ret void
}
