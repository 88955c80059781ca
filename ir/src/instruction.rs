//! Instructions: opcodes, the columns of an instruction, and the kinds of its operands.

use std::ops::Range;

/// Declares an enum with the word that assembly has for each of its values.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$row_doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "each is named by its word")]
        pub enum $name { $($(#[$row_doc])* $variant,)* }

        impl $name {
            /// Every value of the enum, in the order of numbers.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];
            /// The word of assembly.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }
            /// Returns the value with this number.
            pub fn from_number(number: u64) -> Option<$name> {
                $name::ALL.get(usize::try_from(number).ok()?).copied()
            }
            /// Returns the first value with this word.
            pub fn named(word: &[u8]) -> Option<$name> {
                $name::ALL.iter().find(|one| one.word().as_bytes() == word).copied()
            }
        }
    };
}
pub(crate) use words;

words! {
    /// The operation of an instruction. Each arithmetic operation is one opcode whatever the type, and integer and floating-point
    /// operations are separate: `Add` and `FAdd`.
    Opcode {
        FNeg = "fneg",
        Add = "add", Sub = "sub", Mul = "mul", UDiv = "udiv", SDiv = "sdiv", URem = "urem", SRem = "srem",
        Shl = "shl", LShr = "lshr", AShr = "ashr", And = "and", Or = "or", Xor = "xor",
        FAdd = "fadd", FSub = "fsub", FMul = "fmul", FDiv = "fdiv", FRem = "frem",
        Trunc = "trunc", ZExt = "zext", SExt = "sext", FpToUi = "fptoui", FpToSi = "fptosi", UiToFp = "uitofp",
        SiToFp = "sitofp", FpTrunc = "fptrunc", FpExt = "fpext", PtrToInt = "ptrtoint", IntToPtr = "inttoptr",
        BitCast = "bitcast", AddrSpaceCast = "addrspacecast", PtrToAddr = "ptrtoaddr",
        ICmp = "icmp", FCmp = "fcmp", Phi = "phi", Select = "select", Freeze = "freeze",
        Alloca = "alloca", Load = "load", Store = "store", GetElementPtr = "getelementptr", Fence = "fence",
        CmpXchg = "cmpxchg", AtomicRmw = "atomicrmw",
        ExtractElement = "extractelement", InsertElement = "insertelement", ShuffleVector = "shufflevector",
        ExtractValue = "extractvalue", InsertValue = "insertvalue",
        Call = "call", VaArg = "va_arg", LandingPad = "landingpad", CatchPad = "catchpad", CleanupPad = "cleanuppad",
        Ret = "ret", Br = "br", Switch = "switch", IndirectBr = "indirectbr", Invoke = "invoke", CallBr = "callbr",
        Resume = "resume", CatchSwitch = "catchswitch", CatchRet = "catchret", CleanupRet = "cleanupret",
        Unreachable = "unreachable",
    }
}

words! {
    /// The comparisons of `icmp` and `fcmp`, in the order of LLVM's numbers, which begin with 0 for `fcmp` and with 32 for `icmp`.
    Predicate {
        FalseF = "false", Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole", One = "one", Ord = "ord",
        Uno = "uno", Ueq = "ueq", FUgt = "ugt", FUge = "uge", FUlt = "ult", FUle = "ule", Une = "une", TrueF = "true",
        Eq = "eq", Ne = "ne", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule", Sgt = "sgt", Sge = "sge",
        Slt = "slt", Sle = "sle",
    }
}

impl Predicate {
    /// The predicate of bitcode's number.
    pub fn from_code(code: u64) -> Option<Predicate> {
        match code {
            0..=15 => Predicate::from_number(code),
            32..=41 => Predicate::from_number(code - 32 + 16),
            _ => None,
        }
    }
}

words! {
    /// The operations of `atomicrmw`; the numbers are those of bitcode.
    RmwOperation {
        Xchg = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or", Xor = "xor", Max = "max",
        Min = "min", UMax = "umax", UMin = "umin", FAdd = "fadd", FSub = "fsub", FMax = "fmax", FMin = "fmin",
        UIncWrap = "uinc_wrap", UDecWrap = "udec_wrap", USubCond = "usub_cond", USubSat = "usub_sat",
        FMaximum = "fmaximum", FMinimum = "fminimum",
    }
}

words! {
    /// The orders of atomic accesses; the numbers are those of bitcode.
    Ordering {
        NotAtomic = "", Unordered = "unordered", Monotonic = "monotonic", Acquire = "acquire", Release = "release",
        AcqRel = "acq_rel", SeqCst = "seq_cst",
    }
}

/// Flags of instructions and constant expressions.
pub mod flag {
    /// `nuw` of arithmetic, `trunc` and `getelementptr`.
    pub const NUW: u16 = 1;
    /// `nsw` of arithmetic and `trunc`.
    pub const NSW: u16 = 2;
    /// `exact` of divisions and shifts.
    pub const EXACT: u16 = 1;
    /// `disjoint` of `or`.
    pub const DISJOINT: u16 = 1;
    /// `nneg` of `zext` and `uitofp`.
    pub const NNEG: u16 = 1;
    /// `samesign` of `icmp`.
    pub const SAMESIGN: u16 = 1;
    /// `inbounds` of `getelementptr`.
    pub const INBOUNDS: u16 = 1;
    /// `nusw` of `getelementptr`.
    pub const NUSW: u16 = 2;
    /// `nuw` of `getelementptr`.
    pub const GEP_NUW: u16 = 4;
    /// `volatile` of memory accesses. Flags from bit 8 on stay clear of the fast-math flags.
    pub const VOLATILE: u16 = 0x100;
    /// `weak` of `cmpxchg`.
    pub const WEAK: u16 = 0x200;
    /// `cleanup` of `landingpad`.
    pub const CLEANUP: u16 = 0x100;
    /// `inalloca` of `alloca`.
    pub const INALLOCA: u16 = 0x100;
    /// `swifterror` of `alloca`.
    pub const SWIFTERROR: u16 = 0x200;
    /// `tail`, `musttail`, `notail` of calls.
    pub const TAIL: u16 = 0x100;
    /// See [`TAIL`].
    pub const MUSTTAIL: u16 = 0x200;
    /// See [`TAIL`].
    pub const NOTAIL: u16 = 0x400;
    /// Fast-math flags, with bitcode's bits since LLVM 6: `nnan`, `ninf`, `nsz`, `arcp`, `contract`, `afn`, `reassoc`. Bit 0 was all
    /// of them before.
    pub const FAST_MATH: [(u16, &str); 7] =
        [(0x80, "reassoc"), (2, "nnan"), (4, "ninf"), (8, "nsz"), (0x10, "arcp"), (0x20, "contract"), (0x40, "afn")];
    /// The union of [`FAST_MATH`].
    pub const FAST: u16 = 0xfe;
}

/// The columns of an instruction: 20 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The operation.
    pub opcode: Opcode,
    /// The number of a [`Predicate`] or of an [`RmwOperation`].
    pub sub: u8,
    /// See [`flag`].
    pub flags: u16,
    /// The type of the result.
    pub ty: u32,
    /// The index of the first operand word in the pool.
    pub operands: u32,
    /// The number of operand words.
    pub count: u32,
    /// The local that it defines, or [`NONE`](crate::module::NONE).
    pub result: u32,
}

