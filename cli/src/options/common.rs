//! The flags that all verbs share which read or make a module, and their conversion to settings of the library.

use crate::diagnostics::Format;
use crate::suggest;
use clap::{Args, ValueEnum};
use llvm_spirv::options::{
    Buffers, BuiltinFormat, BuiltinSpelling, ByteOrder, DebugInfo, EntryPointForm, Environment, Extensions, Options,
    Reflection, Version,
};

/// The arguments that the verbs share.
#[derive(Args, Debug)]
pub struct Common {
    /// The newest version of SPIR-V to write or to accept
    #[arg(long, value_name = "1.0..1.6", default_value_t = Version::V1_6, value_parser = suggest::spirv_versions(),
          hide_possible_values = true)]
    spirv_max_version: Version,
    /// Extensions that may be used, from left to right: +SPV_X, -SPV_Y, +all, -all
    #[arg(long, value_name = "+NAME,...", allow_hyphen_values = true, value_parser = suggest::extensions(), hide_possible_values = true)]
    spirv_ext: Option<Extensions>,
    /// The environment to write for, or with -r to accept modules of: opencl1.2 to opencl3.1, with "embedded" behind it
    /// for that profile, vulkan1.0 to vulkan1.4, universal1.0 to universal1.6; with spv1.N or +EXTENSION behind it; or
    /// the text of a spirv.target_env attribute
    #[arg(long, value_name = "NAME", default_value_t = Environment::default(), value_parser = suggest::environments(),
          hide_possible_values = true)]
    environment: Environment,
    /// Spelling of builtins with -r
    #[arg(long, value_enum, default_value_t = Env::SpvIr)]
    spirv_target_env: Env,
    /// Greatest number of errors looked for in a module; 0 for all
    #[arg(long, value_name = "N", default_value_t = Options::ERROR_LIMIT)]
    error_limit: usize,
    /// Form of builtin variables with -r
    #[arg(long, value_enum, default_value_t = Variables::Function)]
    spirv_builtin_format: Variables,
    /// Form of entry points and execution modes with -r
    #[arg(long, value_enum, default_value_t = EntryPoints::Metadata)]
    entry_points: EntryPoints,
    /// Debug information to write
    #[arg(long, value_enum, default_value_t = Debug::Ocl100)]
    spirv_debug_info_version: Debug,
    /// Write all operations in expressions of debug information, not only those that the sets specify
    #[arg(long)]
    spirv_allow_extra_diexpressions: bool,
    /// Write what the set of debug information specifies, also where releases of SPIRV-Tools refuse it
    #[arg(long)]
    spirv_debug_info_exact: bool,
    /// Facts that shaders that were kernels tell the host of their arguments
    #[arg(long, value_enum, default_value_t = Told::None)]
    reflection: Told,
    /// The way in which shaders that were kernels reach the memory that arguments point to
    #[arg(long, value_enum, default_value_t = Reached::Bindings)]
    buffers: Reached,
    /// Bytes of push constants that arguments of kernels may take in shaders; 128 by default, 256 from Vulkan 1.4 on
    #[arg(long, value_name = "BYTES")]
    push_constant_limit: Option<u32>,
    /// The kernel that alone becomes a shader, and a name for its entry point; kompute asks for one that is named main
    #[arg(long, value_name = "NAME[=NEW]", value_parser = entry_point)]
    entry_point: Option<(String, String)>,
    /// Bytes of a buffer that kernels print to which become shaders, instead of NonSemantic.DebugPrintf
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u32).range(4..))]
    printf_buffer: Option<u32>,
    /// Set and binding of a descriptor of kernels that become shaders: an argument, `kernel.sampler.20`, `kernel.constants`, a variable; or the
    /// set of all `arguments`, `samplers` or `variables`
    #[arg(long, value_name = "NAME=SET[,BINDING]", value_parser = descriptor)]
    descriptor: Vec<(String, (u32, Option<u32>))>,
    /// Order of the bytes in a word of the SPIR-V that is written; either is read
    #[arg(long, value_enum, default_value_t = Order::Little)]
    byte_order: Order,
    /// Refuse globals without an address space that other modules see, instead of moving them to global memory
    #[arg(long)]
    strict_address_spaces: bool,
    /// Format of errors and warnings: sentences, or a JSON object a line
    #[arg(long, value_enum, value_name = "text|json", default_value_t, hide_possible_values = true)]
    pub diagnostics: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Env {
    /// SPIR-V friendly IR
    #[value(name = "SPV-IR")]
    SpvIr,
    /// OpenCL C 1.2
    #[value(name = "CL1.2")]
    Cl12,
    /// OpenCL C 2.0
    #[value(name = "CL2.0")]
    Cl20,
}

