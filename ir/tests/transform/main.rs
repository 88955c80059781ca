//! Tests of transformations: each file of a folder is transformed, compared with the text beside it, and verified by this crate and by LLVM.
//!
//! `BLESS=part-of-a-path cargo test -p llvm-spirv-ir --test transform` rewrites the expected texts of files whose path contains that part.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

#[path = "../common/mod.rs"]
mod common;
mod executions;
mod expand;
mod flow;
mod inline;
mod oracle;
mod promotion;
mod random;
mod scalarise;
mod shared;
mod simplify;
mod spaces;
mod split;

use common::{difference, files, tool};
use llvm_ir::draft::Draft;

/// Transforms the files of a folder, and compares the results with the expected texts.
pub fn compare_files(folder: &str, transform: impl Fn(&Draft)) {
    let list = files(&format!("ir/tests/transform/{folder}"), "ll");
    assert!(!list.is_empty(), "no files in {folder}");
    let mut wrong = Vec::new();
    for path in list {
        let draft = Draft::thaw(llvm_ir::parse(&std::fs::read(&path).unwrap()).unwrap_or_else(|e| panic!("{e}")));
        transform(&draft);
        let got = verified(&path.display().to_string(), draft);
        let expected = path.with_extension("expected");
        if std::env::var("BLESS").is_ok_and(|part| !part.is_empty() && path.display().to_string().contains(&part)) {
            std::fs::write(&expected, &got).unwrap();
        }
        let want = std::fs::read_to_string(&expected).unwrap_or_default();
        if want != got {
            wrong.push(format!("{}: {}", path.display(), difference(&want, &got)));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns the text of a draft after checking that this crate and LLVM accept it as valid.
pub fn verified(what: &str, draft: Draft) -> String {
    let module = draft.freeze();
    let faults: Vec<String> = llvm_ir::verify(&module).iter().map(ToString::to_string).collect();
    let text = llvm_ir::print(&module, &llvm_ir::PrintOptions { module_id: "test".to_owned(), ..Default::default() });
    let text = String::from_utf8(text.unwrap()).unwrap();
    assert!(faults.is_empty(), "{what}: {}\n{text}", faults.join("\n"));
    assert!(tool("opt", &["-passes=verify", "-disable-output", "-"], text.as_bytes()).is_some(), "{what}:\n{text}");
    text
}
