; A vector of constant expressions, cut to booleans: element by element each is a constant expression of type i1 again, of
; which SPIR-V has no conversion.
target triple = "spir64-unknown-unknown"

@bytes = internal addrspace(1) global [64 x i8] zeroinitializer, align 16

define spir_kernel void @odd(ptr addrspace(1) %out) {
  %other = load <32 x i16>, ptr addrspace(1) %out
  %bits = trunc <32 x i16> <i16 ptrtoint (ptr addrspace(1) @bytes to i16), i16 sub (i16 7, i16 ptrtoint (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @bytes, i64 33) to i16)), i16 0, i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 8, i16 9, i16 10, i16 11, i16 12, i16 13, i16 14, i16 15, i16 16, i16 17, i16 18, i16 19, i16 20, i16 21, i16 22, i16 23, i16 24, i16 25, i16 26, i16 27, i16 28, i16 29> to <32 x i1>
  %either = select <32 x i1> %bits, <32 x i16> %other, <32 x i16> zeroinitializer
  store <32 x i16> %either, ptr addrspace(1) %out
  ret void
}
