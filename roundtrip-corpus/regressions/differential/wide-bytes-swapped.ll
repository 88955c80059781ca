; Where integers of 144 bits stay whole, no instruction turns their bytes around.
; --extensions=+SPV_INTEL_arbitrary_precision_integers
define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %words = load <4 x i64>, ptr addrspace(1) %in, align 8
  %bits = bitcast <4 x i64> %words to i256
  %cut = trunc i256 %bits to i144
  %swapped = call i144 @llvm.bswap(i144 %cut)
  %shifted = call i144 @llvm.sshl.sat(i144 %swapped, i144 3)
  %wide = zext i144 %shifted to i256
  store i256 %wide, ptr addrspace(1) %out, align 8
  ret void
}
