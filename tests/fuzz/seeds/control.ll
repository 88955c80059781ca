target triple = "spir-unknown-unknown"
declare i32 @personality(...)
declare void @may_throw()
@labels = addrspace(2) constant [2 x ptr] [ptr blockaddress(@jump, %one), ptr blockaddress(@jump, %two)]
define spir_func i32 @jump(i32 %n) {
  %p = getelementptr [2 x ptr], ptr addrspace(2) @labels, i32 0, i32 %n
  %t = load ptr, ptr addrspace(2) %p
  indirectbr ptr %t, [label %one, label %two]
one:
  ret i32 1
two:
  ret i32 2
}
define void @invokes() personality ptr @personality {
  invoke void @may_throw() to label %ok unwind label %bad
ok:
  ret void
bad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define spir_kernel void @loops(i32 %n, i1 %c) !reqd_work_group_size !9 {
entry:
  br label %a
dead:
  %z = phi i32 [ %z, %dead ]
  br i1 %c, label %dead, label %b
a:
  %i = phi i32 [ 0, %entry ], [ %j, %b ], [ %j, %b ]
  switch i32 %i, label %b [ i32 1, label %b
    i32 2, label %a2 ]
a2:
  br label %b
b:
  %j = phi i32 [ %i, %a ], [ %i, %a ], [ 3, %a2 ], [ 4, %dead ]
  %k = freeze i32 %j
  switch i1 %c, label %out [ i1 false, label %a
    i1 true, label %a ], !prof !1
out:
  callbr void asm sideeffect "", "!i"() to label %end [label %end]
end:
  br i1 poison, label %end, label %fin, !llvm.loop !0
fin:
  unreachable
}
define spir_func i64 @self(i64 %x) {
  %r = musttail call spir_func i64 @self(i64 %x)
  ret i64 %r
}
define spir_func void @va(ptr %p, ...) {
  %f = load ptr, ptr %p
  call void (i32, ...) %f(i32 1, double 2.0)
  call void asm "nop", ""()
  ret void
}
!0 = distinct !{!0, !{!"llvm.loop.unroll.count", i32 7}, !{!"spirv.loop.Unroll"}, !{}, null}
!1 = !{!"branch_weights", i32 1, i32 2, i32 3}
!9 = !{i32 1, i64 2}
