//! The structured control flow of shaders: the result for unstructured control flow is valid for Vulkan, and is
//! unchanged from then on. The unit tests of `legalize::logical::structure` check that it does the same.

use crate::support::spirv_tools;
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};

#[test]
fn s4_62_any_control_flow_becomes_valid_for_vulkan() {
    let made = llvm_to_spirv(include_bytes!("structure/unstructured.ll"), &Options::default()).unwrap();
    spirv_tools::validate_in(&made.bytes, "vulkan1.3").unwrap_or_else(|complaint| panic!("{}", complaint.whole));
    let back = spirv_to_llvm(&made.bytes, &Options::default(), Llvm::Bitcode).unwrap();
    let again = llvm_to_spirv(&back.bytes, &Options::default()).unwrap();
    assert!(again.bytes == made.bytes, "the second translation differs");
}
