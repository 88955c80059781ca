//! The name of the tool. Distributions put a target or vendor in front, and the version of LLVM behind it
//! (`amd-llvm-spirv-22`).

use std::path::Path;

/// The part of the name that is always there.
const TOOL: &str = "llvm-spirv";

/// Returns whether this is the name of the Khronos translator's tool.
pub fn is_named(program: &Path) -> bool {
    let file = program.file_name().unwrap_or_default().to_string_lossy();
    let (tool, _) = parts(&file);
    tool.ends_with(TOOL) || file.starts_with(TOOL) && !file.starts_with("llvm-spirv-rs")
}

/// Returns the version of LLVM in the name, if there is one.
pub fn release(program: &Path) -> Option<u32> {
    let file = program.file_name()?.to_string_lossy();
    parts(&file).1?.split('.').next()?.parse().ok()
}

/// Returns the name without its ending and version, and the version.
fn parts(file: &str) -> (&str, Option<&str>) {
    let name = file.strip_suffix(".exe").unwrap_or(file);
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    match name.rsplit_once('-').filter(|(_, rest)| is_number(rest)) {
        Some((tool, version)) => (tool, Some(version)),
        None => (name, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s3_names_of_the_tool() {
        let tools = ["llvm-spirv", "/usr/bin/llvm-spirv-22", "./llvm-spirv.exe", "llvm-spirv-18.1", "llvm-spirv-dev"];
        for name in tools.into_iter().chain(["amd-llvm-spirv", "/opt/rocm/amd-llvm-spirv-22", "x-llvm-spirv-22.exe"]) {
            assert!(is_named(Path::new(name)), "{name}");
        }
        for name in ["llvm-spirv-rs", "/bin/llvm-spirv-rs.exe", "my-llvm-spirv-rs", "llvm-spirv/tool", "spirv", ""] {
            assert!(!is_named(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn versions_of_llvm_in_names() {
        let rows = [
            ("llvm-spirv", None),
            ("/usr/bin/llvm-spirv-19", Some(19)),
            ("llvm-spirv-18.1", Some(18)),
            ("amd-llvm-spirv-23.exe", Some(23)),
            ("llvm-spirv-dev", None),
            ("llvm-spirv-", None),
            ("llvm-spirv-99999999999", None),
        ];
        for (name, version) in rows {
            assert_eq!(release(Path::new(name)), version, "{name}");
        }
    }
}