/// The kind of a word of the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A value.
    Value,
    /// A block of the function.
    Block,
    /// A type.
    Type,
    /// A number: an alignment (a power of two, plus one), an ordering, a scope, an index, an attribute list, a convention.
    Number,
}

/// The kinds of an opcode's operand words: first the head, then the tail, repeated. Operands that are values stand in LLVM's order.
#[derive(Debug)]
pub struct Layout {
    /// The kinds of the first words.
    pub head: &'static [Slot],
    /// The kinds of the words that repeat after the head.
    pub tail: &'static [Slot],
}

use Slot::{Block, Number, Type, Value};
const fn layout(head: &'static [Slot], tail: &'static [Slot]) -> Layout {
    Layout { head, tail }
}

/// The end of a run of values that reaches to the last operand word.
const TO_THE_LAST: u8 = u8::MAX;

/// The mark of an opcode whose values are not one run.
const APART: (u8, u8) = (1, 0);

/// Returns the run of values among words of these kinds, or [`APART`] if the values are not one run or a word is a block.
const fn side_by_side(head: &[Slot], tail: &[Slot]) -> (u8, u8) {
    let (mut start, mut end, mut i) = (0, 0, 0);
    while i < head.len() {
        match head[i] {
            Block => return APART,
            Value if end == 0 => (start, end) = (i as u8, i as u8 + 1),
            Value if end as usize == i => end += 1,
            Value => return APART,
            Type | Number => {}
        }
        i += 1;
    }
    match tail {
        [] | [Number] => (start, end),
        [Value] if end == 0 => (head.len() as u8, TO_THE_LAST),
        [Value] if end as usize == head.len() => (start, TO_THE_LAST),
        _ => APART,
    }
}

