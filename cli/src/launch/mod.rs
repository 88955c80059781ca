//! `run`: the options of a launch. Both this program, which checks them, and `spirv-runner`, which acts on them, parse
//! them here.
//!
//! ```text
//! words -> launches, at `--then` -> clap -> Launch, whose values are parsed (words.rs)
//! ```

mod words;

pub use words::{Bound, Expected, Place, Printed, Sizes};

use super::arguments::{Arguments, Verb};
use super::diagnostics::Format;
use super::specialization::Setting;
use super::{suggest, usage};
use clap::{Args, Parser};
use llvm_spirv::options::{Environment, Extensions, LlvmVersion, Options, Version};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// The kinds of arguments, for `--help`.
pub const KINDS: &str = "\
Arguments (KIND:VALUE):
  f32:2.0, i32x4:1,2,3,4   a number or vector: i8 to i64, u8 to u64, f16, bf16,
                           f32, f64
  bytes:00ff               a value, two hexadecimal digits a byte
  in:FILE, inout:FILE      a buffer, which inout writes back: raw, or .npy
  out:BYTES[:FILE]         a buffer of zeros, written to a file
  local:BYTES              local memory
  image:FILE:WxH:CHANNELS:TYPE
                           an image, written back (u8, unorm8, f32 and so on);
                           :levels=N, :samples=N and :layers say what else it has
  sampler:WORD,WORD        normalized, clamp_to_edge, repeat, linear and so on
  pipe:FILE:BYTES:PACKETS  a pipe for so many packets of so many bytes; the file
                           has those in it, before and after
--bind, --buffer and --input take a file, or in:, inout:, out: and bytes:.

Examples:
  llvm-spirv-rs run saxpy.spv --global 1024 --arg f32:2.0 --arg in:x.npy \\
      --arg inout:y.npy
  llvm-spirv-rs run histogram.spv --groups 4 --bind 0:0=in.bin \\
      --bind 0:1=out:32 --print u32

Exit codes: 0 all went well, 1 the launch failed or a result is not as expected,
2 the arguments make no sense, or do not fit the kernel";

