//! Positions in the source: what debug info says of instructions, functions and variables.

use super::{Metadata, MetadataKind, Value, shim};
use crate::error::place::Source;
use llvm_sys::core::LLVMGetMDKindIDInContext;
use llvm_sys::debuginfo::{
    LLVMDIFileGetDirectory, LLVMDIFileGetFilename, LLVMDIGlobalVariableExpressionGetVariable, LLVMDILocationGetColumn,
    LLVMDILocationGetLine, LLVMDILocationGetScope, LLVMDIScopeGetFile, LLVMDISubprogramGetLine, LLVMDIVariableGetFile,
    LLVMDIVariableGetLine, LLVMGetSubprogram,
};
use llvm_sys::prelude::LLVMMetadataRef;
use std::ffi::{c_char, c_uint};

impl Value<'_> {
    /// The position in the source of an instruction, a function or a variable, where debug info has it; of an
    /// instruction that has none the position of its function.
    pub fn source(self) -> Option<Source> {
        if self.is_instruction() {
            return self.instruction_source().or_else(|| self.parent_function()?.source());
        }
        if self.is_function() { self.function_source() } else { self.variable_source() }
    }

    fn instruction_source(self) -> Option<Source> {
        let location = self.debug_location()?;
        // SAFETY: a !DILocation, as the verifier saw to; its scope is one, and has a file or none.
        unsafe {
            let file = LLVMDIScopeGetFile(LLVMDILocationGetScope(location.raw()));
            let (line, column) = (LLVMDILocationGetLine(location.raw()), LLVMDILocationGetColumn(location.raw()));
            position(file, line, column)
        }
    }

    fn function_source(self) -> Option<Source> {
        // SAFETY: a function; null, or its !DISubprogram, which is a scope.
        unsafe {
            let subprogram = LLVMGetSubprogram(self.raw());
            if subprogram.is_null() {
                return None;
            }
            position(LLVMDIScopeGetFile(subprogram), LLVMDISubprogramGetLine(subprogram), 0)
        }
    }

    fn variable_source(self) -> Option<Source> {
        if !self.is_global_variable() {
            return None;
        }
        // SAFETY: a live context and a string of three bytes.
        let kind = unsafe { LLVMGetMDKindIDInContext(self.context_raw(), c"dbg".as_ptr(), 3) };
        let expression: Metadata<'_> = self.metadata(kind)?;
        if !matches!(expression.kind(), MetadataKind::GlobalVariableExpression) {
            return None;
        }
        // SAFETY: an expression of the kind that is asked for has a variable, which has a file or none.
        unsafe {
            let variable = LLVMDIGlobalVariableExpressionGetVariable(expression.raw());
            if variable.is_null() {
                return None;
            }
            position(LLVMDIVariableGetFile(variable), LLVMDIVariableGetLine(variable), 0)
        }
    }
}

/// A position, where the file is known and the line is one.
///
/// # Safety
/// `file` is null or a live !DIFile.
unsafe fn position(file: LLVMMetadataRef, line: c_uint, column: c_uint) -> Option<Source> {
    if file.is_null() || line == 0 {
        return None;
    }
    // SAFETY: a live !DIFile.
    unsafe {
        let name = text(file, LLVMDIFileGetFilename);
        Some(Source { file: name, directory: text(file, LLVMDIFileGetDirectory), line, column })
    }
}

/// A string of a file.
///
/// # Safety
/// `file` is a live !DIFile.
unsafe fn text(
    file: LLVMMetadataRef,
    get: unsafe extern "C" fn(LLVMMetadataRef, *mut c_uint) -> *const c_char,
) -> String {
    let mut length = 0;
    // SAFETY: a live !DIFile; pointer and length belong together.
    unsafe {
        let start = get(file, &raw mut length);
        shim::text(shim::bytes(start, length as usize)).to_owned()
    }
}
