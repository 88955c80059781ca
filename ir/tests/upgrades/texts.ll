; Attributes that were texts.

define void @f() #0 {
  call void @g() #2
  ret void
}

define void @g() #1 {
  ret void
}

define void @h() #2 {
  ret void
}

define void @i() #3 {
  ret void
}

attributes #0 = { "no-frame-pointer-elim"="false" "null-pointer-is-valid"="true" }
attributes #1 = { "no-frame-pointer-elim"="true" "no-frame-pointer-elim-non-leaf" "null-pointer-is-valid"="false" "implicit-section-name"="foo" }
attributes #2 = { nounwind "no-frame-pointer-elim"="false" "no-frame-pointer-elim-non-leaf" }
attributes #3 = { "frame-pointer"="none" "no-frame-pointer-elim"="true" }
