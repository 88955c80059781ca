//! Tests of the tables against LLVM's own list of intrinsics, and of the consistency of each row.

use super::{FAMILIES, Row, TABLES, find, lowering};
use crate::conventions::rules::{Elements, Rewritten, Rule};
use crate::llvm::Value;
use std::collections::BTreeSet;

/// Intrinsics that only versions of LLVM other than 22 have.
const OTHER_VERSIONS: [&str; 1] = ["llvm.vector.splice"];

/// The prefixes of intrinsics that are always rewritten.
const REWRITTEN: [&str; 9] = [
    "llvm.experimental.vector.",
    "llvm.experimental.vp.",
    "llvm.loop.dependence.",
    "llvm.masked.",
    "llvm.matrix.",
    "llvm.vector.deinterleave",
    "llvm.vector.interleave",
    "llvm.vector.partial.reduce.",
    "llvm.vp.",
];

fn rows() -> impl Iterator<Item = &'static Row> {
    TABLES.iter().copied().flatten()
}

/// Tests that each intrinsic has one row, under its name in LLVM.
#[test]
fn names() {
    let known: BTreeSet<_> = Value::intrinsic_names().into_iter().collect();
    let mut seen = BTreeSet::new();
    for row in rows() {
        assert!(seen.insert(row.name), "two rows of {}", row.name);
        assert!(known.contains(row.name) || OTHER_VERSIONS.contains(&row.name), "LLVM has no {}", row.name);
        assert_eq!(find(row.name).map(|found| found.name), Some(row.name));
    }
}

/// Each intrinsic of a family that is always rewritten has a rule; each that is reduced or constrained a lowering, too.
#[test]
fn families() {
    for name in Value::intrinsic_names() {
        if REWRITTEN.iter().any(|family| name.starts_with(family)) {
            let is_ruled = |row: &Row| row.rewritten == Rewritten::Always && row.rule != Rule::None;
            assert!(find(&name).is_some_and(is_ruled), "no rule for {name}");
        }
        if name.starts_with("llvm.vector.reduce.") || name.starts_with("llvm.experimental.constrained.") {
            assert!(lowering(&name).is_some(), "no lowering of {name}");
        }
    }
}

/// Tests that the facts of each row are consistent.
#[test]
fn facts() {
    for row in rows().chain(&FAMILIES) {
        let name = row.name;
        assert!(row.lowering.is_some() || row.rule != Rule::None || row.role.is_some(), "nothing is known of {name}");
        assert!(row.rewritten != Rewritten::Always || row.rule != Rule::None, "{name} is rewritten by no rule");
        assert!(row.rewritten != Rewritten::Always || row.lowering.is_none(), "{name} is never lowered");
        assert!(!row.has_any_width || row.elements == Elements::Each, "{name} has a width, and no elements");
        assert!(row.bfloat.is_none() || row.elements == Elements::Each, "{name} does not compute with bfloat");
        assert!(row.extension.is_none() || row.lowering.is_some(), "{name} is lost without its extension");
    }
}
