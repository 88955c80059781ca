//! The way from a file to the text that is compared.

use super::case::{Case, Run, Verb};
use super::shown;
use crate::support;
use llvm_spirv::binary::write;
use llvm_spirv::error::{Code, Error};
use llvm_spirv::options::{Options, Policy};
use llvm_spirv::{Llvm, Output, llvm_to_spirv, regularize, spirv_to_llvm};
use llvm_spirv_roundtrip::RoundTrips;
use std::fmt::Write;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns the text that a run gives. The run also checks everything else that must hold, such as that LLVM's verifier
/// accepts the module after each pass.
pub fn run(case: &Case, run: &Run) -> Result<String, String> {
    let watch = support::Watch::default();
    let text = given(case, run, &watch.over(&run.options))?;
    watch.check().map(|()| text)
}

fn given(case: &Case, run: &Run, options: &Options) -> Result<String, String> {
    let input = input(case, run)?;
    if run.fails {
        return match translate(run.verb, &input, options) {
            Ok(_) => Err("it must fail, but does not".to_owned()),
            Err(error) => refusal(&error),
        };
    }
    let output = translate(run.verb, &input, options).map_err(|e| e.to_string())?;
    let mut out = String::new();
    for warning in &output.warnings {
        let _ = writeln!(out, "; warning: {warning}");
    }
    out.push_str(&shown(case, &output.bytes)?);
    if is_spirv(&output.bytes) {
        case.validate(&output.bytes).map_err(|e| format!("invalid: {e}{out}"))?;
    }
    if case.is_one_way || run.verb == Verb::Regularize {
        Ok(out)
    } else {
        round_trips(case, &input, options).map(|()| out)
    }
}

/// Returns the text of all errors; an error must have a code that names its class.
fn refusal(error: &Error) -> Result<String, String> {
    const OPEN: [Code; 5] =
        [Code::Invalid, Code::Unsupported, Code::SpirvInvalid, Code::SpirvUnsupported, Code::Internal];
    let mut out = String::new();
    for one in error.all() {
        if OPEN.contains(&one.code()) {
            return Err(format!("it has no code of its own: {one}"));
        }
        let _ = writeln!(out, "{one}");
    }
    Ok(out)
}

fn is_spirv(bytes: &[u8]) -> bool {
    llvm_spirv::binary::header::is_spirv(bytes)
}

fn shown(case: &Case, bytes: &[u8]) -> Result<String, String> {
    if is_spirv(bytes) {
        return shown::assembly(bytes);
    }
    let module = String::from_utf8(bytes.to_vec()).map_err(|e| e.to_string())?;
    Ok(if case.whole { module } else { shown::functions(&module) })
}

/// Returns the input of the translator: the file unchanged, assembled, or compiled.
fn input(case: &Case, run: &Run) -> Result<Vec<u8>, String> {
    let kind = case.path.extension().and_then(|e| e.to_str()).unwrap_or_default();
    match (kind, run.made_by.as_slice()) {
        ("ll", []) => Ok(case.text.clone().into_bytes()),
        ("spvasm", []) => assemble(case),
        ("spvasm", [by]) if by == "typed" => typed(case),
        ("cl", [target, level]) => support::compile(&case.path, target, level),
        _ => Err(format!("no way to make the input: {:?}", run.made_by)),
    }
}

fn assemble(case: &Case) -> Result<Vec<u8>, String> {
    let mut command = Command::new("spirv-as");
    command.args(["--preserve-numeric-ids", "--target-env", &case.env, "-o", "-", "-"]);
    let bytes = support::run(&mut command, case.text.as_bytes())?;
    case.validate(&bytes).map_err(|e| format!("the input is invalid: {e}"))?;
    Ok(bytes)
}

/// Returns bitcode as LLVM 15 wrote it, with typed pointers.
fn typed(case: &Case) -> Result<Vec<u8>, String> {
    // Runs of a file go side by side.
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let spirv = support::scratch().join(format!("typed.{}.spv", NUMBER.fetch_add(1, Ordering::Relaxed)));
    std::fs::write(&spirv, assemble(case)?).map_err(|e| e.to_string())?;
    support::run(Command::new("llvm-spirv-15").args(["-r", "-o", "-"]).arg(spirv), b"")
}

fn translate(verb: Verb, input: &[u8], options: &Options) -> Result<Output, Error> {
    let forward = |bytes: &[u8]| llvm_to_spirv(bytes, options);
    let reverse = |bytes: &[u8]| spirv_to_llvm(bytes, options, Llvm::Assembly);
    match verb {
        Verb::Forward => forward(input),
        Verb::Reverse => reverse(input),
        Verb::Roundtrip if is_spirv(input) => forward(&reverse(input)?.bytes),
        Verb::Roundtrip => reverse(&forward(input)?.bytes),
        Verb::Regularize => regularize(input, options, Llvm::Assembly, None),
    }
}

/// Makes two round trips and checks them: the output of the first is valid and loses only what is documented, and the
/// second gives the same words.
fn round_trips(case: &Case, input: &[u8], options: &Options) -> Result<(), String> {
    let trips: RoundTrips =
        llvm_spirv_roundtrip::round_trips(input, options).map_err(|e| format!("round trips: {e}"))?;
    case.validate(&write::bytes(&trips.first)).map_err(|e| format!("invalid after a round trip: {e}"))?;
    if options.policy == Policy::khronos_of(options.llvm_version) || case.loses {
        // What the Khronos translator loses is its own list.
        return if trips.first == trips.second { Ok(()) } else { Err("the second round trip differs".to_owned()) };
    }
    support::check_report(&trips)
}
