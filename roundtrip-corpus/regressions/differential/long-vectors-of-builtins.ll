; OpenCL.std has its builtins for vectors of 2, 3, 4, 8 and 16 lanes.
; --extensions=+SPV_EXT_long_vector
define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %a = load <5 x i32>, ptr addrspace(1) %in, align 4
  %p = getelementptr i8, ptr addrspace(1) %in, i64 64
  %b = load <5 x i32>, ptr addrspace(1) %p, align 4
  %sum = call <5 x i32> @llvm.uadd.sat(<5 x i32> %a, <5 x i32> %b)
  %turned = call <5 x i32> @llvm.fshl(<5 x i32> %sum, <5 x i32> %sum, <5 x i32> splat (i32 7))
  %pair = call { <5 x i32>, <5 x i1> } @llvm.smul.with.overflow(<5 x i32> %turned, <5 x i32> %b)
  %product = extractvalue { <5 x i32>, <5 x i1> } %pair, 0
  %over = extractvalue { <5 x i32>, <5 x i1> } %pair, 1
  %chosen = select <5 x i1> %over, <5 x i32> %turned, <5 x i32> %product
  store <5 x i32> %chosen, ptr addrspace(1) %out, align 4
  ret void
}