/// One launch.
#[derive(Args, Clone, Debug)]
pub struct Launch {
    /// A SPIR-V binary; or bitcode or LLVM assembly, which is translated first; `-` is the standard input
    #[arg(value_name = "FILE")]
    pub input: Option<PathBuf>,
    /// Kernel or entry point; not needed where there is but one
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// Work-items in each dimension; vertices and instances; width and height in fragments [default: 1]
    #[arg(long, value_name = "X[,Y[,Z]]")]
    pub global: Option<Sizes>,
    /// Work-items of a group [default: what the kernel requires, or what divides the grid]
    #[arg(long, value_name = "X[,Y[,Z]]")]
    pub local: Option<Sizes>,
    /// Added to global ids [default: 0]
    #[arg(long, value_name = "X[,Y[,Z]]")]
    pub offset: Option<Sizes>,
    /// Work-groups of a shader in each dimension [default: 1]
    #[arg(long, value_name = "X[,Y[,Z]]")]
    pub groups: Option<Sizes>,
    /// The next argument of a kernel, in order
    #[arg(long = "arg", value_name = "KIND:VALUE")]
    pub arguments: Vec<String>,
    /// The contents of set S, binding B of a shader, a file or KIND:VALUE; S:B:N of an array; image:... and sampler:... in
    /// two words for a combined image sampler
    #[arg(long, value_name = "S:B=FILE")]
    pub bind: Vec<Bound>,
    /// The file that gets a binding afterwards; BYTES:FILE for a buffer of zeros
    #[arg(long, value_name = "S:B=FILE")]
    pub out: Vec<Bound>,
    /// The values that each vertex or fragment of the grid reads, one behind the other: in0 for location 0
    #[arg(long = "input", value_name = "NAME=FILE", value_parser = words::named)]
    pub inputs: Vec<(String, String)>,
    /// The file that gets what they write: out0, Position
    #[arg(long = "output", value_name = "NAME=FILE", value_parser = words::named)]
    pub outputs: Vec<(String, String)>,
    /// The next push constants: f32:0.5, u32x2:1,2, bytes:00ff; address:PLACE for 8 bytes
    #[arg(long, value_name = "TYPE:VALUE")]
    pub push: Vec<String>,
    /// A buffer that only addresses lead to: a file, or in:, inout:, out:, bytes:
    #[arg(long = "buffer", value_name = "NAME=FILE", value_parser = words::buffer)]
    pub buffers: Vec<(String, String)>,
    /// 8 bytes at a place are the address of another: push+8=nodes, nodes+16=0:1+32. A place is the number of an argument,
    /// S:B, push or the name of a buffer, and the bytes before it
    #[arg(long = "address", value_name = "AT=PLACE", value_parser = words::addressed)]
    pub addresses: Vec<(Place, Place)>,
    /// Print what buffers hold that the kernel may have changed
    #[arg(long, value_name = "TYPE[:COUNT]")]
    pub print: Vec<Printed>,
    /// Fail unless argument N (S:B, or the name of a buffer) begins with these values
    #[arg(long, value_name = "N:TYPE:V,V")]
    pub expect: Vec<Expected>,
    /// The most by which floats may differ from what is expected [default: 0]
    #[arg(long, value_name = "T")]
    pub tolerance: Option<f64>,
    /// The value of a specialization constant, by its type
    #[arg(long = "spec-const", value_name = "ID=VALUE")]
    pub spec_constants: Vec<Setting>,
    /// Work-items of a sub-group [default: 8]
    #[arg(long = "subgroup-size", alias = "sub-group-size", value_name = "N")]
    pub sub_group: Option<u32>,
    /// Work-groups and work-items in a random order, which shows races
    #[arg(long = "seed-order", value_name = "SEED")]
    pub seed: Option<u64>,
    /// Threads that run work-groups [default: one a core]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Tell of accesses outside of buffers and local memory, of local memory that is read and was not written, and of
    /// barriers that not all come to, with the line where the module has it
    #[arg(long)]
    pub check: bool,
    /// Print the least time of N more launches, which go on with what the buffers hold
    #[arg(long = "time", value_name = "N")]
    pub times: Option<u32>,
    /// End a kernel that takes longer
    #[arg(long, value_name = "SECONDS", value_parser = words::seconds)]
    pub timeout: Option<Duration>,
    /// Begin the options of another launch, in the same memory of the module
    #[arg(long)]
    then: bool,
    /// Give functions and buffers the names of the document on MLIR's dialect, of a module M [default: the file's name]
    #[arg(long, value_name = "mlir[:M]", value_parser = words::document)]
    pub cpu_abi: Option<String>,
    /// LLVM IR that calls __spv__M_<kernel>: its `main` is run; --cpu-abi=mlir is understood
    #[arg(long, value_name = "FILE")]
    pub host: Option<PathBuf>,
    /// Write the cpu form as bitcode, and run nothing; `-` is the standard output
    #[arg(long = "emit-cpu", value_name = "FILE")]
    pub emit: Option<PathBuf>,
    /// With --emit-cpu: write LLVM assembly
    #[arg(long)]
    pub text: bool,
    /// With --emit-cpu: the version of LLVM that is to read what is written
    #[arg(long, value_name = "15..23", default_value_t, value_parser = suggest::llvm_versions(), hide_possible_values = true,
          requires = "emit")]
    pub llvm_version: LlvmVersion,
    /// Run in the program's own process, which the kernel may damage
    #[arg(long)]
    pub here: bool,
    /// The newest version of SPIR-V that the module may have
    #[arg(long, value_name = "1.0..1.6", value_parser = suggest::spirv_versions(), hide_possible_values = true)]
    pub spirv_max_version: Option<Version>,
    /// Extensions that the module may use, from left to right: +SPV_X, -SPV_Y, +all, -all
    #[arg(long, value_name = "+NAME,...", allow_hyphen_values = true, value_parser = suggest::extensions(), hide_possible_values = true)]
    pub spirv_ext: Option<Extensions>,
    /// The environment that LLVM IR is translated for: vulkan1.3 makes shaders of kernels
    #[arg(long, value_name = "NAME", value_parser = suggest::environments(), hide_possible_values = true)]
    pub environment: Option<Environment>,
    /// Format of errors and warnings: sentences, or a JSON object a line
    #[arg(long, value_enum, value_name = "text|json", default_value_t, hide_possible_values = true)]
    pub diagnostics: Format,
}

impl Launch {
    /// Returns the settings for the library.
    pub fn options(&self) -> Options {
        Options {
            max_version: self.spirv_max_version.unwrap_or(Version::V1_6),
            environment: self.environment.clone().unwrap_or_default(),
            extensions: self.spirv_ext.clone().unwrap_or_default(),
            llvm_version: self.llvm_version,
            ..Options::default()
        }
    }
}

/// The argument between two launches.
const THEN: &str = "--then";

/// Parses the arguments behind `run`: launches of one module, with `--then` between them. If they are wrong, or ask for
/// help, prints that and returns the exit code.
pub fn parse(words: &[OsString]) -> Result<Vec<Launch>, ExitCode> {
    let format = usage::format(words);
    let mut launches = Vec::new();
    for words in words.split(|word| word == THEN) {
        let given = ["llvm-spirv-rs", "run"].map(OsString::from).into_iter().chain(words.iter().cloned());
        let parsed = Arguments::try_parse_from(given).map_err(|error| usage::refused(&error, format))?;
        let Some(Verb::Run(launch)) = parsed.verb else { continue };
        launches.push(*launch);
    }
    match launches.as_slice() {
        [first, ..] if first.input.is_none() => Err(usage::hinted(
            format,
            "no file is given",
            "llvm-spirv-rs run kernel.spv ...; run --help shows examples",
        )),
        [_, rest @ ..] if rest.iter().any(|launch| launch.input.is_some()) => {
            let hint = "all launches are of the first one's module";
            Err(usage::hinted(format, "a file is given behind --then", hint))
        }
        _ => Ok(launches),
    }
}
