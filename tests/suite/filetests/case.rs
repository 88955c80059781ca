//! The directives in the comments of a file: how to run it, and which checks do not apply to it.

use crate::support::spirv_tools;
use llvm_spirv::options::{Options, Policy};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A file and its runs.
#[derive(Default)]
pub struct Case {
    pub path: PathBuf,
    pub text: String,
    pub runs: Vec<Run>,
    /// The target environment for the assembler.
    pub env: String,
    /// The expected complaints of SPIRV-Tools about modules of the file, word by word.
    complaints: BTreeSet<String>,
    /// The complaints that occurred.
    given: Mutex<BTreeSet<String>>,
    /// True if a round trip has undocumented losses, for a reason that the file gives.
    pub loses: bool,
    /// True if the file has no round trips, for a reason that it gives.
    pub is_one_way: bool,
    /// True if LLVM output is shown with the target and the metadata of the module.
    pub whole: bool,
}

/// One run of a file.
pub struct Run {
    /// The text of the run in the file.
    pub line: String,
    /// The source of the input: nothing, `typed`, or a target and a level for clang.
    pub made_by: Vec<String>,
    pub verb: Verb,
    /// True if the verb must fail.
    pub fails: bool,
    pub options: Options,
    pub expected: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    Forward,
    Reverse,
    Roundtrip,
    Regularize,
}

impl Case {
    /// Reads the comments of a file.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
        let mut case = Self { path: path.to_owned(), text: text.clone(), env: "spv1.0".to_owned(), ..Self::default() };
        let mut explained = false;
        for (key, value) in text.lines().filter_map(keyed) {
            match key {
                "RUN" => case.add_run(value)?,
                "ENV" => case.env = value.to_owned(),
                "NO-VAL" if !value.is_empty() => explained = true,
                "COMPLAINT" if !value.is_empty() => drop(case.complaints.insert(value.to_owned())),
                "LOSES" if !value.is_empty() => case.loses = true,
                "NO-ROUND-TRIP" if !value.is_empty() => case.is_one_way = true,
                "SHOW" if value == "module" => case.whole = true,
                "COVERS" => {}
                _ => return Err(format!("{key}: {value}: no such key, or a reason is missing")),
            }
        }
        if explained == case.complaints.is_empty() {
            return Err("NO-VAL (the reason) and COMPLAINT (what SPIRV-Tools says) belong together".to_owned());
        }
        if case.runs.is_empty() { Err("no RUN line".to_owned()) } else { Ok(case) }
    }

    /// Asks SPIRV-Tools about a module.
    ///
    /// # Errors A complaint that the file does not expect.
    pub fn validate(&self, bytes: &[u8]) -> Result<(), String> {
        let Err(complaint) = spirv_tools::validate(bytes) else { return Ok(()) };
        if self.complaints.contains(&complaint.text) {
            self.given.lock().unwrap().insert(complaint.text);
            return Ok(());
        }
        Err(format!("{complaint}in a file test, COMPLAINT: {}\n", complaint.text))
    }

    /// Returns the complaints that the file expects but that did not occur.
    pub fn not_given(&self) -> Vec<String> {
        self.complaints.difference(&self.given.lock().unwrap()).cloned().collect()
    }

    fn add_run(&mut self, line: &str) -> Result<(), String> {
        let mut run = Run::read(line)?;
        let made_of = |run: &Run| run.kind(&self.path);
        let earlier = self.runs.iter().filter(|other| made_of(other) == made_of(&run)).count();
        let number = if earlier == 0 { String::new() } else { format!(".{}", earlier + 1) };
        run.expected =
            self.path.with_extension(format!("{}{number}.expected", run.kind(&self.path)).trim_start_matches('.'));
        self.runs.push(run);
        Ok(())
    }
}

/// Splits a line `; KEY: value` or `// KEY: value`.
fn keyed(line: &str) -> Option<(&str, &str)> {
    let comment = line.strip_prefix("; ").or_else(|| line.strip_prefix("// "))?;
    let (key, value) = comment.split_once(':')?;
    let is_key = key.bytes().all(|b| b.is_ascii_uppercase() || b == b'-') && !key.is_empty();
    is_key.then(|| (key, value.trim()))
}

impl Run {
    fn read(line: &str) -> Result<Self, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let verbs = [
            ("forward", Verb::Forward),
            ("reverse", Verb::Reverse),
            ("roundtrip", Verb::Roundtrip),
            ("regularize", Verb::Regularize),
        ];
        let verb_of = |word: &str| verbs.iter().find(|(name, _)| *name == word).map(|(_, verb)| *verb);
        let at = words
            .iter()
            .position(|word| verb_of(word).is_some())
            .ok_or("no verb: forward, reverse, roundtrip or regularize")?;
        let (before, after) = (&words[..at], &words[at + 1..]);
        Ok(Self {
            line: line.to_owned(),
            made_by: before.iter().filter(|word| **word != "fails").map(|word| (*word).to_owned()).collect(),
            verb: verb_of(words[at]).unwrap_or(Verb::Forward),
            fails: before.contains(&"fails"),
            options: options(after)?,
            expected: PathBuf::new(),
        })
    }

    /// Returns the kind of the output file.
    fn kind(&self, input: &Path) -> &'static str {
        let from_spirv = input.extension().is_some_and(|e| e == "spvasm");
        match self.verb {
            _ if self.fails => "err",
            Verb::Forward => "spvasm",
            Verb::Reverse | Verb::Regularize => "ll",
            Verb::Roundtrip if from_spirv => "spvasm",
            Verb::Roundtrip => "ll",
        }
    }
}

/// Returns the options from the flags behind the verb: those of the command line, and names of environments alone.
fn options(words: &[&str]) -> Result<Options, String> {
    let (mut options, mut others) = (Options::default(), Vec::new());
    for word in words {
        let flag = word.strip_prefix("--").map(|flag| flag.split_once('=').unwrap_or((flag, "")));
        match (*word, flag) {
            ("CL1.2" | "CL2.0", _) => options.set("spirv-target-env", word).map_err(|error| error.to_string())?,
            ("khronos", _) => options.policy = Policy::khronos(),
            ("--preserve-ocl-kernel-arg-type-metadata-through-string", _) => options.arg_types_in_strings = true,
            (_, Some((name, value))) if Options::settings().iter().any(|setting| setting.name() == name) => {
                options.set(name, value).map_err(|error| error.to_string())?;
            }
            _ if word.starts_with("--spirv-") => others.push((*word).to_owned()),
            _ => return Err(format!("the flag {word}")),
        }
    }
    if !others.is_empty() {
        let others = llvm_spirv_cli::khronos_options(&others)?;
        options = Options {
            max_version: options.max_version,
            extensions: options.extensions,
            builtin_spelling: options.builtin_spelling,
            error_limit: options.error_limit,
            strict_address_spaces: options.strict_address_spaces,
            leaves_memory: options.leaves_memory,
            policy: options.policy,
            llvm_version: options.llvm_version,
            builtin_format: options.builtin_format,
            debug_info_exact: options.debug_info_exact,
            ..others
        };
    }
    if options.policy == Policy::khronos() {
        options.policy = Policy::khronos_of(options.llvm_version);
    }
    Ok(options)
}
