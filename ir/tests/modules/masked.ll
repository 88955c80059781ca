declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, i32, <4 x i1>, <4 x float>)
declare <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)>, i32, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, i32, <4 x i1>)
declare void @llvm.masked.scatter.v4f32.v4p1(<4 x float>, <4 x ptr addrspace(1)>, i32, <4 x i1>)
define <4 x float> @f(ptr %p, <4 x ptr addrspace(1)> %q, <4 x i1> %m, <4 x float> %v) {
 %a = tail call fast <4 x float> @llvm.masked.load.v4f32.p0(ptr nonnull %p, i32 4, <4 x i1> %m, <4 x float> noundef %v)
 %b = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> %q, i32 8, <4 x i1> %m, <4 x float> undef)
 call void @llvm.masked.store.v4f32.p0(<4 x float> %a, ptr noundef %p, i32 16, <4 x i1> %m)
 call void @llvm.masked.scatter.v4f32.v4p1(<4 x float> %b, <4 x ptr addrspace(1)> %q, i32 4, <4 x i1> %m)
 ret <4 x float> %a
}
