//! Types: their kinds, sizes and parts.

use super::handles::text;
use super::{Type, TypeKind};
use llvm_ir::draft;
use llvm_ir::types::TypeKind as Kind;
use std::fmt;

impl<'m> Type<'m> {
    /// Returns the kind of type.
    pub fn kind(self) -> TypeKind {
        match self.0.kind() {
            Kind::Void => TypeKind::Void,
            Kind::Half => TypeKind::Half,
            Kind::BFloat => TypeKind::BFloat,
            Kind::Float => TypeKind::Float,
            Kind::Double => TypeKind::Double,
            Kind::X86Fp80 => TypeKind::X86Fp80,
            Kind::Fp128 => TypeKind::Fp128,
            Kind::PpcFp128 => TypeKind::PpcFp128,
            Kind::Label => TypeKind::Label,
            Kind::Metadata => TypeKind::Metadata,
            Kind::X86Amx => TypeKind::X86Amx,
            Kind::Token => TypeKind::Token,
            Kind::Integer => TypeKind::Integer,
            Kind::Pointer => TypeKind::Pointer,
            Kind::Array => TypeKind::Array,
            Kind::Vector => TypeKind::Vector,
            Kind::ScalableVector => TypeKind::ScalableVector,
            Kind::Struct | Kind::NamedStruct | Kind::Opaque => TypeKind::Struct,
            Kind::Function => TypeKind::Function,
            Kind::Target => TypeKind::Target,
        }
    }

    /// Returns its number among the types of its module.
    #[inline]
    pub fn number(self) -> usize {
        self.0.number() as usize
    }

    /// Returns the number in the type's row if it has one of the kinds, else 0.
    fn number_of(self, kinds: &[Kind]) -> u64 {
        if kinds.contains(&self.0.kind()) { self.0.size() } else { 0 }
    }

    /// Bits of an integer; 0 for other types.
    pub fn int_width(self) -> u32 {
        self.number_of(&[Kind::Integer]) as u32
    }

    /// The address space of a pointer; 0 for other types.
    pub fn address_space(self) -> u32 {
        self.number_of(&[Kind::Pointer]) as u32
    }

    /// Returns the number of fields of a struct; 0 for other types.
    pub fn field_count(self) -> u32 {
        if self.is_struct() { self.0.part_count() as u32 } else { 0 }
    }

    /// Returns whether it is a packed struct: one without padding.
    pub fn is_packed(self) -> bool {
        self.number_of(&[Kind::Struct, Kind::NamedStruct]) != 0
    }

    /// Returns whether it is a struct without a body.
    pub fn is_opaque(self) -> bool {
        self.0.kind() == Kind::Opaque
    }

    /// Returns whether it is a literal struct, such as `{ i32, ptr }`.
    pub fn is_literal_struct(self) -> bool {
        self.0.kind() == Kind::Struct
    }

    /// Returns the result type of a function type.
    pub fn function_return(self) -> Option<Type<'m>> {
        self.0.part(0).filter(|_| self.is_function()).map(Type)
    }

    /// Returns the number of parameters of a function type.
    pub fn param_count(self) -> u32 {
        if self.is_function() { (self.0.part_count() as u32).saturating_sub(1) } else { 0 }
    }

    /// Returns whether a function of this type is variadic.
    pub fn is_vararg(self) -> bool {
        self.number_of(&[Kind::Function]) != 0
    }

    /// Returns the number of type parameters of a target extension type.
    pub fn target_type_count(self) -> u32 {
        self.number_of(&[Kind::Target]) as u32
    }

    /// Returns the integer type with as many bits as a number type; `None` for other types.
    pub fn bits(self) -> Option<Type<'m>> {
        match self.float_width() {
            0 => Some(self).filter(|ty| ty.is_int()),
            width => self.0.draft().int_type(width).ok().map(Type),
        }
    }

    /// The element's type of an array or vector.
    pub fn element(self) -> Option<Type<'m>> {
        self.0.part(0).filter(|_| self.is_array() || self.is_vector()).map(Type)
    }

    /// The element's type of a vector, or the type itself.
    pub fn scalar(self) -> Type<'m> {
        Type(self.0.scalar())
    }

    /// Returns the number of elements of an array or vector (the minimum for a scalable vector); 0 for other types.
    pub fn count(self) -> u64 {
        self.number_of(&[Kind::Array, Kind::Vector, Kind::ScalableVector])
    }

    /// The type of a struct's field.
    pub fn field(self, index: u32) -> Option<Type<'m>> {
        self.0.part(index as usize).filter(|_| self.is_struct()).map(Type)
    }

    /// The name of a struct that has one.
    pub fn struct_name(self) -> Option<&'m str> {
        matches!(self.0.kind(), Kind::NamedStruct | Kind::Opaque).then(|| text(self.0.name())).filter(|n| !n.is_empty())
    }

    /// The types of a function's parameters.
    pub fn function_params(self) -> Vec<Type<'m>> {
        if self.is_function() { self.0.parts().into_iter().skip(1).map(Type).collect() } else { Vec::new() }
    }

    /// The name of a target extension type.
    pub fn target_name(self) -> Option<&'m str> {
        self.is_target().then(|| text(self.0.name()))
    }

    /// The type parameters of a target extension type.
    pub fn target_types(self) -> Vec<Type<'m>> {
        let count = self.target_type_count() as usize;
        self.0.parts().into_iter().take(count).map(Type).collect()
    }

    /// The integer parameters of a target extension type.
    pub fn target_ints(self) -> Vec<u32> {
        if self.is_target() { self.0.target_numbers() } else { Vec::new() }
    }

    /// Returns the type as assembly, truncated if it is long.
    pub fn print(self) -> String {
        if self.0.part_count() == 0 && !self.is_struct() && !self.is_target() {
            return self.0.show();
        }
        self.0.print().unwrap_or_else(|| super::create::show::show(self))
    }

    pub(super) fn fits(self, role: draft::Role) -> bool {
        self.0.fits(role)
    }
}

impl fmt::Display for Type<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.print())
    }
}
