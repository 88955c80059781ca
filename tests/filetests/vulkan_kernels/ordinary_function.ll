; An ordinary function whose attributes say size, sets and bindings: pointers are storage buffers, a number is in a uniform
; block where it names one, else in the push constants; what is returned is a buffer.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a function becomes a shader, whose interface is another one
; COVERS: s4_76 s4_77 s4_78 s4_79 s4_80 s4_81
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spirv64-unknown-unknown"

define i32 @add(ptr "spirv.interface_var"="1,3,StorageBuffer" %values, i32 "spirv.interface_var"="1,4" %by, i32 %at) "spirv.local_size"="32,2" {
  %place = getelementptr i32, ptr %values, i32 %at
  %old = load i32, ptr %place
  %new = add i32 %old, %by
  store i32 %new, ptr %place
  ret i32 %old
}
