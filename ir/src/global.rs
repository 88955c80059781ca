//! Variables, functions, aliases and ifuncs.

use crate::module::{Body, NONE, Text};

crate::instruction::words! {
    /// The kind of a global.
    GlobalKind {
        Variable = "global", Function = "function", Alias = "alias", IFunc = "ifunc",
        /// A removed global, which keeps its number but is never written.
        Removed = "removed",
    }
}

crate::instruction::words! {
    /// The linkage of a global.
    Linkage {
        External = "external", AvailableExternally = "available_externally", LinkOnceAny = "linkonce",
        LinkOnceOdr = "linkonce_odr", WeakAny = "weak", WeakOdr = "weak_odr", Appending = "appending", Internal = "internal",
        Private = "private", ExternalWeak = "extern_weak", Common = "common",
    }
}

impl Linkage {
    /// Returns the linkage for bitcode's code. Old codes are those of LLVM 3 (`dllimport`, `linker_private` and the like); an unknown
    /// code is external linkage, as in LLVM.
    pub(crate) fn from_code(code: u64) -> Linkage {
        use Linkage::*;
        match code {
            1 | 16 => WeakAny,
            2 => Appending,
            3 => Internal,
            4 | 18 => LinkOnceAny,
            7 => ExternalWeak,
            8 => Common,
            9 | 13 | 14 => Private,
            10 | 17 => WeakOdr,
            11 | 19 => LinkOnceOdr,
            12 => AvailableExternally,
            _ => External,
        }
    }
    /// Returns whether the linker may replace the definition by a different one.
    pub fn is_interposable(self) -> bool {
        matches!(self, Linkage::WeakAny | Linkage::LinkOnceAny | Linkage::Common | Linkage::ExternalWeak)
    }
    /// Returns whether the symbol is invisible to other modules.
    pub fn is_local(self) -> bool {
        matches!(self, Linkage::Internal | Linkage::Private)
    }
}

crate::instruction::words! {
    /// The visibility of a symbol.
    Visibility { Default = "default", Hidden = "hidden", Protected = "protected", }
}

/// The words of the TLS model of a variable, by bitcode's code.
pub(crate) const THREADS: [&str; 5] =
    ["", "thread_local", "thread_local(localdynamic)", "thread_local(initialexec)", "thread_local(localexec)"];
/// The words of code models, by bitcode's code less one.
pub(crate) const CODE_MODELS: [&str; 5] = ["tiny", "small", "kernel", "medium", "large"];
/// The bits of a variable's sanitizer flags, and their words.
pub(crate) const SANITIZERS: [(u32, &str); 4] =
    [(1, "no_sanitize_address"), (2, "no_sanitize_hwaddress"), (4, "sanitize_memtag"), (8, "sanitize_address_dyninit")];

/// A global.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// The kind of the global.
    pub kind: GlobalKind,
    /// The name; a global without one has a number in assembly.
    pub name: Text,
    /// The number of its value.
    pub value: u32,
    /// The value type: the type of a variable's memory, or the function type.
    pub ty: u32,
    /// The address space.
    pub space: u32,
    /// The linkage.
    pub linkage: Linkage,
    /// The visibility of its symbol.
    pub visibility: Visibility,
    /// 0 default, 1 `dllimport`, 2 `dllexport`.
    pub dll: u8,
    /// 0 none, 1 `unnamed_addr`, 2 `local_unnamed_addr`.
    pub unnamed_addr: u8,
    /// The TLS model of a variable or alias: an index of `THREADS`.
    pub threads: u8,
    /// `dso_local`.
    pub dso_local: bool,
    /// True for a variable that is `constant` rather than `global`.
    pub is_constant: bool,
    /// `externally_initialized`.
    pub externally_initialized: bool,
    /// The alignment: a power of two, plus one; zero is none.
    pub align: u32,
    /// The section.
    pub section: Text,
    /// The partition.
    pub partition: Text,
    /// The garbage collector of a function.
    pub gc: Text,
    /// The number of its comdat, plus one.
    pub comdat: u32,
    /// The number of the attribute list, plus one; the attributes of a variable have the owner `FUNCTION`.
    pub attributes: u32,
    /// A function's convention.
    pub convention: u32,
    /// The initializer of a variable, aliasee of an alias or resolver of an ifunc: the number of the value, plus one.
    pub init: u32,
    /// A function's `prefix` data: a value, plus one.
    pub prefix: u32,
    /// A function's `prologue` data: a value, plus one.
    pub prologue: u32,
    /// A function's `personality`: a value, plus one.
    pub personality: u32,
    /// The code model of a variable, plus one.
    pub code_model: u32,
    /// The sanitizer flags of a variable: bits of `SANITIZERS`.
    pub sanitizers: u32,
    /// The body of a function, unless it is a declaration.
    pub body: Option<Body>,
}

impl Global {
    /// Returns a global of a kind, with defaults for everything else.
    pub(crate) fn blank(kind: GlobalKind) -> Global {
        Global {
            kind,
            name: Text::default(),
            value: NONE,
            ty: NONE,
            space: 0,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            dll: 0,
            unnamed_addr: 0,
            threads: 0,
            dso_local: false,
            is_constant: false,
            externally_initialized: false,
            align: 0,
            section: Text::default(),
            partition: Text::default(),
            gc: Text::default(),
            comdat: 0,
            attributes: 0,
            convention: 0,
            init: 0,
            prefix: 0,
            prologue: 0,
            personality: 0,
            code_model: 0,
            sanitizers: 0,
            body: None,
        }
    }

    /// True where `dso_local` follows from linkage and visibility.
    pub fn is_implicitly_local(&self) -> bool {
        self.linkage.is_local() || (self.visibility != Visibility::Default && self.linkage != Linkage::ExternalWeak)
    }
}
