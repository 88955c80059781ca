//! Coverage of intrinsics: each is called by random functions, or states something about the program, or is rejected by
//! name, so that none becomes a call of an undefined function.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

use llvm_spirv::options::Options;
use llvm_spirv_differential::generate::{self, Category, Only};
use llvm_spirv_differential::intrinsics::{
    DIAGNOSED, GENERATED, HINTS, NOT_APPLICABLE, TRANSLATED, of_no_target, signature,
};
use llvm_spirv_differential::llvm;

/// Overloaded intrinsics, with one of their types.
#[rustfmt::skip]
const OVERLOADED: &[(&str, &str)] = &[
    ("addressofreturnaddress", "ptr ()"),
    ("alloc.token.id", "i64 (metadata)"),
    ("callbr.landingpad", "i32 (i32)"),
    ("coro.align", "i32 ()"),
    ("coro.alloca.alloc", "token (i32, i32)"),
    ("coro.size", "i32 ()"),
    ("coro.suspend.async", "{ ptr } (i32, ptr, ptr, ...)"),
    ("coro.suspend.retcon", "i1 (...)"),
    ("eh.exceptionpointer", "ptr (token)"),
    ("eh.typeid.for", "i32 (ptr)"),
    ("experimental.deoptimize", "void (...)"),
    ("experimental.gc.get.pointer.base", "ptr (ptr)"),
    ("experimental.gc.get.pointer.offset", "i64 (ptr)"),
    ("experimental.gc.relocate", "ptr addrspace(1) (token, i32, i32)"),
    ("experimental.gc.result", "i32 (token)"),
    ("experimental.gc.statepoint", "token (i64, i32, ptr, i32, i32, ...)"),
    ("experimental.patchpoint", "i64 (i64, i32, ptr, i32, ...)"),
    ("frameaddress", "ptr (i32)"),
    ("get.dynamic.area.offset", "i64 ()"),
    ("loop.decrement", "i1 (i32)"),
    ("loop.decrement.reg", "i32 (i32, i32)"),
    ("protected.field.ptr", "ptr (ptr, i64, i1)"),
    ("read_register", "i64 (metadata)"),
    ("read_volatile_register", "i64 (metadata)"),
    ("set.loop.iterations", "void (i32)"),
    ("sponentry", "ptr ()"),
    ("stackaddress", "ptr ()"),
    ("start.loop.iterations", "i32 (i32)"),
    ("test.set.loop.iterations", "i1 (i32)"),
    ("test.start.loop.iterations", "{ i32, i1 } (i32)"),
    ("thread.pointer", "ptr ()"),
    ("threadlocal.address", "ptr (ptr)"),
    ("vscale", "i64 ()"),
    ("write_register", "void (metadata, i64)"),
];

fn type_of(name: &str) -> String {
    let known = || OVERLOADED.iter().find(|row| row.0 == name).map(|row| row.1.to_owned());
    signature(name).or_else(known).unwrap_or_else(|| panic!("llvm.{name} has no row"))
}

fn argument(ty: &str) -> String {
    let value = match ty {
        "ptr" => "%p",
        "token" => "none",
        "metadata" => "!{!\"x\"}",
        _ => "0",
    };
    format!("{ty} {}", if ty == "i1" { "false" } else { value })
}

/// Returns a function with one call of the intrinsic; optionally with an integer that makes legalization rewrite it.
fn module(name: &str, is_rewritten: bool) -> String {
    let ty = type_of(name);
    let (result, parameters) = ty.rsplit_once(" (").unwrap();
    let types = parameters.trim_end_matches(')').split(", ").filter(|ty| !ty.is_empty() && *ty != "...");
    let arguments = types.map(argument).collect::<Vec<_>>().join(", ");
    let value = if result == "void" { "" } else { "%r = " };
    let illegal = if is_rewritten { "  %o = add i24 %n, 1\n  store i24 %o, ptr %p\n" } else { "" };
    format!(
        "target triple = \"spir64-unknown-unknown\"\ndefine spir_func void @f(ptr %p, i24 %n, ...) {{\n{illegal}  \
         {value}call {ty} @llvm.{name}({arguments})\n  ret void\n}}\n"
    )
    .replace(", i24 %n, ...", if is_rewritten { ", i24 %n" } else { "" })
}

