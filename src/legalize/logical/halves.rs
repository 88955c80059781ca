//! 16-bit floating-point numbers in shaders for environments without `Float16`: values become `float`, rounded to 16
//! bits after each operation (S4-102). Memory keeps the 16-bit types, and loads and stores convert.
//!
//! A sum, product, quotient or root of two such numbers is exact in this sense, since `float` has more than twice as
//! many bits of precision; `fma` and conversions of long integers may be rounded twice. Variables of functions and
//! workgroups with such numbers, and functions that take or return them, are rejected.

mod memory;

use crate::error::{Code, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::instruction::keep_flags;
use crate::llvm::{Builder, Module, Opcode, Type, TypeKind, Value};
use crate::options::Options;
use crate::state::availability;
use ::spirv::Capability;
use llvm_spirv_mangling as mangling;
use memory::{holds, is_apart, refused_memory};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rewrites the functions of a module for an environment without `Float16`.
pub fn run<'m>(module: &'m Module<'m>, options: &Options) -> Result<()> {
    if availability::allows_capability(options, Capability::Float16) {
        return Ok(());
    }
    if let Some(variable) = module.globals().find(|global| is_apart(*global) && global.value_type().is_some_and(holds))
    {
        return Err(refused_memory(variable));
    }
    let context = module.context();
    for function in module.functions().filter(|function| !function.is_declaration()) {
        let emit = Emit { context: &context, builder: Builder::new(module) };
        let mut halves = Halves {
            module,
            emit,
            wide: FxHashMap::default(),
            phis: Vec::new(),
            short: FxHashMap::default(),
            vectors: Vec::new(),
        };
        halves.function(function).map_err(|error| error.in_function(function.name()))?;
    }
    Ok(())
}

fn is_half(ty: Type<'_>) -> bool {
    ty.scalar().kind() == TypeKind::Half
}

fn refused(inst: Value<'_>) -> Error {
    Error::of(Code::Instruction, "numbers of 16 bits where the environment has them in buffers only")
        .hint("use float for values, or allow the capability Float16")
        .at_instruction(|| inst.print())
}

/// Returns the 16-bit operands from which a value is computed, in reverse order; none for a phi, whose values are added
/// at the end.
fn sources<'m>(value: Value<'m>) -> impl Iterator<Item = Value<'m>> {
    let is_computed = value.is_instruction() && !value.is_op(Opcode::Phi) && !value.is_op(Opcode::Load);
    let operands = value.operands().filter(move |operand| is_computed && is_half(operand.ty()));
    operands.collect::<Vec<_>>().into_iter().rev()
}

/// The state of rewriting a function.
struct Halves<'m> {
    module: &'m Module<'m>,
    emit: Emit<'m>,
    /// The `float` of each 16-bit value.
    wide: FxHashMap<Value<'m>, Value<'m>>,
    /// The phis without incoming values yet, each with the 16-bit phi that it replaces.
    phis: Vec<(Value<'m>, Value<'m>)>,
    /// The 16-bit values from which rounded `float`s were extended.
    short: FxHashMap<Value<'m>, Value<'m>>,
    /// The loads of vectors that were replaced by loads of their components.
    vectors: Vec<Value<'m>>,
}

