//! Storage classes of shaders (SPIR-V 3.7 "Storage Class").
//!
//! In LLVM IR, a storage class is an address space: 0 to 9 are those of kernels, 10 to 13 those of LLVM's SPIR-V
//! backend. Any other class of core SPIR-V has the address space 100 plus its number, and a class of an extension has
//! its number itself.

use ::spirv::StorageClass;

/// The storage classes whose address space does not follow from the number of the class.
const ROWS: &[(u32, StorageClass)] = &[
    (0, StorageClass::Function),
    (1, StorageClass::CrossWorkgroup),
    (2, StorageClass::UniformConstant),
    (3, StorageClass::Workgroup),
    (4, StorageClass::Generic),
    (7, StorageClass::Input),
    (8, StorageClass::Output),
    (10, StorageClass::Private),
    (11, StorageClass::StorageBuffer),
    (12, StorageClass::Uniform),
    (13, StorageClass::PushConstant),
];

/// The offset added to the number of any other core storage class (below [`FIRST_OF_EXTENSIONS`]) to get its address
/// space.
const OTHER: u32 = 100;

/// The lowest number of a storage class that an extension defines.
const FIRST_OF_EXTENSIONS: u32 = 1000;

/// Returns the storage class of an address space.
pub fn class_of(space: u32) -> Option<StorageClass> {
    if let Some(row) = ROWS.iter().find(|row| row.0 == space) {
        return Some(row.1);
    }
    let number = if space >= FIRST_OF_EXTENSIONS { Some(space) } else { space.checked_sub(OTHER) };
    number.and_then(StorageClass::from_u32).filter(|class| space_of(*class) == space)
}

/// Returns the address space of a storage class.
pub fn space_of(class: StorageClass) -> u32 {
    match ROWS.iter().find(|row| row.1 == class) {
        Some(row) => row.0,
        None if class as u32 >= FIRST_OF_EXTENSIONS => class as u32,
        None => OTHER + class as u32,
    }
}

/// Returns whether types in memory of the storage class have an explicit layout (SPIR-V 2.16.2, "explicit layout").
pub fn is_explicit(class: StorageClass) -> bool {
    use StorageClass::*;
    matches!(class, Uniform | StorageBuffer | PushConstant | PhysicalStorageBuffer | ShaderRecordBufferKHR)
}

/// Returns whether variables in the address space are descriptors, or arrays of them.
pub fn has_descriptors(space: u32) -> bool {
    use StorageClass::*;
    matches!(class_of(space), Some(UniformConstant | Uniform | StorageBuffer))
}

/// Returns whether other invocations may access memory in the address space.
pub fn is_shared(space: u32) -> bool {
    use StorageClass::*;
    !matches!(class_of(space), Some(Function | Private | Input | Output) | None)
}

/// Returns whether pointers into the address space are physical addresses, whose accesses state an alignment.
pub fn is_physical(space: u32) -> bool {
    class_of(space) == Some(StorageClass::PhysicalStorageBuffer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_storage_class_has_an_address_space_of_its_own() {
        let all: Vec<_> = (0..8000).filter_map(StorageClass::from_u32).collect();
        assert!(all.len() > 20);
        for class in all {
            assert_eq!(class_of(space_of(class)), Some(class), "{class:?}");
        }
        assert_eq!(class_of(14), None);
        assert_eq!((space_of(StorageClass::PhysicalStorageBuffer), space_of(StorageClass::Image)), (5349, 111));
    }
}
