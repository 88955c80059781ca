//! The state of a translation to SPIR-V: the values, types and functions known so far, and the SPIR-V builder.

use crate::binary::builder::{Builder, Id};
use crate::binary::write;
use crate::error::{Code, Collected, Error, Result};
use crate::llvm::{Block, Module, Type, Value};
use crate::locality::LocalityMap;
use crate::options::Options;
use crate::state::hooks::ask;
use crate::state::slots;
use crate::state::{ByType, Locals, Numbered};
use ::spirv::{Op, StorageClass};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A SPIR-V value with its type, which includes the pointee that LLVM's opaque pointers lack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operand {
    /// The result id.
    pub id: Id,
    /// The id of its type.
    pub ty: Id,
}

/// A member of a structure result, as a separate value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The member.
    pub operand: Operand,
    /// True if it has been named after the first instruction that uses it.
    pub is_named: bool,
}

/// A function as SPIR-V sees it.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The `OpFunction`.
    pub id: Id,
    /// Its `OpTypeFunction`.
    pub ty: Id,
    /// The result type.
    pub result: Id,
    /// The types of the parameters, in order.
    pub params: Rc<[Id]>,
}

/// The pointees of the pointers in a function, inferred from their uses.
#[derive(Clone, Debug, Default)]
pub struct PointeeUses<'m> {
    /// For arguments, phis and the like: the pointee inferred from their uses.
    pub pointees: LocalityMap<Value<'m>, Type<'m>>,
    /// Variables that are only ever loaded and stored as a pointer, with the first value stored.
    pub slots: FxHashMap<Value<'m>, Option<Value<'m>>>,
    /// The calls of the function.
    pub calls: Vec<Value<'m>>,
    /// The number of instructions of the function.
    pub instructions: usize,
    /// True if an `alloca` comes after another instruction.
    pub scatters_variables: bool,
}

/// The kinds of calls that become constants in SPIR-V.
#[derive(Clone, Copy, Debug)]
pub enum Late {
    /// A constant that a hook creates.
    Made(for<'m> fn(&mut Forward<'m>, Value<'m>) -> Result<Operand>),
    /// The constant that a builtin returns on every device.
    Number(u64),
}

/// The function that is being translated.
#[derive(Debug, Default)]
pub struct Body<'m> {
    /// The type that the function returns.
    pub result: Id,
    /// Arguments and instructions translated so far.
    pub values: Locals<'m>,
    /// The constant expressions that the current instruction uses, computed before it.
    pub expressions: FxHashMap<Value<'m>, Operand>,
    /// The labels of all blocks that are translated.
    pub labels: Numbered<Block<'m>, Id>,
    /// Branches and phis.
    pub control_flow: slots::control_flow::Branches<'m>,
    /// The `OpVariable`s, which come first in the first block.
    pub variables: Vec<u32>,
    /// The stores after the variables, into variables that the translation adds.
    pub first_stores: Vec<u32>,
    /// The instructions after the variables and their stores.
    pub code: Vec<u32>,
    /// The result of the instruction that was appended last.
    pub last: Id,
    /// The last result for which fast-math flags state a mode.
    pub flagged: Id,
    /// For each block by label: where its terminator (or the merge before it) starts in `code`.
    pub ends: Numbered<Id, usize>,
    /// Pointer casts made in the current block, so that each is made once.
    pub casts: FxHashMap<(Id, Id), Id>,
    /// The pointees of pointers, inferred from their uses.
    pub pointee_uses: PointeeUses<'m>,
    /// Variables of the function.
    pub memory: slots::memory::Variables<'m>,
    /// The variables of `alloca`s in the generic address space: the variable, not the cast pointer.
    pub generic_variables: FxHashMap<Value<'m>, Operand>,
    /// The members of the results of intrinsics that return a structure of two members.
    pub members: FxHashMap<Value<'m>, [Member; 2]>,
    /// Instructions that were merged into another one.
    pub absorbed: rustc_hash::FxHashSet<Value<'m>>,
    /// Calls that are constants, which are made where they are first used.
    pub late: FxHashMap<Value<'m>, Late>,
    /// Chains of calls that become one load of a builtin variable.
    pub builtin_loads: slots::builtin_variables::Loads<'m>,
    /// The number of images combined with samplers so far.
    pub sampled_images: u32,
    /// The specialization constants that the function calls.
    pub spec_constants: slots::spec_constants::Calls<'m>,
    /// For headers of loops that do not end in a branch: the label of the additional block for the terminator.
    pub splits: FxHashMap<Block<'m>, Id>,
    /// The variables of builtins that the function reads.
    pub inputs: std::collections::BTreeSet<Id>,
    /// The functions that it calls.
    pub callees: std::collections::BTreeSet<Id>,
    /// True if it contains a product and a sum that must be rounded separately.
    pub is_uncontracted: bool,
}

