//! The command line: `llvm-spirv-rs IN [-o OUT]`, `-r` for SPIR-V to LLVM IR, `roundtrip` for two round trips, several
//! files for a batch. Under the name `llvm-spirv` it is the Khronos translator's (`khronos`).

mod arguments;
mod assemble;
mod assembly;
mod batch;
mod completions;
mod dependencies;
mod destination;
pub mod diagnostics;
mod diff;
mod disassemble;
mod explain;
mod extensions;
pub mod first_contact;
mod generate;
mod identity;
mod inspect;
mod inspection;
pub mod io;
mod ir;
mod khronos;
mod kinds;
pub mod launch;
mod missing;
pub mod objects;
mod options;
mod output;
mod passes;
pub mod process;
mod report;
mod response_files;
mod roundtrip;
mod run;
mod snippet;
pub mod specialization;
mod spellings;
mod suggest;
mod threads;
mod translate;
mod usage;
mod validate;
mod verbs;
mod view;
mod written;

pub use khronos::{internal_text, options as khronos_options};

use arguments::Verb;
use diagnostics::Format;
use llvm_spirv::error::Result;
use std::path::Path;
use std::process::ExitCode;

/// The version, with the commit from which the program was built, if known.
pub const VERSION: &str = env!("LLVM_SPIRV_VERSION");

/// Runs the program with the arguments of this process, whose standard output may have been closed from the beginning.
pub fn run(is_output_closed: bool) -> ExitCode {
    if is_output_closed {
        io::output_is_closed();
    }
    process::signals::prepare();
    let given: Vec<_> = std::env::args_os().collect();
    let given = match response_files::expanded(given.iter().cloned()) {
        Ok(given) => given,
        Err(complaint) => {
            return usage::complain(&given, &complaint);
        }
    };
    if let Some((program, given)) = given.split_first()
        && khronos::is_named(Path::new(program))
    {
        return khronos::run(Path::new(program), given);
    }
    if let Some((first, words)) = given.get(1..).and_then(<[_]>::split_first)
        && first == usage::RUN
    {
        return run::run(words);
    }
    let given = spellings::replaced(given);
    let arguments = match usage::parse(&given) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    // Known from here on in the processes that translate, too.
    snippet::is_colored();
    match &arguments.verb {
        Some(Verb::Roundtrip(files)) => ExitCode::from(roundtrip::run(files)),
        Some(Verb::Inspect(inspected)) => exit_code(inspection::run(inspected), inspected.diagnostics()),
        Some(Verb::Validate(validate)) => exit_code(validate::run(validate), validate.diagnostics()),
        Some(Verb::Diff(diff)) => ExitCode::from(diff::run(diff)),
        Some(Verb::Dis(module)) => exit_code(disassemble::run(module), module.diagnostics()),
        Some(Verb::As(text)) => exit_code(assemble::run(text), text.diagnostics()),
        Some(Verb::Ir(ir)) => exit_code(ir::run(ir), ir.diagnostics()),
        Some(Verb::View(view)) => exit_code(view::run(view), view.common.diagnostics),
        // Its words are read before, launch by launch.
        Some(Verb::Run(_)) => run::run(&[]),
        Some(Verb::Generate { what, verb }) => exit_code(generate::run(*what, verb.as_deref()), Format::Text),
        None => exit_code(translate::run(&arguments.translate), arguments.translate.diagnostics()),
    }
}

/// Returns the exit code: 0 for success, 1 for failures. Usage errors give 2 in clap, and so do round trips with
/// unacceptable changes.
fn exit_code(outcome: Result<bool>, diagnostics: Format) -> ExitCode {
    if succeeded(outcome, diagnostics) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reports the error, if there is one; returns whether the program succeeded.
fn succeeded(outcome: Result<bool>, diagnostics: Format) -> bool {
    outcome.unwrap_or_else(|error| {
        diagnostics.error(&error);
        false
    })
}
