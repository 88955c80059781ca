//! Every program of the corpus, for every target and optimisation level: it translates without any extension, is valid
//! to SPIRV-Tools, and reaches a fixpoint in the second lap.

use crate::support::{check_all, compile, programs, root, validate};
use llvm_spirv::options::Options;
use llvm_spirv::roundtrip;
use llvm_spirv::spirv::write;
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
        let laps = roundtrip::laps(&bitcode, &Options::default()).map_err(|e| e.to_string())?;
        validate(&write::bytes(&laps.start)).map_err(|e| format!("invalid: {e}"))?;
        validate(&write::bytes(&laps.first)).map_err(|e| format!("invalid after a lap: {e}"))?;
        let report = laps.report().map_err(|e| e.to_string())?;
        if report.is_fixpoint() { Ok(()) } else { Err(format!("no fixpoint: {report}")) }
    }
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
fn corpus_translates_validly_and_reaches_a_fixpoint() {
    let items = items();
    assert!(items.len() >= 40 * TARGETS.len() * LEVELS.len(), "the corpus has shrunk to {} modules", items.len());
    check_all("corpus", &items, |item| item.check().map_err(|e| format!("{}: {e}", item.name())));
}
