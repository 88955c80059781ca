//! The requirers of a module's declarations: for each capability, extension and for the version, the instructions that
//! need it.
//!
//! In: the words of a module. Out: for each declaration the first instruction that cannot do without it and the number
//! of such instructions, by the rules of the grammar (what an opcode, an enumerant, an extended instruction set needs)
//! and by those that the grammar does not list ([`rules`]: `OpTypeInt 32 8` needs `Int8`). Only what the module says
//! counts, not how it was made, so any module can be asked. Serves sections 2.4 and 3.31 and the columns "enabling
//! capabilities" of the specification.

pub(super) mod rules;
mod shapes;

use super::check::operands::has_layout;
use super::grammar::{self, Category, Kind, Requirements};
use super::instruction::Instruction;
use super::module::Module;
use super::operands::{self, Part};
use super::read::Words;
use super::text;
use crate::environment::{Availability, Environment, Scope};
use crate::error::Result;
use crate::error::place::Place;
use crate::options::Version;
use ::spirv::{Capability, Op};
use rules::{OF_TYPES, asks_by_text, extensions_by_text, of_atomic, of_type};
use rustc_hash::FxHashSet;
use shapes::{SHAPES, Shape, asks_by_opcode, has_shapes, may_access_memory, may_ask_by_operands, shape};

/// The instruction that requires something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Asker {
    /// The instruction in assembly syntax.
    pub instruction: String,
    /// The operand that needs the declaration; `None` if the instruction itself does.
    pub operand: Option<&'static str>,
    /// The function that contains the instruction: its name, or `%` and its id.
    pub function: Option<String>,
    /// Its offset, in words from the start of the binary.
    pub word: usize,
    /// The LLVM instruction from which the instruction was translated, with its function and source position, if known.
    pub origin: Option<Place>,
}

/// A declaration and the first instruction that asked for it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Reason {
    /// The name of the capability or extension.
    pub name: String,
    /// The first instruction that needs it; `None` if no instruction does.
    pub asked_by: Option<Asker>,
    /// The number of instructions that need it.
    pub count: usize,
}

/// The declarations of a module, with the instructions that require them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Explanation {
    /// The version in the header.
    pub version: Version,
    /// The first instruction that no lower version has; `None` if a lower version would suffice.
    pub version_asked_by: Option<Asker>,
    /// The number of instructions that no lower version has.
    pub version_count: usize,
    /// Each `OpCapability`.
    pub capabilities: Vec<Reason>,
    /// Each `OpExtension`.
    pub extensions: Vec<Reason>,
}

/// Returns the capabilities that a module declares and no instruction needs. The search ends once no later instruction
/// can need one of them, which most often happens at the first function.
pub fn unasked_capabilities(module: &Module<'_>) -> Result<Vec<Capability>> {
    let found = Found::search(module, Look::First)?;
    let open = |index: usize| found.capabilities.get(index).is_some_and(|slot| !slot.is_taken());
    let capabilities = module.capabilities().iter().enumerate();
    Ok(capabilities.filter(|(index, _)| open(*index)).map(|(_, capability)| *capability).collect())
}

/// Explains the declarations of a module.
#[cfg(feature = "internals")]
pub fn explain(words: &Words<'_>) -> Result<Explanation> {
    explain_with(words, &|_| None)
}

/// Returns the LLVM instruction that an instruction was made for, where that is known.
pub type Origin<'a> = &'a dyn Fn(Instruction<'_>) -> Option<Place>;

/// Explains the declarations of a module, with the LLVM instructions behind them.
pub fn explain_with(words: &Words<'_>, origin: Origin<'_>) -> Result<Explanation> {
    let module = Module::index(words)?;
    let mut found = Found::search(&module, Look::All)?;
    found.look_at_the_whole();
    Ok(found.finish(words, origin))
}

/// The set of instructions that are examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// Instructions that, by the grammar, may require a capability or extension that no earlier one has required.
    First,
    /// Every instruction, by the text of the specifications, too. This finds requirements that [`Self::First`] does not
    /// see.
    All,
}

/// The position of an instruction.
#[derive(Clone, Copy)]
struct Position {
    /// The number of the instruction, counted from the start of the module.
    number: usize,
    word: usize,
    function: Option<u32>,
    /// True for an `OpCapability`, whose needs count only if no other instruction has them.
    is_declaration: bool,
}

/// The position number of a requirement of the module as a whole.
const WHOLE: usize = usize::MAX;

/// The text in place of an instruction where the module itself is the requirer.
const LIBRARY: &str = "the module, which has no OpEntryPoint";

