//! The grammar: for each opcode and each enumerant its name, operand kinds and requirements.
//!
//! In: opcodes and enumerant values. Out: rows of static tables, found in constant time (opcodes) or by a binary search
//! (enumerants). Nothing is built at run time. The rows are those of Khronos's machine-readable grammar and of
//! `additions/`, written by `generate.py`; the tests compare them with the table in `rspirv`. Serves chapters 3 and 4
//! of the specification.

use crate::{Capability, Class, Op};

#[rustfmt::skip]
#[path = "generated/table.rs"]
mod table;

pub use table::{EXTENSIONS, Kind};

/// The grammar's row of one opcode.
#[derive(Debug)]
pub struct Info {
    /// The opcode.
    pub op: Op,
    /// The section of the specification that lists it.
    pub class: Class,
    /// Its name in the specification, `Op` included.
    pub name: &'static str,
    /// True if it has a result type.
    pub has_type: bool,
    /// True if it has a result id.
    pub has_result: bool,
    /// The operands, including result type and result id.
    pub operands: &'static [Operand],
    /// The requirements for using it.
    pub requires: Requirements,
}

/// The requirements for using an opcode or an enumerant: one of the capabilities, and one of the extensions or the
/// version.
#[derive(Debug)]
pub struct Requirements {
    /// The capabilities, any one of which enables it; empty if none is needed.
    pub capabilities: &'static [Capability],
    /// The extensions, any one of which adds it to versions before `since`.
    pub extensions: &'static [&'static str],
    /// The first minor version (of SPIR-V 1) that has it without an extension, if there is one.
    pub since: Option<u8>,
    /// The last minor version that has it, if later ones lack it.
    pub until: Option<u8>,
}

/// A logical operand and its number of occurrences.
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
    /// Any number of bits, each with its parameters.
    Mask,
    /// A single value out of a list, with its parameters.
    Enum,
    /// An id.
    Id,
    /// A number, a string or an opcode.
    Literal,
    /// A pair of operands.
    Composite,
}

/// The grammar's row of one kind of operand.
#[derive(Debug)]
pub struct KindInfo {
    /// The name in the grammar.
    pub name: &'static str,
    /// The family.
    pub category: Category,
    /// The known values of masks and enumerations, sorted.
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
    /// The requirements for using it.
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
    /// The requirements for using it, in addition to the set.
    pub requires: &'static Requirements,
}

/// The rows, sorted by opcode, for tables that the compiler fills.
pub const ROWS: &[Info] = &table::INSTRUCTIONS;

/// The size of a table by opcode: one more than the largest opcode.
pub const OPCODES: usize = ROWS[ROWS.len() - 1].op as usize + 1;

/// Defines a table by opcode that the compiler fills: with a value for each row, and another one for opcodes without a
/// row.
#[macro_export]
macro_rules! by_opcode {
    ($other:expr, |$info:ident| $value:expr) => {{
        use $crate::grammar::{OPCODES, ROWS};
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
pub use by_opcode;

/// Defines a table by [`row_number`] that the compiler fills: the value for opcodes without a row, then one for each row. For
/// values of many bytes, of which a table by opcode would hold the first one thousands of times.
#[macro_export]
macro_rules! by_row {
    ($other:expr, |$info:ident| $value:expr) => {{
        use $crate::grammar::ROWS;
        let mut table = [$other; ROWS.len() + 1];
        let mut row = 0;
        while row < ROWS.len() {
            let $info = &ROWS[row];
            table[row + 1] = $value;
            row += 1;
        }
        table
    }};
}
pub use by_row;

/// The index of the row of each opcode plus one; 0 if there is none.
static ROW_OF: [u16; OPCODES] = {
    let mut index = [0; OPCODES];
    let mut row = 0;
    while row < ROWS.len() {
        index[ROWS[row].op as usize] = row as u16 + 1;
        row += 1;
    }
    index
};

/// The row for opcodes that the grammar does not list.
static UNKNOWN: Info = Info {
    op: Op::Nop,
    class: Class::Exclude,
    name: "an unknown opcode",
    has_type: false,
    has_result: false,
    operands: &[],
    requires: Requirements { capabilities: &[], extensions: &[], since: None, until: None },
};

/// Returns the index of the row of an opcode plus one; 0 if there is none.
#[inline]
pub fn row_number(opcode: u16) -> usize {
    ROW_OF.get(usize::from(opcode)).copied().unwrap_or(0).into()
}

/// Returns the row of an opcode, if the grammar has it.
#[inline]
pub fn info(opcode: u16) -> Option<&'static Info> {
    table::INSTRUCTIONS.get(row_number(opcode).checked_sub(1)?)
}

/// Returns the row of an opcode; if the grammar has none, a row without operands and with the operation `OpNop`.
#[inline]
pub fn info_or_unknown(opcode: u16) -> &'static Info {
    info(opcode).unwrap_or(&UNKNOWN)
}

/// Returns the class of an opcode.
#[inline]
pub fn class(op: Op) -> Class {
    info_or_unknown(op as u16).class
}

/// Returns the name of an opcode, `Op` included.
#[inline]
pub fn name(op: Op) -> &'static str {
    info_or_unknown(op as u16).name
}

