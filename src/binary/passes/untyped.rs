//! Pointers without a pointee: `SPV_KHR_untyped_pointers`.
//!
//! In: a module whose pointers all have a pointee, as a writer makes it. Out: the same module, in which pointers have
//! one only where it is an array, a vector or opaque, or where a parameter is passed by value, which needs the pointee.
//! Variables and access chains then name their types themselves. Types that differ in nothing but pointees become one.

mod base_types;
mod blocks;
mod function_types;
mod parameters;
mod prefetches;
mod variables;

use crate::binary::definitions::Definitions;
use crate::binary::grammar::{Category, Kind};
use crate::binary::{Id, Instruction, Words, header, operands, write};
use crate::error::Result;
use ::spirv::{Capability, Op};
use parameters::Parameters;
use prefetches::Prefetches;
use rustc_hash::FxHashMap;

/// The set of extended instructions of OpenCL.
const OPENCL_STD: &str = "OpenCL.std";
const BITCAST: u32 = Op::Bitcast as u32;

const EXTENSION: &str = "SPV_KHR_untyped_pointers";

/// The access chain opcodes for typed pointers, each with its untyped counterpart.
const CHAINS: &[(Op, Op)] = &[
    (Op::AccessChain, Op::UntypedAccessChainKHR),
    (Op::InBoundsAccessChain, Op::UntypedInBoundsAccessChainKHR),
    (Op::PtrAccessChain, Op::UntypedPtrAccessChainKHR),
    (Op::InBoundsPtrAccessChain, Op::UntypedInBoundsPtrAccessChainKHR),
];

/// Returns the words of the module with untyped pointers. Casts between pointers that then have one type stay if
/// `keep_casts`.
pub fn untyped(words: &Words<'_>, keep_casts: bool) -> Result<Vec<u32>> {
    let mut definitions = Definitions::new(words);
    for inst in words.instructions() {
        inst.result_id().into_iter().for_each(|id| definitions.add(id, inst));
    }
    let mut pass = Pass::new(words, definitions, keep_casts);
    pass.find_redundant_casts();
    for inst in words.instructions() {
        pass.instruction(inst)?;
    }
    pass.finish()
}

struct Pass<'w> {
    words: &'w Words<'w>,
    definitions: Definitions<'w>,
    keep_casts: bool,
    out: Vec<u32>,
    bound: Id,
    /// The replacement of an id.
    same: FxHashMap<Id, Id>,
    /// The untyped pointer type of each storage class.
    classes: FxHashMap<u32, Id>,
    /// Types by their words without the result.
    types: FxHashMap<Vec<u32>, Id>,
    parameters: Parameters,
    prefetches: Prefetches,
    /// Parameters of the current function that keep their pointees, until they are cast.
    to_cast: Vec<Id>,
    /// The types of functions some of whose parameters keep their pointees.
    function_types: FxHashMap<Id, Id>,
    /// The parameters that keep their pointees in all functions of a type.
    kept_by_all: FxHashMap<Id, Vec<bool>>,
    /// Pointer types that are kept, each with its storage class, until that class has an untyped pointer type.
    typed_alone: FxHashMap<Id, u32>,
    /// The wrapper structure for each pointer type over which chains step, since a base type must not be a pointer.
    wrapped: FxHashMap<Id, Id>,
    is_front: bool,
    has_variable_lengths: bool,
}

impl<'w> Pass<'w> {
    fn new(words: &'w Words<'w>, definitions: Definitions<'w>, keep_casts: bool) -> Self {
        let out = words.words().iter().take(header::WORDS).copied().collect();
        let bound = words.header().bound;
        let parameters = Parameters::find(words, &definitions, keep_casts);
        let prefetches = Prefetches::of(words);
        let kept_by_all = function_types::kept_by_all(words, &parameters);
        Self {
            words,
            definitions,
            keep_casts,
            out,
            bound,
            same: FxHashMap::default(),
            classes: FxHashMap::default(),
            types: FxHashMap::default(),
            parameters,
            prefetches,
            to_cast: Vec::new(),
            function_types: FxHashMap::default(),
            kept_by_all,
            typed_alone: FxHashMap::default(),
            wrapped: FxHashMap::default(),
            is_front: true,
            has_variable_lengths: false,
        }
    }

