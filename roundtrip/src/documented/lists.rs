//! Lists of instructions that rows of the documented list share.

/// Instructions of sets that have no counterpart in LLVM IR.
pub(super) const UNSAID: &[&str] = &[
    "NonSemantic.DebugPrintf *",
    "NonSemantic.DebugBreak *",
    "NonSemantic.VkspReflection.*",
    "NonSemantic.Graph.*",
    "*DebugInlinedVariable",
    "*DebugMacroUndef",
    "*DebugTypeTemplateTemplateParameter",
    "*DebugTypeTemplateParameterPack",
    "OpenCL.DebugInfo.100 DebugImportedEntity",
    "SPIRV.debug DebugImportedEntity",
    "*DebugModuleINTEL",
];

/// Instructions of debug information that a round trip may add, remove or write with other operands.
pub(super) const RESPELLED: &[&str] = &[
    "DebugInfo *",
    // Shared, or said where something changes.
    "*DebugInfoNone",
    "*DebugSource",
    "*DebugExpression",
    "*DebugOperation",
    "*DebugScope",
    "*DebugNoScope",
    "*DebugLine",
    "*DebugNoLine",
    "*DebugEntryPoint",
    // With columns, versions and flags of others.
    "*DebugCompilationUnit",
    "*DebugFunction",
    "*DebugFunctionDeclaration",
    "*DebugGlobalVariable",
    "*DebugLocalVariable",
    "*DebugTypeComposite",
    "*DebugTypeEnum",
    "*DebugTypeMember",
    "*DebugTypedef",
    "*DebugTypeArray",
    "*DebugTypeMatrix",
];
