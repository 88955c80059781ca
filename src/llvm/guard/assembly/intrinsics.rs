//! Mentions of intrinsics in a text: LLVM's parser replaces those of older versions, and then trusts that each call has
//! what the declaration has. It takes arguments that are not there, and members of what is no structure
//! (<https://github.com/llvm/llvm-project/issues/148776>, 176674, 176675).
//!
//! In: what stands before and between the brackets of each `@llvm.name(...)`. Out: an error where two of one name
//! differ, which LLVM's verifier would refuse next (LangRef "Intrinsic Functions").

use super::unescaped;
use crate::error::{Code, Error, Result};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The part of a signature that the parser looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    result: Structure,
    /// None where there may be more.
    count: Option<usize>,
}

/// The kind of structure that a result is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Structure {
    Literal,
    Named,
    None,
}

impl Signature {
    /// Of a name, from the text in front of it. `group` is where the last brackets before it begin.
    pub fn before(text: &[u8], group: usize) -> Self {
        let mut before = text.trim_ascii_end();
        if before.ends_with(b")") {
            // Behind a result, the types of parameters may be written out.
            before = before.get(..group).unwrap_or_default().trim_ascii_end();
        }
        let start = before.iter().rposition(u8::is_ascii_whitespace).map_or(0, |space| space + 1);
        let result = match before.get(start..).unwrap_or_default() {
            [b'%', ..] => Structure::Named,
            [.., b'}'] | [.., b'}', b'>'] => Structure::Literal,
            _ => Structure::None,
        };
        Self { result, count: None }
    }

    /// With the text between its brackets, which has so many commas outside of brackets in it.
    #[must_use]
    pub fn with_arguments(self, between: &[u8], commas: usize) -> Self {
        let between = between.trim_ascii();
        let count = if between.is_empty() { 0 } else { commas + 1 };
        Self { count: (!between.ends_with(b"...")).then_some(count), ..self }
    }

    fn agrees(self, other: Self) -> bool {
        self.result == other.result && (self.count == other.count || self.count.is_none() || other.count.is_none())
    }
}

/// The name of an intrinsic that stands where the text begins, and the length of what says it.
pub fn name(rest: &[u8]) -> Option<(Cow<'_, [u8]>, usize)> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-$".contains(byte);
    let (name, length) = match rest {
        [b'"', quoted @ ..] => {
            let length = quoted.iter().position(|byte| *byte == b'"')?;
            (unescaped(quoted.get(..length)?), length + 2)
        }
        _ => {
            let length = rest.iter().take_while(|byte| is_part(byte)).count();
            (Cow::Borrowed(rest.get(..length)?), length)
        }
    };
    name.starts_with(b"llvm.").then_some((name, length))
}

/// All that were met.
#[derive(Default)]
pub struct Mentions<'t>(FxHashMap<Cow<'t, [u8]>, Signature>);

impl<'t> Mentions<'t> {
    /// One more.
    pub fn add(&mut self, name: Cow<'t, [u8]>, signature: Signature) -> Result<()> {
        let Some(known) = self.0.get_mut(&name) else {
            self.0.insert(name, signature);
            return Ok(());
        };
        if !known.agrees(signature) {
            return Err(Error::of(
                Code::Assembly,
                format!(
                    "not readable as LLVM assembly: {} does not have the type of its other mentions",
                    String::from_utf8_lossy(&name)
                ),
            ));
        }
        if signature.count.is_none() {
            // What may have more arguments agrees with any number of them.
            *known = signature;
        }
        Ok(())
    }
}
