//! LLVM's JIT, through its C API: bitcode in, addresses of functions out.
#![allow(unsafe_code, reason = "LLVM's C API")]

use crate::machine::machine;
use crate::{errors, host};
use llvm_spirv::error::Result;
use llvm_sys::LLVMLinkage;
use llvm_sys::core::{
    LLVMContextCreate, LLVMCreateMemoryBufferWithMemoryRangeCopy, LLVMDisposeMessage, LLVMGetFirstFunction,
    LLVMGetNextFunction, LLVMGetValueName2, LLVMIsDeclaration, LLVMSetDataLayout, LLVMSetLinkage, LLVMSetTarget,
};
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::orc2::lljit::{
    LLVMOrcCreateLLJIT, LLVMOrcCreateLLJITBuilder, LLVMOrcDisposeLLJIT, LLVMOrcLLJITAddLLVMIRModule,
    LLVMOrcLLJITBuilderSetJITTargetMachineBuilder, LLVMOrcLLJITBuilderSetObjectLinkingLayerCreator,
    LLVMOrcLLJITGetGlobalPrefix, LLVMOrcLLJITGetMainJITDylib, LLVMOrcLLJITLookup, LLVMOrcLLJITMangleAndIntern,
    LLVMOrcLLJITRef,
};
use llvm_sys::orc2::{
    LLVMJITEvaluatedSymbol, LLVMJITSymbolFlags, LLVMOrcAbsoluteSymbols, LLVMOrcCSymbolMapPair,
    LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess, LLVMOrcCreateNewThreadSafeContextFromLLVMContext,
    LLVMOrcCreateNewThreadSafeModule, LLVMOrcDisposeThreadSafeContext, LLVMOrcJITDylibAddGenerator,
    LLVMOrcJITDylibDefine, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine,
};
use llvm_sys::prelude::{LLVMContextRef, LLVMModuleRef};
use llvm_sys::target::LLVMCopyStringRepOfTargetData;
use llvm_sys::target_machine::{LLVMCodeGenOptLevel, LLVMCreateTargetDataLayout};
use llvm_sys::transforms::pass_builder::{LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses};
use std::ffi::{CStr, CString, c_char};
use std::ptr;

/// The allocator for the sections of compiled code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sections {
    /// LLVM's, at any address.
    Any,
    /// The runner's, below 4 GiB, which records their addresses.
    Known,
}

/// The work of LLVM's optimiser on what is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The passes of `-O3`, for code that runs long.
    Most,
    /// Passes that leave less code to compile, for kernels that run once.
    Least,
}

impl Effort {
    fn passes(self) -> &'static CStr {
        match self {
            Self::Most => c"globaldce,default<O3>",
            Self::Least => c"globaldce,function(sroa,early-cse,simplifycfg,adce)",
        }
    }

    fn level(self) -> LLVMCodeGenOptLevel {
        match self {
            Self::Most => LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
            Self::Least => LLVMCodeGenOptLevel::LLVMCodeGenLevelNone,
        }
    }
}

/// Compiled code, which lives until this is dropped.
#[derive(Debug)]
pub struct Compiled {
    jit: LLVMOrcLLJITRef,
}

/// Converts LLVM's error to ours.
fn checked(error: LLVMErrorRef) -> Result<()> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: an error, which this takes; its message is copied and disposed of.
    unsafe {
        let message = LLVMGetErrorMessage(error);
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(message);
        Err(errors::internal(text))
    }
}

/// Returns a text for LLVM.
pub fn given(text: &str) -> Result<CString> {
    CString::new(text).map_err(|error| errors::internal(error.to_string()))
}

/// Takes ownership of a string from LLVM.
pub fn taken(raw: *mut c_char) -> CString {
    // SAFETY: a string that LLVM has allocated for the caller.
    unsafe {
        let text = CStr::from_ptr(raw).to_owned();
        LLVMDisposeMessage(raw);
        text
    }
}

/// Parses a module.
fn parsed(context: LLVMContextRef, bitcode: &[u8]) -> Result<LLVMModuleRef> {
    let mut module: LLVMModuleRef = ptr::null_mut();
    // SAFETY: a live context, and bytes with their length, which LLVM copies.
    let failed = unsafe {
        let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bitcode.as_ptr().cast(), bitcode.len(), c"cpu".as_ptr());
        llvm_sys::bit_reader::LLVMParseBitcodeInContext2(context, buffer, &raw mut module)
    };
    if failed == 0 { Ok(module) } else { Err(errors::internal("LLVM does not read the cpu form")) }
}

/// Gives all functions but the given ones internal linkage, so that LLVM deletes those that are not called.
fn keep(module: LLVMModuleRef, wanted: &[String]) {
    // SAFETY: a live module, whose functions follow each other; names end with a zero.
    unsafe {
        let mut function = LLVMGetFirstFunction(module);
        while !function.is_null() {
            let mut length = 0;
            let name = LLVMGetValueName2(function, &raw mut length);
            let name = std::slice::from_raw_parts(name.cast::<u8>(), length);
            if LLVMIsDeclaration(function) == 0 && !wanted.iter().any(|wanted| wanted.as_bytes() == name) {
                LLVMSetLinkage(function, LLVMLinkage::LLVMInternalLinkage);
            }
            function = LLVMGetNextFunction(function);
        }
    }
}

