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
pub fn run(what: What, verb: Option<&str>) -> Result<bool> {
    if verb.is_some() && what != What::Man {
        return Err(Error::of(Code::CommandLine, "completions are those of all verbs, and one is named"));
    }
    let text = match what {
        What::Man => manual(verb)?,
        What::Bash => completions(Shell::Bash),
        What::Zsh => completions(Shell::Zsh),
        What::Fish => completions(Shell::Fish),
    };
    io::write(io::STREAM, &text, true).map(|()| true)
}

/// Returns the manual page of the program, or that of a verb.
fn manual(verb: Option<&str>) -> Result<Vec<u8>> {
    let mut all = Arguments::command().name(PROGRAM);
    all.build();
    let command = match verb {
        None => all,
        Some(verb) => all.find_subcommand(verb).cloned().ok_or_else(|| {
            let known: Vec<_> = all.get_subcommands().map(clap::Command::get_name).collect();
            Error::of(Code::CommandLine, format!("there is no verb {verb}"))
                .hint(format!("the verbs are {}", known.join(", ")))
        })?,
    };
    let mut text = Vec::new();
    let rendered = clap_mangen::Man::new(command).render(&mut text);
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
        let man = manual(None).unwrap_or_default();
        let texts = [man, completions(Shell::Bash), completions(Shell::Zsh), completions(Shell::Fish)];
        for text in texts.map(|text| String::from_utf8_lossy(&text).replace('\\', "")) {
            assert!(text.contains(PROGRAM) && text.contains("spirv-max-version") && text.contains("roundtrip"));
        }
    }

    #[test]
    fn each_verb_has_a_page() {
        for verb in Arguments::command().get_subcommands() {
            let page = manual(Some(verb.get_name())).unwrap_or_default();
            let page = String::from_utf8_lossy(&page).replace('\\', "");
            let head = page.lines().find(|line| line.starts_with(".TH ")).unwrap_or_default();
            assert!(head.starts_with(&format!(".TH {PROGRAM}-{} 1", verb.get_name())), "{head}");
        }
        assert!(manual(Some("none")).is_err());
    }

    #[test]
    fn values_are_completed() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let text = String::from_utf8_lossy(&completions(shell)).into_owned();
            for word in ["+SPV_KHR_expect_assume", "+all", "vulkan1.3", "opencl3.0", "nonsemantic-shader-200", "1.4"] {
                assert!(text.contains(word), "{shell}: {word}");
            }
        }
    }
}
