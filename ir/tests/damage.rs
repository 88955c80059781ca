//! Damaged bitcode is an error, or a module that prints and is written: no panic, in bounded time and memory, all in this process.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

mod common;

use llvm_spirv_testing::Random;
use std::time::{Duration, Instant};

/// A copy with some bits flipped, bytes set, a part removed, doubled, or cut off.
fn damaged(file: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        let count = random.below(16).min(bytes.len() - at);
        match random.below(8) {
            0..=3 => bytes[at] ^= 1 << random.below(8),
            4 => bytes[at] = random.number() as u8,
            5 => drop(bytes.drain(at..at + count)),
            6 => {
                let part = bytes[at..at + count].to_vec();
                bytes.splice(at..at, part);
            }
            _ if random.below(8) == 0 => bytes.truncate(at.max(8)),
            _ => bytes[at..at + count].fill(0xff),
        }
    }
    bytes
}

/// Reads, verifies, prints and writes a file; returns whether it could be read. The written files must be readable, except for faults
/// that only the reader detects.
fn try_one(bytes: &[u8]) -> bool {
    let Ok(module) = llvm_ir::read(bytes) else { return false };
    assert!(llvm_ir::verify(&module).len() <= 100);
    let options = llvm_ir::PrintOptions { limit: 1 << 22, ..Default::default() };
    drop(llvm_ir::print(&module, &options));
    for llvm_version in [15, 18, 20, 22] {
        let options = llvm_ir::WriteOptions { llvm_version, ..Default::default() };
        if let Ok(written) = llvm_ir::write(&module, &options) {
            drop(llvm_ir::read(&written));
        }
    }
    true
}

#[test]
fn mutants() {
    let number = std::env::var("LLVM_IR_MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let mut read = 0;
    let mut slowest = Duration::ZERO;
    for path in common::files("ir/tests/modules", "ll") {
        let bitcode = common::assembled(&std::fs::read(&path).unwrap()).unwrap();
        let mut random = Random::new(0x9e37_79b9_7f4a_7c15, 0);
        for i in 0..number {
            let bytes = damaged(&bitcode, &mut random);
            let start = Instant::now();
            match std::panic::catch_unwind(|| try_one(&bytes)) {
                Ok(was_read) => read += was_read as usize,
                Err(_) => {
                    let kept = std::env::temp_dir().join("llvm-ir-mutant.bc");
                    std::fs::write(&kept, &bytes).unwrap();
                    panic!("mutant {i} of {} panics: {}", path.display(), kept.display());
                }
            }
            slowest = slowest.max(start.elapsed());
        }
    }
    assert!(read > number / 10, "{read} of {number} were read");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
}

#[test]
fn every_prefix() {
    let file = include_bytes!("modules/example.bc");
    for end in 0..file.len() {
        try_one(&file[..end]);
    }
}

#[test]
fn errors_name_the_place() {
    let mut file = include_bytes!("modules/example.bc").to_vec();
    assert_eq!(llvm_ir::read(b"text").unwrap_err().to_string(), "this is not LLVM bitcode (bit 0)");
    let end = file.len() / 2;
    file.truncate(end);
    assert!(llvm_ir::read(&file).unwrap_err().to_string().starts_with("the file ends too early (bit "));
}

/// A stream of bits that is being written.
#[derive(Default)]
struct Bits {
    bits: Vec<bool>,
}

impl Bits {
    fn fixed(&mut self, value: u64, width: u32) {
        self.bits.extend((0..width).map(|i| value >> i & 1 != 0));
    }
    fn vbr(&mut self, mut value: u64, width: u32) {
        let more = 1 << (width - 1);
        while value >= more {
            self.fixed(value & (more - 1) | more, width);
            value >>= width - 1;
        }
        self.fixed(value, width);
    }
    fn align(&mut self) {
        self.bits.resize(self.bits.len().next_multiple_of(32), false);
    }
    fn enter(&mut self, block: u64, width: u32, inner: u64) {
        self.fixed(1, width);
        self.vbr(block, 8);
        self.vbr(inner, 4);
        self.align();
        self.fixed(1 << 20, 32);
    }
    fn leave(&mut self, width: u32) {
        self.fixed(0, width);
        self.align();
    }
    fn record(&mut self, width: u32, code: u64, operands: &[u64]) {
        self.fixed(3, width);
        self.vbr(code, 6);
        self.vbr(operands.len() as u64, 6);
        operands.iter().for_each(|&o| self.vbr(o, 6));
    }
    /// Returns a file with one module, with correct block lengths.
    fn file(self) -> Vec<u8> {
        let mut bytes = b"BC\xC0\xDE".to_vec();
        let body: Vec<u8> = self.bits.chunks(8).map(|c| c.iter().rev().fold(0, |b, &bit| b << 1 | bit as u8)).collect();
        bytes.extend([0x21, 0x0c, 0, 0]);
        bytes.extend(((body.len() / 4) as u32).to_le_bytes());
        bytes.extend(body);
        bytes
    }
}

/// Returns a file with one module, in blocks with abbreviation width 3; `types` has the records of types.
fn module(types: &[(u64, Vec<u64>)], rest: impl FnOnce(&mut Bits)) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.record(3, 1, &[2]);
    bits.enter(17, 3, 4);
    types.iter().for_each(|(code, operands)| bits.record(4, *code, operands));
    bits.leave(4);
    rest(&mut bits);
    bits.leave(3);
    bits.file()
}

