//! Memory: allocas, loads, stores, addresses, copies.

use super::{Builder, NO_NAME};
use crate::error::{Code, Error, Result};
use crate::llvm::create::check::{built, count, int_bits, raw_values, require, require_pointer, show, show_types};
use crate::llvm::create::globals::need;
use crate::llvm::create::shim::{self, Role};
use crate::llvm::create::types::check_address_space;
use crate::llvm::{Opcode, PlainAccess, Type, Value, gep_flags};
use llvm_sys::core;
use llvm_sys::prelude::LLVMValueRef;
use std::ptr::null_mut;

/// Not volatile, and aligned as the type is.
const NATURAL: PlainAccess = PlainAccess { alignment: 0, is_volatile: false };

impl<'m> Builder<'m> {
    /// `alloca` of one `ty`, in `address_space` or else where the data layout puts allocas.
    pub fn alloca(&self, ty: Type<'m>, address_space: Option<u32>) -> Result<Value<'m>> {
        self.allocate(ty, address_space, None)
    }

    /// `alloca` of `n` times `ty`.
    pub fn array_alloca(&self, ty: Type<'m>, n: Value<'m>, address_space: Option<u32>) -> Result<Value<'m>> {
        need(int_bits(n.ty()).is_some(), n, "the size of an `alloca` must be an integer")?;
        self.allocate(ty, address_space, Some(n))
    }

