; A double becomes a bfloat in one step: what a float between the two would round away decides now and then.
define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %a = load <4 x double>, ptr addrspace(1) %in, align 8
  %bits = bitcast <4 x double> %a to <4 x i64>
  ; Near one, and half way between two numbers of bfloat but for the last bits.
  %low = and <4 x i64> %bits, <i64 1, i64 3, i64 -1, i64 1>
  %near = or <4 x i64> %low, <i64 4607199784089223168, i64 4607217376275267584, i64 0, i64 -4616154660765508608>
  %double = bitcast <4 x i64> %near to <4 x double>
  %short = fptrunc <4 x double> %double to <4 x bfloat>
  %nan = fcmp uno <4 x bfloat> %short, %short
  %known = select <4 x i1> %nan, <4 x bfloat> splat (bfloat 0xR7FC0), <4 x bfloat> %short
  store <4 x bfloat> %known, ptr addrspace(1) %out, align 8
  ret void
}
