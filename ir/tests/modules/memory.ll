define void @a() memory(read) { ret void }
define void @b() memory(none) { ret void }
define void @c() memory(argmem: readwrite) { ret void }
define void @d() memory(target_mem0: read, target_mem1: read) { ret void }
define void @e() memory(read, inaccessiblemem: none) { ret void }

; Names that need 7 and 8 bits, of locals and of blocks.
define i32 @names(i32 %"a b", i32 %"\C3\A9") {
"the start":
  %"x y" = add i32 %"a b", %"\C3\A9"
  br label %"\C3\A8"

"\C3\A8":
  ret i32 %"x y"
}
