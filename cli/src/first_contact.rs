//! Messages for a file of an unexpected kind, or a name that is no file: its kind, and the command that helps.

use super::kinds::Kind;
use super::verbs::{self, Meant};
use super::{assembly, io};
use llvm_spirv::error::{Code, Error, Result};
use std::borrow::Cow;
use std::io::{ErrorKind, IsTerminal};
use std::path::Path;

/// Reads a file or the standard input, which must be of a kind that can be translated.
pub fn read(input: &Path) -> Result<Vec<u8>> {
    read_for(None, input)
}

/// Reads a file for a verb, whose name appears in the hints in place of translation. For SPIR-V assembly, returns the
/// binary.
pub fn read_for(verb: Option<&str>, input: &Path) -> Result<Vec<u8>> {
    module(read_text(input)?.into(), verb, input).map(Cow::into_owned)
}

/// Checks that the bytes of a file are of a kind that can be translated, and returns them. For SPIR-V assembly, returns
/// the binary.
pub fn module<'b>(bytes: Cow<'b, [u8]>, verb: Option<&str>, input: &Path) -> Result<Cow<'b, [u8]>> {
    if is_spirv_assembly(&bytes, input) {
        return assembly::module(&bytes, input).map(Cow::Owned);
    }
    check(&bytes, input, verb)?;
    Ok(bytes)
}

/// Returns whether a file is SPIR-V assembly: by its beginning, or by its ending if it is no other known kind.
fn is_spirv_assembly(bytes: &[u8], input: &Path) -> bool {
    let is_named = || input.extension().is_some_and(|ending| ending == "spvasm");
    match Kind::of(bytes) {
        Kind::SpirvAssembly => true,
        Kind::Assembly | Kind::Unknown => is_named(),
        _ => false,
    }
}

/// Reads a file of any kind.
pub fn read_text(input: &Path) -> Result<Vec<u8>> {
    if io::is_stream(input) && std::io::stdin().is_terminal() {
        return Err(Error::of(Code::CommandLine, "the standard input is a terminal, where no module can be typed")
            .hint("name a file, or put a command in front: clang ... -o - | llvm-spirv-rs - -o k.spv"));
    }
    io::read(input).map_err(|error| helped(error, input))
}

/// Returns the error for a name that cannot be read, with a hint at the intended name or command.
fn helped(error: Error, input: &Path) -> Error {
    match std::fs::metadata(input) {
        Ok(file) if file.is_dir() => error.hint(format!(
            "it is a folder, whose modules are translated so: llvm-spirv-rs {} --out-dir spv",
            quoted(input)
        )),
        Err(cause) if cause.kind() == ErrorKind::NotFound => match verbs::meant(input) {
            Some(Meant::Verb(verb)) => error.hint(format!("for the verb write: llvm-spirv-rs {verb} FILE")),
            _ => error,
        },
        _ => error,
    }
}

/// Returns an error if the file is of another kind.
fn check(bytes: &[u8], input: &Path, verb: Option<&str>) -> Result<()> {
    let kind = Kind::of(bytes);
    let is = |hint: String| {
        let wrong = format!("this is {}, neither LLVM IR nor a SPIR-V binary", kind.name());
        Err(Error::of(Code::OtherInput, wrong).hint(hint))
    };
    let (file, spv) = (named(input, "cl"), quoted(&of_ending(input, "spv")));
    let bitcode = quoted(&of_ending(input, "bc"));
    let then = match verb {
        Some(verb) => format!("llvm-spirv-rs {verb} {bitcode}"),
        None => format!("llvm-spirv-rs {bitcode} -o {spv}"),
    };
    match kind {
        Kind::Spirv | Kind::Bitcode | Kind::Assembly | Kind::SpirvAssembly => Ok(()),
        Kind::Unknown if is_text(bytes) => Ok(()),
        Kind::Empty if io::is_stream(input) => Err(Error::of(Code::OtherInput, "the standard input is empty")
            .hint("the command in front of the pipe failed, perhaps, or wrote to a file: clang needs -o -")),
        Kind::Empty => Err(Error::of(Code::OtherInput, "the file is empty")
            .hint("the command that should have filled it failed, perhaps")),
        Kind::OpenClC => is(format!(
            "clang -target spir64 -cl-std=CL2.0 -O2 -emit-llvm -c {file} -o {bitcode} compiles it, then: {then}"
        )),
        Kind::C => is(format!("clang -target spirv64 -O2 -emit-llvm -c {file} -o {bitcode} compiles it, then: {then}")),
        Kind::InternalText => {
            let file = named(input, "spt");
            is(format!(
                "the program under the name llvm-spirv makes a binary of it: ln -s $(command -v llvm-spirv-rs) llvm-spirv; \
                 ./llvm-spirv --to-binary {file} -o {spv}"
            ))
        }
        Kind::Other(_, hint) => is(hint.replace("{}", &file)),
        Kind::Unknown => Err(Error::of(Code::OtherInput, "this is neither LLVM IR nor a SPIR-V binary")
            .hint("bitcode begins with the letters BC, SPIR-V with the bytes 03 02 23 07; `file` may know what it is")),
    }
}

/// Returns whether the beginning consists of text characters.
fn is_text(bytes: &[u8]) -> bool {
    let start = bytes.get(..512).unwrap_or(bytes);
    start.iter().all(|byte| !byte.is_ascii_control() || byte.is_ascii_whitespace() || *byte == 0x1B)
}

/// Returns the input as an argument of a command.
fn named(input: &Path, ending: &str) -> String {
    if io::is_stream(input) { format!("kernel.{ending}") } else { quoted(input) }
}

fn of_ending(input: &Path, ending: &str) -> std::path::PathBuf {
    if io::is_stream(input) { format!("kernel.{ending}").into() } else { input.with_extension(ending) }
}

/// Returns a name quoted for a shell.
pub fn quoted(name: &Path) -> String {
    let name = name.to_string_lossy();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._/+-=,@:".contains(c);
    if name.chars().all(is_plain) { name.into_owned() } else { format!("'{}'", name.replace('\'', r"'\''")) }
}
