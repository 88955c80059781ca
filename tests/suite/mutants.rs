//! Damaged modules through `-r`: an error or a translation, never a crash, and never long.

use crate::support::{check_all, compile, programs};
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::time::{Duration, Instant};

/// Mutants of each module here; `LLVM_SPIRV_MUTANTS` asks for another number.
const MUTANTS: u64 = 2_000;
const MODULES: usize = 10;
const LIMIT: Duration = Duration::from_secs(2);

/// Xorshift64*: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Where the instructions start, in words.
fn starts(words: &[u32]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = 5;
    while at < words.len() {
        starts.push(at);
        at += (words[at] >> 16).max(1) as usize;
    }
    starts
}

/// One damage: a flipped bit, a cut, an instruction dropped, doubled or moved, a wild id.
fn damage(words: &mut Vec<u32>, random: &mut Random) {
    let starts = starts(words);
    let start = starts[random.below(starts.len())];
    let end = (start + (words[start] >> 16).max(1) as usize).min(words.len());
    match random.below(6) {
        0 => {
            let at = random.below(words.len());
            words[at] ^= 1 << random.below(32);
        }
        1 => words.truncate(random.below(words.len()).max(1)),
        2 => drop(words.drain(start..end)),
        3 => drop(words.splice(start..start, words[start..end].to_vec())),
        4 => {
            let moved: Vec<u32> = words.drain(start..end).collect();
            let to = starts[random.below(starts.len())].min(words.len());
            words.splice(to..to, moved);
        }
        _ => {
            let at = (start + 1 + random.below(end - start)).min(words.len() - 1);
            let bound = words[3];
            words[at] = [0, 1, bound - 1, bound, u32::MAX, random.next() as u32 % bound.max(1)][random.below(6)];
        }
    }
}

fn mutant(words: &[u32], seed: u64) -> Vec<u8> {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut words = words.to_vec();
    for _ in 0..=random.below(3) {
        if words.len() > 6 {
            damage(&mut words, &mut random);
        }
    }
    llvm_spirv::spirv::write::bytes(&words)
}

#[test]
fn damaged_modules_give_errors_and_nothing_worse() {
    let count = std::env::var("LLVM_SPIRV_MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(MUTANTS);
    let programs = programs();
    let step = (programs.len() / MODULES).max(1);
    for program in programs.iter().step_by(step).take(MODULES) {
        let bitcode = compile(program, "spir64", "O2").unwrap();
        let bytes = llvm_to_spirv(&bitcode, &Options::default()).unwrap().bytes;
        let words: Vec<u32> = bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        let seeds: Vec<u64> = (0..count).collect();
        let name = program.file_stem().unwrap().to_string_lossy().into_owned();
        check_all(&format!("mutants of {name}"), &seeds, |seed| {
            let mutant = mutant(&words, *seed);
            let begin = Instant::now();
            // Whether it is an error does not matter, only that it returns.
            let _ = spirv_to_llvm(&mutant, &Options::default(), Llvm::Bitcode);
            if begin.elapsed() < LIMIT { Ok(()) } else { Err(format!("seed {seed} took {:?}", begin.elapsed())) }
        });
    }
}
