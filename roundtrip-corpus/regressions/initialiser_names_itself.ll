; A global that holds its own address.
target triple = "spir64"
@g = addrspace(1) global ptr addrspace(1) @g
