target triple = "spir64-unknown-unknown"
@table = addrspace(1) global [4 x i32] zeroinitializer
@address = addrspace(1) global i64 ptrtoint (ptr addrspace(1) @third to i64)
@third = alias i32, getelementptr ([4 x i32], ptr addrspace(1) @table, i64 0, i64 2)
