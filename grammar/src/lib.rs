//! The grammar of SPIR-V: an enumeration for each kind of operand, for the opcodes, for their classes and for the
//! instructions of each extended instruction set. The operands and requirements of all of them are in [`grammar`].
//!
//! The enumerations have the interface of the `spirv` crate, which follows the SDK's releases; these are made from a
//! newer grammar, and from additions for values that tools write although no grammar lists them. `generate.py` writes
//! the files under `src/generated/` from Khronos's machine-readable grammar in `khronos/` and from `additions/`.

/// Defines an enumeration: its variants, then the aliases of some of them.
macro_rules! enumeration {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $value:literal,)* } { $($alias:ident = $same:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u32)]
        #[allow(missing_docs, non_camel_case_types, clippy::upper_case_acronyms)]
        pub enum $name {
            $($variant = $value,)*
        }

        #[allow(missing_docs, non_upper_case_globals)]
        impl $name {
            $(pub const $alias: Self = Self::$same;)*

            /// Returns the variant with this number, if there is one.
            pub const fn from_u32(number: u32) -> Option<Self> {
                match number {
                    $($value => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = ();

            fn from_str(name: &str) -> Result<Self, ()> {
                match name {
                    $(stringify!($variant) => Ok(Self::$variant),)*
                    $(stringify!($alias) => Ok(Self::$alias),)*
                    _ => Err(()),
                }
            }
        }
    };
}

/// Defines a set of bits.
macro_rules! mask {
    ($(#[$doc:meta])* $name:ident { $(const $bit:ident = $value:literal;)* }) => {
        bitflags::bitflags! {
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[allow(missing_docs)]
            pub struct $name: u32 {
                $(#[allow(missing_docs)] const $bit = $value;)*
            }
        }
    };
}

/// The first word of a module.
pub const MAGIC_NUMBER: u32 = 0x0723_0203;

#[rustfmt::skip]
#[path = "generated/enums.rs"]
mod enums;
#[rustfmt::skip]
#[path = "generated/extended.rs"]
mod extended;
pub mod grammar;

pub use enums::*;
pub use extended::*;
