//! Flags in the spelling of compilers: one dash and several letters, which the parser of the command line would take
//! for several flags.

use std::ffi::OsString;

/// The flags as compilers spell them, with this program's spelling.
const SPELLINGS: [(&str, &str); 4] = [
    ("-MD", "--write-dependencies"),
    ("-MF", "--dependency-file"),
    ("-MT", "--dependency-target"),
    ("-Werror", "--warnings-as-errors"),
];

/// Returns the arguments with such flags replaced, up to the first `--`.
pub fn replaced(mut arguments: Vec<OsString>) -> Vec<OsString> {
    for argument in arguments.iter_mut().take_while(|argument| *argument != "--") {
        if let Some((_, own)) = SPELLINGS.iter().find(|(theirs, _)| argument == theirs) {
            *argument = (*own).into();
        }
    }
    arguments
}