/// Returns the name of an opcode, in a constant expression.
pub const fn constant_name(op: Op) -> &'static str {
    match ROW_OF[op as usize] {
        0 => UNKNOWN.name,
        row => ROWS[row as usize - 1].name,
    }
}

/// Returns the older names of an opcode, `Op` included.
pub fn aliases(op: Op) -> impl Iterator<Item = &'static str> {
    let rows = table::OPCODE_ALIASES.iter().filter(move |row| row.0 == op);
    rows.map(|row| row.1)
}

/// Returns the row of the opcode with this name or older name; `Op` included.
#[inline]
pub fn info_by_name(name: &str) -> Option<&'static Info> {
    let row = table::OPCODES_BY_NAME.binary_search_by_key(&name, |row| row.0).ok()?;
    info(table::OPCODES_BY_NAME.get(row)?.1 as u16)
}

/// Returns the names of all opcodes, including older ones, sorted.
pub fn opcode_names() -> impl Iterator<Item = &'static str> {
    table::OPCODES_BY_NAME.iter().map(|row| row.0)
}

/// Returns all rows, sorted by opcode.
pub fn instructions() -> impl Iterator<Item = &'static Info> {
    table::INSTRUCTIONS.iter()
}

/// Returns the capabilities any one of which enables the opcode; empty if none is needed.
#[inline]
pub fn opcode_capabilities(opcode: u16) -> &'static [Capability] {
    info_or_unknown(opcode).requires.capabilities
}

/// Returns the row of one value of an enumeration, or of one bit of a mask.
#[inline]
pub fn enumerant(kind: Kind, value: u32) -> Option<&'static Enumerant> {
    row_of_value(kind.info().enumerants, value)
}

/// Returns the value with this name or older name, in an enumeration or as a bit of a mask.
#[inline]
pub fn enumerant_by_name(kind: Kind, name: &str) -> Option<&'static Enumerant> {
    let row = kind.info().enumerants.iter().find(|row| row.name == name);
    row.or_else(|| {
        let older = table::ENUMERANT_ALIASES.iter().find(|row| row.0 == kind && row.2 == name)?;
        enumerant(kind, older.1)
    })
}

/// Returns the names of an enumeration, including older ones.
pub fn enumerant_names(kind: Kind) -> impl Iterator<Item = &'static str> {
    let older = table::ENUMERANT_ALIASES.iter().filter(move |row| row.0 == kind).map(|row| row.2);
    kind.info().enumerants.iter().map(|row| row.name).chain(older)
}

/// Returns the older names of one value of an enumeration, or of one bit of a mask.
pub fn enumerant_aliases(kind: Kind, value: u32) -> impl Iterator<Item = &'static str> {
    let rows = table::ENUMERANT_ALIASES.iter().filter(move |row| row.0 == kind && row.1 == value);
    rows.map(|row| row.2)
}

/// Returns the capabilities that declaring this one declares implicitly.
#[inline]
pub fn implied(capability: Capability) -> &'static [Capability] {
    enumerant(Kind::Capability, capability as u32).map_or(&[], |row| row.requires.capabilities)
}

#[inline]
fn row_of_value(rows: &'static [Enumerant], value: u32) -> Option<&'static Enumerant> {
    match rows.get(..=value as usize) {
        // Small values follow one another with few gaps: the row is just below the place of that number.
        Some(rows) => rows.iter().rfind(|row| row.value <= value).filter(|row| row.value == value),
        None => rows.get(rows.binary_search_by_key(&value, |row| row.value).ok()?),
    }
}

/// Returns the rows of an operand: for a mask, one for each bit that is set (or the one for 0); for an enumeration,
/// that of its value. Values that the grammar does not know have no row.
#[inline]
pub fn enumerants(kind: Kind, value: u32) -> impl Iterator<Item = &'static Enumerant> {
    let mask = kind.info().category == Category::Mask && value != 0;
    let bits = (0..if mask { 32 } else { 0 }).map(|bit| 1 << bit).filter(move |bit| value & bit != 0);
    bits.chain((!mask).then_some(value)).filter_map(move |value| enumerant(kind, value))
}

