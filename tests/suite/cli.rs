//! The program as a user runs it.

use crate::support::{limited, run, scratch, tool};
use std::path::PathBuf;

const KERNEL: &str = r#"
target triple = "spir64-unknown-unknown"
define spir_kernel void @store(ptr addrspace(1) %out) {
  store i32 42, ptr addrspace(1) %out, align 4
  ret void
}
"#;

fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = scratch().join(name);
    // What an earlier run wrote there is not to be replaced by -r.
    let _ = std::fs::remove_file(path.with_extension("bc"));
    std::fs::write(&path, content).unwrap();
    path
}

#[test]
fn writes_beside_the_input_by_default() {
    let input = file("default.ll", KERNEL.as_bytes());
    run(tool().arg(&input), b"").unwrap();
    let spv = input.with_extension("spv");
    assert_eq!(std::fs::read(&spv).unwrap()[..4], [3, 2, 0x23, 7]);
    run(tool().arg("-r").arg(&spv), b"").unwrap();
    assert!(std::fs::read(input.with_extension("bc")).unwrap().starts_with(b"BC"));
}

/// Checks that the heap only reserves many addresses if they are not limited.
#[test]
fn few_addresses_are_enough() {
    const ADDRESSES: &str = "-v 260000";
    let input = file("few_addresses.ll", KERNEL.as_bytes());
    let spv = input.with_extension("spv");
    run(limited(ADDRESSES).arg(&input), b"").unwrap();
    run(limited(ADDRESSES).arg("-r").arg(&spv), b"").unwrap();
    assert!(std::fs::read(input.with_extension("bc")).unwrap().starts_with(b"BC"));
}

#[test]
fn streams_and_text() {
    let spv = run(tool().arg("-"), KERNEL.as_bytes()).unwrap();
    let assembly = run(tool().args(["-S", "-"]), &spv).unwrap();
    assert!(String::from_utf8(assembly).unwrap().contains("OpStore"));
    let ir = run(tool().args(["-r", "-S", "-"]), &spv).unwrap();
    assert!(String::from_utf8(ir).unwrap().contains("store i32 42"));
    let text = run(tool().args(["-S", "-", "-o", "-"]), KERNEL.as_bytes()).unwrap();
    assert!(String::from_utf8(text).unwrap().contains("OpEntryPoint Kernel"));
}

#[test]
fn s0_04_either_byte_order_is_written_and_read() {
    let [little, big] =
        ["little", "big"].map(|order| run(tool().args(["--byte-order", order, "-"]), KERNEL.as_bytes()));
    let (little, big) = (little.unwrap(), big.unwrap());
    assert_eq!((&little[..4], &big[..4]), (&[3, 2, 0x23, 7][..], &[7, 0x23, 2, 3][..]));
    assert!(big.chunks(4).flat_map(|word| word.iter().rev()).eq(&little));
    let [from_little, from_big] = [&little, &big].map(|spv| run(tool().args(["-r", "-S", "-"]), spv).unwrap());
    assert_eq!(String::from_utf8(from_little), String::from_utf8(from_big));
}

#[test]
fn s3_59_builtin_variables_come_back_in_the_form_that_is_asked_for() {
    let ir = KERNEL
        .replace("spir_kernel", "spir_func")
        .replace("i32 42", "i64 %id")
        .replace("{\n", "{\n  %id = call i64 @_Z29__spirv_BuiltInGlobalLinearIdv()\n")
        + "declare i64 @_Z29__spirv_BuiltInGlobalLinearIdv()\n";
    let spv = run(tool().arg("-"), ir.as_bytes()).unwrap();
    for (form, written) in [
        ("function", "call spir_func i64 @_Z29__spirv_BuiltInGlobalLinearIdv()"),
        ("global", "load i64, ptr addrspace(7) @__spirv_BuiltInGlobalLinearId"),
    ] {
        let format = format!("--spirv-builtin-format={form}");
        let back = String::from_utf8(run(tool().args(["-r", "-S", "-", &format]), &spv).unwrap()).unwrap();
        assert!(back.contains(written), "{back}");
        // A global variable has its place in front of all functions, so that ids differ; what they say does not.
        let again = run(tool().arg("-"), back.as_bytes()).unwrap();
        let [meant, found] = [&spv, &again].map(|spv| run(tool().args(["-r", "-S", "-"]), spv).unwrap());
        assert_eq!(String::from_utf8(meant), String::from_utf8(found), "{form}");
        assert!(form == "global" || again == spv, "{form}");
    }
}

