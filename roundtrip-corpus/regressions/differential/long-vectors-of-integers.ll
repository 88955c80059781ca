; Integers of 78 bits become floats by counting zeros, for which there is no instruction on five lanes.
; --extensions=+SPV_EXT_long_vector
define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %words = load <10 x i64>, ptr addrspace(1) %in, align 8
  %bits = bitcast <10 x i64> %words to <5 x i128>
  %cut = trunc <5 x i128> %bits to <5 x i78>
  %floats = uitofp <5 x i78> %cut to <5 x float>
  store <5 x float> %floats, ptr addrspace(1) %out, align 4
  ret void
}