impl Compiled {
    /// Optimises and compiles a module in cpu form: the functions in `wanted`, or all of them. A host that is linked
    /// with it may call the functions of this process.
    pub fn compile(
        bitcode: &[u8],
        host: Option<&[u8]>,
        wanted: Option<&[String]>,
        (sections, effort): (Sections, Effort),
    ) -> Result<Self> {
        let (machine, triple) = machine(effort.level())?;
        // SAFETY: each object is made here and given on to who disposes of it; the module's context goes with it.
        unsafe {
            let context = LLVMContextCreate();
            let layout = taken(LLVMCopyStringRepOfTargetData(LLVMCreateTargetDataLayout(machine)));
            let parsed = |bitcode| -> Result<LLVMModuleRef> {
                let module = parsed(context, bitcode)?;
                LLVMSetTarget(module, triple.as_ptr());
                LLVMSetDataLayout(module, layout.as_ptr());
                Ok(module)
            };
            let module = parsed(bitcode)?;
            if let Some(host) = host
                && LLVMLinkModules2(module, parsed(host)?) != 0
            {
                return Err(errors::launch("the host's module and the kernel's do not fit together"));
            }
            if let Some(wanted) = wanted {
                keep(module, wanted);
            }
            let options = LLVMCreatePassBuilderOptions();
            let passed = checked(LLVMRunPasses(module, effort.passes().as_ptr(), machine, options));
            LLVMDisposePassBuilderOptions(options);
            passed?;
            let builder = LLVMOrcCreateLLJITBuilder();
            let machines = LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine);
            LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(builder, machines);
            if sections == Sections::Known {
                LLVMOrcLLJITBuilderSetObjectLinkingLayerCreator(builder, crate::sections::layer, ptr::null_mut());
            }
            let mut jit = ptr::null_mut();
            checked(LLVMOrcCreateLLJIT(&raw mut jit, builder))?;
            let code = Self { jit };
            code.define_host()?;
            if host.is_some() {
                code.define_process()?;
            }
            let shared = LLVMOrcCreateNewThreadSafeContextFromLLVMContext(context);
            let module = LLVMOrcCreateNewThreadSafeModule(module, shared);
            LLVMOrcDisposeThreadSafeContext(shared);
            checked(LLVMOrcLLJITAddLLVMIRModule(jit, LLVMOrcLLJITGetMainJITDylib(jit), module))?;
            Ok(code)
        }
    }

    /// Defines the functions that code may call: the host's, and no others of this process.
    fn define_host(&self) -> Result<()> {
        let mut pairs = Vec::new();
        for (name, address) in host::symbols() {
            let name = given(&name)?;
            // SAFETY: a live JIT and a string.
            let name = unsafe { LLVMOrcLLJITMangleAndIntern(self.jit, name.as_ptr()) };
            let flags = LLVMJITSymbolFlags { GenericFlags: 1 | 4, TargetFlags: 0 };
            let symbol = LLVMJITEvaluatedSymbol { Address: address as u64, Flags: flags };
            pairs.push(LLVMOrcCSymbolMapPair { Name: name, Sym: symbol });
        }
        // SAFETY: as many pairs as are said, of interned names.
        checked(unsafe {
            let unit = LLVMOrcAbsoluteSymbols(pairs.as_mut_ptr(), pairs.len());
            LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(self.jit), unit)
        })
    }

    /// Defines the functions of this process, C's library among them.
    fn define_process(&self) -> Result<()> {
        let mut generator = ptr::null_mut();
        // SAFETY: a live JIT, whose library takes the generator.
        unsafe {
            let prefix = LLVMOrcLLJITGetGlobalPrefix(self.jit);
            let made =
                LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&raw mut generator, prefix, None, ptr::null_mut());
            checked(made)?;
            LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(self.jit), generator);
        }
        Ok(())
    }

    /// Calls `main`, which has no parameters.
    pub fn call_main(&self, has_result: bool) -> Result<i32> {
        // The host may need symbols that neither module defines.
        let main = self.address("main").map_err(|error| errors::launch(error.message()))?;
        // SAFETY: a function of that type, as the caller has seen; what it does to this process is the host's matter.
        unsafe {
            if has_result {
                return Ok(std::mem::transmute::<usize, extern "C" fn() -> i32>(main)());
            }
            std::mem::transmute::<usize, extern "C" fn()>(main)();
        }
        Ok(0)
    }

    /// Returns the address of a function.
    pub fn address(&self, name: &str) -> Result<usize> {
        let text = given(name)?;
        let mut address = 0;
        // SAFETY: a live JIT and a string.
        checked(unsafe { LLVMOrcLLJITLookup(self.jit, &raw mut address, text.as_ptr()) })?;
        usize::try_from(address).map_err(|error| errors::internal(error.to_string()))
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        // SAFETY: the JIT is live, and nothing runs its code any more: launches borrow it.
        let _ = checked(unsafe { LLVMOrcDisposeLLJIT(self.jit) });
    }
}
