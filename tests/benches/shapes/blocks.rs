//! Blocks of one function: in sequence, in loops, nested, in ladders, and the phis where they meet.

use super::{Shape, Text, long, short};

pub const SHAPES: &[Shape] = &[
    short("blocks in a row", 200_000, chain),
    long("loops in a row", 200_000, loops),
    long("loops in loops", 200_000, nest),
    long("loops in loops, hinted", 20_000, hinted_nest),
    long("ladder of ifs", 200_000, ladder),
    long("ifs in ifs", 200_000, ifs_in_ifs),
    long("blocks backwards", 200_000, backwards),
    long("one way out", 60_000, one_exit),
    long("phis of one block", 200_000, phis),
    long("phi of many", 30_000, wide_phi),
];

/// Blocks that each branch to the next, or to the one after it.
fn chain(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func i32 @f(i32 %v0) {{\n  br label %b0"));
    out.lines(count, |out, n| {
        out.line(format_args!("b{n}:\n  %v{} = add i32 %v{n}, {}", n + 1, n % 100));
        out.line(format_args!("  br label %b{}", n + 1));
    });
    out.line(format_args!("b{count}:\n  ret i32 %v{count}\n}}")).end()
}

/// Loops of one block, one after the other.
fn loops(count: usize) -> String {
    let (mut out, loops) = (Text::new(), count / 2);
    out.line(format_args!("define spir_func i32 @f(i32 %a) {{\n  br label %out0\nout0:"));
    out.lines(loops, |out, n| {
        let next = n + 1;
        out.line(format_args!("  br label %in{next}\nin{next}:"));
        out.line(format_args!("  %i{next} = phi i32 [ 0, %out{n} ], [ %j{next}, %in{next} ]"));
        out.line(format_args!("  %j{next} = add i32 %i{next}, 1\n  %c{next} = icmp eq i32 %j{next}, %a"));
        out.line(format_args!("  br i1 %c{next}, label %out{next}, label %in{next}\nout{next}:"));
    });
    out.line(format_args!("  ret i32 %j{loops}\n}}")).end()
}

/// Nested loops, which end together.
fn nest(count: usize) -> String {
    nested(count, "")
}

/// A nest of loops, each with a loop control.
fn hinted_nest(count: usize) -> String {
    let mut text = nested(count, ", !llvm.loop !0");
    text.push_str("!0 = distinct !{!0, !1}\n!1 = !{!\"llvm.loop.unroll.disable\"}\n");
    text
}

fn nested(count: usize, hint: &str) -> String {
    let (mut out, depth) = (Text::new(), count / 2);
    out.line(format_args!("define spir_func void @f(i1 %c) {{\n  br label %head0"));
    out.lines(depth, |out, n| {
        let to = if n + 1 == depth { format!("tail{n}") } else { format!("head{}", n + 1) };
        out.line(format_args!("head{n}:\n  br label %{to}"));
    });
    out.lines(depth, |out, n| {
        let n = depth - 1 - n;
        let to = if n == 0 { "end".to_owned() } else { format!("tail{}", n - 1) };
        out.line(format_args!("tail{n}:\n  br i1 %c, label %head{n}, label %{to}{hint}"));
    });
    out.line(format_args!("end:\n  ret void\n}}")).end()
}

/// A chain of `if ... else if ...`, with a phi after each branch.
fn ladder(count: usize) -> String {
    let (mut out, rungs) = (Text::new(), count / 4);
    out.line(format_args!("define spir_func i32 @f(i32 %v0, i32 %a) {{\n  br label %join0\njoin0:"));
    out.lines(rungs, |out, n| {
        let next = n + 1;
        out.line(format_args!("  %c{n} = icmp ult i32 %v{n}, %a\n  br i1 %c{n}, label %then{n}, label %else{n}"));
        out.line(format_args!("then{n}:\n  %x{n} = add i32 %v{n}, 1\n  br label %join{next}"));
        out.line(format_args!("else{n}:\n  %y{n} = mul i32 %v{n}, 3\n  br label %join{next}\njoin{next}:"));
        out.line(format_args!("  %v{next} = phi i32 [ %x{n}, %then{n} ], [ %y{n}, %else{n} ]"));
    });
    out.line(format_args!("  ret i32 %v{rungs}\n}}")).end()
}

/// Nested ifs, with a phi at the end of each.
fn ifs_in_ifs(count: usize) -> String {
    let (mut out, depth) = (Text::new(), count / 2);
    out.line(format_args!("define spir_func i32 @f(i1 %c, i32 %a) {{\n  br label %if0"));
    out.lines(depth, |out, n| {
        out.line(format_args!("if{n}:\n  br i1 %c, label %if{}, label %end{n}", n + 1));
    });
    out.line(format_args!("if{depth}:\n  br label %end{}", depth - 1));
    out.lines(depth, |out, n| {
        let n = depth - 1 - n;
        let (value, from) = match n + 1 == depth {
            true => ("7".to_owned(), format!("if{depth}")),
            false => (format!("%p{}", n + 1), format!("end{}", n + 1)),
        };
        out.line(format_args!("end{n}:\n  %p{n} = phi i32 [ %a, %if{n} ], [ {value}, %{from} ]"));
        match n {
            0 => out.line(format_args!("  ret i32 %p0")),
            _ => out.line(format_args!("  br label %end{}", n - 1)),
        };
    });
    out.line(format_args!("}}")).end()
}

/// Blocks in an order in which each precedes its dominator.
fn backwards(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func void @f(i1 %c) {{\n  br label %b{}", count - 1));
    out.line(format_args!("end:\n  ret void"));
    out.lines(count, |out, n| {
        let to = if n == 0 { "end".to_owned() } else { format!("b{}", n - 1) };
        let back = n + (count - n) / 2;
        out.line(format_args!("b{n}:\n  br i1 %c, label %{to}, label %b{back}"));
    });
    out.line(format_args!("}}")).end()
}

/// Blocks that may each leave for one exit, without phis.
fn one_exit(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func void @f(i32 %a) {{\n  br label %b0"));
    out.lines(count, |out, n| {
        out.line(format_args!("b{n}:\n  %c{n} = icmp eq i32 %a, {n}\n  br i1 %c{n}, label %end, label %b{}", n + 1));
    });
    out.line(format_args!("b{count}:\n  br label %end\nend:\n  ret void\n}}")).end()
}

/// Many phis, of numbers and of pointers, at the head of one loop.
fn phis(count: usize) -> String {
    let (mut out, phis) = (Text::new(), count / 2);
    out.line(format_args!(
        "define spir_func void @f(i1 %c, i32 %a, ptr addrspace(1) %p) {{\nentry:\n  br label %head\nhead:"
    ));
    out.lines(phis, |out, n| {
        let (value, pointer) = ((n + 1) % phis, (n + 7) % phis);
        out.line(format_args!("  %v{n} = phi i32 [ %a, %entry ], [ %v{value}, %head ]"));
        out.line(format_args!("  %q{n} = phi ptr addrspace(1) [ %p, %entry ], [ %q{pointer}, %head ]"));
    });
    out.line(format_args!("  br i1 %c, label %head, label %end\nend:"));
    out.line(format_args!("  store i32 %v0, ptr addrspace(1) %q0, align 4\n  ret void\n}}")).end()
}

/// A single phi with this number of blocks.
fn wide_phi(count: usize) -> String {
    let mut out = Text::new();
    out.line(format_args!("define spir_func i32 @f(i32 %a) {{\n  br label %b0"));
    out.lines(count, |out, n| {
        out.line(format_args!("b{n}:\n  %c{n} = icmp eq i32 %a, {n}\n  br i1 %c{n}, label %end, label %b{}", n + 1));
    });
    out.line(format_args!("b{count}:\n  br label %end\nend:"));
    out.put(format_args!("  %r = phi i32 [ -1, %b{count} ]"));
    out.lines(count, |out, n| {
        out.put(format_args!(", [ {}, %b{n} ]", n % 1000));
    });
    out.line(format_args!("\n  ret i32 %r\n}}")).end()
}
