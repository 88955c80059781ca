//! Debug information: the sets, and the state of the nodes and ids of a module.

use super::debug_progress::Progress;
use crate::binary::{Id, Instruction};
use crate::graph::dominators::Dominators;
use crate::llvm::{Block, Metadata};
use crate::locality::LocalityMap;
use crate::options::DebugInfo;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A set of debug information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Set {
    /// `SPIRV.debug`, with the numbers and layouts of `OpenCL.DebugInfo.100`.
    Legacy,
    /// `OpenCL.DebugInfo.100`.
    OpenCl100,
    /// `DebugInfo`, which is only read.
    Older,
    /// `NonSemantic.Shader.DebugInfo.100`, and `….101`, which is only read.
    Shader100,
    /// `NonSemantic.Shader.DebugInfo.200`.
    Shader200,
}

/// The names of the sets.
const NAMES: &[(&str, Set)] = &[
    ("SPIRV.debug", Set::Legacy),
    ("OpenCL.DebugInfo.100", Set::OpenCl100),
    ("DebugInfo", Set::Older),
    ("NonSemantic.Shader.DebugInfo.100", Set::Shader100),
    ("NonSemantic.Shader.DebugInfo.101", Set::Shader100),
    ("NonSemantic.Shader.DebugInfo.200", Set::Shader200),
];

impl Set {
    /// Returns the set of a name.
    pub fn of(name: &str) -> Option<Self> {
        NAMES.iter().find(|row| row.0 == name).map(|row| row.1)
    }

    /// Returns the set that an option asks for, if it asks for one.
    pub fn asked_for(option: DebugInfo) -> Option<Self> {
        match option {
            DebugInfo::None | DebugInfo::Lines => None,
            DebugInfo::Legacy => Some(Self::Legacy),
            DebugInfo::OpenCl100 => Some(Self::OpenCl100),
            DebugInfo::NonSemantic100 => Some(Self::Shader100),
            DebugInfo::NonSemantic200 => Some(Self::Shader200),
        }
    }

    /// Returns the option for the set; `None` for a set that is only read.
    #[cfg(feature = "internals")]
    pub fn option(self) -> Option<DebugInfo> {
        match self {
            Self::Legacy => Some(DebugInfo::Legacy),
            Self::OpenCl100 => Some(DebugInfo::OpenCl100),
            Self::Older => None,
            Self::Shader100 => Some(DebugInfo::NonSemantic100),
            Self::Shader200 => Some(DebugInfo::NonSemantic200),
        }
    }

    /// Returns the name by which it is imported.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|row| row.1 == self).map_or("", |row| row.0)
    }

    /// Returns whether numbers are ids of constants, and lines are instructions of the set.
    pub fn is_of_shaders(self) -> bool {
        matches!(self, Self::Shader100 | Self::Shader200)
    }
}

/// Some of the sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sets(u8);

impl Sets {
    /// The union of all sets.
    pub const ALL: Self = Self(31);
    /// The sets other than the oldest.
    pub const NEWER: Self = Self(31 & !Self::bit(Set::Older));
    /// The sets whose numbers are literals.
    pub const LITERAL: Self = Self(31 & !Self::SHADER.0);
    /// The sets whose numbers are constants.
    pub const SHADER: Self = Self(Self::bit(Set::Shader100) | Self::bit(Set::Shader200));
    /// The newest set.
    pub const SHADER_200: Self = Self(Self::bit(Set::Shader200));
    /// The sets in which modules need an extension.
    pub const MODULES: Self = Self(Self::bit(Set::Legacy) | Self::bit(Set::OpenCl100) | Self::bit(Set::Shader100));
    /// The sets whose arrays have counts.
    pub const COUNTS: Self = Self(31 & !Self::SHADER_200.0);

    const fn bit(set: Set) -> u8 {
        1 << set as u8
    }

    /// Returns whether the set is one of them.
    pub const fn has(self, set: Set) -> bool {
        self.0 & Self::bit(set) != 0
    }
}

/// The part of a node that an instruction describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The whole node.
    Full,
    /// A composite without members, so that instructions on which its members depend can be written before it.
    Twin,
    /// A member function of a composite.
    Method,
    /// The parameters of a template.
    Template,
    /// The template parameters of a member.
    MethodTemplate,
}

