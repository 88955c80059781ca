//! Constraints of inline assembly: LLVM's parser of them goes beyond their end where one of several letters is cut off
//! (<https://github.com/llvm/llvm-project/issues/223956> for `@`, issue 25035 for `^`).
//!
//! In: the text behind the word `asm`. Out: an error where the constraints are such (LangRef "Supported Constraint Code
//! List").

use super::{blank, length, unescaped};
use crate::error::{Code, Error, Result};

const MODIFIERS: [&[u8]; 4] = [b"sideeffect", b"alignstack", b"inteldialect", b"unwind"];

/// Checks the second of the two strings that follow.
pub fn check(rest: &[u8]) -> Result<()> {
    let Some(constraints) = constraints(rest) else { return Ok(()) };
    match unescaped(constraints).split(|byte| *byte == b',').all(is_whole) {
        true => Ok(()),
        false => {
            Err(Error::of(Code::Assembly, "not readable as LLVM assembly: a constraint of inline assembly is cut off"))
        }
    }
}

/// The text of the constraints, if that is what comes.
fn constraints(rest: &[u8]) -> Option<&[u8]> {
    let mut rest = blank(rest);
    while let Some(word) = MODIFIERS.iter().find(|word| rest.starts_with(word)) {
        rest = blank(rest.get(word.len()..)?);
    }
    let template = rest.strip_prefix(b"\"")?;
    let rest = blank(template.get(length(template, b'"')..)?).strip_prefix(b",")?;
    let constraints = blank(rest).strip_prefix(b"\"")?;
    constraints.get(..length(constraints, b'"').saturating_sub(1))
}

/// Returns whether each code has all its letters: `^` has two, `@` as many as the digit behind it.
fn is_whole(mut constraint: &[u8]) -> bool {
    while let [first, rest @ ..] = constraint {
        let letters = match first {
            b'{' => length(rest, b'}'),
            b'^' => 2,
            b'@' => match rest {
                [digit @ b'1'..=b'9', ..] => 1 + usize::from(digit - b'0'),
                _ => return false,
            },
            _ => 0,
        };
        let Some(next) = rest.get(letters..) else { return false };
        constraint = next;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_constraints_that_crash_the_parser() {
        for good in [
            r#" "x" , "=r,r,~{memory}""#,
            r#" sideeffect ; a comment
               "a@", "=^ab,@2Ts,=&r""#,
            r#" "","""#,
            r#"_name = global i8 0"#,
            r#" "x", "~{mem@""#,
        ] {
            assert!(check(good.as_bytes()).is_ok(), "{good}");
        }
        for bad in [r#" "x", "=r,@ i""#, r#" "x", "^a,b""#, r#" sideeffect alignstack "x", "\5E""#, r#" "x", "@2a,b""#]
        {
            assert!(check(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
