//! Variables, functions, aliases and ifuncs.

use crate::module::{Body, NONE, Text};

crate::instruction::words! {
    /// The kind of a global.
    GlobalKind {
        Variable = "global", Function = "function", Alias = "alias", IFunc = "ifunc",
        /// One that another took the place of.
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
    /// The linkage of bitcode's code; old codes are those of LLVM 3 (`dllimport`, `linker_private` and the like), and an unknown
    /// one is external, as LLVM has it.
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
    /// True where the linker may take another definition, which may be another.
    pub fn is_interposable(self) -> bool {
        matches!(self, Linkage::WeakAny | Linkage::LinkOnceAny | Linkage::Common | Linkage::ExternalWeak)
    }
    /// True for what no other module sees.
    pub fn is_local(self) -> bool {
        matches!(self, Linkage::Internal | Linkage::Private)
    }
}

crate::instruction::words! {
    /// The visibility of a symbol.
    Visibility { Default = "default", Hidden = "hidden", Protected = "protected", }
}

/// The words of a variable's model of threads, by bitcode's code.
pub(crate) const THREADS: [&str; 5] =
    ["", "thread_local", "thread_local(localdynamic)", "thread_local(initialexec)", "thread_local(localexec)"];
/// The words of code models, by bitcode's code less one.
pub(crate) const CODE_MODELS: [&str; 5] = ["tiny", "small", "kernel", "medium", "large"];
/// The exceptions that sanitizers make for a variable: bits.
pub(crate) const SANITIZERS: [(u32, &str); 4] =
    [(1, "no_sanitize_address"), (2, "no_sanitize_hwaddress"), (4, "sanitize_memtag"), (8, "sanitize_address_dyninit")];

/// A global.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// The kind of the global.
    pub kind: GlobalKind,
    /// Its name; those without one are numbered in assembly.
    pub name: Text,
    /// The number of its value.
    pub value: u32,
    /// The type of what it stands for: of a variable's memory, of the function.
    pub ty: u32,
    /// Its address space.
    pub space: u32,
    /// The linkage.
    pub linkage: Linkage,
    /// The visibility of its symbol.
    pub visibility: Visibility,
    /// 0 default, 1 `dllimport`, 2 `dllexport`.
    pub dll: u8,
    /// 0 none, 1 `unnamed_addr`, 2 `local_unnamed_addr`.
    pub unnamed_addr: u8,
    /// The model of threads of a variable or alias: an index of the words.
    pub threads: u8,
    /// `dso_local`.
    pub dso_local: bool,
    /// `constant` rather than `global`.
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
    /// The number of its attribute list, plus one; a variable's belongs to the function's index.
    pub attributes: u32,
    /// A function's convention.
    pub convention: u32,
    /// An initializer, an aliasee, a resolver: a value, plus one.
    pub init: u32,
    /// A function's `prefix` data: a value, plus one.
    pub prefix: u32,
    /// A function's `prologue` data: a value, plus one.
    pub prologue: u32,
    /// A function's `personality`: a value, plus one.
    pub personality: u32,
    /// The code model of a variable, plus one.
    pub code_model: u32,
    /// The exceptions that sanitizers make for a variable: bits.
    pub sanitizers: u32,
    /// The body of a function, unless it is a declaration.
    pub body: Option<Body>,
}

impl Global {
    /// A global of which nothing is known but the kind.
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
