//! Shaders in assembly, translated to LLVM IR and back.

use crate::support::{run, spirv_tools};
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::collections::BTreeSet;
use std::process::Command;

/// The LLVM IR of a shader, and the SPIR-V made from it.
pub struct Trip {
    /// The LLVM IR.
    pub llvm: String,
    /// The SPIR-V made from it, in assembly with names of types such as `%v4float`.
    pub spirv: String,
}

/// Translates a module in assembly to LLVM IR and back; both modules must be valid for their environment.
pub fn trip(assembly: &str) -> Result<Trip, String> {
    let told = |what: &str, error: String| format!("{what}: {error}\n{assembly}");
    let bytes = assembled(assembly).map_err(|error| told("spirv-as", error))?;
    validate(&bytes).map_err(|error| told("before", error))?;
    let llvm = spirv_to_llvm(&bytes, &Options::default(), Llvm::Assembly);
    let llvm = llvm.map_err(|error| told("to LLVM IR", error.to_string()))?.bytes;
    let back = llvm_to_spirv(&llvm, &Options::default()).map_err(|error| told("to SPIR-V", error.to_string()))?.bytes;
    validate(&back).map_err(|error| told("after", error))?;
    let spirv = run(Command::new("spirv-dis").args(["--no-color", "--no-header", "-"]), &back)?;
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).map_err(|error| error.to_string());
    Ok(Trip { llvm: text(llvm)?, spirv: text(spirv)? })
}

/// Returns the binary of a module in assembly.
pub fn assembled(assembly: &str) -> Result<Vec<u8>, String> {
    let assembler = &mut Command::new("spirv-as");
    run(assembler.args(["--target-env", "spv1.4", "-o", "-", "-"]), assembly.as_bytes())
}

fn validate(bytes: &[u8]) -> Result<(), String> {
    spirv_tools::validate_in(bytes, "vulkan1.3").map_err(|complaint| complaint.whole)
}

impl Trip {
    /// Fails if texts are missing: the first ones in the LLVM IR, the second ones in the SPIR-V.
    pub fn has(&self, llvm: &[&str], spirv: &[&str]) -> Result<(), String> {
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for (whole, parts) in [(&self.llvm, llvm), (&self.spirv, spirv)] {
            let missing: Vec<_> = parts.iter().filter(|part| !plain(whole).contains(&plain(part))).collect();
            if !missing.is_empty() {
                return Err(format!("{missing:?} is missing in\n{whole}"));
            }
        }
        Ok(())
    }
}

/// Returns a compute shader from the text before its types, its types and variables, and the block of its function.
pub fn shader(front: &str, globals: &str, block: &str) -> String {
    let names: BTreeSet<_> = globals.lines().filter(|line| line.contains("OpVariable")).collect();
    let names = names.into_iter().filter_map(|line| line.split_whitespace().next()).collect::<Vec<_>>().join(" ");
    format!(
        "OpCapability Shader\nOpCapability Int64\nOpCapability Float64\nOpCapability Int16\nOpCapability Float16\n\
         OpCapability StorageBuffer16BitAccess\n%glsl = OpExtInstImport \"GLSL.std.450\"\nOpMemoryModel Logical GLSL450\n\
         OpEntryPoint GLCompute %main \"main\" {names}\nOpExecutionMode %main LocalSize 1 1 1\n{front}\n\
         %void = OpTypeVoid\n%function = OpTypeFunction %void\n{globals}\n\
         %main = OpFunction %void None %function\n%entry = OpLabel\n{block}\nOpReturn\nOpFunctionEnd\n"
    )
}

/// Returns the assembly of the types, and of two variables of each of them.
pub fn types() -> String {
    let scalars = [
        ("bool", "OpTypeBool"),
        ("short", "OpTypeInt 16 1"),
        ("int", "OpTypeInt 32 1"),
        ("uint", "OpTypeInt 32 0"),
        ("long", "OpTypeInt 64 1"),
        ("ulong", "OpTypeInt 64 0"),
        ("half", "OpTypeFloat 16"),
        ("float", "OpTypeFloat 32"),
        ("double", "OpTypeFloat 64"),
    ];
    let mut text = String::new();
    for (name, ty) in scalars {
        text.push_str(&format!("%{name} = {ty}\n%v4{name} = OpTypeVector %{name} 4\n"));
        for ty in [name.to_owned(), format!("v4{name}")] {
            text.push_str(&format!("%to_{ty} = OpTypePointer Private %{ty}\n"));
            text.push_str(&format!("%x_{ty} = OpVariable %to_{ty} Private\n"));
        }
    }
    text
}

/// Returns a shader with an instruction (without `Op`) on values of these types, whose result is stored.
pub fn instruction(name: &str, result: &str, operands: &[&str]) -> String {
    let mut block = String::new();
    for (at, ty) in operands.iter().enumerate() {
        block.push_str(&format!("%a{at} = OpLoad %{ty} %x_{ty}\n"));
    }
    let values: Vec<_> = (0..operands.len()).map(|at| format!("%a{at}")).collect();
    let (name, values) = (spelled(name), values.join(" "));
    block.push_str(&format!(
        "%r = {name_first} %{result} {rest} {values}\nOpStore %x_{result} %r",
        name_first = name.0,
        rest = name.1
    ));
    shader("", &types(), &block)
}

/// Returns the opcode of an instruction, and the text between its type and its operands.
fn spelled(name: &str) -> (String, String) {
    match name.strip_prefix("GL.") {
        Some(extended) => ("OpExtInst".to_owned(), format!("%glsl {extended}")),
        None => (format!("Op{name}"), String::new()),
    }
}
