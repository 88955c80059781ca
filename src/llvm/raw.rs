//! The numbers that LLVM's C API has for the enumerations of [`kinds`](super::kinds).

use super::{
    AtomicOrdering, AtomicRmwOp, Linkage, MetadataKind, Opcode, Predicate, TailCallKind, TypeKind, UnnamedAddr,
    ValueKind, Visibility,
};
use llvm_sys::debuginfo::LLVMMetadataKind;
use llvm_sys::{
    LLVMAtomicOrdering, LLVMAtomicRMWBinOp, LLVMLinkage, LLVMOpcode, LLVMTailCallKind, LLVMTypeKind, LLVMUnnamedAddr,
    LLVMValueKind, LLVMVisibility,
};

/// An enumeration of ours that LLVM's C API has, too.
pub(super) trait Numbered: Copy {
    /// LLVM's enumeration.
    type Raw;
    /// Returns ours for LLVM's.
    fn from_raw(raw: Self::Raw) -> Self;
    /// Returns LLVM's for ours.
    fn raw(self) -> Self::Raw;
}

/// Implements [`Numbered`] by rows of names; what LLVM has besides is the last word.
macro_rules! numbered {
    ($($ours:ident = $raw:ident, else $other:ident { $($name:ident = $llvm:ident,)* })*) => {$(
        impl Numbered for $ours {
            type Raw = $raw;

            fn from_raw(raw: $raw) -> Self {
                match raw {
                    $($raw::$llvm => $ours::$name,)*
                    #[allow(unreachable_patterns, reason = "where the rows name all of an enumeration")]
                    _ => $ours::$other,
                }
            }

            fn raw(self) -> $raw {
                match self { $($ours::$name => $raw::$llvm,)* }
            }
        }
    )*};
}

