//! Validation of modules by SPIRV-Tools, for the tests of the whole project. The release is always the same: errors
//! differ from release to release, and the tests expect exact texts.
//!
//! The program is the one in `SPIRV_VAL`, or else that of the Python packages, which `scripts/validator.sh` names.

use std::fmt::{self, Display, Formatter};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The release whose errors the tests expect.
pub const RELEASE: &str = "SPIRV-Tools v2025.5";

/// An error of SPIRV-Tools about a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The first line, without the position, and with `<id>` in place of each id with its name.
    pub text: String,
    /// The whole text.
    pub whole: String,
}

impl Display for Complaint {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.whole)
    }
}

impl Complaint {
    fn read(whole: &str) -> Self {
        let first = whole.lines().next().unwrap_or_default();
        let text = first
            .strip_prefix("error: line ")
            .and_then(|rest| rest.split_once(": "))
            .map_or(first, |rest| rest.1)
            .trim_end();
        Self { text: without_ids(text), whole: whole.to_owned() }
    }

    /// Returns the extensions that the release does not know, if the error is about nothing else: then the module
    /// should be made and validated without them. `known.txt` has the texts.
    pub fn unknown_extensions(&self) -> Vec<&'static str> {
        let rows = include_str!("../known.txt").lines().filter(|line| !line.starts_with('#'));
        let fields = rows
            .filter_map(|line| line.split_once('|').and_then(|(release, rest)| Some((release, rest.split_once('|')?))));
        let text = without_number(&self.text);
        let of_text = fields.filter(|(release, (known, _))| *release == RELEASE && *known == text);
        of_text.flat_map(|(_, (_, extensions))| extensions.split(',')).collect()
    }
}

/// Returns the text with `<id>` for each `'12[%name]'`.
fn without_ids(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\'') {
        out.push_str(before);
        let quoted = after.split_once("]'").filter(|(inside, _)| {
            let digits = inside.trim_start_matches(|c: char| c.is_ascii_digit());
            digits.len() < inside.len() && digits.starts_with("[%")
        });
        rest = match quoted {
            Some((_, behind)) => {
                out.push_str("<id>");
                behind
            }
            None => {
                out.push('\'');
                after
            }
        };
    }
    out + rest
}

/// Returns the text with `(N)` for a number in parentheses.
fn without_number(text: &str) -> String {
    let number = text.split_once('(').and_then(|(before, rest)| Some((before, rest.split_once(')')?)));
    match number {
        Some((before, (inside, behind))) if !inside.is_empty() && inside.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{before}(N){behind}")
        }
        _ => text.to_owned(),
    }
}

/// Validates a module under the rules of SPIR-V 1.6 alone, which cover the modules of all versions.
///
/// # Errors
///
/// The error of SPIRV-Tools, which stops at the first one, or the reason why validation was not possible.
pub fn validate(bytes: &[u8]) -> Result<(), Complaint> {
    ask(bytes, &["--target-env", "spv1.6"]).map_err(|whole| Complaint::read(&whole))
}

/// Validates a module in an environment, by its name in SPIRV-Tools.
///
/// # Errors
///
/// The error of SPIRV-Tools, which stops at the first one, or the reason why validation was not possible.
pub fn validate_in(bytes: &[u8], environment: &str) -> Result<(), Complaint> {
    ask(bytes, &["--target-env", environment]).map_err(|whole| Complaint::read(&whole))
}

/// Validates a module whose blocks may have the scalar layout.
///
/// # Errors
///
/// The error of SPIRV-Tools, which stops at the first one, or the reason why validation was not possible.
pub fn validate_scalar_in(bytes: &[u8], environment: &str) -> Result<(), Complaint> {
    let arguments = ["--scalar-block-layout", "--target-env", environment];
    ask(bytes, &arguments).map_err(|whole| Complaint::read(&whole))
}

