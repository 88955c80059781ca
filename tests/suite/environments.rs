//! Environments: the output for an environment is valid there; a construct that it forbids gives an error that names
//! it, in both directions.

use crate::support::{check_all, root, run, scratch, spirv_tools, tool};
use llvm_spirv::error::{Code, Error};
use llvm_spirv::options::{Environment, Extensions, Options, Version};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::path::PathBuf;

fn options(environment: &str) -> Options {
    Options { environment: environment.parse().unwrap(), error_limit: 0, ..Options::default() }
}

/// The errors of SPIRV-Tools about instructions that no capability enables. An environment does not check these.
const OF_INSTRUCTIONS: &[&str] = &[
    "In the OpenCL environment",
    "in the OpenCL environment",
    "Sampled must be 0",
    "from a depth image read",
    "Expected Result Type to have 4 components",
    "Optional Image Operands are not allowed",
    "ConstOffset image operand not allowed",
];

/// The environments, each with the nearest one that SPIRV-Tools knows.
const JUDGED: &[(&str, &str)] = &[
    ("opencl1.2", "opencl1.2"),
    ("opencl1.2embedded", "opencl1.2embedded"),
    ("opencl2.0", "opencl2.0"),
    ("opencl2.2", "opencl2.2"),
    ("opencl3.0spv1.2", "opencl2.2"),
    ("opencl3.1spv1.2", "opencl2.2"),
    ("universal1.0", "spv1.0"),
    ("universal1.3", "spv1.3"),
    ("universal1.5", "spv1.5"),
];

fn files() -> Vec<PathBuf> {
    let (mut open, mut found) = (vec![root().join("tests/filetests")], Vec::new());
    while let Some(folder) = open.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.is_dir() {
                true => open.push(path),
                false => found.extend(Some(path).filter(|path| path.extension().is_some_and(|e| e == "ll"))),
            }
        }
    }
    found.sort();
    found
}

/// Checks that SPIR-V that is valid in any environment, written for one environment, is valid there.
fn check_file(path: &PathBuf) -> Result<(), String> {
    let text = std::fs::read(path).unwrap();
    for (environment, target) in JUDGED {
        let Ok(made) = llvm_to_spirv(&text, &options(environment)) else { continue };
        if spirv_tools::validate(&made.bytes).is_err() {
            continue;
        }
        if let Err(complaint) = spirv_tools::validate_in(&made.bytes, target)
            && !OF_INSTRUCTIONS.iter().any(|text| complaint.whole.contains(text))
        {
            return Err(format!("{}: {environment}: {complaint}", path.display()));
        }
        spirv_to_llvm(made.bytes, &options(environment), Llvm::Bitcode)
            .map_err(|error| format!("{}: {environment}, back: {error}", path.display()))?;
    }
    Ok(())
}

#[test]
fn s4_73_what_is_written_for_an_environment_is_valid_there() {
    check_all("modules for environments", &files(), check_file);
}

fn errors(text: &str, environment: &str) -> Vec<Error> {
    let outcome = llvm_to_spirv(text.as_bytes(), &options(environment));
    outcome.map_or_else(|error| error.all().cloned().collect(), |_| Vec::new())
}

const WIDE: &str = "target triple = \"spir-unknown-unknown\"
define spir_kernel void @k(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(1) %p, align 4
  %b = zext i32 %a to i64
  %c = mul i64 %b, %b
  store i64 %c, ptr addrspace(1) %p, align 8
  ret void
}
";

#[test]
fn what_an_environment_forbids_names_the_instruction_and_another_environment() {
    let errors = errors(WIDE, "opencl2.0embedded");
    let [error] = errors.as_slice() else { panic!("{errors:?}") };
    assert_eq!(
        error.to_string(),
        "unsupported: this needs the capability Int64, which the environment opencl2.0embedded forbids (in function k, at \
         `%b = zext i32 %a to i64`) [E0304]\n  hint: --environment=opencl2.0"
    );
    assert!(self::errors(WIDE, "opencl2.0").is_empty() && self::errors(WIDE, "universal1.0").is_empty());
    assert!(self::errors(WIDE, "opencl2.0embedded+cles_khr_int64").is_empty());
}

