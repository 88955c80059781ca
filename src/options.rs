//! What a translation may do: plain settings, filled in by the command line or by whoever embeds the library.

mod extension_names;
mod extensions;

pub use extensions::{Extensions, ExtensionsError, khronos_names, present_name};

use std::collections::BTreeMap;

/// A version of SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// Major number, 1 so far.
    pub major: u8,
    /// Minor number, 0 to 6 so far.
    pub minor: u8,
}

impl Version {
    /// The oldest version there is.
    pub const V1_0: Self = Self::new(1, 0);
    /// The newest version that this library knows.
    pub const V1_6: Self = Self::new(1, 6);

    /// `major.minor`.
    pub const fn new(major: u8, minor: u8) -> Self {
        Self { major, minor }
    }

    /// The second word of a SPIR-V binary.
    pub const fn word(self) -> u32 {
        (self.major as u32) << 16 | (self.minor as u32) << 8
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl std::str::FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let minor = text.strip_prefix("1.").and_then(|m| m.parse().ok()).filter(|m| *m <= Self::V1_6.minor);
        minor.map(|m| Self::new(1, m)).ok_or_else(|| format!("{text} is no version of SPIR-V; there are 1.0 to 1.6"))
    }
}

/// How builtins are spelled in the LLVM IR that the way back writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TargetEnv {
    /// SPIR-V friendly IR: `__spirv_` names that say everything the instruction said.
    #[default]
    SpvIr,
    /// OpenCL C 1.2 builtins where they exist, friendly names elsewhere.
    Cl12,
    /// OpenCL C 2.0 builtins where they exist, friendly names elsewhere.
    Cl20,
}

/// Which byte of each word of a SPIR-V binary comes first: section 2.3 of the specification. Either is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByteOrder {
    /// The low-order byte, as nearly all consumers want it.
    #[default]
    Little,
    /// The high-order byte.
    Big,
}

/// How builtin variables look in the LLVM IR that the way back writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuiltinFormat {
    /// Calls of functions.
    #[default]
    Function,
    /// Loads of global variables.
    Global,
}

/// Whether floating-point operations of a kernel may be contracted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FpContract {
    /// As the module says.
    #[default]
    On,
    /// Nowhere.
    Off,
    /// Everywhere.
    Fast,
}

/// The set of extended instructions that debug information becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DebugInfo {
    /// `SPIRV.debug`.
    Legacy,
    /// `OpenCL.DebugInfo.100`.
    #[default]
    OpenCl100,
    /// `NonSemantic.Shader.DebugInfo.100`.
    NonSemantic100,
    /// `NonSemantic.Shader.DebugInfo.200`.
    NonSemantic200,
}

/// The device for which `SPV_INTEL_function_variants` is resolved; what is not said fits every device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionVariants {
    /// Category of the architecture.
    pub category: Option<u32>,
    /// Family of the architecture.
    pub family: Option<u32>,
    /// The architecture.
    pub architecture: Option<u32>,
    /// The target.
    pub target: Option<u32>,
    /// Features that the device has.
    pub features: Option<Vec<u32>>,
    /// Capabilities that the device has.
    pub capabilities: Option<Vec<u32>>,
}

/// What only the drop-in command line asks for, and what embedders may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compatibility {
    /// Do as the Khronos translator does even where the other way would keep more.
    pub strict: bool,
    /// Reverse: how builtin variables look.
    pub builtin_format: BuiltinFormat,
    /// Reverse: values for specialization constants, by `SpecId`.
    pub spec_constants: BTreeMap<u32, u64>,
    /// Reverse: fold specialization constants into plain ones.
    pub fold_spec_constants: bool,
    /// Reverse: write `!kernel_arg_name`.
    pub kernel_arg_names: bool,
    /// Reverse: resolve function variants for this device.
    pub function_variants: Option<FunctionVariants>,
    /// Forward: the prefixes of unknown intrinsics that become imported functions; an empty prefix stands for all.
    pub unknown_intrinsics: Vec<String>,
    /// Forward: `llvm.fmuladd` and other intrinsics may become instructions of `OpenCL.std`.
    pub fmuladd_as_mad: bool,
    /// Forward: what debug information becomes.
    pub debug_info: DebugInfo,
    /// Forward: DWARF operations that the debug set does not list may be used.
    pub extra_di_expressions: bool,
    /// Forward: run `mem2reg` first.
    pub mem2reg: bool,
    /// Forward: turn constant expressions into instructions.
    pub lower_const_expr: bool,
    /// Forward: contraction of floating-point operations.
    pub fp_contract: FpContract,
    /// Both: keep attributes and metadata in `NonSemantic.AuxData`.
    pub preserve_auxdata: bool,
    /// Both: keep the types of kernel arguments in `OpString`.
    pub arg_types_in_strings: bool,
    /// Both: function pointers have an address space of their own.
    pub function_ptr_addr_space: bool,
}

impl Default for Compatibility {
    fn default() -> Self {
        Self {
            strict: false,
            builtin_format: BuiltinFormat::default(),
            spec_constants: BTreeMap::new(),
            fold_spec_constants: false,
            kernel_arg_names: false,
            function_variants: None,
            unknown_intrinsics: Vec::new(),
            fmuladd_as_mad: true,
            debug_info: DebugInfo::default(),
            extra_di_expressions: false,
            mem2reg: false,
            lower_const_expr: true,
            fp_contract: FpContract::default(),
            preserve_auxdata: false,
            arg_types_in_strings: false,
            function_ptr_addr_space: false,
        }
    }
}

/// The settings of one translation, in either direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The newest version of SPIR-V that may be written or read.
    pub max_version: Version,
    /// The extensions that may be used on the way to SPIR-V.
    pub extensions: Extensions,
    /// The byte order of the SPIR-V that is written.
    pub byte_order: ByteOrder,
    /// How builtins are spelled on the way to LLVM IR.
    pub target_env: TargetEnv,
    /// Run LLVM's verifier over what the way back wrote.
    pub verify: bool,
    /// The greatest number of errors that are looked for in a module, 0 for any number.
    pub error_limit: usize,
    /// Forward: refuse globals without an address space that other modules see, which otherwise are moved to address space 1
    /// with a warning (S3-82).
    pub strict_address_spaces: bool,
    /// The process ends after this translation: what LLVM holds is left to the operating system, which is quicker.
    pub leaves_memory: bool,
    /// What the flags of the Khronos translator set.
    pub compatibility: Compatibility,
}

impl Options {
    /// So many errors of a module are told of where nothing else is asked for.
    pub const ERROR_LIMIT: usize = 20;

    /// Do pointers lose their pointees on the way to SPIR-V? Few consumers know of such pointers: the extension must be
    /// asked for by its name. The Khronos translator takes any leave.
    pub fn uses_untyped_pointers(&self) -> bool {
        const NAME: &str = "SPV_KHR_untyped_pointers";
        self.extensions.asks_for(NAME) || self.compatibility.strict && self.extensions.allow(NAME)
    }

    /// Do `OpString`s keep the types of kernel arguments as they were written? The Khronos translator wants to be asked.
    pub fn keeps_argument_strings(&self) -> bool {
        !self.compatibility.strict || self.compatibility.arg_types_in_strings
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_version: Version::V1_6,
            extensions: Extensions::none(),
            byte_order: ByteOrder::Little,
            target_env: TargetEnv::SpvIr,
            verify: true,
            error_limit: Self::ERROR_LIMIT,
            strict_address_spaces: false,
            leaves_memory: false,
            compatibility: Compatibility::default(),
        }
    }
}
