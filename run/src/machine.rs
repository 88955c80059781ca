//! The machine that this process runs on, as LLVM describes it.
#![allow(unsafe_code, reason = "LLVM's C API")]

use crate::errors;
use crate::jit::{given, taken};
use llvm_spirv::error::Result;
use llvm_sys::support::LLVMParseCommandLineOptions;
use llvm_sys::target::{LLVM_InitializeNativeAsmPrinter, LLVM_InitializeNativeTarget};
use llvm_sys::target_machine::{
    LLVMCodeGenOptLevel, LLVMCodeModel, LLVMCreateTargetMachine, LLVMGetDefaultTargetTriple, LLVMGetHostCPUFeatures,
    LLVMGetHostCPUName, LLVMGetTargetFromTriple, LLVMRelocMode, LLVMTargetMachineRef,
};
use std::ffi::CString;
use std::ptr;
use std::sync::OnceLock;

/// Registers the host's target and sets LLVM's options, once for the process; returns whether LLVM supports the target.
///
/// LLVM keeps targets in a list without a lock: if two threads register the same one, the list becomes cyclic, and a
/// search does not end. The option prevents LLVM from reordering the accesses of a work-item: in loops whose accesses
/// are marked as parallel, it ignores that those of one iteration may alias.
fn set_up() -> bool {
    static IS_SET_UP: OnceLock<bool> = OnceLock::new();
    let words = [c"spirv-runner".as_ptr(), c"-enable-interleaved-mem-accesses=false".as_ptr()];
    // SAFETY: as many words as are said; no other thread sets LLVM up.
    *IS_SET_UP.get_or_init(|| unsafe {
        LLVMParseCommandLineOptions(2, words.as_ptr(), ptr::null());
        LLVM_InitializeNativeTarget() == 0 && LLVM_InitializeNativeAsmPrinter() == 0
    })
}

/// Returns the machine that this process runs on, with a code generator of a level, and its triple.
///
/// # Errors
///
/// An LLVM without a code generator for this processor.
pub fn machine(level: LLVMCodeGenOptLevel) -> Result<(LLVMTargetMachineRef, CString)> {
    if !set_up() {
        return Err(errors::internal("LLVM cannot make code for this processor"));
    }
    // SAFETY: LLVM's functions for the host, with strings that they have made.
    unsafe {
        let triple = taken(LLVMGetDefaultTargetTriple());
        let (cpu, features) = (taken(LLVMGetHostCPUName()), features(&taken(LLVMGetHostCPUFeatures()))?);
        let (mut target, mut message) = (ptr::null_mut(), ptr::null_mut());
        if LLVMGetTargetFromTriple(triple.as_ptr(), &raw mut target, &raw mut message) != 0 {
            return Err(errors::internal(taken(message).to_string_lossy()));
        }
        let machine = LLVMCreateTargetMachine(
            target,
            triple.as_ptr(),
            cpu.as_ptr(),
            features.as_ptr(),
            level,
            LLVMRelocMode::LLVMRelocPIC,
            LLVMCodeModel::LLVMCodeModelJITDefault,
        );
        if machine.is_null() {
            Err(errors::internal("LLVM has no machine for this processor"))
        } else {
            Ok((machine, triple))
        }
    }
}

/// Processor features that flush subnormal floats to zero: bfloat is computed without them.
const INEXACT: [&str; 3] = ["avx512bf16", "avxneconvert", "avx10.2"];

/// Returns the features of a processor except those that compute in another way than SPIR-V requires.
fn features(all: &CString) -> Result<CString> {
    let all = all.to_string_lossy();
    let is_exact = |feature: &&str| !INEXACT.iter().any(|name| feature.get(1..) == Some(*name));
    let kept: Vec<_> = all.split(',').filter(is_exact).map(str::to_owned).collect();
    let without = INEXACT.iter().filter(|name| all.contains(**name)).map(|name| format!("-{name}"));
    given(&kept.into_iter().chain(without).collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::{LLVMCodeGenOptLevel, machine};
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::{Duration, Instant};

    /// Requests the machine in two threads at the same moment, then ends the process.
    fn ask_twice() -> ! {
        let ready = AtomicU32::new(0);
        let ask = || {
            ready.fetch_add(1, Ordering::SeqCst);
            while ready.load(Ordering::SeqCst) < 2 {
                std::hint::spin_loop();
            }
            machine(LLVMCodeGenOptLevel::LLVMCodeGenLevelNone).is_ok()
        };
        let is_there = std::thread::scope(|scope| {
            let other = scope.spawn(ask);
            ask() & other.join().unwrap_or(false)
        });
        // SAFETY: ends this process, a copy that nobody else uses.
        unsafe { libc::_exit(i32::from(!is_there)) }
    }

    /// Returns the exit status of a process, or `None` on a timeout.
    fn ended(child: libc::pid_t, most: Duration) -> Option<i32> {
        let (begin, mut status) = (Instant::now(), 0);
        while begin.elapsed() < most {
            // SAFETY: a child of this process, and room for how it has ended.
            if unsafe { libc::waitpid(child, &raw mut status, libc::WNOHANG) } == child {
                return Some(status);
            }
            std::thread::sleep(Duration::from_micros(100));
        }
        // SAFETY: a child that has not been waited for.
        unsafe { libc::kill(child, libc::SIGKILL) };
        None
    }

    /// Checks that requesting the machine in two threads ends; without a lock, one in twenty processes never found the
    /// target.
    #[test]
    fn threads_ask_for_the_machine_at_once() {
        for attempt in 0..200 {
            // SAFETY: the copy asks LLVM, which no test of this process does, and ends.
            let child = match unsafe { libc::fork() } {
                0 => ask_twice(),
                child => child,
            };
            assert_eq!(ended(child, Duration::from_secs(60)), Some(0), "attempt {attempt}");
        }
    }
}
