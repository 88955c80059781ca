; What the extension is for is said in the words of the Khronos translator.
; RUN: fails forward khronos --spirv-ext=+SPV_INTEL_arbitrary_precision_integers
target triple = "spir64-unknown-unknown"

define spir_func i5 @root(i13 %x) {
  %y = call spir_func i5 @_Z22__spirv_FixedSqrtINTELILi13ELi5EEU7_ExtIntIXT0_EEiU7_ExtIntIXT_EEibiiii(i13 %x, i1 false, i32 2, i32 2, i32 0, i32 0)
  ret i5 %y
}

declare spir_func i5 @_Z22__spirv_FixedSqrtINTELILi13ELi5EEU7_ExtIntIXT0_EEiU7_ExtIntIXT_EEibiiii(i13, i1, i32, i32, i32, i32)
