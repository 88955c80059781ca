; Conversions of 4 bits that Intel's extension has builtins for come back as those, others as themselves.
; --extensions=+SPV_INTEL_int4,+SPV_INTEL_arbitrary_precision_integers
define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %bits = load i8, ptr addrspace(1) %in, align 1
  %short = trunc i8 %bits to i4
  %half = sitofp i4 %short to half
  %byte = sext i4 %short to i8
  %five = sext i4 %short to i5
  %word = sext i5 %five to i32
  store half %half, ptr addrspace(1) %out, align 2
  %p = getelementptr i8, ptr addrspace(1) %out, i64 2
  store i8 %byte, ptr addrspace(1) %p, align 1
  %q = getelementptr i8, ptr addrspace(1) %out, i64 4
  store i32 %word, ptr addrspace(1) %q, align 4
  ret void
}