static VALUES: Layout = layout(&[], &[Value]);
static BR: Layout = layout(&[Block, Block, Value], &[]);
static SWITCH: Layout = layout(&[Value, Block], &[Value, Block]);
static INDIRECT: Layout = layout(&[Value], &[Block]);
static PHI: Layout = layout(&[], &[Value, Block]);
static ALLOCA: Layout = layout(&[Type, Value, Number], &[]);
static GEP: Layout = layout(&[Type], &[Value]);
static LOAD: Layout = layout(&[Value, Number, Number, Number], &[]);
static STORE: Layout = layout(&[Value, Value, Number, Number, Number], &[]);
static CMPXCHG: Layout = layout(&[Value, Value, Value, Number, Number, Number, Number], &[]);
static FENCE: Layout = layout(&[Number, Number], &[]);
static AGGREGATE: Layout = layout(&[Value], &[Number]);
static INSERT_VALUE: Layout = layout(&[Value, Value], &[Number]);
static LANDING: Layout = layout(&[], &[Number, Value]);
static CALL: Layout = layout(&[Number, Number, Type, Value], &[Value]);
static INVOKE: Layout = layout(&[Number, Number, Type, Block, Block, Value], &[Value]);
/// The layout of `callbr`: the default target and the number of indirect targets stand before the callee, and the indirect targets
/// after the arguments.
static CALLBR: Layout = layout(&[Number, Number, Type, Block, Number, Value], &[Value]);
static CATCH_SWITCH: Layout = layout(&[Value, Number], &[Block]);
static CATCH_RET: Layout = layout(&[Value, Block], &[]);

/// The layout of each opcode.
static LAYOUTS: [&Layout; Opcode::ALL.len()] = {
    let mut all = [&VALUES; Opcode::ALL.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = Opcode::ALL[i].find_layout();
        i += 1;
    }
    all
};

/// The first value of each opcode and the word behind the last.
static SIDE_BY_SIDE: [(u8, u8); Opcode::ALL.len()] = {
    let mut all = [APART; Opcode::ALL.len()];
    let mut i = 0;
    while i < all.len() {
        let layout = Opcode::ALL[i].find_layout();
        all[i] = side_by_side(layout.head, layout.tail);
        i += 1;
    }
    all
};

