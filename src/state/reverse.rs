//! The state of a translation to LLVM IR: the types, values and blocks known so far, by id, and the LLVM builder.

use super::expansion::Expansion;
use crate::binary::{self, Id, Instruction, Op};
use crate::error::{Code, Collected, Error, Result};
use crate::llvm::{Block, Builder, Context, Module, Type, Value};
use crate::locality::LocalityMap;
use crate::options::Options;
use crate::state::BuiltinCalls;
use crate::state::slots::{self, builtin_variables::BuiltinPlace};
use rustc_hash::FxHashMap;

/// The depth to which types may be nested (SPIR-V 2.17 "Universal Limits"): LLVM recurses along them.
const MAX_DEPTH: u16 = 255;

/// The limit on the scalars of an expanded structure, arrays counted once: a few lines of SPIR-V can double a type a
/// hundred times, and LLVM writes out types without a name.
const MAX_LEAVES: u32 = 1 << 20;

/// A type with its depth and size, which are limited.
#[derive(Clone, Copy, Debug)]
struct TypeEntry<'m> {
    ty: Type<'m>,
    depth: u16,
    leaves: u32,
}

/// The function that is being translated.
#[derive(Debug, Default)]
pub struct ReverseBody<'m> {
    /// The translations that are tried before the handlers of opcodes.
    pub interceptors: Vec<super::hooks::Intercept>,
    /// The blocks by label.
    pub blocks: LocalityMap<Id, Block<'m>>,
    /// The current block.
    pub label: Id,
    /// Branches and phis.
    pub control_flow: slots::control_flow::ReverseBranches<'m>,
    /// Loads of builtin variables.
    pub builtin_loads: slots::builtin_variables::ReverseLoads<'m>,
    /// Results of instructions on images.
    pub images: slots::images::Parts,
    /// Results in structures.
    pub results: slots::declarations::StoredResults,
    /// The initialisers of variables, with the variables, until all variables are translated.
    pub initial: Vec<(Value<'m>, Value<'m>)>,
    /// Splatted conditions, which `select` may not need.
    pub splats: Vec<Value<'m>>,
    /// The builtins whose first call is in this function.
    pub declared: Vec<Value<'m>>,
}

/// The state of one translation to LLVM IR.
#[derive(Debug)]
pub struct Reverse<'m> {
    /// The settings.
    pub options: &'m Options,
    /// The hooks with which chapters extend the core chapters.
    pub hooks: &'m super::Hooks,
    /// The SPIR-V module.
    pub spv: &'m binary::Module<'m>,
    /// The context for types, constants and metadata.
    pub context: &'m Context,
    /// The LLVM module.
    pub module: &'m Module<'m>,
    /// The builder, at the end of the current block.
    pub builder: Builder<'m>,
    /// The function being translated.
    pub body: ReverseBody<'m>,
    /// The `OpEntryPoint`s of each function.
    pub entry_points: FxHashMap<Id, Vec<Instruction<'m>>>,
    /// For each function its execution modes.
    pub execution_modes: FxHashMap<Id, Vec<Instruction<'m>>>,
    /// The default fast-math flags of instructions.
    pub float_defaults: slots::declarations::FloatDefaults,
    /// The lists of kernel arguments in strings.
    pub arg_strings: slots::declarations::ArgumentStrings,
    /// The functions and variables that are imported.
    pub imports: slots::declarations::Imports<'m>,
    /// The extended instruction sets that only describe other instructions.
    pub descriptions: slots::declarations::Descriptions,
    /// Debug information, where the module has any.
    pub debug: Option<Box<slots::debug_info::ReverseDebug<'m>>>,
    /// Variables that stand for builtins (`BuiltIn` decorations), and pointers into them, which have no LLVM value.
    pub builtin_places: FxHashMap<Id, BuiltinPlace>,
    /// Constant samplers.
    pub samplers: slots::samplers::Samplers,
    /// Values that depend on specialization constants; each function creates the ones that it uses.
    pub spec_constants: slots::spec_constants::Specialised<'m>,
    /// Scopes of aliases.
    pub aliases: slots::aliases::ReverseAliases<'m>,
    /// Annotations to list at the end.
    pub annotations: slots::annotations::Annotations<'m>,
    /// The types of the first accesses through untyped pointers.
    pub untyped_uses: slots::declarations::UntypedUses,
    /// True if the module has an image type.
    pub has_images: bool,
    /// Numbers of 4 and 8 bits.
    pub small_numbers: slots::declarations::SmallNumbers,
    /// Cooperative matrices.
    pub matrices: slots::cooperative_matrix::ReverseMatrices<'m>,
    /// Forms and types of shaders that LLVM's types do not determine.
    pub shaders: slots::shaders::ReverseShaders<'m>,
    /// The declared builtins, by instruction and types.
    pub builtin_calls: BuiltinCalls<'m>,
    /// The warnings; each sentence once.
    pub warnings: Vec<String>,
    /// The errors so far, and the ids that could not be translated.
    pub errors: Collected<Id>,
    types: Vec<TypeEntry<'m>>,
    /// For each id its index among the types, from 1; 0 if it is not a type.
    type_places: Vec<u32>,
    values: Vec<Option<Value<'m>>>,
    /// The results of the instructions of the function so far.
    results: Vec<Id>,
    expansion: Expansion<'m>,
    declared: FxHashMap<String, Value<'m>>,
}

