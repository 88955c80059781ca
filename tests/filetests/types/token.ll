; Tokens, which intrinsics return that nothing else is known of.
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_token_type --spirv-allow-unknown-intrinsics=llvm.token
; RUN: fails forward khronos --spirv-allow-unknown-intrinsics=llvm.token
; NO-VAL: SPIRV-Tools does not know SPV_INTEL_token_type
; COMPLAINT: Invalid capability operand: 6112
target triple = "spir64-unknown-unknown"

define spir_func void @f() convergent {
  %t = call token @llvm.token.of.mine()
  ret void
}

declare token @llvm.token.of.mine() convergent
