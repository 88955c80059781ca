//! The fields of nodes and the words of their records, one row for both directions.
//!
//! Source: the tables of [`llvm_ir::metadata`], which have the words of LLVM 22's records.

use super::node::{Class, Link as L, Number as N};
use Form::*;
use llvm_ir::metadata::NodeKind;

/// The encoding of a number in a record. Bits that do not fit are cut off.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// 32 bits.
    Word,
    /// 16 bits.
    Short,
    /// 8 bits.
    Byte,
    /// 64 bits.
    Wide,
    /// 0 or 1.
    Bool,
    /// A negated boolean: 1 or 0.
    Not,
    /// A column; 0 if it exceeds 16 bits.
    Column,
    /// A reference to a 64-bit constant, absent for zero.
    Constant,
    /// A reference to a 64-bit constant, also for zero.
    AlwaysConstant,
    /// A bit of the word, 0 or 1.
    Bit(u32),
    /// These bits of the number if the word is not zero.
    Mask(u64),
    /// This number, regardless of the record; only read.
    Is(u64),
    /// These bits of the number if the word has any of the others; only read.
    Says(u64, u64),
    /// This word; only written.
    Makes(u64),
}

/// A numeric field: which one, the index of its word, and its encoding.
pub(super) type NumberRow = (N, u8, Form);
/// A metadata field: which one, and the index of its word.
pub(super) type LinkRow = (L, u8);

/// The fields of a class.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) class: Class,
    pub(super) kind: NodeKind,
    pub(super) numbers: &'static [NumberRow],
    pub(super) links: &'static [LinkRow],
}

/// The bits of `Unsaid`, for facts without a field of their own.
const VIRTUAL_TABLE: u64 = 1;
const DEFAULT_ARGUMENT: u64 = 2;
const VIRTUAL_METHOD: u64 = 4;
/// The flags of a virtual method.
const VIRTUALITY: u64 = 3;
const ANY: u64 = u64::MAX;
/// `DW_MACINFO_start_file`.
const START_FILE: u64 = 3;
const TAG_TEMPLATE_TYPE: u64 = 0x2f;
const TAG_FUNCTION_TYPE: u64 = 0x15;

macro_rules! rows {
    ($($class:ident $kind:ident { $($number:ident $place:literal $form:expr,)* ; $($link:ident $at:literal),* })*) => {
        &[$(Row {
            class: Class::$class,
            kind: NodeKind::$kind,
            numbers: &[$((N::$number, $place, $form)),*],
            links: &[$((L::$link, $at)),*],
        }),*]
    };
}

/// The classes whose nodes have fields. Fields of more than a word are in `special`.
pub(super) static ROWS: &[Row] = rows! {
    Location Location { Line 1 Word, Column 2 Column, ; Scope 3, InlinedAt 4 }
    GlobalExpression GlobalVariableExpression { ; Variable 1, Expression 2 }
    Subrange Subrange { ; Count 1, Lower 2, Upper 3, Stride 4 }
    Enumerator Enumerator { Unsigned 0 Bit(1), ; Name 2 }
    BasicType BasicType {
        Tag 1 Short, Size 3 AlwaysConstant, Align 4 Word, Encoding 5 Word, Flags 6 Word, ; Name 2
    }
    StringType StringType {
        Tag 1 Short, Size 6 AlwaysConstant, Align 7 Word, Encoding 8 Word, ;
        Name 2, Length 3, LengthExpression 4, LocationExpression 5
    }
    DerivedType DerivedType {
        Tag 1 Short, Line 4 Word, Size 7 Constant, Align 8 Word, Offset 9 Constant, Flags 10 Word, Space 12 Wide, ;
        Name 2, File 3, Scope 5, Base 6, Extra 11
    }
    CompositeType CompositeType {
        Tag 1 Short, Line 4 Word, Size 7 Constant, Align 8 Word, Offset 9 Constant, Flags 10 Word,
        Unsaid 13 Says(ANY, VIRTUAL_TABLE), ;
        Name 2, File 3, Scope 5, Base 6, Elements 11, Templates 14, Linkage 15, Selector 16, DataLocation 17, Associated 18,
        Allocated 19, Rank 20
    }
    File File { ChecksumKind 3 Word, ; Name 1, Directory 2, Checksum 4, Source 5 }
    Unit CompileUnit {
        UnitBits 4 Mask(1), RuntimeVersion 6 Word, Emission 8 Word, DwoId 14 Wide, UnitBits 16 Mask(2), UnitBits 17 Mask(4),
        NameTable 18 Word, UnitBits 19 Mask(8), ;
        File 2, Producer 3, UnitFlags 5, SplitName 7, Enums 9, RetainedTypes 10, Globals 12, Imports 13, Macros 15,
        SysRoot 20, Sdk 21
    }
    FunctionType SubroutineType { Tag 0 Is(TAG_FUNCTION_TYPE), Flags 1 Word, Convention 3 Byte, ; Elements 2 }
    Function Subprogram {
        Line 5 Word, ScopeLine 7 Word, FunctionFlags 9 Word, Flags 11 Word, Unsaid 9 Says(VIRTUALITY, VIRTUAL_METHOD),
        Unsaid 10 Says(ANY, VIRTUAL_METHOD), Unsaid 16 Says(ANY, VIRTUAL_METHOD), ;
        Scope 1, Name 2, Linkage 3, File 4, Base 6, Unit 12, Templates 13, Declaration 14, Retained 15, TargetName 19
    }
    Block LexicalBlock { Line 3 Word, Column 4 Column, ; Scope 1, File 2 }
    BlockFile LexicalBlockFile { Discriminator 3 Word, ; Scope 1, File 2 }
    Namespace Namespace { Exported 0 Bit(1), ; Scope 1, Name 2 }
    TemplateType TemplateType {
        Tag 0 Is(TAG_TEMPLATE_TYPE), Unsaid 3 Says(ANY, DEFAULT_ARGUMENT), ; Name 1, Base 2
    }
    TemplateValue TemplateValue { Tag 1 Short, Unsaid 4 Says(ANY, DEFAULT_ARGUMENT), ; Name 2, Base 3, Held 5 }
    Global GlobalVariable {
        Line 5 Word, IsLocal 7 Bool, IsDefinition 8 Bool, Align 11 Word, ;
        Scope 1, Name 2, Linkage 3, File 4, Base 6, Declaration 9, Templates 10
    }
    Local LocalVariable {
        Line 4 Word, Arg 6 Short, Flags 7 Word, Align 8 Word, ; Scope 1, Name 2, File 3, Base 5
    }
    Label Label { Line 4 Word, Column 5 Word, ; Scope 1, Name 2, File 3 }
    Imported ImportedEntity { Tag 1 Short, Line 4 Word, ; Scope 2, Entity 3, Name 5, File 6, Elements 7 }
    Module Module {
        Line 7 Word, IsDefinition 8 Not, ; File 1, Scope 2, Name 3, ConfigMacros 4, IncludePath 5, ApiNotes 6
    }
    Macro Macro { Tag 1 Short, Line 2 Word, ; Name 3, Held 4 }
    MacroFile MacroFile { Tag 1 Makes(START_FILE), Line 2 Word, ; File 3, Elements 4 }
};

