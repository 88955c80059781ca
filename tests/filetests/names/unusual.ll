; Names are bytes: blanks, quotes, backslashes, letters outside of ASCII, none at all.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

@"a b" = addrspace(1) global i32 1, align 4
@"quote\22slash\5C" = addrspace(1) global i32 2, align 4
@"gr\C3\BC\C3\9Fe" = addrspace(1) global i32 3, align 4
@0 = internal addrspace(1) global i32 4, align 4

define spir_func i32 @"1.2$3@4"(i32 %"x y") {
"the entry":
  %0 = load i32, ptr addrspace(1) @0, align 4
  %1 = add i32 %0, %"x y"
  ret i32 %1
}
