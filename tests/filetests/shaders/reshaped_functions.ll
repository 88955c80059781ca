; Functions whose parameters passes have changed, as argument promotion does: `!spirv.Type` says what they were. One has
; numbers only and stays a function, the other one has a pointer and is inlined.
; RUN: forward
; ENV: vulkan1.3
; NO-ROUND-TRIP: one function is gone
target triple = "spirv1.6-unknown-vulkan1.3-compute"
@t = external addrspace(10) global [4 x i32]
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %v = alloca i32
  store i32 7, ptr %v
  %x = load i32, ptr addrspace(10) @t
  %a = call i32 @numbers(i32 %x, <2 x i32> <i32 1, i32 2>)
  %b = call i32 @pointer(ptr %v, i32 %a, i32 %x)
  store i32 %b, ptr addrspace(10) @t
  ret void
}
define internal i32 @numbers(i32 %x, <2 x i32> %y) !spirv.Type !0 {
  %z = extractelement <2 x i32> %y, i32 1
  %s = mul i32 %x, %z
  ret i32 %s
}
define internal i32 @pointer(ptr %p, i32 %x, i32 %y) !spirv.Type !3 {
  %z = load i32, ptr %p
  %s = add i32 %x, %z
  %r = xor i32 %s, %y
  ret i32 %r
}
!0 = !{!1, !2}
!1 = !{!"signed"}
!2 = !{!"pointee", <2 x i32> poison, !1}
!3 = !{!1, !4, !4}
!4 = !{!"pointee", i32 poison, !1}
