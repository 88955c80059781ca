//! Damaged modules through `-r`: they give an error or a translation, never a crash, and never take long. `make
//! mutants` does more of it.

use crate::support::{check_all, compile, count_of, programs, spirv_texts};
use llvm_spirv::options::Options;
use llvm_spirv::{AssemblyOptions, Llvm, llvm_to_spirv, spirv_to_llvm};
use llvm_spirv_damage::{Random, assembly, spirv};
use std::time::{Duration, Instant};

/// The number of mutants of each module; `LLVM_SPIRV_MUTANTS` sets another number.
const MUTANTS: u64 = 2_000;
const MODULES: usize = 10;
const LIMIT: Duration = Duration::from_secs(2);

fn mutant(words: &[u32], seed: u64) -> Vec<u8> {
    llvm_spirv::binary::write::bytes(&spirv::mutant(words, &mut Random::new(0, seed)))
}

/// The number of mutants of each text.
const OF_TEXTS: u64 = 100;

#[test]
fn damaged_texts_give_errors_with_a_place_and_nothing_worse() {
    let files: Vec<_> = spirv_texts().into_iter().step_by(5).collect();
    check_all("mutants of texts", &files, |file| {
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        for number in 0..OF_TEXTS {
            let mutant = assembly::mutant(&text, &mut Random::new(7, number));
            let made = llvm_spirv::assemble(&mutant, AssemblyOptions::default());
            let Err(error) = made else { continue };
            let source = error.place().source.as_ref().ok_or(format!("{number}: {error}"))?;
            let line = mutant.split(|byte| *byte == b'\n').nth(source.line as usize - 1).map(<[u8]>::len);
            if line.is_none_or(|length| source.column as usize > length + 1) {
                return Err(format!("{number}: {error}"));
            }
        }
        Ok(())
    });
}

#[test]
fn damaged_modules_give_errors_and_nothing_worse() {
    let count = count_of("LLVM_SPIRV_MUTANTS", MUTANTS);
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