#[test]
fn versions_extensions_and_models_are_limited() {
    let hint = |text: &str, environment: &str| {
        let errors = errors(text, environment);
        let codes: Vec<_> = errors.iter().map(Error::code).collect();
        assert_eq!(codes, [Code::Environment], "{errors:?}");
        errors[0].help().map(str::to_owned)
    };
    // A kernel becomes a shader there; a function that others call does not.
    assert!(errors(WIDE, "vulkan1.3").is_empty());
    let library = WIDE.replace("spir_kernel", "spir_func");
    assert!(hint(&library, "vulkan1.3").unwrap().starts_with("a kernel becomes a shader"));
    let versioned = WIDE.replace("spir-", "spirv32v1.2-");
    assert_eq!(hint(&versioned, "opencl2.0").as_deref(), Some("--environment=opencl2.2"));
    let device = WIDE.replace("addrspace(1)", "addrspace(5)");
    let listed = "#spirv.target_env<#spirv.vce<v1.0, [Kernel, Addresses, Linkage, Int64, Int8], []>, {}>";
    assert_eq!(hint(&device, listed).as_deref(), Some("--environment=universal1.0"));
    let pipe = "target triple = \"spir64-unknown-unknown\"
        define spir_kernel void @k(target(\"spirv.PipeStorage\") %p) {\n  ret void\n}";
    assert_eq!(hint(pipe, "opencl2.0").as_deref(), Some("--environment=opencl2.2"));
}

#[test]
fn the_declarations_of_a_module_are_checked_on_the_way_back() {
    let made = llvm_to_spirv(WIDE.as_bytes(), &Options::default()).unwrap();
    let back = |environment: &str| spirv_to_llvm(&made.bytes, &options(environment), Llvm::Assembly);
    assert!(back("opencl1.2").is_ok() && back("universal1.0").is_ok());
    let error = back("opencl1.2embedded").unwrap_err();
    assert_eq!(
        error.message(),
        "the module needs the capability Int64, which the environment opencl1.2embedded forbids"
    );
    assert!(error.place().word.is_some_and(|word| word > 5) && error.others().is_empty());
    let all = back("vulkan1.2").unwrap_err();
    let messages: Vec<_> = all.all().map(|error| error.message().split(',').next().unwrap().to_owned()).collect();
    for needed in ["the capability Kernel", "Physical32 addressing", "the execution model Kernel"] {
        assert!(messages.iter().any(|message| message.ends_with(needed)), "{needed}: {messages:?}");
    }
}

#[test]
fn extensions_that_a_user_allows_are_limited_too() {
    let allowed = Extensions::all();
    let options = Options {
        extensions: allowed,
        ..options(
            "#spirv.target_env<#spirv.vce<v1.2, [Kernel, Addresses, Linkage, \
        Int64, ExpectAssumeKHR, Int8], []>, api=OpenCL, {}>",
        )
    };
    let text = "target triple = \"spir64-unknown-unknown\"
        define spir_func i64 @f(i64 %x) {
          %y = call i64 @llvm.expect.i64(i64 %x, i64 1)
          ret i64 %y
        }
        declare i64 @llvm.expect.i64(i64, i64)";
    // What may not be said is left out.
    let made = llvm_to_spirv(text.as_bytes(), &options).unwrap();
    assert!(!String::from_utf8_lossy(&made.bytes).contains("SPV_KHR_expect_assume"));
}

/// Checks that the command line accepts names of environments, and reports wrong ones.
#[test]
fn the_flag_is_read() {
    let input = scratch().join("environment.ll");
    std::fs::write(&input, WIDE).unwrap();
    let call = |flag: &str| run(tool().arg(flag).arg(&input).args(["-o", "-", "-S"]), b"");
    assert!(String::from_utf8_lossy(&call("--environment=opencl2.0").unwrap()).contains("OpCapability Int64"));
    assert!(call("--environment=opencl20").unwrap_err().contains("is no environment; there are universal1.0, "));
    assert!(call("--environment=opencl2.0embedded").unwrap_err().contains("error[E0304]"));
    let explained = tool().arg("--explain").arg("--environment=opencl2.0embedded").arg(&input).output().unwrap();
    let explained = String::from_utf8_lossy(&explained.stdout).into_owned();
    assert!(explained.starts_with("missing: this needs the capability Int64"), "{explained}");
    assert!(explained.contains("allow it with --environment=opencl2.0") && explained.contains("capability Int64"));
}

/// Checks that `--explain` of SPIR-V lists the constructs that the environment forbids, and then which instructions
/// need each declaration.
#[test]
fn what_an_environment_forbids_of_a_binary_is_explained() {
    let made = llvm_to_spirv(WIDE.as_bytes(), &Options::default()).unwrap();
    let input = scratch().join("explained-environment.spv");
    std::fs::write(&input, &made.bytes).unwrap();
    let explained = |environment: &str| {
        let output = tool().args(["--explain", environment]).arg(&input).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (succeeds, text) = explained("--environment=opencl2.0");
    assert!(succeeds && text.starts_with("version 1."), "{text}");
    let (succeeds, text) = explained("--environment=opencl2.0embedded");
    assert!(
        !succeeds && text.starts_with("missing: the module needs the capability Int64, which the environment"),
        "{text}"
    );
    assert!(
        text.contains("allow it with --environment=opencl2.0\n") && text.contains("\ncapability Int64\n"),
        "{text}"
    );
    let (_, text) = explained("--environment=vulkan1.3");
    for needed in ["the capability Kernel", "Physical32 addressing", "the execution model Kernel"] {
        assert!(text.contains(&format!("needs {needed}, which the environment vulkan1.3 forbids")), "{needed}: {text}");
    }
}

/// Checks that OpenCL 3.1 includes features that earlier versions have as extensions.
#[test]
fn opencl_3_1_has_shuffles() {
    let shuffle = "target triple = \"spir64-unknown-unknown\"
        declare spir_func i32 @_Z17sub_group_shuffleij(i32, i32)
        define spir_func i32 @f(i32 %x, i32 %y) {
          %z = call spir_func i32 @_Z17sub_group_shuffleij(i32 %x, i32 %y)
          ret i32 %z
        }";
    assert!(errors(shuffle, "opencl3.1").is_empty() && errors(shuffle, "opencl3.1embedded").is_empty());
    let [error] = errors(shuffle, "opencl3.0").try_into().unwrap();
    assert_eq!((error.code(), error.help()), (Code::Environment, Some("--environment=opencl3.1")));
    assert_eq!("opencl3.1".parse::<Environment>().unwrap().version(), Version::new(1, 4));
}

/// Returns the attribute that `mlir-opt` prints for a module with this attribute, or nothing if the attribute has a
/// name that `mlir-opt` does not know.
fn printed_by_mlir(mlir_opt: &str, attribute: &str) -> Option<String> {
    let module = format!("module attributes {{spirv.target_env = {attribute}}} {{}}");
    let output = run(std::process::Command::new(mlir_opt).arg("-"), module.as_bytes()).ok()?;
    let text = String::from_utf8(output).unwrap();
    let (_, attribute) = text.split_once("spirv.target_env = ")?;
    attribute.split_once("} {").map(|(attribute, _)| attribute.to_owned())
}

/// Returns the names in a list that `mlir-opt` does not know, by trying the text that `text` makes of parts of the
/// list.
fn unknown_to_mlir<'n>(mlir_opt: &str, names: &[&'n str], text: &dyn Fn(&str) -> String) -> Vec<&'n str> {
    if names.is_empty() || printed_by_mlir(mlir_opt, &text(&names.join(", "))).is_some() {
        return Vec::new();
    }
    if names.len() == 1 {
        return names.to_vec();
    }
    let (first, second) = names.split_at(names.len() / 2);
    [unknown_to_mlir(mlir_opt, first, text), unknown_to_mlir(mlir_opt, second, text)].concat()
}

