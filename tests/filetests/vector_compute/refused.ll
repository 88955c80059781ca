; Without the extension, the attributes say nothing, and there is no private variable.
; RUN: fails forward
target triple = "spir64-unknown-unknown"
@private = internal global i32 0 #0
define spir_func i32 @f() #1 {
  %v = load i32, ptr @private
  ret i32 %v
}
attributes #0 = { "VCGlobalVariable" }
attributes #1 = { "VCFunction" }
