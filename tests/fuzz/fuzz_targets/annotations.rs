//! Any text as an annotation: the decorations read from it are written, and reading these gives the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use llvm_spirv_metadata::annotations::{Annotation, USER_SEMANTIC, rank, write};
use llvm_spirv_metadata::{Decoration, Operand};

/// Returns decorations in the order of the translator, independently of the text.
fn in_order(mut decorations: Vec<Decoration>) -> Vec<Decoration> {
    decorations.sort_by_key(|decoration| rank(decoration.kind));
    decorations
}

/// Returns whether a `UserSemantic` looks like other groups: it is written unchanged, and read as these.
fn looks_like_another(decoration: &Decoration) -> bool {
    match (decoration.kind, &decoration.operands[..]) {
        (USER_SEMANTIC, [Operand::String(text)]) => Annotation::read(text).decorations != [decoration.clone()],
        _ => false,
    }
}

fuzz_target!(|text: &str| {
    let first = in_order(Annotation::read(text).decorations);
    if first.iter().any(looks_like_another) {
        return;
    }
    let Ok(texts) = write(&first) else { return };
    let second = in_order(texts.iter().flat_map(|text| Annotation::read(text).decorations).collect());
    let again = write(&second).expect("what was written once cannot be written again");
    assert_eq!(texts, again, "{text:?} became {first:?}, then {second:?}");
});
