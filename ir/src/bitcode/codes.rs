//! Numbers of blocks and codes of records from `llvm/Bitcode/LLVMBitCodes.h`, for the reader and the writer.

/// Numbers of blocks.
pub(crate) mod block {
    pub(crate) const INFO: u32 = 0;
    pub(crate) const MODULE: u32 = 8;
    pub(crate) const ATTRIBUTES: u32 = 9;
    pub(crate) const ATTRIBUTE_GROUPS: u32 = 10;
    pub(crate) const CONSTANTS: u32 = 11;
    pub(crate) const FUNCTION: u32 = 12;
    pub(crate) const IDENTIFICATION: u32 = 13;
    pub(crate) const SYMBOLS: u32 = 14;
    pub(crate) const METADATA: u32 = 15;
    pub(crate) const ATTACHMENTS: u32 = 16;
    pub(crate) const TYPES: u32 = 17;
    pub(crate) const USE_LISTS: u32 = 18;
    pub(crate) const BUNDLE_TAGS: u32 = 21;
    pub(crate) const METADATA_KINDS: u32 = 22;
    pub(crate) const STRTAB: u32 = 23;
    pub(crate) const SYNC_SCOPES: u32 = 26;
}

/// Codes of records of constants.
pub(crate) mod constants {
    pub(crate) const SET_TYPE: u32 = 1;
    pub(crate) const NULL: u32 = 2;
    pub(crate) const UNDEF: u32 = 3;
    pub(crate) const INTEGER: u32 = 4;
    pub(crate) const WIDE_INTEGER: u32 = 5;
    pub(crate) const FLOAT: u32 = 6;
    pub(crate) const AGGREGATE: u32 = 7;
    pub(crate) const STRING: u32 = 8;
    pub(crate) const C_STRING: u32 = 9;
    pub(crate) const BINARY: u32 = 10;
    pub(crate) const CAST: u32 = 11;
    /// `getelementptr` of LLVM up to 18.
    pub(crate) const GEP_OLD: u32 = 12;
    /// `select` of LLVM up to 16.
    pub(crate) const SELECT: u32 = 13;
    pub(crate) const EXTRACT_ELEMENT: u32 = 14;
    pub(crate) const INSERT_ELEMENT: u32 = 15;
    pub(crate) const SHUFFLE: u32 = 16;
    pub(crate) const COMPARE: u32 = 17;
    /// Inline assembly without the type of its function: LLVM up to 13.
    pub(crate) const ASM_OLD: u32 = 18;
    pub(crate) const SHUFFLE_OTHER: u32 = 19;
    /// `getelementptr inbounds` of LLVM up to 18.
    pub(crate) const INBOUNDS_GEP_OLD: u32 = 20;
    pub(crate) const BLOCK_ADDRESS: u32 = 21;
    pub(crate) const DATA: u32 = 22;
    pub(crate) const ASM_OLD2: u32 = 23;
    /// `getelementptr` with the index of `inrange`: LLVM up to 18.
    pub(crate) const GEP_WITH_INDEX_OLD: u32 = 24;
    pub(crate) const UNARY: u32 = 25;
    pub(crate) const POISON: u32 = 26;
    pub(crate) const DSO_LOCAL_EQUIVALENT: u32 = 27;
    pub(crate) const ASM_OLD3: u32 = 28;
    pub(crate) const NO_CFI: u32 = 29;
    pub(crate) const ASM: u32 = 30;
    /// `getelementptr` with a range: LLVM since 19.
    pub(crate) const GEP_WITH_RANGE: u32 = 31;
    pub(crate) const GEP: u32 = 32;
    pub(crate) const PTR_AUTH: u32 = 33;
    pub(crate) const PTR_AUTH2: u32 = 34;
}

/// Codes of records of the MODULE block.
pub(crate) mod globals {
    pub(crate) const VERSION: u32 = 1;
    pub(crate) const TRIPLE: u32 = 2;
    pub(crate) const DATA_LAYOUT: u32 = 3;
    pub(crate) const ASSEMBLY: u32 = 4;
    pub(crate) const SECTION: u32 = 5;
    pub(crate) const VARIABLE: u32 = 7;
    pub(crate) const FUNCTION: u32 = 8;
    pub(crate) const COLLECTOR: u32 = 11;
    pub(crate) const COMDAT: u32 = 12;
    pub(crate) const ALIAS: u32 = 14;
    pub(crate) const SOURCE_FILENAME: u32 = 16;
    pub(crate) const IFUNC: u32 = 18;
}