#[test]
fn errors_say_what_and_leave_nothing_behind() {
    let broken = file("broken.spv", b"\x03\x02\x23\x07 and no more");
    let output = broken.with_extension("bc");
    let complaint = run(tool().arg("-r").arg(&broken), b"").unwrap_err();
    assert!(complaint.starts_with("error[E0201]: invalid input: "), "{complaint}");
    assert!(complaint.contains("broken.spv"), "{complaint}");
    assert!(!output.exists());
    let complaint = run(tool().arg("/no/such/file"), b"").unwrap_err();
    assert!(complaint.contains("cannot read /no/such/file"), "{complaint}");
    assert!(run(tool().arg("-"), b"").unwrap_err().contains("empty"));
}

#[test]
fn tells_the_kind_of_input_by_content() {
    let spv = run(tool().arg("-"), KERNEL.as_bytes()).unwrap();
    assert!(run(tool().arg("-"), &spv).unwrap_err().contains("-r translates it to LLVM IR"));
    let bc = run(tool().args(["-r", "-"]), &spv).unwrap();
    assert!(run(tool().args(["-r", "-"]), &bc).unwrap_err().contains("LLVM IR, not a SPIR-V binary"));
}

#[test]
fn roundtrip_says_what_changed() {
    let input = file("roundtrip.ll", KERNEL.as_bytes());
    let report = String::from_utf8(run(tool().arg("roundtrip").arg(&input), b"").unwrap()).unwrap();
    assert!(report.contains("second round trip identical"), "{report}");
}

fn json(bytes: &[u8]) -> serde_json::Value {
    serde_json::from_slice(bytes).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(bytes)))
}

#[test]
fn explains_why_a_module_needs_what_it_needs() {
    let input = file("explain.ll", KERNEL.as_bytes());
    let text = String::from_utf8(run(tool().arg("--explain").arg(&input), b"").unwrap()).unwrap();
    assert!(text.contains("capability Addresses\n    Physical64 in OpMemoryModel Physical64 OpenCL"), "{text}");
    assert!(!input.with_extension("spv").exists(), "nothing is written without -o");
    let object = json(&run(tool().arg("--explain=json").arg(&input), b"").unwrap());
    let kernel = object["capabilities"].as_array().unwrap().iter().find(|c| c["name"] == "Kernel").unwrap();
    assert_eq!(kernel["asked_by"]["operand"], "OpenCL");
    assert_eq!(object["version"]["name"], "1.0");
}

#[test]
fn reports_what_a_module_declares() {
    let spv = run(tool().arg("-"), KERNEL.as_bytes()).unwrap();
    let text = String::from_utf8(run(tool().args(["--spirv-print-report", "-"]), &spv).unwrap()).unwrap();
    assert!(text.starts_with("SPIR-V module report:\n Version: 1.0\n Memory model: OpenCL\n"), "{text}");
    let object = json(&run(tool().args(["--spirv-print-report=json", "-"]), &spv).unwrap());
    assert_eq!((&object["addressing_model"], &object["version"]), (&"Physical64".into(), &"1.0".into()));
    assert!(object["capabilities"].as_array().unwrap().contains(&"Kernel".into()));
}

#[test]
fn diagnostics_for_programs() {
    let broken = file("diagnostics.spv", b"\x03\x02\x23\x07 and no more");
    let complaint = run(tool().args(["--diagnostics=json", "-r"]).arg(&broken), b"").unwrap_err();
    let object = json(complaint.trim().as_bytes());
    assert_eq!((&object["severity"], &object["kind"]), (&"error".into(), &"invalid".into()));
    assert!(object["file"].as_str().unwrap().ends_with("diagnostics.spv"), "{object}");
}

#[test]
fn help_has_examples() {
    assert!(String::from_utf8(run(tool().arg("--help"), b"").unwrap()).unwrap().contains("Examples:"));
}

#[test]
fn s3_66_generator_survives_a_round_trip() {
    let mut spv = run(tool().arg("-"), KERNEL.as_bytes()).unwrap();
    spv[8..12].copy_from_slice(&[3, 0, 7, 0]);
    let bc = run(tool().args(["-r", "-"]), &spv).unwrap();
    assert_eq!(run(tool().arg("-"), &bc).unwrap()[8..12], [3, 0, 7, 0]);
}

