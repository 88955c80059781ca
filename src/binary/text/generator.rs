//! The tools that are registered with Khronos (spir-v.xml of SPIRV-Headers), by number.

use std::fmt::Write;

/// Vendor and tool.
const NAMES: &[&str] = &[
    "Khronos",
    "LunarG",
    "Valve",
    "Codeplay",
    "NVIDIA",
    "ARM",
    "Khronos LLVM/SPIR-V Translator",
    "Khronos SPIR-V Tools Assembler",
    "Khronos Glslang Reference Front End",
    "Qualcomm",
    "AMD",
    "Intel",
    "Imagination",
    "Google Shaderc over Glslang",
    "Google spiregg",
    "Google rspirv",
    "X-LEGEND Mesa-IR/SPIR-V Translator",
    "Khronos SPIR-V Tools Linker",
    "Wine VKD3D Shader Compiler",
    "Tellusim Clay Shader Compiler",
    "W3C WebGPU Group WHLSL Shader Translator",
    "Google Clspv",
    "LLVM MLIR SPIR-V Serializer",
    "Google Tint Compiler",
    "Google ANGLE Shader Compiler",
    "Netease Games Messiah Shader Compiler",
    "Xenia Xenia Emulator Microcode Translator",
    "Embark Studios Rust GPU Compiler Backend",
    "gfx-rs community Naga",
    "Mikkosoft Productions MSP Shader Compiler",
    "SpvGenTwo community SpvGenTwo SPIR-V IR Tools",
    "Google Skia SkSL",
    "TornadoVM Beehive SPIRV Toolkit",
    "DragonJoker ShaderWriter",
    "Rayan Hatout SPIRVSmith",
    "Saarland University Shady",
    "Taichi Graphics Taichi",
    "heroseh Hero C Compiler",
    "Meta SparkSL",
    "SirLynix Nazara ShaderLang Compiler",
    "Khronos Slang Compiler",
    "Zig Software Foundation Zig Compiler",
    "Rendong Liang spq",
    "LLVM LLVM SPIR-V Backend",
    "Robert Konrad Kongruent",
    "Kitsunebi Games Nuvk SPIR-V Emitter and DLSL compiler",
];

/// Returns vendor and tool, if the tool is known.
pub fn name(tool: u16) -> Option<&'static str> {
    NAMES.get(usize::from(tool)).copied()
}

/// Writes vendor and tool, or the number of a tool that is not known.
pub(super) fn put_name(out: &mut String, tool: u16) {
    match name(tool) {
        Some(name) => out.push_str(name),
        None => {
            let _ = write!(out, "Unknown({tool})");
        }
    }
}

/// Parses the text that [`put_name`] writes, with the version of the tool: `NAME; VERSION`.
pub(super) fn read(text: &str) -> Option<u32> {
    let (name, version) = text.rsplit_once("; ")?;
    let tool = match name.strip_prefix("Unknown(") {
        Some(number) => number.strip_suffix(')')?.parse::<u16>().ok()?,
        None => u16::try_from(NAMES.iter().position(|known| *known == name)?).ok()?,
    };
    Some(u32::from(tool) << 16 | u32::from(version.parse::<u16>().ok()?))
}
