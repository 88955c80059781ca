//! The types and instructions that SPIR-V cannot express without an extension. The results are cached, since every
//! instruction is examined.

use super::booleans::Booleans;
use super::intrinsics::facts;
use crate::concepts::base::{constants, types};
use crate::concepts::extensions::gathers;
use crate::concepts::instructions::atomics;
use crate::concepts::khronos::pointer_vectors;
use crate::legalize::kit::kinds::{
    is_aggregate, is_bfloat, is_bfloat_arithmetic, is_boolean, is_legal_count, is_legal_width,
};
use crate::llvm::{AtomicRmwOp, Fetched, Module, Opcode, Type, TypeKind, Value};
use crate::options::{Options, Version};
use crate::state::{ByType, availability};
use crate::target::Target;
use rustc_hash::FxHashSet;

/// The legality of the types of a module, as far as they were examined.
#[derive(Debug, Default)]
pub struct Scan<'m> {
    values: ByType<'m, bool>,
    memory: ByType<'m, bool>,
    /// Intrinsics that are rewritten whatever their types are.
    pub always: FxHashSet<Value<'m>>,
    /// Whether integers of 8, and of 16 bits, are legal: shaders have them where the environment does.
    narrow: [bool; 2],
    /// Set for integers of 4 bits, and for those of any width, if an extension makes them legal.
    native: [bool; 2],
    /// Whether vectors of any length are left to the translation of types, which may refuse them.
    any_vectors: bool,
    /// Whether vectors of pointers are legal, or left to the translation of types, which refuses them.
    pointer_vectors: bool,
    /// Whether vectors of 8 and 16 lanes are illegal, as in shaders.
    short_vectors: bool,
    /// Whether arrays without elements are legal: with logical addressing they are runtime arrays.
    open_arrays: bool,
    /// Whether structures and arrays can be selected.
    selects_composites: bool,
    /// Whether booleans may lie in memory. They have no size in SPIR-V, but the Khronos translator writes them
    /// nonetheless, and consumers of its modules are used to it.
    stored_booleans: bool,
    /// The variables whose booleans stay in memory nonetheless.
    pub booleans: Booleans<'m>,
    /// Whether `bfloat` is illegal.
    lacks_bfloat: bool,
    /// Whether `bfloat` is legal, but no arithmetic on it.
    widens_bfloat: bool,
    /// Set if `OpFreeze` is available for poison.
    freezes_poison: bool,
    /// Whether all types of the module are legal as values.
    knows_all: bool,
    /// The options of the translation.
    options: Options,
    /// An illegal width of an integer, if one was found.
    pub illegal_width: Option<u32>,
    /// The depth of the type that is examined.
    depth: u32,
    /// Set if a type nests deeper than [`MAX_DEPTH`].
    pub is_too_deep: bool,
}

/// The depth to which types may nest (SPIR-V 2.17 "Universal Limits").
pub const MAX_DEPTH: u32 = 255;

impl<'m> Scan<'m> {
    /// Starts with no type examined. The options decide which types of extensions are legal.
    pub fn new(options: &Options, target: &Target<'_>) -> Self {
        let is_logical = target.is_logical();
        let native = [4, 5].map(|width| types::width_capability(options, width).is_some());
        let refuses = options.policy.refuses_bfloats;
        let lacks_bfloat = !refuses && !availability::allows(options, types::BFLOAT);
        let widens_bfloat = !refuses && !lacks_bfloat && !availability::allows(options, types::BFLOAT_ARITHMETIC);
        Self {
            lacks_bfloat,
            widens_bfloat,
            narrow: [true; 2],
            native,
            any_vectors: types::keeps_long_vectors(options),
            short_vectors: is_logical,
            open_arrays: is_logical,
            selects_composites: is_logical && options.max_version >= Version::V1_4,
            freezes_poison: availability::allows(options, constants::POISON_FREEZE),
            stored_booleans: options.policy.stores_booleans || is_logical,
            options: options.clone(),
            ..Self::default()
        }
    }

