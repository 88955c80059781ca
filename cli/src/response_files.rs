//! `@FILE` among the arguments, which is replaced by the arguments in the file, like in all of LLVM's tools.
//!
//! In: arguments. Out: arguments without names of existing response files. The text is split by the GNU rules that LLVM
//! documents: space separates; quotes of both kinds and the backslash keep the following characters together.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The limit on nested files; deeper nesting counts as a cycle.
const DEEPEST: usize = 64;

/// Returns the arguments with response files replaced by their contents; the name of a missing file is kept.
pub fn expanded(arguments: impl IntoIterator<Item = OsString>) -> Result<Vec<OsString>, String> {
    let mut all = Vec::new();
    expand(arguments, 0, &mut all)?;
    Ok(all)
}

fn expand(arguments: impl IntoIterator<Item = OsString>, depth: usize, all: &mut Vec<OsString>) -> Result<(), String> {
    for argument in arguments {
        match file(&argument) {
            Some(file) if depth == DEEPEST => {
                return Err(format!("the response file {} contains itself", file.display()));
            }
            Some(file) => expand(words(&file)?, depth + 1, all)?,
            None => all.push(argument),
        }
    }
    Ok(())
}

/// Returns the response file that an argument names.
fn file(argument: &OsString) -> Option<PathBuf> {
    let name = clap_lex::OsStrExt::strip_prefix(argument.as_os_str(), "@")?;
    Path::new(name).exists().then(|| name.into())
}

fn words(file: &Path) -> Result<Vec<OsString>, String> {
    let complaint = |what: &dyn std::fmt::Display| format!("cannot read the response file {}: {what}", file.display());
    let text = std::fs::read(file).map_err(|error| complaint(&error))?;
    let words = split(text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&text)).into_iter().map(text_of);
    words.collect::<Option<_>>().ok_or_else(|| complaint(&"it is no UTF-8"))
}

#[cfg(unix)]
fn text_of(word: Vec<u8>) -> Option<OsString> {
    Some(std::os::unix::ffi::OsStringExt::from_vec(word))
}

#[cfg(not(unix))]
fn text_of(word: Vec<u8>) -> Option<OsString> {
    String::from_utf8(word).ok().map(OsString::from)
}

/// Splits a text into arguments.
fn split(text: &[u8]) -> Vec<Vec<u8>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<Vec<u8>>, None);
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\\', _) => word.get_or_insert_default().push(bytes.next().unwrap_or(byte)),
            (_, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => word.get_or_insert_default().push(byte),
            (b'"' | b'\'', None) => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            _ if byte.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_by_the_rules_of_gnu() {
        let text = br#"-r a\ b "c d" 'e "f'  "g\"h" -o='x y' ""
            last\"#;
        let words: Vec<_> = split(text).into_iter().map(|word| String::from_utf8_lossy(&word).into_owned()).collect();
        assert_eq!(words, ["-r", "a b", "c d", "e \"f", "g\"h", "-o=x y", "", "last\\"]);
    }
}
