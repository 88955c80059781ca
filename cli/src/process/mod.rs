//! Memory of a program that makes one translation and ends: it comes in large pages, and nobody gives it back.
//!
//! LLVM allocates with `malloc`; a good part of a short run is the kernel handing over memory a page of 4 KiB at a
//! time, and `free` of what the end of the process frees anyway. For the command line alone: a library leaves its
//! host's heap as it is.
#![allow(unsafe_code)] // The only place of the program with any.

pub mod child;
pub mod heap;

/// Opens the heap of large pages, and asks the C library for one that only grows. To be called where the work begins;
/// does nothing the second time.
pub fn prepare_heap() {
    heap::open();
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(glibc::prepare_heap);
    }
}

/// Makes exceeding the limit on file sizes an error, not the end of this process. For programs alone.
pub fn prepare_signals() {
    #[cfg(unix)]
    // SAFETY: a setting of this process; nothing is called.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// Does short work with the signals that would end this process blocked until it is done. Nor does a process of
/// [`child`] end with the one that waits for it meanwhile.
pub fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(target_os = "linux")]
    let (before, parent) = linux::hold();
    let value = work();
    #[cfg(target_os = "linux")]
    linux::release(&before, parent);
    value
}

/// Returns whether the memory of this process is limited.
pub fn has_limit() -> bool {
    #[cfg(target_os = "linux")]
    let limited = linux::has_limit();
    #[cfg(not(target_os = "linux"))]
    let limited = false;
    limited
}

#[cfg(target_os = "linux")]
pub(super) mod linux {
    use libc::{RLIM_INFINITY, RLIMIT_AS, RLIMIT_DATA, c_int, getrlimit, rlimit, sigset_t};

    /// Keeps the signals that end a process; which ones were kept, and the one at the end of the parent.
    pub fn hold() -> (sigset_t, c_int) {
        // SAFETY: sets of signals are plain numbers, filled by the functions that are given their places.
        unsafe {
            let (mut set, mut before) = (std::mem::zeroed(), std::mem::zeroed());
            libc::sigemptyset(&raw mut set);
            for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT] {
                libc::sigaddset(&raw mut set, signal);
            }
            libc::sigprocmask(libc::SIG_BLOCK, &raw const set, &raw mut before);
            let mut parent: c_int = 0;
            libc::prctl(libc::PR_GET_PDEATHSIG, &raw mut parent);
            libc::prctl(libc::PR_SET_PDEATHSIG, 0);
            (before, parent)
        }
    }

    /// Undoes that.
    pub fn release(before: &sigset_t, parent: c_int) {
        // SAFETY: what `hold` returned.
        unsafe {
            libc::prctl(libc::PR_SET_PDEATHSIG, parent);
            libc::sigprocmask(libc::SIG_SETMASK, before, std::ptr::null_mut());
        }
    }

    /// Returns whether the address space of this process is limited.
    pub fn has_limit() -> bool {
        [RLIMIT_AS, RLIMIT_DATA].into_iter().any(|kind| limit(kind) != RLIM_INFINITY)
    }

    /// Returns the limit of a resource for this process.
    pub fn limit(kind: libc::__rlimit_resource_t) -> u64 {
        let mut limit = rlimit { rlim_cur: RLIM_INFINITY, rlim_max: RLIM_INFINITY };
        // SAFETY: a place for the limit; it stays as it is where there is none.
        unsafe { getrlimit(kind, &raw mut limit) };
        limit.rlim_cur
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod glibc {
    use super::heap::HUGE_PAGE;
    use libc::{M_MMAP_THRESHOLD, M_TOP_PAD, M_TRIM_THRESHOLD, MADV_HUGEPAGE, c_int, c_void, madvise, mallopt, sbrk};

    /// With what the C library's heap begins: addresses, until they are used. Small blocks are in ours.
    const RANGE: c_int = 128 << 20;
    /// By how much it grows at a time beyond that, in small pages; and with what it begins where addresses are few.
    const STEP: c_int = 16 << 20;
    /// Larger blocks are apart from the heap: one that grows moves by its pages, without a copy.
    const LARGE: c_int = 8 << 20;
    /// A block too large for what is left of the heap so far. It is never used, nor given back: `malloc` writes in
    /// front of it and behind it, and a large page in which a small one was used is none any more.
    const FIRST: usize = 256 << 10;
    /// Room for that block and what is written around it.
    const FRONT: usize = FIRST + (8 << 10);

    pub fn prepare_heap() {
        // SAFETY: plain settings of `malloc`; the heap's end is moved by less than a large page and once, which
        // `malloc` allows for; the advice concerns whole pages between that and where it ends after one allocation, and
        // changes no content.
        unsafe {
            let range = if super::linux::has_limit() { STEP } else { RANGE };
            for (setting, value) in [(M_TOP_PAD, range), (M_TRIM_THRESHOLD, c_int::MAX), (M_MMAP_THRESHOLD, LARGE)] {
                mallopt(setting, value);
            }
            // What lies before the first large page would come in hundreds of small ones.
            let end = sbrk(0) as usize;
            let start = (end + FRONT).next_multiple_of(HUGE_PAGE);
            sbrk((start - FRONT - end) as isize);
            // Nobody would see that the block is never made.
            std::hint::black_box(libc::malloc(FIRST));
            mallopt(M_TOP_PAD, STEP);
            let end = sbrk(0) as usize;
            if start < end {
                madvise(start as *mut c_void, end - start, MADV_HUGEPAGE);
            }
        }
    }
}