/// An instruction and the operand that requires a declaration.
type Claim = (Position, Option<&'static str>);

/// The requirers of a declaration.
#[derive(Clone, Copy, Default)]
struct Slot {
    first: Option<Claim>,
    /// The number of instructions.
    count: usize,
    /// The number of the last instruction.
    last: usize,
}

impl Slot {
    fn is_taken(&self) -> bool {
        self.first.is_some()
    }

    /// Adds an instruction, once even if several of its operands need the declaration.
    fn add(&mut self, claim: Claim) {
        let Position { number, is_declaration, .. } = claim.0;
        if self.is_taken() && (is_declaration || self.last == number) {
            return;
        }
        self.first.get_or_insert(claim);
        (self.count, self.last) = (self.count + 1, number);
    }
}

struct Found<'m, 'w> {
    module: &'m Module<'w>,
    look: Look,
    environment: &'m Environment,
    capabilities: Vec<Slot>,
    extensions: Vec<Slot>,
    /// The highest minor version that any instruction needs, and the instructions that need it.
    version: (u8, Slot),
    /// The opcodes already examined whose requirements are always the same, by number.
    known: Vec<bool>,
    /// The opcodes among the known ones that require nothing new.
    quiet: Vec<bool>,
    /// The instruction shapes already examined, whose requirements are always the same: the opcode, and the one or two
    /// operands that determine them.
    known_shapes: FxHashSet<Shape>,
    /// A cache of recently seen shapes, which cover most of the following instructions.
    last_shapes: [Option<Shape>; SHAPES],
}

impl<'m, 'w> Found<'m, 'w> {
    fn new(module: &'m Module<'w>, look: Look) -> Self {
        Self {
            module,
            look,
            environment: Environment::unlimited(),
            capabilities: vec![Slot::default(); module.capabilities().len()],
            extensions: vec![Slot::default(); module.extensions().len()],
            version: (0, Slot::default()),
            known: vec![false; grammar::OPCODES],
            quiet: vec![false; grammar::OPCODES],
            known_shapes: FxHashSet::default(),
            last_shapes: [None; SHAPES],
        }
    }

    /// Returns whether all instructions of the opcode require nothing new.
    #[inline]
    fn is_quiet(&self, instruction: Instruction<'_>) -> bool {
        self.quiet.get(usize::from(instruction.opcode_number())).is_some_and(|quiet| *quiet)
    }

    /// Returns whether examining the instruction would find nothing new, as is the case for most of a module.
    #[inline]
    fn knows(&mut self, instruction: Instruction<'_>) -> bool {
        if self.look == Look::All {
            return false;
        }
        let number = usize::from(instruction.opcode_number());
        if let (Op::ExtInst, [_, _, set, number, ..]) = (instruction.opcode(), instruction.operands()) {
            return self.knows_shape((Op::ExtInst as u16, *set, *number));
        }
        if let Some(shape) = shape(instruction) {
            return self.known_shapes.contains(&shape);
        }
        // The operands of opcodes without a layout, whose requirements are constant, are ids and literals.
        self.known.get(number).is_some_and(|known| *known)
            && (has_layout(instruction) || !may_access_memory(instruction))
    }

    #[inline]
    fn knows_shape(&mut self, shape: Shape) -> bool {
        let (_, first, second) = shape;
        let Some(last) = self.last_shapes.get_mut((first ^ second) as usize % SHAPES) else { return false };
        if *last == Some(shape) {
            return true;
        }
        let is_known = self.known_shapes.contains(&shape);
        if is_known {
            *last = Some(shape);
        }
        is_known
    }

    /// Records that instructions of this opcode or shape need no further examination.
    fn note(&mut self, instruction: Instruction<'_>) {
        if !may_ask_by_operands(instruction, &self.module.definitions) {
            self.known_shapes.extend(shape(instruction));
        }
        let number = usize::from(instruction.opcode_number());
        if let (Some(known), Some(quiet)) = (self.known.get_mut(number), self.quiet.get_mut(number)) {
            *known = asks_by_opcode(instruction);
            let is_plain = !has_shapes(instruction.opcode()) && !may_access_memory(instruction);
            *quiet = self.look == Look::First && *known && is_plain;
        }
    }

    /// Returns whether no later instruction can need a capability that none has needed yet: in functions, where there
    /// are no types, or in front of them.
    fn is_complete(&self, is_in_function: bool) -> bool {
        let slots = self.module.capabilities().iter().zip(&self.capabilities);
        let mut open = slots.filter(|(_, slot)| !slot.is_taken()).map(|(capability, _)| capability);
        self.look == Look::First && open.all(|capability| is_in_function && OF_TYPES.contains(capability))
    }

    /// Examines the instructions of the module.
    fn search(module: &'m Module<'w>, look: Look) -> Result<Self> {
        let mut found = Self::new(module, look);
        // A capability that another one implies or enables counts only where no instruction asks for it.
        let instructions = || module.words().instructions().enumerate();
        let declares = |(_, i): &(usize, Instruction<'_>)| i.opcode() == Op::Capability;
        let mut function = None;
        for (number, instruction) in instructions().skip_while(declares) {
            // Opcodes are quiet in the first look alone, which needs no positions.
            if found.is_quiet(instruction) {
                continue;
            }
            match instruction.opcode() {
                Op::Function => function = instruction.result_id(),
                Op::FunctionEnd => function = None,
                _ => {}
            }
            if !found.knows(instruction) {
                if found.is_complete(function.is_some()) {
                    break;
                }
                let word = instruction.offset();
                found.look_at(instruction, Position { number, word, function, is_declaration: false })?;
            }
        }
        for (number, instruction) in instructions().take_while(declares) {
            let word = instruction.offset();
            found.look_at(instruction, Position { number, word, function: None, is_declaration: true })?;
        }
        Ok(found)
    }

    /// Records the instruction's requirements by rules in the text of the specifications.
    fn look_beyond_the_grammar(&mut self, instruction: Instruction<'_>, position: Position) {
        let module = self.module;
        for (capability, slot) in module.capabilities().iter().zip(&mut self.capabilities) {
            if asks_by_text(*capability, instruction, &module.definitions) {
                slot.add((position, None));
            }
        }
        self.claim_extensions(extensions_by_text(instruction, &module.definitions), (position, None));
    }

    fn look_at(&mut self, instruction: Instruction<'w>, position: Position) -> Result<()> {
        if instruction.opcode() != Op::Capability {
            self.claim(&instruction.info().requires, (position, None));
            self.claim_capabilities(of_type(instruction), (position, None));
            self.claim_capabilities(of_atomic(instruction, &self.module.definitions), (position, None));
            if self.look == Look::All {
                self.look_beyond_the_grammar(instruction, position);
            }
        }
        self.note(instruction);
        let module = self.module;
        operands::walk(instruction, &module.definitions, |part| {
            self.operand(part, position);
            Ok(())
        })
    }

    fn operand(&mut self, part: Part<'_>, position: Position) {
        let Some(kind) = part.kind else { return };
        if matches!(kind.info().category, Category::Mask | Category::Enum) {
            grammar::enumerants(kind, part.word())
                .for_each(|row| self.claim(&row.requires, (position, Some(row.name))));
        }
        // The set that an extension brings is named by a string.
        if kind == Kind::IdRef
            && self.module.ext_inst_set(part.word()).is_some_and(|set| set.name.starts_with("NonSem"))
        {
            self.claim_extensions(&["SPV_KHR_non_semantic_info"], (position, None));
        }
    }

    fn claim(&mut self, requires: &Requirements, claim: Claim) {
        self.claim_capabilities(requires.capabilities, claim);
        let declared = self.module.header().version.1;
        match self.availability(requires) {
            Availability::Version(version) if version.minor >= self.version.0 => {
                self.claim_version(version.minor, claim)
            }
            // What the version has as well is declared where it was needed before that was as high.
            Availability::Declared(_)
                if self.look == Look::All || requires.since.is_none_or(|minor| minor > declared) =>
            {
                self.claim_extensions(requires.extensions, claim);
            }
            _ => {}
        }
    }

    /// Returns how a feature got into the module, assuming the lowest version.
    fn availability(&self, requires: &Requirements) -> Availability {
        let declares = |name: &str| self.module.extensions().iter().any(|declared| declared == name);
        let (allows, highest) = (|_: &str| false, Version::new(1, u8::MAX));
        let environment = self.environment;
        let scope = Scope { version: Version::V1_0, highest, declares: &declares, allows: &allows, environment };
        scope.availability(requires)
    }

    /// Records that the instruction needs this minor version, if it is at least the highest needed so far.
    fn claim_version(&mut self, minor: u8, claim: Claim) {
        if minor > self.version.0 {
            self.version = (minor, Slot::default());
        }
        self.version.1.add(claim);
    }

    /// Adds a claim to the first declared capability among the enabling ones.
    fn claim_capabilities(&mut self, enabling: &[Capability], claim: Claim) {
        let declared = self.module.capabilities();
        let index = enabling.iter().find_map(|wanted| declared.iter().position(|c| c == wanted));
        if let Some(slot) = index.and_then(|index| self.capabilities.get_mut(index)) {
            slot.add(claim);
        }
    }

    fn claim_extensions(&mut self, enabling: &[&str], claim: Claim) {
        let declared = self.module.extensions();
        let index = enabling.iter().find_map(|wanted| declared.iter().position(|e| e == wanted));
        if let Some(slot) = index.and_then(|index| self.extensions.get_mut(index)) {
            slot.add(claim);
        }
    }

    /// Records the requirements of the module as a whole.
    fn look_at_the_whole(&mut self) {
        let has_entry_point = self.module.words().instructions().any(|inst| inst.opcode() == Op::EntryPoint);
        let position = Position { number: WHOLE, word: 0, function: None, is_declaration: true };
        if !has_entry_point {
            self.claim_capabilities(&[Capability::Linkage], (position, None));
        }
    }

    fn finish(self, words: &Words<'_>, origin: Origin<'_>) -> Explanation {
        let text = text::disassemble(words, text::DisassemblyOptions::default());
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).map(str::trim).collect();
        let asker = |slot: &Slot| {
            let origin = |claim: Claim| words.at(claim.0.word).and_then(origin);
            slot.first.map(|claim| Asker { origin: origin(claim), ..self.asker(claim, &lines) })
        };
        let reasons = |names: Vec<String>, slots: &[Slot]| -> Vec<Reason> {
            let pairs = names.into_iter().zip(slots);
            pairs.map(|(name, slot)| Reason { name, asked_by: asker(slot), count: slot.count }).collect()
        };
        let (major, minor) = self.module.header().version;
        let capability = |c: &Capability| grammar::enumerant(Kind::Capability, *c as u32).map_or("?", |row| row.name);
        let capabilities = self.module.capabilities().iter().map(|c| capability(c).to_owned()).collect();
        let needed = if self.version.0 == minor { self.version.1 } else { Slot::default() };
        Explanation {
            version: Version::new(major, minor),
            version_asked_by: asker(&needed),
            version_count: needed.count,
            capabilities: reasons(capabilities, &self.capabilities),
            extensions: reasons(self.module.extensions().to_vec(), &self.extensions),
        }
    }

    fn asker(&self, (position, operand): Claim, lines: &[&str]) -> Asker {
        let name = |id| self.module.name(id).map_or_else(|| format!("%{id}"), str::to_owned);
        Asker {
            instruction: (*lines.get(position.number).unwrap_or(&LIBRARY)).to_owned(),
            operand,
            function: position.function.map(name),
            word: position.word,
            origin: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{llvm_to_spirv, options::Options};

    fn explained(ir: &str) -> Explanation {
        let output = llvm_to_spirv(ir.as_bytes(), &Options::default()).unwrap();
        explain(&Words::read(&output.bytes).unwrap()).unwrap()
    }

    fn asked<'e>(explanation: &'e Explanation, name: &str) -> &'e Asker {
        let reason = explanation.capabilities.iter().find(|reason| reason.name == name);
        reason.and_then(|reason| reason.asked_by.as_ref()).unwrap_or_else(|| panic!("{name}: {explanation:?}"))
    }

    #[test]
    fn each_capability_has_its_instruction() {
        let ir = "target triple = \"spir64-unknown-unknown\"\n\
                  define spir_func i64 @f(ptr addrspace(4) %p, i64 %x) {\n\
                  %1 = atomicrmw add ptr addrspace(4) %p, i64 %x seq_cst\n ret i64 %1 }";
        let explanation = explained(ir);
        assert!(explanation.capabilities.iter().all(|reason| reason.asked_by.is_some()), "{explanation:?}");
        assert_eq!(asked(&explanation, "Int64").instruction, "%ulong = OpTypeInt 64 0");
        assert_eq!(asked(&explanation, "GenericPointer").operand, Some("Generic"));
        let atomic = asked(&explanation, "Int64Atomics");
        assert_eq!(atomic.function.as_deref(), Some("f"));
        assert!(atomic.instruction.contains("OpAtomicIAdd"), "{atomic:?}");
        assert_eq!((explanation.version, &explanation.version_asked_by), (Version::V1_0, &None));
    }

    #[test]
    fn the_version_is_that_of_the_newest_instruction() {
        let module = [0x0723_0203, 0x0001_0400, 0, 5, 0, 0x0002_0011, 4, 0x0002_0011, 6, 0x0003_000E, 1, 2]
            .into_iter()
            .chain([0x0002_0013, 1, 0x0002_0014, 2, 0x0004_0015, 3, 32, 0]);
        let words: Vec<u32> = module.collect();
        let explanation = explain(&Words::of(words).unwrap()).unwrap();
        assert_eq!((explanation.version, &explanation.version_asked_by), (Version::new(1, 4), &None));
        assert_eq!(asked(&explanation, "Kernel").operand, Some("OpenCL"));
    }
}
