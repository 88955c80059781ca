//! The conversion of flags to settings: conflicts, ignored flags, and the library's [`Options`].

use super::extensions;
use super::failure::Failure;
use super::parse::Parsed;
use super::release;
use llvm_spirv::options::{
    AddressSpaces, BuiltinFormat, BuiltinSpelling, ByteOrder, DebugInfo, Environment, Extensions, FpContract,
    FunctionVariants, Options, Policy, Version,
};
use std::path::{Path, PathBuf};

/// The action of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Translates LLVM IR to SPIR-V.
    Forward,
    /// Translates SPIR-V to LLVM IR.
    Reverse,
    /// Brings LLVM IR into the form from which SPIR-V is made.
    Regularize,
    /// Converts a binary to internal text.
    ToText,
    /// Converts internal text to a binary.
    ToBinary,
    /// Lists specialization constants, capabilities and the like.
    Inform,
}

/// The contents of the command line.
#[derive(Debug)]
pub struct Settings {
    /// The action.
    pub action: Action,
    /// The input file.
    pub input: PathBuf,
    /// The output file, if one is named.
    pub output: Option<PathBuf>,
    /// The path of the output that is specialized for one device.
    pub device_output: Option<PathBuf>,
    /// True for internal text instead of a binary.
    pub text: bool,
    /// True for standard assembly instead of a binary.
    pub assembly: bool,
    /// True to list the specialization constants.
    pub spec_const_info: bool,
    /// True to list capabilities and the like.
    pub report: bool,
    /// The values of specialization constants, as given.
    pub spec_const: Option<String>,
    /// The settings of the translation.
    pub options: Options,
    /// The notes for the user.
    pub notes: Vec<String>,
}

const TO_LLVM: &str = "option ignored as it only affects translation from SPIR-V to LLVM IR";
const TO_SPIRV: &str = "option ignored as it only affects translation from LLVM IR to SPIR-V";

impl Settings {
    /// Checks the flags, for the version of LLVM in the program's name.
    pub fn new(parsed: &Parsed, release: Option<u32>) -> Result<Self, Failure> {
        let reverse = parsed.has("r");
        let options = options(parsed, reverse)?;
        let action = action(parsed)?;
        let llvm_version = release::version(parsed, action, release)?;
        let options = Options { llvm_version, policy: Policy::khronos_of(llvm_version), ..options };
        Ok(Self {
            action,
            input: parsed.input().to_owned(),
            output: parsed.file("o").map(Path::to_owned),
            device_output: parsed.file("fnvar-spv-out").map(Path::to_owned),
            text: parsed.has("spirv-text"),
            assembly: parsed.has("spirv-tools-dis"),
            spec_const_info: parsed.has("spec-const-info"),
            report: parsed.has("spirv-print-report"),
            spec_const: parsed.value("spec-const").filter(|list| reverse && !list.is_empty()).map(str::to_owned),
            options,
            notes: notes(parsed, reverse),
        })
    }
}

fn notes(parsed: &Parsed, reverse: bool) -> Vec<String> {
    let (ignored, text) = match reverse {
        true => (
            &[
                "spirv-ext-inst",
                "spirv-allow-unknown-intrinsics",
                "spirv-replace-fmuladd-with-ocl-mad",
                "spirv-debug-info-version",
            ] as &[&str],
            TO_SPIRV,
        ),
        false => (
            &["spirv-target-env", "spirv-builtin-format", "spirv-addrspace-map", "spirv-function-program-addrspace"]
                as &[&str],
            TO_LLVM,
        ),
    };
    let given = ignored.iter().filter(|name| parsed.given(name));
    let given = given.map(|name| format!("Note: --{name} {text}"));
    given.chain(extensions::retired(&parsed.list("spirv-ext"))).collect()
}

