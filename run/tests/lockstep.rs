//! Pure loops, which run for several work-items at once.
#![allow(clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

use llvm_spirv::{llvm_to_spirv, options::Options};
use spirv_runner::program::{Names, cpu_text};
use spirv_runner::{Argument, Grid, Program, launch};

/// A kernel that computes hailstone sequences (n/2 for even n, else 3n + 1) until 1 or the iteration limit, for two of
/// three work-items, and stores the largest number, the iterations, and which exit was taken.
const HAILSTONES: &str = "target triple = \"spir64-unknown-unknown\"
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @k(ptr addrspace(1) %data, i32 %limit) {
entry:
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %n = trunc i64 %i to i32
  %third = urem i32 %n, 3
  %takes = icmp ne i32 %third, 0
  br i1 %takes, label %loop, label %end
loop:
  %a = phi i64 [ %i, %entry ], [ %next, %more ]
  %most = phi i64 [ 0, %entry ], [ %larger, %more ]
  %rounds = phi i32 [ 0, %entry ], [ %rounds1, %more ]
  %is.larger = icmp ugt i64 %a, %most
  %larger = select i1 %is.larger, i64 %a, i64 %most
  %is.one = icmp ule i64 %a, 1
  br i1 %is.one, label %left, label %body
body:
  %low = trunc i64 %a to i1
  br i1 %low, label %triples, label %halves
triples:
  %triple = mul nuw i64 %a, 3
  %plus = add nuw i64 %triple, 1
  br label %more
halves:
  %half = lshr i64 %a, 1
  br label %more
more:
  %next = phi i64 [ %plus, %triples ], [ %half, %halves ]
  %rounds1 = add i32 %rounds, 1
  %goes = icmp ult i32 %rounds1, %limit
  br i1 %goes, label %loop, label %left
left:
  %way = phi i64 [ 1, %loop ], [ 2, %more ]
  %r = zext i32 %rounds to i64
  %r8 = shl i64 %r, 8
  %m = shl i64 %larger, 32
  %x = or i64 %r8, %way
  %y = or i64 %x, %m
  br label %end
end:
  %z = phi i64 [ 0, %entry ], [ %y, %left ]
  %p = getelementptr i64, ptr addrspace(1) %data, i64 %i
  store i64 %z, ptr addrspace(1) %p, align 8
  ret void
}";

fn hailstones(start: u64, limit: u32) -> u64 {
    if start.is_multiple_of(3) {
        return 0;
    }
    let (mut a, mut most, mut rounds) = (start, 0, 0_u32);
    loop {
        most = a.max(most);
        if a <= 1 {
            return 1 | u64::from(rounds) << 8 | most << 32;
        }
        a = if a % 2 == 1 { 3 * a + 1 } else { a / 2 };
        if rounds + 1 >= limit {
            return 2 | u64::from(rounds) << 8 | most << 32;
        }
        rounds += 1;
    }
}

fn module() -> Vec<u8> {
    llvm_to_spirv(HAILSTONES.as_bytes(), &Options::default()).expect("the IR is translated").bytes
}

#[test]
fn work_items_leave_a_loop_each_in_its_round_and_way() {
    let program = Program::new(&module(), &Options::default()).expect("it is compiled");
    for (seed, limit) in [(None, 60_u32), (Some(5), 60), (None, 1000), (None, 1)] {
        let value = Argument::Value(limit.to_le_bytes().to_vec());
        let mut arguments = [Argument::Buffer(vec![0xee; 8 * 1000]), value];
        launch(&program, "k", &Grid { seed, ..Grid::line(1000, 77) }, &mut arguments).expect("it runs");
        let Argument::Buffer(bytes) = &arguments[0] else { panic!("a buffer") };
        let found = bytes.chunks_exact(8).map(|part| u64::from_le_bytes(part.try_into().expect("eight bytes")));
        for (start, found) in (0..).zip(found) {
            assert_eq!(found, hailstones(start, limit), "of {start} up to {limit} rounds, {seed:?}");
        }
    }
}

/// A loop of one block, whose result is defined in it.
const POWERS: &str = "target triple = \"spir64-unknown-unknown\"
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @k(ptr addrspace(1) %data) {
entry:
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %n = phi i64 [ %i, %entry ], [ %less, %loop ]
  %power = phi i64 [ 1, %entry ], [ %more, %loop ]
  %more = mul i64 %power, 3
  %less = sub i64 %n, 1
  %goes = icmp sgt i64 %less, 0
  br i1 %goes, label %loop, label %end
end:
  %p = getelementptr i64, ptr addrspace(1) %data, i64 %i
  store i64 %more, ptr addrspace(1) %p, align 8
  ret void
}";

#[test]
fn a_block_that_is_repeated_is_a_loop() {
    let spirv = llvm_to_spirv(POWERS.as_bytes(), &Options::default()).expect("the IR is translated");
    let program = Program::new(&spirv.bytes, &Options::default()).expect("it is compiled");
    let mut arguments = [Argument::Buffer(vec![0; 8 * 30])];
    launch(&program, "k", &Grid::line(30, 30), &mut arguments).expect("it runs");
    let [Argument::Buffer(bytes)] = &arguments else { panic!("a buffer") };
    let wanted: Vec<u8> = (0..30).flat_map(|i: u32| 3_u64.pow(i.max(1)).to_le_bytes()).collect();
    assert_eq!(*bytes, wanted);
}

/// Tests a loop without inputs: all work-items compute the same.
#[test]
fn a_loop_of_constants_has_no_variants() {
    let kernel = "target triple = \"spir64-unknown-unknown\"
define spir_kernel void @k(ptr addrspace(1) %data) {
entry:
  br label %loop
loop:
  %n = phi i32 [ 40, %entry ], [ %less, %loop ]
  %power = phi i32 [ 1, %entry ], [ %more, %loop ]
  %more = mul i32 %power, 3
  %less = sub i32 %n, 2
  %goes = icmp sgt i32 %less, %power
  br i1 %goes, label %loop, label %end
end:
  store i32 %more, ptr addrspace(1) %data, align 4
  ret void
}";
    let spirv = llvm_to_spirv(kernel.as_bytes(), &Options::default()).expect("the IR is translated");
    let program = Program::new(&spirv.bytes, &Options::default()).expect("it is compiled");
    let mut arguments = [Argument::Buffer(vec![0; 4])];
    launch(&program, "k", &Grid::line(1, 1), &mut arguments).expect("it runs");
    let [Argument::Buffer(bytes)] = &arguments else { panic!("a buffer") };
    assert_eq!(bytes[..], 243_u32.to_le_bytes());
}

#[test]
fn such_a_loop_has_variants_for_several_work_items() {
    let form =
        cpu_text(&module(), &Options::default(), spirv_runner::form::Checks::Silent, &Names::Own).expect("a form");
    let text = String::from_utf8(form.bytes).expect("text");
    for width in [4, 8, 16] {
        assert!(text.contains(&format!("@spirv.loop.0.{width}(<{width} x i64>")), "{text}");
    }
    assert!(text.contains("_ZGV_LLVM_M8vv_spirv.loop.0(spirv.loop.0.8)"), "{text}");
}
