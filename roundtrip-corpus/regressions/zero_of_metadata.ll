target triple = "spir64"
%m = type metadata
@g = addrspace(1) global metadata ; of
  zeroinitializer
@h = addrspace(1) global %m zeroinitializer
