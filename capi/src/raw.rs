//! Pointers from C as references, or nothing if they are null. The only unsafe code of this crate.
//!
//! Each function relies on the rules of the header for callers: an object comes from its `_new` or from a translation,
//! is freed once, and is not changed or freed while another thread uses it; a buffer has the stated size; a string ends
//! with a zero byte.

use std::ffi::{CStr, CString, c_char, c_void};

/// Returns a shared reference to an object.
pub fn shared<'a, T>(object: *const T) -> Option<&'a T> {
    // SAFETY: null or a live object, by the header.
    unsafe { object.as_ref() }
}

/// Returns an exclusive reference to an object.
pub fn exclusive<'a, T>(object: *mut T) -> Option<&'a mut T> {
    // SAFETY: null or a live object that no other thread uses, by the header.
    unsafe { object.as_mut() }
}

/// Passes an object to C.
pub fn give<T>(object: T) -> *mut T {
    Box::into_raw(Box::new(object))
}

/// Takes an object back from C.
pub fn take<T>(object: *mut T) -> Option<Box<T>> {
    // SAFETY: null or an object from `give` that was not taken back, by the header.
    (!object.is_null()).then(|| unsafe { Box::from_raw(object) })
}

/// Takes a string back from C.
pub fn take_text(text: *mut c_char) -> Option<CString> {
    // SAFETY: null or a string that was handed over and not taken back, by the header.
    (!text.is_null()).then(|| unsafe { CString::from_raw(text) })
}

/// Returns a buffer, or nothing if it is null and has a size.
pub fn bytes<'a>(bytes: *const c_void, size: usize) -> Option<&'a [u8]> {
    match (bytes.is_null(), size) {
        (_, 0) => Some(&[]),
        (true, _) => None,
        // SAFETY: `size` bytes that can be read, by the header.
        (false, _) => Some(unsafe { std::slice::from_raw_parts(bytes.cast(), size) }),
    }
}

/// Returns a string of UTF-8.
pub fn text<'a>(text: *const c_char) -> Option<&'a str> {
    // SAFETY: null or a string that ends, by the header.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) })?.to_str().ok()
}

/// Copies a structure to a place that C provides, up to the size that the caller knows; the rest of a larger place is
/// zero. Returns whether there was a value.
pub fn copy<T: Copy>(place: *mut T, size: usize, value: Option<T>) -> bool {
    let Some(value) = value.filter(|_| !place.is_null()) else { return false };
    let known = size.min(size_of::<T>());
    let place = place.cast::<u8>();
    // SAFETY: `size` bytes that can be written, by the header, and `known` is no more than these and than the structure has.
    unsafe {
        std::ptr::copy_nonoverlapping(std::ptr::from_ref(&value).cast::<u8>(), place, known);
        place.add(known).write_bytes(0, size - known);
    }
    true
}

/// Stores a value at a place that C provides.
pub fn put<T>(place: *mut T, value: T) {
    if let Some(place) = exclusive(place) {
        *place = value;
    }
}
