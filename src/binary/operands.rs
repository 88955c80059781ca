//! The operands of an instruction, one by one, each with its kind.
//!
//! In: an instruction and the facts about its module that are needed to split its literals. Out: calls of a visitor, in
//! order, and an error where the words and the grammar disagree. Used by the checks and by the disassembly, so that
//! both split alike. Serves section 2.2.1 and the operand lists of chapter 3 of the specification.

use super::Id;
use super::check::rules;
use super::grammar::{self, Category, Enumerant, ExtSet, Kind, Operand};
use super::instruction::Instruction;
use super::{spec_operations, strings};
use crate::error::Result;

/// Facts from other instructions that determine the operands of this one.
pub trait Context {
    /// Returns the number of words of a literal of this type.
    fn literal_words(&self, number_type: Id) -> Option<usize>;
    /// Returns the number of words of a literal that is compared with this value.
    fn selector_words(&self, selector: Id) -> Option<usize>;
    /// The extended instruction set that was imported under this id, if its grammar is known.
    fn ext_set(&self, id: Id) -> Option<&'static ExtSet>;
}

/// One operand or parameter.
#[derive(Clone, Copy, Debug)]
pub struct Part<'m> {
    /// The kind of the operand; a pair is visited as its two halves, never as a pair. `None` for words whose meaning
    /// depends on an unknown enumerant.
    pub kind: Option<Kind>,
    /// The words of the operand: one, except for strings and wide literals.
    pub words: &'m [u32],
}

impl Part<'_> {
    /// The first word.
    #[inline]
    pub fn word(&self) -> u32 {
        self.words.first().copied().unwrap_or_default()
    }
}

/// Calls `visit` for each operand of the instruction, result type and result id included.
#[inline]
pub fn walk<'m, C: Context, V: FnMut(Part<'m>) -> Result<()>>(
    instruction: Instruction<'m>,
    context: &C,
    visit: V,
) -> Result<()> {
    let mut walker = Walker { instruction, context, visit, rest: instruction.operands() };
    walker.operands(instruction.info().operands)?;
    if walker.rest.is_empty() { Ok(()) } else { walker.too_many() }
}

struct Walker<'m, 'c, C, V> {
    instruction: Instruction<'m>,
    context: &'c C,
    visit: V,
    rest: &'m [u32],
}

