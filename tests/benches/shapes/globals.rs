//! Global variables: with initialisers, with each other's addresses, with constant expressions.

use super::{Shape, Text, long, short};

pub const SHAPES: &[Shape] = &[
    short("globals", 100_000, initialised),
    long("globals of globals", 100_000, references),
    long("globals of expressions", 100_000, expressions),
    long("expression of expressions", 100_000, deep),
    long("globals of kernels", 20_000, of_kernels),
    long("strings", 100_000, strings),
];

fn initialised(count: usize) -> String {
    let mut out = Text::new();
    out.lines(count, |out, n| {
        match n % 4 {
            0 => out.line(format_args!("@g{n} = addrspace(1) global i32 {n}, align 4")),
            1 => out.line(format_args!("@g{n} = addrspace(2) constant [2 x i32] [i32 {n}, i32 1], align 4")),
            2 => out.line(format_args!(
                "@g{n} = internal addrspace(1) global {{ i32, float, [2 x i16] }} {{ i32 {n}, float 1.0, [2 x i16] [i16 1, i16 2] }}"
            )),
            _ => out.line(format_args!("@g{n} = internal addrspace(3) global i64 undef, align 8")),
        };
    });
    out.end()
}

/// Variables that each point to the previous one.
fn references(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("@g0 = addrspace(1) global ptr addrspace(1) null, align 8"));
    out.lines(count, |out, n| {
        out.line(format_args!("@g{} = addrspace(1) global ptr addrspace(1) @g{n}, align 8", n + 1));
    });
    out.end()
}

fn expressions(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("@t = addrspace(1) global [{count} x i32] zeroinitializer"));
    out.lines(count, |out, n| {
        let at = format!("getelementptr inbounds ([{count} x i32], ptr addrspace(1) @t, i64 0, i64 {n})");
        match n % 2 {
            0 => out.line(format_args!("@g{n} = addrspace(1) global ptr addrspace(1) {at}, align 8")),
            _ => out.line(format_args!(
                "@g{n} = addrspace(1) global i64 add (i64 ptrtoint (ptr addrspace(1) {at} to i64), i64 {n}), align 8"
            )),
        };
    });
    out.end()
}

/// A single constant expression of this depth.
fn deep(count: usize) -> String {
    let mut out = Text::new();
    // One line a level: LLVM's parser recurses along what is written inside of one another.
    out.line(format_args!("@g = addrspace(1) global i8 0"));
    out.line(format_args!("define spir_func i64 @f() {{\n  %v0 = ptrtoint ptr addrspace(1) @g to i64"));
    out.lines(count, |out, n| {
        out.line(format_args!("  %v{} = add i64 %v{n}, ptrtoint (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @g, i64 {n}) to i64)", n + 1));
    });
    out.line(format_args!("  ret i64 %v{count}\n}}")).end()
}

/// Kernels that each use a global, and a function that all of them call.
fn of_kernels(count: usize) -> String {
    let mut out = Text::new();
    out.lines(count, |out, n| {
        out.line(format_args!("@g{n} = internal addrspace(3) global [4 x i32] undef, align 4"));
        out.line(format_args!("define spir_kernel void @k{n}(ptr addrspace(1) %p) {{"));
        out.line(format_args!("  %v = load i32, ptr addrspace(3) @g{n}, align 4"));
        out.line(format_args!("  store i32 %v, ptr addrspace(1) %p, align 4\n  ret void\n}}"));
    });
    out.end()
}

/// Strings of `printf`.
fn strings(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("declare spir_func i32 @printf(ptr addrspace(2), ...)"));
    out.lines(count, |out, n| {
        out.line(format_args!(
            "@.str.{n} = private unnamed_addr addrspace(2) constant [11 x i8] c\"{n:08} %\\00\", align 1"
        ));
    });
    out.lines(count / 100, |out, f| {
        out.line(format_args!("define spir_func void @f{f}() {{"));
        out.lines(100, |out, n| {
            out.line(format_args!(
                "  %c{n} = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @.str.{})",
                f * 100 + n
            ));
        });
        out.line(format_args!("  ret void\n}}"));
    });
    out.end()
}
