//! Instructions of a shader: numbers loaded from a block by access chains, and arithmetic on them.

use super::{Shape, short};
use std::fmt::Write;

pub const SHAPES: &[Shape] = &[short("instructions of a shader", 400_000, shader)];

const HEAD: &str = "target triple = \"spirv1.3-unknown-vulkan1.1-compute\"
%Block = type { [0 x float] }
@data = external addrspace(11) global %Block, !spirv.Decorations !0
";

const TAIL: &str = "attributes #0 = { \"hlsl.shader\"=\"compute\" \"hlsl.numthreads\"=\"1,1,1\" }
!spirv.Capability = !{!1}
!spirv.Struct = !{!2}
!0 = !{!3, !4}
!1 = !{i32 1}
!2 = !{%Block poison, !\"Block\", !5, !6}
!3 = !{i32 34, i32 0}
!4 = !{i32 33, i32 0}
!5 = !{!7}
!6 = !{i32 0, !\"values\", !8}
!7 = !{i32 2}
!8 = !{!9}
!9 = !{i32 35, i32 0}
";

/// A single function with one block.
fn shader(count: usize) -> String {
    let mut out = format!("{HEAD}define void @main() #0 {{\n  %y0 = fadd float 1.0, 2.0\n");
    for n in 0..count / 4 {
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            out,
            "  %p{n} = getelementptr %Block, ptr addrspace(11) @data, i32 0, i32 0, i32 {}
  %x{n} = load float, ptr addrspace(11) %p{n}, align 4
  %z{n} = fmul float %x{n}, %y{n}
  %y{} = fadd float %z{n}, %x{n}",
            n % 1000,
            n + 1
        );
    }
    let _ = writeln!(out, "  store float %y{}, ptr addrspace(11) %p0, align 4\n  ret void\n}}", count / 4);
    out + TAIL
}
