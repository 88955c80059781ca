//! A sample of the random graphs of debug information.
#![allow(missing_docs, clippy::panic, clippy::unwrap_used)]

use llvm_spirv_differential::debug_info::{FORMS, SETS, check, module};

#[test]
fn d_07_random_graphs_come_back() {
    for number in 0..200 {
        for form in FORMS {
            let text = module(1, number, form.content);
            check(&text, form).unwrap_or_else(|error| panic!("{number} {form:?}: {error}\n{text}"));
        }
    }
}

/// Checks graphs that a round trip once changed. The first line of each names the set.
#[test]
fn kept_graphs_come_back() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../roundtrip-corpus/regressions/debug_info");
    let mut count = 0;
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = text.strip_prefix("; ").and_then(|text| text.split(':').next()).unwrap_or_default();
        let set = SETS.into_iter().zip(["ocl-100", "nonsemantic-shader-100", "nonsemantic-shader-200"]);
        let set = set.into_iter().find(|set| set.1 == name).unwrap_or_else(|| panic!("{}: no set", path.display())).0;
        for form in FORMS.into_iter().filter(|form| form.content == set) {
            check(&text, form).unwrap_or_else(|error| panic!("{} {form:?}: {error}", path.display()));
            count += 1;
        }
    }
    assert!(count > 0);
}
