//! The words of SPIR-V binaries.

/// Returns the words of a binary that begin with the low-order byte; bytes behind the last whole word are left out.
///
/// ```
/// assert_eq!(llvm_spirv_testing::words(&[3, 2, 0x23, 7, 9]), [0x0723_0203]);
/// ```
pub fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}
