//! Settings by name: one row for each option, for hosts in other languages.

use super::{
    Buffers, BuiltinFormat, BuiltinSpelling, ByteOrder, DebugInfo, EntryPointForm, FpContract, FunctionVariants,
    Options, Policy, Reflection,
};
use std::fmt;

/// The values that a setting accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Values {
    /// `true` or `false`; an empty text is `true`, as a flag without a value is.
    Switch,
    /// A number.
    Number,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A text of this form.
    Text(&'static str),
}

/// A setting of a translation.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    name: &'static str,
    values: Values,
    about: &'static str,
    apply: Apply,
}

/// Sets an option to a value; or returns an error message, which may be empty.
type Apply = fn(&mut Options, &str) -> Result<(), String>;

impl Setting {
    /// Returns the name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the values that it takes.
    pub fn values(&self) -> Values {
        self.values
    }

    /// Returns what it does, in a few words.
    pub fn about(&self) -> &'static str {
        self.about
    }
}

/// An unknown setting, or a value that the setting does not accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError {
    text: String,
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for SettingError {}

/// Parses a text; returns an error message if it is invalid.
fn parsed<T: std::str::FromStr<Err: fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// Defines the rows of the table: a name, its values, its description, and the option with the conversion of a value.
macro_rules! settings {
    (@values [$($word:literal => $value:expr),*]) => { Values::OneOf(&[$($word),*]) };
    (@values switch) => { Values::Switch };
    (@values number) => { Values::Number };
    (@values ($form:literal $apply:expr)) => { Values::Text($form) };
    (@apply $field:ident [$($word:literal => $value:expr),*]) => {
        |options, text| match text {
            $($word => { options.$field = $value; Ok(()) })*
            _ => Err(String::new()),
        }
    };
    (@apply $field:ident switch) => {
        |options, text| match text {
            "" | "true" => { options.$field = true; Ok(()) }
            "false" => { options.$field = false; Ok(()) }
            _ => Err(String::new()),
        }
    };
    (@apply $field:ident number) => {
        |options, text| text.parse().map(|number| options.$field = number).map_err(|_| String::new())
    };
    (@apply $field:ident ($form:literal $apply:expr)) => {
        |options, text| {
            let apply: fn(&mut Options, &str) -> Result<(), String> = $apply;
            apply(options, text)
        }
    };
    ($($name:literal $about:literal $field:ident = $values:tt;)*) => {
        &[$(Setting {
            name: $name,
            values: settings!(@values $values),
            about: $about,
            apply: settings!(@apply $field $values),
        }),*]
    };
}

