//! Types.

use super::check::{Role, require, show, until_nul};
use crate::error::{Code, Error, Result};
use crate::llvm::handles::refused;
use crate::llvm::{Context, Type};
use llvm_ir::types::TypeKind as Kind;

const MAX_INT_BITS: u32 = 1 << 23;
const MAX_ADDRESS_SPACE: u32 = (1 << 24) - 1;
/// The limit on the size of a vector in bits, beyond which LLVM's size computations overflow.
const MAX_VECTOR_BITS: u64 = 1 << 31;
/// The limit on the elements of an array.
pub const MAX_ARRAY_LENGTH: u64 = 1 << 48;

/// Defines the types without parameters.
macro_rules! plain {
    ($($(#[$doc:meta])* $name:ident = $kind:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(&self) -> Type<'_> {
            self.plain(Kind::$kind)
        }
    )*};
}

impl Context {
    fn plain(&self, kind: Kind) -> Type<'_> {
        // The rows below are of kinds that have neither numbers nor parts.
        Type(self.draft().plain_type(kind).unwrap_or_else(|_| self.draft().bool_type()))
    }

    plain! {
        /// `void`
        void_type = Void;
        /// `half`
        half_type = Half;
        /// `bfloat`
        bfloat_type = BFloat;
        /// `float`
        float_type = Float;
        /// `double`
        double_type = Double;
        /// `token`
        token_type = Token;
    }

    /// `i1`
    pub fn bool_type(&self) -> Type<'_> {
        Type(self.draft().bool_type())
    }

    /// `iN`, of 1 to 2²³ bits.
    pub fn int_type(&self, bits: u32) -> Result<Type<'_>> {
        if bits == 0 || bits > MAX_INT_BITS {
            return Err(Error::of(Code::Operands, format!("LLVM has no integers of {bits} bits")));
        }
        self.draft().int_type(bits).map(Type).map_err(refused)
    }

    /// `ptr addrspace(n)`, `n` below 2²⁴.
    pub fn pointer_type(&self, address_space: u32) -> Result<Type<'_>> {
        check_address_space(address_space)?;
        self.draft().pointer_type(address_space).map(Type).map_err(refused)
    }

    /// `<n x element>`
    pub fn vector_type<'m>(&'m self, element: Type<'m>, n: u32) -> Result<Type<'m>> {
        require(element, Role::VectorElement, "an element of a vector")?;
        let bits = if element.is_int() { element.int_width() } else { 128 };
        if n == 0 || u64::from(n) * u64::from(bits) > MAX_VECTOR_BITS {
            return Err(Error::of(Code::Operands, format!("a vector cannot have {n} elements of {}", show(element))));
        }
        self.draft().vector_type(element.0, n).map(Type).map_err(refused)
    }

    /// `[n x element]`
    pub fn array_type<'m>(&'m self, element: Type<'m>, n: u64) -> Result<Type<'m>> {
        require(element, Role::ArrayElement, "an element of an array")?;
        if n > MAX_ARRAY_LENGTH {
            return Err(Error::of(Code::Operands, format!("an array of {n} elements is too long")));
        }
        self.draft().array_type(element.0, n).map(Type).map_err(refused)
    }

    /// `{ members }`, unique by its members.
    pub fn struct_type<'m>(&'m self, members: &[Type<'m>], packed: bool) -> Result<Type<'m>> {
        let members = checked_members(members)?;
        self.draft().struct_type(&members, packed).map(Type).map_err(refused)
    }

    /// Creates a named struct without a body; a name that is taken gets a number.
    pub fn named_struct(&self, name: &str) -> Type<'_> {
        Type(self.draft().named_struct(until_nul(name).as_bytes()))
    }

    /// Sets the body of a named struct, once; fails if the struct would contain itself.
    pub fn set_body<'m>(&'m self, ty: Type<'m>, members: &[Type<'m>], packed: bool) -> Result<()> {
        let members = checked_members(members)?;
        if !ty.is_opaque() {
            return Err(Error::of(Code::Operands, format!("{} is no struct without a body", show(ty))));
        }
        let contains_itself = |_| Error::of(Code::Operands, format!("the struct {} would contain itself", show(ty)));
        self.draft().set_body(ty.0, &members, packed).map_err(contains_itself)
    }

    /// `ret (parameters...)`
    pub fn function_type<'m>(&'m self, ret: Type<'m>, parameters: &[Type<'m>], vararg: bool) -> Result<Type<'m>> {
        require(ret, Role::Returned, "returned by a function")?;
        for &p in parameters {
            require(p, Role::Parameter, "a parameter")?;
        }
        let parameters: Vec<_> = parameters.iter().map(|ty| ty.0).collect();
        self.draft().function_type(ret.0, &parameters, vararg).map(Type).map_err(refused)
    }

    /// `target("name", types..., ints...)`
    pub fn target_type<'m>(&'m self, name: &str, types: &[Type<'m>], ints: &[u32]) -> Result<Type<'m>> {
        let parts: Vec<_> = types.iter().map(|ty| ty.0).collect();
        let fits = match name {
            "spirv.Type" => match (types, ints) {
                ([], &[_, size, align]) => {
                    let whole = u64::from(size) * 8 >= u64::from(align) && align <= MAX_INT_BITS;
                    whole || size == 0 || align == 0
                }
                _ => false,
            },
            "aarch64.svcount" => types.is_empty() && ints.is_empty(),
            "spirv.Padding" | "dx.Padding" | "amdgcn.named.barrier" => types.is_empty() && ints.len() == 1,
            _ => types.iter().all(|&ty| ty.fits(Role::Member) || ty.is_void()),
        };
        let made = if fits { self.draft().target_type(name.as_bytes(), &parts, ints).ok() } else { None };
        made.map(Type).ok_or_else(|| {
            let types = types.iter().map(|&t| show(t)).collect::<Vec<_>>().join(", ");
            Error::of(Code::Operands, format!("target type \"{name}\" does not take ({types}) and {ints:?}"))
        })
    }
}

/// Returns an error for an address space that LLVM cannot represent.
pub fn check_address_space(n: u32) -> Result<()> {
    if n > MAX_ADDRESS_SPACE {
        return Err(Error::of(Code::Operands, format!("address space {n} is out of LLVM's range")));
    }
    Ok(())
}

fn checked_members<'m>(members: &[Type<'m>]) -> Result<Vec<llvm_ir::draft::Type<'m>>> {
    for &m in members {
        require(m, Role::Member, "a member of a struct")?;
    }
    Ok(members.iter().map(|ty| ty.0).collect())
}
