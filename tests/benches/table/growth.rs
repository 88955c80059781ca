//! Growth of the cost with the size: time(2N) / time(N) for modules of each shape, in both directions, next to LLVM's
//! own.
//!
//! LLVM alone (reading and writing the same bitcode) is measured as well, since no translator can scale better.

use crate::inputs::{self, Tools};
use crate::measure::{self, Cost};
use llvm_spirv_benches::shapes::{self, Shape};
use std::ffi::OsStr;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};

/// The sizes of the modules, in eighths of the full size: the second is twice the first, the third twice the second.
const PARTS: [usize; 3] = [2, 4, 8];
/// The limit on the factor by which the cost may grow when the input doubles.
const BOUND: f64 = 2.2;
/// The limit on peak memory: a constant in megabytes, and a number of bytes for each byte of the input.
const MEMORY: (f64, f64) = (64.0, 40.0);

/// The settings of a measurement of growth.
pub struct Growth<'a> {
    /// The programs.
    pub tools: &'a Tools,
    /// The folder for intermediate files.
    pub folder: &'a Path,
    /// The number of measurements of each module.
    pub runs: usize,
}

/// A module of one size, in both forms.
struct Sized {
    bitcode: PathBuf,
    spirv: PathBuf,
}

/// A run of one program on a module; it writes to the path.
type Way = fn(&Tools, &Sized, &Path) -> Option<Cost>;

/// The costs of one shape at each size.
struct Costs {
    what: &'static str,
    /// The runs of each size, by round.
    sizes: Vec<Vec<Option<Cost>>>,
    /// The size of the largest input, in megabytes.
    input: f64,
}

const NOTES: &str = "\
N/4, N/2, N: cpu time, the least of several rounds. x2: time(N/2) / time(N/4) and time(N) / time(N/2), the median of what each
round has, whose runs follow each other; '!' where it is more than 2.2. peak: largest resident memory at N; bound: 64 MB + 40
times the input. LLVM: it reads and writes the same bitcode. Before each run, 512 MB are used once in
large pages: the host has them ready.";

impl Growth<'_> {
    /// Prints a line for each shape and direction.
    pub fn table(&self, shapes: &[Shape]) {
        println!(
            "\n{:<28} {:>9} {:<8} {:>9} {:>9} {:>9}  {:>5} {:>6}  {:>7} {:>7}",
            "growth", "N", "way", "N/4, ms", "N/2, ms", "N, ms", "x2", "x2", "peak", "bound"
        );
        for shape in shapes {
            self.shape(shape);
        }
        println!("{NOTES}");
    }

    fn shape(&self, shape: &Shape) {
        eprintln!("measuring {}", shape.name);
        let sized: Vec<_> = PARTS.iter().map(|part| self.sized(shape, shape.full / 8 * part)).collect();
        let bytes = |pick: fn(&Sized) -> &Path| sized.last().and_then(|last| file_size(pick(last.as_ref()?)));
        let (bitcode, spirv) = (bytes(|s| &s.bitcode), bytes(|s| &s.spirv));
        let cost = |what, input: Option<f64>| Costs {
            what,
            sizes: vec![Vec::new(); PARTS.len()],
            input: input.unwrap_or_default(),
        };
        let mut all = [
            (cost("forward", bitcode), forward as Way),
            (cost("reverse", spirv), reverse),
            (cost("LLVM", bitcode), llvm),
        ];
        for _ in 0..self.runs {
            for (costs, way) in &mut all {
                for (runs, sized) in costs.sizes.iter_mut().zip(&sized) {
                    let output = self.folder.join("out");
                    prepare(self.tools, &output);
                    runs.push(sized.as_ref().and_then(|sized| way(self.tools, sized, &output)));
                }
            }
        }
        all.iter().for_each(|(costs, _)| costs.print(shape));
        for file in sized.into_iter().flatten().flat_map(|sized| [sized.bitcode, sized.spirv]) {
            // What is left goes with the folder.
            let _ = std::fs::remove_file(file);
        }
    }

    /// Returns the module as bitcode, and its translation.
    fn sized(&self, shape: &Shape, size: usize) -> Option<Sized> {
        let path = |ending: &str| self.folder.join(format!("{}.{size}.{ending}", shape.name.replace(' ', "-")));
        let sized = Sized { bitcode: path("bc"), spirv: path("spv") };
        let made = inputs::succeeds(
            std::process::Command::new(&self.tools.floor)
                .args(["shape", shape.name, &size.to_string()])
                .arg(&sized.bitcode),
        );
        let translated = made
            && inputs::succeeds(
                std::process::Command::new(&self.tools.ours).arg(&sized.bitcode).arg("-o").arg(&sized.spirv),
            );
        translated.then_some(sized)
    }
}

