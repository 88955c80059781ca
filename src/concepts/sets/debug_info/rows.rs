//! The instructions of the sets that are nodes of LLVM IR: one row each, for all sets and both directions.
//!
//! A field has the encoding of an operand, and the field of LLVM's node. Sets differ in whether a number is a literal
//! or the id of a constant, which [`Field::Number`] and similar fields account for, and in fields that only some have.

use crate::llvm::debug::{Class, Link, Number};
use crate::state::slots::debug_info::{Set, Sets};
use Field::*;

/// The operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The id of a string; an empty one where there is none.
    Text(Link),
    /// The id of a string or of `DebugInfoNone`.
    TextOrNone(Link),
    /// A type, or `DebugInfoNone`.
    Type(Link),
    /// A type that releases of SPIRV-Tools require to be a basic one; a stand-in is used for others.
    Basic(Link),
    /// The `DebugSource` of a file.
    Source(Link),
    /// The `DebugSource` of the first unit's file, as LLVM has no file there.
    UnitSource,
    /// A number.
    Number(Number),
    /// The number 0, for an operand without a field in LLVM.
    Zero,
    /// The scope: of a function, the unit or a type at module level.
    Parent(Link),
    /// The scope of a local entity.
    Scope(Link),
    /// The inlined location, if there is one.
    Inlined(Link),
    /// A size or offset in bits.
    Bits(Number),
    /// The size of a composite; `DebugInfoNone` if it is only declared.
    SizeOrNone,
    /// The size of an enumeration, which is positive.
    SizeOfEnumeration,
    /// The flags.
    Flags,
    /// The flags of a function, which LLVM has in two fields.
    FunctionFlags,
    /// The flags of a global variable, which LLVM has as fields.
    GlobalFlags,
    /// The encoding of a basic type.
    Encoding,
    /// The storage class of a pointer.
    StorageClass,
    /// The flags of a pointer, which say whether it is a reference.
    PointerFlags,
    /// The kind of a qualifier.
    Qualifier,
    /// The kind of a composite.
    CompositeTag,
    /// The kind of an imported entity.
    ImportTag,
    /// The number of components of a vector, or of columns of a matrix.
    Lanes,
    /// A flag, true if a matrix consists of columns; in LLVM IR one of rows is an ordinary array.
    IsOfColumns,
    /// The number of elements of an array, for each dimension.
    Counts,
    /// The ranges of an array.
    Ranges,
    /// The type that a function returns, and those of its parameters.
    Types,
    /// The members of a composite.
    Members,
    /// Pairs of a value and a name.
    Enumerators,
    /// A constant that may be missing.
    Constant(Link),
    /// The value of a template parameter, or `DebugInfoNone`.
    TemplateValue,
    /// The `OpFunction`, or `DebugInfoNone`.
    Body,
    /// The declaration of a function or of a static member, which may be missing.
    Declaration,
    /// The object that the variable is: an `OpVariable`, a constant or `DebugInfoNone`.
    Holder,
    /// The number of an argument, from 1, which is missing for other variables.
    Argument,
    /// The id of a node of any class.
    Entity,
    /// A boolean constant.
    Boolean(Number),
    /// The scope and the line of a module, in the order that the writer of the set has.
    ModulePlace,
    /// A number, 1 if a module is only declared.
    IsDeclaration,
    /// Whether a module is declared only, as a literal in all sets.
    IsDeclarationLiteral,
    /// A bound of a range: a constant, a variable, an expression or `DebugInfoNone`.
    Bound(Link),
    /// An expression or `DebugInfoNone`.
    Expression(Link),
    /// The length of a string: a variable, an expression or `DebugInfoNone`.
    Length,
}

/// A row for an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The number of the instruction.
    pub number: u32,
    /// The class of the node.
    pub class: Class,
    /// The DWARF tags of the node; none for a class that has only one.
    pub tags: &'static [u64],
    /// The sets with the instruction.
    pub sets: Sets,
    /// The operands in order, and the sets that have them.
    pub fields: &'static [(Field, Sets)],
}

impl Row {
    /// The operands in a set.
    pub fn fields(&self, set: Set) -> impl Iterator<Item = Field> + use<> {
        self.fields.iter().filter(move |field| field.1.has(set)).map(|field| field.0)
    }
}

