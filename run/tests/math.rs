//! Functions of `float` with which the cpu form replaces libm's, compared with `f64`'s.
#![allow(clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

use llvm_spirv::{llvm_to_spirv, options::Options};
use spirv_runner::{Argument, Grid, Program, launch};
use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, PI, SQRT_2, TAU};

/// Returns the results of a function for these floats.
fn results(function: &str, values: &[f32]) -> Vec<f32> {
    let text = format!(
        "target triple = \"spir64-unknown-unknown\"
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func float @{function}(float)
define spir_kernel void @k(ptr addrspace(1) %data) {{
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr float, ptr addrspace(1) %data, i64 %i
  %x = load float, ptr addrspace(1) %p, align 4
  %y = call spir_func float @{function}(float %x)
  store float %y, ptr addrspace(1) %p, align 4
  ret void
}}"
    );
    let spirv = llvm_to_spirv(text.as_bytes(), &Options::default()).expect("the IR is translated");
    let program = Program::new(&spirv.bytes, &Options::default()).expect("it is compiled");
    let mut arguments = [Argument::Buffer(values.iter().flat_map(|value| value.to_le_bytes()).collect())];
    launch(&program, "k", &Grid::line(values.len() as u64, 128), &mut arguments).expect("it runs");
    let [Argument::Buffer(bytes)] = &arguments else { panic!("a buffer") };
    bytes.chunks_exact(4).map(|part| f32::from_le_bytes(part.try_into().expect("four bytes"))).collect()
}

/// Returns floats of all exponents, with boundary cases and special values.
fn hard_values() -> Vec<f32> {
    let steps = (0..1_u32 << 20).map(|step| f32::from_bits(step.wrapping_mul(4093)));
    let near = [1.0_f32, 0.5, 2.0, -1.0, 88.72283, -87.33654, -103.97208, 0.0, 1.175_494_4e-38, SQRT_2, FRAC_1_SQRT_2];
    let near = near
        .into_iter()
        .flat_map(|value| (0..64).map(move |step| f32::from_bits(value.to_bits().wrapping_add(step).wrapping_sub(32))));
    let special = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, f32::MAX, f32::MIN, f32::MIN_POSITIVE];
    let between = (0..1 << 18).map(|step| step as f32 * 0.000_75 - 100.0);
    steps.chain(near).chain(special).chain(between).collect()
}

/// Returns the distance in units in the last place of a `float`.
fn distance(found: f32, wanted: f64) -> f64 {
    let nearest = wanted as f32;
    if found.to_bits() == nearest.to_bits() || (found.is_nan() && wanted.is_nan()) {
        return 0.0;
    }
    let unit = f64::from(f32::from_bits(nearest.abs().to_bits() | 1) - f32::from_bits(nearest.abs().to_bits() & !1));
    (f64::from(found) - wanted).abs() / unit
}

fn check(function: &str, exact: fn(f64) -> f64) {
    let values = hard_values();
    for (value, found) in values.iter().zip(results(function, &values)) {
        let wanted = exact(f64::from(*value));
        let distance = distance(found, wanted);
        assert!(distance < 2.0, "{function}({value:e}) is {found:e}, not {wanted:e}: {distance} units");
    }
}

#[test]
fn exponentials_are_within_two_units() {
    check("_Z3expf", f64::exp);
}

#[test]
fn logarithms_are_within_two_units() {
    check("_Z3logf", f64::ln);
}

/// Tests arguments of all exponents: large ones need an exact reduction.
#[test]
fn sines_are_within_two_units() {
    check("_Z3sinf", f64::sin);
    check("_Z3cosf", f64::cos);
}

/// Tests the floats nearest to a multiple of a quarter turn, for each exponent.
#[test]
fn sines_near_their_zeros_keep_their_digits() {
    let near = (0..104).map(|exponent| 16_367_173.0 * 2_f32.powi(exponent));
    let values: Vec<f32> = near.chain([PI, FRAC_PI_2, TAU, 11.0, 22.0, 355.0, 710.0, 52_174.0]).collect();
    for (function, exact) in [("_Z3sinf", f64::sin as fn(f64) -> f64), ("_Z3cosf", f64::cos)] {
        for (value, found) in values.iter().zip(results(function, &values)) {
            let wanted = exact(f64::from(*value));
            assert!(distance(found, wanted) < 2.0, "{function}({value:e}) is {found:e}, not {wanted:e}");
        }
    }
}
