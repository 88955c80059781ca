//! Modules with decorations, names, annotations and metadata of values.

use super::{Shape, Text, long};

pub const SHAPES: &[Shape] = &[
    long("decorations", 100_000, decorations),
    long("metadata", 100_000, metadata),
    long("annotations", 100_000, annotations),
    long("names", 200_000, names),
    long("decorations of globals", 100_000, of_globals),
    long("hints of loops", 60_000, hints),
];

/// Instructions with separate decorations.
fn decorations(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func float @f(float %v0) {{"));
    out.lines(count, |out, n| {
        out.line(format_args!("  %v{} = fadd float %v{n}, %v0, !spirv.Decorations !{}", n + 1, 2 * n));
    });
    out.line(format_args!("  ret float %v{count}\n}}"));
    out.lines(count, |out, n| {
        out.line(format_args!("!{} = !{{!{}}}", 2 * n, 2 * n + 1));
        out.line(format_args!("!{} = !{{i32 40, i32 {}}}", 2 * n + 1, n % 16));
    });
    out.end()
}

/// Variables with decorations.
fn of_globals(count: usize) -> String {
    let mut out = Text::new();
    out.lines(count, |out, n| {
        out.line(format_args!("@g{n} = addrspace(1) global i32 {n}, align 4, !spirv.Decorations !{}", 2 * n));
    });
    out.lines(count, |out, n| {
        out.line(format_args!("!{} = !{{!{}}}", 2 * n, 2 * n + 1));
        out.line(format_args!("!{} = !{{i32 44, i32 {}}}", 2 * n + 1, 4 << (n % 4)));
    });
    out.end()
}

/// Nodes attached to instructions, and nodes in named metadata.
fn metadata(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func void @f(ptr addrspace(1) %p) {{"));
    out.lines(count / 2, |out, n| {
        out.line(format_args!("  %v{n} = load i32, ptr addrspace(1) %p, align 4, !range !{n}"));
    });
    out.line(format_args!("  ret void\n}}"));
    out.put(format_args!("!opencl.used.extensions = !{{"));
    out.lines(count / 2, |out, n| {
        out.put(format_args!("{}!{}", if n == 0 { "" } else { ", " }, count / 2 + n));
    });
    out.line(format_args!("}}"));
    out.lines(count / 2, |out, n| {
        out.line(format_args!("!{n} = !{{i32 0, i32 {}}}", n + 1));
    });
    out.lines(count / 2, |out, n| {
        out.line(format_args!("!{} = !{{!\"cl_khr_{}\"}}", count / 2 + n, n));
    });
    out.end()
}

/// Calls of `llvm.ptr.annotation`, each with a separate string.
fn annotations(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)"));
    out.lines(count, |out, n| {
        out.line(format_args!(
            "@s{n} = private unnamed_addr constant [14 x i8] c\"text {n:08}\\00\", section \"llvm.metadata\""
        ));
    });
    out.line(format_args!("define spir_func void @f(ptr %p) {{"));
    out.lines(count, |out, n| {
        out.line(format_args!(
            "  %v{n} = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @s{n}, ptr null, i32 0, ptr null)"
        ));
        out.line(format_args!("  store i32 {}, ptr %v{n}, align 4", n % 10));
    });
    out.line(format_args!("  ret void\n}}")).end()
}

/// Long names, of values, blocks and functions.
fn names(count: usize) -> String {
    let mut out = Text::new();
    out.lines(count / 100, |out, f| {
        out.line(format_args!("define spir_func i32 @function_with_quite_a_long_name_{f}(i32 %parameter0) {{"));
        out.line(format_args!("entry_of_the_function:"));
        out.lines(100, |out, n| {
            out.line(format_args!("  %parameter{} = add i32 %parameter{n}, 1", n + 1));
        });
        out.line(format_args!("  ret i32 %parameter100\n}}"));
    });
    out.end()
}

/// Loops with hints, in one function.
fn hints(count: usize) -> String {
    let (mut out, loops) = (Text::new(), count / 3);
    out.line(format_args!("define spir_func void @f(i1 %c) {{\n  br label %b0"));
    out.lines(loops, |out, n| {
        out.line(format_args!("b{n}:\n  br i1 %c, label %b{n}, label %b{}, !llvm.loop !{}", n + 1, 2 * n));
    });
    out.line(format_args!("b{loops}:\n  ret void\n}}"));
    out.lines(loops, |out, n| {
        out.line(format_args!("!{} = distinct !{{!{}, !{}}}", 2 * n, 2 * n, 2 * n + 1));
        out.line(format_args!("!{} = !{{!\"llvm.loop.unroll.count\", i32 {}}}", 2 * n + 1, n % 60 + 2));
    });
    out.end()
}
