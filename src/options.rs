//! Options of a translation: plain settings, filled in by the command line or by whoever embeds the library.

mod address_spaces;
mod extensions;
mod llvm_version;
mod passes;
mod policy;
mod settings;

pub use address_spaces::AddressSpaces;
pub use extensions::{Extensions, ExtensionsError};
#[cfg(feature = "internals")]
#[doc(hidden)]
pub use extensions::{khronos_names, present_name};
pub use llvm_version::{LlvmVersion, LlvmVersionError};
pub(crate) use passes::Observed;
pub use passes::{Moment, PassEvent, PassObserver};
pub use policy::Policy;
pub use settings::{Setting, SettingError, Values};
#[cfg(feature = "internals")]
#[doc(hidden)]
pub use settings::{descriptor, entry_point};

pub use crate::environment::{Environment, EnvironmentError, Version, VersionError};

use std::collections::BTreeMap;

/// The spelling of builtins in the LLVM IR that the reverse translation writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub enum BuiltinSpelling {
    /// SPIR-V friendly IR: `__spirv_` names that say everything the instruction said.
    #[default]
    SpvIr,
    /// OpenCL C 1.2 builtins where they exist, friendly names elsewhere.
    Cl12,
    /// OpenCL C 2.0 builtins where they exist, friendly names elsewhere.
    Cl20,
}

/// The byte of each word of a SPIR-V binary that comes first: section 2.3 of the specification. Either is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByteOrder {
    /// The low-order byte, as nearly all consumers want it.
    #[default]
    Little,
    /// The high-order byte.
    Big,
}

/// The form of builtin variables in the LLVM IR that the reverse translation writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub enum BuiltinFormat {
    /// Calls of functions.
    #[default]
    Function,
    /// Loads of global variables.
    Global,
}

/// The form of entry points and execution modes in the LLVM IR that the reverse translation writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub enum EntryPointForm {
    /// Calling conventions, attributes and metadata, from which they come back.
    #[default]
    Metadata,
    /// The form of MLIR's LLVM dialect, from which they do not: an entry point is an ordinary function, and an execution
    /// mode an external constant that holds its number and operands.
    Constants,
}

/// The facts that a module of shaders that were kernels tells the host of their arguments, in instructions of
/// `NonSemantic.ClspvReflection`, which clvk and other hosts of clspv read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub enum Reflection {
    /// Nothing.
    #[default]
    None,
    /// Where arguments are; grids begin at 0 and consist of whole workgroups.
    Uniform,
    /// Where arguments are; by push constants the host says which region of a grid it starts, so that grids begin anywhere and have
    /// any size.
    Grid,
}

/// The way in which shaders that were kernels reach the memory that their arguments point to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub enum Buffers {
    /// Each argument is a storage buffer at a binding.
    #[default]
    Bindings,
    /// Each argument is the address of a buffer (`PhysicalStorageBuffer64`), so that pointers may be in memory, too. What names a
    /// binding has that.
    Addresses,
}

/// Whether floating-point operations of a kernel may be contracted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub enum FpContract {
    /// As the module says.
    #[default]
    On,
    /// Nowhere.
    Off,
    /// Everywhere.
    Fast,
}

/// The debug information in the SPIR-V that is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub enum DebugInfo {
    /// None.
    None,
    /// `OpLine` and `OpNoLine` alone.
    Lines,
    /// The set `SPIRV.debug`.
    Legacy,
    /// The set `OpenCL.DebugInfo.100`.
    #[default]
    OpenCl100,
    /// The set `NonSemantic.Shader.DebugInfo.100`.
    NonSemantic100,
    /// The set `NonSemantic.Shader.DebugInfo.200`.
    NonSemantic200,
}

/// The device for which `SPV_INTEL_function_variants` is resolved; what is not said fits every device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
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

