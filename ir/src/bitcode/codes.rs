//! Numbers of blocks, as `llvm/Bitcode/LLVMBitCodes.h` has them. Codes of records stand where they are read.

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
