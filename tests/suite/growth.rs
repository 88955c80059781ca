//! Growth of work with the input, which must be linear: compares a module of each shape with one four times as large,
//! both ways.
//!
//! The bound is generous, since other work slows this one down: linear is 4, quadratic 16. `make bench` measures
//! better.

#[path = "../benches/generate.rs"]
#[allow(dead_code)] // What only the table of `make bench` asks for.
mod generate;

use generate::shapes::{self, Shape};
use llvm_spirv::llvm::Context;
use llvm_spirv::{Llvm, Translator};

/// The divisor for the size of the smaller module; an unoptimised build is slow.
const PART: usize = if cfg!(debug_assertions) { 400 } else { 40 };
/// The size of the larger module relative to the smaller, and the greatest ratio of the costs.
const TIMES: (usize, f64) = (4, 8.0);
/// The time, in nanoseconds, below which a measurement has no meaning.
const NOTHING: f64 = 5e6;

/// Returns the CPU time of this thread, in nanoseconds.
fn cpu_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split_whitespace().next().unwrap().parse().unwrap()
}

fn cost<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let before = cpu_time();
    let done = work();
    (done, cpu_time() - before)
}

/// Returns the costs of translating a module to SPIR-V and back.
fn costs(shape: &Shape, size: usize) -> [f64; 2] {
    let context = Context::new();
    let module = context.parse((shape.make)(size).as_bytes(), shape.name).unwrap();
    let bitcode = module.write_bitcode().unwrap();
    let translator = Translator::default();
    let (spirv, forward) = cost(|| translator.to_spirv(&bitcode));
    let spirv = spirv.unwrap_or_else(|e| panic!("{}: {e}", shape.name));
    let (llvm, reverse) = cost(|| translator.to_llvm(&spirv.bytes, Llvm::Bitcode));
    llvm.unwrap_or_else(|e| panic!("{}, back: {e}", shape.name));
    [forward, reverse]
}

/// Returns the ratio of the larger module's costs to the smaller's, forward and back.
fn growth(shape: &Shape) -> [f64; 2] {
    let size = (shape.full / PART).max(100);
    let (small, large) = (costs(shape, size), costs(shape, size * TIMES.0));
    std::array::from_fn(|way| large[way] / small[way].max(NOTHING))
}

#[test]
fn d_306_work_is_linear() {
    let mut complaints = Vec::new();
    for shape in shapes::all() {
        // Other work may have come in between: what is not linear is so each time.
        let is_linear = |_| growth(&shape).iter().all(|ratio| *ratio <= TIMES.1);
        if !(0..3).any(is_linear) {
            complaints.push(format!("{}: {:.1?} times, forward and back", shape.name, growth(&shape)));
        }
    }
    assert!(complaints.is_empty(), "{} times as much costs more:\n{}", TIMES.0, complaints.join("\n"));
}
