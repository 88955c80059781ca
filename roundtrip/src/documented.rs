//! The documented differences of a round trip: one table.
//!
//! In: the subject of a difference. Out: its row, or `None` for an undocumented loss. The section "What a round trip
//! loses" of `docs/reference/representation.md` is the sentences of this table; a test compares them.

mod lists;
mod rows;

use super::keys::View;
use llvm_spirv::binary::{Instruction, Op};
pub use rows::ROWS;
use rustc_hash::FxHashSet;
use std::collections::{BTreeSet, VecDeque};

/// The gravity of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Another spelling of equal meaning.
    Spelling,
    /// Still present, but promises less.
    Weaker,
    /// Removed, or with another meaning.
    Lost,
    /// New after the round trip.
    Added,
}

impl Group {
    /// The groups in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::Lost, Self::Weaker, Self::Spelling, Self::Added];

    /// The name, as it is shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Spelling => "spelled differently",
            Self::Weaker => "weaker",
            Self::Lost => "lost",
            Self::Added => "added",
        }
    }
}

macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $is_ir:literal;)*) => {
        /// The class of a difference.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Class { $($(#[$doc])* $name,)* }

        impl Class {
            /// The name, as it is shown.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// Returns whether it is a class of LLVM IR, not of SPIR-V.
            pub fn is_ir(self) -> bool {
                match self { $(Self::$name => $is_ir,)* }
            }
        }
    };
}

classes! {
    /// An instruction, by its opcode.
    Instruction = "instruction", false;
    /// An operand, by its kind, and the opcode.
    Operand = "operand", false;
    /// The pointee of a pointer.
    Pointee = "pointee", false;
    /// Casts between pointers of one storage class.
    PointerCast = "pointer casts", false;
    /// Blocks that no path reaches.
    Unreached = "blocks that no path reaches", false;
    /// The order of instructions.
    Order = "order", false;
    /// A function, `definition` or `declaration`, and its name.
    Function = "function", false;
    /// A decoration, and the opcode of its target.
    Decoration = "decoration", false;
    /// A decoration of a member.
    MemberDecoration = "member decoration", false;
    /// An `OpName`, and the opcode of its target.
    Name = "name", false;
    /// An unused type, constant or the like, by its opcode.
    Unused = "unused", false;
    /// A duplicate of a type or constant.
    Duplicate = "duplicate", false;
    /// A capability.
    Capability = "capability", false;
    /// An extension.
    Extension = "extension", false;
    /// An entry point or execution mode.
    Interface = "interface", false;
    /// A field of the header.
    Header = "header", false;
    /// An attribute of a function.
    FunctionAttribute = "function attribute", true;
    /// An attribute of a function's result.
    ResultAttribute = "result attribute", true;
    /// An attribute of a parameter.
    ParameterAttribute = "parameter attribute", true;
    /// An attribute of a call, its result or arguments.
    CallAttribute = "call attribute", true;
    /// An attribute of a variable.
    VariableAttribute = "variable attribute", true;
    /// Metadata of instructions.
    Metadata = "metadata", true;
    /// Metadata of functions and variables.
    ObjectMetadata = "metadata of an object", true;
    /// Named metadata.
    NamedMetadata = "named metadata", true;
    /// A flag of an instruction.
    Flag = "flag", true;
    /// Linkage, visibility and other properties of a symbol.
    Symbol = "symbol", true;
    /// Debug information.
    Debug = "debug information", true;
    /// An intrinsic that is called.
    Intrinsic = "intrinsic", true;
    /// Names of values.
    ValueName = "value names", true;
    /// Properties of a call besides its attributes.
    Call = "call", true;
}

/// The subject of a difference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject {
    /// The class.
    pub class: Class,
    /// Its name: an opcode, a decoration, an attribute.
    pub name: String,
    /// The owner of the subject, if the class has one.
    pub of: String,
}

/// The names that a row covers.
#[derive(Clone, Copy, Debug)]
pub enum Names {
    /// Any name.
    Any,
    /// These names; a name ending in `*` covers all with that prefix.
    Of(&'static [&'static str]),
    /// Any name but these.
    But(&'static [&'static str]),
}

