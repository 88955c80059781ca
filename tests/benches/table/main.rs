//! The table of costs, measured in one run: this project's translator, `llvm-spirv-15` and, as the floor, LLVM itself.
//!
//! `bench-table TOOL` measures the whole process of a release build, start included; `scripts/bench.sh` calls it.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod floor;
mod growth;
mod inputs;
mod measure;
mod report;

use growth::Growth;
use inputs::{Input, KERNEL, Maker, Tools};
use measure::Cost;
use report::Row;
use std::ffi::OsStr;
use std::io::{Error, Result};
use std::path::Path;

/// Instructions of the generated module.
const GENERATED: usize = 400_000;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["floor", what @ ("start" | "read" | "rewrite"), input, output] => floor::run(what, input, output),
        ["generate", count, output] => inputs::generate(count.parse().map_err(Error::other)?, output),
        ["shape", name, size, output] => growth::shape(name, size, output),
        ["use-memory"] => {
            measure::use_memory();
            Ok(())
        }
        ["growth", tool, shapes @ ..] => growth(Path::new(tool), shapes),
        [tool] => table(Path::new(tool)),
        _ => Err(Error::other(
            "usage: bench-table TOOL | growth TOOL [SHAPE... | all] | floor start|read|rewrite IN OUT | shape SHAPE N OUT | generate INSTRUCTIONS OUT | use-memory",
        )),
    }
}

/// Measures growth only.
fn growth(tool: &Path, shapes: &[&str]) -> Result<()> {
    let shapes = growth::choose(shapes)?;
    in_folder(tool, |bench| {
        bench.growth().table(&shapes);
        Ok(())
    })
}

fn table(tool: &Path) -> Result<()> {
    in_folder(tool, |bench| bench.run())
}

fn in_folder(tool: &Path, measure: impl FnOnce(&Bench<'_>) -> Result<()>) -> Result<()> {
    let folder = std::env::temp_dir().join(format!("llvm-spirv-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let tools = Tools::new(std::fs::canonicalize(tool)?)?;
    let quick = std::env::var_os("BENCH_QUICK").is_some();
    let outcome = measure(&Bench { tools: &tools, folder: &folder, quick });
    std::fs::remove_dir_all(&folder)?;
    outcome
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Forward,
    Reverse,
}

struct Bench<'a> {
    tools: &'a Tools,
    folder: &'a Path,
    /// True for a single run of each measurement, as a smoke test.
    quick: bool,
}

impl Bench<'_> {
    fn run(&self) -> Result<()> {
        let make = Maker::new(self.tools, self.folder);
        let libclc = make.libclc();
        let described: Vec<Input> = libclc.iter().filter_map(|plain| make.described(plain)).collect();
        let mut rows = self.rows("libclc", &libclc, 41);
        rows.extend(self.rows("libclc, with debug information", &described, 9));
        let (corpus, all) = make.corpus()?;
        rows.extend(self.rows(&format!("corpus, {} of {all} programs", corpus.len()), &corpus, 3));
        let kernel: Vec<Input> = make.program(Path::new(KERNEL)).into_iter().collect();
        rows.extend(self.rows("one kernel", &kernel, 41));
        rows.extend(self.rows(&format!("generated, {GENERATED}"), &make.generated(GENERATED), 3));
        report::print(&rows, self.tools.theirs.is_some());
        self.growth().table(&growth::choose(&[])?);
        Ok(())
    }

    /// Measures a row for each direction. The programs take turns, so that other load on the machine affects them
    /// alike.
    fn rows(&self, name: &str, inputs: &[Input], runs: usize) -> Vec<Row> {
        eprintln!("measuring {name}");
        let row = |way| {
            let runs = if self.quick { 1 } else { runs };
            let mut costs: [Vec<Option<Cost>>; 3] = Default::default();
            for _ in 0..runs {
                let round = [self.ours(inputs, way), self.theirs(inputs, way), self.llvm(inputs, way)];
                costs.iter_mut().zip(round).for_each(|(costs, cost)| costs.push(cost));
            }
            let [ours, theirs, llvm] = costs.map(|costs| measure::median(&costs));
            Row { name: name.to_owned(), way, ours, theirs, llvm }
        };
        [Way::Forward, Way::Reverse].map(row).into()
    }

    fn growth(&self) -> Growth<'_> {
        Growth { tools: self.tools, folder: self.folder, runs: if self.quick { 1 } else { 9 } }
    }

    fn ours(&self, inputs: &[Input], way: Way) -> Option<Cost> {
        self.sum(inputs, |input| self.translate(self.tools.ours.as_os_str(), input, &input.ours, way))
    }

    fn theirs(&self, inputs: &[Input], way: Way) -> Option<Cost> {
        let tool = self.tools.theirs.as_ref()?;
        self.sum(inputs, |input| self.translate(tool.as_os_str(), input, input.theirs.as_deref()?, way))
    }

    fn translate(&self, tool: &OsStr, input: &Input, bitcode: &Path, way: Way) -> Option<Cost> {
        let output = self.folder.join("out");
        let (o, output) = (OsStr::new("-o"), output.as_os_str());
        match way {
            Way::Forward => measure::run(tool, &[bitcode.as_os_str(), o, output]),
            Way::Reverse => measure::run(tool, &[OsStr::new("-r"), input.spirv.as_os_str(), o, output]),
        }
    }

    /// Returns the cost of LLVM alone: for a forward translation reading the bitcode; for a reverse one writing it,
    /// which is the cost of rewriting minus that of reading plus the start of a process, which all other figures
    /// include.
    fn llvm(&self, inputs: &[Input], way: Way) -> Option<Cost> {
        let read = self.floor(inputs, "read")?;
        match way {
            Way::Forward => Some(read),
            Way::Reverse => {
                let (both, start) = (self.floor(inputs, "rewrite")?, self.floor(inputs, "start")?);
                Some(Cost { cpu: both.cpu - read.cpu + start.cpu, ..both })
            }
        }
    }

    fn floor(&self, inputs: &[Input], what: &str) -> Option<Cost> {
        let (floor, output) = (self.tools.floor.as_os_str(), self.folder.join("out"));
        self.sum(inputs, |input| {
            let arguments = [OsStr::new("floor"), OsStr::new(what), input.ours.as_os_str(), output.as_os_str()];
            measure::run(floor, &arguments)
        })
    }

    /// Returns the total costs of all inputs; `None` if there are none, or one fails.
    fn sum(&self, inputs: &[Input], cost: impl Fn(&Input) -> Option<Cost>) -> Option<Cost> {
        self.tools.use_memory();
        inputs.iter().map(cost).reduce(|a, b| Some(a?.and(b?))).flatten()
    }
}