/// The rows by class.
static BY_CLASS: [Option<&Row>; Class::ALL.len()] = {
    let mut all = [None; Class::ALL.len()];
    let mut i = 0;
    while i < ROWS.len() {
        all[ROWS[i].class as usize] = Some(&ROWS[i]);
        i += 1;
    }
    all
};

/// The place of a link that a class does not have.
const NOWHERE: u8 = u8::MAX;

/// The word index of each link of each class.
static PLACES: [[u8; L::ALL.len()]; Class::ALL.len()] = {
    let mut all = [[NOWHERE; L::ALL.len()]; Class::ALL.len()];
    let mut i = 0;
    while i < ROWS.len() {
        let mut j = 0;
        while j < ROWS[i].links.len() {
            let (link, place) = ROWS[i].links[j];
            let known = all[ROWS[i].class as usize][link as usize];
            assert!(known == NOWHERE, "a class has a link twice");
            all[ROWS[i].class as usize][link as usize] = place;
            j += 1;
        }
        i += 1;
    }
    all
};

/// The links of distinct nodes that are set later.
static LATER: &[(Class, &[L])] = &[
    (Class::CompositeType, &[L::Elements]),
    (Class::Function, &[L::Retained]),
    (Class::Unit, &[L::Enums, L::RetainedTypes, L::Globals, L::Imports, L::Macros]),
];

impl Row {
    /// Returns the row of a class.
    pub(super) fn of(class: Class) -> Option<&'static Self> {
        BY_CLASS.get(class as usize).copied().flatten()
    }

    /// Returns the word index of a link.
    #[inline]
    pub(super) fn place(&self, link: L) -> Option<usize> {
        let place = *PLACES.get(self.class as usize)?.get(link as usize)?;
        (place != NOWHERE).then_some(place.into())
    }

    /// Returns the word index of a link that is set in a distinct node after its creation.
    pub(super) fn later(&self, link: L) -> Option<usize> {
        let is_later = LATER.iter().any(|(class, links)| *class == self.class && links.contains(&link));
        is_later.then(|| self.place(link)).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_with_fields_has_a_row() {
        let without = [Class::Other, Class::Expression, Class::Tuple];
        let all = Class::ALL.iter().filter(|class| !without.contains(class));
        assert_eq!(all.copied().collect::<Vec<_>>(), ROWS.iter().map(|row| row.class).collect::<Vec<_>>());
        assert!(ROWS.iter().all(|row| Class::of(row.kind) == row.class));
    }

    #[test]
    fn links_are_operands() {
        for row in ROWS {
            for (link, place) in row.links {
                assert!(row.kind.operands().contains(place), "{:?} {link:?}", row.class);
            }
        }
    }
}
