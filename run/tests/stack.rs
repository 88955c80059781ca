//! Variables of work-items whose addresses are passed to functions that are not inlined.
#![allow(clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

use llvm_spirv::{llvm_to_spirv, options::Options};
use spirv_runner::form::Checks;
use spirv_runner::{Argument, Grid, Program, launch};

/// A kernel that fills one of two arrays, and returns whether the address is that of a variable.
const KERNEL: &str = "target triple = \"spir64-unknown-unknown\"
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func ptr @__to_private(ptr addrspace(4))
define spir_func i32 @fill(ptr addrspace(4) %p, i32 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr i32, ptr addrspace(4) %p, i32 %i
  store i32 %i, ptr addrspace(4) %q, align 4
  %next = add i32 %i, 1
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %loop, label %end
end:
  %private = call spir_func ptr @__to_private(ptr addrspace(4) %p)
  %is = icmp ne ptr %private, null
  %r = zext i1 %is to i32
  ret i32 %r
}
define spir_kernel void @k(ptr addrspace(1) %out, i32 %n) {
  %one = alloca [5 x i32], align 4
  %two = alloca [40 x i32], align 4
  %a = addrspacecast ptr %one to ptr addrspace(4)
  %b = addrspacecast ptr %two to ptr addrspace(4)
  %is = icmp sgt i32 %n, 5
  %p = select i1 %is, ptr addrspace(4) %b, ptr addrspace(4) %a
  %private = call spir_func i32 @fill(ptr addrspace(4) %p, i32 %n)
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %at = srem i64 %i, 5
  %from = getelementptr i32, ptr addrspace(4) %p, i64 %at
  %v = load i32, ptr addrspace(4) %from, align 4
  %ten = mul i32 %private, 10
  %sum = add i32 %v, %ten
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %sum, ptr addrspace(1) %to, align 4
  ret void
}";

#[test]
fn addresses_of_variables_are_memory_of_the_launch() {
    let module = llvm_to_spirv(KERNEL.as_bytes(), &Options::default()).expect("the IR is translated").bytes;
    for checks in [Checks::Silent, Checks::Reported] {
        let program = Program::with(&module, &Options::default(), checks).expect("it is compiled");
        for n in [5_u32, 40] {
            let mut arguments = [Argument::Buffer(vec![0; 4 * 64]), Argument::Value(n.to_le_bytes().to_vec())];
            launch(&program, "k", &Grid::line(64, 8), &mut arguments).expect("it runs");
            let [Argument::Buffer(bytes), _] = &arguments else { panic!("a buffer") };
            let wanted: Vec<u8> = (0..64_u32).flat_map(|i| (i % 5 + 10).to_le_bytes()).collect();
            assert_eq!(*bytes, wanted, "{checks:?} {n}");
        }
    }
}
