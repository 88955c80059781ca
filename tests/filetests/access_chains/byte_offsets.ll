; Pointers that LLVM's passes count in bytes: members, elements by sums of indices, parts of vectors, several members at
; once, padding, columns and components of matrices, copies, and numbers of another type than the member's.
; RUN: forward
; ENV: vulkan1.2
; NO-ROUND-TRIP: chains come back as getelementptr from the type of the variable
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.5-unknown-vulkan1.2-compute"

%P = type { <3 x float>, float }
%spirv.matrix.f32.3x3.col.16 = type { [3 x %spirv.stride.16] }
%spirv.stride.16 = type <{ <3 x float>, [4 x i8] }>
%spirv.matrix.f32.3x3 = type { [3 x <3 x float>] }
%spirv.matrix.f32.2x4.row.8 = type { [4 x <2 x float>] }
%B = type <{ i32, [12 x i8], %spirv.matrix.f32.3x3.col.16, %spirv.matrix.f32.2x4.row.8, [16 x i8], [0 x %P] }>

@b = external addrspace(11) global %B, !spirv.Decorations !0
@table = private addrspace(10) global [4 x [4 x i32]] undef

define void @main() #0 {
  ; The member n.
  %n = load i32, ptr addrspace(11) @b
  ; p[n].w: 112 + 16 n + 12.
  %scaled = shl i32 %n, 4
  %element = getelementptr i8, ptr addrspace(11) @b, i32 %scaled
  %w = getelementptr i8, ptr addrspace(11) %element, i32 124
  store float 1.000000e+00, ptr addrspace(11) %w
  ; p[n - 1].v.y, the two lower components at once, and both members.
  %y = getelementptr i8, ptr addrspace(11) %element, i32 100
  store float 2.000000e+00, ptr addrspace(11) %y
  %v = getelementptr i8, ptr addrspace(11) %element, i32 112
  %two = load <2 x float>, ptr addrspace(11) %v
  %all = load <4 x float>, ptr addrspace(11) %v
  %part = shufflevector <4 x float> %all, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %sum = fadd contract <2 x float> %two, %part
  store <2 x float> %sum, ptr addrspace(11) %v
  ; A column by its bytes, and a component of a matrix in rows: 64 + 8 * 2 + 4.
  %column = load <3 x float>, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 32)
  %component = load float, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @b, i32 84)
  %scale = insertelement <3 x float> poison, float %component, i32 0
  %splat = shufflevector <3 x float> %scale, <3 x float> poison, <3 x i32> zeroinitializer
  %product = fmul contract <3 x float> %column, %splat
  store <3 x float> %product, ptr addrspace(11) %v
  ; Bits of a float, and one of its bytes.
  %bits = load i32, ptr addrspace(11) %w
  store i32 %bits, ptr addrspace(11) @b
  ; Two indices at once, a sum of three, and half of the table.
  %row = mul i32 %n, 16
  %at = getelementptr i8, ptr addrspace(10) @table, i32 %row
  %cell = getelementptr i32, ptr addrspace(10) %at, i32 %bits
  store i32 7, ptr addrspace(10) %cell
  call void @llvm.memset.p10.i32(ptr addrspace(10) @table, i8 0, i32 32, i1 false)
  call void @llvm.memcpy.p10.p10.i32(ptr addrspace(10) getelementptr (i8, ptr addrspace(10) @table, i32 32), ptr addrspace(10) @table, i32 20, i1 false)
  ret void
}

declare void @llvm.memset.p10.i32(ptr addrspace(10), i8, i32, i1)
declare void @llvm.memcpy.p10.p10.i32(ptr addrspace(10), ptr addrspace(10), i32, i1)

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }

!spirv.Struct = !{!3, !9}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{%B poison, !"B", !4, !5, !6, !7, !8}
!4 = !{!40}
!5 = !{i32 0, !"n", !50}
!6 = !{i32 2, !"m", !60}
!7 = !{i32 3, !"r", !70}
!8 = !{i32 5, !"p", !80}
!9 = !{%P poison, !"P", !41, !10, !11}
!10 = !{i32 0, !"v", !90}
!11 = !{i32 1, !"w", !91}
!40 = !{i32 2}
!41 = !{}
!50 = !{!51}
!51 = !{i32 35, i32 0}
!60 = !{!61, !62, !63}
!61 = !{i32 35, i32 16}
!62 = !{i32 5}
!63 = !{i32 7, i32 16}
!70 = !{!71, !72, !73}
!71 = !{i32 35, i32 64}
!72 = !{i32 4}
!73 = !{i32 7, i32 8}
!80 = !{!81}
!81 = !{i32 35, i32 112}
!90 = !{!92}
!91 = !{!93}
!92 = !{i32 35, i32 0}
!93 = !{i32 35, i32 12}
