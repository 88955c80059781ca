//! The translating process: it reports the start and the outcome of each mutant on its standard output, a line each:
//! `begin NUMBER`, then `end NUMBER TIME MEMORY SIZE OUTCOME`; after the last mutant `kept MEMORY`.

use crate::meter::{Cost, measure, resident};
use crate::{Arguments, Kind, seeds};
use llvm_spirv::error::{Code, Error, Kind as Fault};
use llvm_spirv::options::{DebugInfo, Options};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use llvm_spirv_damage::{Random, assembly, bitcode, spirv, structured};
use llvm_spirv_testing::with;
use std::io::{Result, Write};

/// Translates mutants of one kind.
pub fn run(kind: Kind, arguments: &Arguments) -> Result<()> {
    let modules = seeds::read(kind, &arguments.folder, &arguments.only)?;
    let count = arguments.spirv + arguments.assembly + arguments.bitcode + arguments.debug + arguments.shaders;
    let mut out = std::io::stdout().lock();
    // Tables that are made once have been made by then.
    let (first_counted, mut before) = (arguments.first.saturating_add(count / 10), 0);
    for number in arguments.first..arguments.first.saturating_add(count) {
        if number == first_counted {
            before = resident();
        }
        let Some((_, mutant)) = mutant(kind, &modules, arguments.seed, number) else { return Ok(()) };
        writeln!(out, "begin {number}")?;
        out.flush()?;
        let (outcome, cost) = measure(|| translate(kind, &mutant));
        tell(&mut out, number, &mutant, outcome, cost)?;
    }
    writeln!(out, "kept {}", resident().saturating_sub(before))?;
    out.flush()
}

/// Reports the outcome of a mutant.
fn tell(
    out: &mut dyn Write,
    number: u64,
    mutant: &[u8],
    outcome: std::result::Result<(), Error>,
    Cost { time, memory }: Cost,
) -> Result<()> {
    let complaint = outcome.map_or_else(|error| error.to_string().replace('\n', " "), |()| String::new());
    writeln!(out, "end {number} {time} {memory} {} {complaint}", mutant.len())?;
    out.flush()
}

/// The name of a mutant's module, and the mutant.
pub fn mutant(kind: Kind, modules: &[(String, Vec<u8>)], seed: u64, number: u64) -> Option<(&str, Vec<u8>)> {
    let (name, module) = modules.get((number % modules.len().max(1) as u64) as usize)?;
    let mut random = Random::new(seed, number);
    let mutant = match kind {
        Kind::Spirv | Kind::Shaders | Kind::Debug => {
            let words = llvm_spirv_testing::words(module);
            let damage = match kind {
                Kind::Debug => spirv::extended_mutant,
                Kind::Shaders => structured::mutant,
                _ => spirv::mutant,
            };
            damage(&words, &mut random).into_iter().flat_map(u32::to_le_bytes).collect()
        }
        Kind::Assembly => assembly::mutant(&String::from_utf8_lossy(module), &mut random),
        Kind::Bitcode => bitcode::mutant(module, &mut random),
    };
    Some((name, mutant))
}

/// Translates a mutant; an error is expected, but must not be an internal one.
fn translate(kind: Kind, bytes: &[u8]) -> std::result::Result<(), Error> {
    let options = options(bytes);
    let outcome = match kind {
        Kind::Spirv | Kind::Shaders => spirv_to_llvm(bytes, &options, Llvm::Bitcode),
        // What comes back of it goes to SPIR-V, too.
        Kind::Debug => {
            spirv_to_llvm(bytes, &options, Llvm::Bitcode).and_then(|made| llvm_to_spirv(&made.bytes, &options))
        }
        Kind::Assembly | Kind::Bitcode => llvm_to_spirv(bytes, &options),
    };
    match outcome {
        Ok(output) if output.bytes.is_empty() => Err(Error::of(Code::Internal, "nothing was written")),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == Fault::Io => Err(Error::of(Code::Internal, error.to_string())),
        Err(error) => Err(error),
    }
}

/// Returns settings that depend on the size, so that all are tested.
fn options(bytes: &[u8]) -> Options {
    let sets = [DebugInfo::OpenCl100, DebugInfo::NonSemantic100, DebugInfo::NonSemantic200];
    with(llvm_spirv_damage::options(bytes), |options| options.debug_info = sets[bytes.len() / 12 % 3])
}
