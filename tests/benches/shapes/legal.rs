//! LLVM IR with types that SPIR-V lacks: other vectors, other integers, booleans in memory.

use super::{Shape, Text, long};

pub const SHAPES: &[Shape] = &[
    long("vectors of 7", 100_000, vectors),
    long("integers of 37 bits", 100_000, |count| integers(count, 37)),
    long("integers of 128 bits", 100_000, |count| integers(count, 128)),
    long("vectors of 64", 20_000, wide_vectors),
    long("booleans in memory", 100_000, booleans),
    long("one legalised block", 100_000, one_block),
];

/// Operations of one function.
const EACH: usize = 200;

fn functions(count: usize, ty: &str, operation: impl Fn(&mut Text, usize)) -> String {
    let mut out = Text::new();
    out.lines(count / EACH, |out, f| {
        out.line(format_args!("define spir_func void @f{f}({ty} %v0, {ty} %b, ptr addrspace(1) %p, i1 %c) {{"));
        out.lines(EACH, &operation);
        out.line(format_args!("  store {ty} %v{EACH}, ptr addrspace(1) %p\n  ret void\n}}"));
    });
    out.end()
}

fn vectors(count: usize) -> String {
    functions(count, "<7 x i32>", |out, n| vector(out, n, "<7 x i32>", 7))
}

fn wide_vectors(count: usize) -> String {
    functions(count, "<64 x i32>", |out, n| vector(out, n, "<64 x i32>", 64))
}

fn vector(out: &mut Text, n: usize, ty: &str, lanes: usize) {
    let next = n + 1;
    match n % 5 {
        0 => out.line(format_args!("  %v{next} = add {ty} %v{n}, %b")),
        1 => out.line(format_args!("  %v{next} = insertelement {ty} %v{n}, i32 {n}, i32 {}", n % lanes)),
        2 => out.line(format_args!("  %v{next} = load {ty}, ptr addrspace(1) %p")),
        3 => out.line(format_args!("  %v{next} = select i1 %c, {ty} %v{n}, {ty} %b")),
        _ => out.line(format_args!("  %v{next} = mul {ty} %v{n}, %v{}", n - 1)),
    };
}

fn integers(count: usize, width: usize) -> String {
    functions(count, &format!("i{width}"), |out, n| integer(out, n, width))
}

fn integer(out: &mut Text, n: usize, width: usize) {
    let next = n + 1;
    match n % 5 {
        0 => out.line(format_args!("  %v{next} = add i{width} %v{n}, {}", n + 1)),
        1 => out.line(format_args!("  %v{next} = lshr i{width} %v{n}, {}", n % width)),
        2 => out.line(format_args!("  %v{next} = load i{width}, ptr addrspace(1) %p")),
        3 => out.line(format_args!("  %v{next} = select i1 %c, i{width} %v{n}, i{width} %b")),
        _ => out.line(format_args!("  %v{next} = xor i{width} %v{n}, %v{}", n - 1)),
    };
}

fn booleans(count: usize) -> String {
    functions(count, "i1", |out, n| {
        let next = n + 1;
        match n % 3 {
            0 => out.line(format_args!("  %v{next} = xor i1 %v{n}, %b")),
            1 => out.line(format_args!("  store i1 %v{n}, ptr addrspace(1) %p\n  %v{next} = or i1 %v{n}, %c")),
            _ => out.line(format_args!("  %v{next} = load i1, ptr addrspace(1) %p")),
        };
    })
}

/// Operations in one block.
fn one_block(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func void @f(<7 x i32> %v0, <7 x i32> %b, i37 %w0, ptr addrspace(1) %p) {{"));
    out.lines(count / 2, |out, n| {
        out.line(format_args!("  %v{} = add <7 x i32> %v{n}, %b", n + 1));
        out.line(format_args!("  %w{} = add i37 %w{n}, {}", n + 1, n % 1000 + 1));
    });
    out.line(format_args!("  store <7 x i32> %v{}, ptr addrspace(1) %p", count / 2));
    out.line(format_args!("  store i37 %w{}, ptr addrspace(1) %p\n  ret void\n}}", count / 2)).end()
}