impl Names {
    fn has(self, name: &str) -> bool {
        let fits = |pattern: &&str| match pattern.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None if pattern.starts_with('*') => name.ends_with(pattern.trim_start_matches('*')),
            None => *pattern == name,
        };
        match self {
            Self::Any => true,
            Self::Of(names) => names.iter().any(fits),
            Self::But(names) => !names.iter().any(fits),
        }
    }
}

/// The subject that a row covers.
#[derive(Clone, Copy, Debug)]
pub enum What {
    /// Instructions that are rewritten: the last resulting instruction is one of `into`; those of `with` may come
    /// before it.
    Becomes {
        /// Opcodes of the module before.
        from: &'static [&'static str],
        /// Opcodes of the instruction with the result.
        into: &'static [&'static str],
        /// Opcodes of the instructions from which the result is computed.
        with: &'static [&'static str],
    },
    /// A difference of one of these groups in this class.
    Is(&'static [Group], Class, Names, Names),
}

/// A line of the documented list.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The gravity.
    pub group: Group,
    /// The minor version of SPIR-V 1 from which on the row no longer applies.
    pub below: Option<u8>,
    /// Capabilities of the module before: the row only applies if one of them is declared. Empty for any module.
    pub needs: &'static [&'static str],
    /// The extension that preserves the subject: the row does not apply if it is allowed.
    pub unless: Option<&'static str>,
    /// The subjects that the row covers.
    pub what: &'static [What],
    /// The sentence of the documentation.
    pub sentence: &'static str,
}

impl Row {
    /// Returns whether it is about LLVM IR.
    pub fn is_ir(&self) -> bool {
        self.what.iter().any(|what| matches!(what, What::Is(_, class, ..) if class.is_ir()))
    }

    fn covers(&self, group: Group, subject: &Subject, conditions: &Conditions<'_>) -> bool {
        self.below.is_none_or(|below| conditions.minor < below)
            && self.unless.is_none_or(|name| !(conditions.allows)(name))
            && (conditions.declares)(self.needs)
            && self.what.iter().any(|what| match what {
                What::Is(groups, class, names, of) => {
                    groups.contains(&group)
                        && *class == subject.class
                        && names.has(&subject.name)
                        && of.has(&subject.of)
                }
                What::Becomes { .. } => false,
            })
    }
}

/// The entry in `needs` for modules of kernels translated to shaders, which is not a capability.
pub(super) const KERNEL_AS_SHADER: &str = "a kernel that is a shader";

/// The conditions of a row besides the difference.
pub(super) struct Conditions<'c> {
    /// The minor version of SPIR-V 1 after the round trip.
    pub minor: u8,
    /// Returns whether the options, or the module before, allow an extension.
    pub allows: &'c dyn Fn(&str) -> bool,
    /// Returns whether the module before declares one of these capabilities, or the list is empty.
    pub declares: &'c dyn Fn(&[&str]) -> bool,
}

/// Returns the row for a difference.
pub(super) fn find(group: Group, subject: &Subject, conditions: &Conditions<'_>) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.covers(group, subject, conditions))
}

/// Unpaired instructions of the module after, by index.
pub(super) type Free<'w> = VecDeque<(usize, Instruction<'w>)>;

/// The number of unpaired instructions that are searched for a rewritten instruction, so that the work stays linear.
const WINDOW: usize = 256;

/// Returns the row by which an instruction was rewritten to some of the free ones, which are moved to `taken`, the one
/// with the result last.
pub(super) fn rewritten<'w>(
    instruction: Instruction<'w>,
    name: &str,
    free: &mut Free<'w>,
    views: [&View<'_, 'w>; 2],
    taken: &mut Vec<Instruction<'w>>,
) -> Option<&'static Row> {
    let mut window: Vec<_> = free.drain(..free.len().min(WINDOW)).collect();
    let row = ROWS.iter().filter(|row| views[0].declares(row.needs)).find(|row| {
        let mut becomes = row.what.iter().filter_map(|what| match what {
            What::Becomes { from, into, with } if Names::Of(from).has(name) => Some((*into, *with)),
            _ => None,
        });
        becomes.any(|(into, with)| take(instruction, [into, with], &mut window, views, taken))
    });
    window.into_iter().rev().for_each(|one| free.push_front(one));
    row
}