impl<'m> Reverse<'m> {
    /// Creates the state before a translation.
    pub fn new(
        options: &'m Options,
        hooks: &'m super::Hooks,
        spv: &'m binary::Module<'m>,
        context: &'m Context,
        module: &'m Module<'m>,
    ) -> Self {
        // The bound is limited when the header is read.
        let bound = spv.bound() as usize;
        Self {
            options,
            hooks,
            spv,
            context,
            module,
            builder: Builder::new(module),
            body: ReverseBody::default(),
            entry_points: FxHashMap::default(),
            execution_modes: FxHashMap::default(),
            aliases: Default::default(),
            float_defaults: Default::default(),
            arg_strings: Default::default(),
            imports: Default::default(),
            descriptions: Default::default(),
            debug: None,
            builtin_places: FxHashMap::default(),
            samplers: Default::default(),
            spec_constants: slots::spec_constants::Specialised::default(),
            annotations: Default::default(),
            untyped_uses: Default::default(),
            has_images: false,
            small_numbers: Default::default(),
            matrices: Default::default(),
            shaders: Default::default(),
            builtin_calls: BuiltinCalls::default(),
            warnings: Vec::new(),
            errors: Collected::new(options.error_limit),
            types: Vec::new(),
            type_places: vec![0; bound],
            values: vec![None; bound],
            results: Vec::new(),
            expansion: Expansion::new(bound, spv.word_count()),
            declared: FxHashMap::default(),
        }
    }

    /// Adds a warning, unless it has been given already.
    pub fn warn(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        if !self.warnings.contains(&sentence) {
            self.warnings.push(sentence);
        }
    }

    // --- Types ---