impl Costs {
    fn print(&self, shape: &Shape) {
        let (name, full) =
            if self.what == "forward" { (shape.name, shape.full.to_string()) } else { ("", String::new()) };
        print!("{name:<28} {full:>9} {:<8}", self.what);
        for runs in &self.sizes {
            print!(" {:>9}", measure::least(runs).map_or_else(|| "-".to_owned(), |cost| format!("{:.1}", cost.cpu)));
        }
        print!(" ");
        for pair in self.sizes.windows(2) {
            let [half, whole] = pair else { continue };
            let Some(ratio) = measure::median_ratio(whole, half) else { continue };
            print!(" {ratio:>5.2}{}", if ratio > BOUND { '!' } else { ' ' });
        }
        if let Some(cost) = self.sizes.last().and_then(|runs| measure::least(runs)) {
            let bound = MEMORY.0 + MEMORY.1 * self.input;
            print!(" {:>7.0} {bound:>7.0}{}", cost.peak, if cost.peak > bound { "!" } else { "" });
        }
        println!();
    }
}

/// Removes the output of the previous run, which may be large, so that the next run does not pay for it.
fn prepare(tools: &Tools, output: &Path) {
    // The first run finds none.
    let _ = std::fs::remove_file(output);
    tools.use_memory();
}

fn forward(tools: &Tools, sized: &Sized, output: &Path) -> Option<Cost> {
    let arguments = [sized.bitcode.as_os_str(), OsStr::new("-o"), output.as_os_str()];
    measure::run(tools.ours.as_os_str(), &arguments)
}

fn reverse(tools: &Tools, sized: &Sized, output: &Path) -> Option<Cost> {
    let arguments = [OsStr::new("-r"), sized.spirv.as_os_str(), OsStr::new("-o"), output.as_os_str()];
    measure::run(tools.ours.as_os_str(), &arguments)
}

fn llvm(tools: &Tools, sized: &Sized, output: &Path) -> Option<Cost> {
    let arguments = [OsStr::new("floor"), OsStr::new("rewrite"), sized.bitcode.as_os_str(), output.as_os_str()];
    measure::run(tools.floor.as_os_str(), &arguments)
}

fn file_size(path: &Path) -> Option<f64> {
    Some(std::fs::metadata(path).ok()?.len() as f64 / 1e6)
}

/// Returns the shapes with these names, or those of the short table, or all of them.
pub fn choose(names: &[&str]) -> Result<Vec<Shape>> {
    match names {
        [] => Ok(shapes::all().into_iter().filter(|shape| shape.is_short).collect()),
        ["all"] => Ok(shapes::all()),
        _ => names.iter().map(|name| find(name)).collect(),
    }
}

fn find(name: &str) -> Result<Shape> {
    shapes::find(name).ok_or_else(|| Error::other(format!("there is no shape {name:?}")))
}

/// Writes the module of a shape as bitcode, or as assembly.
pub fn shape(name: &str, size: &str, output: &str) -> Result<()> {
    let text = (find(name)?.make)(size.parse().map_err(Error::other)?);
    if output.ends_with(".ll") {
        return std::fs::write(output, text);
    }
    std::fs::write(output, inputs::bitcode(&text)?)
}
