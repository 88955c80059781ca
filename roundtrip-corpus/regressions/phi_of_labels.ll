target triple = "spir-unknown-unknown"
define spir_func i32 @jump(i32 %n) {
  br label %one
one:
  %z = phi label [ %z, %one ]
  ret i32 2
}