    /// Returns whether a type is `bfloat`, or a vector of it, and represented by its bits.
    pub fn is_bfloat_in_bits(&self, ty: Type<'m>) -> bool {
        self.lacks_bfloat && is_bfloat(ty)
    }

    /// Returns whether instructions that compute with `bfloat` are rewritten.
    pub fn rewrites_bfloat(&self) -> bool {
        self.lacks_bfloat || self.widens_bfloat
    }

    /// Returns whether an intrinsic computes with `bfloat`, where the type is legal, but arithmetic on it is not.
    fn is_widened(&self, intrinsic: Value<'m>) -> bool {
        self.widens_bfloat && facts::is_bfloat_computation(intrinsic)
    }

    /// Returns whether a call of the intrinsic is rewritten whatever its types are.
    pub fn is_always_rewritten(&self, intrinsic: Value<'m>) -> bool {
        facts::is_always_rewritten(intrinsic) || self.is_widened(intrinsic)
    }

    /// Returns whether an extension with gather and scatter instructions is allowed.
    pub fn has_gathers(&self) -> bool {
        availability::allows(&self.options, gathers::EXTENSION)
    }

    /// Returns whether an instruction is an atomic that computes with `bfloat`, and SPIR-V has no instruction for it.
    fn is_widened_atomic(&self, inst: Value<'m>) -> bool {
        let kind = inst.rmw_op().filter(|kind| *kind != AtomicRmwOp::Xchg);
        let kind = kind.filter(|_| is_bfloat(inst.ty()));
        // Some are another instruction on the opposite number, which is arithmetic again.
        let is_plain = |kind| kind != AtomicRmwOp::FSub && atomics::computes(&self.options, kind, inst.ty());
        kind.is_some_and(|kind| !is_plain(kind))
    }

    /// Finds the variables of a module whose booleans stay in memory.
    pub fn look_at_variables(&mut self, module: &'m Module<'_>) {
        let mut booleans = std::mem::take(&mut self.booleans);
        if !self.stored_booleans {
            booleans.look(module, |ty| self.is_legal(ty) && !self.is_legal_in_memory(ty));
        }
        self.booleans = booleans;
    }

    /// Examines all types of the module in advance: if all are legal as values, most instructions need no further
    /// examination.
    pub fn look_at_types(&mut self, module: &'m Module<'_>) {
        self.knows_all = module.types().all(|ty| self.is_legal(ty)) && !self.is_too_deep;
        if !self.knows_all {
            // What is told of those that are not legal is for those that are used.
            self.values = ByType::default();
            (self.illegal_width, self.is_too_deep) = Default::default();
        }
    }

    /// Prepares for new types, which may be illegal.
    pub fn expect_other_types(&mut self) {
        self.knows_all = false;
    }

    /// Keeps vectors of pointers if the options say so and nothing in the module prevents it; the translation of types
    /// may then reject them.
    pub fn keep_pointer_vectors(&mut self, module: &Module<'_>) {
        let can_stay = !self.has_gathers() || pointer_vectors::can_stay(module);
        self.pointer_vectors = self.options.policy.keeps_vectors_of_pointers && can_stay;
    }

    /// Sets whether integers of 8 bits, and those of 16 bits, are legal as values. In memory they are always legal.
    pub fn limit_narrow(&mut self, narrow: [bool; 2]) {
        self.narrow = narrow;
    }

    /// Returns the narrowest legal width of at least `bits` bits; 64 for wider integers.
    pub fn promoted_width(&self, bits: u32) -> u32 {
        let [byte, short] = self.narrow;
        match bits {
            0..=1 => 1,
            2..=8 if byte => 8,
            9..=16 if short => 16,
            2..=32 => 32,
            _ => 64,
        }
    }

