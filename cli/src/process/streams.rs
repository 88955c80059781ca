//! A check whether the standard output was open when the program began. Before `main`, Rust opens `/dev/null` in the
//! place of a closed one, and output to it is lost without an error.
//!
//! Only the program contains this module: a library has nothing to do before its host's `main`.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Returns whether the standard output was closed when the program began.
pub fn is_output_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}

extern "C" fn look() {
    // SAFETY: asks for the flags of a descriptor, open or not, and changes nothing.
    let is_closed = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) } < 0;
    IS_CLOSED.store(is_closed, Ordering::Relaxed);
}

// SAFETY: the C library calls each function of this section once, before `main` and so before there are threads; this
// one needs nothing of Rust that is prepared later, and takes no arguments, of which it is given some.
#[unsafe(link_section = ".init_array")]
#[used]
static LOOK: extern "C" fn() = look;