/// The table of all settings. Names and descriptions are those of the program's flags.
static SETTINGS: &[Setting] = settings! {
    "spirv-max-version" "the newest version of SPIR-V to write or to accept"
        max_version = ("1.0..1.6" |o, text| parsed(text).map(|version| o.max_version = version));
    "spirv-ext" "extensions that may be used, from left to right"
        extensions = ("+NAME,-NAME,..." |o, text| parsed(text).map(|extensions| o.extensions = extensions));
    "environment" "the environment to write for, or to accept modules of"
        environment = ("NAME" |o, text| parsed(text).map(|environment| o.environment = environment));
    "llvm-version" "the version of LLVM that is to read the LLVM IR that is written"
        llvm_version = ("15..23" |o, text| parsed(text).map(|version| o.llvm_version = version));
    "byte-order" "the order of the bytes in a word of SPIR-V"
        byte_order = ["little" => ByteOrder::Little, "big" => ByteOrder::Big];
    "spirv-target-env" "the spelling of builtins on the way back" builtin_spelling = [
        "SPV-IR" => BuiltinSpelling::SpvIr, "CL1.2" => BuiltinSpelling::Cl12, "CL2.0" => BuiltinSpelling::Cl20
    ];
    "verify" "check what the way back wrote by LLVM's rules" verify = switch;
    "error-limit" "the greatest number of errors looked for in a module; 0 for all" error_limit = number;
    "strict-address-spaces" "refuse globals without an address space that other modules see" strict_address_spaces = switch;
    "spirv-builtin-format" "the form of builtin variables on the way back"
        builtin_format = ["function" => BuiltinFormat::Function, "global" => BuiltinFormat::Global];
    "entry-points" "the form of entry points and execution modes on the way back"
        entry_points = ["metadata" => EntryPointForm::Metadata, "constants" => EntryPointForm::Constants];
    "spec-const" "the value of a specialization constant on the way back, as bits"
        spec_constants = ("ID=BITS" specialize);
    "fold-spec-constants" "make plain constants of specialization constants on the way back" fold_spec_constants = switch;
    "spirv-gen-kernel-arg-name-md" "keep the names of kernel arguments on the way back" kernel_arg_names = switch;
    "spirv-allow-unknown-intrinsics" "prefixes of intrinsics to keep as functions; none stands for all"
        unknown_intrinsics = ("PREFIX,..." |o, text| { o.unknown_intrinsics = list(text); Ok(()) });
    "spirv-ext-inst" "the extended instructions for intrinsics of LLVM"
        fmuladd_as_mad = ["OpenCL.std" => true, "none" => false];
    "spirv-mem2reg" "promote variables to values first" mem2reg = switch;
    "spirv-fp-contract" "contraction of floating-point operations"
        fp_contract = ["on" => FpContract::On, "off" => FpContract::Off, "fast" => FpContract::Fast];
    "spirv-debug-info-version" "the debug information to write" debug_info = [
        "none" => DebugInfo::None, "lines" => DebugInfo::Lines, "legacy" => DebugInfo::Legacy, "ocl-100" => DebugInfo::OpenCl100,
        "nonsemantic-shader-100" => DebugInfo::NonSemantic100, "nonsemantic-shader-200" => DebugInfo::NonSemantic200
    ];
    "spirv-allow-extra-diexpressions" "write all operations in expressions of debug information" extra_di_expressions = switch;
    "spirv-debug-info-exact" "write what the set of debug information specifies, also where releases of SPIRV-Tools refuse it"
        debug_info_exact = switch;
    "reflection" "facts that shaders that were kernels tell the host"
        reflection = ["none" => Reflection::None, "uniform" => Reflection::Uniform, "grid" => Reflection::Grid];
    "buffers" "the way in which shaders that were kernels reach the memory that arguments point to"
        buffers = ["bindings" => Buffers::Bindings, "addresses" => Buffers::Addresses];
    "push-constant-limit" "bytes of push constants that arguments of kernels may take in shaders"
        push_constant_limit = ("BYTES" |o, text| parsed(text).map(|bytes| o.push_constant_limit = Some(bytes)));
    "printf-buffer" "bytes of a buffer that kernels print to in shaders"
        printf_buffer = ("BYTES" |o, text| parsed(text).map(|bytes| o.printf_buffer = Some(bytes)));
    "descriptor" "the set and binding of a descriptor of kernels that become shaders"
        descriptors = ("NAME=SET[,BINDING]" place);
    "entry-point" "the kernel that alone becomes a shader, and a name for its entry point"
        entry_point = ("NAME[=NEW]" one_kernel);
    "spirv-preserve-auxdata" "keep attributes and metadata that SPIR-V has no place for" preserve_auxdata = switch;
    "spirv-emit-function-ptr-addr-space" "function pointers have an address space of their own" function_ptr_addr_space = switch;
    "preserve-ocl-kernel-arg-type-metadata-through-string" "keep the types of kernel arguments in strings" arg_types_in_strings = switch;
    "spirv-addrspace-map" "other address spaces for those of pointers on the way back" address_spaces = ("FROM:TO,..." spaces);
    "spirv-function-program-addrspace" "the address space of functions on the way back"
        address_spaces = ("NUMBER" |o, text| parsed(text).map(|space| o.address_spaces.functions = Some(space)));
    "fnvar-spec-enable" "resolve variants of functions for one device on the way back"
        function_variants = ("true" |o, text| if matches!(text, "" | "true") { device(o); Ok(()) } else { Err(String::new()) });
    "fnvar-category" "the category of that device"
        function_variants = ("NUMBER" |o, text| parsed(text).map(|number| device(o).category = Some(number)));
    "fnvar-family" "the family of that device"
        function_variants = ("NUMBER" |o, text| parsed(text).map(|number| device(o).family = Some(number)));
    "fnvar-arch" "the architecture of that device"
        function_variants = ("NUMBER" |o, text| parsed(text).map(|number| device(o).architecture = Some(number)));
    "fnvar-target" "the target of that device"
        function_variants = ("NUMBER" |o, text| parsed(text).map(|number| device(o).target = Some(number)));
    "fnvar-features" "the features of that device"
        function_variants = ("NUMBER,..." |o, text| numbers(text).map(|all| device(o).features = Some(all)));
    "fnvar-capabilities" "the capabilities of that device"
        function_variants = ("NUMBER,..." |o, text| numbers(text).map(|all| device(o).capabilities = Some(all)));
    "khronos" "the version of LLVM whose release of the Khronos translator sets the choices"
        policy = ("15..23" |o, text| parsed(text).map(|release| o.policy = Policy::khronos_of(release)));
};

