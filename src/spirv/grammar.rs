//! The grammar: for each opcode its name, operand kinds and what it requires; for each enumerant the same.
//!
//! In: opcodes and enumerant values. Out: rows of static tables, found in constant time (opcodes) or by a binary search
//! (enumerants). Nothing is built at run time. The rows are those of Khronos's machine-readable grammar and of
//! `unpublished.grammar.json`, written by `grammar_table.py`; the tests compare them with the table in `rspirv`. Serves
//! chapters 3 and 4 of the specification.

use ::spirv::{Capability, Op};

#[rustfmt::skip]
#[path = "grammar_table.rs"]
mod table;

pub use table::Kind;

/// What the grammar says about one opcode.
#[derive(Debug)]
pub struct Info {
    /// The opcode.
    pub op: Op,
    /// Its name in the specification, `Op` included.
    pub name: &'static str,
    /// Does it have a result type?
    pub has_type: bool,
    /// Does it have a result id?
    pub has_result: bool,
    /// All operands, result type and result id included.
    pub operands: &'static [Operand],
    /// What a module must declare to use it.
    pub requires: Requirements,
}

/// What using an opcode or an enumerant takes: one of the capabilities, and one of the extensions or the version.
#[derive(Debug)]
pub struct Requirements {
    /// Any one of them enables it; none are needed if empty.
    pub capabilities: &'static [Capability],
    /// Any one of them brings it to versions before `since`.
    pub extensions: &'static [&'static str],
    /// The minor version (of SPIR-V 1) that has it without an extension, if one does.
    pub since: Option<u8>,
}

/// A logical operand and how often it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// Exactly once.
    One(Kind),
    /// Once or not at all, resolved from the word count: `?`.
    Optional(Kind),
    /// Any number of times, resolved from the word count: `*`.
    Many(Kind),
}

/// The families of operand kinds, by the names of the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// Any number of bits, each with parameters of its own.
    Mask,
    /// One value out of a list, with parameters of its own.
    Enum,
    /// An id.
    Id,
    /// A number, a string, an opcode.
    Literal,
    /// A pair of operands.
    Composite,
}

/// What the grammar says about one kind of operand.
#[derive(Debug)]
pub struct KindInfo {
    /// The name in the grammar.
    pub name: &'static str,
    /// The family.
    pub category: Category,
    /// For masks and enumerations: all known values, sorted.
    pub enumerants: &'static [Enumerant],
}

/// One value of an enumeration, or one bit of a mask.
#[derive(Debug)]
pub struct Enumerant {
    /// The number in the binary.
    pub value: u32,
    /// The name in the specification.
    pub name: &'static str,
    /// The operands that follow when it is used.
    pub parameters: &'static [Operand],
    /// What a module must declare to use it.
    pub requires: Requirements,
}

/// An extended instruction set.
#[derive(Debug)]
pub struct ExtSet {
    /// The name in `OpExtInstImport`.
    pub name: &'static str,
    /// Its instructions, sorted by number.
    pub instructions: &'static [ExtInst],
}

/// An instruction of an extended set.
#[derive(Debug)]
pub struct ExtInst {
    /// The number in the binary.
    pub number: u32,
    /// The name in the set's specification.
    pub name: &'static str,
    /// The operands after the number.
    pub operands: &'static [Operand],
}

/// All rows, sorted by opcode, for tables that the compiler fills.
pub(super) const ROWS: &[Info] = &table::INSTRUCTIONS;

/// One more than the largest opcode of the table: the size of a table by opcode.
pub(super) const OPCODES: usize = ROWS[ROWS.len() - 1].op as usize + 1;

/// A table by opcode that the compiler fills: a value of each row, and another one where there is no row.
macro_rules! by_opcode {
    ($other:expr, |$info:ident| $value:expr) => {{
        use $crate::spirv::grammar::{OPCODES, ROWS};
        let mut table = [$other; OPCODES];
        let mut row = 0;
        while row < ROWS.len() {
            let $info = &ROWS[row];
            table[$info.op as usize] = $value;
            row += 1;
        }
        table
    }};
}
pub(super) use by_opcode;

