//! Attributes of parameters and results: each pair of them, on each type, of functions, imports and kernels, survives a
//! round trip. Attributes that LLVM lacks are expressed by metadata.

use crate::support::{check_all, run, validate};
use llvm_spirv::binary::{Module, Words};
use llvm_spirv::options::{Options, Policy};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::collections::BTreeMap;
use std::process::Command;

/// Decorations of parameters, in assembly.
const DECORATIONS: &[&str] = &[
    "FuncParamAttr Zext",
    "FuncParamAttr Sext",
    "FuncParamAttr ByVal",
    "FuncParamAttr Sret",
    "FuncParamAttr NoAlias",
    "FuncParamAttr NoCapture",
    "FuncParamAttr NoWrite",
    "FuncParamAttr NoReadWrite",
    "Alignment 3",
    "Alignment 4",
    "MaxByteOffset 0",
    "MaxByteOffset 8",
    "Restrict",
    "Volatile",
];

const TYPES: &[&str] = &[
    "bool", "uchar", "uint", "ulong", "float", "vector", "struct", "array", "event", "image", "local", "global",
    "generic", "pointer", "opaque",
];

const HEAD: &str = "OpCapability Addresses
OpCapability Linkage
OpCapability Kernel
OpCapability Int8
OpCapability Int64
OpCapability GenericPointer
OpCapability ImageBasic
OpMemoryModel Physical64 OpenCL
";

const DECLARED: &str = "%void = OpTypeVoid
%bool = OpTypeBool
%uchar = OpTypeInt 8 0
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%float = OpTypeFloat 32
%vector = OpTypeVector %float 4
%struct = OpTypeStruct %uint %float
%two = OpConstant %uint 2
%array = OpTypeArray %uint %two
%event = OpTypeEvent
%image = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly
%local = OpTypePointer Function %struct
%global = OpTypePointer CrossWorkgroup %uint
%generic = OpTypePointer Generic %uint
%pointer = OpTypePointer CrossWorkgroup %global
%hidden = OpTypeOpaque \"hidden\"
%opaque = OpTypePointer CrossWorkgroup %hidden
";

/// The place of the attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Function,
    Import,
    Kernel,
    Result,
}

/// Returns a module with a function for each pair of decorations, on both of its parameters or on its result.
fn module(ty: &str, place: Place) -> String {
    let (mut entries, mut decorations, mut functions) = (String::new(), String::new(), String::new());
    let result = if place == Place::Result { ty } else { "void" };
    let pairs = DECORATIONS.iter().enumerate().flat_map(|(i, first)| {
        DECORATIONS.iter().skip(i).map(move |second| if first == second { vec![first] } else { vec![first, second] })
    });
    for (number, pair) in pairs.enumerate() {
        let f = format!("f{number}");
        match place {
            Place::Kernel => entries += &format!("OpEntryPoint Kernel %{f} \"{f}\"\n"),
            Place::Import => decorations += &format!("OpDecorate %{f} LinkageAttributes \"{f}\" Import\n"),
            _ => decorations += &format!("OpDecorate %{f} LinkageAttributes \"{f}\" Export\n"),
        }
        let targets = if place == Place::Result { vec![f.clone()] } else { vec![format!("{f}a"), format!("{f}b")] };
        for target in targets {
            pair.iter().for_each(|decoration| decorations += &format!("OpDecorate %{target} {decoration}\n"));
        }
        functions += &format!("%{f} = OpFunction %{result} None %type\n");
        functions += &format!("%{f}a = OpFunctionParameter %{ty}\n%{f}b = OpFunctionParameter %{ty}\n");
        functions += &match place {
            Place::Import => String::new(),
            Place::Result => format!("%{f}l = OpLabel\nOpReturnValue %{f}a\n"),
            _ => format!("%{f}l = OpLabel\nOpReturn\n"),
        };
        functions += "OpFunctionEnd\n";
    }
    format!("{HEAD}{entries}{decorations}{DECLARED}%type = OpTypeFunction %{result} %{ty} %{ty}\n{functions}")
}

fn assemble(text: &str) -> Result<Vec<u8>, String> {
    run(Command::new("spirv-as").args(["--target-env", "spv1.1", "-o", "-", "-"]), text.as_bytes())
}

/// Returns the decorations of the functions and of their parameters, by the names of the functions, sorted.
fn decorations(bytes: &[u8]) -> BTreeMap<String, Vec<Vec<Vec<u32>>>> {
    const LINKAGE: u32 = 41;
    let words = Words::read(bytes).unwrap();
    let spv = Module::index(&words).unwrap();
    let of = |id| {
        let all = spv.decorations(id).filter(|one| one.raw != LINKAGE);
        let mut all: Vec<Vec<u32>> = all.map(|one| [&[one.raw], one.operands].concat()).collect();
        all.sort();
        all
    };
    let named = |id| {
        let linkage = spv.decorations(id).find(|one| one.raw == LINKAGE).map(|one| one.operands.to_vec());
        let entry = spv.entry_points().iter().find(|entry| entry.operand(1) == Ok(id));
        linkage.map(|words| format!("{words:?}")).or_else(|| entry.map(|entry| entry.string(2).unwrap().0))
    };
    spv.functions()
        .map(|function| {
            let parameters = function.parameters.iter().filter_map(|parameter| parameter.result_id());
            (named(function.id()).unwrap(), [function.id()].into_iter().chain(parameters).map(of).collect())
        })
        .collect()
}

fn check(ty: &str, place: Place, is_khronos: bool) -> Result<(), String> {
    let input = assemble(&module(ty, place))?;
    let policy = if is_khronos { Policy::khronos() } else { Policy::native() };
    let options = Options { policy, ..Options::default() };
    let back = spirv_to_llvm(&input, &options, Llvm::Bitcode).map_err(|e| format!("reverse: {e}"))?;
    let output = llvm_to_spirv(&back.bytes, &options).map_err(|e| format!("forward: {e}"))?.bytes;
    if validate(&input).is_ok() {
        validate(&output).map_err(|e| format!("the output is invalid: {e}"))?;
    }
    if is_khronos {
        return Ok(());
    }
    let (before, after) = (decorations(&input), decorations(&output));
    match before.iter().find(|(name, lists)| after.get(*name) != Some(lists)) {
        Some((name, lists)) => Err(format!("{name}: {lists:?} becomes {:?}", after.get(name))),
        None => Ok(()),
    }
}

#[test]
fn each_two_attributes_of_each_type_come_back() {
    let mut items = Vec::new();
    for ty in TYPES {
        for place in [Place::Function, Place::Import, Place::Kernel, Place::Result] {
            items.extend([false, true].map(|is_khronos| (*ty, place, is_khronos)));
        }
    }
    check_all("attributes", &items, |(ty, place, is_khronos)| {
        check(ty, *place, *is_khronos)
            .map_err(|e| format!("{ty} {place:?}{}: {e}", if *is_khronos { " in Khronos mode" } else { "" }))
    });
}
