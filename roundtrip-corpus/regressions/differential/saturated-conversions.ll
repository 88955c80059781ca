; To booleans they were invalid, to more than 64 bits refused.
define spir_func void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %x = load <3 x float>, ptr addrspace(1) %in, align 4
  %a = call <3 x i1> @llvm.fptoui.sat(<3 x float> %x)
  %b = call <3 x i1> @llvm.fptosi.sat(<3 x float> %x)
  %c = call <3 x i100> @llvm.fptosi.sat(<3 x float> %x)
  %d = select <3 x i1> %a, <3 x i100> %c, <3 x i100> splat (i100 7)
  %e = select <3 x i1> %b, <3 x i100> splat (i100 9), <3 x i100> %d
  %f = sext <3 x i100> %e to <3 x i128>
  store <3 x i128> %f, ptr addrspace(1) %out, align 16
  ret void
}
