//! The memory and the time that LLVM's reader may take in a process of its own.

use super::super::linux;
use super::platform::marks;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

pub const READING: u8 = b'(';
pub const READING_LIMITED: u8 = b'[';
const READ: u8 = b')';

/// The memory that a reader may take at least, that of the heap that was prepared included.
const BASE: u64 = 208 << 20;
/// And for each byte of the file: that of the largest switches takes 50.
const TIMES: u64 = 128;
/// The time of the processor that a reader may take at least.
const BASE_TIME: Duration = Duration::from_secs(1);
/// And for each byte of the file: some hundreds of times what LLVM takes.
const TIME: Duration = Duration::from_micros(20);

/// The limit that was in force before LLVM's reader began.
static LIMIT: AtomicU64 = AtomicU64::new(libc::RLIM_INFINITY);

/// Marks, for the process that waits, that LLVM's reader is at work on a file of this size. It gets no more memory
/// and no more time of the processor than such a file may take: some damaged files make it ask for all that there
/// is, or never return.
pub fn begin_reading(size: usize) {
    let Some(mut file) = marks() else { return };
    let size = u64::try_from(size).unwrap_or(u64::MAX);
    let most = used().saturating_add(BASE).saturating_add(size.saturating_mul(TIMES));
    // Without a mark, a message is less exact.
    let is_limited = linux::limit(libc::RLIMIT_DATA) < most || linux::limit(libc::RLIMIT_AS) != libc::RLIM_INFINITY;
    let _ = file.write_all(&[if is_limited { READING_LIMITED } else { READING }]);
    LIMIT.store(limit(most.min(linux::limit(libc::RLIMIT_DATA))), Ordering::Relaxed);
    alarm(BASE_TIME.saturating_add(TIME.saturating_mul(u32::try_from(size).unwrap_or(u32::MAX))));
}

/// Lifts these limits.
pub fn end_reading() {
    let Some(mut file) = marks() else { return };
    alarm(Duration::ZERO);
    limit(LIMIT.load(Ordering::Relaxed));
    let _ = file.write_all(&[READ]);
}

/// Sets how much memory this process may hold; how much it was. More than is allowed at all is not asked for.
fn limit(bytes: u64) -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: a place for the limit, then its new value.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_DATA, &raw mut limit) != 0 {
            return bytes;
        }
        let before = std::mem::replace(&mut limit.rlim_cur, bytes.min(limit.rlim_max));
        // Where it cannot be set, nothing is lost but the bound.
        libc::setrlimit(libc::RLIMIT_DATA, &raw const limit);
        before
    }
}

/// Ends this process by `SIGPROF` after so much more time of the processor, whatever it does then; none is for
/// ever.
fn alarm(time: Duration) {
    let zero = libc::timeval { tv_sec: 0, tv_usec: 0 };
    let seconds = libc::time_t::try_from(time.as_secs()).unwrap_or(libc::time_t::MAX);
    let it_value = libc::timeval { tv_sec: seconds, tv_usec: time.subsec_micros().into() };
    // SAFETY: settings of this process, which nobody else has a use for: a signal that ends it, even where the
    // process that this one is a copy of was told to ignore it; a new value that is complete, an old one that is
    // not asked for.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGPROF);
        libc::signal(libc::SIGPROF, libc::SIG_DFL);
        libc::sigprocmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
        // Where it cannot be set, nothing is lost but the bound.
        libc::setitimer(libc::ITIMER_PROF, &libc::itimerval { it_interval: zero, it_value }, std::ptr::null_mut());
    }
}

/// Returns the memory that this process uses, in bytes. That limit counts addresses: those of the heap that are
/// still to be used are no one's yet, and a part of what the reader may take.
fn used() -> u64 {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: Vec<u64> = text.split_ascii_whitespace().filter_map(|field| field.parse().ok()).collect();
    match pages.as_slice() {
        [_, resident, of_files, ..] => resident.saturating_sub(*of_files).saturating_mul(PAGE),
        // Unknown, then without a limit.
        _ => u64::MAX,
    }
}
