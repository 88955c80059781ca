//! Which types and instructions SPIR-V cannot say without an extension. Asked of every instruction, hence the caches.

use crate::concepts::{atomics, gathers, types};
use crate::llvm::{AtomicRmwOp, Opcode, Type, TypeKind, Value};
use crate::near::NearMap;
use crate::options::Options;
use rustc_hash::FxHashSet;

/// What is known of the types of a module.
#[derive(Debug, Default)]
pub struct Scan<'m> {
    values: NearMap<Type<'m>, bool>,
    memory: NearMap<Type<'m>, bool>,
    /// Intrinsics that are rewritten whatever their types are.
    pub always: FxHashSet<Value<'m>>,
    /// The type that was asked for last, and what the answer was.
    last: Option<(Type<'m>, bool)>,
    /// The same of memory.
    last_in_memory: Option<(Type<'m>, bool)>,
    /// Are integers of 4 bits, and of any width, of the target?
    native: [bool; 2],
    /// Are vectors of any length left to whoever makes the types, who may refuse them?
    any_vectors: bool,
    /// May booleans lie in memory? They have no size to SPIR-V, but the Khronos translator writes them nonetheless, and
    /// consumers of its modules are used to it.
    stored_booleans: bool,
    /// Is there no `bfloat`?
    lacks_bfloat: bool,
    /// Is there `bfloat`, but nothing that computes with it?
    widens_bfloat: bool,
    /// What may be used.
    options: Options,
    /// The width of an integer that is not legal, if one was met.
    pub odd_width: Option<u32>,
    /// How deep into a type the question is.
    depth: u32,
    /// Was a type met that nests deeper than [`MAX_DEPTH`]?
    pub is_too_deep: bool,
}

/// How deep types may nest (SPIR-V 2.17 "Universal Limits").
pub const MAX_DEPTH: u32 = 255;

/// Integers that SPIR-V has, booleans included.
pub fn is_legal_width(bits: u32) -> bool {
    matches!(bits, 1 | 8 | 16 | 32 | 64)
}

/// Lengths of vectors that SPIR-V has.
pub fn is_legal_count(lanes: u64) -> bool {
    matches!(lanes, 2..=4 | 8 | 16)
}

impl<'m> Scan<'m> {
    /// Nothing known yet; what an extension has is legal where that is allowed.
    pub fn new(options: &Options) -> Self {
        let native = [4, 5].map(|width| types::width_capability(options, width).is_some());
        let strict = options.compatibility.strict;
        let lacks_bfloat = !strict && !options.extensions.allow(types::BFLOAT);
        let widens_bfloat = !strict && !lacks_bfloat && !options.extensions.allow(types::BFLOAT_ARITHMETIC);
        Self {
            lacks_bfloat,
            widens_bfloat,
            native,
            any_vectors: types::keeps_long_vectors(options),
            stored_booleans: strict,
            options: options.clone(),
            ..Self::default()
        }
    }

    /// Is `bfloat`, or a vector of it, held as bits?
    pub fn is_bfloat_in_bits(&self, ty: Type<'m>) -> bool {
        self.lacks_bfloat && super::bfloats::is_one(ty)
    }

    /// Is what computes with `bfloat` rewritten?
    pub fn rewrites_bfloat(&self) -> bool {
        self.lacks_bfloat || self.widens_bfloat
    }

    /// Does the intrinsic compute with `bfloat`, which there is, but not to compute with?
    fn is_widened(&self, intrinsic: Value<'m>) -> bool {
        self.widens_bfloat && super::bfloats::is_computation(intrinsic)
    }

    /// Is a call of the intrinsic rewritten whatever its types are?
    pub fn is_always_rewritten(&self, intrinsic: Value<'m>) -> bool {
        super::intrinsics::is_always_rewritten(intrinsic) || self.is_widened(intrinsic)
    }

    /// Are there instructions that read and write through many pointers at once?
    pub fn has_gathers(&self) -> bool {
        self.options.extensions.allow(gathers::EXTENSION)
    }

    /// Is it an atomic that computes with `bfloat`, which there is, and no instruction does?
    fn is_widened_atomic(&self, inst: Value<'m>) -> bool {
        let kind = inst.rmw_op().filter(|kind| *kind != AtomicRmwOp::LLVMAtomicRMWBinOpXchg);
        let kind = kind.filter(|_| super::bfloats::is_one(inst.ty()));
        // Some are another instruction on the opposite number, which is arithmetic again.
        let is_plain =
            |kind| kind != AtomicRmwOp::LLVMAtomicRMWBinOpFSub && atomics::computes(&self.options, kind, inst.ty());
        kind.is_some_and(|kind| !is_plain(kind))
    }

    /// Vectors of any length are legal.
    pub fn keep_vectors(&mut self) {
        self.any_vectors = true;
    }

    /// Is there an integer of this width, by itself or by an extension?
    pub fn is_native_width(&self, bits: u32) -> bool {
        let [four, any] = self.native;
        is_legal_width(bits) || any || four && bits == 4
    }

    /// Can an integer be of this width?
    fn has_width(&mut self, bits: u32) -> bool {
        let legal = self.is_native_width(bits);
        self.odd_width = self.odd_width.or((!legal).then_some(bits));
        legal
    }

    /// May a vector have so many components?
    pub fn is_allowed_count(&self, lanes: u64) -> bool {
        // A vector of one lane is none, and its lane stands for it.
        self.any_vectors && (lanes > 1 || self.stored_booleans) || is_legal_count(lanes)
    }

    /// Can a value have this type?
    pub fn is_legal(&mut self, ty: Type<'m>) -> bool {
        if let Some((_, legal)) = self.last.filter(|(last, _)| *last == ty) {
            return legal;
        }
        let legal = match self.values.get(&ty) {
            Some(legal) => *legal,
            None => {
                let legal = self.nested(|scan| scan.find(ty));
                self.values.insert(ty, legal);
                legal
            }
        };
        self.last = Some((ty, legal));
        legal
    }

    /// Asks of a part of a type, unless that is too deep.
    fn nested(&mut self, ask: impl FnOnce(&mut Self) -> bool) -> bool {
        if self.depth >= MAX_DEPTH {
            self.is_too_deep = true;
            return true;
        }
        self.depth += 1;
        let answer = ask(self);
        self.depth -= 1;
        answer
    }

    fn find(&mut self, ty: Type<'m>) -> bool {
        match ty.kind() {
            TypeKind::LLVMIntegerTypeKind => self.has_width(ty.int_width()),
            TypeKind::LLVMBFloatTypeKind => !self.lacks_bfloat,
            TypeKind::LLVMVectorTypeKind => {
                let scalar = ty.scalar();
                self.is_allowed_count(ty.count()) && !scalar.is_pointer() && self.is_legal(scalar)
            }
            TypeKind::LLVMArrayTypeKind => ty.count() != 0 && ty.element().is_none_or(|element| self.is_legal(element)),
            TypeKind::LLVMStructTypeKind => ty.fields().all(|field| self.is_legal(field)),
            TypeKind::LLVMFunctionTypeKind => {
                ty.function_return().is_none_or(|result| self.is_legal(result))
                    && ty.function_params().len() <= crate::concepts::functions::MOST_PARAMETERS
                    && ty.function_params().into_iter().all(|param| self.is_legal(param))
            }
            _ => true,
        }
    }

    /// Can a value of this type be loaded and stored? Booleans cannot: SPIR-V gives them no size.
    pub fn is_legal_in_memory(&mut self, ty: Type<'m>) -> bool {
        if let Some((_, legal)) = self.last_in_memory.filter(|(last, _)| *last == ty) {
            return legal;
        }
        let legal = match self.memory.get(&ty) {
            Some(legal) => *legal,
            None => {
                let legal =
                    if self.stored_booleans { self.is_legal(ty) } else { self.nested(|s| s.find_in_memory(ty)) };
                self.memory.insert(ty, legal);
                legal
            }
        };
        self.last_in_memory = Some((ty, legal));
        legal
    }

    fn find_in_memory(&mut self, ty: Type<'m>) -> bool {
        self.is_legal(ty)
            && match ty.kind() {
                TypeKind::LLVMIntegerTypeKind => !ty.is_int_of(1),
                TypeKind::LLVMVectorTypeKind => !ty.scalar().is_int_of(1),
                TypeKind::LLVMArrayTypeKind => ty.element().is_none_or(|element| self.is_legal_in_memory(element)),
                TypeKind::LLVMStructTypeKind => ty.fields().all(|field| self.is_legal_in_memory(field)),
                _ => true,
            }
    }

    /// Must the function, with or without a body, be rewritten?
    pub fn is_odd_function(&mut self, function: Value<'m>) -> bool {
        if self.has_odd_signature(function) {
            return true;
        }
        function.blocks().any(|block| block.instructions().any(|inst| self.is_odd(inst)))
    }

    /// Has a function that is no intrinsic a type that SPIR-V cannot say?
    pub fn has_odd_signature(&mut self, function: Value<'m>) -> bool {
        function.intrinsic_id() == 0 && function.function_type().is_some_and(|ty| !self.is_legal(ty))
    }

    /// Must the instruction be rewritten? A value of a type that is not legal comes from an instruction that is odd
    /// itself, or from a constant: only operands that may be the latter are looked at.
    pub fn is_odd(&mut self, inst: Value<'m>) -> bool {
        use Opcode as O;
        let Some(opcode) = inst.opcode() else { return false };
        if self.widens_bfloat && (super::bfloats::is_arithmetic(inst) || self.is_widened_atomic(inst)) {
            return true;
        }
        match opcode {
            O::LLVMBr | O::LLVMUnreachable | O::LLVMFence => false,
            O::LLVMVAArg => true,
            O::LLVMLoad => {
                !self.is_legal_in_memory(inst.ty())
                    && !inst.operand(0).is_some_and(crate::concepts::builtin_variables::is_global)
            }
            O::LLVMStore => self.operand(inst, 0, Self::is_legal_in_memory),
            O::LLVMICmp | O::LLVMFCmp | O::LLVMExtractElement | O::LLVMExtractValue | O::LLVMRet | O::LLVMSwitch => {
                self.operand(inst, 0, Self::is_legal)
            }
            O::LLVMShuffleVector => !self.is_legal(inst.ty()) || self.operand(inst, 0, Self::is_legal),
            O::LLVMBitCast => !self.is_legal(inst.ty()) || self.is_odd_bitcast(inst),
            O::LLVMGetElementPtr => {
                !self.is_legal(inst.ty())
                    || inst.gep_source_type().is_some_and(|source| !self.is_legal_in_memory(source))
            }
            O::LLVMAlloca => inst.allocated_type().is_some_and(|ty| !self.is_legal_in_memory(ty)),
            O::LLVMCall => inst.call_function_type().is_some_and(|ty| !self.is_legal(ty)),
            O::LLVMSelect => !self.is_legal(inst.ty()) || is_aggregate(inst.ty()),
            O::LLVMFreeze => !self.is_legal(inst.ty()) || inst.operand(0).is_some_and(Value::is_constant),
            O::LLVMAtomicRMW | O::LLVMAtomicCmpXchg => self.operand(inst, 1, Self::is_legal),
            O::LLVMPtrToInt | O::LLVMPtrToAddr | O::LLVMIntToPtr => {
                !self.is_legal(inst.ty()) || self.operand(inst, 0, Self::is_legal) || self.is_address_of_boolean(inst)
            }
            _ if is_cast(opcode) => !self.is_legal(inst.ty()) || self.operand(inst, 0, Self::is_legal),
            _ => !self.is_legal(inst.ty()),
        }
    }

    /// Is an operand of a type that does not pass `test`?
    fn operand(&mut self, inst: Value<'m>, index: u32, test: fn(&mut Self, Type<'m>) -> bool) -> bool {
        inst.operand(index).is_some_and(|operand| !test(self, operand.ty()))
    }

    /// Booleans have no bits to SPIR-V.
    fn is_odd_bitcast(&mut self, cast: Value<'m>) -> bool {
        let Some(from) = cast.operand(0).map(Value::ty) else { return false };
        !self.is_legal(from) || from != cast.ty() && (is_boolean(from) || is_boolean(cast.ty()))
    }

    /// Nor are they addresses.
    fn is_address_of_boolean(&self, cast: Value<'m>) -> bool {
        !self.stored_booleans && (is_boolean(cast.ty()) || cast.operand(0).is_some_and(|from| is_boolean(from.ty())))
    }

    /// Must the instruction be rewritten, or does it use something that is?
    pub fn is_touched(&mut self, inst: Value<'m>) -> bool {
        let is_always = |callee| self.always.contains(&callee);
        !self.always.is_empty() && inst.called_function().is_some_and(is_always)
            || self.is_odd(inst)
            || inst.operands().any(|operand| !self.is_legal(operand.ty()))
    }
}

/// An `i1`, or a vector of them.
pub fn is_boolean(ty: Type<'_>) -> bool {
    ty.scalar().is_int_of(1)
}

/// A struct or an array.
pub fn is_aggregate(ty: Type<'_>) -> bool {
    ty.is_struct() || ty.is_array()
}

/// A cast other than `bitcast`.
fn is_cast(opcode: Opcode) -> bool {
    use Opcode as O;
    matches!(
        opcode,
        O::LLVMTrunc
            | O::LLVMZExt
            | O::LLVMSExt
            | O::LLVMFPToUI
            | O::LLVMFPToSI
            | O::LLVMUIToFP
            | O::LLVMSIToFP
            | O::LLVMFPTrunc
            | O::LLVMFPExt
            | O::LLVMAddrSpaceCast
    )
}