    fn finish(mut self) -> Result<Vec<u32>> {
        if self.classes.is_empty() {
            return Ok(self.words.words().to_vec());
        }
        const BOUND: usize = 3;
        if let Some(bound) = self.out.get_mut(BOUND) {
            *bound = self.bound;
        }
        let arrays = Capability::UntypedVariableLengthArrayINTEL as u32;
        let arrays = Some(arrays).filter(|_| self.has_variable_lengths);
        declare(&self.out, [Some(Capability::UntypedPointersKHR as u32), arrays].into_iter().flatten())
    }

    fn fresh(&mut self) -> Id {
        self.bound = self.bound.saturating_add(1);
        self.bound - 1
    }

    // --- What is known of the module ---

    /// Replaces each cast that has become redundant by its operand: casts in functions unless they are kept, and all
    /// casts of parameters.
    fn find_redundant_casts(&mut self) {
        for inst in self.words.instructions() {
            let (ty, id, value) = match (inst.opcode(), inst.operands()) {
                (Op::Bitcast, [_, id, _]) if self.parameters.blocks.contains(id) => continue,
                (Op::Bitcast, [ty, id, value]) if !self.keep_casts || self.parameters.typed.contains(value) => {
                    (*ty, *id, *value)
                }
                (Op::SpecConstantOp, [ty, id, BITCAST, value]) => (*ty, *id, *value),
                _ => continue,
            };
            if self.is_redundant_cast(ty, value) {
                self.same.insert(id, value);
            }
        }
    }

    /// Returns whether the instruction is an erased cast, or the name of one.
    fn is_gone(&self, inst: Instruction<'w>) -> bool {
        let id = match inst.opcode() {
            Op::Bitcast | Op::SpecConstantOp => inst.result_id(),
            Op::Name => inst.operand(0).ok(),
            _ => None,
        };
        id.is_some_and(|id| self.same.contains_key(&id))
    }

    /// Returns whether the instruction casts between pointers that have one type from now on.
    fn is_redundant_cast(&self, ty: Id, value: Id) -> bool {
        let class = |ty: Id| self.pointer(ty).map(|(class, _)| class);
        let (to, from) = (class(ty), self.definitions.type_of(value).and_then(class));
        to.is_some() && to == from
    }

    fn pointer(&self, ty: Id) -> Option<(u32, Id)> {
        pointer(&self.definitions, ty)
    }

    /// Returns the pointee of a value's pointer type, and whether the pointer loses it.
    fn pointee(&self, value: Id) -> Option<(Id, bool)> {
        let ty = self.definitions.type_of(value)?;
        let pointer = self.definitions.get(ty).filter(|ty| ty.opcode() == Op::TypePointer)?;
        let loses = self.pointer(ty).is_some();
        Some((*pointer.in_operands().get(1)?, loses))
    }

    /// Returns whether the variable of a lifetime instruction loses its pointee. Lifetime instructions require typed
    /// pointers and may be dropped.
    fn is_untyped(&self, lifetime: Instruction<'w>) -> bool {
        lifetime.operand(0).ok().and_then(|variable| self.pointee(variable)).is_some_and(|(_, loses)| loses)
    }

    // --- Rewriting ---