fn action(parsed: &Parsed) -> Result<Action, Failure> {
    let (reverse, regularize) = (parsed.has("r"), parsed.has("s"));
    let (text, binary) = (parsed.has("to-text"), parsed.has("to-binary"));
    if text && (binary || reverse || regularize) {
        return Err(Failure::tool("Cannot use -to-text with -to-binary, -r, -s"));
    }
    if binary && (reverse || regularize) {
        return Err(Failure::tool("Cannot use -to-binary with -to-text, -r, -s"));
    }
    if reverse && regularize {
        return Err(Failure::tool("Cannot have both -r and -s options"));
    }
    Ok(match (text, binary, reverse, regularize) {
        (true, ..) => Action::ToText,
        (_, true, ..) => Action::ToBinary,
        (_, _, true, _) => Action::Reverse,
        (_, _, _, true) => Action::Regularize,
        _ if parsed.has("spec-const-info") || parsed.has("spirv-print-report") => Action::Inform,
        _ => Action::Forward,
    })
}

fn options(parsed: &Parsed, reverse: bool) -> Result<Options, Failure> {
    check_ext_inst(parsed)?;
    let list = parsed.list("spirv-ext");
    let extensions = extensions::parse(&list, reverse)?;
    let flags = flags(parsed, reverse)?;
    let debug_set = parsed.value("spirv-debug-info-version");
    let is_shader_set = matches!(debug_set, Some("nonsemantic-shader-100" | "nonsemantic-shader-200"));
    let non_semantic = flags.preserve_auxdata || is_shader_set;
    Ok(Options {
        environment: Environment::default(),
        max_version: parsed.value("spirv-max-version").and_then(|v| v.parse().ok()).unwrap_or(Version::V1_6),
        byte_order: ByteOrder::Little,
        extensions: if non_semantic && !reverse { with_non_semantic(extensions, &list) } else { extensions },
        builtin_spelling: builtin_spelling(parsed.value("spirv-target-env").filter(|_| reverse)),
        verify: true,
        // That program ends at the first one.
        error_limit: 1,
        strict_address_spaces: false,
        leaves_memory: true,
        ..flags
    })
}

/// Allows the extension that auxiliary data and newer debug information need, unless it is refused by name.
fn with_non_semantic(mut extensions: Extensions, list: &[&str]) -> Extensions {
    const NAME: &str = "SPV_KHR_non_semantic_info";
    if !extensions::is_refused(list, NAME) {
        extensions.declare(NAME);
    }
    extensions
}

fn check_ext_inst(parsed: &Parsed) -> Result<(), Failure> {
    if parsed.count("spirv-ext-inst") > 1 {
        return Err(Failure::tool("Error: --spirv-ext-inst cannot be used more than once"));
    }
    if parsed.given("spirv-ext-inst") && parsed.given("spirv-replace-fmuladd-with-ocl-mad") {
        return Err(Failure::tool(
            "Error: --spirv-ext-inst and --spirv-replace-fmuladd-with-ocl-mad cannot be used together.  \
             --spirv-replace-fmuladd-with-ocl-mad is deprecated and --spirv-ext-inst is preferred.",
        ));
    }
    Ok(())
}

fn builtin_spelling(value: Option<&str>) -> BuiltinSpelling {
    match value {
        Some("SPV-IR") => BuiltinSpelling::SpvIr,
        Some("CL2.0") => BuiltinSpelling::Cl20,
        _ => BuiltinSpelling::Cl12,
    }
}

