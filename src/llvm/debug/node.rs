//! The fields of a node, and which metadata may be in which.

use crate::llvm::{Metadata, MetadataKind as Kind};

macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident { $($entry:ident),* $(,)? }) => {
        $(#[$doc])*
        #[repr(u32)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $(#[doc = stringify!($entry)] $entry),*
        }

        impl $name {
            /// All of them, in order.
            #[allow(dead_code, reason = "all classes are needed by tests alone")]
            pub const ALL: &[Self] = &[$(Self::$entry),*];
        }
    };
}

numbered! {
    /// The class of a node.
    Class {
        Other, Location, Expression, GlobalExpression, Subrange, Enumerator, BasicType, StringType, DerivedType,
        CompositeType, File, Unit, FunctionType, Function, Block, BlockFile, Namespace, TemplateType, TemplateValue,
        Global, Local, Label, Imported, Module, Macro, MacroFile, Tuple,
    }
}

numbered! {
    /// A field that is a number. Absent sizes are 0; `Space` and `LanguageVersion` are one more than the number, 0 for none.
    /// `Unsaid` has a bit for a holder of a virtual table, a default argument of a template, and a virtual method.
    Number {
        Tag, Line, Column, Size, Offset, Align, Encoding, Flags, Space, ScopeLine, FunctionFlags, Arg, Language,
        LanguageVersion, Discriminator, Exported, IsLocal, IsDefinition, DwoId, Emission, UnitBits, NameTable,
        RuntimeVersion, ChecksumKind, Value, Unsigned, Convention, IsWide, Unsaid,
    }
}

numbered! {
    /// A field that is metadata: a string, a node or a tuple of them. `Selector` is the discriminator of variants, which is
    /// only read.
    Link {
        Name, Linkage, File, Scope, Base, Extra, Elements, Templates, Unit, Declaration, Retained, TargetName,
        InlinedAt, Directory, Checksum, Source, Producer, UnitFlags, SplitName, Enums, RetainedTypes, Globals, Imports,
        Macros, Variable, Expression, Held, Count, Lower, Upper, Stride, Entity, DataLocation, Associated, Allocated,
        Rank, ConfigMacros, IncludePath, ApiNotes, Length, LengthExpression, LocationExpression, SysRoot, Sdk,
        Selector,
    }
}

const NUMBERS: usize = Number::ALL.len();
const LINKS: usize = Link::ALL.len();

/// The fields of a node, in a layout that C++ has, too.
#[repr(C)]
#[derive(Clone, Debug)]
pub(super) struct Fields<'m> {
    pub(super) numbers: [u64; NUMBERS],
    pub(super) links: [Option<Metadata<'m>>; LINKS],
}

impl Fields<'_> {
    /// Numbers that are 0, and no link.
    const NONE: Self = Self { numbers: [0; NUMBERS], links: [None; LINKS] };
}

impl Class {
    /// Returns the class of a kind of metadata.
    pub fn of(kind: Kind) -> Self {
        match kind {
            Kind::Location => Self::Location,
            Kind::Expression => Self::Expression,
            Kind::GlobalVariableExpression => Self::GlobalExpression,
            Kind::Subrange => Self::Subrange,
            Kind::Enumerator => Self::Enumerator,
            // As in LLVM, a fixed-point type is a basic one.
            Kind::BasicType | Kind::FixedPointType => Self::BasicType,
            Kind::StringType => Self::StringType,
            Kind::DerivedType => Self::DerivedType,
            Kind::CompositeType => Self::CompositeType,
            Kind::File => Self::File,
            Kind::CompileUnit => Self::Unit,
            Kind::SubroutineType => Self::FunctionType,
            Kind::Subprogram => Self::Function,
            Kind::LexicalBlock => Self::Block,
            Kind::LexicalBlockFile => Self::BlockFile,
            Kind::Namespace => Self::Namespace,
            Kind::TemplateType => Self::TemplateType,
            Kind::TemplateValue => Self::TemplateValue,
            Kind::GlobalVariable => Self::Global,
            Kind::LocalVariable => Self::Local,
            Kind::Label => Self::Label,
            Kind::ImportedEntity => Self::Imported,
            Kind::Module => Self::Module,
            Kind::Macro => Self::Macro,
            Kind::MacroFile => Self::MacroFile,
            Kind::Tuple => Self::Tuple,
            _ => Self::Other,
        }
    }
}

