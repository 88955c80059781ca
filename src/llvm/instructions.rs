//! Instructions: flags, predicates, indices, control flow. Memory and atomics are in `memory.rs`, calls in `calls.rs`.

use super::{Block, Fetched, Opcode, Predicate, Type, Value};
use llvm_ir::constants::{Constant, ConstantKind};
use llvm_ir::instruction::flag;
use llvm_ir::module::NONE;

/// Flags of floating-point instructions, as [`Value::fast_math`] gives them: LLVM's numbers.
pub mod fast_math {
    /// `reassoc`
    pub const REASSOC: u32 = 1;
    /// `nnan`
    pub const NO_NANS: u32 = 2;
    /// `ninf`
    pub const NO_INFS: u32 = 4;
    /// `nsz`
    pub const NO_SIGNED_ZEROS: u32 = 8;
    /// `arcp`
    pub const RECIPROCAL: u32 = 16;
    /// `contract`
    pub const CONTRACT: u32 = 32;
    /// `afn`
    pub const APPROX_FUNC: u32 = 64;
    /// The combination of all flags: `fast`.
    pub const FAST: u32 = 127;
}

/// The bit of `reassoc` in a row; the other bits are those of LLVM's C API.
const REASSOC: u16 = 0x80;

/// Flags of `getelementptr`, as [`Value::gep_flags`] gives them.
pub mod gep_flags {
    /// `inbounds`
    pub const IN_BOUNDS: u32 = 1;
    /// `nusw`
    #[cfg(feature = "internals")]
    pub const NUSW: u32 = 2;
    /// `nuw`
    #[cfg(feature = "internals")]
    pub const NUW: u32 = 4;
}

/// Defines queries of flags, which are false for instructions with other opcodes and other values.
macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident: $opcodes:pat => $bit:expr;)*) => {$(
        $(#[$doc])*
        pub fn $name(self) -> bool {
            matches!(self.opcode(), Some($opcodes)) && self.0.flags() & $bit != 0
        }
    )*};
}

/// The properties of an instruction that a walk over a function needs.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Its opcode.
    pub opcode: Opcode,
    /// True if it ends a block.
    pub is_terminator: bool,
    /// True if it has a name.
    pub is_named: bool,
    /// True if it has metadata other than a debug location.
    pub has_metadata: bool,
    /// True if an operand is a constant expression.
    pub has_expressions: bool,
}

/// The properties that some instruction of a module may have: where none has one, no instruction is asked for it.
#[derive(Clone, Copy, Debug)]
pub struct Possible {
    names: bool,
    metadata: bool,
    expressions: bool,
}

impl Block<'_> {
    /// Returns the properties that its instructions may have.
    pub fn possible(self) -> Possible {
        let draft = self.0.draft();
        Possible {
            names: draft.has_local_names(),
            metadata: draft.has_attachments(),
            expressions: draft.has_expressions(),
        }
    }
}

impl Fetched<'_> {
    /// Returns the properties of the instruction, of those that are possible.
    #[inline]
    pub fn facts(&self, possible: Possible) -> Facts {
        let (opcode, value) = (self.opcode(), self.value);
        Facts {
            opcode,
            is_terminator: opcode.is_terminator(),
            is_named: possible.names && value.0.has_name(),
            has_metadata: possible.metadata && value.0.has_attachments(),
            has_expressions: possible.expressions && value.0.has_constant(|_, row| is_expression(row)),
        }
    }
}

