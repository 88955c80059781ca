source_filename = "example"

define i32 @sum(ptr %p, i32 %n) {
  %x = load i32, ptr %p, align 4
  %r = add nsw i32 %x, %n
  ret i32 %r
}

define void @nothing() {
  ret void
}