impl Opcode {
    /// Returns the kinds of the words of the operands.
    #[inline]
    pub fn layout(self) -> &'static Layout {
        LAYOUTS.get(self as usize).copied().unwrap_or(&VALUES)
    }

    const fn find_layout(self) -> &'static Layout {
        use Opcode::*;
        match self {
            Br => &BR,
            Switch => &SWITCH,
            IndirectBr => &INDIRECT,
            Phi => &PHI,
            Alloca => &ALLOCA,
            GetElementPtr => &GEP,
            Load => &LOAD,
            Store | AtomicRmw => &STORE,
            CmpXchg => &CMPXCHG,
            Fence => &FENCE,
            ExtractValue => &AGGREGATE,
            InsertValue => &INSERT_VALUE,
            LandingPad => &LANDING,
            Call => &CALL,
            Invoke => &INVOKE,
            CallBr => &CALLBR,
            CatchSwitch => &CATCH_SWITCH,
            CatchRet | CleanupRet => &CATCH_RET,
            _ => &VALUES,
        }
    }

    /// Returns the range of the words that are values among `count` operand words, if the values are one run and no word is a block.
    #[inline]
    pub fn values(self, count: usize) -> Option<Range<usize>> {
        let (start, end) = SIDE_BY_SIDE.get(self as usize).copied().filter(|values| *values != APART)?;
        let end = if end == TO_THE_LAST { count } else { count.min(end.into()) };
        Some(end.min(start.into())..end)
    }

    /// Returns the word of the value operand `index`, if the values of the opcode are one run; `u32::MAX` for an index past the run.
    #[inline]
    pub fn value_word(self, index: u32) -> Option<u32> {
        let (start, end) = SIDE_BY_SIDE.get(self as usize).copied().filter(|values| *values != APART)?;
        let word = index.saturating_add(start.into());
        Some(if end == TO_THE_LAST || word < end.into() { word } else { u32::MAX })
    }

    /// Returns the kind of the operand word `i`.
    #[inline]
    pub fn slot(self, words: &[u32], i: usize) -> Option<Slot> {
        // The blocks of a `callbr` are its last words.
        let others = if self == Opcode::CallBr { words.get(4).copied().unwrap_or(0) as usize } else { 0 };
        if others > 0 && i + others >= words.len() { Some(Block) } else { self.layout().slot(i) }
    }

    /// Returns whether the opcode is a terminator.
    #[inline]
    pub fn is_terminator(self) -> bool {
        self >= Opcode::Ret
    }
    /// True for casts.
    #[inline]
    pub fn is_cast(self) -> bool {
        (Opcode::Trunc..=Opcode::PtrToAddr).contains(&self)
    }
    /// Returns whether the opcode is a binary operator.
    #[inline]
    pub fn is_binary(self) -> bool {
        (Opcode::Add..=Opcode::FRem).contains(&self)
    }
    /// True for `call`, `invoke` and `callbr`.
    #[inline]
    pub fn is_call(self) -> bool {
        matches!(self, Opcode::Call | Opcode::Invoke | Opcode::CallBr)
    }
    /// Returns whether the opcode is a binary operator that can have `nuw` and `nsw`.
    #[inline]
    pub fn may_overflow(self) -> bool {
        matches!(self, Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl)
    }
    /// Returns whether the opcode can be `exact`.
    #[inline]
    pub fn may_be_exact(self) -> bool {
        matches!(self, Opcode::UDiv | Opcode::SDiv | Opcode::LShr | Opcode::AShr)
    }
    /// Returns the index of the operand word of a call's first argument; the callee is the word before it.
    #[inline]
    pub fn first_argument(self) -> usize {
        if self == Opcode::Call { 4 } else { 6 }
    }
}

impl Layout {
    /// Returns the kind of the word `i`, for a word that is no block of `callbr`.
    #[inline]
    pub fn slot(&self, i: usize) -> Option<Slot> {
        match (self.head.get(i), self.tail) {
            (Some(slot), _) | (None, [slot]) => Some(*slot),
            // A value or a number alternates with a block or a value.
            (None, [first, second]) => Some(if (i - self.head.len()) & 1 == 0 { *first } else { *second }),
            (None, _) => None,
        }
    }
}
