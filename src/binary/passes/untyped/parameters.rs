//! Parameters that keep their pointees: those by value and for a structure that is returned.
//!
//! In: the instructions of a module. Out: which parameters those are, which of them are only passed on, to such
//! parameters, so that no pointer without a pointee need be made of them, and the parameters of each function.

use super::pointer;
use crate::binary::definitions::Definitions;
use crate::binary::{Id, Instruction, Words};
use ::spirv::{Decoration, FunctionParameterAttribute as Attribute, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// `DebugGlobalVariable`, in all sets.
const DEBUG_GLOBAL_VARIABLE: u32 = 18;
/// `DebugDeclare`, in all sets.
const DEBUG_DECLARE: u32 = 28;

/// The parameters of functions, and their casts.
#[derive(Debug, Default)]
pub(super) struct Parameters {
    /// The parameters that keep their pointees.
    pub typed: FxHashSet<Id>,
    /// The parameters among `typed` that are only passed on, and casts of them, which keep their pointees too.
    pub passed: FxHashSet<Id>,
    /// The variables that keep their pointees, as lifetimes and declarations of debug information are of typed pointers
    /// alone.
    pub variables: FxHashSet<Id>,
    /// The pointers of block reads and writes and of asynchronous copies, which are as wide as what they lead to.
    pub blocks: FxHashSet<Id>,
    /// The pointer types that are kept.
    pub types: FxHashSet<Id>,
    /// The parameters of each function.
    pub of_function: FxHashMap<Id, Vec<Id>>,
}

impl Parameters {
    /// Returns the parameters of a module, and the variables with lifetimes if those are kept.
    pub fn find(words: &Words<'_>, definitions: &Definitions<'_>, keep_lifetimes: bool) -> Self {
        let mut this = Self::default();
        let (mut function, mut debug_sets) = (0, FxHashSet::default());
        for inst in words.instructions() {
            match (inst.opcode(), inst.operands()) {
                (Op::Decorate, [id, kind, attribute, ..]) if *kind == Decoration::FuncParamAttr as u32 => {
                    let by_value = [Attribute::ByVal as u32, Attribute::Sret as u32];
                    this.typed.extend(Some(*id).filter(|_| by_value.contains(attribute)));
                }
                (Op::LifetimeStart | Op::LifetimeStop, [id, ..]) if keep_lifetimes => {
                    this.keep_variable(definitions, *id);
                }
                (Op::ExtInstImport, [set, ..]) => {
                    let is_debug = inst.string(1).is_ok_and(|(name, _)| name.contains("DebugInfo"));
                    debug_sets.extend(Some(*set).filter(|_| is_debug));
                }
                (Op::ExtInst, [_, _, set, DEBUG_DECLARE, _, variable, ..])
                | (Op::ExtInst, [_, _, set, DEBUG_GLOBAL_VARIABLE, _, _, _, _, _, _, _, variable, ..])
                    if debug_sets.contains(set) =>
                {
                    this.keep_variable(definitions, *variable);
                }
                (Op::SubgroupBlockReadINTEL, [_, _, id]) | (Op::SubgroupBlockWriteINTEL, [id, _]) => {
                    this.keep_pointee(definitions, *id);
                }
                (Op::GroupAsyncCopy, [_, _, _, target, source, ..]) => {
                    this.keep_pointee(definitions, *target);
                    this.keep_pointee(definitions, *source);
                }
                (Op::Function, [_, id, ..]) => function = *id,
                (Op::FunctionParameter, [ty, id]) => {
                    if pointer(definitions, *ty).is_none() {
                        this.typed.remove(id);
                    } else if this.typed.contains(id) {
                        this.types.insert(*ty);
                    }
                    this.of_function.entry(function).or_default().push(*id);
                }
                _ => {}
            }
        }
        this.find_passed(words, definitions);
        this
    }

    /// Notes a variable that keeps its pointee.
    fn keep_variable(&mut self, definitions: &Definitions<'_>, id: Id) {
        let is_variable = definitions.get(id).is_some_and(|made| made.opcode() == Op::Variable);
        let ty = definitions.type_of(id).filter(|ty| is_variable && pointer(definitions, *ty).is_some());
        if let Some(ty) = ty {
            self.variables.insert(id);
            self.types.insert(ty);
        }
    }

    /// Notes a pointer whose pointee says how wide what it leads to is.
    fn keep_pointee(&mut self, definitions: &Definitions<'_>, value: Id) {
        if let Some(ty) = definitions.type_of(value).filter(|ty| pointer(definitions, *ty).is_some()) {
            self.blocks.insert(value);
            self.types.insert(ty);
        }
    }

    fn find_passed(&mut self, words: &Words<'_>, definitions: &Definitions<'_>) {
        if self.typed.is_empty() {
            return;
        }
        // Each with the parameter that it is a cast of.
        let mut origins: FxHashMap<Id, Id> = self.typed.iter().map(|id| (*id, *id)).collect();
        let mut used_otherwise: FxHashSet<Id> = FxHashSet::default();
        let is_body = |inst: &Instruction<'_>| inst.opcode() != Op::FunctionParameter;
        let bodies = words.instructions().skip_while(|inst| inst.opcode() != Op::Function).filter(is_body);
        for inst in bodies {
            match (inst.opcode(), inst.operands()) {
                (Op::PtrCastToGeneric, [ty, id, value]) if pointer(definitions, *ty).is_some() => {
                    if let Some(origin) = origins.get(value).copied() {
                        origins.insert(*id, origin);
                    }
                }
                (Op::FunctionCall, [_, _, callee, arguments @ ..]) => {
                    let parameters = self.of_function.get(callee).map(Vec::as_slice).unwrap_or_default();
                    let pairs = arguments.iter().zip(parameters);
                    let to_others = pairs.filter(|(_, parameter)| !self.typed.contains(parameter));
                    used_otherwise.extend(to_others.filter_map(|(argument, _)| origins.get(argument)));
                }
                // A literal that happens to be such a number costs no more than a cast.
                _ => used_otherwise.extend(inst.in_operands().iter().filter_map(|word| origins.get(word))),
            }
        }
        let passed = origins.into_iter().filter(|(_, origin)| !used_otherwise.contains(origin));
        self.passed = passed.map(|(id, _)| id).collect();
        self.types.extend(self.passed.iter().filter_map(|id| definitions.type_of(*id)));
    }
}
