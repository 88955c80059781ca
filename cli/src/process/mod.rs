//! Requests to the system: no interruption while the program writes, a clean end if memory runs out (`memory`, a part
//! of the program alone), and the limit on open files.

pub mod signals;

/// The number of files that are open all the time, or for a moment beside those of a translation.
#[cfg(unix)]
const OTHERS: u64 = 16;
/// The number of files that a translation opens at a time.
#[cfg(unix)]
const EACH: u64 = 2;

/// Returns the greatest number of simultaneous translations for which there are enough file descriptors.
#[allow(unsafe_code)]
pub fn most_translations() -> usize {
    #[cfg(unix)]
    {
        let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
        // SAFETY: a place for the limit; it stays as it is where there is none.
        unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) };
        usize::try_from(limit.rlim_cur.saturating_sub(OTHERS) / EACH).unwrap_or(usize::MAX).max(1)
    }
    #[cfg(not(unix))]
    usize::MAX
}
