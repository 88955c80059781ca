; i1 as parameter, result, member, element, in a phi, in a variable of the module.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

%struct.B = type { i1, i32 }

@flag = addrspace(1) global i1 true, align 1
@flags = addrspace(2) constant [2 x i1] [i1 true, i1 false], align 1

define spir_func i1 @f(i1 %a, %struct.B %s) {
entry:
  %m = extractvalue %struct.B %s, 0
  %g = load i1, ptr addrspace(1) @flag, align 1
  br i1 %a, label %then, label %end

then:
  %x = xor i1 %m, %g
  br label %end

end:
  %v = phi i1 [ %x, %then ], [ false, %entry ]
  %r = call spir_func i1 @g(i1 %v)
  ret i1 %r
}

define internal spir_func i1 @g(i1 %a) {
  ret i1 %a
}
