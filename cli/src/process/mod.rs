//! Memory of a program that makes one translation and ends: it comes in large pages, and nobody gives it back.
//!
//! LLVM allocates with `malloc`; a good part of a short run is the kernel handing over memory a page of 4 KiB at a
//! time, and `free` of what the end of the process frees anyway. For the command line alone: a library leaves its
//! host's heap as it is.
#![allow(unsafe_code)] // The only place of the program with any.

pub mod child;
pub mod heap;
pub mod signals;

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
    use libc::{RLIM_INFINITY, RLIMIT_AS, RLIMIT_DATA, getrlimit, rlimit};

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
