//! Instructions: in many functions, in one block, in chains that each determine a pointee.

use super::{Shape, Text, long, short};

pub const SHAPES: &[Shape] = &[
    short("instructions", 1_000_000, super::super::module),
    long("one block", 1_000_000, one_block),
    long("pointer chain", 200_000, pointer_chain),
    long("variables", 100_000, variables),
    long("variables of pointers", 100_000, pointer_variables),
    long("uses of one global", 200_000, uses_of_one),
];

const OPS: [&str; 6] = ["add", "sub", "mul", "and", "or", "xor"];

/// A single function with one block.
fn one_block(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_kernel void @k(ptr addrspace(1) %p, i32 %a, i32 %b) {{"));
    out.line(format_args!("  %v0 = add i32 %a, %b"));
    out.lines(count / 4, |out, n| {
        let (op, next) = (OPS[n % OPS.len()], n + 1);
        out.line(format_args!("  %w{next} = {op} i32 %v{n}, {}", n % 1000 + 1));
        out.line(format_args!("  %g{next} = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %w{next}"));
        out.line(format_args!("  %v{next} = load i32, ptr addrspace(1) %g{next}, align 4"));
        out.line(format_args!("  store i32 %w{next}, ptr addrspace(1) %g{next}, align 4"));
    });
    out.line(format_args!("  ret void\n}}")).end()
}

/// Pointers that are each computed from the previous one; only the last one is loaded from.
fn pointer_chain(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func i32 @f(ptr addrspace(1) %v0, ptr addrspace(1) %q, i1 %c) {{"));
    out.lines(count, |out, n| {
        let (from, to) = (n, n + 1);
        match n % 2 {
            0 => out.line(format_args!("  %v{to} = select i1 %c, ptr addrspace(1) %v{from}, ptr addrspace(1) %q")),
            _ => out.line(format_args!("  %v{to} = freeze ptr addrspace(1) %v{from}")),
        };
    });
    out.line(format_args!("  %r = load i32, ptr addrspace(1) %v{count}, align 4\n  ret i32 %r\n}}")).end()
}

/// Variables of one function.
fn variables(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func i32 @f(i32 %v0) {{"));
    out.lines(count, |out, n| {
        out.line(format_args!("  %a{n} = alloca i32, align 4"));
        out.line(format_args!("  store i32 %v{n}, ptr %a{n}, align 4"));
        out.line(format_args!("  %v{} = load i32, ptr %a{n}, align 4", n + 1));
    });
    out.line(format_args!("  ret i32 %v{count}\n}}")).end()
}

/// Variables that hold pointers, each initialised from the previous one.
fn pointer_variables(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func i32 @f(ptr addrspace(1) %v0) {{"));
    out.lines(count, |out, n| {
        out.line(format_args!("  %a{n} = alloca ptr addrspace(1), align 8"));
        out.line(format_args!("  store ptr addrspace(1) %v{n}, ptr %a{n}, align 8"));
        out.line(format_args!("  %v{} = load ptr addrspace(1), ptr %a{n}, align 8", n + 1));
    });
    out.line(format_args!("  %r = load i32, ptr addrspace(1) %v{count}, align 4\n  ret i32 %r\n}}")).end()
}

/// One global, one function and one constant that everything uses.
fn uses_of_one(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("@g = addrspace(1) global [16 x i32] zeroinitializer"));
    out.lines(count / 100, |out, f| {
        out.line(format_args!("define spir_func void @f{f}() {{"));
        out.lines(50, |out, n| {
            out.line(format_args!("  %v{n} = load i32, ptr addrspace(1) getelementptr inbounds ([16 x i32], ptr addrspace(1) @g, i64 0, i64 3), align 4"));
            out.line(format_args!("  store i32 %v{n}, ptr addrspace(1) @g, align 4"));
        });
        out.line(format_args!("  ret void\n}}"));
    });
    out.end()
}
