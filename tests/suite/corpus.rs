//! Every program of the corpus, for every target and optimisation level: it translates without any extension, is valid
//! to SPIRV-Tools, and the first round trip gives the same bytes, also with all extensions; the losses of LLVM IR are
//! documented.

use crate::support::{Watch, check_all, check_report, compile, programs, root, validate};
use llvm_spirv::binary::{Words, text, write};
use llvm_spirv::options::{ByteOrder, Extensions, Options};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::path::PathBuf;

/// The targets of each program.
pub const TARGETS: [&str; 3] = ["spir", "spir64", "spirv64"];
/// The levels of optimisation of each program.
pub const LEVELS: [&str; 5] = ["O0", "O1", "O2", "O3", "Os"];

/// Programs that change in the first round trip: `alloca`s in loops are numbered where they are found, and come back
/// after others.
const CHANGE_ONCE: [&str; 1] = ["memory-access/rounds.cl"];

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
        let watch = Watch::default();
        let options = watch.over(&Options::default());
        let trips = llvm_spirv_roundtrip::round_trips(&bitcode, &options).map_err(|e| e.to_string())?;
        watch.check()?;
        validate(&write::bytes(&trips.start)).map_err(|e| format!("invalid: {e}"))?;
        check_bound(&trips.start)?;
        if !CHANGE_ONCE.iter().any(|name| self.source.ends_with(name)) {
            same(&trips.start, &trips.first)?;
        }
        same(&trips.first, &trips.second)?;
        check_report(&trips)?;
        let options = Options { extensions: Extensions::all(), ..Options::default() };
        let trips =
            llvm_spirv_roundtrip::round_trips(&bitcode, &options).map_err(|e| format!("with all extensions: {e}"))?;
        if !CHANGE_ONCE.iter().any(|name| self.source.ends_with(name)) {
            same(&trips.start, &trips.first).map_err(|e| format!("with all extensions: {e}"))?;
        }
        same(&trips.first, &trips.second).map_err(|e| format!("with all extensions: {e}"))?;
        check_report(&trips).map_err(|e| format!("with all extensions: {e}"))
    }
}

/// Compares a module with itself after a round trip.
fn same(before: &[u32], after: &[u32]) -> Result<(), String> {
    if before == after {
        return Ok(());
    }
    let [before, after] =
        [before, after].map(|words| text::disassemble(&Words::of(words).unwrap(), text::DisassemblyOptions::default()));
    let lines = before.lines().zip(after.lines()).find(|(before, after)| before != after);
    let (before, after) = lines.unwrap_or_default();
    Err(format!("another module after a round trip: {} is {}", before.trim(), after.trim()))
}

/// The largest id that an instruction defines.
fn largest_id(words: &[u32]) -> Result<u32, String> {
    let words = Words::of(words).map_err(|e| e.to_string())?;
    Ok(words.instructions().filter_map(|instruction| instruction.result_id()).max().unwrap_or(0))
}

/// Checks that the bound is the smallest possible.
fn check_bound(words: &[u32]) -> Result<(), String> {
    const BOUND: usize = 3;
    let (bound, largest) = (words[BOUND], largest_id(words)?);
    if bound == largest + 1 { Ok(()) } else { Err(format!("the bound is {bound}, the largest id {largest}")) }
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

/// Checks both byte orders, and the bound without extensions and with all, where ids are allocated differently; other
/// checks of the corpus include the bound.
#[test]
fn s0_04_s0_07_either_byte_order_and_the_smallest_bound() {
    check_all("byte orders and bounds", &programs(), |source| {
        let bitcode = compile(source, "spir64", "O2")?;
        for extensions in [Extensions::none(), Extensions::all()] {
            let options = |byte_order| Options { byte_order, extensions: extensions.clone(), ..Options::default() };
            let made =
                |order| llvm_to_spirv(&bitcode, &options(order)).map(|made| made.bytes).map_err(|e| e.to_string());
            let (little, big) = (made(ByteOrder::Little)?, made(ByteOrder::Big)?);
            let words: Vec<u32> = little.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
            check_bound(&words).map_err(|e| format!("{}: {e}", source.display()))?;
            if big != write::high_order_first(&words) {
                return Err(format!("{}: other words in the other byte order", source.display()));
            }
            let back = |bytes: &[u8]| spirv_to_llvm(bytes, &Options::default(), Llvm::Assembly).map(|made| made.bytes);
            let [little, big] = [&little, &big].map(|bytes| back(bytes).map_err(|e| e.to_string()));
            if little? != big? {
                return Err(format!("{}: the byte order changes what comes back", source.display()));
            }
        }
        Ok(())
    });
}

/// Checks that a program translated with every extension translates back without flags as with them: the module
/// declares the extensions that it uses.
#[test]
fn extensions_that_a_module_declares_need_no_flag() {
    let items: Vec<_> = items().into_iter().filter(|item| item.target == "spir64" && item.level != "O1").collect();
    check_all("declared extensions", &items, |item| {
        let (with_all, plain) = (Options { extensions: Extensions::all(), ..Options::default() }, Options::default());
        let bitcode = compile(&item.source, item.target, item.level)?;
        let check = || {
            let start = llvm_to_spirv(&bitcode, &with_all).map_err(|e| e.to_string())?;
            let start = Words::read(&start.bytes).map_err(|e| e.to_string())?;
            let back = |options| llvm_spirv_roundtrip::round_trip(start.words(), options).map_err(|e| e.to_string());
            let without = back(&plain)?;
            let changes_once = CHANGE_ONCE.iter().any(|name| item.source.ends_with(name));
            if changes_once { same(&back(&with_all)?, &without) } else { same(start.words(), &without) }
        };
        check().map_err(|e| format!("{}: {e}", item.name()))
    });
}
