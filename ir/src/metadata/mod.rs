//! Metadata: strings, values and nodes; nodes of debug information have named fields.
//!
//! A node is a range of words. The words of debug information are those of LLVM 22's records, whatever version wrote the file, so
//! that a field has a fixed place (`kinds`). A reference is the number of another node, plus one; zero is null.

mod conventions;
mod encodings;
pub(crate) mod fragments;
mod kinds;
mod language_names;
mod languages;
mod operators;
mod removed;
mod rules;
mod tags;

pub use kinds::{Field, FieldForm, NodeKind};
pub(crate) use removed::forget_removed;

/// The tables of names for numbers of DWARF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the list of that name")]
pub enum Names {
    Tag,
    Encoding,
    Language,
    LanguageName,
    Convention,
    Operator,
    Macro,
}

static MACROS: &[(u32, &str)] = &[
    (1, "DW_MACINFO_define"),
    (2, "DW_MACINFO_undef"),
    (3, "DW_MACINFO_start_file"),
    (4, "DW_MACINFO_end_file"),
    (0xff, "DW_MACINFO_vendor_ext"),
];

impl Names {
    fn rows(self) -> &'static [(u32, &'static str)] {
        match self {
            Names::Tag => tags::ROWS,
            Names::Encoding => encodings::ROWS,
            Names::Language => languages::ROWS,
            Names::LanguageName => language_names::ROWS,
            Names::Convention => conventions::ROWS,
            Names::Operator => operators::ROWS,
            Names::Macro => MACROS,
        }
    }

    /// The number of a name.
    pub(crate) fn number(self, name: &[u8]) -> Option<u64> {
        self.rows().iter().find(|row| row.1.as_bytes() == name).map(|row| row.0 as u64)
    }

    /// The name of a number.
    pub fn get(self, number: u64) -> Option<&'static str> {
        let rows = self.rows();
        let i = rows.binary_search_by_key(&u32::try_from(number).ok()?, |row| row.0).ok()?;
        rows.get(i).map(|row| row.1)
    }
}

/// The behaviors of module flags when modules are linked.
pub(crate) mod behavior {
    pub(crate) const ERROR: u64 = 1;
    pub(crate) const OVERRIDE: u64 = 4;
    pub(crate) const MAX: u64 = 7;
    pub(crate) const MIN: u64 = 8;
}

/// A string, a value or a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The kind of the node.
    pub kind: NodeKind,
    /// The index at which the node begins: in the bytes for a string, otherwise in the words.
    pub(crate) start: u32,
    /// The number of its bytes or words.
    pub(crate) count: u32,
}

impl Node {
    /// Returns the places of the words that are references.
    pub(crate) fn references(&self) -> impl Iterator<Item = usize> + use<> {
        let count = self.count as usize;
        let (all, some) = match self.kind {
            NodeKind::Tuple => (1..count, &[][..]),
            NodeKind::Generic => (3..count, &[][..]),
            kind => (0..0, kind.operands()),
        };
        all.chain(some.iter().map(|place| *place as usize)).filter(move |place| *place < count)
    }
}

/// The metadata of a module.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    pub(crate) nodes: Vec<Node>,
    pub(crate) words: Vec<u64>,
    pub(crate) bytes: Vec<u8>,
}

