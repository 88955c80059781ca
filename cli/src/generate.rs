//! `generate`: the manual page, and completions for shells, written from the flags themselves.

use super::io;
use super::options::Arguments;
use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;
use llvm_spirv::error::{Code, Error, Result};

/// The name of the program.
const PROGRAM: &str = "llvm-spirv-rs";

/// The file to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// The manual page, in troff
    Man,
    /// Completions for bash
    Bash,
    /// Completions for zsh
    Zsh,
    /// Completions for fish
    Fish,
}

/// Writes it to the standard output.
///
/// # Errors
/// Where it cannot be written.
pub fn run(what: What) -> Result<bool> {
    let text = match what {
        What::Man => manual()?,
        What::Bash => completions(Shell::Bash),
        What::Zsh => completions(Shell::Zsh),
        What::Fish => completions(Shell::Fish),
    };
    io::write(io::STREAM, &text, true).map(|()| true)
}

fn manual() -> Result<Vec<u8>> {
    let mut text = Vec::new();
    let rendered = clap_mangen::Man::new(Arguments::command().name(PROGRAM)).render(&mut text);
    rendered.map_err(|error| Error::of(Code::Internal, format!("the manual page: {error}")))?;
    Ok(text)
}

fn completions(shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), PROGRAM, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_names_the_program_and_its_flags() {
        let man = manual().unwrap_or_default();
        let texts = [man, completions(Shell::Bash), completions(Shell::Zsh), completions(Shell::Fish)];
        for text in texts.map(|text| String::from_utf8_lossy(&text).replace('\\', "")) {
            assert!(text.contains(PROGRAM) && text.contains("spirv-max-version") && text.contains("roundtrip"));
        }
    }
}
