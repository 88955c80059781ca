//! The flags that verbs share, and their conversion to [`Options`], which is here only.

mod common;
pub mod written;

use super::diagnostics::Format;
use super::passes::Passes;
use super::specialization::Setting;
use super::suggest;
use clap::{Args, ValueEnum};
pub use common::Common;
use llvm_spirv::error::Code;
use llvm_spirv::options::{LlvmVersion, Options};
use llvm_spirv_roundtrip::Style;
use std::io::IsTerminal;
use std::num::NonZero;
use std::path::PathBuf;
use written::Written;

/// The files of a verb.
#[derive(Args, Debug)]
pub struct Files {
    /// SPIR-V binaries, bitcode or LLVM assembly
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Number of files at a time [default: one a core]
    #[arg(short, value_name = "N")]
    pub jobs: Option<NonZero<usize>>,
    /// Exit with code 2 for documented losses, for what promises less, or for any change, too
    #[arg(long, value_enum, value_name = "loss|weaker|change", hide_possible_values = true)]
    pub fail_on: Option<FailOn>,
    /// Show each documented finding with its sentence and examples, not one line for a group
    #[arg(short, long)]
    pub verbose: bool,
    /// Also write a page for a browser, as the verb view does; for one file
    #[arg(long, value_name = "PAGE")]
    pub html: Option<PathBuf>,
    /// Number of examples of each finding, shown with -v and for what is not documented [default: 3]
    #[arg(long, value_name = "N")]
    pub examples: Option<usize>,
    /// Whether the report has colours: where it goes to a terminal and NO_COLOR is not set, always, or never
    #[arg(long, value_enum, value_name = "auto|always|never", default_value_t, hide_possible_values = true)]
    pub color: Colour,
    #[command(flatten)]
    common: Common,
}

/// The file that is inspected.
#[derive(Args, Debug)]
pub struct Inspected {
    /// A SPIR-V binary; or bitcode or LLVM assembly, which is translated first
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    common: Common,
}

/// The differences that make a round trip fail, besides undocumented ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Losses
    Loss,
    /// Losses, and what promises less
    Weaker,
    /// Any change
    Change,
}

/// When a report has colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Wherever it goes
    Always,
    /// Nowhere
    Never,
}

impl Colour {
    /// Returns whether the standard output has colours (<https://no-color.org>).
    pub fn is_wanted(self) -> bool {
        let forbidden = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => std::io::stdout().is_terminal() && !forbidden(),
        }
    }
}

/// The form of LLVM IR that the reverse translation writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Friendly LLVM IR, which comes back to SPIR-V
    #[default]
    Friendly,
    /// For a processor: docs/guide/run.md
    Cpu,
}

