//! Rewrites the text of a device module to a single address space.
//!
//! Types of LLVM cannot be changed in place, so the assembly is rewritten token by token, outside of strings.

use llvm_spirv::llvm::Type;
use std::fmt::Write as _;

/// The layout of the cpu form: the sizes and alignments of SPIR-V's types with 64-bit pointers.
const LAYOUT: &str = "e-m:e-i64:64-i128:128-n8:16:32:64-S128";

/// Rewrites the assembly of a module; `vectors` is added to its data layout.
pub fn flatten(text: &str, vectors: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        if line.starts_with("target datalayout") {
            let _ = write!(out, "target datalayout = \"{LAYOUT}{vectors}\"");
        } else if !line.starts_with("target triple") && !is_dropped(line) {
            words(line, &mut out);
        }
        out.push('\n');
    }
    out
}

/// Returns whether a line is removed. Declarations of intrinsics follow from their calls, and builtins get bodies.
/// Lifetime markers are only allowed on allocas, which values living across a barrier no longer are. A debug trap would
/// end the host process.
fn is_dropped(line: &str) -> bool {
    const CALLS: [&str; 2] = ["call void @llvm.lifetime.", "call void @llvm.debugtrap()"];
    line.starts_with("declare ") || CALLS.iter().any(|call| line.trim_start().starts_with(call))
}

/// Rewrites a type, or a part of a line.
pub fn words(line: &str, out: &mut String) {
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '"' => copied(rest, string_end(rest), out),
            'a'..='z' | 'A'..='Z' | '_' => word(rest, out),
            // Names of values, types and attributes are no words.
            '@' | '%' | '!' | '#' | '$' => name(rest, out),
            _ => copied(rest, first.len_utf8(), out),
        };
    }
}

fn copied<'t>(text: &'t str, length: usize, out: &mut String) -> &'t str {
    let (head, tail) = text.split_at_checked(length).unwrap_or((text, ""));
    out.push_str(head);
    tail
}

fn string_end(text: &str) -> usize {
    text.get(1..).and_then(|rest| rest.find('"')).map_or(text.len(), |end| end + 2)
}

fn is_in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '$')
}

fn name<'t>(text: &'t str, out: &mut String) -> &'t str {
    let Some(rest) = text.get(1..) else { return "" };
    let length =
        if rest.starts_with('"') { string_end(rest) } else { rest.find(|c| !is_in_name(c)).unwrap_or(rest.len()) };
    let (name, tail) = text.split_at_checked(1 + length).unwrap_or((text, ""));
    if name.starts_with("@llvm.") {
        intrinsic(name, out)
    } else {
        out.push_str(name)
    }
    tail
}

/// Renames an intrinsic that is overloaded by pointers in address spaces: `.p1` becomes `.p0`.
fn intrinsic(name: &str, out: &mut String) {
    let is_pointer =
        |part: &str| part.strip_prefix('p').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let parts = name.split('.').map(|part| if is_pointer(part) { "p0" } else { part });
    out.push_str(&parts.collect::<Vec<_>>().join("."));
}

fn word<'t>(text: &'t str, out: &mut String) -> &'t str {
    let length = text.find(|c| !is_in_name(c)).unwrap_or(text.len());
    let (word, tail) = text.split_at_checked(length).unwrap_or((text, ""));
    match word {
        "addrspace" if tail.starts_with('(') => {
            out.truncate(out.trim_end_matches(' ').len());
            parenthesised(tail).1
        }
        "target" if tail.starts_with('(') => {
            let (inside, tail) = parenthesised(tail);
            out.push_str(if inside.contains("SampledImage\"") { "{ ptr, ptr }" } else { "ptr" });
            tail
        }
        "addrspacecast" => {
            out.push_str("bitcast");
            tail
        }
        "spir_func" | "spir_kernel" => tail.trim_start(),
        // Who uses a small integer extends it: builtins are defined without such promises.
        "signext" | "zeroext" => tail.trim_start(),
        _ => {
            out.push_str(word);
            tail
        }
    }
}

/// Splits off the contents of parentheses, which may nest.
fn parenthesised(text: &str) -> (&str, &str) {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth <= 1 => return text.split_at_checked(at + 1).unwrap_or((text, "")),
            ')' => depth -= 1,
            _ => {}
        }
    }
    (text, "")
}

/// Returns a type's assembly in one address space.
pub fn flat(ty: Type<'_>) -> String {
    // A type with a name is printed with its definition.
    if let Some(name) = ty.struct_name() {
        return format!("%{}", super::shell::quoted(name));
    }
    let mut out = String::new();
    words(&ty.print(), &mut out);
    out
}