    /// Makes vectors of any length legal.
    pub fn keep_vectors(&mut self) {
        self.any_vectors = true;
    }

    /// Returns whether integers of a width are legal, in the core or by an extension.
    pub fn is_native_width(&self, bits: u32) -> bool {
        let [four, any] = self.native;
        self.is_core_width(bits) || any || four && bits == 4
    }

    /// Returns whether integers of a width are legal without an extension.
    pub fn is_core_width(&self, bits: u32) -> bool {
        let [byte, short] = self.narrow;
        is_legal_width(bits) && (bits != 8 || byte) && (bits != 16 || short)
    }

    /// Returns whether a width is legal; remembers an illegal one.
    fn has_width(&mut self, bits: u32) -> bool {
        let legal = self.is_native_width(bits);
        self.illegal_width = self.illegal_width.or((!legal).then_some(bits));
        legal
    }

    /// Returns whether vectors of `lanes` components are legal.
    pub fn is_allowed_count(&self, lanes: u64) -> bool {
        // A vector of one lane is none, and its lane stands for it.
        let is_short = !self.short_vectors || lanes <= 4;
        self.any_vectors && (lanes > 1 || self.stored_booleans) || is_legal_count(lanes) && is_short
    }

    /// Returns whether a type is legal for values.
    #[inline]
    pub fn is_legal(&mut self, ty: Type<'m>) -> bool {
        self.values.get(&ty).unwrap_or_else(|| {
            let legal = self.nested(|scan| scan.find(ty));
            self.values.insert(ty, legal);
            legal
        })
    }

