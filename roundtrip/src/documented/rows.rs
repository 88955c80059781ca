//! The documented list.

use super::Class as C;
use super::Group::{self, Added, Lost, Spelling, Weaker};
use super::KERNEL_AS_SHADER;
use super::Names::{self, Any, But, Of};
use super::Row;
use super::What::{self, Becomes, Is};
use super::lists::{RESPELLED, UNSAID};

const ALL: &[Group] = &[Lost, Weaker, Spelling, Added];
const LESS: &[Group] = &[Lost, Weaker];
const NO: Names = Of(&[""]);
/// Brings `NoSignedWrap` and `NoUnsignedWrap` to versions below 1.4.
const INTEGER_WRAP: &str = "SPV_KHR_no_integer_wrap_decoration";

const fn row(group: Group, what: &'static [What], sentence: &'static str) -> Row {
    Row { group, below: None, needs: &[], unless: None, what, sentence }
}

const fn becomes(from: &'static [&'static str], into: &'static [&'static str], with: &'static [&'static str]) -> What {
    Becomes { from, into, with }
}

/// The documented differences: those of SPIR-V first, then those of LLVM IR; more specific rows first.
pub static ROWS: &[Row] = &[
    // Of SPIR-V: the same in other words.
    row(
        Spelling,
        &[Is(ALL, C::Pointee, Any, Any), Is(ALL, C::PointerCast, Any, Any)],
        "Pointee types are derived anew, and with them the number of `OpBitcast`s between pointers.",
    ),
    row(
        Spelling,
        &[
            Is(ALL, C::Duplicate, Any, Any),
            Is(&[Added], C::Decoration, Of(&["RelaxedPrecision"]), Of(&["OpConstant*"])),
            Is(LESS, C::Instruction, Of(&["OpCopyLogical"]), Of(&["between equal types"])),
        ],
        "Duplicates of types and constants become one, with `RelaxedPrecision` if one has it, and without the `OpCopyLogical` between them.",
    ),
    row(
        Spelling,
        &[
            Is(ALL, C::Header, Of(&["version"]), Any),
            Is(&[Added], C::Capability, Any, Any),
            Is(&[Added], C::Extension, Any, Any),
        ],
        "Version, capabilities and extensions are gathered anew, from what is written.",
    ),
    row(
        Spelling,
        &[Is(ALL, C::Order, Any, Any)],
        "Blocks are put into an order in which dominators come first, where they are not in one.",
    ),
    row(
        Spelling,
        &[
            becomes(&["OpSNegate"], &["OpISub"], &[]),
            becomes(&["OpISub"], &["OpSNegate"], &[]),
            becomes(&["OpNot"], &["OpBitwiseXor", "OpLogicalNot", "OpLogicalNotEqual"], &[]),
            becomes(&["OpBitwiseXor"], &["OpNot"], &[]),
            becomes(&["OpLogicalNotEqual"], &["OpLogicalNot"], &[]),
            becomes(&["OpLogicalNot"], &["OpLogicalNotEqual"], &[]),
            becomes(&["OpSConvert"], &["OpUConvert"], &[]),
            becomes(&["OpLessOrGreater"], &["OpFOrdNotEqual"], &[]),
            becomes(&["OpPtrEqual"], &["OpIEqual"], &["OpConvertPtrToU"]),
            becomes(&["OpPtrNotEqual"], &["OpINotEqual"], &["OpConvertPtrToU"]),
            becomes(&["OpPtrDiff"], &["OpSDiv", "OpISub"], &["OpISub", "OpConvertPtrToU"]),
            becomes(&["OpBitcast"], &["OpConvertPtrToU", "OpConvertUToPtr"], &[]),
            becomes(&["OpCopyMemory"], &["OpCopyMemorySized"], &["OpBitcast"]),
            becomes(&["OpCopyMemorySized"], &["OpCopyMemory"], &[]),
            becomes(&["OpCopyObject"], &["OpFreezeKHR"], &[]),
            becomes(&["OpFreezeKHR"], &["OpCopyObject"], &[]),
            becomes(&["OpenCL.std fma"], &["OpFmaKHR"], &[]),
            becomes(&["OpFmaKHR"], &["OpenCL.std fma"], &[]),
            becomes(
                &["OpCompositeConstruct"],
                &["OpCompositeInsert", "OpVectorShuffle"],
                &[
                    "OpCompositeExtract",
                    "OpCompositeInsert",
                    "OpUndef",
                    "OpVectorInsertDynamic",
                    "OpFreezeKHR",
                    "OpCopyObject",
                ],
            ),
            becomes(
                &["OpCopyLogical"],
                &["OpLoad", "OpCompositeInsert"],
                &["OpVariable", "OpStore", "OpCompositeExtract"],
            ),
            becomes(&["OpVectorShuffle"], &["OpVectorShuffle"], &["OpVectorShuffle"]),
            becomes(&["OpFPGARegALTERA"], &["OpBitcast"], &["OpFPGARegALTERA", "OpBitcast"]),
            becomes(
                &["OpMatrix*", "OpVectorTimesMatrix", "OpOuterProduct", "OpTranspose", "OpBitReverse"],
                &["*"],
                &["*"],
            ),
            Is(LESS, C::Instruction, Of(&["OpSizeOf", "OpNop", "OpCopyObject", "OpUndef"]), Any),
            Is(&[Added], C::Instruction, Of(&["OpCompositeExtract"]), Any),
            Is(LESS, C::Instruction, Of(&["OpVariable"]), Of(&["of a sampler"])),
        ],
        "Instructions that LLVM IR says otherwise come back as what they became.",
    ),
    row(
        Spelling,
        &[
            Is(&[Added], C::Instruction, Of(&["OpUConvert", "OpVectorShuffle", "OpBitcast"]), Any),
            Is(&[Spelling], C::Operand, Of(&["IdRef"]), Any),
        ],
        "The amount of a shift gets the width of what is shifted, operands of a shuffle one length, and bits of a type that LLVM lacks pass through integers.",
    ),
    row(
        Spelling,
        &[
            Is(&[Added], C::Operand, Of(&["MemoryAccess"]), Any),
            Is(&[Added], C::Decoration, Of(&["Alignment"]), Of(&["OpVariable", "OpFunctionParameter"])),
        ],
        "Memory accesses and variables that do not say their alignment get that of their type.",
    ),
    row(
        Spelling,
        &[
            Is(LESS, C::Decoration, Of(&["AlignmentId", "MaxByteOffsetId"]), Any),
            Is(&[Added], C::Decoration, Of(&["Alignment", "MaxByteOffset"]), Any),
            Is(LESS, C::Interface, Of(&["LocalSizeId", "LocalSizeHintId"]), Any),
            Is(&[Added], C::Interface, Of(&["LocalSize", "LocalSizeHint"]), Any),
        ],
        "Decorations and execution modes whose operands are constants' ids have numbers instead.",
    ),
    row(
        Spelling,
        &[
            Is(LESS, C::Interface, Of(&["FPFastMathDefault", "SignedZeroInfNanPreserve"]), Any),
            Is(&[Added], C::Decoration, Of(&["FPFastMathMode"]), Any),
        ],
        "The flags that `FPFastMathDefault` gives stand at the instructions.",
    ),
    row(
        Spelling,
        &[Is(LESS, C::Extension, Of(&["SPV_INTEL_fpga_*"]), Any)],
        "Extensions that were renamed are declared by their newer name.",
    ),
    row(
        Spelling,
        &[Is(&[Spelling], C::Operand, Of(&["folded"]), Any)],
        "Operations on constants, `OpSizeOf`, and specialization constants without a `SpecId` are the constants that they give.",
    ),
    row(
        Spelling,
        &[
            Is(&[Spelling], C::Operand, Of(&["initialiser"]), Of(&["OpVariable"])),
            Is(&[Added], C::Instruction, Of(&["OpStore"]), Of(&["of an initialiser"])),
        ],
        "The initialiser of a variable in a function is stored to it.",
    ),
    row(
        Spelling,
        &[
            Is(LESS, C::Function, Of(&["wrapper of an entry point"]), Any),
            Is(LESS, C::Decoration, Of(&["LinkageAttributes"]), Of(&["a new entry point"])),
        ],
        "The function that older translators wrote as the entry point of another one is left out: that one is the entry point.",
    ),
    Row {
        below: Some(4),
        ..row(
            Spelling,
            &[Is(LESS, C::Interface, Of(&["OpEntryPoint"]), Of(&["changed"]))],
            "Entry points list their builtin variables only, below SPIR-V 1.4.",
        )
    },
    row(
        Spelling,
        &[
            becomes(&["OpLoad"], &["OpCompositeExtract", "OpVectorExtractDynamic"], &["OpLoad"]),
            Is(ALL, C::Instruction, Any, Of(&["of a builtin variable"])),
            Is(LESS, C::Operand, Any, Of(&["a builtin variable"])),
        ],
        "Builtin variables are loaded whole, and are of class `Input`.",
    ),
    // Of SPIR-V: weaker.
    row(
        Weaker,
        &[Is(&[Added], C::Interface, Of(&["ContractionOff"]), Any)],
        "A kernel may not be contracted any more, if it has a product and a sum of it, and another kernel has `ContractionOff`.",
    ),
    row(
        Weaker,
        &[Is(LESS, C::ParameterAttribute, Of(&["align 4294967296"]), Any)],
        "An alignment of 2^32 bytes is one of 2^31, the largest power of two in 32 bits.",
    ),
    Row {
        below: Some(1),
        ..row(
            Weaker,
            &[Is(LESS, C::ParameterAttribute, Of(&["dereferenceable *"]), Any)],
            "`dereferenceable` below SPIR-V 1.1.",
        )
    },
    Row {
        below: Some(4),
        unless: Some(INTEGER_WRAP),
        ..row(
            Weaker,
            &[Is(&[Weaker], C::Decoration, Of(&["NoSignedWrap", "NoUnsignedWrap"]), Any)],
            "`NoSignedWrap` and `NoUnsignedWrap` below SPIR-V 1.4, where their extension is not allowed.",
        )
    },
    row(
        Weaker,
        &[
            Is(LESS, C::Instruction, Of(&["OpSelectionMerge", "OpLoopMerge"]), Any),
            Is(&[Added], C::Instruction, Of(&["OpLoopControlINTEL"]), Any),
            Is(LESS, C::Operand, Of(&["LoopControl", "SelectionControl"]), Any),
            Is(LESS, C::Operand, Of(&["IdRef"]), Of(&["OpLoopMerge", "OpSelectionMerge"])),
        ],
        "`OpSelectionMerge` and `OpLoopMerge` without controls, and controls newer than the version that else is needed.",
    ),
    row(
        Weaker,
        &[Is(LESS, C::Operand, Of(&["MemoryAccess"]), Of(&["aligned by its layout"]))],
        "`Aligned` of accesses through logical pointers in shaders, which the layout aligns.",
    ),
    row(
        Weaker,
        &[Is(&[Weaker], C::Decoration, Of(&["FPFastMathMode"]), Any)],
        "Fast-math flags of instructions that have none in LLVM IR, and those that no extension allows.",
    ),
    // Of SPIR-V: lost.
    row(
        Lost,
        &[
            Is(
                LESS,
                C::Instruction,
                Of(&["OpLine", "OpNoLine", "OpSource", "OpSourceContinued", "OpModuleProcessed"]),
                Any,
            ),
            Is(LESS, C::Instruction, Of(&["OpString"]), Any),
            Is(LESS, C::Instruction, Of(UNSAID), Any),
            Is(LESS, C::Operand, Any, Of(UNSAID)),
            Is(LESS, C::Instruction, Of(&["OpExtInstImport"]), Any),
            Is(
                LESS,
                C::Name,
                Of(&["OpMemberName", "NonSemantic.Shader.*", "OpenCL.DebugInfo.100 *", "DebugInfo *", "SPIRV.debug *"]),
                Any,
            ),
        ],
        "Of debug info what [its page](../guide/debug-info.md) lists; `OpLine` beside it, `OpSourceContinued`, the text of `OpSource`; names of members, and of instructions of debug info.",
    ),
    row(
        Spelling,
        &[
            Is(ALL, C::Instruction, Of(RESPELLED), Any),
            Is(&[Added], C::Instruction, Of(&["OpenCL.DebugInfo.100 *", "OpModuleProcessed", "OpString"]), Any),
            Is(&[Added], C::Instruction, Of(&["*DebugInlinedAt", "*DebugFunctionDefinition"]), Any),
            Is(ALL, C::Operand, Any, Of(RESPELLED)),
            Is(&[Spelling], C::Operand, Of(&["undefined value"]), Any),
        ],
        "Debug info is in the set that it was in, and in the exact words where it had these, `DebugInfo` in `OpenCL.DebugInfo.100`: locations where they change, without columns of types and variables, matrices as arrays, producers where the set has them, records of what was inlined without its scope at a `DebugInlinedAt`, functions in whose code one function is inlined with its description, values of which nothing is known without their type.",
    ),
    row(
        Lost,
        &[Is(LESS, C::Unused, Any, Any), Is(LESS, C::Function, Of(&["declaration"]), Any)],
        "Types, constants, imports, declarations and builtin variables that nothing uses.",
    ),
    row(
        Lost,
        &[
            Is(LESS, C::Capability, Any, Of(&["not allowed", "of what is gone"])),
            Is(LESS, C::Extension, Any, Of(&["not allowed"])),
        ],
        "Capabilities and extensions that the options do not allow, and capabilities that only what is gone asked for.",
    ),
    row(Lost, &[Is(LESS, C::Unreached, Any, Any)], "Blocks that no path reaches, and what is in them."),
    row(
        Lost,
        &[
            Is(LESS, C::Name, Of(&["OpFunctionParameter"]), Of(&["of a declaration"])),
            Is(LESS, C::Name, Of(&["OpLoad"]), Of(&["of a builtin variable"])),
            Is(LESS, C::Name, Of(&["OpConstant*", "OpSpecConstant*", "OpUndef"]), Any),
            Is(LESS, C::Name, Of(&["OpTypeImage", "OpTypeSampledImage", "OpTypeSampler", "OpTypePointer"]), Any),
            Is(LESS, C::Name, Of(&["OpTypeAccelerationStructureKHR", "OpTypeRayQueryKHR", "OpTypeFunction"]), Any),
        ],
        "Names of constants, of opaque types and of types of pointers and functions, of loads of builtin variables, and of the parameters of declarations.",
    ),
    row(Lost, &[Is(ALL, C::Decoration, Any, Of(&["a builtin variable"]))], "Decorations of builtin variables."),
    row(
        Spelling,
        &[Is(ALL, C::Name, Any, Of(&["renamed"])), Is(&[Added], C::Name, Any, Any)],
        "Names that LLVM IR has for something else already, or that it wants, are made anew.",
    ),
    // Of LLVM IR: the same in other words.
    row(
        Spelling,
        &[Is(LESS, C::Intrinsic, Any, Any)],
        "LLVM's intrinsics, atomic instructions and what SPIR-V lacks come back as what they became.",
    ),
    row(
        Spelling,
        &[Is(LESS, C::Flag, Of(&["align", "atomic"]), Of(&["atomicrmw", "cmpxchg", "fence", "load", "store"]))],
        "Atomic instructions are calls afterwards; their alignment is that of their type.",
    ),
    row(
        Spelling,
        &[
            Is(LESS, C::Symbol, Of(&["declaration"]), Any),
            Is(LESS, C::ObjectMetadata, Of(&["spirv.*"]), Any),
            Is(LESS, C::Metadata, Of(&["spirv.*"]), Any),
            Is(LESS, C::NamedMetadata, Of(&["spirv.*"]), Any),
        ],
        "Builtins and the metadata of friendly IR are spelled as `-r` spells them.",
    ),
    row(
        Spelling,
        &[Is(LESS, C::Symbol, Of(&["private", "common", "weak*", "linkonce*", "extern_weak", "alias"]), Any)],
        "Linkage finer than external and internal; aliases are what they name.",
    ),
    // Of LLVM IR: weaker.
    row(
        Weaker,
        &[Is(LESS, C::Symbol, Of(&["internal"]), Of(&["linkage of a kernel"]))],
        "An internal kernel is an external one: all entry points are seen from outside.",
    ),
    row(
        Weaker,
        &[
            Is(LESS, C::FunctionAttribute, But(&["alwaysinline", "noinline", "memory(none)", "memory(read)"]), Any),
            Is(LESS, C::ResultAttribute, But(&["zeroext", "signext"]), Any),
            Is(
                LESS,
                C::ParameterAttribute,
                But(&[
                    "zeroext",
                    "signext",
                    "byval",
                    "sret",
                    "noalias",
                    "captures(none)",
                    "readonly",
                    "readnone",
                    "align *",
                    "dereferenceable *",
                ]),
                Any,
            ),
            Is(LESS, C::VariableAttribute, Any, Any),
        ],
        "Attributes of functions, parameters and variables other than those in the tables above.",
    ),
    row(
        Weaker,
        &[Is(LESS, C::CallAttribute, Any, Any), Is(LESS, C::Call, Any, Any)],
        "Attributes of calls, operand bundles, and whether a call is a `tail` call.",
    ),
    row(
        Weaker,
        &[
            Is(LESS, C::Flag, Of(&["exact", "disjoint", "nneg", "samesign", "nusw"]), Any),
            Is(LESS, C::Flag, Of(&["nuw", "nsw"]), Of(&["trunc", "getelementptr"])),
        ],
        "`exact`, `disjoint`, `nneg`, `samesign`, `nusw`; `nuw` and `nsw` of `trunc` and `getelementptr`.",
    ),
    Row {
        below: Some(4),
        unless: Some(INTEGER_WRAP),
        ..row(
            Weaker,
            &[Is(LESS, C::Flag, Of(&["nuw", "nsw"]), Any)],
            "`nuw` and `nsw` below SPIR-V 1.4, where their extension is not allowed.",
        )
    },
    row(
        Weaker,
        &[
            Is(LESS, C::Flag, Of(&["contract", "reassoc", "afn"]), Any),
            Is(
                LESS,
                C::Flag,
                Of(&["fast", "nnan", "ninf", "nsz", "arcp"]),
                Of(&["phi", "select", "call", "fcmp", "fneg", "fpext, fptrunc"]),
            ),
        ],
        "`contract`, `reassoc` and `afn`, unless all flags are set; fast-math flags of `phi`, `select`, calls, and below SPIR-V 1.6 of `fcmp` and `fneg`.",
    ),
    row(
        Weaker,
        &[Is(LESS, C::Flag, Of(&["weak", "volatile"]), Of(&["atomicrmw", "cmpxchg", "load", "store"]))],
        "`volatile` of atomics, `weak` of `cmpxchg`.",
    ),
    // Of LLVM IR: lost.
    row(
        Lost,
        &[Is(LESS, C::Debug, Any, Any), Is(LESS, C::NamedMetadata, Of(&["llvm.dbg.cu"]), Any)],
        "Of debug info what [its page](../guide/debug-info.md) lists.",
    ),
    row(
        Lost,
        &[
            Is(LESS, C::Metadata, But(&["prof", "nontemporal", "spirv.*", "llvm.loop"]), Any),
            Is(LESS, C::Metadata, Of(&["prof"]), But(&["br"])),
            Is(LESS, C::ObjectMetadata, Any, Of(&["function", "variable", "declaration"])),
            Is(
                LESS,
                C::ObjectMetadata,
                But(&[
                    "kernel_arg_*",
                    "reqd_work_group_size",
                    "work_group_size_hint",
                    "vec_type_hint",
                    "intel_reqd_sub_group_size",
                    "spirv.*",
                ]),
                Any,
            ),
            Is(LESS, C::NamedMetadata, Of(&["llvm.*"]), Any),
        ],
        "Metadata without a counterpart (`!tbaa`, `!range`, weights of `select`, `switch` and calls), and what describes kernels at functions that are none.",
    ),
    row(
        Lost,
        &[Is(LESS, C::Metadata, Of(&["llvm.loop"]), Any)],
        "Hints of loops that SPIR-V has no control for (`llvm.loop.mustprogress`), or not in the version that else is needed.",
    ),
    row(
        Lost,
        &[
            Is(
                LESS,
                C::Symbol,
                Of(&[
                    "hidden",
                    "protected",
                    "unnamed_addr",
                    "local_unnamed_addr",
                    "section",
                    "comdat",
                    "externally_initialized",
                ]),
                Any,
            ),
            Is(LESS, C::Symbol, Of(&["spir_kernel"]), Of(&["declaration"])),
            Is(LESS, C::Symbol, Of(&["assembly", "available_externally"]), Any),
        ],
        "Visibility, sections, comdats, `unnamed_addr`, the assembly of the module, the calling convention of declared kernels; `available_externally` becomes a declaration.",
    ),
    row(Lost, &[Is(LESS, C::Symbol, Of(&["definition"]), Of(&["variable"]))], "Variables that only annotations name."),
    Row {
        needs: &[KERNEL_AS_SHADER],
        ..row(
            Lost,
            &[
                Is(LESS, C::Symbol, Any, Any),
                Is(LESS, C::FunctionAttribute, Any, Any),
                Is(LESS, C::ResultAttribute, Any, Any),
                Is(LESS, C::ParameterAttribute, Any, Any),
                Is(LESS, C::CallAttribute, Any, Any),
                Is(LESS, C::VariableAttribute, Any, Any),
                Is(LESS, C::ObjectMetadata, Any, Any),
                Is(LESS, C::NamedMetadata, Any, Any),
                Is(LESS, C::Metadata, Any, Any),
                Is(LESS, C::Flag, Any, Any),
                Is(LESS, C::Intrinsic, Any, Any),
                Is(LESS, C::ValueName, Any, Any),
                Is(LESS, C::Call, Any, Any),
            ],
            "Of a kernel that becomes a compute shader of Vulkan all but what it computes ([how](../guide/shaders.md#kernels-and-ordinary-functions-forward-only-legalizekernels)).",
        )
    },
    row(Lost, &[Is(LESS, C::ValueName, Any, NO)], "Names of values that are held in parts, or become no instruction."),
];
