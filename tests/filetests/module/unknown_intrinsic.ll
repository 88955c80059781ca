; RUN: fails forward
target triple = "spir64-unknown-unknown"

declare i64 @llvm.readcyclecounter()
define spir_func i64 @f() {
  %v = call i64 @llvm.readcyclecounter()
  ret i64 %v
}