impl<'m> Body<'m> {
    /// Creates the state of one function.
    pub fn of(pointee_uses: PointeeUses<'m>) -> Self {
        // Most instructions have a value: room for all of them at once spares moving them again and again.
        let values = Locals::with_capacity(pointee_uses.instructions);
        let code = Vec::with_capacity(pointee_uses.instructions.saturating_mul(WORDS));
        Self { values, code, pointee_uses, ..Self::default() }
    }
}

/// The typical maximum number of words of an instruction.
const WORDS: usize = 6;

/// The variable of a builtin.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinVariable {
    /// The pointer.
    pub pointer: Operand,
    /// The type of its value.
    pub value_type: Id,
    /// The type of a component of the value.
    pub component: Id,
    /// The width of a component.
    pub width: u32,
    /// The number of components; a scalar has one.
    pub lanes: u32,
    /// True if its storage class is `Input`, as the specification requires.
    pub is_input: bool,
}

/// The depth to which types and constants may nest (SPIR-V 2.17 "Universal Limits" has 255 for structures).
const MAX_DEPTH: u32 = 255;

/// The depth from which constant expressions are expanded instead; the remaining levels are for their operands.
const DEEP: u32 = 200;

/// The state of one translation to SPIR-V.
#[derive(Debug)]
pub struct Forward<'m> {
    /// The settings.
    pub options: &'m Options,
    /// The hooks with which chapters extend the core chapters.
    pub hooks: &'m super::Hooks,
    /// The LLVM module.
    pub module: &'m Module<'m>,
    /// The builder of the SPIR-V module.
    pub spv: Builder,
    /// The SPIR-V types of LLVM types.
    pub types: ByType<'m, Id>,
    /// The types of the components of vectors of pointers.
    pub lanes: FxHashMap<Type<'m>, Id>,
    /// Each `OpTypePointer` by storage class and pointee.
    pub pointer_types: LocalityMap<(StorageClass, Id), Id>,
    /// For each `OpTypePointer`: storage class and pointee.
    pub pointers: LocalityMap<Id, (StorageClass, Id)>,
    /// The type of pointers in the address space of one LLVM pointer type to another LLVM type.
    pub pointing_to: LocalityMap<(Type<'m>, Type<'m>), Id>,
    /// For each `OpTypeImage`: its shape.
    pub images: FxHashMap<Id, slots::images::Shape>,
    /// The types of cooperative matrices.
    pub matrices: slots::cooperative_matrix::Matrices,
    /// Constants and module-scope variables.
    pub globals: LocalityMap<Value<'m>, Operand>,
    /// Functions, by their LLVM value.
    pub functions: LocalityMap<Value<'m>, Signature>,
    /// The module-scope variables, in order.
    pub variables: Vec<Id>,
    /// The entry points.
    pub entry_points: slots::entry_points::EntryPoints<'m>,
    /// The variables of builtins (`BuiltIn` decorations), by builtin number.
    pub builtin_variables: FxHashMap<u32, BuiltinVariable>,
    /// The builtins of declared functions; `None` for functions that are not builtins.
    pub builtins: FxHashMap<Value<'m>, Option<std::rc::Rc<crate::state::Builtin>>>,
    /// The beginnings of chains of calls that become one vector; found at the first function body.
    pub builtin_chains: Option<slots::builtin_variables::Chains<'m>>,
    /// Formats of `printf`.
    pub formats: slots::once::Formats<'m>,
    /// The lowerings of calls of intrinsics.
    pub intrinsics: slots::once::Lowerings,
    /// The scopes of aliases.
    pub aliases: slots::aliases::Aliases<'m>,
    /// Inline assembly.
    pub assembly: slots::inline_asm::Assembly<'m>,
    /// The specialization constants.
    pub spec_constants: slots::spec_constants::Made<'m>,
    /// The functions with intrinsics to which a variable may be passed.
    pub with_variables: rustc_hash::FxHashSet<Value<'m>>,
    /// Functions and variables that the translation adds.
    pub helpers: crate::state::Helpers,
    /// Types of shaders that LLVM's types do not determine.
    pub shaders: slots::shaders::ForwardShaders<'m>,
    /// Opaque types of older IR.
    pub opaque_sources: slots::once::OpaqueSources,
    /// The pointees inferred from uses, for the functions whose signature was needed before their body was translated.
    pub pointee_uses: FxHashMap<Value<'m>, PointeeUses<'m>>,
    /// The pointees of pointers as the Khronos translator infers them.
    pub inferred: Option<std::rc::Rc<slots::pointees::Inferred<'m>>>,
    /// Debug information, where the module has any that is to be written.
    pub debug: Option<Box<slots::debug_info::ForwardDebug<'m>>>,
    /// The LLVM values of instructions, if requested.
    pub origins: Option<crate::state::Origins<'m>>,
    /// The depth of the translation in types and constants.
    depth: u32,
    /// The function being translated.
    pub body: Body<'m>,
    /// Wrap decorations to add at the end.
    pub wraps: slots::once::Wraps,
    /// The warnings; each sentence once.
    pub warnings: Vec<String>,
    /// The errors so far, and the values that could not be translated.
    pub errors: Collected<Value<'m>>,
}