/// The settings of one translation, in either direction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Options {
    /// The newest version of SPIR-V that may be written or read.
    pub max_version: Version,
    /// The extensions that may be used on the way to SPIR-V.
    pub extensions: Extensions,
    /// The environment that SPIR-V is made for, or comes from: what it forbids is an error.
    pub environment: Environment,
    /// The version of LLVM that is to read the LLVM IR that is written.
    pub llvm_version: LlvmVersion,
    /// The byte order of the SPIR-V that is written.
    pub byte_order: ByteOrder,
    /// The spelling of builtins in the reverse translation.
    pub builtin_spelling: BuiltinSpelling,
    /// Run LLVM's verifier over what the way back wrote.
    pub verify: bool,
    /// The greatest number of errors that are looked for in a module, 0 for any number.
    pub error_limit: usize,
    /// Forward: refuse globals without an address space that other modules see, which otherwise are moved to address
    /// space 1 with a warning (S3-82).
    pub strict_address_spaces: bool,
    /// The process ends after this translation: what LLVM holds is left to the operating system, which is quicker.
    pub leaves_memory: bool,
    /// The choices in which the Khronos translator differs.
    pub policy: Policy,
    /// Reverse: how builtin variables look.
    pub builtin_format: BuiltinFormat,
    /// Reverse: how entry points and execution modes look.
    pub entry_points: EntryPointForm,
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
    /// Forward: run `mem2reg` first.
    pub mem2reg: bool,
    /// Forward: contraction of floating-point operations.
    pub fp_contract: FpContract,
    /// Forward: the debug information that is written.
    pub debug_info: DebugInfo,
    /// Forward: all operations in expressions of debug information, not only those that the sets specify.
    pub extra_di_expressions: bool,
    /// Forward: the words that the sets of debug information specify, also where releases of SPIRV-Tools refuse them.
    pub debug_info_exact: bool,
    /// Forward: what shaders that were kernels tell the host.
    pub reflection: Reflection,
    /// Forward: how shaders that were kernels reach the memory that arguments point to.
    pub buffers: Buffers,
    /// Forward: the bytes of push constants that arguments of kernels may take; each device of the environment has the default.
    pub push_constant_limit: Option<u32>,
    /// Forward: the kernel that alone becomes a shader, and the name of its entry point.
    pub entry_point: Option<(String, String)>,
    /// Forward: the bytes of the buffer that shaders print to (`PrintfInfo` and `PrintfBufferStorageBuffer` tell the host of it); without it
    /// they print by `NonSemantic.DebugPrintf`.
    pub printf_buffer: Option<u32>,
    /// Forward: the set, and mostly the binding, of descriptors of kernels that become shaders, by the names of their variables:
    /// `kernel.parameter`, by the parameter's name or number, `kernel.result`, `kernel.constants` for all numbers, `kernel.sampler.20`, or
    /// `sampler.20` where the host is told of it, the name of a variable of the program, and `arguments`, `samplers` and `variables` for all of a kind.
    pub descriptors: BTreeMap<String, (u32, Option<u32>)>,
    /// Both: keep attributes and metadata in `NonSemantic.AuxData`.
    pub preserve_auxdata: bool,
    /// Both: keep the types of kernel arguments in `OpString`, which is asked for by the policy of the Khronos
    /// translator alone.
    pub arg_types_in_strings: bool,
    /// Both: function pointers have an address space of their own.
    pub function_ptr_addr_space: bool,
    /// Reverse: the address spaces of pointers and functions.
    pub address_spaces: AddressSpaces,
    /// Forward: called in front of each pass over the LLVM IR, and behind it.
    pub pass_observer: Option<PassObserver>,
}

impl Options {
    /// The default of [`error_limit`](Self::error_limit).
    pub const ERROR_LIMIT: usize = 20;

    /// Returns whether pointers lose their pointees on the way to SPIR-V. Few consumers know of such pointers: the
    /// extension must be asked for by its name.
    pub(crate) fn uses_untyped_pointers(&self) -> bool {
        const NAME: &str = "SPV_KHR_untyped_pointers";
        self.extensions.asks_for(NAME) || self.policy.uses_untyped_pointers_if_allowed && self.extensions.allow(NAME)
    }

    /// Returns whether builtins of OpenCL C are called wherever one comes near to an instruction.
    pub(crate) fn prefers_opencl_names(&self) -> bool {
        self.policy.prefers_opencl_names && self.builtin_spelling != BuiltinSpelling::SpvIr
    }

    /// Returns whether `OpString`s keep the types of kernel arguments as they were written.
    pub(crate) fn keeps_argument_strings(&self) -> bool {
        !self.policy.keeps_argument_strings_on_request || self.arg_types_in_strings
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_version: Version::V1_6,
            extensions: Extensions::none(),
            environment: Environment::default(),
            llvm_version: LlvmVersion::default(),
            byte_order: ByteOrder::Little,
            builtin_spelling: BuiltinSpelling::SpvIr,
            verify: true,
            error_limit: Self::ERROR_LIMIT,
            strict_address_spaces: false,
            leaves_memory: false,
            policy: Policy::default(),
            builtin_format: BuiltinFormat::default(),
            entry_points: EntryPointForm::default(),
            spec_constants: BTreeMap::new(),
            fold_spec_constants: false,
            kernel_arg_names: false,
            function_variants: None,
            unknown_intrinsics: Vec::new(),
            fmuladd_as_mad: true,
            mem2reg: false,
            fp_contract: FpContract::default(),
            debug_info: DebugInfo::default(),
            extra_di_expressions: false,
            debug_info_exact: false,
            reflection: Reflection::default(),
            buffers: Buffers::default(),
            push_constant_limit: None,
            entry_point: None,
            printf_buffer: None,
            descriptors: BTreeMap::new(),
            preserve_auxdata: false,
            arg_types_in_strings: false,
            function_ptr_addr_space: false,
            address_spaces: AddressSpaces::default(),
            pass_observer: None,
        }
    }
}