#[test]
fn many_files_at_once_and_one_of_them_broken() {
    let folder = scratch().join("batch");
    let _ = std::fs::remove_dir_all(&folder);
    let mut inputs: Vec<_> = (0..20).map(|n| file(&format!("batch{n}.ll"), KERNEL.as_bytes())).collect();
    inputs.push(file("batch-broken.ll", b"no module"));
    let command = |inputs: &[PathBuf]| {
        let mut command = tool();
        command.args(inputs).arg("--out-dir").arg(&folder).args(["-j", "4"]);
        run(&mut command, b"")
    };
    let complaint = command(&inputs).unwrap_err();
    assert!(complaint.contains("batch-broken.ll") && complaint.ends_with("1 of 21 files failed\n"), "{complaint}");
    let alone = run(tool().arg("-"), KERNEL.as_bytes()).unwrap();
    for number in 0..20 {
        assert_eq!(std::fs::read(folder.join(format!("batch{number}.spv"))).unwrap(), alone);
    }
    assert!(!folder.join("batch-broken.spv").exists());
    command(&inputs[..20]).unwrap();
    let twice = [inputs[0].clone(), inputs[0].clone()];
    assert!(command(&twice).unwrap_err().contains("would both become"));
}

#[test]
fn unknown_extensions_are_errors_with_the_nearest_name() {
    let input = file("unknown_extension.ll", KERNEL.as_bytes());
    let output = input.with_extension("unknown.spv");
    let translate = |list: &str| run(tool().arg(&input).arg("-o").arg(&output).arg(format!("--spirv-ext={list}")), b"");
    let error = translate("+SPV_KHR_expect_asume").unwrap_err();
    assert!(error.contains("did you mean SPV_KHR_expect_assume?"), "{error}");
    assert!(translate("+SPV_NOPE").is_err() && translate("+all,-spv_khr_fma").is_err());
    translate("+SPV_INTEL_long_constant_composite").unwrap();
}

/// Checks that a module that is too new is rejected with both versions named.
#[test]
fn the_highest_version_holds_on_the_way_back() {
    let input = file("too_new.ll", KERNEL.replace("spir64-", "spirv64v1.4-").as_bytes());
    run(tool().arg(&input), b"").unwrap();
    let spv = input.with_extension("spv");
    let reverse = |version: &str| run(tool().args(["-r", "-S", "-o", "-", version]).arg(&spv), b"");
    let error = reverse("--spirv-max-version=1.2").unwrap_err();
    assert!(error.contains("SPIR-V 1.4, above 1.2"), "{error}");
    reverse("--spirv-max-version=1.4").unwrap();
}

/// Checks that the verb `run` starts another program, next to this one or in the PATH, and says how to get it if it is
/// missing.
#[test]
fn run_starts_the_runner_or_says_where_it_comes_from() {
    let folder = scratch().join("runner");
    std::fs::create_dir_all(&folder).unwrap();
    let program = folder.join("llvm-spirv-rs");
    let runner = folder.join("spirv-runner");
    for path in [&program, &runner] {
        _ = std::fs::remove_file(path);
    }
    // A file that another test's process has open for writing as it starts cannot be executed: a link can.
    std::fs::hard_link(env!("CARGO_BIN_EXE_llvm-spirv-rs"), &program).unwrap();
    let command = || {
        let mut command = std::process::Command::new(&program);
        command.env("PATH", "/nowhere").args(["run", "a.spv", "--global", "4", "--spec-const", "3=1"]);
        command
    };
    let error = run(&mut command(), b"").unwrap_err();
    assert!(error.contains("`spirv-runner` cannot be started") && error.contains("make install RUNNER=1"), "{error}");
    std::os::unix::fs::symlink("/bin/echo", &runner).unwrap();
    assert_eq!(run(&mut command(), b"").unwrap(), b"a.spv --global 4 --spec-const 3=1\n");
    std::fs::remove_file(&runner).unwrap();
    std::os::unix::fs::symlink("/bin/false", &runner).unwrap();
    assert_eq!(command().output().unwrap().status.code(), Some(1));
}

