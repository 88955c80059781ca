//! Attributes that LLVM no longer has, and their replacements.

/// The memory of arguments in the effects of a function on memory, which have two bits for each location as in the attribute.
const ARGUMENTS: u64 = 0b11;
const INACCESSIBLE: u64 = 0b11 << 2;
const READS: u64 = 0x555;
const WRITES: u64 = 0xaaa;

/// The effects of a function that may read and write all memory.
pub(crate) const ALL_MEMORY: u64 = 0xfff;

/// Function attributes that LLVM 16 replaced by `memory`: bitcode's code, the word, and the effects that remain.
pub(crate) const OLD_MEMORY: &[(u64, &str, u64)] = &[
    (20, "readnone", 0),
    (21, "readonly", READS),
    (52, "writeonly", WRITES),
    (45, "argmemonly", ARGUMENTS),
    (49, "inaccessiblememonly", INACCESSIBLE),
    (50, "inaccessiblemem_or_argmemonly", ARGUMENTS | INACCESSIBLE),
];

/// The value of `uwtable` without an argument, which LLVM 15 made asynchronous unwinding.
pub(crate) const UW_TABLE_ASYNC: u64 = 2;

/// Returns the codes and words of the old attributes for these effects, which promise at most as much: those of [`OLD_MEMORY`].
pub(crate) fn old_memory(effects: u64) -> Vec<(u64, &'static str)> {
    let named = |name| OLD_MEMORY.iter().filter(move |(_, n, _)| *n == name).map(|&(code, word, _)| (code, word));
    let modes = (0..32).fold(0, |modes, place| modes | effects >> (2 * place) & 3);
    let place = match effects & !(ARGUMENTS | INACCESSIBLE) {
        0 if effects & INACCESSIBLE == 0 => "argmemonly",
        0 if effects & ARGUMENTS == 0 => "inaccessiblememonly",
        0 => "inaccessiblemem_or_argmemonly",
        _ => "",
    };
    match modes {
        0 => named("readnone").collect(),
        1 => named(place).chain(named("readonly")).collect(),
        2 => named(place).chain(named("writeonly")).collect(),
        _ => named(place).collect(),
    }
}