/// DWARF's numbers of kinds of nodes.
pub mod tag {
    pub const ARRAY: u64 = 0x01;
    pub const CLASS: u64 = 0x02;
    pub const ENUMERATION: u64 = 0x04;
    pub const IMPORTED_DECLARATION: u64 = 0x08;
    pub const MEMBER: u64 = 0x0d;
    pub const POINTER: u64 = 0x0f;
    pub const REFERENCE: u64 = 0x10;
    pub const STRING: u64 = 0x12;
    pub const STRUCTURE: u64 = 0x13;
    pub const TYPEDEF: u64 = 0x16;
    pub const UNION: u64 = 0x17;
    pub const INHERITANCE: u64 = 0x1c;
    pub const POINTER_TO_MEMBER: u64 = 0x1f;
    pub const BASE: u64 = 0x24;
    pub const CONST: u64 = 0x26;
    pub const TEMPLATE_VALUE: u64 = 0x30;
    pub const VARIABLE: u64 = 0x34;
    pub const VARIANT_PART: u64 = 0x33;
    pub const VOLATILE: u64 = 0x35;
    pub const RESTRICT: u64 = 0x37;
    pub const IMPORTED_MODULE: u64 = 0x3a;
    pub const UNSPECIFIED: u64 = 0x3b;
    pub const RVALUE_REFERENCE: u64 = 0x42;
    pub const ATOMIC: u64 = 0x47;
    pub const TEMPLATE_TEMPLATE: u64 = 0x4106;
    pub const PARAMETER_PACK: u64 = 0x4107;
}

/// The numbers of instructions that are used outside of the rows.
pub mod number {
    pub const NONE: u32 = 0;
    pub const UNIT: u32 = 1;
    pub const TYPE_BASIC: u32 = 2;
    pub const TYPE_ARRAY: u32 = 5;
    pub const TYPE_VECTOR: u32 = 6;
    pub const TYPE_FUNCTION: u32 = 8;
    pub const TYPE_COMPOSITE: u32 = 10;
    pub const TYPE_MEMBER: u32 = 11;
    pub const TYPE_INHERITANCE: u32 = 12;
    pub const TYPE_TEMPLATE: u32 = 14;
    pub const TEMPLATE_PARAMETER: u32 = 15;
    pub const TEMPLATE_TEMPLATE: u32 = 16;
    pub const TEMPLATE_PACK: u32 = 17;
    pub const GLOBAL_VARIABLE: u32 = 18;
    pub const FUNCTION_DECLARATION: u32 = 19;
    pub const FUNCTION: u32 = 20;
    pub const LEXICAL_BLOCK: u32 = 21;
    pub const DISCRIMINATOR: u32 = 22;
    pub const SCOPE: u32 = 23;
    pub const NO_SCOPE: u32 = 24;
    pub const INLINED_AT: u32 = 25;
    pub const LOCAL_VARIABLE: u32 = 26;
    pub const DECLARE: u32 = 28;
    pub const VALUE: u32 = 29;
    pub const OPERATION: u32 = 30;
    pub const EXPRESSION: u32 = 31;
    pub const MACRO_DEFINE: u32 = 32;
    pub const MACRO_UNDEFINE: u32 = 33;
    pub const IMPORTED: u32 = 34;
    pub const SOURCE: u32 = 35;
    pub const MODULE: u32 = 36;
    pub const FUNCTION_DEFINITION: u32 = 101;
    pub const SOURCE_CONTINUED: u32 = 102;
    pub const LINE: u32 = 103;
    pub const NO_LINE: u32 = 104;
    pub const BUILD_IDENTIFIER: u32 = 105;
    pub const STORAGE_PATH: u32 = 106;
    pub const ENTRY_POINT: u32 = 107;
    pub const TYPE_MATRIX: u32 = 108;
    pub const TYPE_COOPERATIVE_MATRIX: u32 = 110;
    pub const SUBRANGE: u32 = 201;
    pub const DYNAMIC_ARRAY: u32 = 202;
    /// The instructions that become one node of LLVM IR if they are equal: types that are not composites, the
    /// instructions that these refer to, and files.
    pub const MERGED: [u32; 14] = [2, 3, 4, 5, 6, 7, 8, 9, 13, 15, SOURCE, 201, 202, 203];
}

const ALL: Sets = Sets::ALL;
/// The sets with literals for numbers, where a member refers to its composite and a function to its body; then the sets
/// for shaders, and the last set.
const LITERAL: Sets = Sets::LITERAL;
const SHADER: Sets = Sets::SHADER;
const P: Sets = Sets::SHADER_200;
/// The sets except the oldest.
const NEWER: Sets = Sets::NEWER;

