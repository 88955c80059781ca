//! `generate`: manual pages, completions for shells and the list of verbs, written from the definitions of the flags.

use super::arguments::Arguments;
use super::completions::script;
use super::io;
use super::verbs::VERBS;
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
    /// The names of all verbs, a line each
    Verbs,
}

/// Writes the requested text to the standard output.
///
/// # Errors
///
/// If it cannot be written.
pub fn run(what: What, verb: Option<&str>) -> Result<bool> {
    if verb.is_some() && what != What::Man {
        return Err(Error::of(Code::CommandLine, "a verb is named, and only a manual page is that of one verb"));
    }
    let text = match what {
        What::Man => manual(verb)?,
        What::Bash => script(Shell::Bash, PROGRAM)?.into_bytes(),
        What::Zsh => script(Shell::Zsh, PROGRAM)?.into_bytes(),
        What::Fish => script(Shell::Fish, PROGRAM)?.into_bytes(),
        What::Verbs => verbs(),
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

/// Returns the names of the verbs, each with a line break.
fn verbs() -> Vec<u8> {
    VERBS.iter().flat_map(|verb| format!("{verb}\n").into_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_names_the_program_and_its_flags() {
        let man = String::from_utf8_lossy(&manual(None).unwrap_or_default()).replace('\\', "");
        let scripts = [Shell::Bash, Shell::Zsh, Shell::Fish].map(|shell| script(shell, PROGRAM).unwrap_or_default());
        for text in scripts.into_iter().chain([man]) {
            assert!(text.contains(PROGRAM) && text.contains("spirv-max-version") && text.contains("roundtrip"));
        }
    }

    #[test]
    fn each_verb_has_a_page() {
        let listed = String::from_utf8_lossy(&verbs()).into_owned();
        assert!(
            ["view", "roundtrip", "generate"].iter().all(|verb| listed.lines().any(|line| line == *verb)),
            "{listed}"
        );
        for verb in listed.lines() {
            let page = manual(Some(verb)).unwrap_or_default();
            let page = String::from_utf8_lossy(&page).replace('\\', "");
            let head = page.lines().find(|line| line.starts_with(".TH ")).unwrap_or_default();
            assert!(head.starts_with(&format!(".TH {PROGRAM}-{verb} 1")), "{head}");
        }
        assert!(manual(Some("none")).is_err());
    }

    #[test]
    fn values_are_completed() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let text = script(shell, PROGRAM).unwrap_or_default();
            for word in ["+SPV_KHR_expect_assume", "+all", "vulkan1.3", "opencl3.0", "nonsemantic-shader-200", "1.4"] {
                assert!(text.contains(word), "{shell}: {word}");
            }
        }
    }
}
