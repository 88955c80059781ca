//! The command line: the translation and the verbs, with the arguments of each.

use super::assemble::Assemble;
use super::diff::Diff;
use super::disassemble::Disassemble;
use super::generate::What;
use super::ir::Ir;
use super::launch::{self, Launch};
use super::options::{Files, Inspected, Translate};
use super::validate::Validate;
use super::view::View;
use clap::{Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  llvm-spirv-rs kernel.bc -o kernel.spv        translate to SPIR-V
  llvm-spirv-rs -r kernel.spv -o back.bc       and back
  llvm-spirv-rs -r kernel.spv -S -o -          show a SPIR-V module as LLVM IR
  clang -target spir64 -emit-llvm -c k.cl -o - | llvm-spirv-rs - -o k.spv
  llvm-spirv-rs --explain kernel.bc            say why it needs what it needs
  llvm-spirv-rs a.bc b.bc --out-dir spv -j 8   translate many files
  llvm-spirv-rs inspect shader.spv             show entry points, bindings and the layout of types
  llvm-spirv-rs as kernel.spvasm -o kernel.spv assemble
  llvm-spirv-rs dis --comment kernel.spv       disassemble
  llvm-spirv-rs view kernel.bc -o kernel.html  look at it in a browser
  llvm-spirv-rs diff before.spv after.spv      show what differs, whatever the ids are
  llvm-spirv-rs ir new.bc --llvm-version=15 -o old.bc
  llvm-spirv-rs roundtrip *.spv                translate there and back twice, and show what changed

@FILE among the arguments stands for the words in that file.
Exit codes: 0 all went well, 1 a file failed, 2 the arguments make no sense, or a round trip changed\nwhat is not documented";

/// Translates between LLVM IR and SPIR-V, both ways.
#[derive(Debug, Parser)]
#[command(version = crate::VERSION, after_help = EXAMPLES, args_conflicts_with_subcommands = true, arg_required_else_help = true, max_term_width = 80)]
pub struct Arguments {
    /// The verb, if the program is not to translate.
    #[command(subcommand)]
    pub verb: Option<Verb>,
    /// The translation.
    #[command(flatten)]
    pub translate: Translate,
}

/// The verbs besides translation.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Translate files there and back twice and show what changed; the exit code is 2 where something did that is not
    /// documented
    Roundtrip(Box<Files>),
    /// Show the interface of a module: entry points, descriptors, push constants, specialization constants, the layout
    /// of types, and which instruction asks for each capability
    Inspect(Box<Inspected>),
    /// Make a SPIR-V binary of SPIR-V assembly, as spirv-as does: docs/guide/assembly.md
    As(Box<Assemble>),
    /// Show the differences of two modules; the exit code is 2 where there are any
    Diff(Box<Diff>),
    /// Write a SPIR-V module as text, as spirv-dis does: docs/guide/assembly.md
    Dis(Box<Disassemble>),
    /// Read, verify and write LLVM IR of any version, without LLVM: docs/reference/ir.md
    Ir(Box<Ir>),
    /// Run a kernel or shader on this processor: starts the program spirv-runner, which is installed apart
    #[command(version, after_help = launch::KINDS, args_override_self = true, arg_required_else_help = true)]
    Run(Box<Launch>),
    /// Ask spirv-val of SPIRV-Tools whether a module is valid, and say where it is not
    Validate(Box<Validate>),
    /// Write a page for a browser with the source, LLVM IR, SPIR-V and what comes back beside each other: docs/guide/view.md
    View(Box<View>),
    /// Write a manual page, or the completions for a shell, to the standard output
    Generate {
        /// Kind of file to write
        #[arg(value_enum)]
        what: What,
        /// The verb whose manual page it is; of all of them without one
        verb: Option<String>,
    },
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use crate::verbs::VERBS;
    use clap::CommandFactory;
    use llvm_spirv::options::Options;

    #[test]
    fn flags_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_list_of_verbs_is_complete() {
        let program = Arguments::command();
        let verbs: Vec<_> = program.get_subcommands().map(clap::Command::get_name).collect();
        assert_eq!(verbs, VERBS);
    }

    /// Checks that the settings by name, for hosts in other languages, cover every flag that all verbs share.
    #[test]
    fn flags_of_all_verbs_are_settings() {
        let program = Arguments::command();
        let verb = program.find_subcommand("inspect").expect("a verb");
        let own = ["json", "diagnostics", "help"];
        let flags = || verb.get_arguments().filter_map(|flag| Some((flag.get_long()?, flag)));
        assert!(flags().count() > 15);
        for (name, flag) in flags().filter(|(name, _)| !own.contains(name)) {
            assert!(Options::settings().iter().any(|setting| setting.name() == name), "{name} is no setting");
            for value in flag.get_possible_values() {
                assert_eq!(Options::default().set(name, value.get_name()), Ok(()));
            }
        }
    }
}
