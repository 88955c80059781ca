//! The kinds of nodes: the code of the record, the word of assembly, where LLVM's operands are, and the fields in the order of
//! assembly with the place of each in the record of LLVM 22.
//!
//! Source: `llvm/lib/IR/AsmWriter.cpp`, `DebugInfoMetadata.cpp` (operands), `BitcodeWriter.cpp` (places), and the output of
//! `llvm-bcanalyzer -dump` for a node of each kind.

use super::Names;
use FieldForm::*;

/// The kind of a field, with the value for which assembly omits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldForm {
    /// A reference, omitted if null.
    Reference,
    /// A reference, `null` if there is none.
    Always,
    /// A reference to a string, omitted if null or empty.
    String,
    /// A reference to a string, omitted if null.
    StringIfAny,
    /// A reference to a string, always shown.
    AlwaysString,
    /// A reference to a constant, shown as its number, or to another node.
    Bound,
    /// An unsigned size, omitted if zero.
    Size,
    /// A reference to an expression that is a signed constant, shown as its number, or to another node.
    SignedBound,
    /// A number, omitted if zero.
    Number,
    /// A signed number, omitted if zero.
    Signed,
    /// A number, always shown.
    AlwaysNumber,
    /// A number, plus one; omitted if the word is zero.
    NumberOrNone,
    /// A number, omitted if all its bits are set.
    NumberUnlessAll,
    /// A boolean, always shown.
    Bool,
    /// A boolean, omitted if false.
    True,
    /// A boolean, omitted if true.
    False,
    /// A bit of the first word, shown as `true`, or omitted if it is not set.
    Bit(u32),
    /// A number with a name, omitted if zero.
    Enum(Names),
    /// A tag, omitted if it is this one.
    TagUnless(u64),
    /// A tag or macro type, shown as a number if it has no name.
    Tag(Names),
    /// Flags of debug information.
    Flags,
    /// Flags of a subprogram.
    SubprogramFlags,
    /// A word of a list, by number.
    Word(&'static [&'static str]),
    /// A word of a list, by number; omitted for the first one.
    WordUnlessFirst(&'static [&'static str]),
    /// A word of a list, by number; omitted for a number without a word.
    WordIfKnown(&'static [&'static str]),
    /// A field that depends on the kind of the node; see the printer.
    Special,
}

/// A field: its name, its place in the record, and its form.
#[derive(Debug)]
pub struct Field {
    /// The name in assembly.
    pub name: &'static str,
    /// The word of the record.
    pub place: u8,
    /// The form of the field's value.
    pub form: FieldForm,
}

macro_rules! kinds {
    ($($variant:ident $code:literal $word:literal [$($operand:literal)*] { $($field:ident $place:literal $form:expr,)* })*) => {
        /// The kind of a node.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "each is the node of that name")]
        pub enum NodeKind {
            /// A string.
            String,
            /// A constant, or a local of a function: type and value.
            Value,
            /// A list of values: references without one added.
            ArgList,
            $($variant,)*
        }

        impl NodeKind {
            /// Returns the kind of node for the code of a record with fields.
            pub fn from_code(code: u32) -> Option<NodeKind> {
                match code { $($code => Some(NodeKind::$variant),)* _ => None }
            }
            /// The code of the record.
            pub fn code(self) -> u32 {
                match self { $(NodeKind::$variant => $code,)* NodeKind::String => 1, NodeKind::Value => 2, NodeKind::ArgList => 46 }
            }
            /// The word of assembly.
            pub fn word(self) -> &'static str {
                match self { $(NodeKind::$variant => $word,)* _ => "" }
            }
            /// Returns the kind of node for a word of assembly.
            pub(crate) fn named(word: &[u8]) -> Option<NodeKind> {
                $(if !$word.is_empty() && $word.as_bytes() == word {
                    return Some(NodeKind::$variant);
                })*
                None
            }
            /// The places of LLVM's operands, in their order.
            pub fn operands(self) -> &'static [u8] {
                match self { $(NodeKind::$variant => &[$($operand,)*],)* _ => &[] }
            }
            /// The fields, in the order of assembly.
            pub fn fields(self) -> &'static [Field] {
                match self {
                    $(NodeKind::$variant => {
                        static FIELDS: &[Field] = &[$(Field { name: stringify!($field), place: $place, form: $form },)*];
                        FIELDS
                    })*
                    _ => &[],
                }
            }
            /// Returns whether nodes of this kind have fields: false for strings, values and lists of arguments.
            pub fn has_fields(self) -> bool {
                !matches!(self, NodeKind::String | NodeKind::Value | NodeKind::ArgList)
            }
        }
    };
}

