//! Bytes of LLVM IR as text.

/// Returns the bytes as text; if they are not UTF-8, the part before the first invalid byte.
pub(super) fn text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(fault) => {
            bytes.get(..fault.valid_up_to()).and_then(|good| std::str::from_utf8(good).ok()).unwrap_or_default()
        }
    }
}