impl<'m, C: Context, V: FnMut(Part<'m>) -> Result<()>> Walker<'m, '_, C, V> {
    #[inline]
    fn operands(&mut self, operands: &'static [Operand]) -> Result<()> {
        for operand in operands {
            match *operand {
                Operand::One(kind) => self.operand(kind)?,
                Operand::Optional(kind) if !self.rest.is_empty() => self.operand(kind)?,
                Operand::Optional(_) => {}
                Operand::Many(kind) => {
                    while !self.rest.is_empty() {
                        self.operand(kind)?;
                    }
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn operand(&mut self, kind: Kind) -> Result<()> {
        match kind {
            Kind::IdResultType
            | Kind::IdResult
            | Kind::IdMemorySemantics
            | Kind::IdScope
            | Kind::IdRef
            | Kind::LiteralInteger
            | Kind::LiteralFloat => self.words(kind, 1),
            _ => self.other(kind),
        }
    }

    fn other(&mut self, kind: Kind) -> Result<()> {
        match kind {
            Kind::LiteralString => self.string(),
            Kind::LiteralContextDependentNumber => self.number(),
            Kind::LiteralExtInstInteger => self.ext_inst(),
            Kind::LiteralSpecConstantOpInteger => self.spec_constant_op(),
            Kind::PairLiteralIntegerIdRef => self.case(),
            Kind::PairIdRefLiteralInteger => self.pair(Kind::IdRef, Kind::LiteralInteger),
            Kind::PairIdRefIdRef => self.pair(Kind::IdRef, Kind::IdRef),
            _ => self.enumeration(kind),
        }
    }

    /// Passes the next `count` words to the visitor.
    #[inline]
    fn words(&mut self, kind: Kind, count: usize) -> Result<()> {
        let Some((words, rest)) = self.rest.split_at_checked(count) else { return self.too_few(kind) };
        self.rest = rest;
        (self.visit)(Part { kind: Some(kind), words })
    }

    fn pair(&mut self, first: Kind, second: Kind) -> Result<()> {
        self.words(first, 1)?;
        self.words(second, 1)
    }

    fn string(&mut self) -> Result<()> {
        if self.rest.is_empty() {
            return self.too_few(Kind::LiteralString);
        }
        match strings::length(self.rest) {
            Some(length) => self.words(Kind::LiteralString, length),
            None => Err(self.instruction.breaks(&rules::STRING_END, "")),
        }
    }

    /// Visits the literal of `OpConstant` and `OpSpecConstant`, as wide as the result type says.
    fn number(&mut self) -> Result<()> {
        let width = self.instruction.result_type().and_then(|id| self.context.literal_words(id));
        match width {
            Some(width) => self.words(Kind::LiteralContextDependentNumber, width),
            None => Err(self.instruction.breaks(&rules::LITERAL_WIDTH, "the result type is no number type")),
        }
    }

    /// Visits a case of `OpSwitch`: a literal as wide as the selector, and a label.
    fn case(&mut self) -> Result<()> {
        let selector = self.instruction.in_operands().first();
        match selector.and_then(|id| self.context.selector_words(*id)) {
            Some(width) => self.words(Kind::LiteralContextDependentNumber, width)?,
            None => return Err(self.instruction.breaks(&rules::LITERAL_WIDTH, "the selector is no integer")),
        }
        self.words(Kind::IdRef, 1)
    }

    /// Visits the number of an extended instruction, and its operands if its set is known.
    fn ext_inst(&mut self) -> Result<()> {
        let set = self.instruction.in_operands().first().and_then(|id| self.context.ext_set(*id));
        let number = self.rest.first().copied();
        let row = set.zip(number).and_then(|(set, number)| set.instruction(number));
        self.words(Kind::LiteralExtInstInteger, 1)?;
        let is_module =
            number == Some(36) && set.is_some_and(|set| set.name.starts_with("NonSemantic.Shader.DebugInfo."));
        if let Some(row) = row {
            self.operands(other_layout(row, self.rest).unwrap_or(row.operands))?;
        } else if is_module && self.rest.len() == MODULE.len() {
            self.operands(MODULE)?;
        }
        match set.map(|set| (set.name, grammar::is_non_semantic(set.name))) {
            // They may grow, but only by ids, which the grammar of `OpExtInst` takes.
            Some((_, true)) => Ok(()),
            Some(("OpenCL.std" | "GLSL.std.450", _)) if row.is_some() && !self.rest.is_empty() => self.too_many(),
            _ => self.opaque(),
        }
    }

    /// Visits the opcode inside `OpSpecConstantOp`, and its operands without result type and result id.
    fn spec_constant_op(&mut self) -> Result<()> {
        let opcode = self.rest.first().and_then(|word| u16::try_from(*word).ok());
        self.words(Kind::LiteralSpecConstantOpInteger, 1)?;
        let Some(info) = opcode.and_then(grammar::info) else { return self.opaque() };
        // Not itself either: its operands could not be told apart without an end.
        if !spec_operations::is_listed(info.op) {
            return Err(self
                .instruction
                .breaks(&rules::OPERATION, format!("{} names {}", self.instruction.name(), info.name)));
        }
        let skip = usize::from(info.has_type) + usize::from(info.has_result);
        self.operands(info.operands.get(skip..).unwrap_or_default())
    }

    fn enumeration(&mut self, kind: Kind) -> Result<()> {
        let info = kind.info();
        let value = self.rest.first().copied().unwrap_or_default();
        self.words(kind, 1)?;
        if info.category == Category::Mask { self.mask(kind, value) } else { self.value(kind, value) }
    }

    fn value(&mut self, kind: Kind, value: u32) -> Result<()> {
        match grammar::enumerant(kind, value) {
            Some(row) => self.operands(row.parameters),
            None if has_parameters(kind) => self.opaque(),
            None => Ok(()),
        }
    }

    fn mask(&mut self, kind: Kind, value: u32) -> Result<()> {
        if value == 0 {
            return Ok(());
        }
        let mut known = 0;
        // Lowest bit first, as the parameters stand. Only single bits have parameters.
        for row in kind.info().enumerants.iter().filter(|row| row.value & value == row.value) {
            known |= row.value;
            let count = self.rest.first().copied();
            self.operands(row.parameters)?;
            if (kind, row.value) == (Kind::LoopControl, ARRAYS) {
                self.arrays(value, count.unwrap_or_default())?;
            }
        }
        if value & !known != 0 && has_parameters(kind) { self.opaque() } else { Ok(()) }
    }

    /// Visits the pairs of a pointer and a number after the count of `DependencyArrayINTEL`; the grammar lists only the
    /// count. The pairs are present if the remaining words are exactly these and the literals of later bits.
    fn arrays(&mut self, mask: u32, count: u32) -> Result<()> {
        let later =
            Kind::LoopControl.info().enumerants.iter().filter(|row| row.value & mask != 0 && row.value > ARRAYS);
        let later: usize = later.map(|row| row.parameters.len()).sum();
        let pairs = usize::try_from(count).unwrap_or(usize::MAX);
        if pairs.checked_mul(2).and_then(|words| words.checked_add(later)) == Some(self.rest.len()) {
            for _ in 0..pairs {
                self.pair(Kind::IdRef, Kind::LiteralInteger)?;
            }
        }
        Ok(())
    }

    /// Visits words of unknown meaning, up to the end of the instruction.
    fn opaque(&mut self) -> Result<()> {
        while let Some((words, rest)) = self.rest.split_at_checked(1) {
            self.rest = rest;
            (self.visit)(Part { kind: None, words })?;
        }
        Ok(())
    }

    #[cold]
    fn too_few(&self, kind: Kind) -> Result<()> {
        let found = format!("{} lacks an operand ({})", self.instruction.name(), kind.info().name);
        Err(self.instruction.breaks(&rules::TOO_FEW, found))
    }

    #[cold]
    fn too_many(&self) -> Result<()> {
        let found = format!("{} has {} words too many", self.instruction.name(), self.rest.len());
        Err(self.instruction.breaks(&rules::TOO_MANY, found))
    }
}

/// The bit of `DependencyArrayINTEL` in the loop control mask.
const ARRAYS: u32 = ::spirv::LoopControl::DEPENDENCY_ARRAY_ALTERA.bits();

/// The operands of a module in debug information with line and scope in either order, as the Khronos translator writes
/// them, even in the sets for shaders.
const MODULE: &[Operand] = {
    use Kind::{IdRef, LiteralInteger};
    use Operand::One;
    &[
        One(IdRef),
        One(IdRef),
        One(LiteralInteger),
        One(LiteralInteger),
        One(IdRef),
        One(IdRef),
        One(IdRef),
        One(LiteralInteger),
    ]
};

/// Returns the operands of a debug instruction that the Khronos translator writes with a layout other than the
/// specified one: an imported entity with one more word; a module with line and scope possibly exchanged; and template
/// parameter packs and template template parameters, which have each other's number, and line and column 0.
fn other_layout(row: &grammar::ExtInst, words: &[u32]) -> Option<&'static [Operand]> {
    use Kind::{IdRef, LiteralInteger};
    use Operand::{Many, One};
    const PACK: &[Operand] = &[One(IdRef), One(IdRef), One(LiteralInteger), One(LiteralInteger), Many(IdRef)];
    const TEMPLATE: &[Operand] = &[One(IdRef), One(IdRef), One(IdRef), One(LiteralInteger), One(LiteralInteger)];
    const IMPORTED: &[Operand] = &[
        One(IdRef),
        One(LiteralInteger),
        One(LiteralInteger),
        One(IdRef),
        One(IdRef),
        One(LiteralInteger),
        One(LiteralInteger),
        One(IdRef),
    ];
    let has_literals = matches!(row.operands.get(3), Some(One(LiteralInteger)));
    match (row.name, words) {
        ("DebugImportedEntity", [_, _, _, _, _, _, _, _]) if row.operands.len() == 7 => Some(IMPORTED),
        ("DebugModuleINTEL", [_, _, _, _, _, _, _, _]) => Some(MODULE),
        ("DebugTypeTemplateTemplateParameter", [_, _, 0, ..]) if has_literals => Some(PACK),
        ("DebugTypeTemplateParameterPack", [_, _, _, 0, 0]) if has_literals => Some(TEMPLATE),
        _ => None,
    }
}

/// Returns whether an operand of this kind may be followed by parameters.
fn has_parameters(kind: Kind) -> bool {
    kind.info().enumerants.iter().any(|row: &Enumerant| !row.parameters.is_empty())
}