    fn instruction(&mut self, inst: Instruction<'w>) -> Result<()> {
        let op = inst.opcode();
        match op {
            Op::FunctionParameter | Op::Label | Op::Variable | Op::Line | Op::NoLine => {}
            Op::ExtInst if self.parameters.is_debug(inst) => {}
            Op::FunctionEnd => self.to_cast.clear(),
            _ => self.cast_parameters()?,
        }
        if self.is_gone(inst) {
            return Ok(());
        }
        if op != Op::TypeFunction && !self.typed_alone.is_empty() {
            let ids = self.ids(inst)?;
            self.name_untyped(&ids)?;
        }
        if let Some(place) = self.parameters.vector_access(inst) {
            return self.block(inst, &[place]);
        }
        match op {
            Op::TypePointer => self.pointer_type(inst),
            Op::TypeForwardPointer => self.forward_pointer(inst),
            Op::TypeFunction => self.function_type(inst),
            Op::TypeArray | Op::TypeVector => self.unique(inst),
            Op::Variable => self.variable(inst),
            Op::VariableLengthArrayINTEL => self.variable_length(inst),
            Op::Function => self.function(inst),
            Op::FunctionParameter => self.parameter(inst),
            Op::FunctionCall => self.call(inst),
            Op::PtrCastToGeneric if inst.result_id().is_some_and(|id| self.parameters.passed.contains(&id)) => {
                self.out.extend_from_slice(inst.words());
                Ok(())
            }
            Op::Bitcast if inst.result_id().is_some_and(|id| self.parameters.blocks.contains(&id)) => {
                self.block_cast(inst)
            }
            Op::SubgroupBlockReadINTEL => self.block(inst, &[2]),
            Op::SubgroupBlockWriteINTEL => self.block(inst, &[0]),
            Op::GroupAsyncCopy => self.block(inst, &[3, 4]),
            Op::SpecConstantOp => self.constant_chain(inst),
            Op::LifetimeStart | Op::LifetimeStop if !self.keep_casts && self.is_untyped(inst) => Ok(()),
            Op::ExtInst if self.prefetches.size(inst, self).is_some() => self.prefetch(inst),
            _ => match CHAINS.iter().find(|row| row.0 == op) {
                Some(row) => self.chain(inst, row.1, None),
                None => self.copy(inst),
            },
        }
    }

    /// Writes the instruction with its ids replaced.
    fn copy(&mut self, inst: Instruction<'w>) -> Result<()> {
        let words = self.renamed(inst)?;
        write::instruction(&mut self.out, inst.opcode(), &words)
    }

    fn renamed(&self, inst: Instruction<'w>) -> Result<Vec<u32>> {
        let mut words = Vec::with_capacity(inst.operands().len());
        // Lifetimes are of variables themselves, and debug information names them.
        let names_variables = matches!(inst.opcode(), Op::LifetimeStart | Op::LifetimeStop | Op::ExtInst);
        operands::walk(inst, &self.definitions, |part| {
            let is_id = part.kind.is_some_and(|kind| kind.info().category == Category::Id && kind != Kind::IdResult);
            match is_id && !(names_variables && self.parameters.keeps(part.word())) {
                true => words.push(self.id(part.word())),
                false => words.extend_from_slice(part.words),
            }
            Ok(())
        })?;
        Ok(words)
    }

    /// Returns the ids that an instruction names.
    fn ids(&self, inst: Instruction<'w>) -> Result<Vec<Id>> {
        let mut ids = Vec::new();
        operands::walk(inst, &self.definitions, |part| {
            let is_id = part.kind.is_some_and(|kind| kind.info().category == Category::Id && kind != Kind::IdResult);
            ids.extend(Some(part.word()).filter(|_| is_id));
            Ok(())
        })?;
        Ok(ids)
    }

    /// Returns the replacement of an id: the operand of an erased cast, the cast of a parameter, the remaining type of
    /// several equal ones.
    fn id(&self, mut id: Id) -> Id {
        while let Some(other) = self.same.get(&id) {
            id = *other;
        }
        id
    }

    /// The untyped pointer type of a class, declared on first use.
    fn class(&mut self, class: u32) -> Result<Id> {
        if let Some(ty) = self.classes.get(&class) {
            return Ok(*ty);
        }
        let ty = self.fresh();
        write::instruction(&mut self.out, Op::TypeUntypedPointerKHR, &[ty, class])?;
        self.declared(class, ty);
        Ok(ty)
    }

    /// Records the untyped pointer type of a class, and replaces the typed ones that were kept before it.
    fn declared(&mut self, class: u32, ty: Id) {
        self.classes.insert(class, ty);
        let kept: Vec<Id> = self.typed_alone.extract_if(|_, of| *of == class).map(|(id, _)| id).collect();
        self.same.extend(kept.into_iter().map(|id| (id, ty)));
    }

