//! A batch of functions, checked in a process that may crash: translated to SPIR-V and back, validated, run before and
//! after.
//!
//! The process prints a line before each risky step (`step compile before`, `step f3 after`), and one for each function
//! that fails: `fail f3 differs input 2, word 5: ...`. A line `done` ends the output of a process that did not crash.

use crate::builtins;
use crate::jit::{Jit, Oracle};
use crate::llvm;
use crate::program::{self, Chunk, INPUTS, OUT_BYTES};
use llvm_spirv::options::{Extensions, Options, Policy};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use llvm_spirv_testing::with;
use std::fmt::{self, Display, Formatter};
use std::io::Write;

/// The kind of fault of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// LLVM does not read, compile or survive the original: a fault of the generator, or of LLVM.
    Original,
    /// It is not translated to SPIR-V.
    Forward,
    /// The SPIR-V is not valid.
    Invalid,
    /// The SPIR-V is not translated back.
    Reverse,
    /// The resulting function does not compile, or uses something undefined.
    Compile,
    /// The resulting function crashes.
    Crash,
    /// The resulting function computes something else.
    Differs,
    /// A failure to compile or run that does not occur with LLVM's code for another processor or for scalarised
    /// vectors: a fault in LLVM's code generator, not in the translator.
    Oracle,
}

impl Kind {
    const ALL: [Self; 8] = [
        Self::Original,
        Self::Forward,
        Self::Invalid,
        Self::Reverse,
        Self::Compile,
        Self::Crash,
        Self::Differs,
        Self::Oracle,
    ];

    /// Returns whether another code generator of LLVM decides if the failure is LLVM's own.
    pub fn is_of_oracle(self) -> bool {
        matches!(self, Self::Original | Self::Compile | Self::Crash | Self::Differs)
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.to_string() == name)
    }
}

impl Display for Kind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}

type Fault = (Kind, String);

/// The settings for translating and running functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The code generator.
    pub oracle: Oracle,
    /// The mode of translation.
    pub mode: Mode,
}

/// The mode in which functions are translated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mode {
    /// The extensions that the SPIR-V may use.
    pub extensions: Extensions,
    /// True for Khronos mode.
    pub is_khronos: bool,
}

impl Mode {
    fn options(&self) -> Options {
        with(Options::default(), |options| {
            options.extensions = self.extensions.clone();
            options.policy = if self.is_khronos { Policy::khronos() } else { Policy::default() };
        })
    }
}

impl From<Extensions> for Mode {
    fn from(extensions: Extensions) -> Self {
        Self { extensions, is_khronos: false }
    }
}

/// Checks the functions of a text; writes the lines that the parent process reads.
pub fn run(text: &str, settings: &Settings, out: &mut impl Write) -> std::io::Result<()> {
    let chunks = program::read(text);
    let options = settings.mode.options();
    let translate = |chunks: &[Chunk]| translate(chunks, &options);
    let mut good = Vec::new();
    writeln!(out, "step translate")?;
    match translate(&chunks) {
        Ok(back) => good.push((chunks, back)),
        Err(_) => {
            // One spoils it for all: each for itself.
            for chunk in chunks {
                match translate(std::slice::from_ref(&chunk)) {
                    Ok(back) => good.push((vec![chunk], back)),
                    // Under that name, illegal widths and lengths are refused on purpose.
                    Err((Kind::Forward, message)) if settings.mode.is_khronos && is_unsupported(&message) => {}
                    Err(fault) => report(out, &chunk.name, &fault)?,
                }
            }
        }
    }
    for (chunks, back) in good {
        execute(&chunks, &back, settings.oracle, out)?;
    }
    writeln!(out, "done")
}

fn is_unsupported(message: &str) -> bool {
    message.starts_with("unsupported: ")
}

fn report(out: &mut impl Write, name: &str, (kind, message): &Fault) -> std::io::Result<()> {
    writeln!(out, "fail {name} {kind} {}", message.replace('\n', " | "))
}