/// Returns the capabilities that each enumerant of an operand requires: any one of the capabilities in each slice
/// enables it.
#[inline]
pub fn operand_capabilities(kind: Kind, value: u32) -> impl Iterator<Item = &'static [Capability]> {
    enumerants(kind, value).map(|row| row.requires.capabilities).filter(|capabilities| !capabilities.is_empty())
}

/// Returns the extensions that the enumerants of an operand require: any one out of each slice, or a version that
/// includes them.
#[inline]
pub fn operand_extensions(kind: Kind, value: u32) -> impl Iterator<Item = &'static [&'static str]> {
    enumerants(kind, value).map(|row| row.requires.extensions).filter(|extensions| !extensions.is_empty())
}

/// Returns the names of all extensions that add an opcode or a value of an operand, sorted.
pub fn extensions() -> std::collections::BTreeSet<&'static str> {
    let opcodes = table::INSTRUCTIONS.iter().map(|row| &row.requires);
    let values = table::KINDS.iter().flat_map(|kind| kind.enumerants).map(|row| &row.requires);
    opcodes.chain(values).flat_map(|requires| requires.extensions.iter().copied()).collect()
}

/// Returns the extended instruction set with this name. A NonSemantic set is found with a version after its name, too.
pub fn ext_set(name: &str) -> Option<&'static ExtSet> {
    let versioned = |set: &ExtSet| {
        let version = name.strip_prefix(set.name).and_then(|rest| rest.strip_prefix('.'));
        set.name.starts_with("NonSemantic.") && version.is_some_and(|v| v.parse::<u32>().is_ok())
    };
    let exact = table::SETS.iter().find(|set| set.name == name);
    exact.or_else(|| table::SETS.iter().find(|set| versioned(set)))
}

/// Returns a set that no ratified specification lists, or whose specification has no published grammar: `SPIRV.debug`,
/// `NonSemantic.Shader.DebugInfo.101` and `.200`.
pub fn unpublished_set(name: &str) -> Option<&'static ExtSet> {
    table::UNPUBLISHED_SETS.iter().find(|set| set.name == name)
}

/// Returns whether a consumer that does not know the set may skip its instructions.
#[inline]
pub fn is_non_semantic(set: &str) -> bool {
    set.starts_with("NonSemantic.")
}

impl Info {
    /// Returns whether the opcode was in the core of the specification from the beginning, not first in an extension.
    #[inline]
    pub const fn is_of_core(&self) -> bool {
        /// The first opcode that is registered for extensions.
        const FIRST_OF_EXTENSIONS: u32 = 4096;
        (self.op as u32) < FIRST_OF_EXTENSIONS
    }

    /// Returns whether the instruction declares a type.
    #[inline]
    pub const fn declares_type(&self) -> bool {
        matches!(self.class, Class::TypeDeclaration)
    }

    /// Returns whether the instruction declares a constant. The specification lists `OpConstantPipeStorage` among
    /// pipes.
    #[inline]
    pub const fn declares_constant(&self) -> bool {
        matches!(self.class, Class::ConstantCreation) || matches!(self.op, Op::ConstantPipeStorage)
    }
}

/// Returns the names of the extended instruction sets.
pub fn set_names() -> impl Iterator<Item = &'static str> {
    table::SETS.iter().chain(table::UNPUBLISHED_SETS).map(|set| set.name)
}

impl ExtSet {
    /// Returns the instruction with this name.
    #[inline]
    pub fn instruction_by_name(&self, name: &str) -> Option<&'static ExtInst> {
        self.instructions.iter().find(|row| row.name == name)
    }

    /// Returns the instruction with this number.
    #[inline]
    pub fn instruction(&self, number: u32) -> Option<&'static ExtInst> {
        self.instructions.get(self.instructions.binary_search_by_key(&number, |row| row.number).ok()?)
    }
}

impl Kind {
    /// Returns the grammar's row of this kind.
    #[inline]
    pub fn info(self) -> &'static KindInfo {
        static NONE: KindInfo = KindInfo { name: "", category: Category::Literal, enumerants: &[] };
        table::KINDS.get(self as usize).unwrap_or(&NONE)
    }
}

impl Operand {
    /// Returns the kind, without the quantifier.
    #[inline]
    pub fn kind(self) -> Kind {
        let (Self::One(kind) | Self::Optional(kind) | Self::Many(kind)) = self;
        kind
    }
}

#[cfg(test)]
mod tests;
