//! One switch of many cases.

use super::{Shape, Text, long, short};

pub const SHAPES: &[Shape] = &[
    short("cases", 100_000, dense),
    short("cases, far apart", 100_000, sparse),
    long("cases of i64", 100_000, wide),
    long("cases of i128", 100_000, of_i128),
    long("cases of i37", 100_000, of_i37),
    long("cases of one block", 100_000, one_block),
    long("switches", 100_000, many),
];

/// A switch whose cases go to 1,000 blocks, with a phi where all meet.
fn switch(count: usize, ty: &str, value: fn(usize) -> usize, blocks: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func i32 @f({ty} %a, i32 %x) {{\nentry:\n  switch {ty} %a, label %end ["));
    out.lines(count, |out, n| {
        out.line(format_args!("    {ty} {}, label %b{}", value(n), n % blocks));
    });
    out.line(format_args!("  ]"));
    out.lines(blocks, |out, n| {
        out.line(format_args!("b{n}:\n  %v{n} = add i32 %x, {n}\n  br label %end"));
    });
    out.put(format_args!("end:\n  %r = phi i32 [ 0, %entry ]"));
    out.lines(blocks, |out, n| {
        out.put(format_args!(", [ %v{n}, %b{n} ]"));
    });
    out.line(format_args!("\n  ret i32 %r\n}}")).end()
}

fn dense(count: usize) -> String {
    switch(count, "i32", |n| n, 1000)
}

fn sparse(count: usize) -> String {
    switch(count, "i32", |n| n * 20_011, 1000)
}

fn wide(count: usize) -> String {
    switch(count, "i64", |n| n * 10_000_000_019, 1000)
}

fn of_i128(count: usize) -> String {
    switch(count, "i128", |n| n * 10_000_000_000_037, 1000)
}

fn of_i37(count: usize) -> String {
    switch(count, "i37", |n| n * 500_009, 1000)
}

/// Cases that go to one block, whose phi names each edge.
fn one_block(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func i32 @f(i32 %a, i32 %x) {{\nentry:\n  switch i32 %a, label %end ["));
    out.lines(count, |out, n| {
        out.line(format_args!("    i32 {}, label %end", n * 3));
    });
    out.put(format_args!("  ]\nend:\n  %r = phi i32 [ %x, %entry ]"));
    out.lines(count, |out, _| {
        out.put(format_args!(", [ %x, %entry ]"));
    });
    out.line(format_args!("\n  ret i32 %r\n}}")).end()
}

/// Many switches of ten cases in one function.
fn many(count: usize) -> String {
    let (mut out, switches) = (Text::new(), count / 10);
    out.line(format_args!("define spir_func void @f(i32 %a) {{\n  br label %b0"));
    out.lines(switches, |out, n| {
        out.line(format_args!("b{n}:\n  switch i32 %a, label %b{} [", n + 1));
        out.lines(10, |out, case| {
            out.line(format_args!("    i32 {}, label %c{n}", case * 5));
        });
        out.line(format_args!("  ]\nc{n}:\n  br label %b{}", n + 1));
    });
    out.line(format_args!("b{switches}:\n  ret void\n}}")).end()
}