    /// The LLVM type of a SPIR-V type.
    #[inline]
    pub fn ty(&self, id: Id) -> Result<Type<'m>> {
        self.type_entry(id).map(|entry| entry.ty)
    }

    #[inline]
    fn type_entry(&self, id: Id) -> Result<&TypeEntry<'m>> {
        let place = self.type_places.get(id as usize).and_then(|place| place.checked_sub(1));
        place.and_then(|place| self.types.get(place as usize)).ok_or_else(|| no_type(id))
    }

    /// The LLVM type of the result of an instruction.
    #[inline]
    pub fn result_ty(&self, inst: Instruction<'m>) -> Result<Type<'m>> {
        self.ty(inst.result_type().unwrap_or_default())
    }

    /// Records a type with its component types; fails if it exceeds a limit.
    pub fn set_type(&mut self, id: Id, ty: Type<'m>, parts: &[Id]) -> Result<()> {
        let (mut depth, mut leaves) = (0, 0u32);
        for part in parts {
            let entry = self.type_entry(*part)?;
            depth = depth.max(entry.depth + 1);
            leaves = leaves.saturating_add(entry.leaves);
        }
        if depth > MAX_DEPTH {
            return Err(Error::of(Code::Limit, format!("types that nest deeper than {MAX_DEPTH} levels")));
        }
        if leaves > MAX_LEAVES {
            return Err(Error::of(Code::Limit, format!("a structure of more than {MAX_LEAVES} scalars")));
        }
        if let Some(place) = self.type_places.get_mut(id as usize) {
            self.types.push(TypeEntry { ty, depth, leaves: leaves.max(1) });
            *place = self.types.len() as u32;
        }
        Ok(())
    }

    /// The SPIR-V type of a value.
    pub fn type_of(&self, id: Id) -> Result<Id> {
        let definition = self.spv.definition(id).and_then(Instruction::result_type);
        definition.ok_or_else(|| Error::of(Code::Operands, format!("%{id} has no type")))
    }

    /// The instruction that declares the type of a value.
    pub fn type_definition(&self, value: Id) -> Result<Instruction<'m>> {
        let ty = self.type_of(value)?;
        self.spv.definition(ty).ok_or_else(|| no_type(ty))
    }

    /// The SPIR-V type that a SPIR-V pointer type points to.
    pub fn pointee(&self, pointer_type: Id) -> Result<Id> {
        match self.spv.definition(pointer_type) {
            Some(ty) if ty.opcode() == Op::TypePointer => ty.operand(1),
            _ => Err(Error::of(Code::Operands, format!("%{pointer_type} is no pointer type"))),
        }
    }

    // --- Values ---

    /// The LLVM value of an id.
    #[inline]
    pub fn value(&self, id: Id) -> Result<Value<'m>> {
        match self.values.get(id as usize) {
            Some(Some(value)) => self.expansion.spend(id).map(|()| *value),
            _ => Err(self.no_value(id)),
        }
    }

    /// The LLVM value of an id, if it has one by now.
    pub fn find_value(&self, id: Id) -> Option<Value<'m>> {
        self.values.get(id as usize).copied().flatten()
    }

    #[cold]
    fn no_value(&self, id: Id) -> Error {
        if let Some(BuiltinPlace { builtin, .. }) = self.builtin_places.get(&id) {
            return Error::of(
                Code::SpirvInstruction,
                format!("the builtin variable {builtin:?} in another use than a load"),
            );
        }
        Error::of(Code::Operands, format!("%{id} is used before it is defined, or is no value"))
    }

    /// The LLVM value of the operand at a position after result type and result id.
    #[inline]
    pub fn operand(&self, inst: Instruction<'m>, index: usize) -> Result<Value<'m>> {
        self.value(inst.operand(index)?)
    }

    /// Sets the value of an id without a name or a type check: for values with their own name, or of another id, too.
    pub fn set(&mut self, id: Id, value: Value<'m>) {
        if let Some(slot) = self.values.get_mut(id as usize) {
            *slot = Some(value);
        }
    }

    /// Notes that an instruction of a body is being translated.
    #[inline]
    pub fn begin_instruction(&mut self, inst: Instruction<'m>) {
        self.results.extend(inst.result_id());
    }

    /// Removes the values of a function: other functions must not refer to them, and LLVM frees each function
    /// independently.
    pub fn forget_locals(&mut self, function: binary::Function<'m>) {
        let parameters = function.parameters.iter().filter_map(|parameter| parameter.result_id());
        for id in parameters.chain(self.results.drain(..)) {
            if let Some(slot) = self.values.get_mut(id as usize) {
                *slot = None;
            }
        }
    }

    /// Records the result of an instruction under its name, after checking its type.
    pub fn define(&mut self, inst: Instruction<'m>, value: Value<'m>) -> Result<()> {
        let id = self.alias(inst, value)?;
        if let Some(name) = self.spv.name(id) {
            value.set_name(name);
        }
        Ok(())
    }

    /// Names an intermediate value, if the policy asks for names.
    pub fn name_intermediate(&self, value: Value<'m>, name: &str) -> Value<'m> {
        if self.options.policy.names_intermediate_values {
            value.set_name(name);
        }
        value
    }

    /// Records an existing value as the result of an instruction, after checking its type.
    pub fn alias(&mut self, inst: Instruction<'m>, value: Value<'m>) -> Result<Id> {
        let ty = self.result_ty(inst)?;
        if value.ty() != ty {
            return Err(inst.error(format!("the result type is {ty}, but the operands give {}", value.ty())));
        }
        let id = inst.result_id().unwrap_or_default();
        self.set(id, value);
        Ok(id)
    }

    /// Creates a constant without counting its operands as uses, since they are part of its size.
    pub fn make_constant(&mut self, make: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let left = self.expansion.left();
        let made = make(self);
        self.expansion.set_left(left);
        made
    }

    /// Records a constant.
    pub fn set_constant(&mut self, inst: Instruction<'m>, value: Value<'m>) -> Result<()> {
        let id = self.alias(inst, value)?;
        self.expansion.define(id, value);
        Ok(())
    }

    /// The value of an integer constant.
    pub fn constant(&self, id: Id) -> Result<u64> {
        let value = self.spec_constants.default_of(id).map_or_else(|| self.value(id), Ok)?;
        let constant = value.int_value().filter(|_| value.is_constant());
        constant.ok_or_else(|| {
            Error::of(Code::SpirvInstruction, format!("%{id} where a constant of at most 64 bits is needed"))
        })
    }

    /// The block of a label of the current function.
    pub fn block(&self, label: Id) -> Result<Block<'m>> {
        let block = self.body.blocks.get(&label).copied();
        block.ok_or_else(|| Error::of(Code::Operands, format!("%{label} is no block of this function")))
    }

    // --- Functions that the module does not define ---

    /// Returns the declaration of a builtin, which `declare` creates on first use.
    pub fn declare_builtin(
        &mut self,
        name: &str,
        declare: impl FnOnce(&mut Self) -> Result<Value<'m>>,
    ) -> Result<Value<'m>> {
        if let Some(function) = self.declared.get(name) {
            return Ok(*function);
        }
        let function = declare(self)?;
        self.declared.insert(name.to_owned(), function);
        self.body.declared.push(function);
        Ok(function)
    }
}

#[cold]
fn no_type(id: Id) -> Error {
    Error::of(Code::Operands, format!("%{id} is no type, or is used before it is declared"))
}
