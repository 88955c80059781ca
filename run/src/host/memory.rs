//! Group copies, and C's memory functions.

use super::checks;
use super::named::named;
use crate::context::Context;

unsafe extern "C" {
    fn memcpy(to: *mut u8, from: *const u8, size: usize) -> *mut u8;
    fn memmove(to: *mut u8, from: *const u8, size: usize) -> *mut u8;
    fn memset(to: *mut u8, value: i32, size: usize) -> *mut u8;
    fn memcmp(a: *const u8, b: *const u8, size: usize) -> i32;
}

/// Implements `OpGroupAsyncCopy`: the first work-item copies; the stride applies to global memory.
unsafe extern "C" fn spirv_copy(
    to: *mut u8,
    from: *const u8,
    count: u64,
    stride: u64,
    size: u64,
    to_global: i32,
    index: u64,
) {
    if index != 0 {
        return;
    }
    let size = size as usize;
    let stride = if stride == 0 { 1 } else { stride as usize };
    for at in 0..count as usize {
        let (there, here) = if to_global != 0 { (at.wrapping_mul(stride), at) } else { (at, at.wrapping_mul(stride)) };
        let place = checks::placed(to.wrapping_add(there.wrapping_mul(size)), size);
        let source = checks::placed(from.wrapping_add(here.wrapping_mul(size)).cast_mut(), size);
        // SAFETY: as the kernel says: the pointers are its own.
        unsafe { memmove(place, source, size) };
        checks::written(place, size);
    }
}

/// Returns the storage class of the memory that a pointer is into.
unsafe extern "C" fn spirv_storage_class(context: *const Context, pointer: *const u8) -> i32 {
    // SAFETY: the context of this thread.
    unsafe { (*context).storage_class(pointer) }
}

/// Returns the names and addresses of these functions.
pub fn symbols() -> Vec<(String, usize)> {
    named![memcpy, memmove, memset, memcmp, spirv_copy, spirv_storage_class]
}