/// Checks that values are parsed by the types of the constants, and that values computed from them are constants as
/// well.
#[test]
fn specialization_constants_are_set_on_the_way_back() {
    let kernel = "target triple = \"spir64-unknown-unknown\"
declare spir_func i32 @_Z20__spirv_SpecConstantii(i32, i32)
declare spir_func half @_Z20__spirv_SpecConstantiDh(i32, half)
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 3, i32 7)
  %h = call spir_func half @_Z20__spirv_SpecConstantiDh(i32 4, half 0xH3C00)
  store i32 %v, ptr addrspace(1) %p, align 4
  store half %h, ptr addrspace(1) %q, align 2
  ret void
}
";
    let input = file("specialised.ll", kernel.as_bytes());
    run(tool().arg(&input), b"").unwrap();
    let back = |words: &[&str]| {
        run(tool().args(["-r", "-S", "-o", "-"]).arg(input.with_extension("spv")).args(words), b"")
            .map(|text| String::from_utf8(text).unwrap())
    };
    let text = back(&["--spec-const", "3=-10", "--spec-const=4=0.5"]).unwrap();
    assert!(text.contains("store i32 -10,") && text.contains("store half 0xH3800,"), "{text}");
    assert!(back(&[]).unwrap().contains("__spirv_SpecConstant"));
    let words = ["-r", "-S", "-o", "-", "--spec-const", "5=1"];
    let ended = tool().args(words).arg(input.with_extension("spv")).output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(
        ended.status.success() && said.contains("no specialization constant of that number; it has 3, 4"),
        "{said}"
    );
    assert!(back(&["--spec-const", "3=0.5"]).unwrap_err().contains("the value is no u32"));
    assert!(run(tool().arg(&input).args(["--spec-const", "3=1"]), b"").unwrap_err().contains("--reverse"));
}

/// Checks that the options of `run` are validated with or without the runner, and that those of the Khronos translator
/// are rejected.
#[test]
fn options_of_run_are_checked_first() {
    let said = |words: &[&str]| {
        let ended = tool().arg("run").args(words).output().unwrap();
        (ended.status.code(), String::from_utf8([ended.stdout, ended.stderr].concat()).unwrap())
    };
    for (words, says) in [
        (&["a.spv", "--globl", "4"][..], "a similar argument exists: '--global'"),
        (&["a.spv", "--to-text"], "unexpected argument '--to-text'"),
        (&["--global", "4"], "no file is given"),
        (&["a.spv", "--then", "b.spv"], "a file is given behind --then"),
        (&["a.spv", "--then", "--offset", "x"], "it is not one to three numbers"),
    ] {
        let (code, text) = said(words);
        assert!(code == Some(2) && text.contains(says), "{words:?}: {text}");
    }
    let (code, text) = said(&["a.spv", "--globl", "4", "--diagnostics=json"]);
    assert!(code == Some(2) && text.starts_with('{') && text.lines().count() == 1, "{text}");
    let (code, text) = said(&["--help"]);
    assert!(code == Some(0) && text.contains("--spec-const <ID=VALUE>") && text.contains("sampler:WORD"), "{text}");
    assert!(said(&["--version"]).1.contains(env!("CARGO_PKG_VERSION")));
}

/// Checks that `-r --form=cpu` makes the runner write the cpu form.
#[test]
fn the_cpu_form_is_written_by_the_runner() {
    let input = file("cpu_form.ll", KERNEL.as_bytes());
    let folder = scratch().join("cpu_form");
    std::fs::create_dir_all(&folder).unwrap();
    let (program, runner) = (folder.join("llvm-spirv-rs"), folder.join("spirv-runner"));
    for path in [&program, &runner] {
        _ = std::fs::remove_file(path);
    }
    std::fs::hard_link(env!("CARGO_BIN_EXE_llvm-spirv-rs"), &program).unwrap();
    std::os::unix::fs::symlink("/bin/echo", &runner).unwrap();
    let emitted = |words: &[&str]| {
        run(std::process::Command::new(&program).args(["-r", "--form=cpu"]).args(words), b"")
            .map(|said| String::from_utf8(said).unwrap())
    };
    assert_eq!(emitted(&["a.spv", "-S", "-o", "-"]).unwrap(), "a.spv --emit-cpu - --text\n");
    let old = ["a.spv", "--llvm-version=19"];
    assert_eq!(emitted(&old).unwrap(), "a.spv --emit-cpu a.bc --llvm-version=19\n");
    assert_eq!(emitted(&["a.spv", "b.spv"]).unwrap(), "a.spv --emit-cpu a.bc\nb.spv --emit-cpu b.bc\n");
    let words = ["a.spv", "--spec-const", "3=1", "--diagnostics=json"];
    assert_eq!(emitted(&words).unwrap(), "a.spv --emit-cpu a.bc --spec-const=3=1 --diagnostics=json\n");
    assert_eq!(emitted(&["a.spv", "--cpu-abi=mlir:foo"]).unwrap(), "a.spv --emit-cpu a.bc --cpu-abi mlir:foo\n");
    let error = emitted(&["--out-dir=.", "a.spv"]).unwrap_err();
    assert!(error.contains("--out-dir"), "{error}");
    let error = run(tool().args(["--form=cpu", "-o", "-"]).arg(&input), b"").unwrap_err();
    assert!(error.contains("--reverse"), "{error}");
}
