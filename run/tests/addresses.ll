target triple = "spir-unknown-unknown"
declare spir_func i32 @_Z13get_global_idj(i32)
declare spir_func <2 x i32> @_Z6vload2jPU3AS1Ki(i32, ptr addrspace(1))
define spir_kernel void @sums(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %i = call spir_func i32 @_Z13get_global_idj(i32 0)
  %pair = call spir_func <2 x i32> @_Z6vload2jPU3AS1Ki(i32 %i, ptr addrspace(1) %in)
  %x = extractelement <2 x i32> %pair, i32 0
  %y = extractelement <2 x i32> %pair, i32 1
  %s = add i32 %x, %y
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %s, ptr addrspace(1) %p, align 4
  ret void
}
define spir_kernel void @list(ptr addrspace(1) %head, ptr addrspace(1) %out) {
  %next = load ptr addrspace(1), ptr addrspace(1) %head, align 4
  %v = load i32, ptr addrspace(1) %next, align 4
  store i32 %v, ptr addrspace(1) %out, align 4
  ret void
}
@second = internal addrspace(1) global i32 6, align 4
@table = internal addrspace(1) global { i8, ptr addrspace(1), [2 x i32] } { i8 1, ptr addrspace(1) @second, [2 x i32] [i32 8, i32 9] }, align 4
define spir_kernel void @number(ptr addrspace(1) %out, i32 %n) {
  %room = alloca { i32, ptr addrspace(1) }, align 4
  %at = getelementptr i8, ptr %room, i32 4
  store ptr addrspace(1) %out, ptr %at, align 4
  %number = load i32, ptr %at, align 4
  %moved = add i32 %number, %n
  %p = inttoptr i32 %moved to ptr addrspace(1)
  %field = getelementptr i8, ptr addrspace(1) @table, i32 4
  %second = load ptr addrspace(1), ptr addrspace(1) %field, align 4
  %v = load i32, ptr addrspace(1) %second, align 4
  %last = load i32, ptr addrspace(1) getelementptr inbounds (i8, ptr addrspace(1) @table, i32 12), align 4
  %sum = add i32 %v, %last
  store i32 %sum, ptr addrspace(1) %p, align 4
  ret void
}
