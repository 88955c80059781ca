//! Constants: many numbers, and one array of many.

use super::{Shape, Text, long, short};

pub const SHAPES: &[Shape] = &[
    short("constants", 100_000, numbers),
    long("elements of one array", 1_000_000, array),
    long("elements that are pointers", 60_000, pointers),
    long("constant structures", 100_000, structs),
];

fn numbers(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func i64 @f(i64 %v0) {{"));
    out.lines(count, |out, n| {
        out.line(format_args!("  %v{} = xor i64 %v{n}, {}", n + 1, n * 7919));
    });
    out.line(format_args!("  ret i64 %v{count}\n}}")).end()
}

/// An array of arrays, as no SPIR-V instruction has more than 65,535 words.
fn array(count: usize) -> String {
    const ROW: usize = 1000;
    let (mut out, rows) = (Text::new(), count / ROW);
    out.put(format_args!("@t = addrspace(2) constant [{rows} x [{ROW} x i32]] ["));
    out.lines(rows, |out, row| {
        out.put(format_args!("{}[{ROW} x i32] [", if row == 0 { "" } else { ", " }));
        out.lines(ROW, |out, n| {
            out.put(format_args!("{}i32 {}", if n == 0 { "" } else { ", " }, (row * ROW + n) * 31));
        });
        out.put(format_args!("]"));
    });
    out.line(format_args!("], align 4")).end()
}

fn pointers(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("@g = addrspace(1) global [{count} x i32] zeroinitializer"));
    out.put(format_args!("@t = addrspace(1) constant [{count} x ptr addrspace(1)] ["));
    out.lines(count, |out, n| {
        let comma = if n == 0 { "" } else { ", " };
        out.put(format_args!("{comma}ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @g, i64 {})", 4 * n));
    });
    out.line(format_args!("], align 8")).end()
}

fn structs(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func void @f(ptr addrspace(1) %p) {{"));
    out.lines(count, |out, n| {
        out.line(format_args!("  store {{ i32, float }} {{ i32 {n}, float 1.0 }}, ptr addrspace(1) %p, align 4"));
    });
    out.line(format_args!("  ret void\n}}")).end()
}
