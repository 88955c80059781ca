; Addresses that outlive the round: each round has an element of an array, where LLVM knows how many there are, else memory by
; the extension.
; RUN: forward
; RUN: roundtrip
; RUN: forward --spirv-ext=+SPV_INTEL_variable_length_array
target triple = "spir64-unknown-unknown"

define spir_func i32 @in_memory() {
entry:
  %keep = alloca [4 x ptr]
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = alloca i32, align 4
  store i32 %i, ptr %p
  %q = getelementptr [4 x ptr], ptr %keep, i32 0, i32 %i
  store ptr %p, ptr %q
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %loop, label %end

end:
  %q1 = getelementptr [4 x ptr], ptr %keep, i32 0, i32 1
  %p1 = load ptr, ptr %q1
  %v = load i32, ptr %p1
  ret i32 %v
}

; Two rounds back: what is read is older than what was just written. Aligned to more than its size, in two loops.
define spir_func i32 @in_phis() {
entry:
  br label %outer

outer:
  %j = phi i32 [ 0, %entry ], [ %nextj, %latch ]
  br label %loop

loop:
  %i = phi i32 [ 0, %outer ], [ %next, %loop ]
  %one = phi ptr [ null, %outer ], [ %p, %loop ]
  %two = phi ptr [ null, %outer ], [ %one, %loop ]
  %has = icmp ugt i32 %i, 1
  %p = alloca i24, i32 3, align 16
  store i24 7, ptr %p, align 16
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %latch

latch:
  %v = load i32, ptr %two
  %nextj = add i32 %j, 1
  %morej = icmp ult i32 %nextj, 3
  br i1 %morej, label %outer, label %end

end:
  ret i32 %v
}

; A variable that holds the address of the round before.
define spir_func i1 @in_variable() {
entry:
  %holder = alloca ptr
  store ptr null, ptr %holder
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = alloca i64
  %before = load ptr, ptr %holder
  %same = icmp eq ptr %p, %before
  store ptr %p, ptr %holder
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 9
  br i1 %more, label %loop, label %end

end:
  ret i1 %same
}
