target datalayout = "e-p:32:32-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv-unknown-vulkan1.3-pixel"

define void @main() #0 {
  %number = alloca i65, align 4
  store i32 0, ptr %number, align 4
  ret void
}

attributes #0 = { nounwind }
!spirv.Notes = !{!0}
!0 = !{!1}
!1 = !{!"pointee", float poison, !{}}
