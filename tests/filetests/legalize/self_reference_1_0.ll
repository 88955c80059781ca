; Before SPIR-V 1.1 no kernel runs first.
; RUN: fails forward --spirv-max-version=1.0
target triple = "spir64-unknown-unknown"

@self = addrspace(1) global ptr addrspace(1) @self
