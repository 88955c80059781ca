//! Types.

use super::check::{count, int_bits, is, raw_types, require, show};
use super::shim::{self, Role};
use crate::error::{Code, Error, Result};
use crate::llvm::diagnostics::c_string;
use crate::llvm::{Context, Type};
use llvm_sys::core;
use llvm_sys::prelude::{LLVMContextRef, LLVMTypeRef};

/// Beyond this, sizes and alignments leave the range in which LLVM computes.
const MAX_VECTOR_BITS: u64 = 1 << 31;
const MAX_INT_BITS: u32 = 1 << 23;
const MAX_ADDRESS_SPACE: u32 = (1 << 24) - 1;
/// So many elements an array may have.
pub const MAX_ARRAY_LENGTH: u64 = 1 << 48;

impl Context {
    fn simple(&self, make: unsafe extern "C" fn(LLVMContextRef) -> LLVMTypeRef) -> Type<'_> {
        // SAFETY: `make` is one of LLVM's getters of primitive types; the context is live.
        unsafe { Type::from_live(make(self.raw())) }
    }

    /// `void`
    pub fn void_type(&self) -> Type<'_> {
        self.simple(core::LLVMVoidTypeInContext)
    }

    /// `half`
    pub fn half_type(&self) -> Type<'_> {
        self.simple(core::LLVMHalfTypeInContext)
    }

    /// `bfloat`
    pub fn bfloat_type(&self) -> Type<'_> {
        self.simple(core::LLVMBFloatTypeInContext)
    }

    /// `float`
    pub fn float_type(&self) -> Type<'_> {
        self.simple(core::LLVMFloatTypeInContext)
    }

    /// `double`
    pub fn double_type(&self) -> Type<'_> {
        self.simple(core::LLVMDoubleTypeInContext)
    }

    /// `token`
    pub fn token_type(&self) -> Type<'_> {
        self.simple(core::LLVMTokenTypeInContext)
    }

    /// `i1`
    pub fn bool_type(&self) -> Type<'_> {
        self.simple(core::LLVMInt1TypeInContext)
    }

    /// `iN`, of 1 to 2²³ bits.
    pub fn int_type(&self, bits: u32) -> Result<Type<'_>> {
        if bits == 0 || bits > MAX_INT_BITS {
            return Err(Error::of(Code::Operands, format!("LLVM has no integers of {bits} bits")));
        }
        // SAFETY: the width is in range.
        Ok(unsafe { Type::from_live(core::LLVMIntTypeInContext(self.raw(), bits)) })
    }

    /// `ptr addrspace(n)`, `n` below 2²⁴.
    pub fn pointer_type(&self, address_space: u32) -> Result<Type<'_>> {
        check_address_space(address_space)?;
        // SAFETY: the address space is in range.
        Ok(unsafe { Type::from_live(core::LLVMPointerTypeInContext(self.raw(), address_space)) })
    }

    /// `<n x element>`
    pub fn vector_type<'m>(&'m self, element: Type<'m>, n: u32) -> Result<Type<'m>> {
        require(element, Role::VectorElement, "an element of a vector")?;
        let bits = int_bits(element).unwrap_or(128);
        if n == 0 || u64::from(n) * u64::from(bits) > MAX_VECTOR_BITS {
            return Err(Error::of(Code::Operands, format!("a vector cannot have {n} elements of {}", show(element))));
        }
        // SAFETY: the element type is one for vectors and `n` is positive.
        Ok(unsafe { Type::from_live(core::LLVMVectorType(element.raw(), n)) })
    }

    /// `[n x element]`
    pub fn array_type<'m>(&'m self, element: Type<'m>, n: u64) -> Result<Type<'m>> {
        require(element, Role::ArrayElement, "an element of an array")?;
        if n > MAX_ARRAY_LENGTH {
            return Err(Error::of(Code::Operands, format!("an array of {n} elements is too long")));
        }
        // SAFETY: the element type is one for arrays.
        Ok(unsafe { Type::from_live(core::LLVMArrayType2(element.raw(), n)) })
    }

    /// `{ members }`, unique by its members.
    pub fn struct_type<'m>(&'m self, members: &[Type<'m>], packed: bool) -> Result<Type<'m>> {
        let n = check_members(members)?;
        // SAFETY: all members can be members.
        let raw =
            unsafe { Type::from_live(core::LLVMStructTypeInContext(self.raw(), raw_types(members), n, packed.into())) };
        Ok(raw)
    }

    /// A named struct without a body as yet; LLVM adds a number to a name that is taken.
    pub fn named_struct(&self, name: &str) -> Type<'_> {
        // SAFETY: the name ends in NUL.
        unsafe { Type::from_live(core::LLVMStructCreateNamed(self.raw(), c_string(name).as_ptr())) }
    }

    /// Gives a named struct its body: once, and not so that it would contain itself.
    pub fn set_body<'m>(&'m self, ty: Type<'m>, members: &[Type<'m>], packed: bool) -> Result<()> {
        let n = check_members(members)?;
        if !ty.is_opaque() {
            return Err(Error::of(Code::Operands, format!("{} is no struct without a body", show(ty))));
        }
        // SAFETY: an opaque struct, and members that can be members.
        if unsafe { shim::spirv_set_body(ty.raw(), raw_types(members), n, packed) } {
            Ok(())
        } else {
            Err(Error::of(Code::Operands, format!("the struct {} would contain itself", show(ty))))
        }
    }

    /// `ret (parameters...)`
    pub fn function_type<'m>(&'m self, ret: Type<'m>, parameters: &[Type<'m>], vararg: bool) -> Result<Type<'m>> {
        require(ret, Role::Returned, "returned by a function")?;
        for &p in parameters {
            require(p, Role::Parameter, "a parameter")?;
        }
        let n = count(parameters.len())?;
        // SAFETY: return and parameter types are valid ones.
        Ok(unsafe { Type::from_live(core::LLVMFunctionType(ret.raw(), raw_types(parameters), n, vararg.into())) })
    }

    /// `target("name", types..., ints...)`
    ///
    /// LLVM reads the numbers of `spirv.Type` and of padding types unchecked, hence those are checked here.
    pub fn target_type<'m>(&'m self, name: &str, types: &[Type<'m>], ints: &[u32]) -> Result<Type<'m>> {
        let bad = match name {
            "spirv.Type" => match (types, ints) {
                ([], &[_, size, align]) => {
                    let whole = u64::from(size) * 8 >= u64::from(align) && align <= MAX_INT_BITS;
                    !(whole || size == 0 || align == 0)
                }
                _ => true,
            },
            "spirv.Padding" | "dx.Padding" => !types.is_empty() || ints.len() != 1,
            _ => types.iter().any(|&t| !is(t, Role::Member) && !t.is_void()),
        };
        let raw = if bad {
            std::ptr::null_mut()
        } else {
            let (nt, ni) = (types.len(), ints.len());
            // SAFETY: name, types and numbers with their lengths; the context is live.
            unsafe {
                let name_at = name.as_ptr().cast();
                shim::spirv_target_type(self.raw(), name_at, name.len(), raw_types(types), nt, ints.as_ptr(), ni)
            }
        };
        Type::from_raw(raw).ok_or_else(|| {
            let types = types.iter().map(|&t| show(t)).collect::<Vec<_>>().join(", ");
            Error::of(Code::Operands, format!("target type \"{name}\" does not take ({types}) and {ints:?}"))
        })
    }
}

/// `Err` for address spaces that LLVM has no room for.
pub fn check_address_space(n: u32) -> Result<()> {
    if n > MAX_ADDRESS_SPACE {
        return Err(Error::of(Code::Operands, format!("address space {n} is out of LLVM's range")));
    }
    Ok(())
}

fn check_members(members: &[Type<'_>]) -> Result<u32> {
    for &m in members {
        require(m, Role::Member, "a member of a struct")?;
    }
    count(members.len())
}
