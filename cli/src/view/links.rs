//! Links from the lines of one text to the lines of the next text that were made from them. They come from a second
//! translation, of a copy whose debug positions are numbers of lines.

use super::llvm_text::LlvmText;
use super::spirv_text::SpirvText;
use llvm_spirv::binary::{Words, write};
use llvm_spirv::error::Result;
use llvm_spirv::options::{DebugInfo, Options};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::collections::BTreeSet;

/// The pairs of lines, with the line of the first text in front.
pub type Links = BTreeSet<(usize, usize)>;

/// Returns the links from lines of LLVM assembly to lines of SPIR-V; none if the copy gives another module.
pub fn forward(from: &LlvmText, to: &SpirvText<'_>, options: &Options) -> Links {
    let mut links = marked_forward(from, to, options).unwrap_or_default();
    let functions: Vec<_> = links.iter().filter_map(|(one, other)| Some((from.function(*one)?, *other))).collect();
    let names = to.by_name();
    let named = (0..from.lines.len()).filter_map(|line| Some((line, *names.get(from.name(line)?)?)));
    links.extend(named);
    let heads = functions.into_iter().filter_map(|(define, line)| Some((define, to.function(line)?)));
    links.extend(heads);
    links
}

fn marked_forward(from: &LlvmText, to: &SpirvText<'_>, options: &Options) -> Result<Links> {
    let options = Options { debug_info: DebugInfo::Lines, ..options.clone() };
    let made = llvm_to_spirv(from.marked().as_bytes(), &options)?;
    let words = Words::read(&made.bytes)?;
    let marked = SpirvText::new(&words);
    let (ours, theirs, positions) = (to.bodies(), marked.bodies(), marked.positions());
    if !ours.iter().map(|one| one.0).eq(theirs.iter().map(|one| one.0)) {
        return Ok(Links::new());
    }
    let pairs = positions.iter().zip(&ours);
    Ok(pairs.filter_map(|(position, (_, line))| Some((position.as_ref()?.checked_sub(1)?, *line))).collect())
}

/// Returns the links from lines of SPIR-V to lines of LLVM assembly; none if the copy gives another module.
pub fn reverse(from: &SpirvText<'_>, to: &LlvmText, options: &Options) -> Links {
    let mut links = marked_reverse(from, to, options).unwrap_or_default();
    let heads: Vec<_> =
        links.iter().filter_map(|(one, other)| Some((from.function(*one)?, to.function(*other)?))).collect();
    let names = from.by_name();
    links.extend((0..to.lines.len()).filter_map(|line| Some((*names.get(to.name(line)?)?, line))));
    links.extend(heads);
    links
}

fn marked_reverse(from: &SpirvText<'_>, to: &LlvmText, options: &Options) -> Result<Links> {
    let words = from.marked()?;
    let made = spirv_to_llvm(write::as_bytes(&words).into_owned(), options, Llvm::Assembly)?;
    let marked = LlvmText::new(&String::from_utf8_lossy(&made.bytes));
    if marked.instructions.len() != to.instructions.len() {
        return Ok(Links::new());
    }
    let positions = marked.positions();
    let pairs = marked.instructions.iter().zip(&to.instructions);
    let pair = |(theirs, ours): (&(usize, usize), &(usize, usize))| {
        Some((positions.get(&theirs.0)?.1.checked_sub(1)?, ours.0))
    };
    Ok(pairs.filter_map(pair).collect())
}
