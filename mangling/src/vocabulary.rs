//! The scalar types: one row for each, with all its properties.
//!
//! Each row gives the mangled letters (`<builtin-type>` of the Itanium ABI), the name which OpenCL C and the `_R`
//! postfixes of SPIR-V builtins share, and the shape. Rows expand to one `match` per direction, so that a letter or a
//! name used twice does not build. A new scalar type is a variant of [`Type`] and a row here.

use crate::types::Type;

/// The kind of a scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// `void`, and the `...` of variadic functions: no value.
    Empty,
    /// `bool`
    Bool,
    /// A signed integer.
    Signed,
    /// An unsigned integer.
    Unsigned,
    /// A floating point number.
    Float,
}

/// Defines the scalar types. `both` rows are read and written under their name; `write` rows share the name of a `both`
/// row, so that reading the name gives that one; `unnamed` rows have no name.
macro_rules! vocabulary {
    (
        both { $($both:ident $both_code:literal $both_name:literal $both_bits:literal $both_class:ident;)* }
        write { $($write:ident $write_code:literal $write_name:literal $write_bits:literal $write_class:ident;)* }
        unnamed { $($bare:ident $bare_code:literal $bare_bits:literal $bare_class:ident;)* }
    ) => {
        impl Type {
            /// The scalar types, in the order of the table.
            pub const SCALARS: &'static [Type] = &[$(Type::$both,)* $(Type::$write,)* $(Type::$bare,)*];

            /// Returns the letters of a scalar type.
            pub(crate) fn code(&self) -> Option<&'static str> {
                match self {
                    $(Self::$both => Some($both_code),)*
                    $(Self::$write => Some($write_code),)*
                    $(Self::$bare => Some($bare_code),)*
                    _ => None,
                }
            }

            /// Returns the scalar type with these letters.
            pub(crate) fn from_code(code: &str) -> Option<Type> {
                match code {
                    $($both_code => Some(Self::$both),)*
                    $($write_code => Some(Self::$write),)*
                    $($bare_code => Some(Self::$bare),)*
                    _ => None,
                }
            }

            /// Returns the name of a scalar type in OpenCL C and in the postfixes of SPIR-V builtins.
            pub(crate) fn scalar_name(&self) -> Option<&'static str> {
                match self {
                    $(Self::$both => Some($both_name),)*
                    $(Self::$write => Some($write_name),)*
                    _ => None,
                }
            }

            /// Returns the scalar type with this name in OpenCL C.
            pub(crate) fn from_scalar_name(name: &str) -> Option<Type> {
                match name {
                    $($both_name => Some(Self::$both),)*
                    _ => None,
                }
            }

            /// Returns the width of a scalar type in bits; 0 for those without a value, 1 for `bool`.
            pub fn bit_width(&self) -> Option<u32> {
                match self {
                    $(Self::$both => Some($both_bits),)*
                    $(Self::$write => Some($write_bits),)*
                    $(Self::$bare => Some($bare_bits),)*
                    _ => None,
                }
            }

            /// Returns the kind of a scalar type.
            pub fn class(&self) -> Option<Class> {
                match self {
                    $(Self::$both => Some(Class::$both_class),)*
                    $(Self::$write => Some(Class::$write_class),)*
                    $(Self::$bare => Some(Class::$bare_class),)*
                    _ => None,
                }
            }
        }
    };
}

vocabulary! {
    both {
        Void "v" "void" 0 Empty;
        Bool "b" "bool" 1 Bool;
        Char "c" "char" 8 Signed;
        UChar "h" "uchar" 8 Unsigned;
        Short "s" "short" 16 Signed;
        UShort "t" "ushort" 16 Unsigned;
        Int "i" "int" 32 Signed;
        UInt "j" "uint" 32 Unsigned;
        Long "l" "long" 64 Signed;
        ULong "m" "ulong" 64 Unsigned;
        Half "Dh" "half" 16 Float;
        Float "f" "float" 32 Float;
        Double "d" "double" 64 Float;
    }
    write {
        SChar "a" "char" 8 Signed;
        LongLong "x" "long" 64 Signed;
        ULongLong "y" "ulong" 64 Unsigned;
        Float16 "DF16_" "half" 16 Float;
    }
    unnamed {
        BFloat16 "DF16b" 16 Float;
        Ellipsis "z" 0 Empty;
    }
}
