; Of zeros of different signs OpenCL's fmin gives either.
define spir_func void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %x = load volatile float, ptr addrspace(1) %in, align 4
  %zero = fmul float %x, 0.0
  %least = call float @llvm.minimumnum(float %zero, float -0.0)
  %most = call float @llvm.maximumnum(float -0.0, float %zero)
  %a = select i1 true, float %least, float 0.0
  %b = call <3 x float> @llvm.minimumnum(<3 x float> zeroinitializer, <3 x float> <float -0.0, float 0x7FF8000000000000, float 1.0>)
  %is = fcmp ord float %x, 0.0
  %c = select i1 %is, float %a, float 0.0
  %d = select i1 %is, float %most, float 0.0
  %p = getelementptr float, ptr addrspace(1) %out, i64 1
  %q = getelementptr float, ptr addrspace(1) %out, i64 4
  store float %c, ptr addrspace(1) %out, align 4
  store float %d, ptr addrspace(1) %p, align 4
  store <3 x float> %b, ptr addrspace(1) %q, align 16
  ret void
}