macro_rules! rows {
    ($($(#[$doc:meta])* $number:expr, $class:ident [$($tag:expr),*] in $sets:expr, { $($field:expr, $in:expr;)* })*) => {
        /// The rows of all sets. Rows of one class differ in the tag, or the drivers select among them.
        pub const ROWS: &[Row] = &[$(Row {
            number: $number,
            class: Class::$class,
            tags: &[$($tag),*],
            sets: $sets,
            fields: &[$(($field, $in)),*],
        }),*];
    };
}

rows! {
    2, BasicType [tag::BASE, tag::UNSPECIFIED] in ALL, {
        Text(Link::Name), ALL; Bits(Number::Size), ALL; Encoding, ALL; Flags, SHADER;
    }
    3, DerivedType [tag::POINTER, tag::REFERENCE, tag::RVALUE_REFERENCE] in ALL, {
        Basic(Link::Base), ALL; StorageClass, ALL; PointerFlags, ALL;
    }
    4, DerivedType [tag::CONST, tag::VOLATILE, tag::RESTRICT, tag::ATOMIC] in ALL, {
        Basic(Link::Base), ALL; Qualifier, ALL;
    }
    5, CompositeType [tag::ARRAY] in ALL, { Type(Link::Base), ALL; Counts, Sets::COUNTS; Ranges, P; }
    6, CompositeType [] in ALL, { Basic(Link::Base), ALL; Lanes, ALL; }
    7, DerivedType [tag::TYPEDEF] in ALL, {
        Text(Link::Name), ALL; Basic(Link::Base), ALL; Source(Link::File), ALL; Number(Number::Line), ALL; Zero, ALL;
        Parent(Link::Scope), ALL;
    }
    8, FunctionType [] in ALL, { Flags, NEWER; Types, ALL; }
    9, CompositeType [tag::ENUMERATION] in ALL, {
        Text(Link::Name), ALL; Type(Link::Base), ALL; Source(Link::File), ALL; Number(Number::Line), ALL; Zero, ALL;
        Parent(Link::Scope), ALL; SizeOfEnumeration, ALL; Flags, ALL; Enumerators, ALL;
    }
    10, CompositeType [tag::CLASS, tag::STRUCTURE, tag::UNION] in ALL, {
        Text(Link::Name), ALL; CompositeTag, ALL; Source(Link::File), ALL; Number(Number::Line), ALL; Zero, ALL;
        Parent(Link::Scope), ALL; Text(Link::Linkage), NEWER; SizeOrNone, ALL; Flags, ALL; Members, ALL;
    }
    11, DerivedType [tag::MEMBER, tag::VARIABLE] in ALL, {
        Text(Link::Name), ALL; Type(Link::Base), ALL; Source(Link::File), ALL; Number(Number::Line), ALL; Zero, ALL;
        Parent(Link::Scope), LITERAL; Bits(Number::Offset), ALL; Bits(Number::Size), ALL; Flags, ALL;
        Constant(Link::Extra), ALL;
    }
    12, DerivedType [tag::INHERITANCE] in ALL, {
        Parent(Link::Scope), LITERAL; Type(Link::Base), ALL; Bits(Number::Offset), ALL; Bits(Number::Size), ALL;
        Flags, ALL;
    }
    13, DerivedType [tag::POINTER_TO_MEMBER] in ALL, { Type(Link::Base), ALL; Type(Link::Extra), ALL; }
    15, TemplateType [] in ALL, {
        Text(Link::Name), ALL; Type(Link::Base), ALL; TemplateValue, ALL; UnitSource, ALL; Zero, ALL; Zero, ALL;
    }
    15, TemplateValue [tag::TEMPLATE_VALUE] in ALL, {
        Text(Link::Name), ALL; Type(Link::Base), ALL; TemplateValue, ALL; UnitSource, ALL; Zero, ALL; Zero, ALL;
    }
    18, Global [] in ALL, {
        Text(Link::Name), ALL; Type(Link::Base), ALL; Source(Link::File), ALL; Number(Number::Line), ALL; Zero, ALL;
        Parent(Link::Scope), ALL; Text(Link::Linkage), ALL; Holder, ALL; GlobalFlags, ALL; Declaration, ALL;
    }
    19, Function [] in ALL, {
        Text(Link::Name), ALL; Type(Link::Base), ALL; Source(Link::File), ALL; Number(Number::Line), ALL; Zero, ALL;
        Parent(Link::Scope), ALL; Text(Link::Linkage), ALL; FunctionFlags, ALL;
    }
    20, Function [] in ALL, {
        Text(Link::Name), ALL; Type(Link::Base), ALL; Source(Link::File), ALL; Number(Number::Line), ALL; Zero, ALL;
        Parent(Link::Scope), ALL; Text(Link::Linkage), ALL; FunctionFlags, ALL; Number(Number::ScopeLine), ALL;
        Body, LITERAL; Declaration, ALL; TextOrNone(Link::TargetName), P;
    }
    21, Block [] in ALL, {
        Source(Link::File), ALL; Number(Number::Line), ALL; Number(Number::Column), ALL; Scope(Link::Scope), ALL;
    }
    21, Namespace [] in ALL, {
        Source(Link::File), ALL; Zero, ALL; Zero, ALL; Parent(Link::Scope), ALL; Text(Link::Name), ALL;
        Boolean(Number::Exported), P;
    }
    22, BlockFile [] in ALL, { Source(Link::File), ALL; Number(Number::Discriminator), ALL; Scope(Link::Scope), ALL; }
    // What stands for a discriminator where a scope must be a block: a block of no line, with the discriminator for
    // its column.
    21, BlockFile [] in ALL, { Source(Link::File), ALL; Zero, ALL; Number(Number::Discriminator), ALL; Scope(Link::Scope), ALL; }
    25, Location [] in ALL, {
        Number(Number::Line), ALL; Number(Number::Column), P; Scope(Link::Scope), ALL; Inlined(Link::InlinedAt), ALL;
    }
    26, Local [] in ALL, {
        Text(Link::Name), ALL; Type(Link::Base), ALL; Source(Link::File), ALL; Number(Number::Line), ALL; Zero, ALL;
        Scope(Link::Scope), ALL; Flags, NEWER; Argument, ALL;
    }
    34, Imported [tag::IMPORTED_MODULE, tag::IMPORTED_DECLARATION] in NEWER, {
        Text(Link::Name), ALL; ImportTag, ALL; Source(Link::File), ALL; Entity, ALL; Number(Number::Line), ALL;
        Zero, ALL; Parent(Link::Scope), ALL;
    }
    36, Module [] in Sets::MODULES, {
        Text(Link::Name), ALL; Source(Link::File), ALL; ModulePlace, ALL; Text(Link::ConfigMacros), ALL;
        Text(Link::IncludePath), ALL; Text(Link::ApiNotes), ALL; IsDeclarationLiteral, ALL;
    }
    // A vector whose components are vectors.
    108, CompositeType [] in SHADER, { Type(Link::Base), SHADER; Lanes, SHADER; IsOfColumns, SHADER; }
    // The number of components is the id of a constant, as all numbers of these sets are.
    109, CompositeType [] in SHADER, { Type(Link::Base), SHADER; Lanes, SHADER; }
    200, Module [] in P, {
        Text(Link::Name), P; Source(Link::File), P; Number(Number::Line), P; Parent(Link::Scope), P;
        Text(Link::ConfigMacros), P; Text(Link::IncludePath), P; Text(Link::ApiNotes), P; IsDeclaration, P;
    }
    201, Subrange [] in P, { Bound(Link::Lower), P; Bound(Link::Upper), P; Bound(Link::Count), P; Bound(Link::Stride), P; }
    202, CompositeType [] in P, {
        Type(Link::Base), P; Bound(Link::DataLocation), P; Bound(Link::Associated), P; Bound(Link::Allocated), P;
        Bound(Link::Rank), P; Ranges, P;
    }
    203, StringType [tag::STRING] in P, {
        Text(Link::Name), P; Zero, P; Expression(Link::LocationExpression), P; Bits(Number::Size), P; Length, P;
    }
}

/// Returns the first row for an instruction of a set.
pub fn by_number(set: Set, number: u32) -> Option<&'static Row> {
    let first = *FIRST.get(number as usize)?;
    ROWS.get(first.into()..)?.iter().find(|row| row.number == number && row.sets.has(set))
}

/// The index of the first row for each number; 0 for numbers without a row.
static FIRST: [u8; NUMBERS] = {
    let mut all = [0; NUMBERS];
    let mut place = ROWS.len();
    while place > 0 {
        place -= 1;
        all[ROWS[place].number as usize] = place as u8;
    }
    all
};
/// The greatest number plus one.
const NUMBERS: usize = 204;

/// Returns the row of a class of nodes under a number.
pub fn of(class: Class, number: u32) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.class == class && row.number == number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers with several rows, and how many: the reader selects the row by the operands.
    const SEVERAL: &[(u32, usize)] = &[(15, 2), (21, 3)];

    #[test]
    fn d_402_no_number_of_a_set_is_in_two_rows() {
        for row in ROWS {
            let count = ROWS.iter().filter(|other| other.number == row.number).count();
            let expected = SEVERAL.iter().find(|several| several.0 == row.number).map_or(1, |several| several.1);
            assert_eq!(count, expected, "{}", row.number);
        }
    }

    #[test]
    fn d_402_each_tag_belongs_to_one_row() {
        let tags: Vec<_> = ROWS.iter().flat_map(|row| row.tags.iter().map(|tag| (row.class as u32, *tag))).collect();
        let unique: std::collections::BTreeSet<_> = tags.iter().collect();
        assert_eq!(unique.len(), tags.len());
    }
}
