//! LLVM's reader, verifier and printer for modules.
#![allow(unsafe_code, reason = "LLVM's C API")]

use crate::jit::{parse, take};
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::{LLVMContextCreate, LLVMContextDispose, LLVMDisposeModule, LLVMPrintModuleToString};
use llvm_sys::prelude::LLVMModuleRef;
use std::ptr::null_mut;

/// Checks assembly with LLVM's reader and verifier.
///
/// # Errors
///
/// LLVM's message.
pub fn readable(assembly: &str) -> Result<(), String> {
    with(assembly, |module| {
        let mut message = null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        // SAFETY: a live module; the message is ours.
        let (is_broken, said) = unsafe { (LLVMVerifyModule(module, action, &raw mut message) != 0, take(message)) };
        if is_broken { Err(said) } else { Ok(()) }
    })
}

/// Returns a module as LLVM prints it.
///
/// # Errors
///
/// Text that LLVM cannot read, with its message.
pub fn printed(assembly: &str) -> Result<String, String> {
    // SAFETY: a live module; the text is ours.
    with(assembly, |module| Ok(unsafe { take(LLVMPrintModuleToString(module)) }))
}

/// Applies `work` to a module, which is freed afterwards.
fn with<T>(assembly: &str, work: impl FnOnce(LLVMModuleRef) -> Result<T, String>) -> Result<T, String> {
    // SAFETY: a context of our own, which goes last, and the module in it.
    unsafe {
        let context = LLVMContextCreate();
        let result = parse(context, assembly).and_then(|module| {
            let result = work(module);
            LLVMDisposeModule(module);
            result
        });
        LLVMContextDispose(context);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::{printed, readable};

    #[test]
    fn says_what_llvm_says() {
        assert_eq!(readable("define void @f() { ret void }"), Ok(()));
        assert!(readable("define void @f() { ret i32 }").unwrap_err().contains("expected value token"));
        let broken =
            readable("define void @f() { br label %a\na:\n %x = add i32 %y, 1\n %y = add i32 %x, 1\n ret void }");
        assert!(broken.unwrap_err().contains("does not dominate all uses"));
        assert!(printed("@a = global i32 1").unwrap().contains("@a = global i32 1"));
    }
}
