; Two globals that hold each other's address.
target triple = "spir64"
@a = addrspace(1) global ptr addrspace(1) @b
@b = addrspace(1) global ptr addrspace(1) @a