/// Codes of records of function bodies.
pub(crate) mod instructions {
    pub(crate) const DECLARE_BLOCKS: u32 = 1;
    pub(crate) const BINARY: u32 = 2;
    pub(crate) const CAST: u32 = 3;
    pub(crate) const SELECT_OLD: u32 = 5;
    pub(crate) const EXTRACT_ELEMENT: u32 = 6;
    pub(crate) const INSERT_ELEMENT: u32 = 7;
    pub(crate) const SHUFFLE: u32 = 8;
    pub(crate) const COMPARE_OLD: u32 = 9;
    pub(crate) const RET: u32 = 10;
    pub(crate) const BR: u32 = 11;
    pub(crate) const SWITCH: u32 = 12;
    pub(crate) const INVOKE: u32 = 13;
    pub(crate) const UNREACHABLE: u32 = 15;
    pub(crate) const PHI: u32 = 16;
    pub(crate) const ALLOCA: u32 = 19;
    pub(crate) const LOAD: u32 = 20;
    pub(crate) const VA_ARG: u32 = 23;
    pub(crate) const EXTRACT_VALUE: u32 = 26;
    pub(crate) const INSERT_VALUE: u32 = 27;
    pub(crate) const COMPARE: u32 = 28;
    pub(crate) const SELECT: u32 = 29;
    pub(crate) const INDIRECT_BR: u32 = 31;
    pub(crate) const LOCATION_AGAIN: u32 = 33;
    pub(crate) const CALL: u32 = 34;
    pub(crate) const LOCATION: u32 = 35;
    pub(crate) const FENCE: u32 = 36;
    /// `atomicrmw` of LLVM up to 12, where the type of the value is the pointee of the pointer.
    pub(crate) const ATOMIC_RMW_OLD: u32 = 38;
    pub(crate) const RESUME: u32 = 39;
    pub(crate) const LOAD_ATOMIC: u32 = 41;
    pub(crate) const GEP: u32 = 43;
    pub(crate) const STORE: u32 = 44;
    pub(crate) const STORE_ATOMIC: u32 = 45;
    pub(crate) const CMPXCHG: u32 = 46;
    pub(crate) const LANDING_PAD: u32 = 47;
    pub(crate) const CLEANUP_RET: u32 = 48;
    pub(crate) const CATCH_RET: u32 = 49;
    pub(crate) const CATCH_PAD: u32 = 50;
    pub(crate) const CLEANUP_PAD: u32 = 51;
    pub(crate) const CATCH_SWITCH: u32 = 52;
    pub(crate) const BUNDLE: u32 = 55;
    pub(crate) const UNARY: u32 = 56;
    pub(crate) const CALL_BR: u32 = 57;
    pub(crate) const FREEZE: u32 = 58;
    pub(crate) const ATOMIC_RMW: u32 = 59;
    pub(crate) const BLOCK_ADDRESS_USERS: u32 = 60;
    pub(crate) const RECORD_VALUE: u32 = 61;
    pub(crate) const RECORD_DECLARE: u32 = 62;
    pub(crate) const RECORD_ASSIGN: u32 = 63;
    pub(crate) const RECORD_SIMPLE: u32 = 64;
    pub(crate) const RECORD_LABEL: u32 = 65;
    pub(crate) const RECORD_DECLARE_VALUE: u32 = 66;
}

/// Codes of records of metadata.
pub(crate) mod metadata {
    pub(crate) const STRING_OLD: u32 = 1;
    pub(crate) const VALUE: u32 = 2;
    pub(crate) const NODE: u32 = 3;
    pub(crate) const NAME: u32 = 4;
    pub(crate) const DISTINCT_NODE: u32 = 5;
    pub(crate) const KIND: u32 = 6;
    pub(crate) const NAMED_NODE: u32 = 10;
    pub(crate) const ATTACHMENT: u32 = 11;
    pub(crate) const STRINGS: u32 = 35;
    pub(crate) const GLOBAL_ATTACHMENT: u32 = 36;
    pub(crate) const INDEX_OFFSET: u32 = 38;
    pub(crate) const INDEX: u32 = 39;
    pub(crate) const ARG_LIST: u32 = 46;
}

/// Codes of records of use-list orders.
pub(crate) mod use_lists {
    pub(crate) const ORDER_OF_BLOCK: u32 = 2;
}

/// Names of blocks, for errors.
const NAMES: &[(u32, &str)] = &[
    (0, "BLOCKINFO"),
    (8, "MODULE"),
    (9, "PARAMATTR"),
    (10, "PARAMATTR_GROUP"),
    (11, "CONSTANTS"),
    (12, "FUNCTION"),
    (13, "IDENTIFICATION"),
    (14, "VALUE_SYMTAB"),
    (15, "METADATA"),
    (16, "METADATA_ATTACHMENT"),
    (17, "TYPE"),
    (18, "USELIST"),
    (19, "MODULE_STRTAB"),
    (20, "GLOBALVAL_SUMMARY"),
    (21, "OPERAND_BUNDLE_TAGS"),
    (22, "METADATA_KIND"),
    (23, "STRTAB"),
    (24, "FULL_LTO_GLOBALVAL_SUMMARY"),
    (25, "SYMTAB"),
    (26, "SYNC_SCOPE_NAMES"),
];

/// Returns LLVM's name of a block.
pub(crate) fn block_name(block: u32) -> Option<&'static str> {
    NAMES.iter().find(|(number, _)| *number == block).map(|(_, name)| *name)
}
