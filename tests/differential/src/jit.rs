//! Functions run in this process by LLVM's JIT. The compiled code is not trusted: it runs in a separate process
//! (`check`).
#![allow(unsafe_code)]

use llvm_sys::core::{
    LLVMAddTargetDependentFunctionAttr, LLVMContextCreate, LLVMContextDispose,
    LLVMCreateMemoryBufferWithMemoryRangeCopy, LLVMDisposeMessage, LLVMGetFirstFunction, LLVMGetNextFunction,
    LLVMSetTarget,
};
use llvm_sys::error::LLVMConsumeError;
use llvm_sys::execution_engine::{
    LLVMCreateMCJITCompilerForModule, LLVMDisposeExecutionEngine, LLVMExecutionEngineRef, LLVMGetFunctionAddress,
    LLVMInitializeMCJITCompilerOptions, LLVMLinkInMCJIT, LLVMMCJITCompilerOptions,
};
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::prelude::{LLVMContextRef, LLVMModuleRef};
use llvm_sys::support::{LLVMAddSymbol, LLVMParseCommandLineOptions};
use llvm_sys::target::{LLVM_InitializeNativeAsmPrinter, LLVM_InitializeNativeTarget};
use llvm_sys::target_machine::{LLVMGetDefaultTargetTriple, LLVMGetHostCPUName};
use llvm_sys::transforms::pass_builder::{LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses};
use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};
use std::sync::Once;

/// A module that is compiled when it is first called.
#[derive(Debug)]
pub struct Jit {
    engine: LLVMExecutionEngineRef,
    context: LLVMContextRef,
}

/// The code generator of functions. LLVM's code generator is wrong now and then, or gives up; hardly ever so for two
/// processors, and without vectors, which are most of what it is wrong about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Oracle {
    /// Code for any x86-64.
    #[default]
    First,
    /// Code for this processor, with its wide vectors, by LLVM's usual scheduler.
    Second,
    /// Code for any x86-64, of functions whose vectors are taken apart.
    Third,
}

impl Oracle {
    /// Returns the program's name, and its command-line options. LLVM's usual scheduler takes time exponential in the
    /// calls of a block (`IsChainDependent`); the list scheduler that sorts by registers first calls that less often.
    /// (`fast` crashes, `linearize` does not preserve the flags of x86.)
    fn options(self) -> &'static [&'static CStr] {
        match self {
            Self::First | Self::Third => &[c"differential", c"-pre-RA-sched=list-burr"],
            Self::Second => &[c"differential"],
        }
    }

    /// Returns the passes before code generation. Matrices need a pass of their own, which does not support unreachable
    /// code. The following passes remove dead code, since code generation takes most of the time of a check. They
    /// compute nothing: LLVM would fold calls of `sin` with functions that round differently from those called.
    fn passes(self) -> &'static CStr {
        match self {
            Self::First | Self::Second => c"function(unreachableblockelim,lower-matrix-intrinsics,sroa,adce)",
            Self::Third => {
                c"function(unreachableblockelim,lower-matrix-intrinsics,sroa,adce,scalarizer<load-store>,adce)"
            }
        }
    }
}

type Compute = unsafe extern "C" fn(*const u8, *mut u8);

impl Jit {
    /// Compiles LLVM assembly for any target: the data layout stays, the code is this machine's. A process has one
    /// oracle.
    pub fn new(assembly: &str, oracle: Oracle) -> Result<Self, String> {
        static SET_UP: Once = Once::new();
        // SAFETY: registers the target of this machine and the JIT, once; the options are C strings, as many as said.
        SET_UP.call_once(|| unsafe {
            LLVM_InitializeNativeTarget();
            LLVM_InitializeNativeAsmPrinter();
            LLVMLinkInMCJIT();
            add_copies();
            add_conversions();
            let options: Vec<_> = oracle.options().iter().map(|option| option.as_ptr()).collect();
            LLVMParseCommandLineOptions(options.len() as i32, options.as_ptr(), null());
        });
        // SAFETY: an own context, given back below or when the JIT is dropped.
        let context = unsafe { LLVMContextCreate() };
        let engine = parse(context, assembly).and_then(|module| compile(module, oracle));
        engine.map(|engine| Self { engine, context }).inspect_err(|_| {
            // SAFETY: nothing is left that lives in the context.
            unsafe { LLVMContextDispose(context) }
        })
    }

    /// Calls `void name(ptr in, ptr out)`. It must write no further than `output`, and read no further than `input`.
    pub fn call(&self, name: &str, input: &[u8], output: &mut [u8]) -> Result<(), String> {
        let symbol = CString::new(name).map_err(|e| e.to_string())?;
        // SAFETY: a live engine and a C string.
        let address = unsafe { LLVMGetFunctionAddress(self.engine, symbol.as_ptr()) };
        if address == 0 {
            return Err(format!("no function {name}"));
        }
        // SAFETY: the address of a compiled function; the generator gives all of them this type, and keeps them within
        // both buffers. One that does not do so ends or spoils this process, which is there for nothing else.
        unsafe {
            let compute = std::mem::transmute::<usize, Compute>(address as usize);
            compute(input.as_ptr(), output.as_mut_ptr());
        }
        Ok(())
    }
}

