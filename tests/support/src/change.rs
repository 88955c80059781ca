//! Settings that cannot be written as a whole, because their struct may get more fields.

/// Returns a value with a change made to it.
///
/// ```
/// assert_eq!(llvm_spirv_testing::with(vec![1], |list| list.push(2)), [1, 2]);
/// ```
pub fn with<T>(mut value: T, change: impl FnOnce(&mut T)) -> T {
    change(&mut value);
    value
}
