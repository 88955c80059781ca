//! The flags, with one row each.

/// The kind of value that a flag takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing, or `=true`, `=false`.
    Switch,
    /// A value, in the same argument or in the next one.
    Value,
    /// The name of a file, in the same argument or in the next one.
    File,
    /// One of these values.
    OneOf(&'static [&'static str]),
    /// A list, separated by commas; it is empty if nothing follows an equals sign.
    OptionalList,
    /// A list, separated by commas.
    List,
    /// A number.
    Number,
    /// A list of numbers.
    Numbers,
}

/// A flag of the command line.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// Its name, without dashes.
    pub name: &'static str,
    /// The kind of value.
    pub takes: Takes,
    /// The help text.
    pub help: &'static str,
}

const fn flag(name: &'static str, takes: Takes, help: &'static str) -> Flag {
    Flag { name, takes, help }
}

use Takes::{File, List, Number, Numbers, OneOf, OptionalList, Switch, Value};

/// Versions of SPIR-V.
const VERSIONS: &[&str] = &["1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6"];
/// Sets of debug instructions.
const DEBUG: &[&str] = &["legacy", "ocl-100", "nonsemantic-shader-100", "nonsemantic-shader-200"];

/// The flags.
pub const FLAGS: &[Flag] = &[
    flag("o", File, "the output file"),
    flag("r", Switch, "translate SPIR-V to LLVM IR"),
    flag("s", Switch, "write the LLVM IR in the form from which SPIR-V would be made"),
    flag("to-text", Switch, "convert a SPIR-V binary to internal text"),
    flag("to-binary", Switch, "convert internal text to a SPIR-V binary"),
    flag("spirv-text", Switch, "write or read internal text instead of a binary"),
    flag("spirv-tools-dis", Switch, "write the standard assembly instead of a binary"),
    flag("spirv-max-version", OneOf(VERSIONS), "the newest version of SPIR-V to write or read"),
    flag("spirv-ext", List, "extensions, from left to right: +NAME, -NAME, +all, -all"),
    flag("spirv-target-env", OneOf(&["CL1.2", "CL2.0", "SPV-IR"]), "with -r: how builtins are spelled"),
    flag("spirv-builtin-format", OneOf(&["function", "global"]), "with -r: what builtin variables are"),
    flag(
        "llvm-version",
        Number,
        "with -r or -s: the LLVM that is to read what is written, 15 to 23, instead of that in the name",
    ),
    flag("spirv-ext-inst", OneOf(&["none", "OpenCL.std"]), "the extended instructions for intrinsics of LLVM"),
    flag("spirv-allow-unknown-intrinsics", OptionalList, "prefixes of intrinsics to keep as functions; none: all"),
    flag("spirv-gen-kernel-arg-name-md", Switch, "with -r: keep the names of kernel arguments in metadata"),
    flag(
        "spirv-debug-info-version",
        OneOf(DEBUG),
        "the set of debug information; nonsemantic-*: allows SPV_KHR_non_semantic_info",
    ),
    flag("spirv-allow-extra-diexpressions", Switch, "write all operations in expressions of debug information"),
    flag("spirv-preserve-auxdata", Switch, "keep attributes and metadata that SPIR-V has no place for"),
    flag("spirv-mem2reg", Switch, "promote memory to registers first"),
    flag("spirv-fp-contract", OneOf(&["on", "off", "fast"]), "contraction of floating-point operations"),
    flag("spirv-replace-fmuladd-with-ocl-mad", Switch, "llvm.fmuladd becomes mad (deprecated, on)"),
    flag("spirv-lower-const-expr", Switch, "has no effect"),
    flag("spirv-emit-function-ptr-addr-space", Switch, "function pointers have an address space of their own"),
    flag("spirv-addrspace-map", Value, "with -r: other address spaces for the usual ones, FROM:TO,..."),
    flag(
        "spirv-function-program-addrspace",
        Number,
        "with -r: the address space of functions, instead of that of private memory",
    ),
    flag(
        "preserve-ocl-kernel-arg-type-metadata-through-string",
        Switch,
        "types of kernel arguments go through OpString",
    ),
    flag("spec-const", Value, "with -r: values of specialization constants, \"id:type:value ...\""),
    flag("spec-const-info", Switch, "list the specialization constants"),
    flag("spirv-print-report", Switch, "list version, models, capabilities, extensions"),
    flag("spirv-use-llvm-backend-target", Switch, "has no effect"),
    flag("spirv-erase-cl-md", Switch, "has no effect"),
    flag("spirv-expand-step", Switch, "has no effect"),
    flag("spirv-debug", Switch, "has no effect"),
    flag("spirv-verify-regularize-passes", Switch, "has no effect"),
    flag("fnvar-spec-enable", Switch, "with -r: resolve function variants"),
    flag("fnvar-category", Number, "category of the device"),
    flag("fnvar-family", Number, "family of the device"),
    flag("fnvar-arch", Number, "architecture of the device"),
    flag("fnvar-target", Number, "target of the device"),
    flag("fnvar-features", Numbers, "features of the device"),
    flag("fnvar-capabilities", Numbers, "capabilities of the device"),
    flag("fnvar-spv-out", File, "where the resolved SPIR-V module goes"),
    flag("help", Switch, "show this"),
    flag("help-hidden", Switch, "show this"),
    flag("version", Switch, "show the version"),
];

/// Returns the row of a name.
pub fn find(name: &str) -> Option<&'static Flag> {
    FLAGS.iter().find(|flag| flag.name == name)
}

/// Returns the help text.
pub fn help() -> String {
    let mut text =
        "OVERVIEW: LLVM/SPIR-V translator\n\nUSAGE: llvm-spirv [options] <input file>\n\nOPTIONS:\n".to_owned();
    for flag in FLAGS {
        let dashes = if flag.name.len() == 1 { "-" } else { "--" };
        let head = format!("{dashes}{}{}", flag.name, value(flag.takes));
        text.push_str(&format!("  {head:<58} {}\n", flag.help));
    }
    text
}

fn value(takes: Takes) -> String {
    match takes {
        Switch => String::new(),
        Value | File => "=<value>".to_owned(),
        OneOf(values) => format!("={}", values.join("|")),
        OptionalList => "[=<list>]".to_owned(),
        List | Numbers => "=<list>".to_owned(),
        Number => "=<number>".to_owned(),
    }
}