const EMISSION: &[&str] = &["NoDebug", "FullDebug", "LineTablesOnly", "DebugDirectivesOnly"];
const NAME_TABLES: &[&str] = &["Default", "GNU", "None", "Apple"];
const ENUM_KINDS: &[&str] = &["DW_APPLE_ENUM_KIND_Closed", "DW_APPLE_ENUM_KIND_Open"];
const FIXED_POINTS: &[&str] = &["Binary", "Decimal", "Rational"];

kinds! {
    Tuple 3 "" [] {}
    Location 7 "DILocation" [3 4] {
        line 1 AlwaysNumber, column 2 Number, scope 3 Always, inlinedAt 4 Reference, isImplicitCode 5 True,
        atomGroup 6 Number, atomRank 7 Number,
    }
    Generic 12 "GenericDINode" [] { tag 1 Tag(Names::Tag), header 3 String, operands 4 Special, }
    Subrange 13 "DISubrange" [1 2 3 4] { count 1 Bound, lowerBound 2 Bound, upperBound 3 Bound, stride 4 Bound, }
    Enumerator 14 "DIEnumerator" [2] { name 2 AlwaysString, value 3 Special, isUnsigned 0 Bit(1), }
    BasicType 15 "DIBasicType" [2 3] {
        tag 1 TagUnless(0x24), name 2 String, size 3 Size, align 4 Number, dataSize 8 Number,
        encoding 5 Enum(Names::Encoding), num_extra_inhabitants 7 Number, flags 6 Flags,
    }
    File 16 "DIFile" [1 2 4 5] {
        filename 1 AlwaysString, directory 2 AlwaysString, checksumkind 3 Special, source 5 StringIfAny,
    }
    DerivedType 17 "DIDerivedType" [3 5 2 7 9 6 11 13] {
        tag 1 Tag(Names::Tag), name 2 String, scope 5 Reference, file 3 Reference, line 4 Number, baseType 6 Always,
        size 7 Size, align 8 Number, offset 9 Size, flags 10 Flags, extraData 11 Reference,
        dwarfAddressSpace 12 NumberOrNone, annotations 13 Reference, ptrAuthKey 14 Special,
    }
    CompositeType 18 "DICompositeType" [3 5 2 7 9 6 11 13 14 15 16 17 18 19 20 21 23 25] {
        tag 1 Tag(Names::Tag), name 2 String, scope 5 Reference, file 3 Reference, line 4 Number, baseType 6 Reference,
        size 7 Size, align 8 Number, offset 9 Size, num_extra_inhabitants 22 Number, flags 10 Flags, elements 11 Reference,
        runtimeLang 12 Enum(Names::Language), vtableHolder 13 Reference, templateParams 14 Reference, identifier 15 String,
        discriminator 16 Reference, dataLocation 17 Reference, associated 18 Reference, allocated 19 Reference,
        rank 20 Bound, annotations 21 Reference, specification 23 Reference, enumKind 24 WordIfKnown(ENUM_KINDS),
        bitStride 25 Reference,
    }
    SubroutineType 19 "DISubroutineType" [2] { flags 1 Flags, cc 3 Enum(Names::Convention), types 2 Always, }
    CompileUnit 20 "DICompileUnit" [2 3 5 7 9 10 12 13 15 20 21] {
        language 1 Special, file 2 Always, producer 3 String, isOptimized 4 Bool, flags 5 String,
        runtimeVersion 6 AlwaysNumber, splitDebugFilename 7 String, emissionKind 8 Word(EMISSION), enums 9 Reference,
        retainedTypes 10 Reference, globals 12 Reference, imports 13 Reference, macros 15 Reference, dwoId 14 Number,
        splitDebugInlining 16 False, debugInfoForProfiling 17 True, nameTableKind 18 WordUnlessFirst(NAME_TABLES),
        rangesBaseAddress 19 True, sysroot 20 String, sdk 21 String,
    }
    Subprogram 21 "DISubprogram" [4 1 2 3 6 12 14 15 8 13 17 18 19] {
        name 2 String, linkageName 3 String, scope 1 Always, file 4 Reference, line 5 Number, type 6 Reference,
        scopeLine 7 Number, containingType 8 Reference, virtualIndex 10 Special, thisAdjustment 16 Signed, flags 11 Flags,
        spFlags 9 SubprogramFlags, unit 12 Reference, templateParams 13 Reference, declaration 14 Reference,
        retainedNodes 15 Reference, thrownTypes 17 Reference, annotations 18 Reference, targetFuncName 19 String,
        keyInstructions 20 True,
    }
    LexicalBlock 22 "DILexicalBlock" [2 1] { scope 1 Always, file 2 Reference, line 3 Number, column 4 Number, }
    LexicalBlockFile 23 "DILexicalBlockFile" [2 1] { scope 1 Always, file 2 Reference, discriminator 3 AlwaysNumber, }
    Namespace 24 "DINamespace" [1 2] { name 2 String, scope 1 Always, exportSymbols 0 Bit(1), }
    TemplateType 25 "DITemplateTypeParameter" [1 2] { name 1 String, type 2 Always, defaulted 3 True, }
    TemplateValue 26 "DITemplateValueParameter" [2 3 5] {
        tag 1 TagUnless(0x30), name 2 String, type 3 Reference, defaulted 4 True, value 5 Always,
    }
    GlobalVariable 27 "DIGlobalVariable" [1 2 4 6 2 3 9 10 12] {
        name 2 String, linkageName 3 String, scope 1 Always, file 4 Reference, line 5 Number, type 6 Reference,
        isLocal 7 Bool, isDefinition 8 Bool, declaration 9 Reference, templateParams 10 Reference, align 11 Number,
        annotations 12 Reference,
    }
    LocalVariable 28 "DILocalVariable" [1 2 3 5 9] {
        name 2 String, arg 6 Number, scope 1 Always, file 3 Reference, line 4 Number, type 5 Reference, flags 7 Flags,
        align 8 Number, annotations 9 Reference,
    }
    Expression 29 "DIExpression" [] {}
    ObjcProperty 30 "DIObjCProperty" [1 2 4 5 7] {
        name 1 String, file 2 Reference, line 3 Number, setter 4 String, getter 5 String, attributes 6 Number, type 7 Reference,
    }
    ImportedEntity 31 "DIImportedEntity" [2 3 5 6 7] {
        tag 1 Tag(Names::Tag), name 5 String, scope 2 Always, entity 3 Reference, file 6 Reference, line 4 Number,
        elements 7 Reference,
    }
    Module 32 "DIModule" [1 2 3 4 5 6] {
        scope 2 Always, name 3 String, configMacros 4 String, includePath 5 String, apinotes 6 String, file 1 Reference,
        line 7 Number, isDecl 8 True,
    }
    Macro 33 "DIMacro" [3 4] { type 1 Tag(Names::Macro), line 2 Number, name 3 String, value 4 String, }
    MacroFile 34 "DIMacroFile" [3 4] { line 2 Number, file 3 Always, nodes 4 Reference, }
    GlobalVariableExpression 37 "DIGlobalVariableExpression" [1 2] { var 1 Reference, expr 2 Reference, }
    Label 40 "DILabel" [1 2 3] {
        scope 1 Always, name 2 String, file 3 Reference, line 4 Number, column 5 Number, isArtificial 0 Bit(1),
        coroSuspendIdx 6 NumberUnlessAll,
    }
    StringType 41 "DIStringType" [2 6 3 4 5] {
        tag 1 TagUnless(0x12), name 2 String, stringLength 3 Reference, stringLengthExpression 4 Reference,
        stringLocationExpression 5 Reference, size 6 Size, align 7 Number, encoding 8 Enum(Names::Encoding),
    }
    CommonBlock 44 "DICommonBlock" [1 2 3 4] {
        scope 1 Always, declaration 2 Always, name 3 String, file 4 Reference, line 5 Number,
    }
    GenericSubrange 45 "DIGenericSubrange" [1 2 3 4] {
        count 1 SignedBound, lowerBound 2 SignedBound, upperBound 3 SignedBound, stride 4 SignedBound,
    }
    AssignId 47 "DIAssignID" [] {}
    SubrangeType 48 "DISubrangeType" [2 4 1 5 8 9 10 11 12] {
        name 1 String, scope 4 Reference, file 2 Reference, line 3 Number, size 5 Size, align 6 Number, flags 7 Flags,
        baseType 8 Reference, lowerBound 9 Reference, upperBound 10 Reference, stride 11 Reference, bias 12 Reference,
    }
    FixedPointType 49 "DIFixedPointType" [2 3] {
        tag 1 TagUnless(0x24), name 2 String, size 3 Size, align 4 Number, encoding 5 Enum(Names::Encoding), flags 6 Flags,
        kind 7 Word(FIXED_POINTS), factor 8 Special,
    }
}