/// Returns the available validators: that of [`RELEASE`], that of the system, and those in `SPIRV_VALS`, separated by
/// colons.
///
/// # Errors
///
/// If that of [`RELEASE`] is missing.
pub fn validators() -> Result<Vec<PathBuf>, String> {
    let named = std::env::var_os("SPIRV_VALS").unwrap_or_default();
    let system = Some(PathBuf::from("/usr/bin/spirv-val")).filter(|path| path.exists());
    Ok(std::iter::once(program()?.to_owned()).chain(system).chain(std::env::split_paths(&named)).collect())
}

/// Validates a module with a certain validator, under the rules of SPIR-V 1.6 alone.
///
/// # Errors
///
/// The validator's error, or the reason why validation was not possible.
pub fn validate_by(validator: &Path, bytes: &[u8]) -> Result<(), String> {
    ask_one(validator, bytes, &["--target-env", "spv1.6"])
}

fn ask(bytes: &[u8], arguments: &[&str]) -> Result<(), String> {
    ask_one(program()?, bytes, arguments)
}

fn ask_one(program: &Path, bytes: &[u8], arguments: &[&str]) -> Result<(), String> {
    // Where constants share parts it takes memory without end, which would be that of the other tests.
    const MEMORY: &str = "ulimit -v 2000000 && exec \"$0\" \"$@\" -";
    let mut command = Command::new("sh");
    let command = command
        .args(["-c", MEMORY])
        .arg(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("spirv-val: {e}"))?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        scope.spawn(|| stdin.map(|mut stdin| stdin.write_all(bytes)));
        child.wait_with_output()
    });
    let output = output.map_err(|e| format!("spirv-val: {e}"))?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// Returns the program of the release that the tests expect; installs it if it is missing.
///
/// # Errors
///
/// The reason why there is none.
pub fn program() -> Result<&'static Path, String> {
    static PROGRAM: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    PROGRAM.get_or_init(find).as_deref().map_err(Clone::clone)
}

fn find() -> Result<PathBuf, String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/validator.sh");
    let path = PathBuf::from(printed(&mut Command::new(script))?);
    match printed(Command::new(&path).arg("--version"))? {
        version if version.starts_with(RELEASE) => Ok(path),
        version => Err(format!("{}: {version}, but the tests are for {RELEASE}", path.display())),
    }
}

/// Returns the first line that a command prints.
fn printed(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if !output.status.success() {
        return Err(format!("{command:?}: {}", text(&output.stderr)));
    }
    Ok(text(&output.stdout).lines().next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Complaint, validate};

    #[test]
    fn complaints_are_read_without_positions_and_ids() {
        let complaint = Complaint::read("error: line 12: Operand '7[%f]' of '3' is 'no'\n  %7 = OpTypeInt 7 0\n");
        assert_eq!(complaint.text, "Operand <id> of '3' is 'no'");
        assert_eq!(Complaint::read("spirv-val: x").text, "spirv-val: x");
    }

    #[test]
    fn what_the_release_does_not_know() {
        let unknown = |text: &str| Complaint::read(text).unknown_extensions();
        assert_eq!(unknown("error: line 5: Invalid capability operand: 5156"), ["SPV_KHR_poison_freeze"]);
        assert_eq!(unknown("error: line 5: Invalid number of bits (4) used for OpTypeInt.").len(), 3);
        assert!(unknown("error: line 5: Invalid capability operand: 4").is_empty());
        assert!(unknown("error: line 5: X requires one of these extensions: SPV_KHR_fma").is_empty());
    }

    #[test]
    fn modules_are_judged() {
        let module = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        let header = [0x0723_0203, 0x0001_0000, 0, 1, 0];
        let body = [0x0002_0011, 4, 0x0002_0011, 5, 0x0002_0011, 6, 0x0003_000E, 2, 2];
        assert_eq!(validate(&module(&[&header[..], &body].concat())), Ok(()));
        let complaint = validate(&module(&header)).map_err(|complaint| complaint.text);
        assert_eq!(complaint, Err("Missing required OpMemoryModel instruction.".to_owned()));
    }
}
