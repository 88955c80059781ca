//! Cases, compiled and run in several ways, with results compared with those of the host.

use super::{GROUPS, SUBGROUP, build, text, words};
use crate::gpu::{self, Gpu};
use crate::setup;
use crate::variants::{self, Level};
use llvm_spirv::options::Options;
use spirv_runner::{Argument, Grid, Program, launch};
use std::io::{Error, Result};
use std::path::Path;
use std::process::Command;

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The number of the case.
    pub case: u64,
    /// The ways whose results differ from the host's, with the fault.
    pub failures: Vec<String>,
    /// True if Lavapipe ran the case with the same result, false if with another one; `None` if it did not run.
    pub device: Option<bool>,
}

/// A search for cases that fail.
pub struct Search<'s> {
    /// A folder for modules.
    pub folder: &'s Path,
    /// The seed of the cases.
    pub seed: u64,
    /// The device, if any.
    pub device: Option<Gpu>,
}

impl Search<'_> {
    /// Runs a case.
    ///
    /// # Errors
    /// Files that cannot be written, and GLSL that is not compiled.
    pub fn case(&self, case: u64) -> Result<Outcome> {
        let program = build::program(self.seed, case);
        let wanted: Vec<u8> = words(&program).into_iter().flat_map(u32::to_le_bytes).collect();
        let module = compiled(self.folder, case, &text::shader(&program))?;
        let mut failures = Vec::new();
        let mut run = |way: &str, bytes: &[u8]| {
            for seed in [None, Some(case)] {
                let found = ran(bytes, wanted.len(), program.size, seed);
                let order = if seed.is_some() { ", out of order" } else { "" };
                match found {
                    Ok(found) if found == wanted => {}
                    Ok(found) => failures.push(format!("{way}{order}: {}", difference(&wanted, &found))),
                    Err(error) => failures.push(format!("{way}{order}: {error}")),
                }
            }
        };
        run("plain", &module);
        match back(&module) {
            Ok(bytes) => run("back", &bytes),
            Err(error) => failures.push(format!("back: {error}")),
        }
        let device = match &self.device {
            Some(device) if !program.has_divergent_loop => Some(on_device(device, &module, &wanted)?),
            _ => None,
        };
        Ok(Outcome { case, failures, device })
    }
}

fn compiled(folder: &Path, case: u64, text: &str) -> Result<Vec<u8>> {
    let (from, to) = (folder.join(format!("{case}.comp")), folder.join(format!("{case}.spv")));
    std::fs::write(&from, text)?;
    let output = Command::new("glslangValidator")
        .args(["-V", "--target-env", "vulkan1.3", "-o"])
        .arg(&to)
        .arg(&from)
        .output()?;
    if !output.status.success() {
        return Err(Error::other(format!("case {case}: {}", String::from_utf8_lossy(&output.stdout))));
    }
    let bytes = std::fs::read(&to)?;
    std::fs::remove_file(from)?;
    std::fs::remove_file(to)?;
    Ok(bytes)
}

/// Translates a module to LLVM IR and back.
fn back(module: &[u8]) -> std::result::Result<Vec<u8>, String> {
    let bytes = variants::back(&variants::bitcode(module)?, Level::Plain)?;
    variants::validate(&bytes).map(|()| bytes)
}

/// Runs a module on the runner; returns the contents of its buffer.
fn ran(module: &[u8], length: usize, size: usize, seed: Option<u64>) -> std::result::Result<Vec<u8>, String> {
    let program = Program::new(module, &Options::default()).map_err(|error| error.to_string())?;
    let line = Grid::line((size * GROUPS) as u64, size as u64);
    let grid = Grid { sub_group: SUBGROUP as u32, seed, threads: 1, ..line };
    let mut arguments = [Argument::Buffers(vec![vec![0; length]])];
    launch(&program, "main", &grid, &mut arguments).map_err(|error| error.to_string())?;
    match arguments {
        [Argument::Buffers(buffers)] => Ok(buffers.concat()),
        _ => Err("no buffers".to_owned()),
    }
}

fn on_device(device: &Gpu, module: &[u8], wanted: &[u8]) -> Result<bool> {
    let failed = |text: String| Error::other(text);
    let setup = setup::zeroed(module, wanted.len(), [GROUPS as u32, 1, 1]).map_err(failed)?;
    let dumps = gpu::run(device, &setup, module).map_err(|fault| failed(fault.to_string()))?;
    Ok(dumps.first().is_some_and(|dump| dump.bytes == wanted))
}

fn difference(wanted: &[u8], found: &[u8]) -> String {
    let pairs = wanted.chunks(4).zip(found.chunks(4)).enumerate();
    let wrong: Vec<_> = pairs.filter(|(_, (a, b))| a != b).map(|(at, _)| at).collect();
    format!("{} words differ, first that at {:?}", wrong.len(), wrong.first())
}
