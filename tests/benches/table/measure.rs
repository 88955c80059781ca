//! The cost of a process: cpu time and peak memory, as the kernel reports at its end.
#![allow(unsafe_code)]

use std::ffi::OsStr;
use std::process::{Command, Stdio};

/// The cost of one process or of several.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// User and system time, in milliseconds.
    pub cpu: f64,
    /// Peak resident memory, in megabytes.
    pub peak: f64,
}

impl Cost {
    /// Returns the cost of two runs in sequence: the sum of the times, the maximum of the peaks.
    pub fn and(self, other: Self) -> Self {
        Self { cpu: self.cpu + other.cpu, peak: self.peak.max(other.peak) }
    }
}

/// Runs a program; `None` if it fails.
pub fn run(program: &OsStr, arguments: &[&OsStr]) -> Option<Cost> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().ok()?;
    wait(child.id().try_into().ok()?)
}

/// Uses as much memory as any run does, once and in large pages, in a separate process whose cost is not measured. The
/// host of a virtual machine reclaims unused large pages, and is slow to provide them again: without this, some runs
/// would pay for that, and others would not.
pub fn use_memory() {
    const BYTES: usize = 512 << 20;
    const PAGE: usize = 4096;
    let mut memory = vec![0_u8; BYTES];
    in_large_pages(&mut memory);
    memory.iter_mut().step_by(PAGE).for_each(|byte| *byte = 1);
    std::hint::black_box(&memory);
}

/// Requests large pages, if the system has them.
#[cfg(target_os = "linux")]
fn in_large_pages(memory: &mut [u8]) {
    const LARGE_PAGE: usize = 2 << 20;
    let skipped = memory.as_ptr().align_offset(LARGE_PAGE);
    let Some(pages) = memory.get_mut(skipped..) else { return };
    // SAFETY: memory that is ours, from the start of a page on; the advice changes no content, and that it is not taken
    // does no harm.
    unsafe { libc::madvise(pages.as_mut_ptr().cast(), pages.len(), libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn in_large_pages(_: &mut [u8]) {}

/// Waits for a child that nothing else waits for: `Child` has no wait that returns the cost.
fn wait(pid: libc::pid_t) -> Option<Cost> {
    let mut status = 0;
    // SAFETY: all zeros is a value of this plain structure.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both point to live variables of the right type.
    let waited = unsafe { libc::wait4(pid, &raw mut status, 0, &raw mut usage) };
    let done = waited == pid && libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0;
    let cpu = milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
    done.then_some(Cost { cpu, peak: usage.ru_maxrss as f64 / 1024.0 })
}

fn milliseconds(time: libc::timeval) -> f64 {
    time.tv_sec as f64 * 1e3 + time.tv_usec as f64 / 1e3
}

/// The median of each figure; `None` if a run failed.
pub fn median(costs: &[Option<Cost>]) -> Option<Cost> {
    figures(costs, |count| count / 2)
}

/// Returns the minimum of each figure, since other load on the machine can only add to it; `None` if a run failed.
pub fn least(costs: &[Option<Cost>]) -> Option<Cost> {
    figures(costs, |_| 0)
}

/// Returns the median ratio of the times of runs that were measured in pairs. The speed of a shared machine varies over
/// seconds, so the minimum of the long runs and that of the short ones may be from different conditions.
pub fn median_ratio(costs: &[Option<Cost>], others: &[Option<Cost>]) -> Option<f64> {
    let ratio = |(cost, other): (&Option<Cost>, &Option<Cost>)| Some((*cost)?.cpu / (*other)?.cpu);
    let mut ratios: Vec<f64> = costs.iter().zip(others).map(ratio).collect::<Option<_>>()?;
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied()
}

/// Returns the order statistic at this rank for each figure.
fn figures(costs: &[Option<Cost>], place: fn(usize) -> usize) -> Option<Cost> {
    let costs: Vec<Cost> = costs.iter().copied().collect::<Option<_>>()?;
    let pick = |figure: fn(&Cost) -> f64| {
        let mut figures: Vec<f64> = costs.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures.get(place(figures.len())).copied()
    };
    Some(Cost { cpu: pick(|cost| cost.cpu)?, peak: pick(|cost| cost.peak)? })
}
