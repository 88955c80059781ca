//! The cost of this process, as the kernel counts it.

use std::fs;

/// The cost of one translation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Milliseconds of the processor.
    pub time: u32,
    /// The most memory that was resident at a time, in KiB, above what was before.
    pub memory: u64,
}

/// Returns the memory that is resident, in KiB.
pub fn resident() -> u64 {
    memory("VmRSS:")
}

/// Runs the work; what it took.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    // Starts the count of the highest memory anew; where the kernel does not know it, the count is of all the process.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let (begin, before) = (processor(), resident());
    let value = work();
    let memory = memory("VmHWM:").saturating_sub(before);
    (value, Cost { time: processor().saturating_sub(begin), memory })
}

/// Milliseconds of the processor so far, of all threads.
fn processor() -> u32 {
    const TICK: u32 = 10;
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name may hold spaces; it ends with the last bracket.
    let fields = text.rsplit(')').next().unwrap_or_default().split_ascii_whitespace();
    fields.skip(11).take(2).filter_map(|field| field.parse::<u32>().ok()).sum::<u32>().saturating_mul(TICK)
}

/// A line of what the kernel says of this process, in KiB.
fn memory(name: &str) -> u64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.split_ascii_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0)
}