/// For each opcode one more than the index of its row; 0 where there is none.
static ROW_OF: [u16; OPCODES] = {
    let mut index = [0; OPCODES];
    let mut row = 0;
    while row < ROWS.len() {
        index[ROWS[row].op as usize] = row as u16 + 1;
        row += 1;
    }
    index
};

/// Stands for opcodes that the grammar does not list.
static UNKNOWN: Info = Info {
    op: Op::Nop,
    name: "an unknown opcode",
    has_type: false,
    has_result: false,
    operands: &[],
    requires: Requirements { capabilities: &[], extensions: &[], since: None },
};

/// The row of an opcode, if the grammar has it.
#[inline]
pub fn info(opcode: u16) -> Option<&'static Info> {
    let row = usize::from(*ROW_OF.get(usize::from(opcode))?);
    table::INSTRUCTIONS.get(row.checked_sub(1)?)
}

/// The row of an opcode; a row without operands and with the operation `OpNop` where the grammar has none.
#[inline]
pub fn info_or_unknown(opcode: u16) -> &'static Info {
    info(opcode).unwrap_or(&UNKNOWN)
}

/// The name of an opcode, `Op` included.
pub fn name(op: Op) -> &'static str {
    info_or_unknown(op as u16).name
}

/// All rows, sorted by opcode.
pub fn instructions() -> impl Iterator<Item = &'static Info> {
    table::INSTRUCTIONS.iter()
}

/// The capabilities any one of which enables the opcode; empty where none is needed.
pub fn opcode_capabilities(opcode: u16) -> &'static [Capability] {
    info_or_unknown(opcode).requires.capabilities
}

/// The extensions any one of which brings the opcode to versions that lack it.
pub fn opcode_extensions(opcode: u16) -> &'static [&'static str] {
    info_or_unknown(opcode).requires.extensions
}

/// The row of one value of an enumeration, or of one bit of a mask.
pub fn enumerant(kind: Kind, value: u32) -> Option<&'static Enumerant> {
    row_of_value(kind.info().enumerants, value)
}

fn row_of_value(rows: &'static [Enumerant], value: u32) -> Option<&'static Enumerant> {
    match rows.get(..=value as usize) {
        // Small values follow one another with few gaps: the row is just below the place of that number.
        Some(rows) => rows.iter().rfind(|row| row.value <= value).filter(|row| row.value == value),
        None => rows.get(rows.binary_search_by_key(&value, |row| row.value).ok()?),
    }
}

/// The rows of an operand: of a mask one for each bit that is set (or the one for 0), of an enumeration its value's.
/// Values that the grammar does not know have no row.
pub fn enumerants(kind: Kind, value: u32) -> impl Iterator<Item = &'static Enumerant> {
    let mask = kind.info().category == Category::Mask && value != 0;
    let bits = (0..if mask { 32 } else { 0 }).map(|bit| 1 << bit).filter(move |bit| value & bit != 0);
    bits.chain((!mask).then_some(value)).filter_map(move |value| enumerant(kind, value))
}

/// What each enumerant of an operand asks for: any one of the capabilities in each slice enables it.
pub fn operand_capabilities(kind: Kind, value: u32) -> impl Iterator<Item = &'static [Capability]> {
    enumerants(kind, value).map(|row| row.requires.capabilities).filter(|capabilities| !capabilities.is_empty())
}

/// The extensions that the enumerants of an operand ask for: any one out of each slice, or a version that has them.
pub fn operand_extensions(kind: Kind, value: u32) -> impl Iterator<Item = &'static [&'static str]> {
    enumerants(kind, value).map(|row| row.requires.extensions).filter(|extensions| !extensions.is_empty())
}

