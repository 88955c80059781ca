//! Completions for shells: those of clap, corrected for a program that accepts files or verbs.
//!
//! Clap counts the files in front of the verb, which zsh then never finds. It also uses fish's `argparse`, which fails
//! while the value of a flag is being typed, and mistakes a file for a verb.

use super::arguments::Arguments;
use clap::CommandFactory;
use clap_complete::Shell;
use llvm_spirv::error::{Code, Error, Result};

/// The marks around the lines of the zsh script that declare the arguments of the program: the name of the first, and
/// the text behind the last.
const ZSH_WORDS: [&str; 2] = ["'::inputs", "&& ret=0"];

/// The marks around the function of the fish script that looks for a verb, together with the function that it uses.
const FISH_VERB: [&str; 2] = ["# Print an optspec", "function __fish_llvm_spirv_rs_using_subcommand"];

/// Returns the completions of a program for a shell.
///
/// # Errors
///
/// `Internal` if the script of clap has another form.
pub fn script(shell: Shell, program: &str) -> Result<String> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), program, &mut text);
    let text = String::from_utf8_lossy(&text).into_owned();
    match shell {
        Shell::Zsh => zsh(&text),
        Shell::Fish => fish(&text),
        _ => Ok(text),
    }
}

/// Returns the names of all verbs, `help` included.
fn verbs() -> Vec<String> {
    let mut all = Arguments::command();
    all.build();
    all.get_subcommands().map(|verb| verb.get_name().to_owned()).collect()
}

/// Returns the zsh script, changed so that the arguments of the program depend on whether one of them is a verb.
fn zsh(text: &str) -> Result<String> {
    let text = replace_between(text, ZSH_WORDS, "\"${rest[@]}\" \\\n")?.replace("$line[2]", "$line[1]");
    let rest = format!(
        "    local -a rest
    if (( ${{words[(I)({})]}} )); then
        rest=(\":: :_llvm-spirv-rs_commands\" \"*::: :->llvm-spirv-rs\")
    else
        rest=(\"1: :_llvm-spirv-rs_first\" \"*:input:_files\")
    fi
",
        verbs().join("|")
    );
    let first = "(( $+functions[_llvm-spirv-rs_first] )) ||
_llvm-spirv-rs_first() {
    _alternative 'commands: :_llvm-spirv-rs_commands' 'files:input:_files'
}
";
    let text = insert_before(&text, "    _arguments \"${_arguments_options[@]}\"", &rest)?;
    insert_before(&text, "(( $+functions[_llvm-spirv-rs_commands] ))", first)
}

/// Returns the fish script with a function that finds a verb among any arguments.
fn fish(text: &str) -> Result<String> {
    let function = format!(
        "# Succeeds where no verb is among the words; prints the verb otherwise.
function __fish_llvm_spirv_rs_needs_command
    set -l words (commandline -opc)
    for word in $words[2..]
        if contains -- $word {}
            echo $word
            return 1
        end
    end
    return 0
end

",
        verbs().join(" ")
    );
    replace_between(text, FISH_VERB, &function)
}

/// Replaces the text from one mark up to another.
fn replace_between(text: &str, [from, to]: [&str; 2], new: &str) -> Result<String> {
    let (before, rest) = text.split_once(from).ok_or_else(|| absent(from))?;
    let (_, after) = rest.split_once(to).ok_or_else(|| absent(to))?;
    Ok([before, new, to, after].concat())
}

/// Inserts a text in front of a mark.
fn insert_before(text: &str, mark: &str, new: &str) -> Result<String> {
    let (before, after) = text.split_once(mark).ok_or_else(|| absent(mark))?;
    Ok([before, new, mark, after].concat())
}

fn absent(mark: &str) -> Error {
    Error::of(Code::Internal, format!("the completions of clap have no `{mark}`"))
}