#[test]
fn types_that_double_do_not_fill_the_memory() {
    // Each structure contains the previous one twice, two hundred deep: the text has 2^200 parts.
    let mut types = vec![(7, vec![32]), (18, vec![0, 0, 0])];
    types.extend((1..200).map(|i| (18, vec![0, i, i])));
    let file = module(&types, |bits| bits.record(3, 7, &[0, 0, 200, 3, 0, 0, 0, 0]));
    let module = llvm_ir::read(&file).unwrap();
    assert!(llvm_ir::print(&module, &llvm_ir::PrintOptions { limit: 1 << 20, ..Default::default() }).is_err());
}

#[test]
fn types_are_as_deep_as_they_like() {
    let mut types = vec![(7, vec![32])];
    types.extend((0..100_000).map(|i| (11, vec![1, i])));
    let file = module(&types, |bits| bits.record(3, 7, &[0, 0, 100_000, 3, 0, 0, 0, 0]));
    let module = llvm_ir::read(&file).unwrap();
    let text = llvm_ir::print(&module, &llvm_ir::PrintOptions::default()).unwrap();
    assert!(text.len() > 500_000);
}

#[test]
fn constants_are_as_deep_as_they_like_and_not_in_circles() {
    const DEPTH: u64 = 50_000;
    let mut types = vec![(7, vec![32])];
    types.extend((0..DEPTH).map(|i| (18, vec![0, i])));
    // Each constant refers to the next, so that all are deferred.
    let chain = |bits: &mut Bits, last: u64| {
        bits.enter(11, 3, 4);
        for i in 0..DEPTH {
            bits.record(4, 1, &[DEPTH - i]);
            bits.record(4, 7, &[i + 1]);
        }
        bits.record(4, 1, &[0]);
        if last == DEPTH {
            bits.record(4, 4, &[2]);
        } else {
            bits.record(4, 7, &[last]);
        }
        bits.leave(4);
    };
    assert!(llvm_ir::read(&module(&types, |bits| chain(bits, DEPTH))).is_ok());
    let error = llvm_ir::read(&module(&types, |bits| chain(bits, 0))).unwrap_err().to_string();
    assert!(error.contains("made of each other"), "{error}");
}

#[test]
fn blocks_are_not_endlessly_deep() {
    let mut bits = Bits::default();
    for _ in 0..10_000 {
        bits.enter(8, 3, 3);
    }
    assert!(llvm_ir::read(&bits.file()).is_err());
}
