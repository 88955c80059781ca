//! Verbs, and words with a similar spelling.

use super::options::Translate;
use clap::{Args, Command};
use std::path::Path;

/// The verbs besides translation, in the order of `--help`.
pub const VERBS: &[&str] = &["roundtrip", "inspect", "as", "diff", "dis", "ir", "run", "validate", "view", "generate"];

/// The likely meaning of a word.
#[derive(Debug, PartialEq, Eq)]
pub enum Meant {
    /// A verb with a similar spelling.
    Verb(String),
    /// An option whose name is the word.
    Option(String),
    /// None of these: all verbs, the most similar first.
    OneOf(Vec<String>),
}

/// Returns the intended verb or option for a word in the place of a verb; `None` if the word may be the name of a file.
pub fn meant(word: &Path) -> Option<Meant> {
    let is_file = |word: &str| word.is_empty() || word.contains(['.', '/', '\\']) || Path::new(word).exists();
    let word = word.to_str().filter(|word| *word != "-" && !is_file(word))?;
    let options = Translate::augment_args(Command::new(""));
    if options.get_arguments().any(|option| option.get_long() == Some(word)) {
        return Some(Meant::Option(format!("--{word}")));
    }
    let mut verbs: Vec<_> = VERBS.iter().map(|verb| (*verb).to_owned()).collect();
    verbs.sort_by_cached_key(|verb| strsim::damerau_levenshtein(word, verb));
    let is_near = |verb: &&String| strsim::damerau_levenshtein(word, verb) <= verb.len() / 3;
    let near = verbs.first().filter(is_near).cloned();
    Some(near.map_or(Meant::OneOf(verbs), Meant::Verb))
}
