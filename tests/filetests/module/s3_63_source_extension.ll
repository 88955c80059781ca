; The document's own example names an extension of OpenCL C where those of SPIR-V are.
; RUN: forward
; COVERS: s3_63
target triple = "spir64"
!spirv.Extension = !{!1}
!1 = !{!"cl_khr_fp16"}
