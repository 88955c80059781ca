//! Criterion benchmarks in process: the two translations without LLVM's rules, reflection, the standard assembly syntax both ways.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use llvm_spirv::inspect::Inspection;
use llvm_spirv::options::Options;
use llvm_spirv::{AssemblyOptions, Llvm, assemble, disassemble, llvm_to_spirv, spirv_to_llvm};
use llvm_spirv_testing::with;

const LIBCLC: &str = "/usr/lib/clc/spirv64-mesa3d-.spv";
const GENERATED: usize = 50_000;

struct Input {
    name: &'static str,
    spirv: Vec<u8>,
    bitcode: Vec<u8>,
}

impl Input {
    fn new(name: &'static str, spirv: Vec<u8>) -> Self {
        let bitcode = spirv_to_llvm(&spirv, &Options::default(), Llvm::Bitcode).unwrap().bytes;
        Self { name, spirv, bitcode }
    }
}

fn inputs() -> Vec<Input> {
    let ir = llvm_spirv_benches::module(GENERATED);
    let mut inputs = vec![Input::new("generated", llvm_to_spirv(ir.as_bytes(), &Options::default()).unwrap().bytes)];
    match std::fs::read(LIBCLC) {
        Ok(bytes) => inputs.push(Input::new("libclc", bytes)),
        Err(error) => println!("libclc is left out: {LIBCLC}: {error}; scripts/setup.sh test installs it"),
    }
    inputs
}

/// Measures what needs no LLVM IR.
fn words(c: &mut Criterion, input: &Input) {
    let mut group = c.benchmark_group(input.name);
    group.throughput(Throughput::Bytes(input.spirv.len() as u64));
    group.bench_function("inspect", |b| b.iter(|| Inspection::of(&input.spirv).unwrap()));
    group.bench_function("disassemble", |b| b.iter(|| disassemble(&input.spirv).unwrap()));
    let text = disassemble(&input.spirv).unwrap();
    group.bench_function("assemble", |b| b.iter(|| assemble(text.as_bytes(), AssemblyOptions::default()).unwrap()));
}

/// Measures the two translations, without verifying.
fn translations(c: &mut Criterion, input: &Input) {
    let options = with(Options::default(), |options| options.verify = false);
    let mut group = c.benchmark_group(input.name);
    group.throughput(Throughput::Bytes(input.spirv.len() as u64)).sample_size(10);
    group.bench_function("reverse", |b| b.iter(|| spirv_to_llvm(&input.spirv, &options, Llvm::Bitcode).unwrap()));
    group.bench_function("forward", |b| b.iter(|| llvm_to_spirv(&input.bitcode, &options).unwrap()));
}

fn benches(c: &mut Criterion) {
    for input in inputs() {
        words(c, &input);
        translations(c, &input);
    }
}

criterion_group!(all, benches);
criterion_main!(all);
