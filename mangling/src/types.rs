//! `<type>`: the possible types of a builtin's parameters.

use crate::vocabulary::Class;

/// One parameter type of a builtin. The letters of the scalar types are in `vocabulary.rs`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`, as a pointee or a return type.
    Void,
    /// `bool`
    Bool,
    /// `char`, which OpenCL C defines as signed.
    Char,
    /// `signed char`, which only `__spirv_` builtins of C++ sources use.
    SChar,
    /// `uchar`
    UChar,
    /// `short`
    Short,
    /// `ushort`
    UShort,
    /// `int`
    Int,
    /// `uint`; also `size_t` of 32-bit targets.
    UInt,
    /// `long`
    Long,
    /// `ulong`; also `size_t` of 64-bit targets.
    ULong,
    /// `long long` of C++ sources.
    LongLong,
    /// `unsigned long long` of C++ sources.
    ULongLong,
    /// `half`
    Half,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `_Float16`: the half of C++ sources.
    Float16,
    /// `__bf16`
    BFloat16,
    /// `...`
    Ellipsis,
    /// `<vector type> ::= Dv <lanes> _ <element type>`
    Vector(u32, Box<Type>),
    /// `<pointer type> ::= P <qualified type>`
    Pointer(Box<Pointer>),
    /// `<atomic type> ::= U7_Atomic <type>`
    Atomic(Box<Type>),
    /// `<block pointer type> ::= U13block_pointer <function type>`
    BlockPointer(Box<Type>),
    /// `<function type> ::= F <return type> <parameter type>+ E`: the return type first; no parameters for `(void)`.
    Function(Vec<Type>),
    /// `<source-name>`: a struct, an enum or an opaque type such as `ocl_event`.
    Named(String),
}

/// A pointer, with the qualifiers of its pointee.
///
/// ```text
/// <qualified type> ::= [U <source-name "AS" n>] [r] [V] [K] <type>
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pointer {
    /// The address space of the pointee; 0, the private one, is not written.
    pub address_space: u32,
    /// True if the pointee is `const`.
    pub constant: bool,
    /// True if the pointee is `volatile`.
    pub volatile: bool,
    /// True if the pointee, itself a pointer, is `restrict`. A parameter's own `restrict` does not appear in its type.
    pub restrict: bool,
    /// The pointee without its qualifiers.
    pub pointee: Type,
}

impl Pointer {
    /// Returns a pointer to an unqualified `pointee`.
    pub fn new(address_space: u32, pointee: Type) -> Self {
        Self { address_space, constant: false, volatile: false, restrict: false, pointee }
    }

    /// Returns whether the pointee has a qualifier, which makes it one more substitution candidate.
    pub(crate) fn is_qualified(&self) -> bool {
        self.address_space != 0 || self.constant || self.volatile || self.restrict
    }
}

impl Type {
    /// Returns a vector of `lanes` elements.
    pub fn vector(lanes: u32, element: Type) -> Self {
        Self::Vector(lanes, Box::new(element))
    }

    /// Returns a pointer to an unqualified `pointee`.
    pub fn pointer(address_space: u32, pointee: Type) -> Self {
        Pointer::new(address_space, pointee).into()
    }

    /// Returns an `_Atomic` type.
    pub fn atomic(value: Type) -> Self {
        Self::Atomic(Box::new(value))
    }

    /// Returns a struct, enum or opaque type.
    pub fn named(name: impl Into<String>) -> Self {
        Self::Named(name.into())
    }

    /// Returns the element type of a vector; any other type is its own element.
    pub fn element(&self) -> &Type {
        match self {
            Self::Vector(_, element) => element,
            scalar => scalar,
        }
    }

    /// Returns the lane count of a vector; 1 for any other type.
    pub fn lanes(&self) -> u32 {
        match self {
            Self::Vector(lanes, _) => *lanes,
            _ => 1,
        }
    }

    /// Returns the pointer, if this is one.
    pub fn as_pointer(&self) -> Option<&Pointer> {
        match self {
            Self::Pointer(pointer) => Some(pointer),
            _ => None,
        }
    }

    /// Returns whether this is a signed integer or a vector of them. `char` is one.
    pub fn is_signed_integer(&self) -> bool {
        self.element().class() == Some(Class::Signed)
    }

    /// Returns whether this is an unsigned integer or a vector of them. `bool` is not.
    pub fn is_unsigned_integer(&self) -> bool {
        self.element().class() == Some(Class::Unsigned)
    }

    /// Returns whether this is a floating point type or a vector of one.
    pub fn is_float(&self) -> bool {
        self.element().class() == Some(Class::Float)
    }
}

impl From<Pointer> for Type {
    fn from(pointer: Pointer) -> Self {
        Self::Pointer(Box::new(pointer))
    }
}
