//! `-MD`: the rule that gives make and ninja the input of an output.
//!
//! In: an output and its input. Out: one line, `out.spv: in.ll`, with the escapes of GNU make, which ninja reads, too.

use super::io;
use super::options::written::Written;
use llvm_spirv::error::Result;
use std::path::Path;

/// Writes the rule of an output, if requested.
pub fn write(input: &Path, output: &Path, flags: &Written) -> Result<()> {
    if !flags.has_dependencies() || io::is_stream(output) && flags.dependency_file.is_none() {
        return Ok(());
    }
    let beside = || output.with_extension("d");
    let file = flags.dependency_file.clone().unwrap_or_else(beside);
    let target = flags.dependency_target.clone().unwrap_or_else(|| output.to_string_lossy().into_owned());
    io::write(file, rule(&target, input).as_bytes(), true)
}

/// Returns the rule of a target; without inputs if the input is a stream.
fn rule(target: &str, input: &Path) -> String {
    let input = if io::is_stream(input) { String::new() } else { [" ", &escaped(&input.to_string_lossy())].concat() };
    format!("{}:{input}\n", escaped(target))
}

/// Escapes a name as GNU make reads it in a rule.
fn escaped(name: &str) -> String {
    name.replace('$', "$$").replace('#', "\\#").replace(' ', "\\ ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        assert_eq!(rule("a b.spv", Path::new("$x/#1.ll")), "a\\ b.spv: $$x/\\#1.ll\n");
        assert_eq!(rule("out", Path::new("-")), "out:\n");
    }
}
