//! Tests of drafts: thawing and freezing a module reproduces it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

mod common;

use common::{assembled, difference, files};
use llvm_ir::draft::{Builder, Draft, Function, Role, Value, ValueKind};
use llvm_ir::global::GlobalKind;
use llvm_ir::instruction::Opcode;
use llvm_spirv_testing::Random;

fn text(module: &llvm_ir::Module) -> String {
    String::from_utf8_lossy(&llvm_ir::print(module, &llvm_ir::PrintOptions::default()).unwrap()).into_owned()
}

/// Tests every eighth file of the tree, or all if `LLVM_IR_ALL_FILES` is set.
#[test]
fn thawed_and_frozen() {
    let mut list = files("ir/tests/modules", "ll");
    list.extend(files("roundtrip-corpus", "ll"));
    let step = if std::env::var_os("LLVM_IR_ALL_FILES").is_some() { 1 } else { 8 };
    let mut wrong = Vec::new();
    for path in list.iter().step_by(step) {
        let Some(bitcode) = assembled(&std::fs::read(path).unwrap()) else { continue };
        let want = text(&llvm_ir::read(&bitcode).unwrap());
        let draft = Draft::thaw(llvm_ir::read(&bitcode).unwrap());
        for got in [text(&draft.snapshot()), text(&draft.freeze())] {
            if want != got {
                wrong.push(format!("{}: {}", path.display(), difference(&want, &got)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Makes a random change of a function that keeps it valid.
fn change(r: &mut Random, draft: &Draft, function: Function<'_>) {
    let all: Vec<Value<'_>> = function.instructions().collect();
    let Some(&one) = all.get(r.below(all.len())) else { return };
    let plain = |v: &Value<'_>| {
        use Opcode::*;
        let opcode = v.opcode().unwrap();
        // A call may be `musttail`; tokens and exception memory cannot be replaced.
        !opcode.is_terminator() && !matches!(opcode, Phi | Call | LandingPad | CatchPad | CleanupPad | Alloca)
    };
    match r.below(7) {
        0 if plain(&one) => drop(one.split_block()),
        1 if plain(&one) && one.ty().fits(Role::Data) => {
            one.replace_uses(draft.const_poison(one.ty()).unwrap()).unwrap();
            one.erase().unwrap();
        }
        2 if plain(&one) && !one.is_used() => one.erase().unwrap(),
        3 => {
            let global = one.operands().find(|v| matches!(v.kind(), ValueKind::Global(GlobalKind::Variable)));
            if let Some(global) = global {
                let ty = draft.int_type(8).unwrap();
                let new = draft.add_variable(global.name(), ty, global.ty().size() as u32).unwrap();
                global.replace_uses(new).unwrap();
                assert!(!global.is_used());
            }
        }
        4 if plain(&one) => {
            let builder = Builder::new(draft);
            builder.position_before(one).unwrap();
            let copy = builder.copy(one).unwrap();
            copy.set_name(b"copy");
            if copy.ty() == one.ty() && one.ty().fits(Role::Data) {
                one.replace_uses(copy).unwrap();
            }
        }
        5 if plain(&one) && r.below(8) == 0 => {
            // Blocks may become unreachable, and their phis and values unused: that is valid.
            one.end_block().unwrap();
        }
        _ => {
            if let Some(phi) = all.iter().find(|i| i.opcode() == Some(Opcode::Phi)) {
                phi.set_name(b"phi");
            }
        }
    }
}

/// Checks that each operand, including those of bundles, is a use, and each use an operand.
fn uses_agree(draft: &Draft) {
    let mut wanted = std::collections::HashMap::<u32, usize>::new();
    let mut seen = Vec::new();
    for instruction in draft.functions().flat_map(|f| f.instructions().collect::<Vec<_>>()) {
        let bundled = instruction.bundles().into_iter().flat_map(|(_, values)| values);
        for operand in instruction.operands().chain(bundled).filter(|v| v.kind() != ValueKind::Metadata) {
            *wanted.entry(operand.number()).or_default() += 1;
            seen.push(operand);
        }
        seen.push(instruction);
    }
    for value in seen {
        assert_eq!(value.users().count(), wanted.get(&value.number()).copied().unwrap_or(0), "{value:?}");
    }
}

#[test]
fn storms_leave_modules_valid() {
    let mut list = files("ir/tests/modules", "ll");
    list.extend(files("roundtrip-corpus", "ll").into_iter().step_by(9));
    let mut made = 0;
    for (seed, path) in list.iter().enumerate() {
        let Some(bitcode) = assembled(&std::fs::read(path).unwrap()) else { continue };
        let draft = Draft::thaw(llvm_ir::read(&bitcode).unwrap());
        let mut r = Random::new(seed as u64, 0);
        for _ in 0..60 {
            let functions: Vec<_> = draft.functions().filter(|f| !f.is_declaration()).collect();
            if let Some(function) = functions.get(r.below(functions.len())) {
                change(&mut r, &draft, *function);
            }
        }
        uses_agree(&draft);
        let text = text(&draft.snapshot());
        if assembled(text.as_bytes()).is_none() {
            std::fs::write("/tmp/storm.ll", &text).unwrap();
            panic!("{}: LLVM refuses what became of it", path.display());
        }
        made += 1;
    }
    assert!(made > list.len() / 2);
}

/// Tests `end_block`: later instructions are erased and their values poison, debug records move before the `unreachable`, and phis
/// lose the block or are replaced.
#[test]
fn blocks_end() {
    let draft = Draft::thaw(llvm_ir::parse(include_bytes!("modules/ends.ll")).unwrap());
    let call = draft.functions().flat_map(|f| f.instructions().collect::<Vec<_>>()).find(|i| i.name() == b"end");
    call.unwrap().end_block().unwrap();
    let got = text(&draft.freeze());
    let body = &got[got.find("define").unwrap()..got.find("\n}").unwrap()];
    assert_eq!(body, include_str!("modules/ends.expected").trim_end());
    assert!(assembled(got.as_bytes()).is_some());
}

/// Tests an intrinsic with a single overloaded type.
#[test]
fn intrinsics_are_declared() {
    let draft = Draft::new(b"");
    let ty = draft.function_type(draft.bool_type(), &[draft.pointer_type(3).unwrap()], false).unwrap();
    let function = draft.intrinsic(b"llvm.is.constant", ty).unwrap().unwrap();
    assert_eq!(function.value().name(), b"llvm.is.constant.p3");
}

/// Tests that parameter names of a declaration survive freezing and thawing.
#[test]
fn declarations_have_named_parameters() {
    let draft = Draft::thaw(llvm_ir::parse(b"declare void @f(i32 %x, i32, i8 %y)\n").unwrap());
    let draft = Draft::thaw(draft.freeze());
    let function = draft.functions().next().unwrap();
    let names: Vec<_> = function.parameters().map(Value::name).collect();
    assert_eq!(names, [&b"x"[..], b"", b"y"]);
    assert!(llvm_ir::parse(b"declare void @f(i32 %x, i32 %x)\n").is_err());
}

/// Tests printing of an instruction of a moved body whose operands are still parameters of the old function.
#[test]
fn instructions_of_moved_bodies_are_printed() {
    let source = b"define i32 @old(i32 %x, i32 %0) {\n  %r = add i32 %x, %0\n  ret i32 %r\n}\ndeclare i32 @new(i64)\n";
    let draft = Draft::thaw(llvm_ir::parse(source).unwrap());
    let functions: Vec<_> = draft.functions().collect();
    functions[1].take_body(functions[0]).unwrap();
    let add = functions[1].instructions().next().unwrap();
    assert_eq!(add.print().unwrap().trim(), "%r = add i32 %x, <badref>");
}

/// Tests deleted globals in metadata against the output of LLVM's `globaldce` and `strip-dead-prototypes`.
#[test]
fn metadata_forgets_globals_that_are_deleted() {
    const BEFORE: &str = "@a = private global i32 1\n@b = global i32 2\ndeclare void @f()\n
        define void @g(i32 %x) {\n#dbg_value(!DIArgList(ptr @a, i32 %x), !9, !DIExpression(), !10)\nret void\n}\n
        !n = !{!0, !1, !2, !3, !4, !5}\n!0 = !{ptr @f, i32 31}\n!1 = !{!\"x\", ptr @f, ptr @b}\n!2 = distinct !{!2, ptr @a}
        !3 = !{!0}\n!4 = !{ptr @f, i32 31, i32 2}\n!5 = !{ptr @f, i32 31}\n
        !llvm.dbg.cu = !{!7}\n!llvm.module.flags = !{!6}\n!6 = !{i32 2, !\"Debug Info Version\", i32 3}
        !7 = distinct !DICompileUnit(language: DW_LANG_C, file: !8)\n!8 = !DIFile(filename: \"a\", directory: \"\")
        !9 = !DILocalVariable(scope: !11, name: \"v\")\n!10 = !DILocation(line: 1, scope: !11)
        !11 = distinct !DISubprogram(name: \"g\", file: !8, unit: !7, type: !12, spFlags: DISPFlagDefinition)
        !12 = !DISubroutineType(types: !{})\n";
    let draft = Draft::thaw(llvm_ir::parse(BEFORE.as_bytes()).unwrap());
    for name in [b"a", b"f"] {
        draft.global_named(name).unwrap().delete_global().unwrap();
    }
    let module = draft.freeze();
    let got = text(&module);
    let wanted = [
        "#dbg_value(!DIArgList(ptr poison, i32 %x)",
        "!n = !{!0, !1, !2, !3, !4, !0}",
        "!0 = distinct !{null, i32 31}",
        "!1 = distinct !{!\"x\", null, ptr @b}",
        "!2 = distinct !{!2, null}",
        "!3 = !{!0}",
        "!4 = distinct !{null, i32 31, i32 2}",
    ];
    wanted.into_iter().for_each(|line| assert!(got.contains(line), "{line} in {got}"));
    let again = llvm_ir::read(&llvm_ir::write(&module, &llvm_ir::WriteOptions::default()).unwrap()).unwrap();
    assert_eq!(text(&again), got);
}

/// Tests `is_used` on a long chain of constants: all are used while the last one is.
#[test]
fn constants_are_used_through_others() {
    const SOURCE: &[u8] = b"@v = global i64 0\n@g = global i64 0\n
        define void @f(ptr %p) {\nstore i64 sub (i64 ptrtoint (ptr @v to i64), i64 1), ptr %p\nret void\n}\n";
    let draft = Draft::thaw(llvm_ir::parse(SOURCE).unwrap());
    let [v, g] = [&b"v"[..], b"g"].map(|name| draft.global_named(name).unwrap());
    let store = draft.functions().next().unwrap().instructions().next().unwrap();
    let first = store.operands().next().unwrap();
    let five = draft.const_int(first.ty(), &[5]).unwrap();
    let mut chain = vec![v, first];
    for _ in 0..100_000 {
        let last = *chain.last().unwrap();
        chain.push(draft.const_binary(Opcode::Sub, 0, five, last).unwrap());
    }
    let used = || chain.iter().filter(|constant| constant.is_used()).count();
    let last = *chain.last().unwrap();
    assert_eq!(used(), 2, "only the instruction's operand and what that is made of");
    first.replace_uses(draft.const_int(first.ty(), &[7]).unwrap()).unwrap();
    assert_eq!(used(), 0);
    g.set_initializer(Some(last)).unwrap();
    assert_eq!(used(), chain.len());
    g.set_initializer(None).unwrap();
    assert_eq!(used(), 0);
    store.set_value_word(0, last).unwrap();
    assert_eq!(used(), chain.len());
    let more = draft.const_binary(Opcode::Sub, 0, last, five).unwrap();
    assert!(!more.is_used());
    store.set_value_word(0, more).unwrap();
    assert!(used() == chain.len() && more.is_used());
    store.erase().unwrap();
    assert!(used() == 0 && !more.is_used());
    g.set_initializer(Some(more)).unwrap();
    assert!(v.is_used());
    g.delete_global().unwrap();
    assert_eq!(used(), 0);
}
