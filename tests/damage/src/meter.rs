//! The cost of this process, as the kernel reports it.

use std::fs;

/// The cost of one translation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// The processor time in milliseconds.
    pub time: u32,
    /// The peak resident memory in KiB, minus that before.
    pub memory: u64,
}

/// Returns the resident memory in KiB.
pub fn resident() -> u64 {
    memory("VmRSS:")
}

/// Runs the work; returns its result and cost.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    // Starts the count of the highest memory anew; where the kernel does not know it, the count is of all the process.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let (begin, before) = (processor(), resident());
    let value = work();
    let memory = memory("VmHWM:").saturating_sub(before);
    (value, Cost { time: processor().saturating_sub(begin), memory })
}

/// Returns the processor time so far in milliseconds, of all threads.
fn processor() -> u32 {
    const TICK: u32 = 10;
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name may hold spaces; it ends with the last bracket.
    let fields = text.rsplit(')').next().unwrap_or_default().split_ascii_whitespace();
    fields.skip(11).take(2).filter_map(|field| field.parse::<u32>().ok()).sum::<u32>().saturating_mul(TICK)
}

/// Returns a value from the kernel's status of this process, in KiB.
fn memory(name: &str) -> u64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.split_ascii_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0)
}
