//! The figures as text in columns.

use crate::Way;
use crate::measure::Cost;

/// The costs of a module in one direction.
pub struct Row {
    /// The module.
    pub name: String,
    /// The direction.
    pub way: Way,
    /// The cost of this project's translator.
    pub ours: Option<Cost>,
    /// The cost of the reference translator.
    pub theirs: Option<Cost>,
    /// The cost of LLVM reading the bitcode that this project's translator reads, or writing the bitcode that it
    /// writes.
    pub llvm: Option<Cost>,
}

const NOTES: &str = "\
cpu: user and system time of the whole process, start included, median of the runs; in the corpus the sum of a process
     a program. peak: largest resident memory of one process. '-': not installed, or it fails.
reverse: SPIR-V to bitcode. forward: bitcode to SPIR-V; each translator reads the bitcode that its own -r made of the
     same SPIR-V, since llvm-spirv-15 reads none newer than LLVM 15.
LLVM: LLVM 22 alone, forward to read that bitcode, reverse to write what ours wrote (what reading and writing costs
     beyond reading, and the start of a process; the peak is of both). Ratios are ours to theirs, and ours to LLVM alone.";

/// Prints the table.
pub fn print(rows: &[Row], with_theirs: bool) {
    let theirs = if with_theirs { "llvm-spirv-15" } else { "(no llvm-spirv-15)" };
    println!("{:<30} {:<8} {:>33}  {:>29}  {:>17}  {:>7}", "", "", "cpu, ms", "peak, MB", "ours to theirs", "to LLVM");
    println!(
        "{:<30} {:<8} {:>9} {:>13} {:>9}  {:>7} {:>13} {:>7}  {:>9} {:>7}  {:>7}",
        "module", "way", "ours", theirs, "LLVM", "ours", theirs, "LLVM", "cpu", "peak", "cpu"
    );
    for row in rows {
        let Row { name, way, ours, theirs, llvm } = row;
        println!(
            "{name:<30} {:<8} {:>9} {:>13} {:>9}  {:>7} {:>13} {:>7}  {:>9} {:>7}  {:>7}",
            format!("{way:?}").to_lowercase(),
            figure(*ours, |c| c.cpu),
            figure(*theirs, |c| c.cpu),
            figure(*llvm, |c| c.cpu),
            figure(*ours, |c| c.peak),
            figure(*theirs, |c| c.peak),
            figure(*llvm, |c| c.peak),
            ratio(*ours, *theirs, |c| c.cpu),
            ratio(*ours, *theirs, |c| c.peak),
            ratio(*ours, *llvm, |c| c.cpu),
        );
    }
    println!("{NOTES}");
}

fn figure(cost: Option<Cost>, get: impl Fn(&Cost) -> f64) -> String {
    cost.map_or_else(|| "-".to_owned(), |cost| format!("{:.1}", get(&cost)))
}

fn ratio(ours: Option<Cost>, theirs: Option<Cost>, get: impl Fn(&Cost) -> f64) -> String {
    match (ours, theirs) {
        (Some(ours), Some(theirs)) => format!("{:.2}", get(&ours) / get(&theirs)),
        _ => "-".to_owned(),
    }
}
