//! Annotation strings of `llvm.ptr.annotation` and `llvm.var.annotation` as decorations (S3-85 to S3-100).
//!
//! `{5835:1,2,3}` and `{bank_bits:1,2,3}` are `BankBitsINTEL 1 2 3` (the document says `BankwidthINTEL`, a slip). A
//! text without a recognised group is a `UserSemantic`. The special syntax of a reserved name, which a number does not
//! have, is its [`Quirk`]; translation from SPIR-V prefers a reserved name if it can express the same.

use crate::annotation_rows::MEMORY;
pub use crate::annotation_rows::{Quirk, ROWS, Row, USER_SEMANTIC};
use crate::annotation_syntax::{Argument, Group, groups};
use crate::decorations::Decoration;
use crate::error::{Error, ErrorKind, Result};
use crate::memory_accesses::MemoryAccesses;
use crate::operand::Operand;
use spirv::Decoration as D;

/// The contents of an annotation string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// Its decorations, in order.
    pub decorations: Vec<Decoration>,
    /// The groups that are not decorations, if others are: `{sizeinfo:4}`. The Khronos translator drops them.
    pub unrecognised: Vec<String>,
}

impl Annotation {
    /// Parses the text, which may be any string.
    pub fn read(text: &str) -> Self {
        let groups = groups(text).unwrap_or_default();
        let mut annotation = Annotation::default();
        let mut accesses = MemoryAccesses::default();
        for group in &groups {
            match read_group(group) {
                Some(decoration) => annotation.decorations.push(decoration),
                None if accesses.read(group) => {}
                None => annotation.unrecognised.push(group.text.to_owned()),
            }
        }
        annotation.decorations.extend(accesses.decorations());
        if annotation.decorations.is_empty() {
            return Annotation { decorations: vec![user_semantic(text)], unrecognised: Vec::new() };
        }
        drop_default_memory(&mut annotation.decorations);
        annotation
    }
}

/// Returns the text of an annotation with arguments, `[[clang::annotate("text", 30, 60)]]`: `text: 30, 60`.
pub fn with_arguments(text: &str, arguments: &[i64]) -> String {
    let arguments: Vec<_> = arguments.iter().map(i64::to_string).collect();
    if arguments.is_empty() { text.to_owned() } else { format!("{text}: {}", arguments.join(", ")) }
}

/// Returns the annotation strings of decorations: one with all the groups, in which those of memory accesses come last,
/// as when they are read, then one for each `UserSemantic`, unchanged. A `UserSemantic` that looks like groups will be
/// read as groups, as in the Khronos translator.
pub fn write(decorations: &[Decoration]) -> Result<Vec<String>> {
    let (mut groups, mut texts) = (String::new(), Vec::new());
    let (accesses, last) = MemoryAccesses::of(decorations);
    for decoration in decorations {
        if let (USER_SEMANTIC, [Operand::String(text)]) = (decoration.kind, &decoration.operands[..]) {
            texts.push(text.clone());
        } else if !accesses.covers(decoration) {
            groups.push_str(&write_group(decoration)?);
        }
    }
    groups.extend(last);
    if !groups.is_empty() {
        texts.insert(0, groups);
    }
    Ok(texts)
}

/// Returns the position of decorations of a kind among those that annotations express; `None` for others.
pub fn rank(kind: u32) -> Option<usize> {
    let groups = ROWS.iter().map(|row| row.1 as u32).chain(MemoryAccesses::kinds()).chain([USER_SEMANTIC]);
    groups.enumerate().find(|(_, other)| *other == kind).map(|(rank, _)| rank)
}

fn user_semantic(text: &str) -> Decoration {
    Decoration::new(USER_SEMANTIC, [text.into()])
}

/// Drops memory of the default sort, which front ends write first, if there is another one:
/// `{memory:DEFAULT}{memory:MLAB}` is just the latter.
fn drop_default_memory(decorations: &mut Vec<Decoration>) {
    let default = Decoration::new(MEMORY, ["DEFAULT".into()]);
    if decorations.iter().any(|decoration| decoration.kind == MEMORY && *decoration != default) {
        decorations.retain(|decoration| *decoration != default);
    }
}

fn read_group(group: &Group<'_>) -> Option<Decoration> {
    match Argument::int(group.key).filter(|_| !group.key.starts_with('-')) {
        Some(kind) => Some(read_numbered(kind, group)),
        None => ROWS.iter().filter(|row| row.0 == group.key).find_map(|row| read_reserved(row, group)),
    }
}