    fn allocate(&self, ty: Type<'m>, address_space: Option<u32>, n: Option<Value<'m>>) -> Result<Value<'m>> {
        let at = self.at()?;
        require(ty, Role::Sized, "allocated")?;
        let n = n.map_or(null_mut(), Value::raw);
        let raw = match address_space {
            Some(space) => {
                check_address_space(space)?;
                // SAFETY: a position, a sized type, an address space in range, null or an integer.
                unsafe { shim::spirv_alloca(at, ty.raw(), space, n) }
            }
            // SAFETY: as above.
            None if n.is_null() => unsafe { core::LLVMBuildAlloca(at, ty.raw(), NO_NAME) },
            // SAFETY: as above.
            None => unsafe { core::LLVMBuildArrayAlloca(at, ty.raw(), n, NO_NAME) },
        };
        built(raw, String::new)
    }

    /// `load` with the natural alignment.
    pub fn load(&self, ty: Type<'m>, pointer: Value<'m>) -> Result<Value<'m>> {
        self.load_as(ty, pointer, NATURAL)
    }

    /// `store` with the natural alignment.
    pub fn store(&self, v: Value<'m>, pointer: Value<'m>) -> Result<Value<'m>> {
        self.store_as(v, pointer, NATURAL)
    }

    /// `load`; an alignment of 0 is the natural one.
    pub fn load_as(&self, ty: Type<'m>, pointer: Value<'m>, access: PlainAccess) -> Result<Value<'m>> {
        let at = self.at()?;
        check_alignment(access.alignment, true)?;
        // SAFETY: a position, live handles, 0 or a power of two; the shim checks the types.
        let raw = unsafe { shim::spirv_load(at, ty.raw(), pointer.raw(), access.alignment, access.is_volatile) };
        accessed(raw, pointer, "`load`", || require(ty, Role::Sized, "loaded"))
    }

    /// `store`; an alignment of 0 is the natural one.
    pub fn store_as(&self, v: Value<'m>, pointer: Value<'m>, access: PlainAccess) -> Result<Value<'m>> {
        let at = self.at()?;
        check_alignment(access.alignment, true)?;
        // SAFETY: a position, live handles, 0 or a power of two; the shim checks the types.
        let raw = unsafe { shim::spirv_store(at, v.raw(), pointer.raw(), access.alignment, access.is_volatile) };
        accessed(raw, pointer, "`store`", || require(v.ty(), Role::Sized, "stored"))
    }

    /// `getelementptr` through `source`; indices of structs must be constants of type `i32`.
    pub fn gep(&self, source: Type<'m>, base: Value<'m>, indices: &[Value<'m>], inbounds: bool) -> Result<Value<'m>> {
        self.gep_with_flags(source, base, indices, if inbounds { gep_flags::IN_BOUNDS } else { 0 })
    }

    /// `getelementptr` with any of [`mod@gep_flags`].
    pub fn gep_with_flags(
        &self,
        source: Type<'m>,
        base: Value<'m>,
        indices: &[Value<'m>],
        flags: u32,
    ) -> Result<Value<'m>> {
        let at = self.at()?;
        let n = count(indices.len())?;
        // SAFETY: live handles; the shim checks types and indices, and masks the flags.
        let raw = unsafe { shim::spirv_gep(at, source.raw(), base.raw(), raw_values(indices), n, flags) };
        built(raw, || {
            let (base, indices) = (show(base.ty()), show_types(indices));
            format!("`getelementptr` into {} from {base} cannot go along ({indices})", show(source))
        })
    }

    /// `llvm.memcpy`; give alignments as attributes `align` of the parameters 0 and 1.
    pub fn memcpy(&self, to: Value<'m>, from: Value<'m>, size: Value<'m>, volatile: bool) -> Result<Value<'m>> {
        self.mem("llvm.memcpy", [to, from, size], volatile)
    }

    /// `llvm.memmove`; give alignments as attributes `align` of the parameters 0 and 1.
    pub fn memmove(&self, to: Value<'m>, from: Value<'m>, size: Value<'m>, volatile: bool) -> Result<Value<'m>> {
        self.mem("llvm.memmove", [to, from, size], volatile)
    }

    /// `llvm.memset`; give the alignment as the attribute `align` of the parameter 0.
    pub fn memset(&self, to: Value<'m>, byte: Value<'m>, size: Value<'m>, volatile: bool) -> Result<Value<'m>> {
        self.mem("llvm.memset", [to, byte, size], volatile)
    }

    fn mem(&self, name: &str, [a, b, c]: [Value<'m>; 3], volatile: bool) -> Result<Value<'m>> {
        // SAFETY: the context of a live value.
        let (void, flag) = unsafe {
            let context = core::LLVMGetValueContext(a.raw());
            let flag = core::LLVMConstInt(core::LLVMInt1TypeInContext(context), volatile.into(), 0);
            (Type::from_live(core::LLVMVoidTypeInContext(context)), flag)
        };
        self.call_intrinsic(name, void, &[a, b, c, built(flag, String::new)?])
    }
}

/// The instruction, or what is wrong with its operands.
fn accessed<'m>(
    raw: LLVMValueRef,
    pointer: Value<'m>,
    what: &str,
    ty: impl FnOnce() -> Result<()>,
) -> Result<Value<'m>> {
    if raw.is_null() {
        require_pointer(pointer, what)?;
        ty()?;
    }
    built(raw, String::new)
}

/// `Err` unless it is a power of two, or 0 where that has a meaning.
fn check_alignment(bytes: u32, may_be_none: bool) -> Result<()> {
    match bytes.is_power_of_two() || bytes == 0 && may_be_none {
        true => Ok(()),
        false => Err(Error::of(Code::Operands, format!("an alignment of {bytes} bytes is no power of two"))),
    }
}

impl Value<'_> {
    /// Alignment in bytes of a variable, function, `alloca`, `load`, `store`, `atomicrmw` or `cmpxchg`: a power of
    /// two; 0 takes it off a variable or function.
    pub fn set_alignment(self, bytes: u32) -> Result<()> {
        let object = self.is_function() || self.is_global_variable();
        let access = matches!(
            self.opcode(),
            Some(Opcode::Alloca | Opcode::Load | Opcode::Store | Opcode::AtomicRmw | Opcode::CmpXchg)
        );
        need(object || access, self, "only variables, functions and memory accesses have an alignment")?;
        check_alignment(bytes, object)?;
        // SAFETY: a value that has an alignment, and a power of two of at most 2^31.
        unsafe { core::LLVMSetAlignment(self.raw(), bytes) }
        Ok(())
    }

    /// `volatile` on `load`, `store`, `atomicrmw`, `cmpxchg`.
    pub fn set_volatile(self, volatile: bool) -> Result<()> {
        let access = matches!(self.opcode(), Some(Opcode::Load | Opcode::Store | Opcode::AtomicRmw | Opcode::CmpXchg));
        need(access, self, "only memory accesses are `volatile`")?;
        // SAFETY: a memory access.
        unsafe { core::LLVMSetVolatile(self.raw(), volatile.into()) }
        Ok(())
    }
}
