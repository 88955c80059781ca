; Vectors of every kind of instruction, loads, stores, loops and intrinsics.
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x i32> @llvm.abs.v4i32(<4 x i32>, i1)
declare {<2 x float>, <2 x float>} @llvm.sincos.v2f32(<2 x float>)
declare {<2 x float>, <2 x i32>} @llvm.frexp.v2f32.v2i32(<2 x float>)
declare <4 x float> @llvm.powi.v4f32.i32(<4 x float>, i32)
declare void @use(<4 x i32>)
define <4 x float> @f(ptr %p, <4 x float> %a, <4 x i32> %b, i32 %i, <4 x i1> %c, i1 %d) {
entry:
  %v = load <4 x float>, ptr %p, align 16
  %x = fadd fast <4 x float> %v, %a
  %y = call nnan <4 x float> @llvm.fma.v4f32(<4 x float> %x, <4 x float> %a, <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>)
  %e = extractelement <4 x float> %y, i32 1
  %e2 = extractelement <4 x float> %y, i32 %i
  %ins = insertelement <4 x float> %y, float %e, i32 2
  %ins2 = insertelement <4 x float> %ins, float %e2, i32 %i
  %s = shufflevector <4 x float> %ins, <4 x float> %x, <4 x i32> <i32 0, i32 5, i32 poison, i32 3>
  %cmp = fcmp olt <4 x float> %s, %ins2
  %sel = select <4 x i1> %cmp, <4 x float> %s, <4 x float> %a
  %sel1 = select i1 %d, <4 x float> %s, <4 x float> %a
  %ab = call <4 x i32> @llvm.abs.v4i32(<4 x i32> %b, i1 true)
  %add = add nsw <4 x i32> %ab, <i32 1, i32 2, i32 3, i32 4>
  %bc = bitcast <4 x i32> %add to <4 x float>
  %bc2 = bitcast <4 x i32> %add to <8 x i16>
  %bc3 = bitcast <8 x i16> %bc2 to <2 x i64>
  %tr = trunc <2 x i64> %bc3 to <2 x i8>
  store <2 x i8> %tr, ptr %p, align 2
  call void @use(<4 x i32> %add)
  %fz = freeze <4 x float> %bc
  %pw = call <4 x float> @llvm.powi.v4f32.i32(<4 x float> %fz, i32 %i)
  %ng = fneg <4 x float> %pw
  br label %loop
loop:
  %ph = phi <4 x float> [ %ng, %entry ], [ %nx, %loop ]
  %nx = fmul <4 x float> %ph, %sel
  br i1 %d, label %loop, label %out
out:
  %r = fadd <4 x float> %nx, %sel1
  %h = shufflevector <4 x float> %r, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %sc = call {<2 x float>, <2 x float>} @llvm.sincos.v2f32(<2 x float> %h)
  %sn = extractvalue {<2 x float>, <2 x float>} %sc, 0
  %fr = call {<2 x float>, <2 x i32>} @llvm.frexp.v2f32.v2i32(<2 x float> %sn)
  %fx = extractvalue {<2 x float>, <2 x i32>} %fr, 1
  store <2 x i32> %fx, ptr %p, align 8
  store volatile <4 x float> %r, ptr %p
  ret <4 x float> %r
}
define <2 x ptr> @g(ptr %p, <2 x i64> %i, <2 x ptr> %q) {
  %a = getelementptr inbounds i32, ptr %p, <2 x i64> %i
  %b = getelementptr i32, <2 x ptr> %q, i64 1
  %c = icmp eq <2 x ptr> %a, %b
  %r = select <2 x i1> %c, <2 x ptr> %a, <2 x ptr> %b
  ret <2 x ptr> %r
}
