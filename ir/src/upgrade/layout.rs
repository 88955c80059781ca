//! Upgrades data layouts to LLVM 22's for the target.
//!
//! Source: `UpgradeDataLayoutString` of `llvm/lib/IR/AutoUpgrade.cpp`, LLVM 22.

use crate::module::Module;

/// The parts of a layout that AMD's processors have since LLVM 16 to 18 (`7` and `9` are fat pointers, `8` resources).
const AMD_SPACES: [(&str, &str); 3] =
    [("p7", "-p7:160:256:256:32"), ("p8", "-p8:128:128:128:48"), ("p9", "-p9:192:256:256:32")];
/// The 32- and 64-bit pointers of mixed programs: x86 since LLVM 10, AArch64 since 20.
const MIXED_POINTERS: &str = "-p270:32:32-p271:32:32-p272:64:64";
const I128: &str = "-i128:128";

/// Upgrades the data layout of a module.
pub(super) fn upgrade(m: &mut Module) {
    let text = |t| String::from_utf8_lossy(m.text(t)).into_owned();
    let (layout, triple) = (text(m.data_layout), text(m.triple));
    let new = upgraded(&layout, &triple);
    if new != layout {
        m.data_layout = m.add_text(new.as_bytes());
    }
}

fn has(layout: &str, part: &str) -> bool {
    layout.split('-').any(|p| p.starts_with(part))
}

fn upgraded(layout: &str, triple: &str) -> String {
    let arch = triple.split('-').next().unwrap_or("");
    match arch {
        "spir" | "spir64" | "r600" => with_globals(layout),
        // The version may follow.
        _ if arch.starts_with("spirv32") || arch.starts_with("spirv64") => with_globals(layout),
        "amdgcn" => amd(layout),
        "loongarch64" | "riscv64" => layout.replacen("-n64-", "-n32:64-", 1),
        "aarch64" | "arm64" => {
            let functions = if layout.is_empty() || layout.contains("-Fn32") { "" } else { "-Fn32" };
            with_mixed_pointers(&format!("{layout}{functions}"))
        }
        "sparc" | "sparcv9" | "powerpc64" | "powerpc64le" | "wasm32" | "wasm64" => with_i128(layout),
        "mips64" | "mips64el" if !layout.contains("m:m") => with_i128(layout),
        "x86_64" | "i386" | "i486" | "i586" | "i686" => x86(layout, triple, arch),
        _ => layout.to_owned(),
    }
}

/// Adds the address space 1 for globals, as in layouts since LLVM 10 (AMD) and 19 (SPIR).
fn with_globals(layout: &str) -> String {
    match layout {
        "" => "G1".to_owned(),
        _ if has(layout, "G") => layout.to_owned(),
        _ => format!("{layout}-G1"),
    }
}

fn amd(layout: &str) -> String {
    let mut new = with_globals(layout);
    if !has(layout, "ni") {
        new.push_str("-ni:7:8:9");
    } else if layout.ends_with("ni:7") {
        new.push_str(":8:9");
    } else if layout.ends_with("ni:7:8") {
        new.push_str(":9");
    }
    for (space, part) in AMD_SPACES {
        if !has(layout, space) {
            new.push_str(part);
        }
    }
    new = new.replacen("-p8:128:128-", "-p8:128:128:128:48-", 1);
    if layout.contains("m:e") { new } else { format!("m:e-{new}") }
}

/// Adds the mixed pointers behind the endianness, the mangling and the default pointer.
fn with_mixed_pointers(layout: &str) -> String {
    let mangling = layout.get(1..4);
    let fits = matches!(layout.get(..1), Some("e" | "E")) && mangling == Some("-m:");
    if layout.contains(MIXED_POINTERS) || !fits {
        return layout.to_owned();
    }
    let Some((head, rest)) = layout.split_at_checked(5) else { return layout.to_owned() };
    let (pointer, rest) = match rest.strip_prefix("-p:32:32") {
        Some(rest) => ("-p:32:32", rest),
        None => ("", rest),
    };
    if rest.starts_with('-') { format!("{head}{pointer}{MIXED_POINTERS}{rest}") } else { layout.to_owned() }
}

fn with_i128(layout: &str) -> String {
    if layout.contains(I128) { layout.to_owned() } else { layout.replacen("-i64:64", "-i64:64-i128:128", 1) }
}

/// Aligns `i128` to its size, as since LLVM 18. The entry is added behind mangling, pointers and integers, unless more of them follow
/// other entries.
fn x86(layout: &str, triple: &str, arch: &str) -> String {
    let mut new = with_mixed_pointers(layout);
    let parts: Vec<&str> = new.split('-').collect();
    let early = |part: &&str| part.starts_with(['m', 'p', 'i']);
    if !new.contains(I128) && parts.first() == Some(&"e") {
        let count = 1 + parts.iter().skip(1).take_while(|part| early(part)).count();
        if !parts.iter().skip(count).any(early) {
            let (head, tail) = parts.split_at_checked(count).unwrap_or((&[], &[]));
            let all: Vec<&str> = head.iter().chain(&["i128:128"]).chain(tail).copied().collect();
            new = all.join("-");
        }
    }
    if arch != "x86_64" && triple.contains("windows-msvc") {
        new = new.replacen("-f80:32-", "-f80:128-", 1);
    }
    new
}

#[cfg(test)]
mod tests {
    use super::upgraded;

    #[test]
    fn layouts() {
        assert_eq!(upgraded("", "spir64-unknown-unknown"), "G1");
        assert_eq!(upgraded("e-i64:64", "spirv64-unknown-unknown"), "e-i64:64-G1");
        assert_eq!(upgraded("e-i64:64-G1", "spirv64"), "e-i64:64-G1");
        assert_eq!(upgraded("", "x86_64-linux-gnu"), "");
        assert_eq!(
            upgraded("e-m:e-i64:64-f80:128-n8:16:32:64-S128", "x86_64-unknown-linux-gnu"),
            "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
        );
    }
}