/// An instruction to write: the node, and the part of it.
pub type Key<'m> = (Metadata<'m>, Role);

/// An instruction that functions refer to, and that is written when all functions are known.
#[derive(Clone, Debug)]
pub enum Pending<'m> {
    /// A node.
    Node(Key<'m>),
    /// An expression by its operations: the number and operands of each.
    Expression(Vec<Vec<u32>>),
}

/// The location in effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place<'m> {
    /// The location of the last instruction.
    pub node: Option<Metadata<'m>>,
    /// Scope and inlined location, by id; 0 for none.
    pub scope: (Id, Id),
    /// File, line and column; 0 for none.
    pub line: (Id, u32, u32),
}

/// The ids of a scope that locations name; each as far as it was needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// The scope that is written for it: where the line does not say the file, and where it does.
    pub written: [Option<Id>; 2],
    /// Its file; 0 for none.
    pub file: Option<Id>,
}

/// The debug information in the translation to SPIR-V.
#[derive(Debug, Default)]
pub struct ForwardDebug<'m> {
    /// The set that is written; `None` if only lines are.
    pub set: Option<Set>,
    /// True if parts of variables are described by indexes: if addressing is logical.
    pub has_indexes: bool,
    /// The ids of instructions, and how far they are written.
    pub progress: Progress,
    /// The instructions that functions refer to, in order.
    pub pending: Vec<(Pending<'m>, Id)>,
    /// The stand-ins for types, and for a missing type.
    pub stand_ins: FxHashMap<Option<Id>, Id>,
    /// The types that stand in for others, in order, each with the other one; `None` for a missing type.
    pub standing: Vec<(Id, Option<Id>)>,
    /// Instructions that are written once, by number and operands.
    pub unique: FxHashMap<Vec<u32>, Id>,
    /// The numbers of file paths by their strings, in the order of writing.
    pub paths: FxHashMap<Id, usize>,
    /// The sentence about the checksum of each file.
    pub checksums: Vec<Option<String>>,
    /// The definitions of macros, by name.
    pub macros: FxHashMap<&'m [u8], Id>,
    /// Expressions by their operations.
    pub expressions: FxHashMap<Vec<Vec<u32>>, Id>,
    /// Language codes that the set's reader did not know, by unit.
    pub languages: FxHashMap<Metadata<'m>, u32>,
    /// True if the identifier and the path of split debug information are written.
    pub has_split_names: bool,
    /// The expressions that are written.
    pub expressed: FxHashSet<Id>,
    /// The descriptions of functions that are only declared.
    pub declarations: Vec<Metadata<'m>>,
    /// The functions with a body, by description; the flag marks kernels.
    pub functions: Vec<(Metadata<'m>, Id, bool)>,
    /// The functions with a body, by description.
    pub bodies: FxHashMap<Metadata<'m>, Id>,
    /// The variables and constants, by description.
    pub holders: FxHashMap<Metadata<'m>, Id>,
    /// `DebugInfoNone`.
    pub none: Option<Id>,
    /// True if a function refers to `DebugInfoNone` before it is written.
    pub none_is_needed: bool,
    /// The composites whose members are to be written.
    pub later: Vec<Key<'m>>,
    /// The composites to which members belong that other instructions refer to.
    pub owning: Vec<Metadata<'m>>,
    /// The unit that lists each global variable.
    pub listed: FxHashMap<Metadata<'m>, Metadata<'m>>,
    /// True if each unit has a kernel, whose entry point states the producer.
    pub units_have_entries: bool,
    /// The first unit.
    pub unit: Option<Metadata<'m>>,
    /// The location in effect.
    pub place: Place<'m>,
    /// The description of the function that is being translated, and its id, until its first block.
    pub definition: Option<(Metadata<'m>, Id)>,
    /// True if the function that is being translated has a description.
    pub is_described: bool,
    /// The ids of the scopes of locations.
    pub scopes: FxHashMap<Metadata<'m>, Scope>,
    /// The type of instructions of the set, and the id of the set.
    pub head: Option<[Id; 2]>,
    /// The strings of the paths of files.
    pub file_paths: FxHashMap<Metadata<'m>, Id>,
    /// The texts of the units' files that no set contains: the path, and the text in parts that fit into an
    /// instruction.
    pub texts: Vec<(String, Vec<String>)>,
    /// The kinds of lost information, each with the number of times.
    pub lost: BTreeMap<String, usize>,
    /// The nodes that were lost.
    pub lost_nodes: FxHashSet<Metadata<'m>>,
    /// The composites of members that have no scope.
    pub owners: FxHashMap<Metadata<'m>, Metadata<'m>>,
    /// The dominators of the blocks of the current function, computed when a record first needs them.
    pub dominators: Option<BlockDominators<'m>>,
}

/// The dominators of the blocks of a function.
#[derive(Debug)]
pub struct BlockDominators<'m> {
    /// The blocks.
    pub numbers: LocalityMap<Block<'m>, usize>,
    /// Their dominators, by number.
    pub tree: Dominators,
}

impl<'m> BlockDominators<'m> {
    /// Returns whether all paths to `below` go through `above`.
    pub fn dominates(&self, above: Block<'m>, below: Block<'m>) -> bool {
        let numbers = self.numbers.get(&above).zip(self.numbers.get(&below));
        numbers.is_some_and(|(above, below)| self.tree.dominates(*above, *below))
    }
}

/// The nodes of ids; an id may have no node in LLVM.
#[derive(Debug, Default)]
pub struct Made<'m> {
    /// For each id the index of its node plus 2; 1 if it has none, and 0 if that is not known.
    places: Vec<u32>,
    nodes: Vec<Metadata<'m>>,
}