impl<'m> Value<'m> {
    /// The block that an instruction is in.
    pub fn parent_block(self) -> Option<Block<'m>> {
        self.opcode()?;
        self.0.block().map(Block)
    }

    /// The instruction after this one.
    pub fn next_instruction(self) -> Option<Value<'m>> {
        self.opcode()?;
        self.0.next().map(Value)
    }

    /// Returns whether it ends a block.
    pub fn is_terminator(self) -> bool {
        self.opcode().is_some_and(Opcode::is_terminator)
    }

    /// Returns whether it is an instruction with this opcode.
    pub fn is_op(self, opcode: Opcode) -> bool {
        self.opcode() == Some(opcode)
    }

    flags! {
        /// Returns whether it has the flag `nuw`: unsigned wrapping is poison.
        nuw: Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl | Opcode::Trunc => flag::NUW;
        /// Returns whether it has the flag `nsw`: signed wrapping is poison.
        nsw: Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl | Opcode::Trunc => flag::NSW;
        /// Returns whether it has the flag `exact`: a remainder, or a bit shifted out, is poison.
        exact: Opcode::UDiv | Opcode::SDiv | Opcode::LShr | Opcode::AShr => flag::EXACT;
        /// Returns whether it has the flag `disjoint`: a bit set in both operands is poison.
        disjoint: Opcode::Or => flag::DISJOINT;
        /// Returns whether it has the flag `nneg`: a negative operand is poison.
        nneg: Opcode::ZExt | Opcode::UiToFp => flag::NNEG;
        /// Returns whether it has the flag `samesign`: operands of different sign are poison.
        same_sign: Opcode::ICmp => flag::SAMESIGN;
    }

    /// Returns whether it is a branch with a condition.
    #[cfg(any(test, feature = "internals"))]
    pub fn is_conditional(self) -> bool {
        self.is_op(Opcode::Br) && self.0.words().len() > 1
    }

    fn predicate(self, opcode: Opcode) -> Option<Predicate> {
        let row = self.0.instruction_row().filter(|row| row.opcode == opcode)?;
        Predicate::from_number(row.sub.into())
    }

    /// Returns the predicate of an `icmp`.
    pub fn int_predicate(self) -> Option<Predicate> {
        self.predicate(Opcode::ICmp)
    }

    /// Returns the predicate of an `fcmp`.
    pub fn real_predicate(self) -> Option<Predicate> {
        self.predicate(Opcode::FCmp)
    }

    /// Returns whether it is an instruction that can have the flags of [`fast_math`].
    pub fn can_use_fast_math(self) -> bool {
        use Opcode::*;
        match self.opcode() {
            Some(FNeg | FAdd | FSub | FMul | FDiv | FRem | FpTrunc | FpExt | FCmp | UiToFp | SiToFp) => true,
            Some(Phi | Select | Call) => is_float_or_parts(self.ty()),
            _ => false,
        }
    }

    /// The flags of [`mod@fast_math`]; 0 for values that cannot have them.
    pub fn fast_math(self) -> u32 {
        if !self.can_use_fast_math() {
            return 0;
        }
        let flags = self.0.flags();
        u32::from(flags & 0x7e) | u32::from(flags & REASSOC != 0)
    }

    pub(super) fn put_fast_math(self, flags: u32) {
        let bits = (flags & 0x7e) as u16 | if flags & 1 != 0 { REASSOC } else { 0 };
        self.0.change_row(|row| row.flags = row.flags & !flag::FAST | bits);
    }

    /// Returns whether it is a `getelementptr`, as instruction or constant expression.
    pub fn is_gep(self) -> bool {
        self.any_opcode() == Some(Opcode::GetElementPtr)
    }

    /// Returns the source element type of a `getelementptr`.
    pub fn gep_source_type(self) -> Option<Type<'m>> {
        if !self.is_gep() {
            return None;
        }
        let number = self.0.word(0).or_else(|| self.0.constant_words().first().copied())?;
        Some(Type(self.draft().type_at(number)))
    }

    /// The flags of a `getelementptr`: see [`mod@gep_flags`].
    pub fn gep_flags(self) -> u32 {
        if self.is_gep() { u32::from(self.0.flags() & 7) } else { 0 }
    }

    /// Returns whether a `getelementptr` has the flag `inbounds`.
    pub fn is_in_bounds(self) -> bool {
        self.gep_flags() & gep_flags::IN_BOUNDS != 0
    }

    /// The indices of `extractvalue` and `insertvalue`; empty for other values.
    pub fn indices(self) -> Vec<u32> {
        let first = match self.opcode() {
            Some(Opcode::ExtractValue) => 1,
            Some(Opcode::InsertValue) => 2,
            _ => return Vec::new(),
        };
        self.0.words().iter().skip(first).map(|word| word.get()).collect()
    }

    /// The mask of `shufflevector`, -1 for elements that are poison; empty for other values.
    pub fn shuffle_mask(self) -> Vec<i32> {
        let Some(number) = self.0.word(2).filter(|_| self.is_op(Opcode::ShuffleVector)) else { return Vec::new() };
        let mask = Value(self.draft().value_at(number));
        let (ty, count) = (mask.ty(), mask.ty().count());
        if ty.is_scalable_vector() { vec![-1; count as usize] } else { mask.part_numbers(count) }
    }

    /// The values of a phi, each with the block that it comes from.
    pub fn incoming(self) -> impl DoubleEndedIterator<Item = (Value<'m>, Block<'m>)> + Clone {
        let draft = self.draft();
        let words = if self.is_op(Opcode::Phi) { self.0.words() } else { &[] };
        words.chunks_exact(2).filter_map(move |pair| {
            let [value, block] = pair else { return None };
            Some((Value(draft.value_at(value.get())), Block(draft.block_at(block.get()))))
        })
    }

    /// Returns the number of blocks that a terminator may go to.
    pub fn successor_count(self) -> u32 {
        self.successors().count() as u32
    }

    /// One of the blocks that a terminator may go to.
    pub fn successor(self, index: u32) -> Option<Block<'m>> {
        self.successors().nth(index as usize)
    }

    /// The blocks that a terminator may go to.
    pub fn successors(self) -> impl DoubleEndedIterator<Item = Block<'m>> + Clone {
        let all: Vec<_> = match self.opcode() {
            Some(opcode) if opcode.is_terminator() => self.0.successors().map(Block).collect(),
            _ => Vec::new(),
        };
        all.into_iter()
    }

    /// The condition of a branch or the value of a `switch`.
    pub fn condition(self) -> Option<Value<'m>> {
        match self.opcode() {
            Some(Opcode::Br) => {
                self.0.word(2).filter(|word| *word != NONE).map(|word| Value(self.draft().value_at(word)))
            }
            Some(Opcode::Switch | Opcode::Select) => self.operand(0),
            _ => None,
        }
    }

    /// Returns the cases of a `switch`: each value, and its destination.
    pub fn cases(self) -> impl DoubleEndedIterator<Item = (Value<'m>, Block<'m>)> + Clone {
        let draft = self.draft();
        let words = if self.is_op(Opcode::Switch) { self.0.words().get(2..).unwrap_or(&[]) } else { &[] };
        words.chunks_exact(2).filter_map(move |pair| {
            let [value, block] = pair else { return None };
            Some((Value(draft.value_at(value.get())), Block(draft.block_at(block.get()))))
        })
    }

    /// Returns the default destination of a `switch`.
    pub fn switch_default(self) -> Option<Block<'m>> {
        self.0.word(1).filter(|_| self.is_op(Opcode::Switch)).map(|word| Block(self.draft().block_at(word)))
    }

    /// The opcode of a constant expression.
    pub fn const_opcode(self) -> Option<Opcode> {
        let row = self.constant()?;
        match row.kind {
            ConstantKind::Expression => Opcode::from_number(row.sub.into()),
            ConstantKind::Gep => Some(Opcode::GetElementPtr),
            _ => None,
        }
    }

    /// The opcode of an instruction or constant expression.
    pub fn any_opcode(self) -> Option<Opcode> {
        self.opcode().or_else(|| self.const_opcode())
    }
}

pub(super) fn is_expression(row: &Constant) -> bool {
    matches!(row.kind, ConstantKind::Expression | ConstantKind::Gep)
}

/// Returns whether fast-math flags apply to a type: floating-point types, vectors and arrays of them, and structures of
/// one such type.
fn is_float_or_parts(ty: Type<'_>) -> bool {
    if ty.is_literal_struct() {
        let fields = ty.struct_fields();
        let same = fields.iter().all(|field| Some(field) == fields.first());
        return same && fields.first().is_some_and(|field| field.scalar().is_float());
    }
    let mut ty = ty;
    while ty.is_array() {
        match ty.element() {
            Some(element) => ty = element,
            None => return false,
        }
    }
    ty.scalar().is_float()
}