impl<'m> Halves<'m> {
    fn function(&mut self, function: Value<'m>) -> Result<()> {
        let mut instructions = function.blocks().flat_map(|block| block.instructions());
        if let Some(variable) = instructions.find(|inst| inst.allocated_type().is_some_and(holds)) {
            return Err(refused_memory(variable));
        }
        let is_one = |inst: &Value<'m>| is_half(inst.ty()) || inst.operands().any(|operand| is_half(operand.ty()));
        let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).filter(is_one).collect();
        let (makes, uses): (Vec<_>, Vec<_>) = all.iter().copied().partition(|inst| is_half(inst.ty()));
        for inst in &uses {
            self.replace(*inst)?;
        }
        while let Some((new, old)) = self.phis.pop() {
            for (value, block) in old.incoming().collect::<Vec<_>>() {
                let value = self.wide(value)?;
                self.emit.builder.add_incoming(new, value, block)?;
            }
        }
        let is_replaced = |inst: &&Value<'m>| !inst.is_op(Opcode::Load) || self.vectors.contains(*inst);
        let replaced: Vec<_> = makes.iter().filter(is_replaced).collect();
        for old in &replaced {
            old.replace_uses(self.emit.context.poison(old.ty())?)?;
        }
        replaced.iter().try_for_each(|old| old.erase())?;
        // What is only stored is no `float` again.
        self.short.keys().filter(|wide| !wide.is_used()).try_for_each(|wide| wide.erase())
    }

    fn float_like(&self, ty: Type<'m>) -> Result<Type<'m>> {
        self.emit.like(ty, self.emit.context.float_type())
    }

    /// Returns the `float` of a 16-bit value. Its operands are converted first, without recursion, since a chain of
    /// operations may be of any length.
    fn wide(&mut self, value: Value<'m>) -> Result<Value<'m>> {
        let (mut open, mut entered) = (vec![(value, false)], FxHashSet::default());
        while let Some((next, is_ready)) = open.pop() {
            if self.wide.contains_key(&next) {
                continue;
            }
            if is_ready {
                let wide = self.make(next)?;
                self.wide.insert(next, wide);
                continue;
            }
            // In blocks that nothing reaches a value may be computed from itself.
            if !entered.insert(next) {
                return Err(refused(next));
            }
            open.push((next, true));
            open.extend(sources(next).map(|source| (source, false)));
        }
        self.wide.get(&value).copied().ok_or_else(|| refused(value))
    }

    fn make(&mut self, value: Value<'m>) -> Result<Value<'m>> {
        let ty = self.float_like(value.ty())?;
        if !value.is_instruction() {
            let is_known = value.is_constant();
            return if is_known { self.constant(value, ty) } else { Err(refused(value)) };
        }
        let Some(opcode) = value.opcode() else { return Err(refused(value)) };
        if opcode == Opcode::Phi {
            return self.phi(value, ty);
        }
        let operands = match opcode {
            Opcode::Load => return self.load(value, ty),
            Opcode::Call => return self.call(value, ty),
            _ => value.operands().map(|operand| self.operand(operand)).collect::<Result<Vec<_>>>()?,
        };
        self.emit.builder.position_before(value)?;
        use Opcode::*;
        match (opcode, operands.as_slice()) {
            (FAdd | FSub | FMul | FDiv | FRem, [a, b]) => {
                let wide = self.emit.builder.binary(opcode, *a, *b)?;
                keep_flags(value, wide)?;
                self.rounded(wide)
            }
            (FNeg, [a]) => self.emit.builder.fneg(*a),
            (Freeze, [a]) => self.emit.builder.freeze(*a),
            (Select, [condition, a, b]) => self.emit.builder.select(*condition, *a, *b),
            (ExtractElement, [vector, index]) => self.emit.builder.extract_element(*vector, *index),
            (InsertElement, [vector, part, index]) => self.emit.builder.insert_element(*vector, *part, *index),
            (ShuffleVector, [a, b]) => self.emit.builder.shuffle_vector(*a, *b, &value.shuffle_mask()),
            (FpTrunc, [a]) => {
                let float = self.emit.cast(FpTrunc, *a, ty)?;
                self.rounded(float)
            }
            (SiToFp | UiToFp, [a]) => {
                let float = self.emit.builder.cast(opcode, *a, ty)?;
                self.rounded(float)
            }
            (BitCast, [a]) if a.ty().scalar().is_int_of(16) && a.ty().count() == ty.count() => {
                self.by_lane(*a, |bits| self.of_bits(bits))
            }
            _ => Err(refused(value)),
        }
    }

    /// Returns an operand, converted to `float` if it has 16 bits.
    fn operand(&mut self, operand: Value<'m>) -> Result<Value<'m>> {
        if is_half(operand.ty()) { self.wide(operand) } else { Ok(operand) }
    }

    fn constant(&self, value: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        if value.is_poison() || value.is_undef() {
            return self.emit.context.poison(ty);
        }
        if !value.ty().is_vector() {
            return self.emit.context.const_cast(Opcode::FpExt, value, ty);
        }
        let lane = |index: u32| value.aggregate_element(index).ok_or_else(|| refused(value));
        let lanes = (0..value.ty().count() as u32).map(|index| self.constant(lane(index)?, ty.scalar()));
        self.emit.context.const_vector(&lanes.collect::<Result<Vec<_>>>()?)
    }

    fn phi(&mut self, old: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        self.emit.builder.position_before(old)?;
        let new = self.emit.builder.phi(ty)?;
        self.phis.push((new, old));
        Ok(new)
    }

    /// Calls the function on `float` that corresponds to a 16-bit one, and rounds its result.
    fn call(&mut self, call: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        let wide = self.same_of_float(call, ty)?;
        self.rounded(wide)
    }

    /// Calls the function on `float` that corresponds to the function on 16-bit numbers that a call names.
    fn same_of_float(&mut self, call: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        let args = call.call_args().map(|arg| self.operand(arg)).collect::<Result<Vec<_>>>()?;
        let callee = call.called_function().filter(|callee| callee.is_declaration()).ok_or_else(|| refused(call))?;
        self.emit.builder.position_before(call)?;
        if let Some(name) = callee.intrinsic_name() {
            return self.emit.builder.call_intrinsic(name, ty, &args);
        }
        let name = mangling::parse_symbol(callee.name()).map_err(|_| refused(call))?;
        let params: Vec<_> = name.params.into_iter().map(float).collect();
        self.emit.builder.call(self.declared(&mangling::write(&name.base, &params), ty, &args)?, &args)
    }

    fn declared(&self, name: &str, ty: Type<'m>, args: &[Value<'m>]) -> Result<Value<'m>> {
        if let Some(known) = self.module.function(name) {
            return Ok(known);
        }
        let params: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
        self.module.add_function(name, self.emit.context.function_type(ty, &params, false)?)
    }

    /// Rounds a `float` to 16 bits, and extends it again.
    fn rounded(&mut self, value: Value<'m>) -> Result<Value<'m>> {
        let half = self.emit.like(value.ty(), self.emit.context.half_type())?;
        let short = self.emit.builder.cast(Opcode::FpTrunc, value, half)?;
        let wide = self.emit.builder.cast(Opcode::FpExt, short, value.ty())?;
        self.short.insert(wide, short);
        Ok(wide)
    }

    /// Applies an operation to each lane of a vector, or to a scalar.
    fn by_lane(&self, value: Value<'m>, one: impl Fn(Value<'m>) -> Result<Value<'m>>) -> Result<Value<'m>> {
        if !value.ty().is_vector() {
            return one(value);
        }
        let lanes = (0..value.ty().count() as u32).map(|index| one(self.emit.lane(value, index)?));
        self.emit.vector(&lanes.collect::<Result<Vec<_>>>()?)
    }

    /// Converts the 16 bits of a half to a `float`.
    fn of_bits(&self, bits: Value<'m>) -> Result<Value<'m>> {
        let word = self.emit.resize(bits, self.emit.context.int_type(32)?, false)?;
        let pair = self.emit.context.vector_type(self.emit.context.float_type(), 2)?;
        let unpack = self.declared("_Z27__spirv_glsl_UnpackHalf2x16j", pair, &[word])?;
        let pair = self.emit.builder.call(unpack, &[word])?;
        self.emit.builder.extract_element(pair, self.emit.index(0)?)
    }

    /// Converts a `float` to the 16 bits of a half.
    fn bits_of(&self, value: Value<'m>) -> Result<Value<'m>> {
        let pair = self.emit.context.const_null(self.emit.context.vector_type(value.ty(), 2)?)?;
        let pair = self.emit.builder.insert_element(pair, value, self.emit.index(0)?)?;
        let word = self.emit.context.int_type(32)?;
        let pack = self.declared("_Z25__spirv_glsl_PackHalf2x16Dv2_f", word, &[pair])?;
        let word = self.emit.builder.call(pack, &[pair])?;
        self.emit.resize(word, self.emit.context.int_type(16)?, false)
    }

    /// Replaces an instruction with 16-bit operands and another result.
    fn replace(&mut self, inst: Value<'m>) -> Result<()> {
        if inst.is_op(Opcode::Store) {
            return self.store(inst);
        }
        let value = self.replacement(inst)?;
        if !inst.ty().is_void() {
            inst.replace_uses(value)?;
        }
        inst.erase()
    }

    fn replacement(&mut self, inst: Value<'m>) -> Result<Value<'m>> {
        if inst.is_op(Opcode::Call) {
            return self.same_of_float(inst, inst.ty());
        }
        let operands = inst.operands().map(|operand| self.operand(operand)).collect::<Result<Vec<_>>>()?;
        self.emit.builder.position_before(inst)?;
        match (inst.opcode(), operands.as_slice()) {
            (Some(Opcode::FpExt), [a]) => self.emit.cast(Opcode::FpExt, *a, inst.ty()),
            (Some(op @ (Opcode::FpToSi | Opcode::FpToUi)), [a]) => self.emit.builder.cast(op, *a, inst.ty()),
            (Some(Opcode::FCmp), [a, b]) => {
                let predicate = inst.real_predicate().ok_or_else(|| refused(inst))?;
                let new = self.emit.builder.compare_float(predicate, *a, *b)?;
                keep_flags(inst, new)?;
                Ok(new)
            }
            (Some(Opcode::BitCast), [a]) if inst.ty().scalar().is_int_of(16) && inst.ty().count() == a.ty().count() => {
                self.by_lane(*a, |value| self.bits_of(value))
            }
            _ => Err(refused(inst)),
        }
    }
}

/// Returns a mangled type with `float` in place of 16-bit floating-point types.
fn float(ty: mangling::Type) -> mangling::Type {
    use mangling::Type as T;
    match ty {
        T::Half | T::Float16 => T::Float,
        T::Vector(count, element) => T::Vector(count, Box::new(float(*element))),
        other => other,
    }
}