fn names(list: &str) -> Vec<&str> {
    list.split(", ").filter(|name| !name.is_empty()).collect()
}

/// Returns the parts of an attribute: the text before the capabilities, the capabilities, the extensions, and the text
/// behind them.
fn parts(attribute: &str) -> (&str, Vec<&str>, Vec<&str>, &str) {
    let (head, rest) = attribute.split_once(", [").unwrap();
    let (capabilities, rest) = rest.split_once("], [").unwrap();
    let (extensions, tail) = rest.split_once("]>").unwrap();
    (head, names(capabilities), names(extensions), tail)
}

/// Checks that the attribute of each named environment parses to the same environment. If `MLIR_OPT` is the path of
/// `mlir-opt`, checks that `mlir-opt` prints it unchanged, except for capabilities and extensions that it does not
/// know.
#[test]
fn s4_71_the_attributes_of_all_names_are_those_of_mlir() {
    let texts: Vec<_> =
        Environment::names().map(|name| (name, name.parse::<Environment>().unwrap().target_env())).collect();
    for (name, text) in &texts {
        assert_eq!(text.parse::<Environment>().map(|read| read.target_env()).as_ref(), Ok(text), "{name}");
    }
    let Ok(mlir_opt) = std::env::var("MLIR_OPT") else { return };
    let of_list = |list: &str, other: &str| {
        format!("#spirv.target_env<#spirv.vce<v1.6, [{list}], [{other}]>, #spirv.resource_limits<>>")
    };
    let (mut unknown, mut known) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    for (name, text) in &texts {
        let (head, mut capabilities, mut extensions, tail) = parts(text);
        capabilities.retain(|one| !unknown.contains(one));
        extensions.retain(|one| !unknown.contains(one));
        let mut missing = unknown_to_mlir(&mlir_opt, &capabilities, &|list| of_list(list, ""));
        missing.extend(unknown_to_mlir(&mlir_opt, &extensions, &|list| of_list("", list)));
        unknown.extend(missing.iter().copied());
        capabilities.retain(|one| !missing.contains(one));
        extensions.retain(|one| !missing.contains(one));
        known.extend(capabilities.iter().chain(&extensions).copied());
        let text = format!("{head}, [{}], [{}]>{tail}", capabilities.join(", "), extensions.join(", "));
        assert_eq!(printed_by_mlir(&mlir_opt, &text).as_ref(), Some(&text), "{name}");
    }
    println!("{} names known to MLIR, {} not: {unknown:?}", known.len(), unknown.len());
}

#[test]
fn every_name_is_one_of_the_validator_or_near_one() {
    // Drivers have no version in their names.
    let known = |name: &str| name.contains('.') && !name.starts_with("opencl3");
    let made = llvm_to_spirv(WIDE.as_bytes(), &Options::default()).unwrap();
    for name in Environment::names().filter(|name| known(name)) {
        let target = name.replace("universal", "spv");
        let is_valid = spirv_tools::validate_in(&made.bytes, &target);
        let accepts = spirv_to_llvm(&made.bytes, &options(name), Llvm::Bitcode);
        assert_eq!(is_valid.is_ok(), accepts.is_ok(), "{name}: {is_valid:?} {:?}", accepts.err());
    }
}
