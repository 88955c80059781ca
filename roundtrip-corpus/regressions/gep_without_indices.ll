; A getelementptr needs no index; an access chain does.
target triple = "spir64"
define void @f(ptr addrspace(1) %p) {
  %q = getelementptr inbounds i32, ptr addrspace(1) %p
  store i32 0, ptr addrspace(1) %q, align 4
  ret void
}
