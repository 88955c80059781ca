//! Files that the program writes: complete or not at all, at the requested path, and no others.

use crate::support::{limited, run, scratch, tool};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const KERNEL: &str = "target triple = \"spir64-unknown-unknown\"\ndefine spir_kernel void @k() {\n  ret void\n}\n";

/// Creates a separate folder for a test, with a kernel in it.
fn folder(test: &str) -> PathBuf {
    let folder = scratch().join("files").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("k.ll"), KERNEL).unwrap();
    folder
}

fn within(folder: &Path, mut command: Command) -> Command {
    command.current_dir(folder);
    command
}

/// Runs the program in a folder with these arguments.
fn call(folder: &Path, words: &str) -> Result<Vec<u8>, String> {
    run(within(folder, tool()).args(words.split_whitespace()), b"")
}

/// Returns the names of the files in a folder.
fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    files.sort();
    files
}

fn is_spirv(file: &Path) -> bool {
    std::fs::read(file).unwrap().starts_with(&[3, 2, 0x23, 7])
}

/// Returns a function of this many instructions, each of which takes 20 bytes in SPIR-V.
fn big(lines: u32) -> String {
    let text = (1..=lines).map(|n| format!("  %x{n} = add i32 %x{}, {n}\n", n - 1)).collect::<String>();
    format!("target triple = \"spir64\"\ndefine spir_func i32 @f(i32 %x0) {{\n{text}  ret i32 %x{lines}\n}}\n")
}

#[test]
fn an_output_is_never_its_input() {
    let folder = folder("input");
    let own = |words: &str| {
        let complaint = call(&folder, words).unwrap_err();
        assert!(complaint.contains("is the input") && complaint.contains("-o NAME"), "{words}: {complaint}");
        assert_eq!(std::fs::read_to_string(folder.join("k.ll")).unwrap(), KERNEL, "{words}");
    };
    std::fs::create_dir(folder.join("x")).unwrap();
    std::os::unix::fs::symlink("k.ll", folder.join("link.ll")).unwrap();
    std::fs::hard_link(folder.join("k.ll"), folder.join("hard.ll")).unwrap();
    for output in ["k.ll", "./k.ll", "x/../k.ll", "link.ll", "hard.ll"] {
        own(&format!("k.ll -o {output}"));
        own(&format!("k.ll --force -o {output}"));
    }
    // The standard input is a file, too.
    let mut command = within(&folder, tool());
    let input = std::fs::File::open(folder.join("k.ll")).unwrap();
    let ended = command.args(["-", "-o", "k.ll"]).stdin(input).output().unwrap();
    assert!(String::from_utf8_lossy(&ended.stderr).contains("is the input"), "{ended:?}");
    // `-r x.bc` would write x.bc.
    call(&folder, "k.ll -o k.spv").unwrap();
    std::fs::rename(folder.join("k.spv"), folder.join("x.bc")).unwrap();
    assert!(call(&folder, "-r x.bc").unwrap_err().contains("is the input"));
    assert!(is_spirv(&folder.join("x.bc")));
}

#[test]
fn a_name_that_nobody_chose_replaces_nothing_of_another_kind() {
    let folder = folder("kinds");
    let kept = |words: &str, file: &str, content: &[u8]| {
        std::fs::write(folder.join(file), content).unwrap();
        let complaint = call(&folder, words).unwrap_err();
        assert!(complaint.contains("--force") && complaint.contains(file), "{words}: {complaint}");
        assert_eq!(std::fs::read(folder.join(file)).unwrap(), content, "{words}");
    };
    kept("k.ll", "k.spv", b"kernel void k() {}");
    kept("k.ll --out-dir .", "k.spv", b"some notes");
    kept("-S k.ll", "k.spvasm", b"BC\xC0\xDE");
    call(&folder, "k.ll --force").unwrap();
    assert!(is_spirv(&folder.join("k.spv")));
    // Its own kind, and a file without content, are replaced.
    call(&folder, "k.ll").unwrap();
    std::fs::write(folder.join("k.spv"), "").unwrap();
    call(&folder, "k.ll").unwrap();
    // What SPIR-V was made from stands beside it.
    let bitcode = run(Command::new("llvm-as-22").args(["-", "-o", "-"]), KERNEL.as_bytes()).unwrap();
    kept("-r k.spv", "k.bc", &bitcode);
    kept("-r -S k.spv", "k.ll", KERNEL.as_bytes());
    call(&folder, "-r k.spv --force").unwrap();
    call(&folder, "-r k.spv -o k.bc").unwrap();
    call(&folder, "-r k.spv --out-dir back").unwrap();
    call(&folder, "-r k.spv --out-dir back").unwrap();
}

