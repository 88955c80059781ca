//! The inputs of the translations: SPIR-V modules, and the bitcode that each translator makes from them.

use crate::measure;
use std::ffi::OsStr;
use std::io::Result;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Debian's largest SPIR-V module.
const LIBCLC: &str = "/usr/lib/clc/spirv64-mesa3d-.spv";
/// The module with one kernel.
pub const KERNEL: &str = "roundtrip-corpus/demo/saxpy.cl";
/// The reference translator.
const THEIRS: &str = "llvm-spirv-15";

/// The programs that are compared.
pub struct Tools {
    /// This project's translator.
    pub ours: PathBuf,
    /// The reference translator, if installed.
    pub theirs: Option<PathBuf>,
    /// This program, which measures the work of LLVM that no translator can avoid.
    pub floor: PathBuf,
}

impl Tools {
    /// Finds the programs.
    pub fn new(ours: PathBuf) -> Result<Self> {
        let version = Command::new(THEIRS).arg("--version").stdout(Stdio::null()).status();
        let theirs = version.is_ok_and(|status| status.success()).then(|| THEIRS.into());
        Ok(Self { ours, theirs, floor: std::env::current_exe()? })
    }

    /// Uses memory once ([`measure::use_memory`]).
    pub fn use_memory(&self) {
        // Without it the figures are worse.
        let _ = measure::run(self.floor.as_os_str(), &[OsStr::new("use-memory")]);
    }
}

/// A module in all input forms.
pub struct Input {
    /// The SPIR-V module, which both translators translate back.
    pub spirv: PathBuf,
    /// The bitcode that this project's translator made from it, and reads.
    pub ours: PathBuf,
    /// The bitcode that the Khronos translator made from it, and reads; `None` if it failed or is not installed.
    pub theirs: Option<PathBuf>,
}

/// Runs a command; prints its error output if it fails.
pub fn succeeds(command: &mut Command) -> bool {
    let Ok(output) = command.stdin(Stdio::null()).output() else { return false };
    let complaint = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        eprintln!("{command:?} failed: {}", complaint.lines().find(|line| !line.is_empty()).unwrap_or_default());
    }
    output.status.success()
}

/// Makes inputs in a folder.
pub struct Maker<'a> {
    tools: &'a Tools,
    folder: &'a Path,
}

impl<'a> Maker<'a> {
    /// Creates a maker for inputs in `folder`.
    pub fn new(tools: &'a Tools, folder: &'a Path) -> Self {
        Self { tools, folder }
    }

    /// Returns the input for a SPIR-V module, translated back by both; `None` if this project's translator fails.
    fn reversed(&self, spirv: &Path, name: &str) -> Option<Input> {
        let back = |tool: &OsStr, ending: &str| {
            let bitcode = self.folder.join(format!("{name}.{ending}.bc"));
            succeeds(Command::new(tool).arg("-r").arg(spirv).arg("-o").arg(&bitcode)).then_some(bitcode)
        };
        let ours = back(self.tools.ours.as_os_str(), "ours")?;
        let theirs = self.tools.theirs.as_ref().and_then(|tool| back(tool.as_os_str(), "theirs"));
        Some(Input { spirv: spirv.to_owned(), ours, theirs })
    }

    /// Returns the input for bitcode of LLVM 22, translated to SPIR-V by this project's translator.
    fn there_and_back(&self, bitcode: &Path, name: &str) -> Option<Input> {
        let spirv = self.folder.join(format!("{name}.spv"));
        let done = succeeds(Command::new(&self.tools.ours).arg(bitcode).arg("-o").arg(&spirv));
        done.then(|| self.reversed(&spirv, name)).flatten()
    }

    /// Returns the input for libclc, if installed.
    pub fn libclc(&self) -> Vec<Input> {
        let there = Path::new(LIBCLC).exists();
        there.then(|| self.reversed(Path::new(LIBCLC), "libclc")).flatten().into_iter().collect()
    }

    /// Returns an input with debug information: a separate location and a variable for each instruction, as LLVM's pass
    /// `debugify` makes them.
    pub fn described(&self, plain: &Input) -> Option<Input> {
        let described = self.folder.join("described.bc");
        let mut opt = Command::new("opt-22");
        opt.arg("-passes=debugify").arg(&plain.ours).arg("-o").arg(&described);
        succeeds(&mut opt).then(|| self.there_and_back(&described, "described")).flatten()
    }

    /// Returns the input for a generated module with this number of instructions.
    pub fn generated(&self, instructions: usize) -> Vec<Input> {
        let name = format!("generated{instructions}");
        let bitcode = self.folder.join(format!("{name}.bc"));
        let count = instructions.to_string();
        // In a process of its own: the memory of this one is a lower bound of what it sees of its children.
        let done = succeeds(Command::new(&self.tools.floor).args(["generate", &count]).arg(&bitcode));
        done.then(|| self.there_and_back(&bitcode, &name)).flatten().into_iter().collect()
    }

    /// Returns the input for a program in OpenCL C.
    pub fn program(&self, source: &Path) -> Option<Input> {
        let text = std::fs::read_to_string(source).ok()?;
        let options = text.lines().next().and_then(|line| line.strip_prefix("// options:")).unwrap_or_default();
        let name = source.with_extension("").to_string_lossy().replace('/', ".");
        let bitcode = self.folder.join(format!("{name}.bc"));
        let mut clang = Command::new("clang-22");
        clang.args(["-target", "spir64", "-cl-std=CL3.0"]).args(options.split_whitespace());
        clang.args(["-O2", "-Xclang", "-finclude-default-header", "-emit-llvm", "-c", "-o"]).arg(&bitcode);
        succeeds(clang.arg(source)).then(|| self.there_and_back(&bitcode, &name)).flatten()
    }

    /// Returns the programs of the corpus that both translators accept, and the number of all programs.
    pub fn corpus(&self) -> Result<(Vec<Input>, usize)> {
        let mut sources = Vec::new();
        collect(Path::new("roundtrip-corpus"), &mut sources)?;
        sources.sort();
        let wanted = |input: &Input| self.tools.theirs.is_none() || input.theirs.is_some();
        let inputs = sources.iter().filter_map(|source| self.program(source)).filter(wanted).collect();
        Ok((inputs, sources.len()))
    }
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else if path.extension().is_some_and(|e| e == "cl") {
            found.push(path);
        }
    }
    Ok(())
}

/// Writes a generated module as bitcode.
pub fn generate(instructions: usize, output: &str) -> Result<()> {
    std::fs::write(output, bitcode(&llvm_spirv_benches::module(instructions))?)
}

/// Returns a module as bitcode.
pub fn bitcode(text: &str) -> Result<Vec<u8>> {
    let module = llvm_ir::parse(text.as_bytes()).map_err(std::io::Error::other)?;
    if let Some(fault) = llvm_ir::verify(&module).into_iter().next() {
        return Err(std::io::Error::other(fault));
    }
    llvm_ir::write(&module, &llvm_ir::WriteOptions::default()).map_err(std::io::Error::other)
}
