; Flags of a module as older LLVMs had them: behaviors, names and sections since, and flags that are told in parts now.

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9}

!0 = !{i32 7, !"PIC Level", i32 2}
!1 = !{i32 1, !"PIE Level", i32 2}
!2 = !{i32 1, !"branch-target-enforcement", i32 1}
!3 = !{i32 1, !"sign-return-address-all", i32 0}
!4 = !{i32 4, !"Objective-C Garbage Collection", i32 83953408}
!5 = !{i32 1, !"Objective-C Image Info Section", !"__DATA, __objc_imageinfo, regular"}
!6 = !{i32 1, !"Objective-C Image Info Version", i32 0}
!7 = !{i32 1, !"amdgpu_code_object_version", i32 500}
!8 = !{i32 2, !"PIE Level of another", i32 1}
!9 = !{i32 7, !"sign-return-address", i32 0}