/// Translates to SPIR-V and back; returns the result in a form that the JIT can run.
fn translate(chunks: &[Chunk], options: &Options) -> Result<String, Fault> {
    let before = program::module(chunks);
    let spirv = llvm_to_spirv(before.as_bytes(), options).map_err(|e| match llvm::readable(&before) {
        Ok(()) => (Kind::Forward, e.to_string()),
        Err(unreadable) => (Kind::Original, unreadable),
    })?;
    validate(&before, spirv.bytes.clone(), options).map_err(|e| (Kind::Invalid, e))?;
    let back = spirv_to_llvm(&spirv.bytes, options, Llvm::Assembly).map_err(|e| (Kind::Reverse, e.to_string()))?;
    builtins::define(&String::from_utf8_lossy(&back.bytes)).map_err(|e| (Kind::Compile, e))
}

/// Runs SPIRV-Tools; if the release does not know an extension, validates the functions without it.
fn validate(assembly: &str, mut spirv: Vec<u8>, options: &Options) -> Result<(), String> {
    let mut options = options.clone();
    loop {
        let Err(complaint) = llvm_spirv_validator::validate(&spirv) else { return Ok(()) };
        let mut unknown = complaint.unknown_extensions();
        unknown.retain(|name| options.extensions.allow(name));
        if unknown.is_empty() {
            return Err(complaint.whole);
        }
        options.extensions = unknown.into_iter().fold(options.extensions, Extensions::without);
        spirv = llvm_to_spirv(assembly.as_bytes(), &options).map_err(|e| e.to_string())?.bytes;
    }
}

fn execute(chunks: &[Chunk], back: &str, oracle: Oracle, out: &mut impl Write) -> std::io::Result<()> {
    let mut all = Vec::new();
    for (side, text, kind) in
        [("before", program::reference(chunks).as_str(), Kind::Original), ("after", back, Kind::Compile)]
    {
        writeln!(out, "step compile {side}")?;
        out.flush()?;
        let jit = match Jit::new(text, oracle) {
            Ok(jit) => jit,
            Err(message) => {
                return chunks.iter().try_for_each(|chunk| report(out, &chunk.name, &(kind, message.clone())));
            }
        };
        let mut results = Vec::new();
        for chunk in chunks {
            writeln!(out, "step {} {side}", chunk.name)?;
            out.flush()?;
            results.push(outputs(&jit, &chunk.name));
        }
        all.push(results);
    }
    let [before, after] = all.as_slice() else { return Ok(()) };
    for ((chunk, before), after) in chunks.iter().zip(before).zip(after) {
        let fault = match (before, after) {
            (Ok(before), Ok(after)) => difference(before, after).map(|text| (Kind::Differs, text)),
            (Err(message), _) => Some((Kind::Original, message.clone())),
            (_, Err(message)) => Some((Kind::Compile, message.clone())),
        };
        if let Some(fault) = fault {
            report(out, &chunk.name, &fault)?;
        }
    }
    Ok(())
}

/// Returns the bytes that a function writes for each input.
fn outputs(jit: &Jit, name: &str) -> Result<Vec<Vec<u8>>, String> {
    let one = |number| {
        let mut output = vec![0; OUT_BYTES];
        jit.call(name, &program::input(number), &mut output)?;
        Ok(output)
    };
    (0..INPUTS).map(one).collect()
}

fn difference(before: &[Vec<u8>], after: &[Vec<u8>]) -> Option<String> {
    let (number, (before, after)) =
        before.iter().zip(after).enumerate().find(|(_, (before, after))| before != after)?;
    let words = before.chunks(8).zip(after.chunks(8)).enumerate();
    let (word, (before, after)) = words.into_iter().find(|(_, (before, after))| before != after)?;
    let hex = |bytes: &[u8]| bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>();
    Some(format!("input {number}, word {word}: {} before, {} after", hex(before), hex(after)))
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn differences_are_named() {
        let (before, mut after) = (vec![vec![0; 24]; 2], vec![vec![0; 24]; 2]);
        assert_eq!(difference(&before, &after), None);
        after[1][9] = 0x2A;
        let text = "input 1, word 1: 0000000000000000 before, 0000000000002a00 after";
        assert_eq!(difference(&before, &after).as_deref(), Some(text));
    }
}
