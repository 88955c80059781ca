//! Verbs, and words that are nearly one.

use super::options::Arguments;
use clap::CommandFactory;
use std::path::Path;

/// The verb that was meant by a word, where it is near to one and names no file.
pub fn meant(word: &Path) -> Option<String> {
    let word = word.to_str().filter(|word| !word.contains(['.', '/']) && !Path::new(word).exists())?;
    let command = Arguments::command();
    let verbs = command.get_subcommands().map(|verb| verb.get_name());
    let near = verbs.map(|verb| (strsim::damerau_levenshtein(word, verb), verb)).min()?;
    (near.0 <= near.1.len() / 3).then(|| near.1.to_owned())
}