    /// Declares untyped pointer types for those kept types that are among these ids.
    fn name_untyped(&mut self, ids: &[Id]) -> Result<()> {
        let classes: Vec<u32> = ids.iter().filter_map(|id| self.typed_alone.get(id).copied()).collect();
        classes.into_iter().try_for_each(|class| self.class(class).map(drop))
    }

    fn pointer_type(&mut self, inst: Instruction<'w>) -> Result<()> {
        let id = inst.result_id().unwrap_or_default();
        let Some((class, pointee)) = self.pointer(id) else { return self.unique(inst) };
        // The Khronos translator declares these, too.
        let is_kept = self.keep_casts && self.is_task_sequence(pointee);
        if is_kept || self.parameters.types.contains(&id) {
            self.copy(inst)?;
            if !self.classes.contains_key(&class) {
                self.typed_alone.insert(id, class);
                return Ok(());
            }
        } else if !self.classes.contains_key(&class) {
            // The first of them keeps its id, so that ids go on to ascend.
            self.declared(class, id);
            return write::instruction(&mut self.out, Op::TypeUntypedPointerKHR, &[id, class]);
        }
        let ty = self.class(class)?;
        self.same.insert(id, ty);
        Ok(())
    }

    fn is_task_sequence(&self, ty: Id) -> bool {
        self.definitions.get(ty).is_some_and(|ty| ty.opcode() == Op::TypeTaskSequenceALTERA)
    }

    fn forward_pointer(&mut self, inst: Instruction<'w>) -> Result<()> {
        let [id, class] = *inst.operands() else { return self.copy(inst) };
        if self.pointer(id).is_none() {
            return self.copy(inst);
        }
        let ty = self.class(class)?;
        self.same.insert(id, ty);
        Ok(())
    }

    fn function(&mut self, inst: Instruction<'w>) -> Result<()> {
        if std::mem::take(&mut self.is_front) {
            let mut classes: Vec<u32> = self.typed_alone.values().copied().collect();
            classes.sort_unstable();
            classes.into_iter().try_for_each(|class| self.class(class).map(drop))?;
            self.function_types()?;
            self.wrap_base_types()?;
            self.prefetched_sizes()?;
        }
        let mut words = self.renamed(inst)?;
        let own = self.function_types.get(&inst.result_id().unwrap_or_default());
        if let (Some(ty), Some(word)) = (own, words.get_mut(3)) {
            *word = *ty;
        }
        write::instruction(&mut self.out, Op::Function, &words)
    }

    /// Writes a parameter; one that keeps its pointee is cast at the beginning of the body.
    fn parameter(&mut self, inst: Instruction<'w>) -> Result<()> {
        let id = inst.result_id().unwrap_or_default();
        if !self.parameters.typed.contains(&id) {
            return self.copy(inst);
        }
        if !self.parameters.passed.contains(&id) {
            self.to_cast.push(id);
        }
        self.out.extend_from_slice(inst.words());
        Ok(())
    }

    fn cast_parameters(&mut self) -> Result<()> {
        for id in std::mem::take(&mut self.to_cast) {
            let ty = self.definitions.type_of(id).map(|ty| self.id(ty)).unwrap_or_default();
            let cast = self.fresh();
            write::instruction(&mut self.out, Op::Bitcast, &[ty, cast, id])?;
            self.same.insert(id, cast);
        }
        Ok(())
    }

    /// Writes a call; arguments for parameters that keep their pointees are cast back.
    fn call(&mut self, inst: Instruction<'w>) -> Result<()> {
        let mut words = self.renamed(inst)?;
        let parameters =
            words.get(2).and_then(|callee| self.parameters.of_function.get(callee)).cloned().unwrap_or_default();
        for (parameter, word) in parameters.iter().zip(words.iter_mut().skip(3)) {
            if self.parameters.typed.contains(parameter) && !self.parameters.passed.contains(word) {
                let ty = self.definitions.type_of(*parameter).unwrap_or_default();
                let cast = self.fresh();
                write::instruction(&mut self.out, Op::Bitcast, &[ty, cast, *word])?;
                *word = cast;
            }
        }
        write::instruction(&mut self.out, Op::FunctionCall, &words)
    }

