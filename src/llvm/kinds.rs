//! The enumerations of LLVM IR that the translation uses: those of [`llvm_ir`], and the kinds of types and values that
//! the handles of this module distinguish.

pub use llvm_ir::global::{Linkage, Visibility};
pub use llvm_ir::instruction::{Opcode, Ordering as AtomicOrdering, Predicate, RmwOperation as AtomicRmwOp};
pub use llvm_ir::metadata::NodeKind as MetadataKind;

/// Calling conventions, by LLVM's numbers.
pub mod call_conv {
    /// `spir_func`
    pub const SPIR_FUNC: u32 = 75;
    /// `spir_kernel`
    pub const SPIR_KERNEL: u32 = 76;
}

/// The kind of a type; named and literal structures have the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is named as in LLVM")]
pub enum TypeKind {
    Void,
    Half,
    Float,
    Double,
    X86Fp80,
    Fp128,
    PpcFp128,
    Label,
    Integer,
    Function,
    Struct,
    Array,
    Pointer,
    Vector,
    Metadata,
    Token,
    ScalableVector,
    BFloat,
    X86Amx,
    Target,
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// A parameter of a function.
    Argument,
    /// A block, in a terminator.
    Block,
    /// A function.
    Function,
    /// An alias.
    Alias,
    /// An indirect function.
    IFunc,
    /// A global variable.
    Variable,
    /// `blockaddress`
    BlockAddress,
    /// A constant expression, or the address of a function in another form (`dso_local_equivalent`, `no_cfi`).
    Expression,
    /// An array of constants.
    Array,
    /// A structure of constants.
    Struct,
    /// A vector of constants.
    Vector,
    /// `undef`
    Undef,
    /// `zeroinitializer`
    AggregateZero,
    /// An array of numbers.
    DataArray,
    /// A vector of numbers.
    DataVector,
    /// An integer.
    Int,
    /// A floating-point number.
    Float,
    /// `null`
    PointerNull,
    /// `none` of a token.
    TokenNone,
    /// Metadata, in a call.
    Metadata,
    /// Inline assembly.
    InlineAsm,
    /// An instruction.
    Instruction,
    /// `poison`
    Poison,
    /// The zero of a target extension type.
    TargetNone,
    /// `ptrauth`
    PtrAuth,
}

/// The significance of a global's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "internals"), allow(dead_code, reason = "what compares modules reads all"))]
pub enum UnnamedAddr {
    /// The address is significant.
    None,
    /// `local_unnamed_addr`
    Local,
    /// `unnamed_addr`
    Global,
}

/// The tail call marker of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TailCallKind {
    /// A call without a marker: a code generator may make it a tail call or not.
    None,
    /// `tail`
    Tail,
    /// `musttail`
    MustTail,
    /// `notail`
    NoTail,
}