fn specialize(options: &mut Options, text: &str) -> Result<(), String> {
    let (id, bits) = text.split_once('=').ok_or_else(String::new)?;
    let bits = match bits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => bits.parse(),
    };
    options.spec_constants.insert(parsed(id)?, bits.map_err(|error| error.to_string())?);
    Ok(())
}

/// Parses pairs of address spaces; changes nothing if one of them is invalid.
fn spaces(options: &mut Options, text: &str) -> Result<(), String> {
    let pairs = text.split(',').map(|pair| {
        let (from, to) = pair.split_once(':').ok_or_else(String::new)?;
        Ok((parsed(from)?, parsed(to)?))
    });
    options.address_spaces.map = pairs.collect::<Result<_, String>>()?;
    Ok(())
}

fn device(options: &mut Options) -> &mut FunctionVariants {
    options.function_variants.get_or_insert_default()
}

fn numbers(text: &str) -> Result<Vec<u32>, String> {
    text.split(',').map(parsed).collect()
}

fn list(text: &str) -> Vec<String> {
    text.split(',').map(str::to_owned).collect()
}

fn place(options: &mut Options, text: &str) -> Result<(), String> {
    let (name, place) = descriptor(text).ok_or_else(String::new)?;
    options.descriptors.insert(name, place);
    Ok(())
}

/// Returns the name of a descriptor, its set, and its binding.
pub fn descriptor(text: &str) -> Option<(String, (u32, Option<u32>))> {
    let (name, place) = text.split_once('=').filter(|(name, _)| !name.is_empty())?;
    let (set, binding) = place.split_once(',').map_or((place, None), |(set, binding)| (set, Some(binding)));
    let binding = binding.map(str::parse).transpose().ok()?;
    Some((name.to_owned(), (set.parse().ok()?, binding)))
}

fn one_kernel(options: &mut Options, text: &str) -> Result<(), String> {
    options.entry_point = Some(entry_point(text).ok_or_else(String::new)?);
    Ok(())
}

/// Returns the name of a kernel, and that of its entry point.
pub fn entry_point(text: &str) -> Option<(String, String)> {
    let (name, new) = text.split_once('=').unwrap_or((text, text));
    (!name.is_empty() && !new.is_empty()).then(|| (name.to_owned(), new.to_owned()))
}