/// Bits of [`Number::UnitBits`].
pub mod unit_bits {
    /// Inlined functions are described in a split unit, too.
    pub const SPLIT_INLINING: u64 = 2;
}

/// The fields of a node.
#[derive(Clone, Debug)]
pub struct Node<'m> {
    /// The class.
    pub class: Class,
    /// Whether it is not merged with equal nodes.
    pub is_distinct: bool,
    /// Whether it is a composite that is to be merged with equal ones when its members are known.
    pub is_temporary: bool,
    pub(super) fields: Fields<'m>,
}

impl<'m> Node<'m> {
    /// A node without a field that says anything.
    pub fn new(class: Class) -> Self {
        Self { class, is_distinct: false, is_temporary: false, fields: Fields::NONE }
    }

    /// A field that is a number.
    pub fn number(&self, which: Number) -> u64 {
        self.fields.numbers.get(which as usize).copied().unwrap_or_default()
    }

    /// A field that is a number, cut to 32 bits.
    pub fn word(&self, which: Number) -> u32 {
        self.number(which) as u32
    }

    /// Sets a field that is a number.
    pub fn set(&mut self, which: Number, value: u64) {
        if let Some(place) = self.fields.numbers.get_mut(which as usize) {
            *place = value;
        }
    }

    /// A field that is metadata.
    pub fn link(&self, which: Link) -> Option<Metadata<'m>> {
        self.fields.links.get(which as usize).copied().flatten()
    }

    /// Sets a field that is metadata.
    pub fn set_link(&mut self, which: Link, value: Option<Metadata<'m>>) {
        if let Some(place) = self.fields.links.get_mut(which as usize) {
            *place = value;
        }
    }

    /// A field that is a string; empty where there is none.
    pub fn bytes(&self, which: Link) -> &'m [u8] {
        self.link(which).and_then(Metadata::as_bytes).unwrap_or_default()
    }

    /// The entries of a field that is a tuple.
    pub fn entries(&self, which: Link) -> Vec<Option<Metadata<'m>>> {
        self.link(which).map(Metadata::operands).unwrap_or_default()
    }
}

/// Returns whether a field may hold metadata of a kind: LLVM trusts whoever makes a node.
pub(super) fn fits(link: Link, kind: Kind) -> bool {
    use Link::*;
    let is_type = matches!(
        kind,
        Kind::BasicType | Kind::DerivedType | Kind::CompositeType | Kind::SubroutineType | Kind::StringType
    );
    let is_bound = matches!(kind, Kind::Value | Kind::Expression | Kind::LocalVariable | Kind::GlobalVariable);
    match link {
        Name | Linkage | TargetName | Directory | Checksum | Source | Producer | UnitFlags | SplitName
        | ConfigMacros | IncludePath | ApiNotes | SysRoot | Sdk => kind == Kind::String,
        File => matches!(kind, Kind::File),
        Scope => {
            is_type
                || matches!(
                    kind,
                    Kind::File
                        | Kind::CompileUnit
                        | Kind::Subprogram
                        | Kind::LexicalBlock
                        | Kind::LexicalBlockFile
                        | Kind::Namespace
                        | Kind::Module
                )
        }
        Base | Selector => is_type,
        Elements | Templates | Retained | Enums | RetainedTypes | Globals | Imports | Macros => {
            matches!(kind, Kind::Tuple)
        }
        Unit => matches!(kind, Kind::CompileUnit),
        Declaration => matches!(kind, Kind::Subprogram | Kind::DerivedType),
        InlinedAt => matches!(kind, Kind::Location),
        Variable => matches!(kind, Kind::GlobalVariable),
        Expression | LengthExpression | LocationExpression => matches!(kind, Kind::Expression),
        Length => matches!(kind, Kind::LocalVariable | Kind::GlobalVariable),
        Count | Lower | Upper | Stride | DataLocation | Associated | Allocated | Rank => is_bound,
        Extra => is_type || matches!(kind, Kind::Value),
        Held | Entity => true,
    }
}
