//! The modules that are damaged: made with clang, LLVM's assembler, the SPIR-V assembler, and the translator itself.

use crate::Kind;
use llvm_spirv::options::{DebugInfo, Extensions, Options};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use llvm_spirv_testing::with;
use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The limit on the size of files: larger ones would only be slower.
const LARGEST: u64 = 64 << 10;

/// The sets of debug information.
const SETS: [(&str, DebugInfo); 3] = [
    ("ocl-100", DebugInfo::OpenCl100),
    ("nonsemantic-shader-100", DebugInfo::NonSemantic100),
    ("nonsemantic-shader-200", DebugInfo::NonSemantic200),
];

/// The endings of sources in GLSL.
const GLSL: [&str; 14] = [
    "comp", "vert", "frag", "geom", "tesc", "tese", "mesh", "task", "rgen", "rahit", "rchit", "rmiss", "rint", "rcall",
];

/// The folder of the modules of this kind.
pub fn folder(kind: Kind, work: &Path) -> PathBuf {
    let name = match kind {
        Kind::Debug => "debug",
        Kind::Shaders => "shaders",
        _ => kind.ending(),
    };
    work.join("modules").join(name)
}

/// Returns all modules of this kind, in the order of their names.
pub fn read(kind: Kind, work: &Path, only: &str) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = listed(&folder(kind, work), &[kind.ending()])?;
    files.retain(|file| name(file).contains(only));
    files.iter().map(|file| Ok((name(file), fs::read(file)?))).collect()
}

/// Makes the modules of this kind; how many there are.
pub fn make(kind: Kind, work: &Path) -> Result<usize> {
    let folder = folder(kind, work);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let sources = match kind {
        Kind::Spirv => modules()?,
        Kind::Shaders => shaders()?,
        Kind::Debug => debug_files()?,
        Kind::Assembly | Kind::Bitcode => files()?,
    };
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((source, level)) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
            let made = one(kind, source, level);
            let target = folder.join(format!("{}.{level}.{}", name(source), kind.ending()));
            if let Err(error) = made.and_then(|bytes| fs::write(target, bytes))
                && let Ok(mut failed) = failed.lock()
            {
                failed.push(format!("{}: {error}", source.display()));
            }
        }
    };
    std::thread::scope(|scope| (0..cores()).for_each(|_| drop(scope.spawn(work))));
    let failed = failed.into_inner().unwrap_or_default();
    // Some tests hold what is to be refused; a module of the list is to be there.
    if kind == Kind::Spirv && !failed.is_empty() {
        return Err(Error::other(failed.join("\n")));
    }
    read_count(&folder)
}

fn read_count(folder: &Path) -> Result<usize> {
    Ok(fs::read_dir(folder)?.count())
}

/// Returns the number of processor cores.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(2, std::num::NonZero::get)
}

/// Returns the modules that `modules.txt` lists.
fn modules() -> Result<Vec<(PathBuf, String)>> {
    let lines = include_str!("../modules.txt").lines().filter(|line| !line.starts_with('#'));
    Ok(lines
        .map(|line| line.split_once(' ').unwrap_or((line, "as-is")))
        .map(|(f, l)| (root().join(f), l.into()))
        .collect())
}

/// Returns all shaders of the corpus and of the file tests.
fn shaders() -> Result<Vec<(PathBuf, String)>> {
    let mut files = listed(&root().join("roundtrip-corpus/shaders"), &GLSL)?;
    let is_shader = |file: &PathBuf| fs::read_to_string(file).is_ok_and(|text| text.contains("OpCapability Shader"));
    files.extend(listed(&root().join("tests/filetests"), &["spvasm"])?.into_iter().filter(is_shader));
    Ok(files.into_iter().map(|file| (file, "as-is".to_owned())).collect())
}

/// The file tests and graphs of debug information, in each set.
fn debug_files() -> Result<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    for folder in ["tests/filetests/debug_info", "roundtrip-corpus/regressions/debug_info"] {
        let modules = listed(&root().join(folder), &["ll"])?;
        files.extend(modules.into_iter().flat_map(|file| SETS.map(|set| (file.clone(), set.0.to_owned()))));
        let modules = listed(&root().join(folder), &["spvasm"])?;
        files.extend(modules.into_iter().map(|file| (file, "as-is".to_owned())));
    }
    Ok(files)
}

