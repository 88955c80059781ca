//! `view`: a module, its translation and the translation back, side by side in a page for a browser.
//!
//! In: LLVM IR or SPIR-V. Out: one file of HTML without external parts: the source if debug information leads to one,
//! the module, its translation and the translation back, with the links between their lines ([`links`]) and marks
//! ([`marks`]).

mod links;
mod llvm_text;
mod marks;
mod page;
mod spirv_text;

use super::options::Common;
use super::{first_contact, io, ir};
use askama::Template;
use clap::Args;
use links::Links;
use llvm_ir::sorting::Sorting;
use llvm_spirv::binary::explain::{self, Explanation};
use llvm_spirv::binary::{Words, header, write};
use llvm_spirv::error::{Code, Error, Result};
use llvm_spirv::options::{LlvmVersion, Options};
use llvm_spirv::{Llvm, spirv_to_llvm};
use llvm_spirv_roundtrip::{Report, RoundTrips, round_trips};
use llvm_text::LlvmText;
use marks::{Gravity, Marks, sentence};
use page::{Change, Page, Pane};
use spirv_text::SpirvText;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The limit on marked places of a change.
const MOST_PLACES: usize = 10_000;

/// The arguments of the verb.
#[derive(Args, Debug)]
pub struct View {
    /// A SPIR-V binary, SPIR-V assembly, bitcode or LLVM assembly
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The page to write
    #[arg(short, value_name = "PAGE", default_value = io::STREAM)]
    output: PathBuf,
    #[command(flatten)]
    pub common: Common,
}

/// Writes the page of a file.
///
/// # Errors
/// A file that cannot be read or translated, or a page that cannot be written.
pub fn run(view: &View) -> Result<bool> {
    let name = io::shown(&view.file);
    let bytes = first_contact::read_for(Some("view"), &view.file).map_err(|error| error.in_file(&name))?;
    let page = page(&bytes, &name, &view.common.options()).map_err(|error| error.in_file(&name))?;
    io::write(&view.output, page.as_bytes(), true).map(|()| true)
}

/// Returns the page of a module.
///
/// # Errors
/// The errors of the translations.
pub fn page(bytes: &[u8], name: &str, options: &Options) -> Result<String> {
    let trips = round_trips(bytes, options)?;
    let report = trips.report(MOST_PLACES)?;
    let shown = if header::is_spirv(bytes) {
        of_spirv(&trips, &report, options)?
    } else {
        of_llvm(bytes, name, (&trips, &report), options)?
    };
    let (panes, links) = with_source(shown);
    let links: Vec<_> = links.into_iter().map(|links| links.into_iter().collect()).collect();
    let page = Page::new(name, report.summary(), changes(&report), panes, &links);
    page.render().map_err(|error| Error::of(Code::Internal, error.to_string()))
}

/// The texts with the links of each to the next, and the number of the text whose debug positions lead to the source.
struct Shown {
    panes: Vec<Pane>,
    links: Vec<Links>,
    llvm: (usize, LlvmText),
}

fn changes(report: &Report) -> Vec<Change> {
    let change = |finding| Change {
        gravity: Gravity::of(finding).name(),
        group: finding.group.name(),
        count: finding.count,
        sentence: sentence(finding),
    };
    report.findings.iter().map(change).collect()
}

/// Returns the texts for LLVM IR, its SPIR-V, and the LLVM IR from that.
fn of_llvm(bytes: &[u8], name: &str, (trips, report): (&RoundTrips, &Report), options: &Options) -> Result<Shown> {
    let given = ir::written(bytes, name, Llvm::Assembly, LlvmVersion::default(), false)?;
    let given = LlvmText::new(&String::from_utf8_lossy(&given.bytes));
    let words = Words::of(trips.start.as_slice())?;
    let explanation = explain::explain(&words)?;
    let (spirv, back) = (SpirvText::new(&words), assembly(&trips.start, options)?);
    let links = vec![links::forward(&given, &spirv, options), links::reverse(&spirv, &back, options)];
    let mut marks = Marks::default();
    marks.llvm(report, &given);
    let first = pane("LLVM IR", "llvm", given.lines.clone(), marks);
    let middle = spirv_pane("SPIR-V", &spirv, Some(&explanation), (report, 0));
    let last = pane("LLVM IR, after the way back", "llvm", back.lines, Marks::default());
    Ok(Shown { panes: vec![first, middle, last], links, llvm: (0, given) })
}

