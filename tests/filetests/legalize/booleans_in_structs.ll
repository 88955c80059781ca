; SPIR-V gives booleans no size: in memory they are bytes, also as members, so that what is behind them is where it was.
; RUN: roundtrip
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

%flagged = type { i1, i32 }

@table = internal addrspace(2) constant [2 x %flagged] [%flagged { i1 true, i32 1 }, %flagged { i1 false, i32 2 }]

define spir_func i32 @f(i32 %a, i64 %at) {
  %both = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 1)
  %kept = alloca [2 x { i32, i1 }], align 4
  %place = getelementptr inbounds [2 x { i32, i1 }], ptr %kept, i64 0, i64 %at
  store { i32, i1 } %both, ptr %place, align 4
  %over = getelementptr inbounds i8, ptr %place, i64 4
  %byte = load i8, ptr %over, align 4
  %flag = getelementptr inbounds %flagged, ptr addrspace(2) @table, i64 %at, i32 0
  %bit = load i1, ptr addrspace(2) %flag, align 4
  %wide = zext i8 %byte to i32
  %r = select i1 %bit, i32 %wide, i32 %a
  ret i32 %r
}

declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
