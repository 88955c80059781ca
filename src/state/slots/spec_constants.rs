//! State of a translation for specialization constants (SPIR-V 2.9 "Specialization").

use crate::binary::{Id, Instruction, Op, Words};
use crate::llvm::{Metadata, Type, Value};
use crate::state::Operand;
use rustc_hash::{FxHashMap, FxHashSet};

/// A SPIR-V type with lengths that LLVM's type lacks.
#[derive(Clone, Debug)]
pub struct Sized<'m> {
    /// The type in LLVM IR, with the default lengths.
    pub ty: Type<'m>,
    /// The types of the members, or of each element.
    pub parts: Vec<Id>,
}

/// The specialization constants that the translation to SPIR-V has created.
#[derive(Debug, Default)]
pub struct Made<'m> {
    /// Scalars by opcode, type, `SpecId` and default.
    pub scalars: FxHashMap<Vec<u32>, Id>,
    /// The ids of all specialization constants.
    pub all: FxHashSet<Id>,
    /// Operations on constants of any kind, as in initialisers, and composites of these.
    pub computed: FxHashSet<Id>,
    /// The operands that the nodes of the list denote.
    pub nodes: FxHashMap<Metadata<'m>, Operand>,
    /// Types with specializable lengths, by LLVM's type and the metadata.
    pub by_lengths: FxHashMap<(Type<'m>, Metadata<'m>), Id>,
    /// Types with specializable lengths, by id.
    pub sized: FxHashMap<Id, Sized<'m>>,
}

/// The specialization constants of the current function.
#[derive(Debug, Default)]
pub struct Calls<'m> {
    /// The calls that stand for them, in order.
    pub in_order: Vec<Value<'m>>,
}

impl Made<'_> {
    /// Returns whether the module has no specialization constants.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Records an operation on constants, or a composite with one.
    pub fn add_computed(&mut self, id: Id) {
        self.computed.insert(id);
    }

    /// Returns whether it is an operation on specialization constants, or a composite with one.
    pub fn is_computed(&self, id: Id) -> bool {
        self.computed.contains(&id)
    }

    /// Returns whether there are types with specializable lengths.
    pub fn is_sized_any(&self) -> bool {
        !self.sized.is_empty()
    }

    /// Returns whether a type has specializable lengths.
    pub fn has_lengths(&self, ty: Id) -> bool {
        self.sized.contains_key(&ty)
    }

    /// Returns whether a type is LLVM's type `of` with specializable lengths.
    pub fn is_sized(&self, ty: Id, of: Type<'_>) -> bool {
        self.sized.get(&ty).is_some_and(|sized| sized.ty == of)
    }

    /// Returns whether it is a specialization constant.
    pub fn has(&self, id: Id) -> bool {
        self.all.contains(&id)
    }
}

/// Returns whether an opcode declares a scalar specialization constant.
pub fn is_scalar(op: Op) -> bool {
    matches!(op, Op::SpecConstantTrue | Op::SpecConstantFalse | Op::SpecConstant)
}

/// The specializable values of the module, and their defaults while a function has calls instead.
#[derive(Debug, Default)]
pub struct Specialised<'m> {
    /// The instructions: scalars and composites of scalars come first, so that their ids do not depend on which
    /// operations are kept.
    pub instructions: Vec<Instruction<'m>>,
    /// The index of each id among the instructions.
    pub index: FxHashMap<Id, usize>,
    /// The defaults of values that are calls in the current function.
    pub defaults: FxHashMap<Id, Value<'m>>,
    /// The instructions in the order of the module.
    pub in_order: Vec<Instruction<'m>>,
    /// The nodes of the first instructions, which the metadata lists.
    pub listed: Vec<Metadata<'m>>,
    /// The nodes by id.
    pub nodes: FxHashMap<Id, Metadata<'m>>,
    /// Array types with such a value as their length.
    pub sized: FxHashSet<Id>,
    /// The metadata of each type's lengths, as far as it was created.
    pub lengths: FxHashMap<Id, Option<Metadata<'m>>>,
}

impl<'m> Specialised<'m> {
    /// Creates the state for the instructions that [`crate::binary::passes::dependents::dependents`] returns.
    pub fn new(dependents: &'m Words<'m>) -> Self {
        let mut computed = FxHashSet::default();
        let (mut instructions, mut operations) = (Vec::new(), Vec::new());
        for inst in dependents.instructions() {
            let is_computed = match inst.opcode() {
                Op::SpecConstantComposite => inst.in_operands().iter().any(|part| computed.contains(part)),
                op => !is_scalar(op),
            };
            computed.extend(inst.result_id().filter(|_| is_computed));
            if is_computed { operations.push(inst) } else { instructions.push(inst) }
        }
        let in_order = dependents.instructions().collect();
        instructions.extend(operations);
        let ids = instructions.iter().enumerate();
        let index = ids.filter_map(|(index, inst)| Some((inst.result_id()?, index))).collect();
        Self { instructions, index, in_order, ..Self::default() }
    }

    /// Returns whether the constant is specializable, or has such a constituent.
    pub fn has(&self, id: Id) -> bool {
        self.index.contains_key(&id)
    }

    /// Returns the default of a constant that is a call in the current function.
    pub fn default_of(&self, id: Id) -> Option<Value<'m>> {
        self.defaults.get(&id).copied()
    }
}