/// Returns the texts for SPIR-V, its LLVM IR, and the SPIR-V from that.
fn of_spirv(trips: &RoundTrips, report: &Report, options: &Options) -> Result<Shown> {
    let [before, after] = [Words::of(trips.start.as_slice())?, Words::of(trips.first.as_slice())?];
    let [spirv, back] = [SpirvText::new(&before), SpirvText::new(&after)];
    let llvm = assembly(&trips.start, options)?;
    let links = vec![links::reverse(&spirv, &llvm, options), links::forward(&llvm, &back, options)];
    let explanation = explain::explain(&before)?;
    let first = spirv_pane("SPIR-V", &spirv, Some(&explanation), (report, 0));
    let middle = pane("LLVM IR", "llvm", llvm.lines.clone(), Marks::default());
    let last = spirv_pane("SPIR-V, after the way back", &back, None, (report, 1));
    Ok(Shown { panes: vec![first, middle, last], links, llvm: (1, llvm) })
}

fn assembly(words: &[u32], options: &Options) -> Result<LlvmText> {
    let made = spirv_to_llvm(write::as_bytes(words).into_owned(), options, Llvm::Assembly)?;
    Ok(LlvmText::new(&String::from_utf8_lossy(&made.bytes)))
}

fn pane(title: &str, kind: &'static str, lines: Vec<String>, marks: Marks) -> Pane {
    Pane { title: title.to_owned(), kind, lines, marks }
}

fn spirv_pane(
    title: &str,
    text: &SpirvText<'_>,
    asked: Option<&Explanation>,
    (report, which): (&Report, usize),
) -> Pane {
    let mut marks = Marks::default();
    marks.spirv(report, which, text);
    asked.into_iter().for_each(|explanation| marks.explain(explanation, text));
    pane(title, "spirv", text.lines.clone(), marks)
}

/// Puts the source file in front, if the debug positions of the LLVM IR lead to an existing one. Of several files,
/// chooses the one with the most positions.
fn with_source(shown: Shown) -> (Vec<Pane>, Vec<Links>) {
    let Shown { mut panes, mut links, llvm: (number, llvm) } = shown;
    let positions = llvm.positions();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    positions.values().for_each(|(file, _)| *counts.entry(file).or_default() += 1);
    let mut files: Vec<_> = counts.into_iter().collect();
    files.arrange_by_key(|(_, count)| std::cmp::Reverse(*count));
    let text_of = |file: &str| llvm.source(file).or_else(|| std::fs::read_to_string(Path::new(file)).ok());
    let Some((file, text)) = files.iter().find_map(|(file, _)| Some((*file, text_of(file)?))) else {
        return (panes, links);
    };
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let of_file = positions.iter().filter(|(_, place)| place.0 == file && place.1 <= lines.len());
    let mut pairs: Links = of_file.map(|(line, place)| (place.1 - 1, *line)).collect();
    if number == 1 {
        // The source is beside the SPIR-V: by way of the LLVM IR that it became.
        let middle = links.first().cloned().unwrap_or_default();
        pairs = middle
            .iter()
            .filter_map(|(spirv, llvm)| Some((positions.get(llvm)?, *spirv)))
            .filter(|(place, _)| place.0 == file)
            .map(|(place, spirv)| (place.1.saturating_sub(1), spirv))
            .collect();
    }
    let title = format!("source: {}", file.rsplit('/').next().unwrap_or(file));
    panes.insert(0, pane(&title, "source", lines, Marks::default()));
    links.insert(0, pairs);
    (panes, links)
}