/// Removes the instructions of a rewriting from the window, if found: one with the result's type that no other
/// candidate uses, and the instructions from which it is computed.
fn take<'w>(
    instruction: Instruction<'w>,
    [into, with]: [&'static [&'static str]; 2],
    window: &mut Vec<(usize, Instruction<'w>)>,
    [before, after]: [&View<'_, 'w>; 2],
    taken: &mut Vec<Instruction<'w>>,
) -> bool {
    let is =
        |names: &'static [&'static str], i: &Instruction<'w>| Names::Of(names).has(&super::classify::name(after, *i));
    let wanted = before.type_key(instruction);
    let ends: Vec<usize> = (0..window.len())
        .filter(|at| window.get(*at).is_some_and(|(_, i)| after.type_key(*i) == wanted && is(into, i)))
        .collect();
    let used: FxHashSet<u32> =
        ends.iter().filter_map(|at| window.get(*at)).flat_map(|(_, i)| i.in_operands()).copied().collect();
    let is_end = |at: &&usize| window.get(**at).and_then(|(_, i)| i.result_id()).is_none_or(|id| !used.contains(&id));
    let Some(end) = ends.iter().find(is_end).or(ends.first()).copied() else { return false };
    let parts = parts(window, end, |instruction| is(with, instruction) || is(into, instruction));
    let result = window.get(end).map(|(_, instruction)| *instruction);
    let mut at = 0;
    window.retain(|(_, instruction)| {
        let is_part = parts.contains(&at);
        if is_part && at != end {
            taken.push(*instruction);
        }
        at += 1;
        !is_part
    });
    taken.extend(result);
    true
}

/// Returns the indices of an instruction and of the instructions from which it is computed, as far as these are free
/// and of the right kind.
fn parts<'w>(
    free: &[(usize, Instruction<'w>)],
    end: usize,
    fits: impl Fn(&Instruction<'w>) -> bool,
) -> BTreeSet<usize> {
    let (mut found, mut open) = (BTreeSet::from([end]), vec![end]);
    while let Some((_, instruction)) = open.pop().and_then(|at| free.get(at)) {
        for (at, (_, part)) in free.iter().enumerate() {
            let is_operand = part.result_id().is_some_and(|id| instruction.in_operands().contains(&id));
            // What is written to memory is read from it.
            let is_store = instruction.opcode() == Op::Load && part.opcode() == Op::Store;
            if (is_operand || is_store) && fits(part) && found.insert(at) {
                open.push(at);
            }
        }
    }
    found
}

/// Returns the list in the form of the documentation.
pub fn markdown() -> String {
    let mut text = String::new();
    for (is_ir, what) in
        [(false, "SPIR-V, on the way to LLVM IR and back"), (true, "LLVM IR, on the way to SPIR-V and back")]
    {
        for group in [Group::Lost, Group::Weaker, Group::Spelling] {
            text.push_str(&format!("Of {what}, {}:\n\n", group.name()));
            let rows = ROWS.iter().filter(|row| row.group == group && row.is_ir() == is_ir);
            rows.for_each(|row| text.push_str(&format!("- {}\n", row.sentence)));
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Compares the documentation with the list; `BLESS=1` updates the documentation.
    #[test]
    fn the_documentation_lists_the_rows() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reference/representation.md");
        let page = std::fs::read_to_string(path).unwrap();
        let begin = page.find("\nOf SPIR-V, on the way").map_or(page.len(), |at| at + 1);
        if std::env::var("BLESS").is_ok_and(|value| value == "1") {
            std::fs::write(path, format!("{}{}", &page[..begin], markdown().trim_end().to_owned() + "\n")).unwrap();
        } else {
            assert_eq!(page[begin..].trim_end(), markdown().trim_end());
        }
    }

    #[test]
    fn each_row_is_for_one_side_and_one_group() {
        for row in ROWS {
            let is_ir = |what: &What| matches!(what, What::Is(_, class, ..) if class.is_ir());
            assert!(row.what.iter().all(is_ir) || !row.what.iter().any(is_ir), "{}", row.sentence);
            assert!(row.group != Group::Added && row.sentence.ends_with('.'), "{}", row.sentence);
        }
    }
}