    /// Examines a part of a type, unless the nesting is too deep.
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
            TypeKind::Integer => self.has_width(ty.int_width()),
            TypeKind::BFloat => !self.lacks_bfloat,
            TypeKind::Vector => {
                let scalar = ty.scalar();
                let is_lane = !scalar.is_pointer() || self.pointer_vectors;
                self.is_allowed_count(ty.count()) && is_lane && self.is_legal(scalar)
            }
            TypeKind::Array => {
                (ty.count() != 0 || self.open_arrays) && ty.element().is_none_or(|element| self.is_legal(element))
            }
            TypeKind::Struct => ty.fields().all(|field| self.is_legal(field)),
            TypeKind::Function => {
                ty.function_return().is_none_or(|result| self.is_legal(result))
                    && ty.function_params().len() <= crate::conventions::calling::MOST_PARAMETERS
                    && ty.function_params().into_iter().all(|param| self.is_legal(param))
            }
            _ => true,
        }
    }

    /// Returns whether a value of a type can be loaded and stored. Booleans cannot: SPIR-V gives them no size.
    #[inline]
    pub fn is_legal_in_memory(&mut self, ty: Type<'m>) -> bool {
        self.memory.get(&ty).unwrap_or_else(|| {
            let legal = match self.narrow {
                [true, true] if self.stored_booleans => self.is_legal(ty),
                [true, true] => self.nested(|s| s.find_in_memory(ty)),
                _ => self.nested(|s| s.find_with_narrow(ty)),
            };
            self.memory.insert(ty, legal);
            legal
        })
    }

    fn find_in_memory(&mut self, ty: Type<'m>) -> bool {
        self.is_legal(ty)
            && match ty.kind() {
                TypeKind::Integer => !ty.is_int_of(1),
                TypeKind::Vector => !ty.scalar().is_int_of(1),
                TypeKind::Array => ty.element().is_none_or(|element| self.is_legal_in_memory(element)),
                TypeKind::Struct => ty.fields().all(|field| self.is_legal_in_memory(field)),
                _ => true,
            }
    }

    /// Returns whether a type is legal in memory, where integers of 8 or 16 bits are illegal as values.
    fn find_with_narrow(&mut self, ty: Type<'m>) -> bool {
        match ty.kind() {
            TypeKind::Integer => matches!(ty.int_width(), 8 | 16) || self.is_legal(ty),
            TypeKind::Vector => self.is_allowed_count(ty.count()) && self.is_legal_in_memory(ty.scalar()),
            TypeKind::Array => {
                (ty.count() != 0 || self.open_arrays)
                    && ty.element().is_none_or(|element| self.is_legal_in_memory(element))
            }
            TypeKind::Struct => ty.fields().all(|field| self.is_legal_in_memory(field)),
            _ => self.is_legal(ty),
        }
    }

    /// Returns whether an instruction calls an intrinsic that is rewritten whatever its types are.
    fn calls_always_rewritten(&self, inst: &Fetched<'m>) -> bool {
        !self.always.is_empty() && inst.callee().is_some_and(|callee| self.always.contains(&callee))
    }

    /// Returns whether a function, with or without a body, must be rewritten.
    pub fn is_illegal_function(&mut self, function: Value<'m>) -> bool {
        if self.has_illegal_signature(function) {
            return true;
        }
        let decides_by_types = self.knows_all && !self.widens_bfloat && self.always.is_empty();
        for block in function.blocks() {
            for inst in block.fetched() {
                if decides_by_types && needs_types_alone(inst.opcode()) {
                    continue;
                }
                if self.calls_always_rewritten(&inst) || self.is_illegal_instruction(&inst) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether a function that is no intrinsic is of an illegal type.
    pub fn has_illegal_signature(&mut self, function: Value<'m>) -> bool {
        function.intrinsic_id() == 0 && function.function_type().is_some_and(|ty| !self.is_legal(ty))
    }

    /// Returns whether a value is an instruction that must be rewritten.
    pub fn is_illegal(&mut self, inst: Value<'m>) -> bool {
        inst.fetch().is_some_and(|inst| self.is_illegal_instruction(&inst))
    }

    /// Returns whether an instruction must be rewritten. An operand of an illegal type comes from another illegal
    /// instruction, or is a constant; only operands that may be constants are examined.
    fn is_illegal_instruction(&mut self, fetched: &Fetched<'m>) -> bool {
        use Opcode as O;
        let (opcode, inst) = (fetched.opcode(), fetched.value);
        if self.knows_all && !self.widens_bfloat && needs_types_alone(opcode) {
            return false;
        }
        if self.widens_bfloat && (is_bfloat_arithmetic(inst) || self.is_widened_atomic(inst)) {
            return true;
        }
        match opcode {
            O::Br | O::Unreachable | O::Fence => false,
            O::VaArg => true,
            O::Load => {
                !self.is_legal_in_memory(fetched.ty())
                    && !self.booleans.contains(fetched.operand(0))
                    && !fetched.operand(0).is_some_and(crate::concepts::interface::builtin_variables::is_global)
            }
            O::Store => {
                self.operand(fetched, 0, Self::is_legal_in_memory) && !self.booleans.contains(fetched.operand(1))
            }
            O::ICmp | O::FCmp | O::ExtractElement | O::ExtractValue | O::Ret | O::Switch => {
                self.operand(fetched, 0, Self::is_legal)
            }
            O::ShuffleVector => !self.is_legal(fetched.ty()) || self.operand(fetched, 0, Self::is_legal),
            O::BitCast => !self.is_legal(fetched.ty()) || self.is_illegal_bitcast(inst),
            O::GetElementPtr => {
                !self.is_legal(fetched.ty())
                    || inst.gep_source_type().is_some_and(|source| !self.is_legal_in_memory(source))
                        && !self.booleans.contains(Some(inst))
            }
            O::Alloca => {
                inst.allocated_type().is_some_and(|ty| !self.is_legal_in_memory(ty)) && !self.keeps_booleans(inst)
            }
            O::Call => inst.call_function_type().is_some_and(|ty| !self.is_legal(ty)),
            O::Select => !self.is_legal(fetched.ty()) || is_aggregate(fetched.ty()) && !self.selects_composites,
            O::Freeze => {
                !self.is_legal(fetched.ty()) || fetched.operand(0).is_some_and(|frozen| self.is_defined_first(frozen))
            }
            O::AtomicRmw | O::CmpXchg => self.operand(fetched, 1, Self::is_legal),
            O::PtrToInt | O::PtrToAddr | O::IntToPtr => {
                !self.is_legal(fetched.ty())
                    || self.operand(fetched, 0, Self::is_legal)
                    || self.is_address_of_boolean(inst)
            }
            _ if is_cast(opcode) => !self.is_legal(fetched.ty()) || self.operand(fetched, 0, Self::is_legal),
            _ => !self.is_legal(fetched.ty()),
        }
    }

    /// Returns whether `freeze` of a constant is lowered to a defined constant, rather than to an instruction that
    /// freezes poison.
    fn is_defined_first(&self, frozen: Value<'m>) -> bool {
        frozen.is_constant() && !(frozen.is_poison() && self.freezes_poison)
    }

    /// Returns whether an `alloca` contains booleans that stay in memory.
    fn keeps_booleans(&mut self, variable: Value<'m>) -> bool {
        let is_one = variable.operand(0).and_then(Value::int_value) == Some(1);
        let ty = variable.allocated_type().filter(|_| is_one);
        ty.is_some_and(|ty| self.is_legal(ty) && self.booleans.note(variable, ty))
    }

    /// Returns whether an operand is of a type that does not pass `test`.
    fn operand(&mut self, inst: &Fetched<'m>, index: u32, test: fn(&mut Self, Type<'m>) -> bool) -> bool {
        inst.operand(index).is_some_and(|operand| !test(self, operand.ty()))
    }

    /// Returns whether a `bitcast` must be rewritten: its types are illegal, or it converts booleans, which have no
    /// bits in SPIR-V.
    fn is_illegal_bitcast(&mut self, cast: Value<'m>) -> bool {
        let Some(from) = cast.operand(0).map(Value::ty) else { return false };
        !self.is_legal(from) || from != cast.ty() && (is_boolean(from) || is_boolean(cast.ty()))
    }

    /// Returns whether a cast converts between a pointer and a boolean, which SPIR-V cannot do.
    fn is_address_of_boolean(&self, cast: Value<'m>) -> bool {
        !self.stored_booleans && (is_boolean(cast.ty()) || cast.operand(0).is_some_and(|from| is_boolean(from.ty())))
    }

    /// Returns whether an instruction must be rewritten, or uses a value of an illegal type.
    pub fn is_touched(&mut self, inst: Value<'m>) -> bool {
        let is_always = |callee| self.always.contains(&callee);
        !self.always.is_empty() && inst.called_function().is_some_and(is_always)
            || self.is_illegal(inst)
            || inst.operands().any(|operand| !self.is_legal(operand.ty()))
    }
}

/// Returns whether instructions of an opcode are legal if their types are legal for values.
fn needs_types_alone(opcode: Opcode) -> bool {
    use Opcode as O;
    opcode.is_binary()
        || is_cast(opcode)
        || matches!(
            opcode,
            O::FNeg
                | O::ICmp
                | O::FCmp
                | O::ExtractElement
                | O::InsertElement
                | O::ShuffleVector
                | O::ExtractValue
                | O::InsertValue
                | O::Phi
                | O::Call
                | O::Ret
                | O::Br
                | O::Switch
        )
}

/// Returns whether an opcode is a cast other than `bitcast`.
fn is_cast(opcode: Opcode) -> bool {
    use Opcode as O;
    matches!(
        opcode,
        O::Trunc
            | O::ZExt
            | O::SExt
            | O::FpToUi
            | O::FpToSi
            | O::UiToFp
            | O::SiToFp
            | O::FpTrunc
            | O::FpExt
            | O::AddrSpaceCast
    )
}