impl Options {
    /// Returns the settings that [`set`](Self::set) accepts.
    pub fn settings() -> &'static [Setting] {
        SETTINGS
    }

    /// Sets an option by the name and the value that the program's flag has, without the dashes in front of the name.
    ///
    /// ```
    /// # use llvm_spirv::options::{DebugInfo, Options};
    /// let mut options = Options::default();
    /// options.set("spirv-debug-info-version", "lines")?;
    /// assert_eq!(options.debug_info, DebugInfo::Lines);
    /// assert!(options.set("spirv-debug-info-version", "all").is_err());
    /// # Ok::<(), llvm_spirv::options::SettingError>(())
    /// ```
    ///
    /// # Errors
    /// A name that no setting has, or a value that the setting does not take: nothing is changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let setting = SETTINGS.iter().find(|setting| setting.name == name);
        let setting = setting.ok_or_else(|| SettingError { text: format!("there is no setting {name:?}") })?;
        (setting.apply)(self, value).map_err(|why| {
            let takes = match setting.values {
                Values::Switch => "true or false".to_owned(),
                Values::Number => "a number".to_owned(),
                Values::OneOf(words) => words.join(", "),
                Values::Text(form) => form.to_owned(),
            };
            let why = if why.is_empty() { String::new() } else { format!(": {why}") };
            SettingError { text: format!("{value:?} is no value of {name}, which takes {takes}{why}") }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a value that a setting takes, and that is not its default.
    fn value_of(setting: &Setting) -> &'static str {
        match (setting.name, setting.values) {
            ("verify", _) => "false",
            (_, Values::Switch) => "true",
            (_, Values::Number) => "7",
            ("spirv-ext-inst", _) => "none",
            ("spirv-debug-info-version", _) => "lines",
            (_, Values::OneOf(words)) => words.get(1).copied().unwrap_or_default(),
            ("spirv-max-version", _) => "1.2",
            ("spirv-ext", _) => "+all",
            ("environment", _) => "vulkan1.3",
            ("llvm-version", _) => "16",
            ("spec-const", _) => "3=0x10",
            ("push-constant-limit" | "printf-buffer", _) => "256",
            ("descriptor", _) => "out=1,2",
            ("entry-point", _) => "k=main",
            ("spirv-addrspace-map", _) => "0:5,4:0",
            ("fnvar-spec-enable", _) => "",
            (
                "spirv-function-program-addrspace" | "fnvar-category" | "fnvar-family" | "fnvar-arch" | "fnvar-target",
                _,
            ) => "9",
            ("fnvar-features" | "fnvar-capabilities", _) => "1,2",
            ("khronos", _) => "22",
            (_, Values::Text(_)) => "llvm.x",
        }
    }

    #[test]
    fn each_setting_changes_one_option() {
        let mut seen = Vec::new();
        for setting in Options::settings() {
            let mut options = Options::default();
            assert_eq!(options.set(setting.name, value_of(setting)), Ok(()), "{}", setting.name);
            assert!(options != Options::default() && !seen.contains(&options), "{}", setting.name);
            assert!(!setting.about().is_empty());
            seen.push(options);
        }
    }

    #[test]
    fn a_switch_takes_no_value_for_true() {
        let mut options = Options::default();
        assert_eq!(options.set("spirv-mem2reg", ""), Ok(()));
        assert!(options.mem2reg);
        assert_eq!(options.set("spirv-mem2reg", "false"), Ok(()));
        assert_eq!(options, Options::default());
    }

    #[test]
    fn what_is_wrong_is_told_and_changes_nothing() {
        let mut options = Options::default();
        for (name, value, told) in [
            ("mem2reg", "", "there is no setting \"mem2reg\""),
            ("reflection", "all", "\"all\" is no value of reflection, which takes none, uniform, grid"),
            ("verify", "maybe", "\"maybe\" is no value of verify, which takes true or false"),
            ("error-limit", "-1", "\"-1\" is no value of error-limit, which takes a number"),
            ("entry-point", "=main", "\"=main\" is no value of entry-point, which takes NAME[=NEW]"),
            ("spirv-addrspace-map", "1:2,3", "\"1:2,3\" is no value of spirv-addrspace-map, which takes FROM:TO,..."),
            ("fnvar-spec-enable", "no", "\"no\" is no value of fnvar-spec-enable, which takes true"),
            ("spec-const", "3", "\"3\" is no value of spec-const, which takes ID=BITS"),
        ] {
            assert_eq!(options.set(name, value).map_err(|error| error.to_string()), Err(told.to_owned()));
        }
        let wrong = options.set("environment", "mars").map_err(|error| error.to_string()).unwrap_err();
        assert!(wrong.starts_with("\"mars\" is no value of environment, which takes NAME: "), "{wrong}");
        assert_eq!(options, Options::default());
    }
}
