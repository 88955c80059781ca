//! Functions of `half` with a pointer, and the numbers next to each `half`.
#![allow(clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

use llvm_spirv::{llvm_to_spirv, options::Options};
use spirv_runner::{Argument, Grid, Program, launch};

const KERNELS: &str = r#"target triple = "spir64-unknown-unknown"
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func half @_Z9nextafterDhDh(half, half)
declare spir_func half @_Z5fractDhPU3AS1Dh(half, ptr addrspace(1))
declare spir_func half @_Z4modfDhPU3AS1Dh(half, ptr addrspace(1))
declare spir_func half @_Z6sincosDhPU3AS1Dh(half, ptr addrspace(1))
declare spir_func <2 x half> @_Z5frexpDv2_DhPU3AS1Dv2_i(<2 x half>, ptr addrspace(1))
declare spir_func half @_Z6remquoDhDhPU3AS1i(half, half, ptr addrspace(1))
declare spir_func half @_Z8lgamma_rDhPU3AS1i(half, ptr addrspace(1))
define spir_kernel void @next(ptr addrspace(1) %x, half %to) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr half, ptr addrspace(1) %x, i64 %i
  %a = load half, ptr addrspace(1) %p
  %r = call spir_func half @_Z9nextafterDhDh(half %a, half %to)
  store half %r, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @parts(ptr addrspace(1) %out, half %a, half %b, <2 x half> %v) {
  %o1 = getelementptr half, ptr addrspace(1) %out, i64 1
  %o2 = getelementptr half, ptr addrspace(1) %out, i64 2
  %o3 = getelementptr half, ptr addrspace(1) %out, i64 3
  %o4 = getelementptr half, ptr addrspace(1) %out, i64 4
  %o5 = getelementptr half, ptr addrspace(1) %out, i64 5
  %o6 = getelementptr half, ptr addrspace(1) %out, i64 6
  %o8 = getelementptr half, ptr addrspace(1) %out, i64 8
  %o9 = getelementptr half, ptr addrspace(1) %out, i64 9
  %o10 = getelementptr half, ptr addrspace(1) %out, i64 10
  %o12 = getelementptr half, ptr addrspace(1) %out, i64 12
  %o14 = getelementptr half, ptr addrspace(1) %out, i64 14
  %o16 = getelementptr half, ptr addrspace(1) %out, i64 16
  %f = call spir_func half @_Z5fractDhPU3AS1Dh(half %a, ptr addrspace(1) %o1)
  store half %f, ptr addrspace(1) %out
  %m = call spir_func half @_Z4modfDhPU3AS1Dh(half %a, ptr addrspace(1) %o3)
  store half %m, ptr addrspace(1) %o2
  %s = call spir_func half @_Z6sincosDhPU3AS1Dh(half %a, ptr addrspace(1) %o5)
  store half %s, ptr addrspace(1) %o4
  %q = call spir_func half @_Z6remquoDhDhPU3AS1i(half %a, half %b, ptr addrspace(1) %o10)
  store half %q, ptr addrspace(1) %o6
  %l = call spir_func half @_Z8lgamma_rDhPU3AS1i(half %b, ptr addrspace(1) %o12)
  store half %l, ptr addrspace(1) %o8
  %x = call spir_func <2 x half> @_Z5frexpDv2_DhPU3AS1Dv2_i(<2 x half> %v, ptr addrspace(1) %o14)
  %y = extractelement <2 x half> %x, i32 0
  store half %y, ptr addrspace(1) %o9
  ret void
}
"#;

fn run(kernel: &str, items: usize, mut arguments: Vec<Argument>) -> Vec<u16> {
    let spirv = llvm_to_spirv(KERNELS.as_bytes(), &Options::default()).expect("the IR is translated");
    let program = Program::new(&spirv.bytes, &Options::default()).expect("it is compiled");
    launch(&program, kernel, &Grid { threads: 1, ..Grid::line(items as u64, 1) }, &mut arguments).expect("it runs");
    let Some(Argument::Buffer(bytes)) = arguments.first() else { panic!("a buffer") };
    bytes.chunks_exact(2).map(|part| u16::from_le_bytes(part.try_into().expect("two bytes"))).collect()
}

fn bytes(values: impl IntoIterator<Item = u16>) -> Vec<u8> {
    values.into_iter().flat_map(u16::to_le_bytes).collect()
}

const ONE: u16 = 0x3C00;
const INFINITY: u16 = 0x7C00;

/// Returns the position of a half in the order of numbers; negative numbers count down.
fn place(bits: u16) -> i32 {
    let magnitude = i32::from(bits & 0x7FFF);
    if bits & 0x8000 == 0 { magnitude } else { -magnitude }
}

#[test]
fn each_half_has_a_next_one() {
    let all: Vec<u16> = (0..=u16::MAX).collect();
    for (to, name) in [(ONE, "1"), (INFINITY, "infinity"), (INFINITY | 0x8000, "-infinity"), (0x8000, "-0")] {
        let given = vec![Argument::Buffer(bytes(all.clone())), Argument::Value(bytes([to]))];
        for (from, found) in all.iter().zip(run("next", all.len(), given)) {
            if from & 0x7FFF > INFINITY {
                assert!(found & 0x7FFF > INFINITY, "{from:#x} towards {name}: {found:#x}");
                continue;
            }
            let step = (place(to) - place(*from)).signum();
            assert_eq!(place(found), place(*from) + step, "{from:#x} towards {name}: {found:#x}");
            assert!(step != 0 || found == to, "{from:#x} towards {name}: {found:#x}");
        }
    }
}

/// Tests the parts of -2.75, the remainder of -2.75 by 1.5, the parts of 6 and 0.375, and the sign of the gamma
/// function of 1.5.
#[test]
fn halves_are_taken_apart() {
    let (a, b, v) = (bytes([0xC180]), bytes([0x3E00]), bytes([0x4600, 0x3600]));
    let given = vec![Argument::Buffer(vec![0; 36]), Argument::Value(a), Argument::Value(b), Argument::Value(v)];
    let found = run("parts", 1, given);
    // fract: 0.25 and -3; modf: -0.75 and -2; sine and cosine: -0.3817 and -0.9243; remquo: 0.25 and -2.
    assert_eq!(found[..7], [0x3400, 0xC200, 0xBA00, 0xC000, 0xB61B, 0xBB65, 0x3400]);
    // lgamma_r: -0.1208 and 1; frexp: 0.75 of 6, and exponents 3 and -1.
    assert_eq!(found[8..], [0xAFBB, 0x3A00, 0xFFFE, 0xFFFF, 1, 0, 3, 0, 0xFFFF, 0xFFFF]);
}
