; A constant that is made of one whose turn comes later, as an instruction before uses that one, too.
@table = addrspace(1) global [4 x i32] zeroinitializer

define i32 @shared(i64 %i) {
  %e = getelementptr [4 x i32], ptr addrspacecast (ptr addrspace(1) @table to ptr), i64 0, i64 %i
  %a = load i32, ptr %e
  %b = load i32, ptr getelementptr inbounds ([4 x i32], ptr addrspacecast (ptr addrspace(1) @table to ptr), i64 0, i64 2)
  %s = add i32 %a, %b
  ret i32 %s
}
