//! Any text as an annotation: the decorations that are read are written, and read from that as the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use llvm_spirv_metadata::annotations::{Annotation, USER_SEMANTIC, rank, write};
use llvm_spirv_metadata::{Decoration, Operand};

/// In the order in which the translator has them, whatever that of the text.
fn in_order(mut decorations: Vec<Decoration>) -> Vec<Decoration> {
    decorations.sort_by_key(|decoration| rank(decoration.kind));
    decorations
}

/// A `UserSemantic` that looks like groups is written as it is, and is what it looks like from there on.
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