#[test]
fn mode_owner_links_and_umask() {
    let folder = folder("modes");
    let mode = |file: &str| std::fs::metadata(folder.join(file)).unwrap().permissions().mode() & 0o7777;
    let command = "umask 027; exec \"$0\" k.ll -o \"$1\"";
    let masked = |output: &str| {
        run(within(&folder, Command::new("sh")).args(["-c", command, env!("CARGO_BIN_EXE_llvm-spirv-rs"), output]), b"")
    };
    masked("new.spv").unwrap();
    assert_eq!(mode("new.spv"), 0o640);
    for kept in [0o600, 0o644, 0o666, 0o755] {
        std::fs::set_permissions(folder.join("new.spv"), PermissionsExt::from_mode(kept)).unwrap();
        masked("new.spv").unwrap();
        assert_eq!(mode("new.spv"), kept);
    }
    std::fs::hard_link(folder.join("new.spv"), folder.join("hard.spv")).unwrap();
    std::fs::write(folder.join("hard.spv"), "another").unwrap();
    masked("new.spv").unwrap();
    assert!(is_spirv(&folder.join("hard.spv")), "a hard link stays one");
    assert_eq!(std::fs::metadata(folder.join("hard.spv")).unwrap().nlink(), 2);
    std::os::unix::fs::symlink("target.spv", folder.join("link.spv")).unwrap();
    for _ in 0..2 {
        masked("link.spv").unwrap();
        assert!(std::fs::symlink_metadata(folder.join("link.spv")).unwrap().is_symlink());
        assert!(is_spirv(&folder.join("target.spv")));
    }
}

/// Returns a command that runs the program under strace, with these options of strace.
fn traced(folder: &Path, words: &str) -> Command {
    let mut command = within(folder, Command::new("strace"));
    command.args(["-f", "-qq", "-o", "trace"]).args(words.split_whitespace()).arg(env!("CARGO_BIN_EXE_llvm-spirv-rs"));
    command
}