/// Defines the functions that LLVM's code calls for copies of atomic elements, which no library has.
///
/// # Safety
///
/// No other thread may add symbols at the same time.
unsafe fn add_copies() {
    /// Copies an unordered-atomic element range.
    ///
    /// # Safety
    ///
    /// Both pointers must be valid for `length` bytes.
    unsafe extern "C" fn copy(to: *mut u8, from: *const u8, length: usize) {
        // SAFETY: by the contract.
        unsafe { std::ptr::copy(from, to, length) }
    }
    /// Fills an unordered-atomic element range.
    ///
    /// # Safety
    ///
    /// The pointer must be valid for `length` bytes.
    unsafe extern "C" fn set(to: *mut u8, byte: u8, length: usize) {
        // SAFETY: by the contract.
        unsafe { std::ptr::write_bytes(to, byte, length) }
    }
    for size in [1, 2, 4, 8, 16] {
        for (verb, function) in [("memcpy", copy as *mut _), ("memmove", copy as *mut _), ("memset", set as *mut _)] {
            // Never freed: LLVM keeps the name.
            if let Ok(name) = CString::new(format!("__llvm_{verb}_element_unordered_atomic_{size}")) {
                // SAFETY: a C string, and the address of a function.
                unsafe { LLVMAddSymbol(name.into_raw(), function) }
            }
        }
    }
}

/// Defines the functions that LLVM's code calls to round to `bfloat`, which only recent C libraries have. The result is
/// in the lower half of a floating-point register.
///
/// # Safety
///
/// No other thread may add symbols at the same time.
unsafe fn add_conversions() {
    /// Rounds to the nearest `bfloat`, ties to even.
    extern "C" fn of_float(value: f32) -> f32 {
        let bits = value.to_bits();
        let rounded = bits.wrapping_add(0x7FFF + (bits >> 16 & 1)) >> 16;
        f32::from_bits(if value.is_nan() { bits >> 16 | 0x40 } else { rounded })
    }
    /// Rounds a double to a float with a sticky last bit, which is set if the result is inexact.
    extern "C" fn of_double(value: f64) -> f32 {
        let near = value as f32;
        let (seen, exact) = (f64::from(near).abs(), value.abs());
        let inexact = if seen == exact || value.is_nan() { 0 } else { 1 };
        let toward_zero = near.to_bits() - u32::from(seen > exact);
        of_float(f32::from_bits(toward_zero | inexact))
    }
    let functions = [(c"__truncsfbf2", of_float as *mut _), (c"__truncdfbf2", of_double as *mut _)];
    for (name, function) in functions {
        // SAFETY: a C string, and the address of a function.
        unsafe { LLVMAddSymbol(name.as_ptr(), function) }
    }
}

impl Drop for Jit {
    fn drop(&mut self) {
        // SAFETY: both are live; the engine owns the module, which lives in the context, and goes first.
        unsafe {
            LLVMDisposeExecutionEngine(self.engine);
            LLVMContextDispose(self.context);
        }
    }
}

/// Parses a module.
pub(crate) fn parse(context: LLVMContextRef, assembly: &str) -> Result<LLVMModuleRef, String> {
    let (mut module, mut message) = (null_mut(), null_mut());
    // SAFETY: pointer and length of one string, which is copied; the reader leaves the buffer to us; the message is
    // ours.
    unsafe {
        let start = assembly.as_ptr().cast::<c_char>();
        let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(start, assembly.len(), c"jit".as_ptr());
        let fails = LLVMParseIRInContext2(context, buffer, &raw mut module, &raw mut message) != 0;
        llvm_sys::core::LLVMDisposeMemoryBuffer(buffer);
        if fails { Err(take(message)) } else { Ok(module) }
    }
}

fn compile(module: LLVMModuleRef, oracle: Oracle) -> Result<LLVMExecutionEngineRef, String> {
    let (mut engine, mut message) = (null_mut(), null_mut());
    // SAFETY: a live module, which the engine takes over, or which is gone where there is none; the options are filled
    // in by LLVM, with their size; the triple is a C string of ours.
    unsafe {
        let triple = LLVMGetDefaultTargetTriple();
        LLVMSetTarget(module, triple);
        prepare(module, oracle);
        if oracle == Oracle::Second {
            choose_processor(module);
        }
        LLVMDisposeMessage(triple);
        let mut options = std::mem::zeroed::<LLVMMCJITCompilerOptions>();
        let size = size_of::<LLVMMCJITCompilerOptions>();
        LLVMInitializeMCJITCompilerOptions(&raw mut options, size);
        options.OptLevel = 0;
        let fails =
            LLVMCreateMCJITCompilerForModule(&raw mut engine, module, &raw mut options, size, &raw mut message) != 0;
        if fails { Err(take(message)) } else { Ok(engine) }
    }
}

/// Sets the processor of this machine for all functions.
///
/// # Safety
///
/// The module must be live.
unsafe fn choose_processor(module: LLVMModuleRef) {
    // SAFETY: a live module and its functions; C strings, the processor's freed at the end.
    unsafe {
        let name = LLVMGetHostCPUName();
        let mut function = LLVMGetFirstFunction(module);
        while !function.is_null() {
            LLVMAddTargetDependentFunctionAttr(function, c"target-cpu".as_ptr(), name);
            function = LLVMGetNextFunction(function);
        }
        LLVMDisposeMessage(name);
    }
}

/// Runs the passes that prepare a module for the code generator.
///
/// # Safety
///
/// The module must be live.
unsafe fn prepare(module: LLVMModuleRef, oracle: Oracle) {
    // SAFETY: a live module, by the contract; a C string; options that are ours; what it complains of is freed.
    unsafe {
        let options = LLVMCreatePassBuilderOptions();
        let error = LLVMRunPasses(module, oracle.passes().as_ptr(), null_mut(), options);
        LLVMConsumeError(error);
        LLVMDisposePassBuilderOptions(options);
    }
}

/// Takes ownership of a message from LLVM.
///
/// # Safety
///
/// The message must be null, or come from LLVM and not be freed.
pub(crate) unsafe fn take(message: *mut c_char) -> String {
    if message.is_null() {
        return "LLVM does not say why".into();
    }
    // SAFETY: a C string of LLVM's, by the contract.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}
