//! The order in which the Khronos translator writes a module: it keeps sets sorted, and integers before the types that
//! use them.
//!
//! In: words in any legal order. Out: the same instructions, each in its section.

use llvm_ir::sorting::Sorting;
use llvm_spirv::binary::Instruction;
use llvm_spirv::binary::{Id, Op, Words};
use rustc_hash::{FxHashMap, FxHashSet};

/// The instructions of a module by section.
#[derive(Debug, Default)]
pub(super) struct Canonical<'w> {
    /// The instructions up to the names of values.
    pub front: Vec<Instruction<'w>>,
    /// Declarations of alias scopes.
    pub aliases: Vec<Instruction<'w>>,
    /// Member names, decorations, types, constants and variables.
    pub globals: Vec<Instruction<'w>>,
    /// Inline assembly.
    pub assembly: Vec<Instruction<'w>>,
    /// Extended instructions outside of functions.
    pub debug: Vec<Instruction<'w>>,
    /// Functions.
    pub functions: Vec<Instruction<'w>>,
}

/// Sorts a module into its sections.
pub(super) fn canonical<'w>(words: &'w Words<'w>) -> Canonical<'w> {
    let mut sections: [Vec<Instruction<'_>>; SECTIONS] = Default::default();
    let (mut after_globals, mut in_function) = (false, false);
    for instruction in words.instructions() {
        let opcode = instruction.opcode();
        in_function |= opcode == Op::Function;
        after_globals |= in_function;
        let section = match after_globals {
            true if in_function || opcode != Op::ExtInst => Section::Functions,
            _ => section(instruction),
        };
        in_function &= opcode != Op::FunctionEnd;
        if let Some(section) = sections.get_mut(section as usize) {
            section.push(instruction);
        }
    }
    arrange(sections)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Capabilities,
    ConditionalCapabilities,
    Extensions,
    ConditionalExtensions,
    Front,
    Strings,
    SourceExtensions,
    Sources,
    Names,
    Aliases,
    MemberNames,
    Processed,
    Groups,
    Decorations,
    GroupDecorations,
    Forward,
    Globals,
    Assembly,
    Debug,
    Functions,
}

const SECTIONS: usize = Section::Functions as usize + 1;

fn section(instruction: Instruction<'_>) -> Section {
    match instruction.opcode() {
        Op::Capability => Section::Capabilities,
        Op::ConditionalCapabilityINTEL => Section::ConditionalCapabilities,
        Op::Extension => Section::Extensions,
        Op::ConditionalExtensionINTEL => Section::ConditionalExtensions,
        Op::String => Section::Strings,
        Op::SourceExtension => Section::SourceExtensions,
        Op::Source | Op::SourceContinued => Section::Sources,
        Op::Name => Section::Names,
        Op::MemberName => Section::MemberNames,
        Op::ModuleProcessed => Section::Processed,
        Op::AliasDomainDeclINTEL | Op::AliasScopeDeclINTEL | Op::AliasScopeListDeclINTEL => Section::Aliases,
        Op::DecorationGroup => Section::Groups,
        Op::GroupDecorate | Op::GroupMemberDecorate => Section::GroupDecorations,
        Op::TypeForwardPointer => Section::Forward,
        Op::AsmTargetINTEL | Op::AsmINTEL => Section::Assembly,
        Op::ExtInst | Op::Line | Op::NoLine => Section::Debug,
        opcode => by_class(opcode),
    }
}

fn by_class(opcode: Op) -> Section {
    match opcode {
        Op::Decorate | Op::MemberDecorate | Op::DecorateId | Op::DecorateString | Op::MemberDecorateString => {
            Section::Decorations
        }
        Op::ExtInstImport
        | Op::MemoryModel
        | Op::EntryPoint
        | Op::ConditionalEntryPointINTEL
        | Op::ExecutionMode
        | Op::ExecutionModeId => Section::Front,
        _ => Section::Globals,
    }
}

fn arrange(sections: [Vec<Instruction<'_>>; SECTIONS]) -> Canonical<'_> {
    let [
        mut capabilities,
        conditional_capabilities,
        mut extensions,
        conditional_extensions,
        mut front,
        strings,
        mut source_extensions,
        sources,
        names,
        aliases,
        member_names,
        processed,
        groups,
        decorations,
        group_decorations,
        forward,
        globals,
        assembly,
        debug,
        functions,
    ] = sections;
    capabilities.arrange_by_key(|i| i.operands().first().copied());
    extensions.arrange_by_key(|i| i.string(0).map(|s| s.0).unwrap_or_default());
    source_extensions.arrange_by_key(|i| i.string(0).map(|s| s.0).unwrap_or_default());
    let named = names_by_id(names, &front);
    front.arrange_by_key(|i| rank_of_front(i.opcode()));
    Canonical {
        front: [
            capabilities,
            conditional_capabilities,
            extensions,
            conditional_extensions,
            front,
            strings,
            source_extensions,
            sources,
            named,
        ]
        .concat(),
        aliases,
        globals: [member_names, processed, groups, decorations, group_decorations, forward, sort_globals(globals)]
            .concat(),
        assembly,
        debug,
        functions: declarations_first(functions),
    }
}

fn rank_of_front(opcode: Op) -> u8 {
    match opcode {
        Op::ExtInstImport => 0,
        Op::MemoryModel => 1,
        Op::EntryPoint => 2,
        Op::ConditionalEntryPointINTEL => 3,
        _ => 4,
    }
}

/// Returns names in the order of their ids, without those of entry points, which add nothing.
fn names_by_id<'w>(mut names: Vec<Instruction<'w>>, front: &[Instruction<'w>]) -> Vec<Instruction<'w>> {
    let entries: FxHashSet<Id> = front.iter().filter_map(|i| entry_point(*i)).collect();
    names.retain(|name| name.operands().first().is_some_and(|id| !entries.contains(id)));
    names.arrange_by_key(|name| name.operands().first().copied());
    names
}

fn entry_point(instruction: Instruction<'_>) -> Option<Id> {
    match instruction.opcode() {
        Op::EntryPoint => instruction.operands().get(1).copied(),
        Op::ConditionalEntryPointINTEL => instruction.operands().get(2).copied(),
        _ => None,
    }
}

/// Sorts the globals: integer types, integer constants, other types, then other constants and variables.
///
/// Referenced instructions come first, visited by ascending id. Integers that are computed from pointers come before
/// those pointers (`topological_sort` restores the order when the text is read). Continuations of a long instruction
/// stay with it.
fn sort_globals(globals: Vec<Instruction<'_>>) -> Vec<Instruction<'_>> {
    let groups: Vec<&[Instruction<'_>]> = globals.chunk_by(|_, next| continues(next.opcode())).collect();
    let heads: Vec<Instruction<'_>> = groups.iter().filter_map(|group| group.first().copied()).collect();
    let index: FxHashMap<Id, usize> =
        heads.iter().enumerate().filter_map(|(at, i)| Some((i.result_id()?, at))).collect();
    let mut open: Vec<usize> = (0..heads.len()).collect();
    open.arrange_by_key(|at| heads.get(*at).and_then(|i| i.result_id()));
    let mut classes: [Vec<Instruction<'_>>; 4] = Default::default();
    for group in visit(&heads, &index, &open).into_iter().filter_map(|at| groups.get(at)) {
        let class = group.first().map_or(3, |head| class(*head, &heads, &index));
        if let Some(class) = classes.get_mut(class) {
            class.extend_from_slice(group);
        }
    }
    classes.concat()
}

fn continues(opcode: Op) -> bool {
    matches!(
        opcode,
        Op::TypeStructContinuedINTEL | Op::ConstantCompositeContinuedINTEL | Op::SpecConstantCompositeContinuedINTEL
    )
}

fn class(instruction: Instruction<'_>, heads: &[Instruction<'_>], index: &FxHashMap<Id, usize>) -> usize {
    let definition = |id: Id| index.get(&id).and_then(|at| heads.get(*at));
    let is_int_type = |id: Id| definition(id).is_some_and(|ty| ty.opcode() == Op::TypeInt);
    match instruction.opcode() {
        Op::TypeInt => 0,
        opcode if is_constant(opcode) && instruction.result_type().is_some_and(is_int_type) => 1,
        _ if instruction.result_type().is_none() => 2,
        _ => 3,
    }
}

fn is_constant(opcode: Op) -> bool {
    let number = opcode as u32;
    (41..=52).contains(&number) || matches!(opcode, Op::ConstantFunctionPointerINTEL | Op::Undef | Op::PoisonKHR)
}

/// Returns positions in depth-first order, each after those of its operands, without recursion. Operands of pointers
/// cannot close a cycle, since a forward declaration may replace them.
fn visit(globals: &[Instruction<'_>], index: &FxHashMap<Id, usize>, open: &[usize]) -> Vec<usize> {
    let mut done = Vec::with_capacity(globals.len());
    let mut seen = vec![false; globals.len()];
    for start in open {
        let mut stack = vec![(*start, 0)];
        while let Some((at, next)) = stack.pop() {
            if next == 0 && seen.get_mut(at).is_none_or(|seen| std::mem::replace(seen, true)) {
                continue;
            }
            match operand(globals, index, at, next) {
                Some((needed, after)) => stack.extend([(at, after), (needed, 0)]),
                None => done.push(at),
            }
        }
    }
    done
}

/// Returns the first operand from `next` on that is a global, and the position at which to continue.
fn operand(
    globals: &[Instruction<'_>],
    index: &FxHashMap<Id, usize>,
    at: usize,
    next: usize,
) -> Option<(usize, usize)> {
    let ids = ids_of(*globals.get(at)?).enumerate();
    ids.skip(next).find_map(|(position, id)| Some((*index.get(&id)?, position + 1)))
}

/// Returns the words that are ids, without the literals of constants and types. An iterator, since [`operand`] calls
/// this once per operand, and there may be 65535.
fn ids_of(instruction: Instruction<'_>) -> impl Iterator<Item = Id> {
    let operands = instruction.in_operands();
    let own = match instruction.opcode() {
        Op::Constant
        | Op::SpecConstant
        | Op::TypeInt
        | Op::TypeFloat
        | Op::TypeOpaque
        | Op::ConstantSampler
        | Op::ConstantPipeStorage => &[],
        Op::TypeVector | Op::TypeMatrix | Op::TypeImage => operands.get(..1).unwrap_or_default(),
        Op::TypePointer | Op::TypeUntypedPointerKHR | Op::Variable | Op::UntypedVariableKHR | Op::SpecConstantOp => {
            operands.get(1..).unwrap_or_default()
        }
        _ => operands,
    };
    own.iter().copied().chain(instruction.result_type())
}

/// Moves functions without blocks before the others.
fn declarations_first(instructions: Vec<Instruction<'_>>) -> Vec<Instruction<'_>> {
    let (mut declarations, mut definitions) = (Vec::new(), Vec::new());
    for function in instructions.split_inclusive(|i| i.opcode() == Op::FunctionEnd) {
        let is_definition = function.iter().any(|i| i.opcode() == Op::Label);
        let target = if is_definition { &mut definitions } else { &mut declarations };
        target.extend_from_slice(function);
    }
    declarations.extend(definitions);
    declarations
}