numbered! {
    Opcode = LLVMOpcode, else Unreachable {
        Ret = LLVMRet, Br = LLVMBr, Switch = LLVMSwitch, IndirectBr = LLVMIndirectBr, Invoke = LLVMInvoke,
        Unreachable = LLVMUnreachable, CallBr = LLVMCallBr, FNeg = LLVMFNeg, Add = LLVMAdd, FAdd = LLVMFAdd, Sub = LLVMSub,
        FSub = LLVMFSub, Mul = LLVMMul, FMul = LLVMFMul, UDiv = LLVMUDiv, SDiv = LLVMSDiv, FDiv = LLVMFDiv, URem = LLVMURem,
        SRem = LLVMSRem, FRem = LLVMFRem, Shl = LLVMShl, LShr = LLVMLShr, AShr = LLVMAShr, And = LLVMAnd, Or = LLVMOr,
        Xor = LLVMXor, Alloca = LLVMAlloca, Load = LLVMLoad, Store = LLVMStore, GetElementPtr = LLVMGetElementPtr,
        Trunc = LLVMTrunc, ZExt = LLVMZExt, SExt = LLVMSExt, FpToUi = LLVMFPToUI, FpToSi = LLVMFPToSI, UiToFp = LLVMUIToFP,
        SiToFp = LLVMSIToFP, FpTrunc = LLVMFPTrunc, FpExt = LLVMFPExt, PtrToInt = LLVMPtrToInt, PtrToAddr = LLVMPtrToAddr,
        IntToPtr = LLVMIntToPtr, BitCast = LLVMBitCast, AddrSpaceCast = LLVMAddrSpaceCast, ICmp = LLVMICmp, FCmp = LLVMFCmp,
        Phi = LLVMPHI, Call = LLVMCall, Select = LLVMSelect, VaArg = LLVMVAArg, ExtractElement = LLVMExtractElement,
        InsertElement = LLVMInsertElement, ShuffleVector = LLVMShuffleVector, ExtractValue = LLVMExtractValue,
        InsertValue = LLVMInsertValue, Freeze = LLVMFreeze, Fence = LLVMFence, CmpXchg = LLVMAtomicCmpXchg,
        AtomicRmw = LLVMAtomicRMW, Resume = LLVMResume, LandingPad = LLVMLandingPad, CleanupRet = LLVMCleanupRet,
        CatchRet = LLVMCatchRet, CatchPad = LLVMCatchPad, CleanupPad = LLVMCleanupPad, CatchSwitch = LLVMCatchSwitch,
    }
    AtomicOrdering = LLVMAtomicOrdering, else NotAtomic {
        NotAtomic = LLVMAtomicOrderingNotAtomic, Unordered = LLVMAtomicOrderingUnordered,
        Monotonic = LLVMAtomicOrderingMonotonic, Acquire = LLVMAtomicOrderingAcquire, Release = LLVMAtomicOrderingRelease,
        AcqRel = LLVMAtomicOrderingAcquireRelease, SeqCst = LLVMAtomicOrderingSequentiallyConsistent,
    }
    AtomicRmwOp = LLVMAtomicRMWBinOp, else Xchg {
        Xchg = LLVMAtomicRMWBinOpXchg, Add = LLVMAtomicRMWBinOpAdd, Sub = LLVMAtomicRMWBinOpSub, And = LLVMAtomicRMWBinOpAnd,
        Nand = LLVMAtomicRMWBinOpNand, Or = LLVMAtomicRMWBinOpOr, Xor = LLVMAtomicRMWBinOpXor, Max = LLVMAtomicRMWBinOpMax,
        Min = LLVMAtomicRMWBinOpMin, UMax = LLVMAtomicRMWBinOpUMax, UMin = LLVMAtomicRMWBinOpUMin,
        FAdd = LLVMAtomicRMWBinOpFAdd, FSub = LLVMAtomicRMWBinOpFSub, FMax = LLVMAtomicRMWBinOpFMax,
        FMin = LLVMAtomicRMWBinOpFMin, UIncWrap = LLVMAtomicRMWBinOpUIncWrap, UDecWrap = LLVMAtomicRMWBinOpUDecWrap,
        USubCond = LLVMAtomicRMWBinOpUSubCond, USubSat = LLVMAtomicRMWBinOpUSubSat, FMaximum = LLVMAtomicRMWBinOpFMaximum,
        FMinimum = LLVMAtomicRMWBinOpFMinimum,
    }
    Linkage = LLVMLinkage, else External {
        External = LLVMExternalLinkage, AvailableExternally = LLVMAvailableExternallyLinkage,
        LinkOnceAny = LLVMLinkOnceAnyLinkage, LinkOnceOdr = LLVMLinkOnceODRLinkage, WeakAny = LLVMWeakAnyLinkage,
        WeakOdr = LLVMWeakODRLinkage, Appending = LLVMAppendingLinkage, Internal = LLVMInternalLinkage,
        Private = LLVMPrivateLinkage, ExternalWeak = LLVMExternalWeakLinkage, Common = LLVMCommonLinkage,
    }
    Visibility = LLVMVisibility, else Default {
        Default = LLVMDefaultVisibility, Hidden = LLVMHiddenVisibility, Protected = LLVMProtectedVisibility,
    }
    UnnamedAddr = LLVMUnnamedAddr, else None {
        None = LLVMNoUnnamedAddr, Local = LLVMLocalUnnamedAddr, Global = LLVMGlobalUnnamedAddr,
    }
    TailCallKind = LLVMTailCallKind, else None {
        None = LLVMTailCallKindNone, Tail = LLVMTailCallKindTail, MustTail = LLVMTailCallKindMustTail,
        NoTail = LLVMTailCallKindNoTail,
    }
    TypeKind = LLVMTypeKind, else Void {
        Void = LLVMVoidTypeKind, Half = LLVMHalfTypeKind, Float = LLVMFloatTypeKind, Double = LLVMDoubleTypeKind,
        X86Fp80 = LLVMX86_FP80TypeKind, Fp128 = LLVMFP128TypeKind, PpcFp128 = LLVMPPC_FP128TypeKind, Label = LLVMLabelTypeKind,
        Integer = LLVMIntegerTypeKind, Function = LLVMFunctionTypeKind, Struct = LLVMStructTypeKind, Array = LLVMArrayTypeKind,
        Pointer = LLVMPointerTypeKind, Vector = LLVMVectorTypeKind, Metadata = LLVMMetadataTypeKind, Token = LLVMTokenTypeKind,
        ScalableVector = LLVMScalableVectorTypeKind, BFloat = LLVMBFloatTypeKind, X86Amx = LLVMX86_AMXTypeKind,
        Target = LLVMTargetExtTypeKind,
    }
    // A value of a function is one, too.
    MetadataKind = LLVMMetadataKind, else Value {
        String = LLVMMDStringMetadataKind, Value = LLVMConstantAsMetadataMetadataKind, ArgList =
        LLVMDIArgListMetadataKind, Tuple = LLVMMDTupleMetadataKind, Location = LLVMDILocationMetadataKind,
        Generic = LLVMGenericDINodeMetadataKind, Subrange = LLVMDISubrangeMetadataKind, Enumerator =
        LLVMDIEnumeratorMetadataKind, BasicType = LLVMDIBasicTypeMetadataKind, File = LLVMDIFileMetadataKind,
        DerivedType = LLVMDIDerivedTypeMetadataKind, CompositeType = LLVMDICompositeTypeMetadataKind,
        SubroutineType = LLVMDISubroutineTypeMetadataKind, CompileUnit = LLVMDICompileUnitMetadataKind,
        Subprogram = LLVMDISubprogramMetadataKind, LexicalBlock = LLVMDILexicalBlockMetadataKind,
        LexicalBlockFile = LLVMDILexicalBlockFileMetadataKind, Namespace = LLVMDINamespaceMetadataKind,
        TemplateType = LLVMDITemplateTypeParameterMetadataKind, TemplateValue =
        LLVMDITemplateValueParameterMetadataKind, GlobalVariable = LLVMDIGlobalVariableMetadataKind,
        LocalVariable = LLVMDILocalVariableMetadataKind, Expression = LLVMDIExpressionMetadataKind,
        ObjcProperty = LLVMDIObjCPropertyMetadataKind, ImportedEntity = LLVMDIImportedEntityMetadataKind,
        Module = LLVMDIModuleMetadataKind, Macro = LLVMDIMacroMetadataKind, MacroFile =
        LLVMDIMacroFileMetadataKind, GlobalVariableExpression = LLVMDIGlobalVariableExpressionMetadataKind,
        Label = LLVMDILabelMetadataKind, StringType = LLVMDIStringTypeMetadataKind, CommonBlock =
        LLVMDICommonBlockMetadataKind, GenericSubrange = LLVMDIGenericSubrangeMetadataKind, AssignId =
        LLVMDIAssignIDMetadataKind, SubrangeType = LLVMDISubrangeTypeMetadataKind, FixedPointType =
        LLVMDIFixedPointTypeMetadataKind,
    }
    ValueKind = LLVMValueKind, else Expression {
        Argument = LLVMArgumentValueKind, Block = LLVMBasicBlockValueKind, Function = LLVMFunctionValueKind,
        Alias = LLVMGlobalAliasValueKind, IFunc = LLVMGlobalIFuncValueKind, Variable = LLVMGlobalVariableValueKind,
        BlockAddress = LLVMBlockAddressValueKind, Expression = LLVMConstantExprValueKind, Array = LLVMConstantArrayValueKind,
        Struct = LLVMConstantStructValueKind, Vector = LLVMConstantVectorValueKind, Undef = LLVMUndefValueValueKind,
        AggregateZero = LLVMConstantAggregateZeroValueKind, DataArray = LLVMConstantDataArrayValueKind,
        DataVector = LLVMConstantDataVectorValueKind, Int = LLVMConstantIntValueKind, Float = LLVMConstantFPValueKind,
        PointerNull = LLVMConstantPointerNullValueKind, TokenNone = LLVMConstantTokenNoneValueKind,
        Metadata = LLVMMetadataAsValueValueKind, InlineAsm = LLVMInlineAsmValueKind, Instruction = LLVMInstructionValueKind,
        Poison = LLVMPoisonValueKind, TargetNone = LLVMConstantTargetNoneValueKind, PtrAuth = LLVMConstantPtrAuthValueKind,
    }
}

/// The number of the first integer predicate; those of floating point begin at 0. Ours are in the same order.
const FIRST_INT_PREDICATE: u32 = 32;

/// Returns LLVM's number of a predicate.
pub(super) fn number(predicate: Predicate) -> u32 {
    let (ours, first) = (predicate as u32, Predicate::Eq as u32);
    if ours < first { ours } else { ours - first + FIRST_INT_PREDICATE }
}

/// Returns the predicate of LLVM's number.
pub(super) fn predicate(number: u32) -> Predicate {
    Predicate::from_code(number.into()).unwrap_or(Predicate::FalseF)
}
