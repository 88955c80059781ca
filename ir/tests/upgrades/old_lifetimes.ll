; Declarations that upgrades add to assembly: function by function, in the order of the old ones.

define void @f(ptr %p) {
  %a = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %a), !noalias !0
  call void @llvm.memcpy.p0i8.p0i8.i64(ptr %a, ptr %p, i64 4, i1 false)
  %b = call <4 x i32> @llvm.masked.load.v4i32.p0v4i32(ptr %p, i32 4, <4 x i1> splat (i1 true), <4 x i32> zeroinitializer)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  ret void
}

declare void @llvm.lifetime.end.p0(i64, ptr)
declare <4 x i32> @llvm.masked.load.v4i32.p0v4i32(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.memcpy.p0i8.p0i8.i64(ptr, ptr, i64, i1)

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
