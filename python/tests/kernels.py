"""Modules that the tests translate."""

SCALE = """\
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

define spir_kernel void @scale(ptr addrspace(1) %data, float %by) {
  %id = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %old = load float, ptr addrspace(1) %at, align 4
  %new = fmul float %old, %by
  store float %new, ptr addrspace(1) %at, align 4
  ret void
}
"""

NEEDY = """\
target triple = "spir64-unknown-unknown"

define spir_func ptr addrspace(5) @device(ptr addrspace(1) %p) {
  %q = addrspacecast ptr addrspace(1) %p to ptr addrspace(5)
  ret ptr addrspace(5) %q
}
"""

DAMAGED = "define void @f( {"


def large(functions: int) -> str:
    """Returns a module of many functions."""
    one = SCALE.split("\n\n", 2)[2]
    return SCALE + "".join(f"\n{one.replace('@scale', f'@scale{number}')}" for number in range(functions))