/// Returns the name of a kernel, and that of its entry point.
fn entry_point(text: &str) -> Result<(String, String), String> {
    llvm_spirv::options::entry_point(text).ok_or_else(|| "it is NAME or NAME=NEW".to_owned())
}

/// Returns the name of a descriptor, its set, and its binding.
fn descriptor(text: &str) -> Result<(String, (u32, Option<u32>)), String> {
    llvm_spirv::options::descriptor(text).ok_or_else(|| "it is NAME=SET,BINDING or NAME=SET".to_owned())
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Variables {
    /// Calls of functions
    Function,
    /// Loads of global variables
    Global,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EntryPoints {
    /// Attributes and metadata, from which they come back
    Metadata,
    /// As in MLIR: ordinary functions, and an external constant for each execution mode
    Constants,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Debug {
    /// None
    None,
    /// OpLine and OpNoLine alone
    Lines,
    /// SPIRV.debug
    Legacy,
    /// OpenCL.DebugInfo.100
    #[value(name = "ocl-100")]
    Ocl100,
    /// NonSemantic.Shader.DebugInfo.100
    #[value(name = "nonsemantic-shader-100")]
    Shader100,
    /// NonSemantic.Shader.DebugInfo.200
    #[value(name = "nonsemantic-shader-200")]
    Shader200,
}

impl From<Debug> for DebugInfo {
    fn from(asked: Debug) -> Self {
        match asked {
            Debug::None => Self::None,
            Debug::Lines => Self::Lines,
            Debug::Legacy => Self::Legacy,
            Debug::Ocl100 => Self::OpenCl100,
            Debug::Shader100 => Self::NonSemantic100,
            Debug::Shader200 => Self::NonSemantic200,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Told {
    /// Nothing
    None,
    /// Where arguments are, as clspv and clvk have it (NonSemantic.ClspvReflection)
    Uniform,
    /// Where arguments are, for grids that begin anywhere and have any size
    Grid,
}

impl From<Told> for Reflection {
    fn from(asked: Told) -> Self {
        match asked {
            Told::None => Self::None,
            Told::Uniform => Self::Uniform,
            Told::Grid => Self::Grid,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Reached {
    /// By storage buffers at bindings
    Bindings,
    /// By addresses of 64 bits (PhysicalStorageBuffer64): pointers may be in memory, too
    Addresses,
}

impl From<Reached> for Buffers {
    fn from(asked: Reached) -> Self {
        match asked {
            Reached::Bindings => Self::Bindings,
            Reached::Addresses => Self::Addresses,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Order {
    /// The low-order byte
    Little,
    /// The high-order byte
    Big,
}

impl Common {
    /// Returns the settings for the library.
    pub fn options(&self) -> Options {
        let builtin_spelling = match self.spirv_target_env {
            Env::SpvIr => BuiltinSpelling::SpvIr,
            Env::Cl12 => BuiltinSpelling::Cl12,
            Env::Cl20 => BuiltinSpelling::Cl20,
        };
        let byte_order = match self.byte_order {
            Order::Little => ByteOrder::Little,
            Order::Big => ByteOrder::Big,
        };
        let builtin_format = match self.spirv_builtin_format {
            Variables::Function => BuiltinFormat::Function,
            Variables::Global => BuiltinFormat::Global,
        };
        let entry_points = match self.entry_points {
            EntryPoints::Metadata => EntryPointForm::Metadata,
            EntryPoints::Constants => EntryPointForm::Constants,
        };
        Options {
            entry_points,
            max_version: self.spirv_max_version,
            environment: self.environment.clone(),
            extensions: self.spirv_ext.clone().unwrap_or_default(),
            byte_order,
            builtin_spelling,
            error_limit: self.error_limit,
            builtin_format,
            strict_address_spaces: self.strict_address_spaces,
            debug_info: self.spirv_debug_info_version.into(),
            extra_di_expressions: self.spirv_allow_extra_diexpressions,
            debug_info_exact: self.spirv_debug_info_exact,
            reflection: self.reflection.into(),
            buffers: self.buffers.into(),
            push_constant_limit: self.push_constant_limit,
            entry_point: self.entry_point.clone(),
            printf_buffer: self.printf_buffer,
            descriptors: self.descriptor.iter().cloned().collect(),
            ..Options::default()
        }
    }
}
