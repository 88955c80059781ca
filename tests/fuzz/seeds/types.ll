target triple = "spir64-unknown-unknown"
%opaque = type opaque
%rec = type { ptr addrspace(1), [0 x %leaf], <{ i8, i64 }> }
%leaf = type { i1, [3 x <3 x i16>], {} }
@g = addrspace(1) global %rec zeroinitializer
@h = addrspace(2) constant [2 x { i1, ptr addrspace(2) }] [{ i1, ptr addrspace(2) } { i1 true, ptr addrspace(2) @h }, { i1, ptr addrspace(2) } undef]
@t = external thread_local addrspace(1) global i128
@f80 = addrspace(1) global x86_fp80 0xK3FFF8000000000000000
define spir_func <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %v) { ret <vscale x 4 x i32> %v }
define spir_func i128 @wide(i128 %a, i65 %b, i3 %c, <7 x i24> %d) {
  %x = zext i3 %c to i128
  %y = mul i128 %a, %x
  %z = sdiv i128 %y, -7
  %s = ashr i128 %z, 65
  %e = extractelement <7 x i24> %d, i32 6
  %w = sext i24 %e to i128
  %r = xor i128 %s, %w
  ret i128 %r
}
define spir_func <4 x ptr addrspace(1)> @pointers(<4 x ptr addrspace(1)> %p, <4 x i64> %i) {
  %q = getelementptr i32, <4 x ptr addrspace(1)> %p, <4 x i64> %i
  ret <4 x ptr addrspace(1)> %q
}
define spir_func void @targets(target("spirv.Event") %e, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i, bfloat %b, fp128 %q, { i32, { float, [2 x i8] } } %s) {
  %a = alloca [0 x i32]
  %d = alloca target("spirv.Event"), i32 4
  %x = extractvalue { i32, { float, [2 x i8] } } %s, 1, 1, 0
  %y = insertvalue { i32, { float, [2 x i8] } } %s, i8 %x, 1, 1, 1
  ret void
}
