; Each part is a module that breaks one rule: the message that is expected, then the module.
;;; 'common' global must have a zero initializer!
@g = common global i32 1
;;; 'common' global may not be marked constant!
@g = common constant i32 0
;;; Only global arrays can have appending linkage!
@g = appending global i32 0
;;; wrong type for intrinsic global variable
@llvm.global_ctors = appending global [1 x i32] zeroinitializer
;;; the third field of the element type is mandatory
@llvm.global_ctors = appending global [0 x { i32, ptr }] zeroinitializer
;;; invalid linkage for intrinsic global variable
@llvm.used = global [1 x ptr] [ptr @llvm.used2]
@llvm.used2 = global i32 0
;;; wrong type for intrinsic global variable
@llvm.used = appending global [1 x i32] [i32 0]
;;; invalid llvm.used member
@llvm.used = appending global [1 x ptr] [ptr inttoptr (i64 1 to ptr)]
;;; Globals cannot contain scalable types
@g = external global <vscale x 4 x i32>
;;; dllimport
@g = dllimport global i32 0
;;; Alias must point to a definition
@g = external global i32
@a = alias i32, ptr @g
;;; Aliases cannot form a cycle
@a = alias i32, ptr @b
@b = alias i32, ptr @a
;;; Aliases cannot form a cycle
@x = private alias i32, ptr @a
@a = private alias i32, ptr @a
;;; Aliases cannot form a cycle
@a = alias i32, getelementptr (i8, ptr @b, i64 1)
@b = alias i32, ptr @c
@c = alias i32, addrspacecast (ptr addrspace(1) addrspacecast (ptr @b to ptr addrspace(1)) to ptr)
;;; Alias cannot point to an interposable alias
@g = global i32 0
@w = weak alias i32, ptr @g
@a = alias i32, ptr @w
;;; IFunc resolver must return a pointer
define i32 @r() { ret i32 0 }
@i = ifunc void (), ptr @r
;;; IFunc resolver must be a definition
declare ptr @r()
@i = ifunc void (), ptr @r
;;; global has illegal target extension type
@g = external global target("spirv.Literal", 1)
;;; module flag identifiers must be unique
!llvm.module.flags = !{!0, !0}
!0 = !{i32 1, !"a", i32 1}
;;; incorrect number of operands in module flag
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"a"}
;;; invalid behavior operand in module flag
!llvm.module.flags = !{!0}
!0 = !{i32 9, !"a", i32 1}
;;; invalid value for 'max' module flag
!llvm.module.flags = !{!0}
!0 = !{i32 7, !"a", !"b"}
;;; flag is not present in module
!llvm.module.flags = !{!0}
!0 = !{i32 3, !"a", !1}
!1 = !{!"b", i32 1}
;;; incorrect number of operands in llvm.ident
!llvm.ident = !{!0}
!0 = !{!"a", !"b"}