/// The names of all extensions that bring an opcode or a value of an operand, sorted.
pub fn extensions() -> std::collections::BTreeSet<&'static str> {
    let opcodes = table::INSTRUCTIONS.iter().map(|row| &row.requires);
    let values = table::KINDS.iter().flat_map(|kind| kind.enumerants).map(|row| &row.requires);
    opcodes.chain(values).flat_map(|requires| requires.extensions.iter().copied()).collect()
}

/// The extended instruction set of this name. A NonSemantic set is found with a version after its name, too.
pub fn ext_set(name: &str) -> Option<&'static ExtSet> {
    let versioned = |set: &ExtSet| {
        let version = name.strip_prefix(set.name).and_then(|rest| rest.strip_prefix('.'));
        set.name.starts_with("NonSemantic.") && version.is_some_and(|v| v.parse::<u32>().is_ok())
    };
    let exact = table::SETS.iter().find(|set| set.name == name);
    exact.or_else(|| table::SETS.iter().find(|set| versioned(set)))
}

/// Does the set only annotate: may a consumer that does not know it skip its instructions?
pub fn is_non_semantic(set: &str) -> bool {
    set.starts_with("NonSemantic.")
}

impl ExtSet {
    /// The instruction with this number.
    pub fn instruction(&self, number: u32) -> Option<&'static ExtInst> {
        self.instructions.get(self.instructions.binary_search_by_key(&number, |row| row.number).ok()?)
    }
}

impl Kind {
    /// What the grammar says about this kind.
    #[inline]
    pub fn info(self) -> &'static KindInfo {
        static NONE: KindInfo = KindInfo { name: "", category: Category::Literal, enumerants: &[] };
        table::KINDS.get(self as usize).unwrap_or(&NONE)
    }
}

