//! The reading side, getter by getter, on modules written as assembly.

use super::*;

mod accepted;
mod attached;
mod globals;
mod instructions;

/// The instruction or global of this name in a function.
fn named<'m>(function: Value<'m>, name: &str) -> Value<'m> {
    function.blocks().flat_map(Block::instructions).find(|i| i.name() == name).unwrap()
}

#[test]
fn reads_text_and_bitcode() {
    let context = Context::new();
    let text = "source_filename = \"a.cl\"\ntarget triple = \"spir64\"\n@g = global i32 7\nmodule asm \"nop\"\n";
    let module = context.parse(text.as_bytes(), "a.ll").unwrap();
    assert_eq!(module.triple(), "spir64");
    module.verify().unwrap();
    let bitcode = module.write_bitcode().unwrap();
    let module = context.parse(&bitcode, "a.bc").unwrap();
    assert_eq!(module.global("g").unwrap().initializer().unwrap().int_value(), Some(7));
    assert!(module.print().contains("@g = global i32 7"));
    assert!(module.global("h").is_none() && module.function("g").is_none());
}

#[test]
fn says_what_is_wrong_with_input() {
    let context = Context::new();
    let message = |bytes: &[u8]| context.parse(bytes, "in").unwrap_err().to_string();
    assert_eq!(message(b""), "invalid input: the file is empty [E0006]");
    assert_eq!(
        message(b"define void @f() {\n  %x = bogus i32 1\n}"),
        "invalid input: not readable as LLVM assembly: line 2, column 8: there is no instruction `bogus`: `%x = bogus i32 1` [E0102]"
    );
    let bitcode = message(b"BC\xC0\xDE\0\0\0\0");
    assert!(bitcode.starts_with("invalid input: not readable as LLVM bitcode: "), "{bitcode}");
    assert!(message(b"BC\xC0\xDE123").len() > 50);
    assert!(message(b"\xDE\xC0\x17\x0B").len() > 50);
    assert!(message(b"\x03\x02\x23\x07\0\0").contains("line 1"));
    let broken =
        context.parse(b"define i32 @f(i1 %c) {\n  ret i32 %x\nb:\n  %x = add i32 1, 1\n  ret i32 %x\n}", "b").unwrap();
    assert!(broken.verify().unwrap_err().message().contains("does not dominate all uses"));
}

#[test]
fn what_the_verifier_says_of_many_places_is_bounded() {
    let context = Context::new();
    let text = |i| format!("declare spir_kernel void @f{i}(ptr sret(i32))\n");
    let module = context.parse((0..40).map(text).collect::<String>().as_bytes(), "t").unwrap();
    let message = module.verify().unwrap_err().message().to_owned();
    assert_eq!(message.matches("does not allow sret").count(), 8, "{message}");
    assert!(message.len() < 1_000 && message.ends_with("..."), "{message}");
    let name = "é".repeat(2_000);
    let module =
        context.parse(format!("declare spir_kernel void @\"{name}\"(ptr sret(i32))\n").as_bytes(), "t").unwrap();
    let message = module.verify().unwrap_err().message().to_owned();
    assert!(message.len() < 2_000 && message.ends_with(" ..."), "{message}");
}

#[test]
fn broken_modules_with_debug_info_do_not_end_the_process() {
    let flag =
        |version| format!("!llvm.module.flags = !{{!0}}\n!0 = !{{i32 2, !\"Debug Info Version\", i32 {version}}}\n");
    let text = flag(3) + "define i32 @f() {\n  ret i32 %x\nb:\n  %x = add i32 1, 1\n  ret i32 %x\n}";
    let context = Context::new();
    assert!(context.parse(text.as_bytes(), "t").unwrap_err().message().contains("does not dominate all uses"));
    let debug = "define void @f() !dbg !1 { ret void }
        !llvm.dbg.cu = !{!2} !3 = !DIFile(filename: \"a\", directory: \"/\")
        !1 = distinct !DISubprogram(name: \"f\", file: !3, unit: !2, line: 2)
        !2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, emissionKind: FullDebug)\n";
    for (version, cu, kept) in [(3, "", true), (2, "", false), (3, "!llvm.dbg.cu = !{!3}", false)] {
        let text = flag(version)
            + &debug.replace("!llvm.dbg.cu = !{!2}", if cu.is_empty() { "!llvm.dbg.cu = !{!2}" } else { cu });
        let module = context.parse(text.as_bytes(), "t").unwrap();
        assert_eq!(module.function("f").unwrap().has_metadata(), kept);
        assert_eq!(module.take_warnings().len(), usize::from(!kept));
        module.verify().unwrap();
    }
}

/// Checks that a message names a value that is too long to be printed.
#[test]
fn says_the_name_of_a_long_value() {
    let context = Context::new();
    const BYTES: usize = 1 << 20;
    let text = format!("@table = addrspace(2) constant [{BYTES} x i8] c\"{}\"", "0".repeat(BYTES));
    let module = context.parse(text.as_bytes(), "t").unwrap();
    assert_eq!(module.global("table").unwrap().print(), "ptr addrspace(2) @table ...");
}
