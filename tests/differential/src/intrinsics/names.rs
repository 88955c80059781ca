//! LLVM's own list of intrinsics.
#![allow(unsafe_code)]

use llvm_sys::core::{
    LLVMContextCreate, LLVMContextDispose, LLVMDisposeMessage, LLVMIntrinsicGetName, LLVMIntrinsicGetType,
    LLVMIntrinsicIsOverloaded, LLVMLookupIntrinsicID, LLVMPrintTypeToString,
};
use std::ffi::CStr;
use std::ptr::null_mut;

/// The targets with their own intrinsics, as their names spell them.
const TARGETS: [&str; 18] = [
    "aarch64",
    "amdgcn",
    "arm",
    "bpf",
    "dx",
    "hexagon",
    "loongarch",
    "mips",
    "nvvm",
    "ppc",
    "r600",
    "riscv",
    "s390",
    "spv",
    "ve",
    "wasm",
    "x86",
    "xcore",
];

/// Returns the names of target-independent intrinsics, without `llvm.`.
pub fn of_no_target() -> Vec<String> {
    let mut names = Vec::new();
    for id in 1.. {
        let mut length = 0;
        // SAFETY: LLVM looks a number up; the last one is known by its name, and none behind it is asked for.
        let name = unsafe {
            let start = LLVMIntrinsicGetName(id, &raw mut length);
            String::from_utf8_lossy(std::slice::from_raw_parts(start.cast::<u8>(), length)).into_owned()
        };
        let short = name.strip_prefix("llvm.").unwrap_or(&name);
        let target = short.split('.').next().unwrap_or_default();
        if !TARGETS.contains(&target) {
            names.push(short.to_owned());
        }
        // LLVM's list is sorted, and this is its end: numbers behind it are not for the asking.
        if short == "xcore.zext" {
            break;
        }
    }
    names
}

/// Returns the type of an intrinsic, as text; `None` for overloaded ones.
pub fn signature(name: &str) -> Option<String> {
    let name = format!("llvm.{name}");
    // SAFETY: a string and its length; a number of LLVM's; a context of our own, which is given back; a string of
    // LLVM's.
    unsafe {
        let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
        if id == 0 || LLVMIntrinsicIsOverloaded(id) != 0 {
            return None;
        }
        let context = LLVMContextCreate();
        let text = LLVMPrintTypeToString(LLVMIntrinsicGetType(context, id, null_mut(), 0));
        let signature = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        LLVMContextDispose(context);
        Some(signature)
    }
}