impl Operand {
    /// The kind, whatever the quantifier.
    pub fn kind(self) -> Kind {
        let (Self::One(kind) | Self::Optional(kind) | Self::Many(kind)) = self;
        kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rspirv::grammar::{self as peer, OperandQuantifier};

    fn same_operand(ours: &Operand, theirs: &peer::LogicalOperand) -> bool {
        let quantifier = match ours {
            Operand::One(_) => OperandQuantifier::One,
            Operand::Optional(_) => OperandQuantifier::ZeroOrOne,
            Operand::Many(_) => OperandQuantifier::ZeroOrMore,
        };
        quantifier == theirs.quantifier && format!("{:?}", ours.kind()) == format!("{:?}", theirs.kind)
    }

    /// What the grammar corrected since the release that rspirv was made from.
    const CORRECTED: &[&str] = &[
        "OpCooperativeMatrixConvertNV",
        "OpHitObjectRecordFromQueryEXT",
        "OpReadPipeBlockingALTERA",
        "OpWritePipeBlockingALTERA",
        "OpCompositeConstructContinuedINTEL",
        // Its operands are in the text of SPV_INTEL_loop_fuse, and not in the grammar.
        "FuseLoopsInFunctionALTERA",
        // Of a pointer, it has one that only the Khronos translator tells of.
        "SingleElementVectorINTEL",
        // Three numbers of 64 bits, by the text of SPV_INTEL_fpga_loop_controls.
        "LoopCountALTERA",
    ];

    fn names(capabilities: &[impl std::fmt::Debug]) -> Vec<String> {
        capabilities.iter().map(|capability| format!("{capability:?}")).collect()
    }

    #[test]
    fn s0_15_the_instructions_are_those_of_rspirv() {
        for theirs in peer::INSTRUCTION_TABLE.iter() {
            let ours = info_or_unknown(theirs.opcode as u16);
            assert_eq!(ours.op as u32, theirs.opcode as u32);
            assert_eq!(ours.name, format!("Op{}", theirs.opname));
            assert_eq!(ours.requires.extensions, theirs.extensions, "{}", ours.name);
            if CORRECTED.contains(&ours.name) {
                continue;
            }
            assert_eq!(names(ours.requires.capabilities), names(theirs.capabilities), "{}", ours.name);
            assert_eq!(ours.operands.len(), theirs.operands.len(), "{}", ours.name);
            assert!(ours.operands.iter().zip(theirs.operands).all(|(o, t)| same_operand(o, t)), "{}", ours.name);
        }
    }

    #[test]
    fn s0_16_the_parameters_of_decorations_are_those_of_rspirv() {
        use rspirv::dr;
        use rspirv::spirv::{Decoration, ExecutionMode};
        for row in Kind::Decoration.info().enumerants {
            let theirs = Decoration::from_u32(row.value).map(dr::Operand::from);
            check_enumerant(row, theirs.as_ref());
        }
        for row in Kind::ExecutionMode.info().enumerants {
            let theirs = ExecutionMode::from_u32(row.value).map(dr::Operand::from);
            check_enumerant(row, theirs.as_ref());
        }
    }

    fn check_enumerant(ours: &Enumerant, theirs: Option<&rspirv::dr::Operand>) {
        // Newer than the crate.
        let Some(theirs) = theirs.filter(|_| !CORRECTED.contains(&ours.name)) else { return };
        let parameters = theirs.additional_operands();
        assert_eq!(ours.parameters.len(), parameters.len(), "{}", ours.name);
        assert!(ours.parameters.iter().zip(&parameters).all(|(o, t)| same_operand(o, t)), "{}", ours.name);
        assert_eq!(names(ours.requires.capabilities), names(&theirs.required_capabilities()), "{}", ours.name);
    }

    #[test]
    fn rows_are_sorted_and_kinds_in_order() {
        assert!(ROWS.is_sorted_by_key(|row| row.op as u32));
        for kind in table::KINDS {
            assert!(kind.enumerants.is_sorted_by_key(|row| row.value), "{}", kind.name);
            let bit = |row: &Enumerant| row.value.count_ones() == 1 || row.parameters.is_empty();
            assert!(kind.category != Category::Mask || kind.enumerants.iter().all(bit), "{}", kind.name);
        }
        assert_eq!(Kind::StorageClass.info().name, "StorageClass");
        assert_eq!(Kind::TensorOperands.info().name, "TensorOperands");
    }

    #[test]
    fn enumerants_are_found_by_value_and_others_are_not() {
        for kind in table::KINDS {
            let rows = kind.enumerants;
            for value in rows.iter().flat_map(|row| [row.value, row.value.wrapping_add(1), row.value.wrapping_sub(1)]) {
                let wanted = rows.iter().find(|row| row.value == value).map(|row| row.name);
                assert_eq!(row_of_value(rows, value).map(|row| row.name), wanted, "{} {value}", kind.name);
            }
        }
    }

    #[test]
    fn s0_14_capabilities_of_operands() {
        let of = |kind, value| operand_capabilities(kind, value).flatten().copied().collect::<Vec<_>>();
        assert_eq!(of(Kind::StorageClass, 4), []);
        assert_eq!(of(Kind::StorageClass, 2), [Capability::Shader]);
        assert_eq!(of(Kind::ImageOperands, 1 | 128), [Capability::Shader, Capability::MinLod]);
        assert_eq!(opcode_capabilities(Op::TypePipe as u16), [Capability::Pipes]);
        assert_eq!(opcode_extensions(Op::SubgroupBallotKHR as u16), ["SPV_KHR_shader_ballot"]);
        assert_eq!(info(0xFFFF).map(|row| row.name), None);
        assert_eq!(name(Op::CopyLogical), "OpCopyLogical");
    }

    #[test]
    fn sets_are_found_by_name() {
        let sqrt = ext_set("OpenCL.std").and_then(|set| set.instruction(61)).map(|row| row.name);
        assert_eq!(sqrt, Some("sqrt"));
        assert_eq!(ext_set("NonSemantic.ClspvReflection.5").map(|set| set.name), Some("NonSemantic.ClspvReflection"));
        assert!(ext_set("NonSemantic.ClspvReflectionX").is_none() && ext_set("OpenCL.std.100").is_none());
    }
}
