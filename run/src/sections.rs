//! The sections of compiled code, allocated below 4 GiB for modules with 32-bit addresses, whose variables they
//! contain. Their addresses are recorded for checks.
#![allow(unsafe_code, reason = "LLVM's C API")]

use crate::memory::{give_back, low};
use libc::{PROT_EXEC, PROT_READ, mprotect};
use llvm_sys::orc2::ee::LLVMOrcCreateRTDyldObjectLinkingLayerWithMCJITMemoryManagerLikeCallbacks;
use llvm_sys::orc2::{LLVMOrcExecutionSessionRef, LLVMOrcObjectLayerRef};
use llvm_sys::prelude::LLVMBool;
use std::ffi::{c_char, c_uint, c_void};
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A section: its memory, and its final access permissions.
struct Section {
    memory: *mut u8,
    size: usize,
    access: Option<i32>,
}

type Sections = Vec<Section>;

/// The begin and end addresses of all sections.
static PLACES: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

fn places() -> MutexGuard<'static, Vec<(usize, usize)>> {
    PLACES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns whether memory is within a section.
pub fn hold(begin: usize, end: usize) -> bool {
    places().iter().any(|(first, last)| *first <= begin && end <= *last)
}

/// Returns a layer of LLVM's JIT that allocates sections below 4 GiB.
pub extern "C" fn layer(
    _: *mut c_void,
    session: LLVMOrcExecutionSessionRef,
    _: *const c_char,
) -> LLVMOrcObjectLayerRef {
    // SAFETY: a live session, and functions that belong together.
    unsafe {
        LLVMOrcCreateRTDyldObjectLinkingLayerWithMCJITMemoryManagerLikeCallbacks(
            session,
            ptr::null_mut(),
            begin,
            terminating,
            code,
            data,
            finish,
            Some(end),
        )
    }
}

extern "C" fn begin(_: *mut c_void) -> *mut c_void {
    Box::into_raw(Box::<Sections>::default()).cast()
}

extern "C" fn terminating(_: *mut c_void) {}

/// Allocates memory for a section; returns null on failure.
fn section(sections: *mut c_void, size: usize, access: Option<i32>) -> *mut u8 {
    let Ok(memory) = low(size) else { return ptr::null_mut() };
    places().push((memory as usize, memory as usize + size));
    // SAFETY: of `begin`, which LLVM gives to one function at a time.
    unsafe { (*sections.cast::<Sections>()).push(Section { memory, size, access }) };
    memory
}

extern "C" fn code(sections: *mut c_void, size: usize, _: c_uint, _: c_uint, _: *const c_char) -> *mut u8 {
    section(sections, size, Some(PROT_READ | PROT_EXEC))
}

extern "C" fn data(
    sections: *mut c_void,
    size: usize,
    _: c_uint,
    _: c_uint,
    _: *const c_char,
    is_read_only: LLVMBool,
) -> *mut u8 {
    section(sections, size, (is_read_only != 0).then_some(PROT_READ))
}

extern "C" fn finish(sections: *mut c_void, _: *mut *mut c_char) -> LLVMBool {
    // SAFETY: as of `section`; whole pages of the section's own.
    unsafe {
        let all = (*sections.cast::<Sections>()).iter();
        let allowed = all.filter_map(|one| Some(mprotect(one.memory.cast(), one.size, one.access?)));
        LLVMBool::from(allowed.fold(0, |all, one| all | one) != 0)
    }
}

extern "C" fn end(sections: *mut c_void) {
    // SAFETY: of `begin`, once; nothing runs the code any more.
    unsafe {
        for section in *Box::from_raw(sections.cast::<Sections>()) {
            places().retain(|(first, _)| *first != section.memory as usize);
            give_back(section.memory, section.size);
        }
    }
}
