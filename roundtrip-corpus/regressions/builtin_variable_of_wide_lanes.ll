target triple = "spir64-unknown-unknown"
@__spirv_BuiltInGlobalInvocationId = external addrspace(7) constant <3 x i64>, align 32
define spir_func i64 @f() {
  %v = load <3 x i1016>, ptr addrspace(7) @__spirv_BuiltInGlobalInvocationId, align 32
  %x = extractelement <3 x i1016> %v, i16 0
  %y = trunc i1016 %x to i64
  ret i64 %y
}
