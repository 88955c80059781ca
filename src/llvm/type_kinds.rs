//! Queries of types by [`Type::kind`] and the fields alone.

use super::{Type, TypeKind};

/// Defines tests for kinds of types.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident: $kinds:pat,)*) => {$(
        $(#[$doc])*
        pub fn $name(self) -> bool {
            matches!(self.kind(), $kinds)
        }
    )*};
}

impl<'m> Type<'m> {
    kinds! {
        /// Returns whether it is an integer type.
        is_int: TypeKind::Integer,
        /// Returns whether it is a floating-point type, of any format.
        is_float: TypeKind::Half | TypeKind::BFloat | TypeKind::Float
            | TypeKind::Double | TypeKind::X86Fp80 | TypeKind::Fp128
            | TypeKind::PpcFp128,
        /// Returns whether it is a pointer type.
        is_pointer: TypeKind::Pointer,
        /// Returns whether it is a vector type, scalable ones included.
        is_vector: TypeKind::Vector | TypeKind::ScalableVector,
        /// Returns whether it is a scalable vector type.
        is_scalable_vector: TypeKind::ScalableVector,
        /// Returns whether it is an array type.
        is_array: TypeKind::Array,
        /// Returns whether it is a struct type, opaque ones included.
        is_struct: TypeKind::Struct,
        /// Returns whether it is a function type.
        is_function: TypeKind::Function,
        /// Returns whether it is `void`.
        is_void: TypeKind::Void,
        /// Returns whether it is a target extension type, `target("...")`.
        is_target: TypeKind::Target,
        /// Returns whether it is `token`.
        is_token: TypeKind::Token,
    }

    /// Returns whether it is an integer type of this width.
    pub fn is_int_of(self, width: u32) -> bool {
        width != 0 && self.int_width() == width
    }

    /// Bits of a floating-point number; 0 for other types.
    pub fn float_width(self) -> u32 {
        match self.kind() {
            TypeKind::Half | TypeKind::BFloat => 16,
            TypeKind::Float => 32,
            TypeKind::Double => 64,
            TypeKind::X86Fp80 => 80,
            TypeKind::Fp128 | TypeKind::PpcFp128 => 128,
            _ => 0,
        }
    }

    /// The types of a struct's fields.
    pub fn fields(self) -> impl DoubleEndedIterator<Item = Type<'m>> + Clone {
        (0..self.field_count()).filter_map(move |i| self.field(i))
    }

    /// The types of a struct's fields, collected.
    pub fn struct_fields(self) -> Vec<Type<'m>> {
        self.fields().collect()
    }
}
