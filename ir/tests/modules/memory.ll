define void @a() memory(read) { ret void }
define void @b() memory(none) { ret void }
define void @c() memory(argmem: readwrite) { ret void }
define void @d() memory(target_mem0: read, target_mem1: read) { ret void }
define void @e() memory(read, inaccessiblemem: none) { ret void }
