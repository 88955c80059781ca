//! The fields of a node, and the kinds of metadata that each may hold.

use super::fields;
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
            /// The variants, in order.
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
    /// A numeric field. Absent sizes are 0; `Space` and `LanguageVersion` are one more than the number, 0 if absent.
    /// `Unsaid` has a bit each for a holder of a virtual table, a default argument of a template, and a virtual method.
    Number {
        Tag, Line, Column, Size, Offset, Align, Encoding, Flags, Space, ScopeLine, FunctionFlags, Arg, Language,
        LanguageVersion, Discriminator, Exported, IsLocal, IsDefinition, DwoId, Emission, UnitBits, NameTable,
        RuntimeVersion, ChecksumKind, Value, Unsigned, Convention, IsWide, Unsaid,
    }
}

numbered! {
    /// A metadata field: a string, a node or a tuple of them. `Selector` is the discriminator of variants, which is
    /// only read.
    Link {
        Name, Linkage, File, Scope, Base, Extra, Elements, Templates, Unit, Declaration, Retained, TargetName,
        InlinedAt, Directory, Checksum, Source, Producer, UnitFlags, SplitName, Enums, RetainedTypes, Globals, Imports,
        Macros, Variable, Expression, Held, Count, Lower, Upper, Stride, Entity, DataLocation, Associated, Allocated,
        Rank, ConfigMacros, IncludePath, ApiNotes, Length, LengthExpression, LocationExpression, SysRoot, Sdk,
        Selector,
    }
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

/// The bits of [`Number::UnitBits`].
pub mod unit_bits {
    /// Inlined functions are also described in a split unit.
    pub const SPLIT_INLINING: u64 = 2;
}

/// The fields of a node: of an existing one, read on demand, or of one that is to be built.
#[derive(Clone, Debug)]
pub struct Node<'m> {
    /// The class.
    pub class: Class,
    /// The existing node that this one is made from, if any.
    from: Option<Metadata<'m>>,
    /// The fields, once one of them is set.
    made: Option<Made<'m>>,
}

/// The fields of a node to be built: numbers that are not set are 0, links absent.
#[derive(Clone, Debug)]
struct Made<'m> {
    /// True if it is distinct: not merged with equal nodes.
    is_distinct: bool,
    /// True for a composite that is merged with equal ones once its members are known.
    is_temporary: bool,
    numbers: [u64; Number::ALL.len()],
    links: [Option<Metadata<'m>>; Link::ALL.len()],
}

impl<'m> Made<'m> {
    fn new() -> Self {
        let (numbers, links) = ([0; Number::ALL.len()], [None; Link::ALL.len()]);
        Self { is_distinct: false, is_temporary: false, numbers, links }
    }

    /// Copies the fields of an existing node.
    fn of(from: Metadata<'m>, class: Class) -> Self {
        Self {
            is_distinct: from.0.is_distinct(),
            is_temporary: from.0.is_temporary(),
            numbers: std::array::from_fn(|at| fields::number(from, class, Number::ALL[at])),
            links: std::array::from_fn(|at| fields::link(from, class, Link::ALL[at])),
        }
    }
}

impl<'m> Node<'m> {
    /// Creates a node with empty fields.
    pub fn new(class: Class) -> Self {
        Self { class, from: None, made: Some(Made::new()) }
    }

    /// The fields of metadata.
    pub(super) fn read(from: Metadata<'m>) -> Self {
        Self { class: Class::of(from.kind()), from: Some(from), made: None }
    }

    /// Returns whether the node is distinct: not merged with equal nodes.
    pub fn is_distinct(&self) -> bool {
        match &self.made {
            Some(made) => made.is_distinct,
            None => self.from.is_some_and(|from| from.0.is_distinct()),
        }
    }

    /// Returns whether it is a composite that is merged with equal ones once its members are known.
    pub fn is_temporary(&self) -> bool {
        match &self.made {
            Some(made) => made.is_temporary,
            None => self.from.is_some_and(|from| from.0.is_temporary()),
        }
    }

    /// A field that is a number.
    pub fn number(&self, which: Number) -> u64 {
        match &self.made {
            Some(made) => made.numbers[which as usize],
            None => self.from.map_or(0, |from| fields::number(from, self.class, which)),
        }
    }

    /// A field that is a number, cut to 32 bits.
    pub fn word(&self, which: Number) -> u32 {
        self.number(which) as u32
    }

    /// A field that is metadata.
    pub fn link(&self, which: Link) -> Option<Metadata<'m>> {
        match &self.made {
            Some(made) => made.links[which as usize],
            None => self.from.and_then(|from| fields::link(from, self.class, which)),
        }
    }

    /// Returns whether a link that was set holds metadata of a kind that it may not hold.
    pub(super) fn misfits(&self, link: Link) -> bool {
        let set = self.made.as_ref().and_then(|made| made.links[link as usize]);
        set.is_some_and(|value| !fits(link, value.kind()))
    }

    /// Returns the fields for changes, after copying those of an existing node.
    fn made(&mut self) -> &mut Made<'m> {
        let (from, class) = (self.from, self.class);
        self.made.get_or_insert_with(|| from.map_or_else(Made::new, |from| Made::of(from, class)))
    }

    /// Sets whether the node is kept apart from equal nodes.
    pub fn set_distinct(&mut self, is_distinct: bool) {
        self.made().is_distinct = is_distinct;
    }

    /// Sets whether the node is merged with equal ones once its members are known.
    pub fn set_temporary(&mut self, is_temporary: bool) {
        self.made().is_temporary = is_temporary;
    }

    /// Sets a field that is a number.
    pub fn set(&mut self, which: Number, value: u64) {
        self.made().numbers[which as usize] = value;
    }

    /// Sets a field that is metadata.
    pub fn set_link(&mut self, which: Link, value: Option<Metadata<'m>>) {
        self.made().links[which as usize] = value;
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

/// Returns whether a field may hold metadata of a kind, which LLVM does not check.
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
