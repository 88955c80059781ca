//! Metadata that LLVM's parser upgrades from what older versions wrote: of tags of type-based alias analysis it takes
//! for granted that the first operand is there, of the annotations of NVVM and the collector of Objective-C everything.
//! LLVM has no issue about it; the minimal inputs are in the test below.
//!
//! In: what stands behind each `!`, and strings. Out: an error where that operand of a tag is null (LangRef "tbaa
//! Metadata"), or for the others, which no module for SPIR-V has.

use super::{blank, number, unescaped};
use crate::error::{Code, Error, Result};
use rustc_hash::FxHashSet;

/// A flag of modules that the parser upgrades whatever its value is.
const FLAG: &[u8] = b"Objective-C Garbage Collection";

/// A string of the text, as it stands between its quotes.
pub fn check_string(quoted: &[u8]) -> Result<()> {
    if *unescaped(quoted) == *FLAG { Err(Error::of(Code::ForeignModule, "modules of Objective-C")) } else { Ok(()) }
}

/// The tags that were met.
#[derive(Default)]
pub struct Tags {
    /// The numbers of nodes that are tags.
    used: Vec<u64>,
    /// The numbers of nodes whose first operand is null.
    null: FxHashSet<u64>,
}

impl Tags {
    /// Adds the token behind a `!`: the number of a node, with the node or without, or the kind of an attachment.
    pub fn add(&mut self, rest: &[u8]) -> Result<()> {
        let rest = blank(rest);
        let (digits, after) = split(rest, u8::is_ascii_digit);
        if !digits.is_empty() {
            if blank(after).strip_prefix(b"=").is_some_and(begins_with_null) {
                self.null.insert(number(digits));
            }
            return Ok(());
        }
        let (kind, after) = split(rest, |byte| byte.is_ascii_alphanumeric() || b"-$._\\".contains(byte));
        match &*unescaped(kind) {
            b"tbaa" => self.tag(blank(after)),
            b"nvvm.annotations" => {
                Err(Error::of(Code::ForeignModule, "!nvvm.annotations, which is for another target"))
            }
            _ => Ok(()),
        }
    }

    /// Adds the node of a tag.
    fn tag(&mut self, node: &[u8]) -> Result<()> {
        let (digits, _) = split(blank(node.strip_prefix(b"!").unwrap_or_default()), u8::is_ascii_digit);
        match digits {
            [] if begins_with_null(node) => Err(refused()),
            [] => Ok(()),
            _ => {
                self.used.push(number(digits));
                Ok(())
            }
        }
    }

    /// At the end of the text.
    pub fn check(&self) -> Result<()> {
        if self.used.iter().any(|number| self.null.contains(number)) { Err(refused()) } else { Ok(()) }
    }
}

fn refused() -> Error {
    Error::of(Code::Assembly, "not readable as LLVM assembly: the first operand of a !tbaa is null")
}

/// Returns whether the text begins with a metadata node whose first operand is null.
fn begins_with_null(rest: &[u8]) -> bool {
    let rest = blank(rest);
    let node = blank(rest.strip_prefix(b"distinct").unwrap_or(rest)).strip_prefix(b"!");
    node.and_then(|node| blank(node).strip_prefix(b"{")).is_some_and(|operands| blank(operands).starts_with(b"null"))
}

/// The bytes in front that are such, and the others.
fn split(text: &[u8], is_such: impl Fn(&u8) -> bool) -> (&[u8], &[u8]) {
    text.split_at(text.iter().position(|byte| !is_such(byte)).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::accepts_and_refuses;

    #[test]
    fn refuses_tags_that_crash_the_parser() {
        accepts_and_refuses(
            &[
                "load i8, ptr %p, !tbaa !0\n!0 = !{!1, null, i64 0}",
                "load i8, ptr %p, !tbaa.struct !0\n!0 = !{null, null, null}",
                "!1 = !DISubroutineType(types: !0)\n!0 = !{null, !2, !3}\nload i8, ptr %p, !tbaa !1",
            ],
            &[
                "load i8, ptr %p, !tbaa !0\n!0 = !{null, null, i64 0}",
                "!0=distinct! ; a node\n{ null,!1,!2}\nload i8, ptr %p, !tb\\61a ! 0",
                "load i8, ptr %p, !tbaa!{null, !1, !2}",
                "!nvvm.annotations = !{}",
                "!0 = !{i32 1, !\"\\4fbjective-C Garbage Collection\", null}",
            ],
        );
    }
}