impl<'m> Forward<'m> {
    /// Creates the state before a translation.
    pub fn new(options: &'m Options, hooks: &'m super::Hooks, module: &'m Module<'m>, spv: Builder) -> Self {
        Self {
            options,
            hooks,
            module,
            spv,
            types: ByType::default(),
            lanes: FxHashMap::default(),
            pointer_types: LocalityMap::default(),
            pointers: LocalityMap::default(),
            pointing_to: LocalityMap::default(),
            images: FxHashMap::default(),
            matrices: Default::default(),
            globals: LocalityMap::default(),
            functions: LocalityMap::default(),
            variables: Vec::new(),
            entry_points: Default::default(),
            builtin_variables: FxHashMap::default(),
            builtins: FxHashMap::default(),
            builtin_chains: None,
            formats: Default::default(),
            intrinsics: Default::default(),
            aliases: Default::default(),
            assembly: Default::default(),
            spec_constants: slots::spec_constants::Made::default(),
            with_variables: Default::default(),
            helpers: crate::state::Helpers::default(),
            shaders: Default::default(),
            opaque_sources: Default::default(),
            pointee_uses: FxHashMap::default(),
            inferred: None,
            debug: None,
            origins: None,
            depth: 0,
            body: Body::default(),
            wraps: Default::default(),
            warnings: Vec::new(),
            errors: Collected::new(options.error_limit),
        }
    }

    /// Translates one level deeper in a type or constant; fails at the maximum depth.
    pub fn nested<T>(&mut self, translate: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(Error::of(Code::Limit, format!("types or constants that nest deeper than {MAX_DEPTH} levels")));
        }
        self.depth += 1;
        let outcome = translate(self);
        self.depth -= 1;
        outcome
    }

    /// Returns whether constant expressions are expanded at this depth instead of translated recursively.
    pub fn is_deep(&self) -> bool {
        self.depth >= DEEP
    }

    /// Adds a warning, unless it has been given already.
    pub fn warn(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        if !self.warnings.contains(&sentence) {
            self.warnings.push(sentence);
        }
    }

    /// Appends an instruction without a result to the current block.
    pub fn emit(&mut self, op: Op, operands: &[u32]) -> Result<()> {
        self.spv.note(op);
        write::instruction(&mut self.body.code, op, operands)
    }

    /// Appends an instruction with a fresh result id to the current block.
    pub fn emit_value(&mut self, op: Op, ty: Id, operands: &[u32]) -> Result<Operand> {
        let id = self.spv.fresh();
        self.emit_as(id, op, ty, operands)
    }

    /// Appends an instruction with a given result id to the current block.
    pub fn emit_as(&mut self, id: Id, op: Op, ty: Id, operands: &[u32]) -> Result<Operand> {
        self.spv.note(op);
        write::value(&mut self.body.code, op, [ty, id], operands)?;
        self.body.last = id;
        Ok(Operand { id, ty })
    }

    /// Returns the type of an instruction's result, whose LLVM type corresponds to `ty`.
    pub fn typed(&mut self, value: Value<'m>, ty: Id) -> Result<Id> {
        Ok(ask!(self.hooks.typed_result, self, value, ty).unwrap_or(ty))
    }

    /// Appends the instruction that computes `value`.
    pub fn define(&mut self, value: Value<'m>, op: Op, ty: Id, operands: &[u32]) -> Result<Operand> {
        let ty = self.typed(value, ty)?;
        let id = self.spv.fresh();
        let operand = self.emit_as(id, op, ty, operands)?;
        self.body.values.insert(value, operand);
        Ok(operand)
    }

    /// Binds a value to an operand that exists already.
    pub fn bind(&mut self, value: Value<'m>, operand: Operand) -> Result<()> {
        self.body.values.insert(value, operand);
        Ok(())
    }

    /// The label of a block of the current function.
    pub fn label(&self, block: Block<'m>) -> Result<Id> {
        self.body
            .labels
            .get(&block)
            .copied()
            .ok_or_else(|| Error::internal("a branch to a block that was not laid out"))
    }

    /// The storage class and pointee of a pointer type.
    pub fn pointer_parts(&self, ty: Id) -> Option<(StorageClass, Id)> {
        self.pointers.get(&ty).copied()
    }
}
