; Forms that LLVM reads and does not print.
source_filename = "text_forms"

/* a comment of many
   lines */
%"a type" = type { i32, i8* }
%alias = type i64
%1 = type <{ i8, [0 x i8] }>

$any = comdat any

@0 = private constant [2 x i8] c"a\00"
@"a \41" = global %"a type" { i32 s0xF, i8* null }, comdat($any)
@numbers = global [3 x i8] [i8 300, i8 -1, i8 u0xFF]
@halves = global <2 x half> splat (half 1.5)
@floats = global [3 x float] [float 0x3FF8000000000000, float +1.0, float -0.5e+1]
@wide = global i128 18446744073709551617
@f80 = global x86_fp80 0xK3FFF8000000000000000
@f128 = global fp128 0xL00000000000000003FFF000000000000
@many = global <4 x i32> splat (i32 7)
@pair = global { i32, float } zeroinitializer
@sum = global i64 add (i64 2, i64 3)
@difference = global i64 sub (i64 ptrtoint (ptr @pair to i64), i64 ptrtoint (ptr @sum to i64))
@part = global ptr getelementptr ({ i32, float }, { i32, float }* @pair, i32 0, i32 1)
@label = global ptr blockaddress(@blocks, %last)

define i32 @forward(i32 %n) #1 {
  br label %3

second:
  %later = add i32 %4, 1
  ret i32 %later

3:
  %4 = add nsw nuw i32 %n, 1
  br label %second
}

define void @blocks(i8* %p, i32 addrspace(1)* %q) nounwind readonly {
  %slot = alloca i64
  %w = load volatile i64, i64* %slot, !kind !2
  %v = load i32, i32 addrspace(1)* %q
  %f = fadd fast float 1.0, 2.0
  %fp = bitcast i8* %p to void (i32)*
  call void %fp(i32 %v) readnone
  %old = call i8* @old(i8* nocapture %p)
  br label %second

second:
  %c = phi i32 [ 0, %0 ], [ %d, %second ]
  %d = add i32 %c, 1
  indirectbr ptr @label, [label %second, label %last]

last:
  ret void
  uselistorder label %second, { 1, 0 }
}

declare i8* @old(i8*)

attributes #1 = { argmemonly "key"="value" nounwind readonly }
attributes #2 = { cold }

!named = !{!0, !1}
!0 = !{!1, !{!"inline", i32 1}, !DIExpression(DW_OP_deref)}
!1 = !{!1}
!2 = !{}
!3 = !{!2}

^0 = module: (path: "a", hash: (0, 0, 0, 0, 0))
