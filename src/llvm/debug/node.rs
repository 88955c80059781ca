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
    made: Made<'m>,
}

/// The fields of a node to be built. Unlisted numbers are 0, unlisted links absent.
#[derive(Clone, Debug, Default)]
struct Made<'m> {
    /// True if it is distinct: not merged with equal nodes.
    is_distinct: bool,
    /// True for a composite that is merged with equal ones once its members are known.
    is_temporary: bool,
    numbers: Vec<(Number, u64)>,
    links: Vec<(Link, Metadata<'m>)>,
}

impl<'m> Made<'m> {
    fn link(&self, which: Link) -> Option<Metadata<'m>> {
        self.links.iter().find(|link| link.0 == which).map(|link| link.1)
    }

    fn number(&self, which: Number) -> u64 {
        self.numbers.iter().find(|number| number.0 == which).map_or(0, |number| number.1)
    }

    /// Copies the fields of an existing node.
    fn of(from: Metadata<'m>, class: Class) -> Self {
        let numbers = Number::ALL.iter().map(|which| (*which, fields::number(from, class, *which)));
        let links = Link::ALL.iter().filter_map(|which| Some((*which, fields::link(from, class, *which)?)));
        Self {
            is_distinct: from.0.is_distinct(),
            is_temporary: from.0.is_temporary(),
            numbers: numbers.filter(|number| number.1 != 0).collect(),
            links: links.collect(),
        }
    }
}

impl<'m> Node<'m> {
    /// Creates a node with empty fields.
    pub fn new(class: Class) -> Self {
        Self { class, from: None, made: Made::default() }
    }

    /// The fields of metadata.
    pub(super) fn read(from: Metadata<'m>) -> Self {
        Self { class: Class::of(from.kind()), from: Some(from), made: Made::default() }
    }

    /// Returns whether the node is distinct: not merged with equal nodes.
    pub fn is_distinct(&self) -> bool {
        self.from.map_or(self.made.is_distinct, |from| from.0.is_distinct())
    }

    /// Returns whether it is a composite that is merged with equal ones once its members are known.
    pub fn is_temporary(&self) -> bool {
        self.from.map_or(self.made.is_temporary, |from| from.0.is_temporary())
    }

    /// A field that is a number.
    pub fn number(&self, which: Number) -> u64 {
        match self.from {
            Some(from) => fields::number(from, self.class, which),
            None => self.made.number(which),
        }
    }

    /// A field that is a number, cut to 32 bits.
    pub fn word(&self, which: Number) -> u32 {
        self.number(which) as u32
    }

    /// A field that is metadata.
    pub fn link(&self, which: Link) -> Option<Metadata<'m>> {
        match self.from {
            Some(from) => fields::link(from, self.class, which),
            None => self.made.link(which),
        }
    }

    /// Returns the links to be set whose metadata has a kind that they may not hold.
    pub(super) fn misfits(&self) -> impl Iterator<Item = Link> {
        self.made.links.iter().filter(|(link, value)| !fits(*link, value.kind())).map(|(link, _)| *link)
    }

    /// Returns the fields for changes, after copying those of an existing node.
    fn made(&mut self) -> &mut Made<'m> {
        if let Some(from) = self.from.take() {
            self.made = Made::of(from, self.class);
        }
        &mut self.made
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
        let numbers = &mut self.made().numbers;
        match numbers.iter_mut().find(|number| number.0 == which) {
            Some(place) => place.1 = value,
            None => numbers.push((which, value)),
        }
    }

    /// Sets a field that is metadata.
    pub fn set_link(&mut self, which: Link, value: Option<Metadata<'m>>) {
        let links = &mut self.made().links;
        links.retain(|link| link.0 != which);
        links.extend(value.map(|value| (which, value)));
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
