; A private table, which passes make of a switch: since version 1.4 the entry point lists it, though its metadata does not.
; RUN: forward
; ENV: vulkan1.3
; LOSES: nothing says of a private variable that nothing writes it
target triple = "spirv1.6-unknown-vulkan1.3-compute"
@switch.table.main = private unnamed_addr addrspace(10) constant [3 x i32] [i32 7, i32 11, i32 13]
@out = external addrspace(10) global i32
@i = external addrspace(7) constant i32, !spirv.Decorations !20
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %i = load i32, ptr addrspace(7) @i
  %p = getelementptr [3 x i32], ptr addrspace(10) @switch.table.main, i32 0, i32 %i
  %x = load i32, ptr addrspace(10) %p
  store i32 %x, ptr addrspace(10) @out
  ret void
}
!20 = !{!21}
!21 = !{i32 11, i32 29}
!spirv.EntryPoint = !{!0}
!0 = !{i32 5, ptr @main, !"main", ptr addrspace(7) @i, ptr addrspace(10) @out}
