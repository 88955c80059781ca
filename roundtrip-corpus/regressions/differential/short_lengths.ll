; From 128 on an index of 8 bits was negative. Lengths of other widths than 8 to 64 were refused.
define spir_func void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %x = load i8, ptr addrspace(1) %in, align 1
  %n = or i8 %x, -128
  %long = zext i8 %n to i128
  %room = alloca [512 x i8], align 8
  call void @llvm.memset.p0.i64(ptr align 8 %room, i8 0, i64 512, i1 false)
  %a = getelementptr i8, ptr %room, i64 200
  call void @llvm.memset.p0.i8(ptr %a, i8 %n, i8 %n, i1 false)
  %b = getelementptr i8, ptr %room, i64 100
  call void @llvm.memmove.p0.p0.i8(ptr %b, ptr %a, i8 %n, i1 false)
  call void @llvm.memcpy.p1.p0.i128(ptr addrspace(1) %out, ptr %b, i128 %long, i1 false)
  %c = getelementptr i8, ptr addrspace(1) %out, i64 256
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %c, ptr %room, i64 512, i1 false)
  ret void
}
