//! Every program of the corpus, for every target and optimisation level: it translates without any extension, is valid
//! to SPIRV-Tools, and comes back as the same bytes in the first round trip, also where all extensions are allowed; what LLVM IR
//! loses on the way is documented.

use crate::support::{check_all, check_report, compile, programs, root, validate};
use llvm_spirv::options::{Extensions, Options};
use llvm_spirv::roundtrip;
use llvm_spirv::spirv::{Words, text, write};
use std::path::PathBuf;

const TARGETS: [&str; 3] = ["spir", "spir64", "spirv64"];
const LEVELS: [&str; 5] = ["O0", "O1", "O2", "O3", "Os"];

struct Item {
    source: PathBuf,
    target: &'static str,
    level: &'static str,
}

impl Item {
    fn name(&self) -> String {
        let source = self.source.strip_prefix(root()).unwrap_or(&self.source);
        format!("{} {} {}", source.display(), self.target, self.level)
    }

    fn check(&self) -> Result<(), String> {
        let bitcode = compile(&self.source, self.target, self.level)?;
        let trips = roundtrip::round_trips(&bitcode, &Options::default()).map_err(|e| e.to_string())?;
        validate(&write::bytes(&trips.start)).map_err(|e| format!("invalid: {e}"))?;
        same(&trips.start, &trips.first)?;
        check_report(&trips)?;
        let options = Options { extensions: Extensions::All, ..Options::default() };
        let trips = roundtrip::round_trips(&bitcode, &options).map_err(|e| format!("with all extensions: {e}"))?;
        same(&trips.start, &trips.first).map_err(|e| format!("with all extensions: {e}"))?;
        check_report(&trips).map_err(|e| format!("with all extensions: {e}"))
    }
}

/// Says where a module differs after a round trip, if it does.
fn same(before: &[u32], after: &[u32]) -> Result<(), String> {
    if before == after {
        return Ok(());
    }
    let [before, after] =
        [before, after].map(|words| text::disassemble(&Words::of(words).unwrap(), text::Options::default()));
    let lines = before.lines().zip(after.lines()).find(|(before, after)| before != after);
    let (before, after) = lines.unwrap_or_default();
    Err(format!("another module after a round trip: {} is {}", before.trim(), after.trim()))
}

fn items() -> Vec<Item> {
    let mut items = Vec::new();
    for source in programs() {
        for target in TARGETS {
            items.extend(LEVELS.map(|level| Item { source: source.clone(), target, level }));
        }
    }
    items
}

#[test]
fn corpus_translates_validly_and_comes_back_as_it_was() {
    let items = items();
    assert!(items.len() >= 40 * TARGETS.len() * LEVELS.len(), "the corpus has shrunk to {} modules", items.len());
    check_all("corpus", &items, |item| item.check().map_err(|e| format!("{}: {e}", item.name())));
}
