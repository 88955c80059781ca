//! Attributes: their places, names and values.

use super::Type;

/// The place that an attribute is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributePlace {
    /// The function.
    Function,
    /// The return value.
    Return,
    /// A parameter, counted from 0.
    Param(u32),
}

macro_rules! attribute_kinds {
    ($($name:ident = $text:literal,)*) => {
        /// An attribute that LLVM knows by number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "named as in the language reference")]
        pub enum AttributeKind { $($name,)* }

        /// The attribute kinds with their names, in the order of the enum.
        const KINDS: &[(AttributeKind, &str)] = &[$((AttributeKind::$name, $text),)*];
    };
}

attribute_kinds! {
    ZeroExt = "zeroext", SignExt = "signext", ByVal = "byval", ByRef = "byref", StructRet = "sret",
    NoAlias = "noalias", Captures = "captures", ReadOnly = "readonly", WriteOnly = "writeonly", ReadNone = "readnone",
    NonNull = "nonnull", Align = "align", Dereferenceable = "dereferenceable",
    DereferenceableOrNull = "dereferenceable_or_null", InReg = "inreg", NoUndef = "noundef", Returned = "returned",
    Writable = "writable", ImmArg = "immarg", ElementType = "elementtype", Range = "range",
    AlwaysInline = "alwaysinline", NoInline = "noinline", InlineHint = "inlinehint", OptNone = "optnone",
    OptSize = "optsize", MinSize = "minsize", Convergent = "convergent", NoUnwind = "nounwind", Memory = "memory",
    MustProgress = "mustprogress", NoRecurse = "norecurse", NoFree = "nofree", NoSync = "nosync",
    WillReturn = "willreturn", NoReturn = "noreturn", NoBuiltin = "nobuiltin", NoDuplicate = "noduplicate",
    NoMerge = "nomerge", Speculatable = "speculatable", Cold = "cold", Hot = "hot", Naked = "naked",
    UwTable = "uwtable", NoFpClass = "nofpclass", AllocSize = "allocsize", StackAlignment = "alignstack",
    StrictFp = "strictfp", InAlloca = "inalloca", Preallocated = "preallocated", SwiftError = "swifterror",
}

impl AttributeKind {
    /// Returns the name in the language reference.
    pub fn name(self) -> &'static str {
        KINDS.get(self as usize).map_or("", |(_, name)| name)
    }

    /// Returns all attribute kinds.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(|(kind, _)| *kind)
    }
}

/// An attribute, decoded.
#[derive(Clone, Debug, PartialEq)]
pub enum Attribute<'m> {
    /// A name, or a name and a number (0 for none).
    Enum {
        /// The name in the language reference.
        name: &'static str,
        /// The number.
        value: u64,
    },
    /// A name and a type.
    Type {
        /// The name in the language reference.
        name: &'static str,
        /// The type.
        ty: Type<'m>,
    },
    /// Two strings.
    String {
        /// The key.
        key: &'m str,
        /// The value, often empty.
        value: &'m str,
    },
    /// An attribute that LLVM's C API cannot decode, such as `range`.
    Other,
}
