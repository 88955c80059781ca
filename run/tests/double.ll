; A kernel whose work-items double a number each.
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @double(ptr addrspace(1) %data) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %data, i64 %i
  %v = load i32, ptr addrspace(1) %p, align 4
  %w = shl i32 %v, 1
  store i32 %w, ptr addrspace(1) %p, align 4
  ret void
}
