//! Criterion benchmarks of the parts, in process: reader, writer, forward, reverse.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use llvm_spirv::binary::{Module, Words, write};
use llvm_spirv::llvm::Context;
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, forward, llvm_to_spirv, reverse, spirv_to_llvm};

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

/// Measures the parts without LLVM, from words to words.
fn words(c: &mut Criterion, input: &Input) {
    let mut group = c.benchmark_group(input.name);
    group.throughput(Throughput::Bytes(input.spirv.len() as u64));
    group.bench_function("reader", |b| {
        b.iter(|| {
            let words = Words::read(&input.spirv).unwrap();
            Module::index(&words).unwrap().functions().len()
        });
    });
    let words = Words::read(&input.spirv).unwrap();
    group.bench_function("writer", |b| {
        b.iter(|| {
            let mut out = Vec::new();
            for inst in words.instructions() {
                write::instruction(&mut out, inst.opcode(), inst.words().get(1..).unwrap_or_default()).unwrap();
            }
            write::bytes(&out)
        });
    });
}

/// Measures the two translations, without LLVM's reading, verifying and writing.
fn translations(c: &mut Criterion, input: &Input) {
    let options = Options { verify: false, ..Options::default() };
    let mut group = c.benchmark_group(input.name);
    group.throughput(Throughput::Bytes(input.spirv.len() as u64)).sample_size(10);
    let words = Words::read(&input.spirv).unwrap();
    group.bench_function("reverse", |b| {
        b.iter(|| {
            let context = Context::new();
            let translated = reverse::translate(&words, &options, &context).unwrap();
            translated.module.functions().count()
        });
    });
    let context = Context::new();
    let module = context.parse(&input.bitcode, input.name).unwrap();
    group.bench_function("forward", |b| b.iter(|| forward::translate(&module, &options).unwrap().binary));
}

fn benches(c: &mut Criterion) {
    for input in inputs() {
        words(c, &input);
        translations(c, &input);
    }
}

criterion_group!(all, benches);
criterion_main!(all);
