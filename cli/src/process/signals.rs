//! Signals that end this process are delayed while it writes.
#![allow(unsafe_code)]

#[cfg(target_os = "linux")]
use std::sync::{PoisonError, RwLock};

/// A lock that each thread that must not be interrupted holds for reading.
#[cfg(target_os = "linux")]
static UNDISTURBED: RwLock<()> = RwLock::new(());

/// Turns exceeding the limit on file sizes into an error instead of the end of this process. For programs alone.
pub fn prepare() {
    #[cfg(unix)]
    // SAFETY: a setting of this process; nothing is called.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// Runs short work with the signals that would end this process blocked until it is done.
pub fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(target_os = "linux")]
    let (held, before) = (UNDISTURBED.read().unwrap_or_else(PoisonError::into_inner), linux::hold());
    let value = work();
    #[cfg(target_os = "linux")]
    {
        linux::unhold(&before);
        drop(held);
    }
    value
}

/// Delays the signals that would end this process until none of its threads is [`undisturbed`]. Must be called before
/// the process has other threads.
pub fn end_between_writes() {
    #[cfg(target_os = "linux")]
    {
        let before = linux::hold();
        let wait = move || {
            while let Some(signal) = linux::next() {
                let _held = UNDISTURBED.write().unwrap_or_else(PoisonError::into_inner);
                linux::take(signal, &before);
            }
        };
        if std::thread::Builder::new().spawn(wait).is_err() {
            linux::unhold(&before);
        }
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use libc::{c_int, sigset_t};
    use std::ptr::null_mut;

    /// The signals that end a process from outside.
    fn ending() -> sigset_t {
        // SAFETY: a set of signals is plain numbers, filled by the functions that are given its place.
        unsafe {
            let mut set = std::mem::zeroed();
            libc::sigemptyset(&raw mut set);
            for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT] {
                libc::sigaddset(&raw mut set, signal);
            }
            set
        }
    }

    /// Blocks these signals for this thread and those that it starts; returns the previous mask.
    pub fn hold() -> sigset_t {
        let set = ending();
        // SAFETY: as above.
        unsafe {
            let mut before = std::mem::zeroed();
            libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, &raw mut before);
            before
        }
    }

    /// Restores the previous mask.
    pub fn unhold(before: &sigset_t) {
        // SAFETY: what `hold` returned.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before, null_mut()) };
    }

    /// Waits for one of the signals that all threads block; `None` if waiting fails.
    pub fn next() -> Option<c_int> {
        let set = ending();
        loop {
            // SAFETY: a set that is complete; what is known of the signal besides is not asked for.
            match unsafe { libc::sigwaitinfo(&raw const set, null_mut()) } {
                signal @ 1.. => return Some(signal),
                _ if std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted => {}
                _ => return None,
            }
        }
    }

    /// Raises a signal with the previous mask of this process, which it may end.
    pub fn take(signal: c_int, before: &sigset_t) {
        unhold(before);
        // SAFETY: a signal to this thread.
        unsafe { libc::raise(signal) };
        hold();
    }
}
