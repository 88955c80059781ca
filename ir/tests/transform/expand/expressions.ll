; Expressions of `@place` become instructions; those of `@other` stay.
@place = global [4 x i32] zeroinitializer
@other = global [4 x i32] zeroinitializer
declare void @take(ptr, ptr)
declare void @take_pair({ ptr, i64 })
declare void @llvm.assume(i1)

define i32 @loads(i1 %c) {
entry:
  %a = load i32, ptr getelementptr inbounds ([4 x i32], ptr @place, i64 0, i64 2)
  %b = load i32, ptr getelementptr inbounds ([4 x i32], ptr @other, i64 0, i64 2)
  store ptr getelementptr (i8, ptr @place, i64 4), ptr getelementptr (i8, ptr @place, i64 8)
  call void @take(ptr @place, ptr getelementptr (i8, ptr @place, i64 sub (i64 ptrtoint (ptr @other to i64), i64 ptrtoint (ptr @place to i64))))
  call void @take_pair({ ptr, i64 } { ptr @other, i64 ptrtoint (ptr @place to i64) })
  call void @llvm.assume(i1 true) [ "align"(ptr getelementptr (i8, ptr @place, i64 4), i64 4) ]
  switch i32 %a, label %join [
    i32 1, label %left
    i32 2, label %join
  ]
left:
  br label %join
join:
  %p = phi ptr [ getelementptr (i8, ptr @place, i64 4), %entry ], [ getelementptr (i8, ptr @place, i64 4), %entry ], [ getelementptr (i8, ptr @place, i64 12), %left ]
  %v = load <2 x ptr>, ptr %p
  %s = select i1 %c, <2 x ptr> %v, <2 x ptr> <ptr getelementptr (i8, ptr @place, i64 4), ptr @other>
  store <2 x ptr> %s, ptr %p
  ret i32 %b
}
