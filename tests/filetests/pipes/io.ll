; The number of a pipe that leads out of the program is a decoration, where the extension is allowed.
; RUN: forward --spirv-ext=+SPV_INTEL_io_pipes
; RUN: forward --spirv-ext=-SPV_INTEL_io_pipes
target triple = "spir64-unknown-unknown"

@pipe = addrspace(1) global i32 1, align 4, !io_pipe_id !0

!0 = !{i32 7}
