//! Memory that a kernel may only read (SPIR-V 3.7 "Storage Class"): constants and inputs. LLVM IR has no such distinction.

use crate::concepts::base::pointers;
use crate::error::{Code, Error, Result};
use crate::llvm::Value;
use crate::state::Forward;
use ::spirv::StorageClass;

/// The address spaces of read-only memory.
const READ_ONLY: [u32; 2] = [2, 7];

/// Returns an error if the pointer of a store or atomic is to read-only memory.
pub fn require<'m>(f: &mut Forward<'m>, pointer: Value<'m>) -> Result<()> {
    let space = pointer.ty().scalar().address_space();
    if !pointer.ty().scalar().is_pointer() || !READ_ONLY.contains(&space) {
        return Ok(());
    }
    match pointers::storage_class(f, space)? {
        class @ (StorageClass::UniformConstant | StorageClass::Input) => {
            let what = format!("a store or atomic access in address space {space} ({class:?}), which is read only");
            Err(Error::of(Code::AddressSpace, what))
        }
        _ => Ok(()),
    }
}
