%S = type { i8, <6 x float>, i24, [0 x i32] }
%F = type { i32, [0 x i32] }
@g = addrspace(1) global %S { i8 1, <6 x float> <float 1.0, float 2.0, float 3.0, float 4.0, float 5.0, float 6.0>, i24 -2, [0 x i32] zeroinitializer }, align 32
@t = addrspace(2) constant [3 x i24] [i24 1, i24 2, i24 -1], align 4
@wide = addrspace(2) constant i128 -1, align 16
@flag = internal addrspace(1) global i1 false, align 1

define spir_kernel void @one_lane(ptr addrspace(1) %p, i32 %n) {
entry:
  %l = load <1 x float>, ptr addrspace(1) %p, align 4
  %m = fadd <1 x float> %l, <float 1.0>
  %s = shufflevector <1 x float> %m, <1 x float> %l, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  %one = shufflevector <4 x float> %s, <4 x float> poison, <1 x i32> <i32 2>
  %cmp = fcmp ogt <1 x float> %one, %l
  %sel = select <1 x i1> %cmp, <1 x float> %one, <1 x float> zeroinitializer
  %bit = bitcast <1 x i1> %cmp to i1
  br i1 %bit, label %yes, label %no
yes:
  br label %no
no:
  %phi = phi <1 x float> [ %sel, %entry ], [ <float 2.0>, %yes ]
  %b = bitcast <1 x float> %phi to i32
  %b2 = bitcast i32 %b to <1 x float>
  %e = extractelement <1 x float> %b2, i32 0
  %i = insertelement <1 x float> poison, float %e, i64 0
  store <4 x float> %s, ptr addrspace(1) %p, align 16
  store <1 x float> %i, ptr addrspace(1) %p, align 4
  ret void
}

define spir_kernel void @bits_of_booleans(ptr addrspace(1) %p) {
  %v = load <4 x i32>, ptr addrspace(1) %p, align 16
  %c = icmp slt <4 x i32> %v, zeroinitializer
  %bits = bitcast <4 x i1> %c to i4
  %none = icmp eq i4 %bits, 0
  %back = bitcast i4 %bits to <4 x i1>
  %w = sext <4 x i1> %back to <4 x i32>
  %x = select i1 %none, <4 x i32> zeroinitializer, <4 x i32> %w
  store <4 x i32> %x, ptr addrspace(1) %p, align 16
  switch i4 %bits, label %end [ i4 -1, label %all
                                i4 5, label %end ]
all:
  store i1 true, ptr addrspace(1) @flag, align 1
  ret void
end:
  ret void
}

define spir_kernel void @memory(ptr addrspace(1) %p, i32 %n) {
  %flexible = getelementptr %F, ptr addrspace(1) %p, i64 0, i32 1, i32 %n
  store i32 1, ptr addrspace(1) %flexible
  %f = getelementptr [3 x i24], ptr addrspace(2) @t, i64 0, i32 %n
  %x = load i24, ptr addrspace(2) %f, align 1
  %y = zext i24 %x to i32
  store i32 %y, ptr addrspace(1) %p
  %z = load i1, ptr addrspace(1) @flag, align 1
  %zz = zext i1 %z to i32
  store i32 %zz, ptr addrspace(1) getelementptr (%S, ptr addrspace(1) @g, i64 0, i32 1, i32 2), align 4
  %w = load i128, ptr addrspace(2) @wide, align 16
  %w2 = mul i128 %w, %w
  %r = call spir_func i128 @signature(i33 5, <6 x float> zeroinitializer, i128 %w2)
  store i128 %r, ptr addrspace(1) %p, align 16
  ret void
}

define internal spir_func i128 @signature(i33 noundef zeroext %a, <6 x float> %v, i128 %b) {
  %e = extractelement <6 x float> %v, i32 5
  %i = fptosi float %e to i128
  %z = sext i33 %a to i128
  %s = add i128 %i, %z
  %d = sdiv i128 %s, %b
  ret i128 %d
}

define spir_kernel void @masks(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
  %v = load <8 x i32>, ptr addrspace(1) %p, align 32
  %c = icmp slt <8 x i32> %v, splat (i32 3)
  %l = call <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1) align 4 %q, <8 x i1> %c, <8 x i32> %v)
  call void @llvm.masked.store.v8i32.p1(<8 x i32> %l, ptr addrspace(1) align 4 %p, <8 x i1> <i1 1, i1 0, i1 1, i1 1, i1 1, i1 1, i1 1, i1 0>)
  %wide = sext <8 x i32> %v to <8 x i64>
  %ps = getelementptr float, ptr addrspace(1) %q, <8 x i64> %wide
  %g = call <8 x float> @llvm.masked.gather.v8f32.v8p1(<8 x ptr addrspace(1)> align 4 %ps, <8 x i1> %c, <8 x float> zeroinitializer)
  call void @llvm.masked.scatter.v8f32.v8p1(<8 x float> %g, <8 x ptr addrspace(1)> align 4 %ps, <8 x i1> %c)
  ret void
}

define spir_kernel void @frozen(ptr addrspace(1) %p, i1 %c, { i32, float } %a, { i32, float } %b) {
  %f = freeze i32 undef
  %s = select i1 %c, { i32, float } %a, { i32, float } %b
  %x = extractvalue { i32, float } %s, 0
  %y = add i32 %x, %f
  store i32 %y, ptr addrspace(1) %p, align 4
  ret void
}

declare <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1), <8 x i1>, <8 x i32>)
declare void @llvm.masked.store.v8i32.p1(<8 x i32>, ptr addrspace(1), <8 x i1>)
declare <8 x float> @llvm.masked.gather.v8f32.v8p1(<8 x ptr addrspace(1)>, <8 x i1>, <8 x float>)
declare void @llvm.masked.scatter.v8f32.v8p1(<8 x float>, <8 x ptr addrspace(1)>, <8 x i1>)
