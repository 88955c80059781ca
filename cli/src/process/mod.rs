//! Requests to the system: not to be disturbed while the program writes, to end where memory runs out (`memory`, a part of the program
//! alone), and how many files may be open.

pub mod signals;

/// The files that are open all the time, or for a moment beside those of a translation.
#[cfg(unix)]
const OTHERS: u64 = 16;
/// The files that a translation opens at a time.
#[cfg(unix)]
const EACH: u64 = 2;

/// Returns the greatest number of translations at a time for which there are enough descriptors of files.
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
