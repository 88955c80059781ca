//! Options of a translation: plain settings, filled in by the command line or by the host application.

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
    /// SPIR-V friendly IR: `__spirv_` names that preserve the whole instruction.
    #[default]
    SpvIr,
    /// OpenCL C 1.2 builtins where they exist, friendly names elsewhere.
    Cl12,
    /// OpenCL C 2.0 builtins where they exist, friendly names elsewhere.
    Cl20,
}

/// The order of the bytes in each word of a SPIR-V binary: section 2.3 of the specification. Both are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByteOrder {
    /// The low-order byte first, as nearly all consumers expect.
    #[default]
    Little,
    /// The high-order byte first.
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
    /// Calling conventions, attributes and metadata, which translate back to SPIR-V.
    #[default]
    Metadata,
    /// The form of MLIR's LLVM dialect, which does not translate back: an entry point is an ordinary function, and an
    /// execution mode an external constant that holds its number and operands.
    Constants,
}

/// The facts about kernel arguments that a module of kernels translated to shaders has for the host, in instructions of
/// `NonSemantic.ClspvReflection`, which clvk and other hosts of clspv read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub enum Reflection {
    /// Nothing.
    #[default]
    None,
    /// The locations of arguments; grids begin at 0 and consist of whole workgroups.
    Uniform,
    /// The locations of arguments; the host passes the region of a grid in push constants, so that grids begin anywhere
    /// and have any size.
    Grid,
}

/// The way in which kernels translated to shaders access the memory of their pointer arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub enum Buffers {
    /// A storage buffer at a binding for each argument.
    #[default]
    Bindings,
    /// Arguments as addresses of buffers (`PhysicalStorageBuffer64`), so that pointers may also be stored in memory. An
    /// argument with an explicit binding remains a storage buffer.
    Addresses,
}

/// The contraction of floating-point operations in kernels.
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

/// The device for which `SPV_INTEL_function_variants` is resolved; an unspecified property fits every device.
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
    /// The extensions that a translation to SPIR-V may use.
    pub extensions: Extensions,
    /// The environment that SPIR-V is made for, or comes from: what it forbids is an error.
    pub environment: Environment,
    /// The version of LLVM that will read the LLVM IR that is written.
    pub llvm_version: LlvmVersion,
    /// The byte order of the SPIR-V that is written.
    pub byte_order: ByteOrder,
    /// The spelling of builtins in the reverse translation.
    pub builtin_spelling: BuiltinSpelling,
    /// Reverse: run LLVM's verifier on the result.
    pub verify: bool,
    /// The maximum number of errors to collect in a module, 0 for no limit.
    pub error_limit: usize,
    /// Forward: reject externally visible globals without an address space, which otherwise are moved to address space
    /// 1 with a warning (S3-82).
    pub strict_address_spaces: bool,
    /// Promises that the process ends after this translation, so that memory need not be freed.
    pub leaves_memory: bool,
    /// The choices on which the Khronos translator differs.
    pub policy: Policy,
    /// Reverse: the form of builtin variables.
    pub builtin_format: BuiltinFormat,
    /// Reverse: the form of entry points and execution modes.
    pub entry_points: EntryPointForm,
    /// Reverse: values for specialization constants, by `SpecId`.
    pub spec_constants: BTreeMap<u32, u64>,
    /// Reverse: fold specialization constants into plain ones.
    pub fold_spec_constants: bool,
    /// Reverse: write `!kernel_arg_name`.
    pub kernel_arg_names: bool,
    /// Reverse: resolve function variants for this device.
    pub function_variants: Option<FunctionVariants>,
    /// Forward: the prefixes of unknown intrinsics that become imported functions; an empty prefix matches all.
    pub unknown_intrinsics: Vec<String>,
    /// Forward: `llvm.fmuladd` and other intrinsics may become instructions of `OpenCL.std`.
    pub fmuladd_as_mad: bool,
    /// Forward: run `mem2reg` first.
    pub mem2reg: bool,
    /// Forward: contraction of floating-point operations.
    pub fp_contract: FpContract,
    /// Forward: the debug information that is written.
    pub debug_info: DebugInfo,
    /// Forward: translate all operations in expressions of debug information, not only those that the sets specify.
    pub extra_di_expressions: bool,
    /// Forward: write debug information exactly as the sets specify, even if releases of SPIRV-Tools reject it.
    pub debug_info_exact: bool,
    /// Forward: the facts for the host of kernels translated to shaders.
    pub reflection: Reflection,
    /// Forward: the access to the memory of pointer arguments in kernels translated to shaders.
    pub buffers: Buffers,
    /// Forward: the bytes of push constants available for kernel arguments; the default is the minimum over the devices
    /// of the environment.
    pub push_constant_limit: Option<u32>,
    /// Forward: the only kernel to be translated to a shader, and the name of its entry point.
    pub entry_point: Option<(String, String)>,
    /// Forward: the size in bytes of the buffer to which shaders print (`PrintfInfo` and `PrintfBufferStorageBuffer`
    /// describe it to the host); without it they print by `NonSemantic.DebugPrintf`.
    pub printf_buffer: Option<u32>,
    /// Forward: the descriptor set, and optionally the binding, of variables of kernels translated to shaders, by name:
    /// `kernel.parameter`, with the parameter's name or number; `kernel.result`; `kernel.constants` for all numbers;
    /// `kernel.sampler.20`, or `sampler.20` if reflection describes it; the name of a program-scope variable; and
    /// `arguments`, `samplers` and `variables` for all of a kind.
    pub descriptors: BTreeMap<String, (u32, Option<u32>)>,
    /// Both: keep attributes and metadata in `NonSemantic.AuxData`.
    pub preserve_auxdata: bool,
    /// Both: keep the types of kernel arguments in `OpString`; only needed with the policy of the Khronos translator.
    pub arg_types_in_strings: bool,
    /// Both: give function pointers their own address space.
    pub function_ptr_addr_space: bool,
    /// Reverse: the address spaces of pointers and functions.
    pub address_spaces: AddressSpaces,
    /// Forward: called before and after each pass over the LLVM IR.
    pub pass_observer: Option<PassObserver>,
}

impl Options {
    /// The default of [`error_limit`](Self::error_limit).
    pub const ERROR_LIMIT: usize = 20;

    /// Returns whether a translation to SPIR-V makes pointers untyped. Few consumers support untyped pointers: the
    /// extension must be requested by name.
    pub(crate) fn uses_untyped_pointers(&self) -> bool {
        const NAME: &str = "SPV_KHR_untyped_pointers";
        self.extensions.asks_for(NAME) || self.policy.uses_untyped_pointers_if_allowed && self.extensions.allow(NAME)
    }

    /// Returns whether OpenCL C builtins are called even for instructions that they only approximate.
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