/// One translation.
#[derive(Args, Debug)]
pub struct Translate {
    /// Bitcode, LLVM assembly or a SPIR-V module; `-` is the standard input; several are translated on all cores; a folder stands
    /// for the modules in it and in its folders
    #[arg(value_name = "IN", default_value = "-")]
    pub inputs: Vec<PathBuf>,
    /// Where to write; `-` is the standard output [default: IN with the ending of its new kind]
    #[arg(short, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// The folder to write to, made where it is missing; files of several folders keep these below it
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    pub out_dir: Option<PathBuf>,
    /// Number of files translated at a time [default: one a core]
    #[arg(short, value_name = "N", value_parser = jobs)]
    pub jobs: Option<NonZero<usize>>,
    /// Without -o, replace an existing file of another kind, too, and with -r one beside the input
    #[arg(short, long)]
    pub force: bool,
    /// Translate SPIR-V to LLVM IR
    #[arg(short, long, group = "writes_llvm")]
    pub reverse: bool,
    /// Write text: SPIR-V assembly, or LLVM assembly with -r
    #[arg(short = 'S', long)]
    pub text: bool,
    /// The version of LLVM that is to read the LLVM IR that -r or --stop-after writes
    #[arg(long, value_name = "15..23", default_value_t, value_parser = suggest::llvm_versions(), hide_possible_values = true,
          requires = "writes_llvm")]
    pub llvm_version: LlvmVersion,
    /// The form of LLVM IR that -r writes: friendly, or what any processor runs, in which a function runs a work-group
    #[arg(
        long,
        value_enum,
        value_name = "friendly|cpu",
        default_value_t,
        hide_possible_values = true,
        requires = "reverse",
        conflicts_with_all = ["out_dir", "explain"]
    )]
    pub form: Form,
    /// The names of the form for processors, which this implies: those of the document on MLIR's dialect, for a module M
    /// [default: the name of the file]
    #[arg(long, value_name = "mlir[:M]", requires = "reverse", conflicts_with_all = ["out_dir", "explain"])]
    pub cpu_abi: Option<String>,
    /// The value of a specialization constant with -r, by its type: those that are set, and what is computed of them, become
    /// constants
    #[arg(long = "spec-const", value_name = "ID=VALUE", requires = "reverse", conflicts_with = "explain")]
    pub spec_constants: Vec<Setting>,
    /// Say which instruction asks for each capability, extension and for the version; writes no file without -o. With the code of
    /// an error in place of IN, say what it means
    #[arg(long, value_enum, value_name = "text|json", num_args = 0..=1, require_equals = true,
          default_missing_value = "text", hide_possible_values = true)]
    pub explain: Option<Format>,
    /// Say what the SPIR-V module declares about itself; writes no file without -o
    #[arg(long, value_enum, value_name = "text|json", num_args = 0..=1, require_equals = true,
          default_missing_value = "text", hide_possible_values = true)]
    pub spirv_print_report: Option<Format>,
    #[command(flatten)]
    pub passes: Passes,
    #[command(flatten)]
    pub written: Written,
    #[command(flatten)]
    common: Common,
}

fn jobs(text: &str) -> Result<NonZero<usize>, String> {
    let number: usize = text.parse().map_err(|_| "it is no number of files".to_owned())?;
    NonZero::new(number).ok_or_else(|| "no file would ever be translated; without -j it is one a core".to_owned())
}

impl Translate {
    /// Returns the settings for the library.
    pub fn options(&self) -> Options {
        Options { pass_observer: self.passes.observer(), llvm_version: self.llvm_version, ..self.common.options() }
    }

    /// Returns the format of errors and warnings.
    pub fn diagnostics(&self) -> Format {
        self.common.diagnostics
    }

    /// Returns whether a single file is translated: no folder, and not several.
    pub fn is_of_one_file(&self) -> bool {
        matches!(self.inputs.as_slice(), [input] if !input.is_dir())
    }

    /// Returns whether information about the module is requested, not only the module itself.
    pub fn is_inspection(&self) -> bool {
        self.explain.is_some() || self.spirv_print_report.is_some()
    }

    /// Returns the format of `--explain`, if it was given: JSON if errors and warnings are in JSON.
    pub fn explain_format(&self) -> Option<Format> {
        let is_json = self.diagnostics() == Format::Json;
        self.explain.map(|format| if is_json { Format::Json } else { format })
    }

    /// Returns the error code that is given to `--explain` in place of a file.
    pub fn explained_code(&self) -> Option<Code> {
        let [word] = self.inputs.as_slice() else { return None };
        self.explain.filter(|_| !word.exists())?;
        Code::of_text(word.to_str()?)
    }

    /// Returns whether the information about a module is printed as text.
    pub fn is_inspected_as_text(&self) -> bool {
        [self.explain_format(), self.spirv_print_report].contains(&Some(Format::Text))
    }
}

impl Inspected {
    /// Returns the settings for the library.
    pub fn options(&self) -> Options {
        self.common.options()
    }

    /// Returns the format of errors and warnings.
    pub fn diagnostics(&self) -> Format {
        self.common.diagnostics
    }
}

impl Files {
    /// Returns the style of the report; a given number of examples implies details.
    pub fn style(&self) -> Style {
        Style { colour: self.color.is_wanted(), detail: self.verbose || self.examples.is_some() }
    }

    /// Returns the settings for the library.
    pub fn options(&self) -> Options {
        self.common.options()
    }

    /// Returns the format of errors and warnings.
    pub fn diagnostics(&self) -> Format {
        self.common.diagnostics
    }
}