impl<'m> Made<'m> {
    /// Creates an empty table for ids below the bound.
    pub fn new(bound: Id) -> Self {
        Self { places: vec![0; bound as usize], nodes: Vec::new() }
    }

    /// Returns the node of an id, or `Some(None)` if it is known to have none.
    pub fn get(&self, id: Id) -> Option<Option<Metadata<'m>>> {
        let place = self.places.get(id as usize)?.checked_sub(1)?;
        Some(place.checked_sub(1).and_then(|place| self.nodes.get(place as usize)).copied())
    }

    /// Returns the node of an id, if it has one by now.
    pub fn node(&self, id: Id) -> Option<Metadata<'m>> {
        self.get(id).flatten()
    }

    /// Sets the node of an id.
    pub fn insert(&mut self, id: Id, node: Option<Metadata<'m>>) {
        let Some(place) = self.places.get_mut(id as usize) else { return };
        self.nodes.extend(node);
        *place = if node.is_some() { self.nodes.len() as u32 + 1 } else { 1 };
    }

    /// Returns the nodes in the order of their ids.
    pub fn by_id(&self) -> impl Iterator<Item = Metadata<'m>> {
        let places = self.places.iter().filter_map(|place| place.checked_sub(2));
        places.filter_map(|place| self.nodes.get(place as usize)).copied()
    }
}

/// A variable or an imported entity of a function.
#[derive(Clone, Copy, Debug)]
pub struct Local<'m> {
    /// The offset of its instruction.
    pub offset: usize,
    /// Its node.
    pub node: Metadata<'m>,
    /// The scope that contains it.
    pub scope: Option<Metadata<'m>>,
    /// The type of a variable.
    pub ty: Option<Metadata<'m>>,
}

