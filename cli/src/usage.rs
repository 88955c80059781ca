//! Wrong arguments: the error and the intended command line, as text or as JSON. The exit code is 2.

use super::arguments::Arguments;
use super::diagnostics::Format;
use super::first_contact;
use super::khronos;
use super::verbs::{self, Meant};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use std::cell::LazyCell;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// The verb whose arguments are parsed separately: it has options with the same names as the Khronos translator.
pub const RUN: &str = "run";

/// An error about the arguments, with a hint.
struct Complaint {
    message: String,
    hint: Option<String>,
}

/// Parses the arguments, which begin with the program's name. If they are wrong, or ask for help, returns the exit
/// code.
pub fn parse(given: &[OsString]) -> Result<Arguments, ExitCode> {
    let format = format(given);
    let command: LazyCell<clap::Command> = LazyCell::new(Arguments::command);
    let mut options = given.iter().skip(1).take_while(|word| *word != "--").filter_map(|word| word.to_str());
    if let Some(complaint) = options.find_map(|word| dashes(word, &command)) {
        return Err(say(&complaint, format));
    }
    let parsed = Arguments::try_parse_from(given).map_err(|error| refused(&error, format))?;
    match mistyped(&parsed, given) {
        Some(complaint) => Err(say(&complaint, format)),
        None => Ok(parsed),
    }
}

/// Reports the error of these arguments, and returns the exit code.
pub fn complain(given: &[OsString], message: &str) -> ExitCode {
    say(&Complaint { message: message.to_owned(), hint: None }, format(given))
}

/// Returns the format of errors before the arguments are parsed.
pub fn format(given: &[OsString]) -> Format {
    let is_json = |pair: &[OsString]| pair.iter().eq(["--diagnostics", "json"]);
    let asked = given.iter().any(|word| word == "--diagnostics=json") || given.windows(2).any(is_json);
    if asked { Format::Json } else { Format::Text }
}

/// Prints an error of usage and its hint; returns the exit code.
pub fn hinted(format: Format, message: &str, hint: &str) -> ExitCode {
    say(&Complaint { message: message.to_owned(), hint: Some(hint.to_owned()) }, format)
}

fn say(complaint: &Complaint, format: Format) -> ExitCode {
    format.usage(&complaint.message, complaint.hint.as_deref());
    ExitCode::from(2)
}

/// Returns an error about a flag of this program with one dash, or about a flag of the Khronos translator.
fn dashes(word: &str, command: &LazyCell<clap::Command>) -> Option<Complaint> {
    let rest = word.strip_prefix('-')?;
    let flag = rest.strip_prefix('-').unwrap_or(rest);
    let name = flag.split('=').next().filter(|name| !name.is_empty())?;
    let is_khronos = khronos::has_flag(name);
    let has_one = flag == rest && name.len() > 1;
    // Most arguments are neither, and the list of all takes its time.
    if !(is_khronos || has_one) {
        return None;
    }
    if is_own(name, command) {
        return has_one.then(|| Complaint {
            message: format!("{word}: long options take two dashes"),
            hint: Some(format!("write --{flag}")),
        });
    }
    is_khronos.then(|| Complaint {
        message: format!("{word} is an option of the Khronos translator, not of llvm-spirv-rs"),
        hint: Some(format!(
            "{}; under the name llvm-spirv this program takes all of its options: \
             ln -s $(command -v llvm-spirv-rs) llvm-spirv",
            instead(name)
        )),
    })
}

/// Returns whether this program, or one of its verbs, has a flag with this name.
fn is_own(name: &str, command: &clap::Command) -> bool {
    let arguments = std::iter::once(command).chain(command.get_subcommands()).flat_map(clap::Command::get_arguments);
    let is_named = |own: &clap::Arg| match name.len() {
        1 => own.get_short().is_some_and(|short| name.starts_with(short)),
        _ => own.get_long() == Some(name),
    };
    ["help", "version", "h", "V"].contains(&name) || arguments.into_iter().any(is_named)
}

/// Returns the advice for an option of the Khronos translator that this program lacks.
fn instead(name: &str) -> &'static str {
    match name {
        "spirv-text" | "to-text" | "spirv-tools-dis" => "-S writes SPIR-V as assembly",
        "to-binary" => "the verb as makes a binary of SPIR-V assembly",
        "help-hidden" => "--help shows all options",
        "spirv-preserve-auxdata" | "preserve-ocl-kernel-arg-type-metadata-through-string" => {
            "nothing of that is lost here"
        }
        _ => "nothing here does the same",
    }
}

/// Returns an error if a word in the place of a verb is neither a verb nor a file. Nothing is done with the words
/// behind it.
fn mistyped(arguments: &Arguments, given: &[OsString]) -> Option<Complaint> {
    let is_named = arguments.verb.is_none() && arguments.translate.explained_code().is_none();
    let first = arguments.translate.inputs.first().filter(|_| is_named)?;
    let meant = verbs::meant(first)?;
    let with = |meant: &str| {
        let quoted = |word: &OsString| first_contact::quoted(Path::new(word));
        let words = given.iter().skip(1);
        let words = words.map(|word| if word == first.as_os_str() { meant.to_owned() } else { quoted(word) });
        format!("did you mean: llvm-spirv-rs {}", words.collect::<Vec<_>>().join(" "))
    };
    let hint = match meant {
        Meant::Verb(meant) | Meant::Option(meant) => with(&meant),
        Meant::OneOf(verbs) => format!("the verbs are {}; --help says what they do", verbs.join(", ")),
    };
    let message = format!("there is no file {}, and no verb of that name", first.display());
    Some(Complaint { message, hint: Some(hint) })
}

/// Reports clap's error for the arguments; help and version are no errors.
pub fn refused(error: &clap::Error, format: Format) -> ExitCode {
    let wanted =
        [ErrorKind::DisplayHelp, ErrorKind::DisplayVersion, ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand];
    if format == Format::Text || wanted.contains(&error.kind()) {
        // Nobody is left to tell where that cannot be said.
        let _ = error.print();
        return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
    }
    let text = error.render().to_string();
    let sentence = text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
    let message = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    say(&Complaint { message, hint: Some("llvm-spirv-rs --help shows all options".to_owned()) }, format)
}