/// Checks that names of temporary files are not predictable. In a folder that others may write to, somebody could put a
/// link at a predictable name.
#[test]
fn temporary_names_cannot_be_foretold() {
    let folder = folder("temporary");
    std::fs::create_dir(folder.join("out")).unwrap();
    let names = || {
        run(traced(&folder, "-e trace=openat").args(["k.ll", "-o", "out/k.spv"]), b"").unwrap();
        let trace = std::fs::read_to_string(folder.join("trace")).unwrap();
        let made: Vec<_> = trace.lines().filter(|line| line.contains("O_CREAT") && line.contains("out/")).collect();
        assert!(!made.is_empty() && made.iter().all(|line| line.contains("O_EXCL")), "{made:?}");
        made.iter().filter_map(|line| line.split('"').nth(1)).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_ne!(names(), names());
    assert_eq!(files(&folder.join("out")), ["k.spv"]);
}

/// Checks that a writable file in a folder that is not writable gets its content.
#[test]
fn folders_that_cannot_be_written() {
    let folder = folder("read-only");
    std::fs::create_dir(folder.join("out")).unwrap();
    std::fs::write(folder.join("out/k.spv"), "").unwrap();
    let before = std::fs::metadata(folder.join("out/k.spv")).unwrap().ino();
    std::fs::set_permissions(folder.join("out"), PermissionsExt::from_mode(0o555)).unwrap();
    let call = |output: &str| {
        // Whoever may do everything gives that up.
        let is_root = std::fs::metadata("/proc/self").unwrap().uid() == 0;
        let mut command = within(&folder, Command::new(if is_root { "setpriv" } else { "env" }));
        command.args(if is_root { &["--bounding-set", "-dac_override,-dac_read_search"] } else { &[][..] });
        run(command.args([env!("CARGO_BIN_EXE_llvm-spirv-rs"), "k.ll", "-o", output]), b"")
    };
    let (there, new) = (call("out/k.spv"), call("out/new.spv"));
    std::fs::set_permissions(folder.join("out"), PermissionsExt::from_mode(0o755)).unwrap();
    there.unwrap();
    assert!(is_spirv(&folder.join("out/k.spv")));
    assert_eq!(std::fs::metadata(folder.join("out/k.spv")).unwrap().ino(), before);
    assert!(new.unwrap_err().contains("Permission denied"));
}

/// Checks an output that is a mount point, like a single file mounted in a container. The test does nothing if this
/// machine does not allow mounts.
#[test]
fn a_file_that_is_a_mount_point() {
    let folder = folder("mounted");
    let unshare = || within(&folder, Command::new("unshare"));
    if run(unshare().args(["-rm", "true"]), b"").is_err() {
        return println!("this machine has no namespaces for users");
    }
    std::fs::write(folder.join("outside"), "before").unwrap();
    std::fs::write(folder.join("k.spv"), "").unwrap();
    let script = "mount --bind outside k.spv && exec \"$0\" k.ll -o k.spv";
    run(unshare().args(["-rm", "sh", "-c", script, env!("CARGO_BIN_EXE_llvm-spirv-rs")]), b"").unwrap();
    assert!(is_spirv(&folder.join("outside")));
}

#[test]
fn long_names() {
    let folder = folder("long");
    for length in [240, 241, 250, 255] {
        let name = "n".repeat(length);
        call(&folder, &format!("k.ll -o {name}")).unwrap();
        assert!(is_spirv(&folder.join(name)), "{length}");
    }
    assert!(call(&folder, &format!("k.ll -o {}", "n".repeat(256))).unwrap_err().contains("File name too long"));
    assert_eq!(files(&folder).len(), 5);
}

/// Checks that neither a limit on file size nor `kill` leaves a part of a file behind.
#[test]
fn no_part_is_left_behind() {
    let folder = folder("parts");
    std::fs::write(folder.join("big.ll"), big(30_000)).unwrap();
    for words in ["big.ll -o big.spv", "big.ll --out-dir out", "k.ll big.ll --out-dir out"] {
        let complaint = run(within(&folder, limited("-f 100")).args(words.split_whitespace()), b"").unwrap_err();
        assert!(complaint.contains("File too large"), "{words}: {complaint}");
    }
    call(&folder, "big.ll -o whole").unwrap();
    std::fs::create_dir(folder.join("back")).unwrap();
    let complaint =
        run(within(&folder, limited("-f 100")).args(["-r", "whole", "-o", "back/big.bc"]), b"").unwrap_err();
    assert!(complaint.contains("File too large"), "{complaint}");
    assert_eq!(files(&folder), ["back", "big.ll", "k.ll", "out", "whole"]);
    assert_eq!(files(&folder.join("out")), ["k.spv"]);
    assert!(files(&folder.join("back")).is_empty());
}

/// Checks that killing the waiting process, after ever longer times, leaves a complete file or none: the process that
/// works ends too, or finishes its file.
#[test]
fn kills_leave_a_whole_file_or_none() {
    let folder = folder("kills");
    std::fs::write(folder.join("big.ll"), big(30_000)).unwrap();
    call(&folder, "big.ll -o whole").unwrap();
    let whole = std::fs::read(folder.join("whole")).unwrap();
    std::fs::create_dir(folder.join("out")).unwrap();
    for (signal, step) in ["KILL", "TERM"].into_iter().flat_map(|signal| (0..8).map(move |step| (signal, step))) {
        let mut child = within(&folder, tool()).args(["big.ll", "-o", "out/big.spv"]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(60 * step));
        // It may have ended already.
        let _ = run(Command::new("kill").args(["-s", signal, &child.id().to_string()]), b"");
        child.wait().unwrap();
        let start = Instant::now();
        while files(&folder.join("out")).iter().any(|file| file != "big.spv") {
            assert!(start.elapsed() < Duration::from_secs(20), "{signal} {step}: {:?}", files(&folder.join("out")));
            std::thread::sleep(Duration::from_millis(10));
        }
        if let Ok(made) = std::fs::read(folder.join("out/big.spv")) {
            assert!(made == whole, "{signal} {step}");
            std::fs::remove_file(folder.join("out/big.spv")).unwrap();
        }
    }
}

#[test]
fn a_closed_output_is_an_error() {
    let folder = folder("closed");
    let call = |to: &str| {
        let script = format!("exec \"$0\" k.ll -o - {to}");
        run(within(&folder, Command::new("sh")).args(["-c", &script, env!("CARGO_BIN_EXE_llvm-spirv-rs")]), b"")
    };
    assert!(call(">&-").unwrap_err().contains("cannot write the standard output: it is closed"));
    assert!(call(">/dev/full").unwrap_err().contains("No space left"));
    call(">/dev/null").unwrap();
    call("<>/dev/null >&0").unwrap();
    call(">there").unwrap();
    assert!(is_spirv(&folder.join("there")));
}

#[test]
fn memory_that_runs_out_is_called_by_its_name() {
    let folder = folder("memory");
    let bitcode = run(Command::new("llvm-as-22").args(["-", "-o", "-"]), big(400_000).as_bytes()).unwrap();
    std::fs::write(folder.join("big.bc"), bitcode).unwrap();
    call(&folder, "big.bc -o big.spv").unwrap();
    for limit in ["-d 20000", "-v 60000"] {
        for words in ["big.bc -o x", "-r big.spv -o x", "big.bc k.ll --out-dir out"] {
            let complaint = run(within(&folder, limited(limit)).args(words.split_whitespace()), b"").unwrap_err();
            assert!(complaint.contains("out of memory"), "{limit} {words}: {complaint}");
            assert!(!complaint.contains("damaged") && !complaint.contains("invalid"), "{limit} {words}: {complaint}");
        }
    }
}

#[test]
fn as_many_at_a_time_as_there_are_descriptors_for() {
    let folder = folder("descriptors");
    let names: Vec<_> = (0..60).map(|number| format!("k{number}.ll")).collect();
    names.iter().for_each(|name| std::fs::write(folder.join(name), KERNEL).unwrap());
    let mut command = within(&folder, limited("-n 40"));
    run(command.args(&names).args(["--out-dir", "out", "-j", "64"]), b"").unwrap();
    assert_eq!(files(&folder.join("out")).len(), 60);
}

#[test]
fn outputs_of_a_batch_are_told_apart_as_files() {
    let folder = folder("batch");
    std::fs::create_dir(folder.join("x")).unwrap();
    std::fs::copy(folder.join("k.ll"), folder.join("x/k.ll")).unwrap();
    std::os::unix::fs::symlink("x", folder.join("y")).unwrap();
    for words in ["x/k.ll ./x/k.ll", "x/k.ll x/../x/k.ll", "x/k.ll y/k.ll", "k.ll ./k.ll --out-dir out"] {
        let complaint = call(&folder, words).unwrap_err();
        assert!(complaint.contains("would both become"), "{words}: {complaint}");
    }
    assert_eq!(files(&folder.join("x")), ["k.ll"]);
    call(&folder, "k.ll x/k.ll").unwrap();
    let complaint = call(&folder, "-r --force k.spv x/k.spv -S").unwrap_or_else(|complaint| complaint.into());
    assert_eq!(String::from_utf8_lossy(&complaint), "");
    std::fs::copy(folder.join("k.spv"), folder.join("k.bc")).unwrap();
    let complaint = call(&folder, "-r --force k.spv k.bc").unwrap_err();
    assert!(complaint.contains("k.spv would become k.bc, which is read, too"), "{complaint}");
}

#[test]
fn threads_tell_of_files_in_their_order() {
    let folder = folder("order");
    let names: Vec<_> = (0..40).map(|number| format!("k{number}.ll")).collect();
    for (number, name) in (0..).zip(&names) {
        // The first take the longest.
        std::fs::write(folder.join(name), format!("{}}}", big(2_000 - 50 * number))).unwrap();
    }
    let words = |jobs| [&names[..], &["--out-dir", "out", "-j", jobs].map(str::to_owned)].concat();
    let said = |jobs| run(within(&folder, tool()).args(words(jobs)), b"").unwrap_err();
    let one = said("1");
    assert!(one.contains("k39.ll") && one.contains("40 of 40 files failed"), "{one}");
    assert_eq!(said("4"), one);
}
