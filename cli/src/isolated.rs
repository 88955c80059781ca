//! Translations in processes of their own, so that files on which LLVM crashes are errors like others.
//!
//! LLVM trusts bitcode: its reader follows wild pointers on some damaged files, and what it has read may break rules
//! that all of LLVM relies on. No check can find all of that at less than the price of a reader. So a program (not a
//! library: see [`child`]) lets a copy of itself do the work, and if the copy crashes, says why: the file is damaged
//! where the crash is in LLVM's reader, or where LLVM's verifier objects to the module; otherwise the bug is ours. In:
//! the file and the work to do with it. Out: the code that the work gave, or the error.

use super::io;
use crate::process;
use crate::process::child::{self, Crash, End};
use llvm_spirv::error::{Code, Error, Result};
use llvm_spirv::llvm::guard::{CAN_END_PROCESS, assembly};
use llvm_spirv::llvm::is_bitcode;
use llvm_spirv::{binary, forward};
use std::borrow::Cow;

/// The end of an isolated translation, and its standard error.
#[derive(Debug)]
pub struct Ended {
    /// The code of the work, or the error about the file on which it crashed.
    pub code: Result<u8>,
    /// To be passed on, unless it crashed: then it is of no use to a user.
    pub said: Vec<u8>,
}

/// Runs the work on this file in a process of its own, or in this one if there is no other or no need for it, as for
/// SPIR-V, and for anything where LLVM is not there to crash; the file is then given to the work for good.
pub fn run<'f>(file: impl Into<Cow<'f, [u8]>>, work: impl FnOnce(Cow<'_, [u8]>) -> u8) -> Ended {
    let file = file.into();
    let work = |file: Cow<'_, [u8]>| {
        process::prepare_heap();
        work(file)
    };
    // A process that runs out of memory cannot report that: another one does.
    let is_safe = !CAN_END_PROCESS || binary::header::is_spirv(&file);
    if is_safe && !process::has_limit() {
        return Ended { code: Ok(work(file)), said: Vec::new() };
    }
    match child::start(|| work(Cow::Borrowed(&file))) {
        Ok(child) => child::wait(&mut vec![child]).map_or_else(lost, |(_, end, said)| ended(&file, end, said)),
        Err(work) => Ended { code: Ok(work()), said: Vec::new() },
    }
}

/// Interprets the end of a process.
pub fn ended(file: &[u8], end: End, said: Vec<u8>) -> Ended {
    match end {
        End::Returned(code) => Ended { code: Ok(code), said },
        End::Killed(crash) if !crash.is_fault() => Ended { code: Err(stopped(crash.signal)), said },
        End::Killed(crash) => Ended { code: Err(explained(file, &crash, &said)), said: Vec::new() },
    }
}

fn lost(error: std::io::Error) -> Ended {
    Ended {
        code: Err(Error::of(Code::Ended, format!("the process that translates is lost: {error}"))),
        said: Vec::new(),
    }
}

/// Somebody ended it.
fn stopped(signal: i32) -> Error {
    let error = Error::of(Code::Ended, format!("the translation was ended by signal {signal}"));
    // SIGKILL
    if signal == 9 { error.hint("the system does so where memory runs out") } else { error }
}

/// Returns the error for a crash, with the party at fault.
fn explained(file: &[u8], crash: &Crash, said: &[u8]) -> Error {
    if is_out_of_memory(said) && (crash.is_limited || !crash.reading) {
        return Error::of(Code::Ended, "out of memory")
            .hint("more is needed than there is, or than a limit allows (ulimit -d, ulimit -v)");
    }
    if crash.reading {
        let (kind, code) = if is_bitcode(file) { ("bitcode", Code::Bitcode) } else { ("assembly", Code::Assembly) };
        let crashed =
            || if crash.is_endless() { "LLVM's reader does not come to an end" } else { "LLVM's reader crashes on it" };
        let why = reason(said).unwrap_or_else(crashed);
        return Error::of(code, format!("not readable as LLVM {kind}: {why}")).hint("the file is damaged");
    }
    broken(file).unwrap_or_else(|| {
        Error::of(Code::Internal, format!("the translation crashed with signal {}", crash.signal))
            .hint("please report it, with the file: SECURITY.md says where")
    })
}

/// In whose words ever: of C++, of LLVM, of Rust.
fn is_out_of_memory(said: &[u8]) -> bool {
    let words = [&b"bad_alloc"[..], b"out of memory", b"memory allocation of"];
    words.iter().any(|end| said.windows(end.len()).any(|part| part == *end))
}

/// Returns the reason that LLVM gave before it ended a process.
fn reason(said: &[u8]) -> Option<&str> {
    if is_out_of_memory(said) {
        return Some("LLVM's reader asks for more memory than a file of this size may take");
    }
    let line = said.split(|byte| *byte == b'\n').find_map(|line| line.strip_prefix(b"LLVM ERROR: "))?;
    std::str::from_utf8(line).ok().filter(|line| !line.is_empty())
}

/// Returns the error of LLVM's verifier for the module: bitcode is translated without asking it.
fn broken(file: &[u8]) -> Option<Error> {
    let verify = || {
        let verified = assembly::checked(file, || forward::verify(file));
        verified.as_ref().err().map_or(0, |error| {
            io::say(error.message());
            1
        })
    };
    let (_, end, said) = child::wait(&mut vec![child::start(verify).ok()?]).ok()?;
    match end {
        End::Returned(0) => None,
        End::Returned(_) => Some(Error::of(Code::LlvmVerifier, String::from_utf8_lossy(&said).trim())),
        End::Killed(_) => {
            Some(Error::of(Code::LlvmVerifier, "breaks a rule of LLVM IR: LLVM's verifier crashes on it"))
        }
    }
}