/// Returns the options set by the flags that the program shares with the Khronos translator, and by those that only the
/// latter has.
fn flags(parsed: &Parsed, reverse: bool) -> Result<Options, Failure> {
    Ok(Options {
        builtin_format: match parsed.value("spirv-builtin-format").filter(|_| reverse) {
            Some("global") => BuiltinFormat::Global,
            _ => BuiltinFormat::Function,
        },
        spec_constants: Default::default(),
        fold_spec_constants: true,
        kernel_arg_names: parsed.has("spirv-gen-kernel-arg-name-md"),
        function_variants: function_variants(parsed, reverse)?,
        unknown_intrinsics: unknown_intrinsics(parsed, reverse),
        fmuladd_as_mad: match parsed.value("spirv-ext-inst") {
            Some(set) => set == "OpenCL.std",
            None => parsed.switch("spirv-replace-fmuladd-with-ocl-mad").unwrap_or(true),
        },
        mem2reg: parsed.has("spirv-mem2reg"),
        fp_contract: match parsed.value("spirv-fp-contract") {
            Some("off") => FpContract::Off,
            Some("fast") => FpContract::Fast,
            _ => FpContract::On,
        },
        debug_info: match parsed.value("spirv-debug-info-version") {
            Some("legacy") => DebugInfo::Legacy,
            Some("nonsemantic-shader-100") => DebugInfo::NonSemantic100,
            Some("nonsemantic-shader-200") => DebugInfo::NonSemantic200,
            _ => DebugInfo::OpenCl100,
        },
        extra_di_expressions: parsed.has("spirv-allow-extra-diexpressions"),
        preserve_auxdata: parsed.has("spirv-preserve-auxdata"),
        arg_types_in_strings: parsed.given("preserve-ocl-kernel-arg-type-metadata-through-string"),
        function_ptr_addr_space: parsed.given("spirv-emit-function-ptr-addr-space"),
        address_spaces: address_spaces(parsed)
            .or_else(|wrong| if reverse { Err(wrong) } else { Ok(Default::default()) })?,
        ..Options::default()
    })
}

/// The last address space that has a storage class.
const LAST_SPACE: u32 = 9;

fn address_spaces(parsed: &Parsed) -> Result<AddressSpaces, Failure> {
    let pairs = parsed.value("spirv-addrspace-map").unwrap_or_default().split(',').filter(|pair| !pair.is_empty());
    let map = pairs.map(address_space).collect::<Result<_, _>>()?;
    Ok(AddressSpaces { map, functions: parsed.number("spirv-function-program-addrspace") })
}

fn address_space(pair: &str) -> Result<(u32, u32), Failure> {
    const FLAG: &str = "--spirv-addrspace-map";
    let (from, to) = pair.split_once(':').ok_or_else(|| {
        Failure::tool(format!("Error: Invalid format for {FLAG} entry \"{pair}\". Expected \"from:to\"."))
    })?;
    let known = from.parse().ok().filter(|space| *space <= LAST_SPACE).ok_or_else(|| {
        Failure::tool(format!("Error: {FLAG}: \"{from}\" is not a valid SPIRAddressSpace index (0-{LAST_SPACE})."))
    })?;
    let wrong = |_| Failure::tool(format!("Error: {FLAG}: \"{to}\" is not a valid unsigned address space number."));
    Ok((known, to.parse().map_err(wrong)?))
}

/// Returns the prefixes of unknown intrinsics that are allowed. The flag without a value allows every intrinsic.
fn unknown_intrinsics(parsed: &Parsed, reverse: bool) -> Vec<String> {
    match parsed.given("spirv-allow-unknown-intrinsics") && !reverse {
        true => parsed.list("spirv-allow-unknown-intrinsics").into_iter().map(str::to_owned).collect(),
        false => Vec::new(),
    }
}

fn function_variants(parsed: &Parsed, reverse: bool) -> Result<Option<FunctionVariants>, Failure> {
    let enabled = parsed.has("fnvar-spec-enable");
    let numbers = ["fnvar-category", "fnvar-family", "fnvar-arch", "fnvar-target"].map(|name| parsed.number(name));
    let lists = ["fnvar-features", "fnvar-capabilities"].map(|name| list(parsed, name));
    let output = parsed.file("fnvar-spv-out").is_some();
    let any = output || numbers.iter().any(|n| n.is_some_and(|n| n != 0)) || lists.iter().any(Option::is_some);
    match (reverse, enabled) {
        (false, _) if enabled || any => Err(Failure::tool("--fnvar-xxx flags can be used only with -r")),
        (true, false) if any => Err(Failure::tool("--fnvar-xxx flags need to be enabled with --fnvar-spec-enable")),
        (true, true) => {
            let ([category, family, architecture, target], [features, capabilities]) = (numbers, lists);
            let device = FunctionVariants { category, family, architecture, target, features, capabilities };
            complete(device).map(Some)
        }
        _ => Ok(None),
    }
}

