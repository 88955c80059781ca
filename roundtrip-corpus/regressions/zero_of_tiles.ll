target triple = "spir64"
@g = addrspace(1) global x86_amx zeroinitializer
