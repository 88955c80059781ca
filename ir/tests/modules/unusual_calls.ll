; Regions of convergence in loops, and a convention of more than ten bits.

declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
declare void @f() convergent

define void @good(i1 %c, i1 %d) convergent {
  %a = call token @llvm.experimental.convergence.anchor()
  br label %l
l:
  %h = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %a) ]
  br label %m
m:
  %i = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %h) ]
  call void @f() [ "convergencectrl"(token %i) ]
  br i1 %c, label %m, label %n
n:
  call void @f() [ "convergencectrl"(token %h) ]
  br i1 %d, label %l, label %e
e:
  call void @f() [ "convergencectrl"(token %a) ]
  ret void
}

declare cc 2000 void @numbered()
