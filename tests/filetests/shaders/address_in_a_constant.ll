; Constants that hold addresses, cast, stepped from or as a number, in initialisers and in instructions: with logical
; addressing they are no data.
; RUN: fails forward
target triple = "spirv1.6-unknown-vulkan1.3-compute"
@cell = internal addrspace(10) global [4 x i32] zeroinitializer
@cast = internal addrspace(10) constant { i32, ptr } { i32 1, ptr addrspacecast (ptr addrspace(10) @cell to ptr) }
@plain = internal addrspace(10) constant [1 x { i32, ptr addrspace(10) }] [{ i32, ptr addrspace(10) } { i32 1, ptr addrspace(10) @cell }]
@number = internal addrspace(10) constant <2 x i64> <i64 1, i64 ptrtoint (ptr addrspace(10) @cell to i64)>
@alone = internal addrspace(10) constant i64 ptrtoint (ptr addrspace(10) @cell to i64)
@function = internal addrspace(10) constant { i32, ptr } { i32 1, ptr @stored }
define internal void @stored() {
  %1 = alloca { i32, ptr addrspace(4) }
  store { i32, ptr addrspace(4) } { i32 1, ptr addrspace(4) addrspacecast (ptr addrspace(10) @cell to ptr addrspace(4)) }, ptr %1
  ret void
}
define internal { i32, ptr addrspace(10) } @returned() {
  ret { i32, ptr addrspace(10) } { i32 1, ptr addrspace(10) getelementptr (i8, ptr addrspace(10) @cell, i32 4) }
}
define internal i64 @named() {
  ret i64 ptrtoint (ptr addrspace(10) @cell to i64)
}
define internal i64 @counted(i32 %index) {
  %1 = getelementptr i32, ptr addrspace(10) @cell, i32 %index
  %2 = ptrtoint ptr addrspace(10) %1 to i64
  ret i64 %2
}
define void @main() #0 {
  %1 = load i64, ptr addrspace(10) @alone
  %2 = load <2 x i64>, ptr addrspace(10) @number
  %3 = load { i32, ptr }, ptr addrspace(10) @cast
  %4 = load { i32, ptr }, ptr addrspace(10) @function
  %5 = load [1 x { i32, ptr addrspace(10) }], ptr addrspace(10) @plain
  call void @stored()
  %6 = call { i32, ptr addrspace(10) } @returned()
  %7 = call i64 @named()
  %8 = call i64 @counted(i32 1)
  ret void
}
attributes #0 = { "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