impl Metadata {
    /// The node of a number.
    pub fn get(&self, node: u32) -> Option<&Node> {
        self.nodes.get(node as usize)
    }
    /// The words of a node.
    pub fn words(&self, node: &Node) -> &[u64] {
        match node.kind {
            NodeKind::String => &[],
            _ => self.words.get(node.start as usize..(node.start + node.count) as usize).unwrap_or(&[]),
        }
    }
    /// The bytes of a string.
    pub fn string(&self, node: &Node) -> &[u8] {
        match node.kind {
            NodeKind::String => self.bytes.get(node.start as usize..(node.start + node.count) as usize).unwrap_or(&[]),
            _ => &[],
        }
    }
    /// Returns whether a node is distinct, so that it is equal to no other.
    pub fn is_distinct(&self, node: &Node) -> bool {
        node.kind.has_fields() && self.words(node).first().is_some_and(|flags| flags & 1 != 0)
    }
    /// Adds a node.
    pub(crate) fn push(&mut self, kind: NodeKind, words: &[u64]) -> u32 {
        let start = self.words.len() as u32;
        self.words.extend_from_slice(words);
        self.nodes.push(Node { kind, start, count: words.len() as u32 });
        self.nodes.len() as u32 - 1
    }
    /// Adds a string.
    pub(crate) fn push_string(&mut self, string: &[u8]) -> u32 {
        let start = self.bytes.len() as u32;
        self.bytes.extend_from_slice(string);
        self.nodes.push(Node { kind: NodeKind::String, start, count: string.len() as u32 });
        self.nodes.len() as u32 - 1
    }
    /// The references of a node, in the order of LLVM's operands: numbers, plus one.
    pub fn operands(&self, node: &Node) -> impl Iterator<Item = u64> {
        let words = self.words(node);
        let all = matches!(node.kind, NodeKind::Tuple | NodeKind::Generic);
        let from = if node.kind == NodeKind::Generic { 3 } else { 1 };
        let list = if all { words.get(from..).unwrap_or(&[]) } else { &[] };
        let places = if all { &[] } else { node.kind.operands() };
        list.iter().copied().chain(places.iter().map(|&place| words.get(place as usize).copied().unwrap_or(0)))
    }
}

/// Flags of debug information: mask, value and name; fields of two bits precede single bits.
pub static FLAGS: &[(u64, u64, &str)] = &[
    (3, 1, "DIFlagPrivate"),
    (3, 2, "DIFlagProtected"),
    (3, 3, "DIFlagPublic"),
    (3 << 16, 1 << 16, "DIFlagSingleInheritance"),
    (3 << 16, 2 << 16, "DIFlagMultipleInheritance"),
    (3 << 16, 3 << 16, "DIFlagVirtualInheritance"),
    (0x24, 0x24, "DIFlagIndirectVirtualBase"),
    (1 << 2, 1 << 2, "DIFlagFwdDecl"),
    (1 << 3, 1 << 3, "DIFlagAppleBlock"),
    (1 << 4, 1 << 4, "DIFlagReservedBit4"),
    (1 << 5, 1 << 5, "DIFlagVirtual"),
    (1 << 6, 1 << 6, "DIFlagArtificial"),
    (1 << 7, 1 << 7, "DIFlagExplicit"),
    (1 << 8, 1 << 8, "DIFlagPrototyped"),
    (1 << 9, 1 << 9, "DIFlagObjcClassComplete"),
    (1 << 10, 1 << 10, "DIFlagObjectPointer"),
    (1 << 11, 1 << 11, "DIFlagVector"),
    (1 << 12, 1 << 12, "DIFlagStaticMember"),
    (1 << 13, 1 << 13, "DIFlagLValueReference"),
    (1 << 14, 1 << 14, "DIFlagRValueReference"),
    (1 << 15, 1 << 15, "DIFlagExportSymbols"),
    (1 << 18, 1 << 18, "DIFlagIntroducedVirtual"),
    (1 << 19, 1 << 19, "DIFlagBitField"),
    (1 << 20, 1 << 20, "DIFlagNoReturn"),
    (1 << 22, 1 << 22, "DIFlagTypePassByValue"),
    (1 << 23, 1 << 23, "DIFlagTypePassByReference"),
    (1 << 24, 1 << 24, "DIFlagEnumClass"),
    (1 << 25, 1 << 25, "DIFlagThunk"),
    (1 << 26, 1 << 26, "DIFlagNonTrivial"),
    (1 << 27, 1 << 27, "DIFlagBigEndian"),
    (1 << 28, 1 << 28, "DIFlagLittleEndian"),
    (1 << 29, 1 << 29, "DIFlagAllCallsDescribed"),
    (1 << 30, 1 << 30, "DIFlagNameIsSimplified"),
];

/// The flags of a subprogram that LLVM keeps: twelve bits.
pub(crate) const ALL_SUBPROGRAM_FLAGS: u64 = 0xfff;