fn read_reserved(&(_, decoration, quirk): &Row, group: &Group<'_>) -> Option<Decoration> {
    let kind = decoration as u32;
    let separator = if quirk == Quirk::Colons { b':' } else { b',' };
    let arguments = group.arguments(separator);
    let operands: Vec<Operand> = match quirk {
        Quirk::Switch | Quirk::Bare => Vec::new(),
        Quirk::Choice(choice) => match arguments[..] {
            [argument] if Argument::int(argument.text) == Some(choice) => Vec::new(),
            _ => return None,
        },
        Quirk::Ints => read_numbered(kind, group).operands,
        Quirk::Words | Quirk::Colons => arguments.iter().map(|argument| argument.text.into()).collect(),
    };
    let complete = match quirk {
        Quirk::Ints => !operands.is_empty() && operands.iter().all(|operand| operand.int().is_some()),
        Quirk::Words => operands.iter().any(|operand| operand.string() != Some("")),
        Quirk::Colons => operands.len() == 2,
        _ => true,
    };
    complete.then_some(Decoration { kind, operands })
}

/// Parses a decoration by number, which has no special syntax (S3-99). Text in quotation marks that is a list of
/// integers becomes that list, as in `{6442:"0,1"}`, unless the decoration has a string in that place.
fn read_numbered(kind: u32, group: &Group<'_>) -> Decoration {
    let mut operands = Vec::new();
    for argument in group.arguments(b',') {
        let ints: Option<Vec<u32>> = argument.text.split(',').map(Argument::int).collect();
        match ints.filter(|_| !is_string(kind, operands.len())) {
            Some(ints) => operands.extend(ints.into_iter().map(Operand::Int)),
            None => operands.push(argument.text.into()),
        }
    }
    Decoration { kind, operands }
}

/// Returns whether an operand is a string even if it looks like a number.
fn is_string(kind: u32, operand: usize) -> bool {
    match D::from_u32(kind) {
        Some(D::UserSemantic | D::UserTypeGOOGLE | D::MemoryALTERA | D::MergeALTERA) => true,
        Some(D::LinkageAttributes) => operand == 0,
        Some(D::HostAccessINTEL) => operand == 1,
        _ => false,
    }
}

fn write_group(decoration: &Decoration) -> Result<String> {
    let reserved =
        ROWS.iter().filter(|row| row.1 as u32 == decoration.kind).find_map(|row| write_reserved(row, decoration));
    reserved.map_or_else(|| write_numbered(decoration), Ok)
}

/// Returns the reserved form; `None` if it cannot express the decoration.
fn write_reserved(&(name, _, quirk): &Row, decoration: &Decoration) -> Option<String> {
    let operands = &decoration.operands;
    let joined = |separator: &str, word: fn(&Operand) -> Option<String>| {
        let words: Option<Vec<String>> = operands.iter().map(word).collect();
        words.filter(|words| !words.is_empty()).map(|words| words.join(separator))
    };
    let argument = match quirk {
        Quirk::Ints => joined(",", |operand| operand.int().map(|word| word.to_string()))?,
        Quirk::Words => joined(",", bare_word)?,
        Quirk::Colons if operands.len() == 2 => joined(":", bare_word)?,
        Quirk::Switch if operands.is_empty() => "1".to_owned(),
        Quirk::Choice(choice) if operands.is_empty() => choice.to_string(),
        Quirk::Bare if operands.is_empty() => return Some(format!("{{{name}}}")),
        _ => return None,
    };
    Some(format!("{{{name}:{argument}}}"))
}

/// Returns a string that needs no quotation marks.
fn bare_word(operand: &Operand) -> Option<String> {
    let word = operand.string()?;
    let plain = !word.is_empty() && word.trim() == word && !word.contains(['{', '}', '"', ':', ',']);
    plain.then(|| word.to_owned())
}

fn write_numbered(decoration: &Decoration) -> Result<String> {
    let words = decoration.operands.iter().map(|operand| match operand {
        Operand::Int(word) => word.to_string(),
        Operand::String(text) => format!("\"{text}\""),
    });
    let words: Vec<String> = words.collect();
    let colon = if words.is_empty() { "" } else { ":" };
    let text = format!("{{{}{colon}{}}}", decoration.kind, words.join(","));
    // The syntax has no way to escape a quotation mark, and no way to say that "7" is a string.
    match groups(&text).as_deref() {
        Some([group]) if read_numbered(decoration.kind, group) == *decoration => Ok(text),
        _ => Err(Error::new(ErrorKind::Unwritable("the operands of a decoration have no spelling in an annotation"))),
    }
}

#[cfg(test)]
#[path = "annotations_tests.rs"]
mod tests;
