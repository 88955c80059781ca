//! Any text as a mangled name: what is read must be written the same, and be read from that as the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use llvm_spirv_mangling::parse;

fuzz_target!(|symbol: &str| {
    let Ok(name) = parse(symbol) else { return };
    let written = name.to_string();
    assert_eq!(parse(&written).as_ref(), Ok(&name), "{symbol} became {written}");
});