    /// Writes an access chain in an `OpSpecConstantOp`.
    fn constant_chain(&mut self, inst: Instruction<'w>) -> Result<()> {
        let named = inst.in_operands().first().copied();
        match CHAINS.iter().find(|row| Some(row.0 as u32) == named) {
            Some(row) => self.chain(inst, row.1, named),
            None => self.copy(inst),
        }
    }

    /// Writes an access chain whose base or result loses its pointee with its base type. If the result keeps its
    /// pointee, it is a cast of the chain; `constant` is the opcode operand of an `OpSpecConstantOp`.
    fn chain(&mut self, inst: Instruction<'w>, untyped: Op, constant: Option<u32>) -> Result<()> {
        let at = 2 + usize::from(constant.is_some());
        let base = inst.operands().get(at).copied().unwrap_or_default();
        let (Some((pointee, from)), Some(result)) = (self.pointee(base), inst.result_type()) else {
            return self.copy(inst);
        };
        let to = self.pointer(result).is_some();
        if !from && !to {
            return self.copy(inst);
        }
        let mut words = self.renamed(inst)?;
        let base_type = self.base_type(pointee)?;
        words.insert(at.min(words.len()), base_type);
        if let (Some(_), Some(word)) = (constant, words.get_mut(2)) {
            *word = untyped as u32;
        }
        let op = if constant.is_some() { Op::SpecConstantOp } else { untyped };
        if to {
            return write::instruction(&mut self.out, op, &words);
        }
        let class = self.definitions.get(result).and_then(|ty| ty.in_operands().first().copied());
        let (ty, chain) = (self.class(class.unwrap_or_default())?, self.fresh());
        let id = inst.result_id().unwrap_or_default();
        words.splice(..2, [ty, chain]);
        write::instruction(&mut self.out, op, &words)?;
        let result = self.id(result);
        match constant {
            Some(_) => write::instruction(&mut self.out, op, &[result, id, Op::Bitcast as u32, chain]),
            None => write::instruction(&mut self.out, Op::Bitcast, &[result, id, chain]),
        }
    }
}

/// Returns the storage class and the pointee of a pointer type that loses its pointee.
fn pointer(definitions: &Definitions<'_>, ty: Id) -> Option<(u32, Id)> {
    let pointer = definitions.get(ty).filter(|ty| ty.opcode() == Op::TypePointer)?;
    let [class, pointee] = *pointer.in_operands() else { return None };
    let is_plain = matches!(
        definitions.get(pointee)?.opcode(),
        Op::TypeVoid
            | Op::TypeBool
            | Op::TypeInt
            | Op::TypeFloat
            | Op::TypeStruct
            | Op::TypePointer
            | Op::TypeTaskSequenceALTERA
    );
    is_plain.then_some((class, pointee))
}

/// Inserts the capabilities, which must ascend, and the extension in the ascending order of the module's declarations.
fn declare(words: &[u32], capabilities: impl Iterator<Item = u32>) -> Result<Vec<u32>> {
    let module = Words::of_any(words)?;
    let mut out: Vec<u32> = words.iter().take(header::WORDS).copied().collect();
    let mut capabilities = capabilities.peekable();
    let mut has_extension = false;
    for inst in module.instructions() {
        let op = inst.opcode();
        let own = if op == Op::Capability { inst.operand(0)? } else { u32::MAX };
        while let Some(capability) = capabilities.next_if(|capability| *capability < own) {
            write::instruction(&mut out, Op::Capability, &[capability])?;
        }
        let is_before = op == Op::Capability || op == Op::Extension && inst.string(0)?.0.as_str() < EXTENSION;
        if !has_extension && !is_before {
            let start = write::begin(&mut out);
            write::string(&mut out, EXTENSION);
            write::end(&mut out, start, Op::Extension)?;
            has_extension = true;
        }
        out.extend_from_slice(inst.words());
    }
    Ok(out)
}
