; Instructions that the rest of the tree has not: exceptions, bundles, atomics, indirect branches, flags of all kinds.
source_filename = "instructions"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm "one \22quoted\22"
module asm "two"

%named = type { i32, %opaque*, [2 x %0] }
%opaque = type opaque
%0 = type <{ i8, i64 }>
%"needs quotes" = type { %named }

$com = comdat any
$largest = comdat largest

@com = linkonce_odr global i32 0, comdat
@other = weak_odr hidden constant [3 x i8] c"a\00\FF", section "s", comdat($largest), align 4
@tls = internal thread_local(initialexec) unnamed_addr global %named zeroinitializer
@0 = private local_unnamed_addr global ptr getelementptr inbounds (i8, ptr @other, i64 1)
@ext = external dso_local addrspace(1) externally_initialized global i128
@wide = global i128 -170141183460469231731687303715884105727
@fp = global { x86_fp80, fp128, ppc_fp128, bfloat } { x86_fp80 0xK3FFF8000000000000000, fp128 0xL00000000000000003FFF000000000000, ppc_fp128 0xM3FF00000000000000000000000000000, bfloat 0xR3F80 }
@addr = global ptr blockaddress(@indirect, %1)
@range = global ptr getelementptr inbounds inrange(-8, 8) (i8, ptr @tls, i64 8)
@cast = global i64 ptrtoint (ptr @com to i64)
@sum = global i64 sub (i64 ptrtoint (ptr @com to i64), i64 ptrtoint (ptr @other to i64))
@equivalent = global ptr dso_local_equivalent @callee
@nocfi = global ptr no_cfi @callee
@"quoted name \01" = global i32 1, no_sanitize_address, code_model "large"
@alias = weak alias i32, ptr @com
@expression = alias i8, getelementptr inbounds (i8, ptr @other, i64 2)
@ifunc = ifunc i32 (i32), ptr @resolver

define ptr @resolver() { ret ptr null }

declare void @callee(...) #0

define i32 @exceptions(i32 %x, ptr %p) personality ptr @callee {
entry:
  %r = invoke fastcc i32 @f(i32 zeroext %x) [ "deopt"(i32 1, ptr %p) ]
          to label %ok unwind label %bad
ok:
  invoke void (...) @callee(i32 1, double 2.0) to label %done unwind label %pads
bad:
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr @com
          filter [1 x ptr] [ptr @other]
  %v = extractvalue { ptr, i32 } %l, 1
  %w = insertvalue { ptr, i32 } %l, i32 %v, 1
  resume { ptr, i32 } %w
pads:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %c = catchpad within %s [ptr null, i32 64]
  catchret from %c to label %done
cleanup:
  %u = cleanuppad within none []
  cleanupret from %u unwind to caller
done:
  ret i32 %r
}

declare fastcc i32 @f(i32)

define void @atomics(ptr %p, i32 %v, i64 %n) {
  %a = load atomic volatile i32, ptr %p syncscope("agent") acquire, align 4
  store atomic i32 %v, ptr %p release, align 4
  %b = cmpxchg weak volatile ptr %p, i32 %a, i32 %v syncscope("singlethread") acq_rel monotonic, align 8
  %c = atomicrmw fadd ptr %p, float 1.0 seq_cst, align 4
  %d = atomicrmw usub_sat ptr %p, i32 %v monotonic, align 4
  fence syncscope("agent") seq_cst
  %e = alloca inalloca i32, align 4
  %f = alloca i32, i64 %n, align 16
  %g = va_arg ptr %p, i32
  %h = freeze i32 %g
  ret void
}

define ptr @indirect(ptr %p, i1 %c) {
  br i1 %c, label %1, label %2
1:
  indirectbr ptr %p, [label %1, label %2]
2:
  %x = phi fast float [ 1.0, %0 ], [ 2.0, %1 ]
  callbr void asm sideeffect inteldialect "jmp ${0:l}", "!i"() to label %3 [label %4]
3:
  switch i32 0, label %4 [ i32 1, label %4
    i32 -2, label %5 ]
4:
  unreachable
5:
  ret ptr %p
}

define <2 x i1> @flags(i32 %a, i32 %b, float %x, <2 x i32> %v, ptr %p, <vscale x 2 x i32> %s) {
  %1 = add nuw nsw i32 %a, %b
  %2 = sdiv exact i32 %1, %b
  %3 = or disjoint i32 %2, 1
  %4 = zext nneg i32 %3 to i64
  %5 = trunc nuw i64 %4 to i8
  %6 = fadd nnan ninf float %x, 0x36A0000000000000
  %7 = fcmp contract ueq float %6, 0x7FF0000000000000
  %8 = icmp samesign ult i32 %a, %b
  %9 = getelementptr nusw nuw i8, ptr %p, i64 %4
  %10 = getelementptr inbounds i32, ptr %p, <2 x i32> %v
  %11 = shufflevector <2 x i32> %v, <2 x i32> poison, <4 x i32> <i32 1, i32 poison, i32 2, i32 0>
  %12 = shufflevector <vscale x 2 x i32> %s, <vscale x 2 x i32> poison, <vscale x 2 x i32> zeroinitializer
  %13 = select reassoc i1 %7, float %x, float %6
  %14 = insertelement <2 x i32> splat (i32 -1), i32 %a, i64 0
  %15 = fneg fast float %13
  %16 = uitofp nneg i32 %a to double
  %17 = fptrunc nnan double %16 to float
  %18 = ptrtoaddr ptr %p to i64
  %19 = call nnan float @llvm.fabs.f32(float %17)
  %20 = notail call i32 @f2(ptr byval(%named) align 8 captures(none) %p, ptr nonnull %p, i8 range(i8 -1, 2) %5) #1
  %21 = icmp ne <2 x i32> %14, zeroinitializer
  ret <2 x i1> %21
}

declare float @llvm.fabs.f32(float)
declare i32 @f2(ptr byval(%named), ptr nonnull, i8)

define void @tail(i32 %x, ...) align 32 gc "shadow-stack" prefix i32 7 prologue i8 1 !attached !0 {
  musttail call void (i32, ...) @tail(i32 %x, ...)
  ret void, !attached !{}
}

attributes #0 = { nounwind memory(argmem: read) "key"="value \22" }
attributes #1 = { alwaysinline alignstack=16 }

!named = !{!0}
!odd\20name = !{}
!0 = !{!"string \22", i32 7, null, ptr @com, !1}
!1 = distinct !{!1, %"needs quotes" undef}
