//! The Khronos translator's names of instructions on groups.

use crate::concepts::instructions::collectives::BITWISE;
use ::spirv::Op;

/// Instructions, with their operations in OpenCL C's names.
const ROWS: &[(Op, &str)] =
    &[(Op::GroupBitwiseAndKHR, "and"), (Op::GroupBitwiseOrKHR, "or"), (Op::GroupBitwiseXorKHR, "xor")];

/// Returns the Khronos translator's name of an instruction whose name in OpenCL C is `base`, if the two differ.
pub fn name(op: Op, base: &str) -> Option<String> {
    let (_, operation) = ROWS.iter().find(|row| row.0 == op)?;
    base.strip_suffix(operation).map(|start| format!("{start}{BITWISE}{operation}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitwise_operations_say_so() {
        assert_eq!(
            name(Op::GroupBitwiseOrKHR, "work_group_reduce_or").as_deref(),
            Some("work_group_reduce_bitwise_or")
        );
        assert_eq!(name(Op::GroupIMulKHR, "work_group_reduce_mul"), None);
    }
}