/// Returns all programs of the corpus, unoptimised and optimised, and all LLVM assembly of the tests and the fuzzers.
fn files() -> Result<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    for program in listed(&root().join("roundtrip-corpus"), &["cl"])? {
        files.extend(["O0", "O2"].map(|level| (program.clone(), level.to_owned())));
    }
    let shaders = listed(&root().join("roundtrip-corpus/shaders"), &GLSL)?;
    files.extend(shaders.into_iter().map(|file| (file, "as-is".to_owned())));
    for folder in ["tests/filetests", "tests/reverse", "tests/suite", "tests/fuzz/seeds", "roundtrip-corpus"] {
        files.extend(listed(&root().join(folder), &["ll"])?.into_iter().map(|file| (file, "as-is".to_owned())));
    }
    files.retain(|(file, _)| file.metadata().is_ok_and(|file| file.len() <= LARGEST));
    Ok(files)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."))
}

/// The files below a folder with one of these endings, sorted.
fn listed(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            match path.extension() {
                _ if path.is_dir() => open.push(path),
                Some(ending) if endings.iter().any(|e| ending == *e) => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the path without its slashes, which is unique in the project. The extension of a shader is its stage.
fn name(path: &Path) -> String {
    let is_shader = path.extension().is_some_and(|ending| GLSL.iter().any(|stage| ending == *stage));
    let path = path.strip_prefix(root()).unwrap_or(path);
    let path = if is_shader { path.to_owned() } else { path.with_extension("") };
    path.to_string_lossy().replace('/', ".")
}

fn one(kind: Kind, source: &Path, level: &str) -> Result<Vec<u8>> {
    let ending = source.extension().unwrap_or_default().to_string_lossy();
    let given = match ending.as_ref() {
        "cl" => compile(source, level, kind == Kind::Assembly)?,
        stage if GLSL.contains(&stage) => shader(source)?,
        "spvasm" => output(Command::new("spirv-as").arg(source).args(["-o", "-"]))?,
        _ => fs::read(source)?,
    };
    let is_shader = GLSL.contains(&ending.as_ref());
    match kind {
        Kind::Assembly | Kind::Bitcode if is_shader => {
            let form = if kind == Kind::Assembly { Llvm::Assembly } else { Llvm::Bitcode };
            spirv_to_llvm(&given, &Options::default(), form).map(|output| output.bytes).map_err(Error::other)
        }
        Kind::Debug if ending == "ll" => {
            let set = SETS.into_iter().find(|set| set.0 == level).map_or(DebugInfo::OpenCl100, |set| set.1);
            let options = with(Options::default(), |options| options.debug_info = set);
            llvm_to_spirv(&given, &options).map(|output| output.bytes).map_err(Error::other)
        }
        Kind::Spirv if ending == "cl" || ending == "ll" => {
            let options = with(Options::default(), |options| options.extensions = Extensions::all());
            llvm_to_spirv(&given, &options).map(|output| output.bytes).map_err(Error::other)
        }
        Kind::Bitcode if ending == "ll" => {
            let module = llvm_ir::parse(&given).map_err(Error::other)?;
            llvm_ir::write(&module, &llvm_ir::WriteOptions::default()).map_err(Error::other)
        }
        _ => Ok(given),
    }
}

fn compile(source: &Path, level: &str, text: bool) -> Result<Vec<u8>> {
    let program = fs::read_to_string(source)?;
    let options = program.lines().next().and_then(|line| line.strip_prefix("// options:")).unwrap_or_default();
    let mut command = Command::new("clang-22");
    command.args(["-target", "spir64", "-cl-std=CL3.0"]).args(options.split_whitespace()).arg(format!("-{level}"));
    command.args(["-Xclang", "-finclude-default-header", "-emit-llvm", if text { "-S" } else { "-c" }, "-o", "-"]);
    output(command.arg(source))
}

/// Compiles a shader of the corpus, for the environment that it names.
fn shader(source: &Path) -> Result<Vec<u8>> {
    let text = fs::read_to_string(source)?;
    let env = text.lines().find_map(|line| line.strip_prefix("// ENV: ")).unwrap_or("vulkan1.0");
    let module = std::env::temp_dir().join(format!("{}.{}.spv", name(source), std::process::id()));
    output(Command::new("glslangValidator").args(["-V", "--target-env", env, "-o"]).arg(&module).arg(source))?;
    let bytes = fs::read(&module)?;
    fs::remove_file(&module)?;
    Ok(bytes)
}

fn output(command: &mut Command) -> Result<Vec<u8>> {
    let done = command.output()?;
    if done.status.success() { Ok(done.stdout) } else { Err(Error::other(String::from_utf8_lossy(&done.stderr))) }
}
