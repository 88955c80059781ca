//! Parameters that keep their pointees: those passed by value (`ByVal`) and for returned structures (`Sret`).
//!
//! In: the instructions of a module. Out: these parameters; those among them that are only passed on to other such
//! parameters, and so need no untyped copy; and the parameters of each function.

use super::{OPENCL_STD, pointer};
use crate::binary::definitions::Definitions;
use crate::binary::{Id, Instruction, Words};
use ::spirv::{Decoration, FunctionParameterAttribute as Attribute, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// `vloadn` and `vstoren` in the set of OpenCL, each with the place of its pointer among the operands.
const VECTOR_ACCESSES: [(u32, usize); 2] = [(171, 5), (172, 6)];
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
    /// The variables that keep their pointees, because lifetime instructions and debug declarations require typed
    /// pointers.
    pub variables: FxHashSet<Id>,
    /// The pointers of block reads and writes, of asynchronous copies and of vector accesses, whose pointees determine
    /// the width of the access.
    pub blocks: FxHashSet<Id>,
    /// The set of extended instructions of OpenCL.
    opencl: Option<Id>,
    /// The sets of debug information.
    debug_sets: FxHashSet<Id>,
    /// The pointer types that are kept.
    pub types: FxHashSet<Id>,
    /// The parameters of each function.
    pub of_function: FxHashMap<Id, Vec<Id>>,
}

impl Parameters {
    /// Returns the parameters of a module, and the variables with lifetimes if those are kept.
    pub fn find(words: &Words<'_>, definitions: &Definitions<'_>, keep_lifetimes: bool) -> Self {
        let mut this = Self::default();
        let mut function = 0;
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
                    let Ok((name, _)) = inst.string(0) else { continue };
                    this.debug_sets.extend(Some(*set).filter(|_| name.contains("DebugInfo")));
                    this.opencl = this.opencl.or(Some(*set).filter(|_| name == OPENCL_STD));
                }
                (Op::ExtInst, [_, _, set, DEBUG_DECLARE, _, variable, ..])
                | (Op::ExtInst, [_, _, set, DEBUG_GLOBAL_VARIABLE, _, _, _, _, _, _, _, variable, ..])
                    if this.debug_sets.contains(set) =>
                {
                    this.keep_variable(definitions, *variable);
                }
                (Op::SubgroupBlockReadINTEL, [_, _, id]) | (Op::SubgroupBlockWriteINTEL, [id, _]) => {
                    this.keep_pointee(definitions, *id);
                }
                (Op::ExtInst, operands) if this.vector_access(inst).is_some() => {
                    let pointer = this.vector_access(inst).and_then(|place| operands.get(place));
                    this.keep_pointee(definitions, pointer.copied().unwrap_or_default());
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

    /// Returns whether a variable or a parameter keeps its pointee.
    pub fn keeps(&self, id: Id) -> bool {
        self.variables.contains(&id) || self.typed.contains(&id)
    }

    /// Returns whether it is a debug instruction, which names no cast and may also stand among the variables.
    pub fn is_debug(&self, inst: Instruction<'_>) -> bool {
        matches!(inst.in_operands(), [set, ..] if inst.opcode() == Op::ExtInst && self.debug_sets.contains(set))
    }

    /// Returns the index of the pointer operand of `vloadn` or `vstoren`, whose pointee must be the component type of
    /// the vector.
    pub fn vector_access(&self, inst: Instruction<'_>) -> Option<usize> {
        let [_, _, set, number, ..] = *inst.operands() else { return None };
        let row = VECTOR_ACCESSES.iter().find(|row| row.0 == number);
        row.filter(|_| inst.opcode() == Op::ExtInst && self.opencl == Some(set)).map(|row| row.1)
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

    /// Records a pointer whose pointee determines the width of an access.
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