/// Checks that a number that depends on another one comes with it.
fn complete(device: FunctionVariants) -> Result<FunctionVariants, Failure> {
    let lacks = |what: &str, needs: &str| Err(Failure::tool(format!("{needs} must be specified if {what} specified.")));
    let has_features = device.features.as_ref().is_some_and(|features| !features.is_empty());
    match &device {
        FunctionVariants { category: None, family, architecture, .. } if family.or(*architecture).is_some() => {
            lacks("the family or architecture are", "FnVar: Device category")
        }
        FunctionVariants { family: None, architecture: Some(_), .. } => {
            lacks("the architecture is", "FnVar: Device family")
        }
        FunctionVariants { target: None, .. } if has_features => lacks("the features are", "Device target"),
        _ => Ok(device),
    }
}

fn list(parsed: &Parsed, name: &str) -> Option<Vec<u32>> {
    parsed.given(name).then(|| parsed.list(name).iter().filter_map(|number| number.parse().ok()).collect())
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;
    use std::ffi::OsString;

    fn of(line: &str) -> Result<Settings, Failure> {
        let arguments: Vec<_> = line.split_whitespace().map(OsString::from).collect();
        parse(&arguments).and_then(|parsed| Settings::new(&parsed, None))
    }

    #[test]
    fn s3_defaults_of_khronos_mode() {
        let settings = of("x.bc");
        assert!(
            settings.is_ok_and(|s| s.options.builtin_spelling == BuiltinSpelling::Cl12 && s.action == Action::Forward)
        );
        let settings = of("-r x.spv --spirv-target-env=SPV-IR");
        assert!(
            settings.is_ok_and(|s| s.options.builtin_spelling == BuiltinSpelling::SpvIr && s.action == Action::Reverse)
        );
    }

    #[test]
    fn s3_conflicts_end_with_255() {
        let conflicts = [
            "-to-text -r x",
            "-to-binary -s x",
            "-to-text -to-binary x",
            "-r -s x",
            "--spirv-ext-inst=none --spirv-ext-inst=none x",
            "--spirv-ext-inst=none --spirv-replace-fmuladd-with-ocl-mad=true x",
            "--fnvar-arch=1 x",
            "-r --fnvar-arch=1 x",
            "-r --fnvar-spec-enable --fnvar-family=1 x",
            "-r --fnvar-spec-enable --fnvar-category=1 --fnvar-arch=1 x",
            "-r --fnvar-spec-enable --fnvar-features=1 x",
            "-r --spirv-addrspace-map=bad x",
            "-r --spirv-addrspace-map=99:0 x",
            "-r --spirv-addrspace-map=0:-1 x",
        ];
        for line in conflicts {
            assert_eq!(of(line).err().map(|failure| failure.code), Some(255), "{line}");
        }
    }

    #[test]
    fn s3_wrong_direction_is_noted() {
        let notes = of("--spirv-target-env=CL2.0 x").map(|settings| settings.notes).unwrap_or_default();
        assert_eq!(notes, [format!("Note: --spirv-target-env {TO_LLVM}")]);
        let notes = of("-r --spirv-allow-unknown-intrinsics x").map(|settings| settings.notes).unwrap_or_default();
        assert_eq!(notes, [format!("Note: --spirv-allow-unknown-intrinsics {TO_SPIRV}")]);
    }

    #[test]
    fn s3_debug_info_brings_its_extension() {
        const NAME: &str = "SPV_KHR_non_semantic_info";
        let allows = |line| of(line).is_ok_and(|settings| settings.options.extensions.allow(NAME));
        assert!(allows("--spirv-debug-info-version=nonsemantic-shader-200 x"));
        assert!(allows("--spirv-preserve-auxdata x"));
        assert!(!allows("--spirv-ext=-SPV_KHR_non_semantic_info --spirv-preserve-auxdata x"));
    }
}
