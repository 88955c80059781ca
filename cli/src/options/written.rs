//! The flags about the files that a translation writes, for calls from make, ninja and scripts.

use clap::Args;
use std::path::PathBuf;

/// The flags about outputs and warnings.
#[derive(Args, Debug)]
pub struct Written {
    /// With --out-dir, skip each file whose input, options and version are those of the last run, and whose output is
    /// unchanged since
    #[arg(long, requires = "out_dir", conflicts_with = "output")]
    pub skip_existing: bool,
    /// Leave an output alone whose bytes would not change, so that it keeps its time: for restat of ninja
    #[arg(long)]
    pub keep_unchanged: bool,
    /// Write a rule for make or ninja that names the input of the output; -MD
    #[arg(long)]
    pub write_dependencies: bool,
    /// File of that rule, which this implies; -MF [default: OUT with the ending .d]
    #[arg(long, value_name = "FILE", conflicts_with = "out_dir")]
    pub dependency_file: Option<PathBuf>,
    /// Target of that rule, which this implies; -MT [default: OUT]
    #[arg(long, value_name = "NAME", conflicts_with = "out_dir")]
    pub dependency_target: Option<String>,
    /// Fail where there is a warning, and write no file; -Werror
    #[arg(long)]
    pub warnings_as_errors: bool,
    /// Show no warnings
    #[arg(short = 'w', long, conflicts_with = "warnings_as_errors")]
    pub no_warnings: bool,
}

impl Written {
    /// Returns whether a rule for make or ninja is written.
    pub fn has_dependencies(&self) -> bool {
        self.write_dependencies || self.dependency_file.is_some() || self.dependency_target.is_some()
    }
}
