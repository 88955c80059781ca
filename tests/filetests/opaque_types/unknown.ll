; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func void @f(target("spirv.NoSuchThing") %x) {
  ret void
}
