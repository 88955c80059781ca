//! Any text as a mangled name: what is read must be written the same, and be read from that as the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use llvm_spirv_mangling::{parse, write};

fuzz_target!(|symbol: &str| {
    let Ok(name) = parse(symbol) else { return };
    let written = write(&name.base, &name.params);
    assert_eq!(parse(&written).as_ref(), Ok(&name), "{symbol} became {written}");
});