/// The debug information in the reverse translation.
#[derive(Debug, Default)]
pub struct ReverseDebug<'m> {
    /// The sets, with the ids that import them.
    pub sets: Vec<(Id, Set)>,
    /// The nodes made so far.
    pub made: Made<'m>,
    /// True if any node is temporary.
    pub has_temporary: bool,
    /// The ids whose nodes are being made, except the current one.
    pub open: FxHashSet<Id>,
    /// The composites whose members are not made yet.
    pub later: Vec<Id>,
    /// The description of each function, by the `OpFunction`.
    pub functions: FxHashMap<Id, Id>,
    /// The descriptions of functions with a body, including those that were inlined.
    pub with_body: FxHashSet<Id>,
    /// Parameters of templates by their target.
    pub templates: FxHashMap<Id, Instruction<'m>>,
    /// The composite of each member.
    pub owners: FxHashMap<Id, Id>,
    /// Declarations of composites, by the definition.
    pub twins: FxHashMap<Id, Id>,
    /// The types for which basic types stand in, until twins are found.
    pub stand_ins: FxHashMap<Id, Id>,
    /// True if a flag marks the members that are bit-fields.
    pub has_bit_field_flags: bool,
    /// The arrays that represent vectors.
    pub vectors: FxHashSet<Id>,
    /// The arrays that are dimensions of another one.
    pub inner_arrays: FxHashMap<Id, Instruction<'m>>,
    /// The files and columns of inlined calls, if an `OpLine` states them.
    pub places: FxHashMap<Id, (Id, u32)>,
    /// Continuations of source texts.
    pub texts: FxHashMap<Id, String>,
    /// The texts in `OpSource`, by path.
    pub source_texts: FxHashMap<String, String>,
    /// The units, in order.
    pub units: Vec<(Id, Metadata<'m>)>,
    /// Units with an unknown language code.
    pub languages: Vec<Metadata<'m>>,
    /// The main programs.
    pub mains: FxHashSet<Id>,
    /// The names of kernels, as strings, if calling conventions are those of OpenCL.
    pub kernels: Option<FxHashSet<Id>>,
    /// The types of functions without the calling convention, in place of which those with it are used.
    pub plain_types: FxHashSet<Metadata<'m>>,
    /// The lists of units: global variables, imported entities, macros and enumerations.
    pub listed: [Vec<Metadata<'m>>; 4],
    /// The debug instructions outside of functions, in order.
    pub all: Vec<Instruction<'m>>,
    /// The scope and the inlined location in effect.
    pub scope: (Option<Metadata<'m>>, Option<Metadata<'m>>),
    /// File, line and column in effect, and whether an instruction of the set states them.
    pub line: Option<(Id, u32, u32)>,
    /// The location for new instructions.
    pub place: Option<Metadata<'m>>,
    /// True if the location must be rebuilt.
    pub is_stale: bool,
    /// The description of the function that is being translated.
    pub subprogram: Option<Metadata<'m>>,
    /// The variables that records of the function refer to.
    pub named: FxHashSet<Metadata<'m>>,
    /// The variables that are parameters, by function and number.
    pub parameters: FxHashMap<(Metadata<'m>, u64), Metadata<'m>>,
    /// True if the nodes that functions refer to are made.
    pub is_together: bool,
    /// The changes of the location: the offset of the instruction, and the location.
    pub locations: Vec<(usize, Option<Metadata<'m>>)>,
    /// The first change in each function.
    pub starts: FxHashMap<Id, usize>,
    /// The next change.
    pub next_location: usize,
    /// The variables and imported entities of functions.
    pub locals: Vec<Local<'m>>,
    /// The producers of units, in order.
    pub producers: Vec<String>,
    /// The indices of the sentences about debug information.
    pub sentences: FxHashSet<usize>,
    /// Checksums by path.
    pub checksums: FxHashMap<String, (u64, String)>,
    /// The properties of units stated in sentences, by the unit's number.
    pub unit_lines: FxHashMap<usize, Vec<(String, String)>>,
    /// The version of DWARF.
    pub dwarf: u32,
    /// The kinds of lost information, each with the number of times.
    pub lost: BTreeMap<String, usize>,
    /// The descriptions that are attached to functions.
    pub attached: FxHashSet<Metadata<'m>>,
    /// The function that each scope is in.
    pub roots: FxHashMap<Metadata<'m>, Option<Metadata<'m>>>,
    /// The last scope looked up, and its function.
    pub last_root: Option<(Metadata<'m>, Option<Metadata<'m>>)>,
    /// Scopes for lines of other files.
    pub scopes: FxHashMap<(Metadata<'m>, Id), Metadata<'m>>,
    /// The last of these scopes looked up.
    pub last_scope: Option<((Metadata<'m>, Id), Metadata<'m>)>,
    /// Each `DebugSource` by its path.
    pub paths: FxHashMap<String, Id>,
    /// Types to which nothing refers.
    pub retained: Vec<Metadata<'m>>,
    /// True if arguments are constants in the sets whose numbers are constants.
    pub arguments_are_ids: bool,
}

impl ReverseDebug<'_> {
    /// Forgets the location in effect.
    pub fn forget_place(&mut self) {
        (self.scope, self.line, self.is_stale) = ((None, None), None, true);
    }

    /// Records the line of an `OpLine`, or the end of its range.
    pub fn set_line(&mut self, inst: Instruction<'_>) {
        self.line = match *inst.in_operands() {
            [file, line, column] => Some((file, line, column)),
            _ => None,
        };
        self.is_stale = true;
    }
}