/// Flags of subprograms, in the same layout as [`FLAGS`].
pub static SUBPROGRAM_FLAGS: &[(u64, u64, &str)] = &[
    (1, 1, "DISPFlagVirtual"),
    (2, 2, "DISPFlagPureVirtual"),
    (1 << 2, 1 << 2, "DISPFlagLocalToUnit"),
    (1 << 3, 1 << 3, "DISPFlagDefinition"),
    (1 << 4, 1 << 4, "DISPFlagOptimized"),
    (1 << 5, 1 << 5, "DISPFlagPure"),
    (1 << 6, 1 << 6, "DISPFlagElemental"),
    (1 << 7, 1 << 7, "DISPFlagRecursive"),
    (1 << 8, 1 << 8, "DISPFlagMainSubprogram"),
    (1 << 9, 1 << 9, "DISPFlagDeleted"),
    (1 << 11, 1 << 11, "DISPFlagObjCDirect"),
];

/// Kinds of attachments that every module knows, in the order of LLVM 22's `FixedMetadataKinds.def`.
pub(crate) static KINDS: &[&str] = &[
    "dbg",
    "tbaa",
    "prof",
    "fpmath",
    "range",
    "tbaa.struct",
    "invariant.load",
    "alias.scope",
    "noalias",
    "nontemporal",
    "llvm.mem.parallel_loop_access",
    "nonnull",
    "dereferenceable",
    "dereferenceable_or_null",
    "make.implicit",
    "unpredictable",
    "invariant.group",
    "align",
    "llvm.loop",
    "type",
    "section_prefix",
    "absolute_symbol",
    "associated",
    "callees",
    "irr_loop",
    "llvm.access.group",
    "callback",
    "llvm.preserve.access.index",
    "vcall_visibility",
    "noundef",
    "annotation",
    "nosanitize",
    "func_sanitize",
    "exclude",
    "memprof",
    "callsite",
    "kcfi_type",
    "pcsections",
    "DIAssignID",
    "coro.outside.frame",
    "mmra",
    "noalias.addrspace",
    "callee_type",
    "nofree",
    "captures",
    "alloc_token",
    "implicit.ref",
];

/// Returns the number of arguments of an operator in a debug expression.
pub fn operator_arguments(operator: u64) -> usize {
    match operator {
        0x1000 | 0x1001 | 0x1006 | 0x1007 | 0x92 => 2,
        0x10 | 0x11 | 0x94 | 0x23 | 0x1002 | 0x1003 | 0x1005 | 0x90 | 0x70..=0x8f => 1,
        _ => 0,
    }
}

/// Ranges of the operators that are valid in LLVM's debug expressions, except for operators with rules of their own.
const EXPRESSION_OPERATORS: [(u64, u64); 14] = [
    (0x06, 0x06),
    (0x10, 0x12),
    (0x14, 0x14),
    (0x17, 0x27),
    (0x29, 0x2e),
    (0x30, 0x8f),
    (0x90, 0x90),
    (0x92, 0x92),
    (0x94, 0x94),
    (0x97, 0x97),
    (0x1001, 0x1002),
    (0x1004, 0x1004),
    (0x1005, 0x1005),
    (0x1006, 0x1007),
];

/// Returns whether a debug expression is valid: its operators are known, have their arguments, and are at valid places.
pub fn is_valid(words: &[u64]) -> bool {
    const FRAGMENT: u64 = 0x1000;
    const ENTRY_VALUE: u64 = 0x1003;
    const ARGUMENT: u64 = 0x1005;
    const STACK_VALUE: u64 = 0x9f;
    const SWAP: u64 = 0x16;
    let begin = if matches!(words, [ARGUMENT, 0, ..]) { words.len().wrapping_sub(2) } else { words.len() };
    let mut rest = words;
    while let Some((&operator, after)) = rest.split_first() {
        let Some((arguments, next)) = after.split_at_checked(operator_arguments(operator)) else { return false };
        let fits = match operator {
            FRAGMENT => next.is_empty(),
            STACK_VALUE => next.is_empty() || next.first() == Some(&FRAGMENT),
            SWAP => words.len() > 1,
            ENTRY_VALUE => rest.len() == begin && arguments == [1],
            _ => EXPRESSION_OPERATORS.iter().any(|(low, high)| (*low..=*high).contains(&operator)),
        };
        if !fits {
            return false;
        }
        rest = next;
    }
    true
}
