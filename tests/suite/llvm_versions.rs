//! LLVM IR for other versions of LLVM: `--llvm-version`, and the number in the name `llvm-spirv-19`.
//!
//! `LLVM_IR_OLD_TOOLS` may name a folder with `llvm-15/bin` and the like: these tools then read and verify the output
//! for their version.

use crate::support::{run, scratch};
use std::path::{Path, PathBuf};
use std::process::Command;

const TOOL: &str = env!("CARGO_BIN_EXE_llvm-spirv-rs");
const VERSIONS: [&str; 5] = ["15", "16", "19", "22", "23"];

/// A kernel with debug information and features that LLVM 15 lacks: records, `nuw` of a chain, `captures`, `memory`,
/// `range`, splats.
const KERNEL: &str = "target triple = \"spir64-unknown-unknown\"

define spir_kernel void @k(ptr addrspace(1) captures(none) %p, i64 range(i64 0, 64) %i) !dbg !4 {
entry:
    #dbg_value(i64 %i, !7, !DIExpression(), !8)
  %q = getelementptr inbounds nuw <2 x i32>, ptr addrspace(1) %p, i64 %i
  %old = load <2 x i32>, ptr addrspace(1) %q, align 8, !dbg !8
  %new = add <2 x i32> %old, splat (i32 3), !dbg !8
  store <2 x i32> %new, ptr addrspace(1) %q, align 8, !dbg !8
  ret void, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: \"k.cl\", directory: \"/\")
!2 = !{i32 2, !\"Debug Info Version\", i32 3}
!4 = distinct !DISubprogram(name: \"k\", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !9)
!5 = !DISubroutineType(types: !{null})
!6 = !DIBasicType(name: \"long\", size: 64, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: \"i\", arg: 2, scope: !4, file: !1, line: 1, type: !6)
!8 = !DILocation(line: 2, scope: !4)
!9 = !{!7}
";

/// Creates a folder with the kernel as LLVM IR and as SPIR-V.
fn folder(name: &str) -> PathBuf {
    let folder = scratch().join("llvm_versions").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("k.ll"), KERNEL).unwrap();
    let bitcode = run(Command::new("llvm-as-22").arg(folder.join("k.ll")).args(["-o", "-"]), b"").unwrap();
    std::fs::write(folder.join("k.bc"), bitcode).unwrap();
    run(Command::new(TOOL).arg(folder.join("k.ll")), b"").unwrap();
    folder
}

/// A link to the program.
fn link(folder: &Path, name: &str) -> Command {
    let link = folder.join(name);
    std::os::unix::fs::symlink(TOOL, &link).unwrap();
    Command::new(link)
}

/// Asserts that the version's own tools, if present, and those of LLVM 22 read a file. Returns the output of the
/// latter, without the names of files.
fn read(file: &Path, version: &str) -> String {
    let tools = std::env::var_os("LLVM_IR_OLD_TOOLS").map(PathBuf::from);
    let own = tools.map(|tools| tools.join(format!("llvm-{version}/bin"))).filter(|folder| folder.exists());
    let is_text = file.extension().is_some_and(|ending| ending == "ll");
    let name = if is_text { "llvm-as" } else { "llvm-dis" };
    let read = |tool: PathBuf| {
        let bytes = run(Command::new(&tool).arg(file).args(["-o", "-"]), b"");
        bytes.unwrap_or_else(|error| panic!("{}: {error}", tool.display()))
    };
    own.map(|own| read(own.join(name)));
    let bytes = read(PathBuf::from(format!("{name}-22")));
    let text = if is_text { run(Command::new("llvm-dis-22").args(["-", "-o", "-"]), &bytes).unwrap() } else { bytes };
    let text = String::from_utf8(text).unwrap();
    let is_name = |line: &str| line.starts_with("; ModuleID") || line.starts_with("source_filename");
    text.lines().filter(|line| !is_name(line)).collect::<Vec<_>>().join("\n")
}

/// Checks, for each version, that bitcode and assembly from SPIR-V are the same module for LLVM 22.
#[test]
fn way_back() {
    let folder = folder("way_back");
    for version in VERSIONS {
        let [bitcode, assembly] = ["bc", "ll"].map(|ending| {
            let output = folder.join(format!("back-{version}.{ending}"));
            let mut command = Command::new(TOOL);
            command.arg("-r").arg(folder.join("k.spv")).arg(format!("--llvm-version={version}"));
            run(command.arg("-o").arg(&output).args((ending == "ll").then_some("-S")), b"").unwrap();
            output
        });
        assert_eq!(read(&bitcode, version), read(&assembly, version), "for LLVM {version}");
        let text = std::fs::read_to_string(&assembly).unwrap();
        let number: u32 = version.parse().unwrap();
        assert_eq!(text.contains("#dbg_value("), number >= 19, "for LLVM {version}: {text}");
        assert_eq!(text.contains("call void @llvm.dbg.value("), number < 19, "for LLVM {version}: {text}");
        assert_eq!(text.contains("captures(none)"), number >= 21, "for LLVM {version}: {text}");
        assert_eq!(text.contains("splat ("), number >= 20, "for LLVM {version}: {text}");
    }
}

/// Checks that the dumps of passes on the way to SPIR-V are written for a version, too.
#[test]
fn after_a_pass() {
    let folder = folder("passes");
    let passes = String::from_utf8(run(Command::new(TOOL).arg("--print-passes"), b"").unwrap()).unwrap();
    let pass = passes.split_whitespace().next().unwrap();
    let output = folder.join("after.ll");
    let mut command = Command::new(TOOL);
    command.arg(folder.join("k.bc")).args(["--stop-after", pass, "--llvm-version=16", "-o"]).arg(&output);
    run(&mut command, b"").unwrap();
    read(&output, "16");
    assert!(std::fs::read_to_string(&output).unwrap().contains("call void @llvm.dbg.value("));
}

/// Checks that a number in the name of the Khronos translator selects the version, unless a flag does.
#[test]
fn number_in_the_name() {
    let folder = folder("name");
    for version in VERSIONS {
        let name = format!("llvm-spirv-{version}");
        let said = run(link(&folder, &name).arg("--version"), b"").unwrap();
        assert!(String::from_utf8_lossy(&said).contains(&format!("LLVM version {version}\n")), "{name}");
        for (input, flag, ending) in [("k.spv", "-r", "bc"), ("k.bc", "-s", "regularized.bc")] {
            let named = folder.join(format!("named-{version}.{ending}"));
            let flagged = folder.join(format!("flagged-{version}.{ending}"));
            run(Command::new(folder.join(&name)).arg(flag).arg(folder.join(input)).arg("-o").arg(&named), b"").unwrap();
            let mut other = Command::new(folder.join("llvm-spirv-15"));
            other.arg(flag).arg(folder.join(input)).arg(format!("--llvm-version={version}")).arg("-o").arg(&flagged);
            run(&mut other, b"").unwrap();
            assert_eq!(std::fs::read(&named).unwrap(), std::fs::read(&flagged).unwrap(), "{name} {flag}");
            read(&named, version);
        }
    }
    // Without a number it is the translator's own version.
    let plain = run(link(&folder, "llvm-spirv").arg("-r").arg(folder.join("k.spv")).args(["-o", "-"]), b"").unwrap();
    assert_eq!(plain, std::fs::read(folder.join("named-22.bc")).unwrap());
}

/// Checks that an error names a version for which LLVM IR cannot be written.
#[test]
fn unknown_versions() {
    let folder = folder("unknown");
    let said = run(link(&folder, "llvm-spirv-14").arg("-r").arg(folder.join("k.spv")), b"").unwrap_err();
    assert!(said.contains("LLVM IR is not written for LLVM 14: --llvm-version= takes 15 to 23"), "{said}");
    run(Command::new(folder.join("llvm-spirv-14")).arg(folder.join("k.bc")).args(["-o", "-"]), b"").unwrap();
    let said = run(Command::new(TOOL).arg("-r").arg(folder.join("k.spv")).arg("--llvm-version=24"), b"").unwrap_err();
    assert!(said.contains("24 is no version of LLVM that is written for; those are 15 to 23"), "{said}");
    let said = run(Command::new(TOOL).arg(folder.join("k.bc")).arg("--llvm-version=19"), b"").unwrap_err();
    assert!(said.contains("--reverse|--stop-after"), "{said}");
}

/// Checks that errors name features that a version lacks and that have no equivalent there.
#[test]
fn what_is_too_young() {
    let folder = folder("young");
    let ir = "target triple = \"spir64-unknown-unknown\"\ndefine spir_func void @f(target(\"spirv.Event\") %e) {\n  ret void\n}\n";
    let spirv = run(Command::new(TOOL).args(["-", "-o", "-"]), ir.as_bytes()).unwrap();
    std::fs::write(folder.join("e.spv"), spirv).unwrap();
    let said = run(Command::new(TOOL).arg("-r").arg(folder.join("e.spv")).args(["--llvm-version=15", "-S"]), b"");
    let said = said.unwrap_err();
    assert!(said.contains("error[E0417]") && said.contains("cannot be written for LLVM 15: `target(...)`"), "{said}");
}
