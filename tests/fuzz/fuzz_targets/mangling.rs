//! Any text as a mangled name: a name that is read must be written in a form that reads as the same name.
#![no_main]

use libfuzzer_sys::fuzz_target;
use llvm_spirv_mangling::parse;

fuzz_target!(|symbol: &str| {
    let Ok(name) = parse(symbol) else { return };
    let written = name.to_string();
    assert_eq!(parse(&written).as_ref(), Ok(&name), "{symbol} became {written}");
});