fn refusal(text: &str) -> String {
    match llvm_spirv::llvm_to_spirv(text.as_bytes(), &Options::default()) {
        Ok(_) => format!("translated:\n{text}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_is_not_translated_is_refused_by_its_name() {
    let rows: Vec<_> = DIAGNOSED.iter().chain(NOT_APPLICABLE).map(|row| row.0).collect();
    let is_one =
        |name: &str| rows.iter().any(|row| row.strip_suffix('*').map_or(*row == name, |s| name.starts_with(s)));
    let (mut named, mut wrong) = (0, Vec::new());
    for name in of_no_target().into_iter().filter(|name| is_one(name)) {
        for is_rewritten in [false, true] {
            let text = module(&name, is_rewritten);
            let is_readable = llvm::readable(&text).is_ok();
            let error = refusal(&text);
            named += usize::from(is_readable);
            // What LLVM itself refuses is no module.
            let is_right =
                if is_readable { error.contains(&format!("llvm.{name}")) } else { !error.contains("translated") };
            if !is_right || error.contains("internal") {
                wrong.push(format!("llvm.{name}: {error}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(named > 250, "{named} calls");
}

/// Intrinsics that state something about the program, each in a call. Metadata is `!0`.
#[rustfmt::skip]
const SAID: &[(&str, &str)] = &[
    ("annotation", "%r = call i32 @llvm.annotation.i32.p0(i32 1, ptr %p, ptr %p, i32 1)"),
    ("codeview.annotation", "call void @llvm.codeview.annotation(metadata !0)"),
    ("debugtrap", "call void @llvm.debugtrap()"),
    ("instrprof.callsite", "call void @llvm.instrprof.callsite(ptr @n, i64 1, i32 1, i32 0, ptr %p)"),
    ("instrprof.cover", "call void @llvm.instrprof.cover(ptr @n, i64 1, i32 1, i32 0)"),
    ("instrprof.increment", "call void @llvm.instrprof.increment(ptr @n, i64 1, i32 1, i32 0)"),
    ("instrprof.increment.step", "call void @llvm.instrprof.increment.step(ptr @n, i64 1, i32 1, i32 0, i64 2)"),
    ("instrprof.mcdc.parameters", "call void @llvm.instrprof.mcdc.parameters(ptr @n, i64 1, i32 1)"),
    ("instrprof.mcdc.tvbitmap.update", "call void @llvm.instrprof.mcdc.tvbitmap.update(ptr @n, i64 1, i32 1, ptr %p)"),
    ("instrprof.timestamp", "call void @llvm.instrprof.timestamp(ptr @n, i64 1, i32 1, i32 0)"),
    ("instrprof.value.profile", "call void @llvm.instrprof.value.profile(ptr @n, i64 1, i64 1, i32 0, i32 0)"),
    ("pseudoprobe", "call void @llvm.pseudoprobe(i64 1, i64 1, i32 0, i64 -1)"),
    ("ptr.annotation", "%r = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @n, ptr @n, i32 1, ptr null)"),
    ("ssa.copy", "%r = call i32 @llvm.ssa.copy(i32 1)"),
    ("trap", "call void @llvm.trap()"),
    ("ubsantrap", "call void @llvm.ubsantrap(i8 1)"),
    ("var.annotation", "%v = alloca i32\n  call void @llvm.var.annotation.p0.p0(ptr %v, ptr @n, ptr @n, i32 1, ptr null)"),
];

/// Checks that intrinsics that state something about the program are dropped, kept or end it, and never become a call
/// of an undefined function. Debug intrinsics are no calls any more when LLVM has read them.
#[test]
fn what_is_said_is_translated() {
    let is_said =
        |name: &str| HINTS.iter().any(|row| row.strip_suffix('*').map_or(*row == name, |s| name.starts_with(s)));
    for name in of_no_target().into_iter().filter(|name| is_said(name) && !name.starts_with("dbg.")) {
        let call = SAID.iter().find(|row| row.0 == name).unwrap_or_else(|| panic!("llvm.{name} has no call")).1;
        let text = format!(
            "target triple = \"spir64-unknown-unknown\"\n@n = private constant [2 x i8] c\"n\\00\"\n\
             define spir_func void @f(ptr %p) {{\n  {call}\n  ret void\n}}\n!0 = !{{!\"x\"}}\n"
        );
        let spirv = llvm_spirv::llvm_to_spirv(text.as_bytes(), &Options::default());
        let spirv = spirv.unwrap_or_else(|error| panic!("llvm.{name}: {error}\n{text}"));
        assert!(!spirv.bytes.windows(5).any(|bytes| bytes == b"llvm."), "llvm.{name} is imported");
    }
}

/// Checks that random functions call each intrinsic that is listed as generated.
#[test]
fn what_is_generated_is_called() {
    let calls = |name: &str, number| {
        let only = Only { category: Some(Category::Intrinsics), intrinsic: Some(name.to_owned()) };
        let text = generate::function(1, number, &only).chunk().text;
        let called = text.split("@llvm.").skip(1).filter_map(|rest| rest.strip_prefix(name)).map(str::to_owned);
        // What follows is the type, or the arguments.
        called.into_iter().any(|rest| rest.starts_with('(') || rest.starts_with('.'))
    };
    let wrong: Vec<_> = GENERATED.iter().chain(TRANSLATED).filter(|row| !(0..6).any(|n| calls(row.0, n))).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}
