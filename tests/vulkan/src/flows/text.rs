//! Programs as LLVM IR.

use super::evaluate::{factor, mask};
use super::program::{BOUND, ELEMENTS, End, FUEL, Inst, Op, Operand, Phi, Program, STEP, Type};
use super::{LANES, programs};
use std::fmt::Write;

const HEAD: &str = "target datalayout = \"e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10\"
target triple = \"spirv1.5-unknown-vulkan1.2-compute\"
@id = external addrspace(7) constant <3 x i32>, !spirv.Decorations !5
@out = external addrspace(11) global %out, !spirv.Decorations !0
";

const TAIL: &str = "attributes #0 = { nounwind \"hlsl.shader\"=\"compute\" \"hlsl.numthreads\"=\"1,1,1\" }
attributes #1 = { nounwind noinline }
attributes #2 = { nounwind }
!spirv.Struct = !{!3}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{%out poison, !\"out\", !4, !8}
!4 = !{!7}
!5 = !{!6}
!6 = !{i32 11, i32 28}
!7 = !{i32 2}
!8 = !{i32 0, !\"words\", !9}
!9 = !{!10}
!10 = !{i32 35, i32 0}
";

/// Returns the LLVM IR of a module with cases.
pub fn module(seed: u64, cases: &[u64]) -> String {
    let mut text = format!("{HEAD}%out = type {{ [{} x i32] }}\n", cases.len() * LANES);
    let mut main = "define void @main() #0 {\n  %id = load <3 x i32>, ptr addrspace(7) @id\n  \
        %lane = extractelement <3 x i32> %id, i32 0\n  %from1 = add i32 %lane, 1\n"
        .to_owned();
    let _ = writeln!(main, "  %hash = mul i32 %from1, {}", factor() as i32);
    for (position, program) in programs(seed, cases).iter().enumerate() {
        if let Some(helper) = &program.helper {
            function(helper, "h", position, &mut text);
        }
        function(program, "f", position, &mut text);
        let _ = writeln!(main, "  %a{position} = xor i32 %hash, {}", mask(program.number) as i32);
        let _ = writeln!(main, "  %r{position} = call i32 @f{position}(i32 %a{position})");
        let _ = writeln!(main, "  %at{position} = add i32 %lane, {}", position * LANES);
        let _ = writeln!(
            main,
            "  %p{position} = getelementptr %out, ptr addrspace(11) @out, i32 0, i32 0, i32 %at{position}\n  \
             store i32 %r{position}, ptr addrspace(11) %p{position}"
        );
    }
    text + &main + "  ret void\n}\n" + TAIL
}

fn name(ty: Type) -> &'static str {
    match ty {
        Type::Int => "i32",
        Type::Bool => "i1",
        Type::Float => "float",
        Type::Vector => "<4 x i32>",
        Type::Pointer => "ptr",
    }
}

fn function(program: &Program, letter: &str, position: usize, text: &mut String) {
    let attributes = if program.number.is_multiple_of(3) { "#1" } else { "#2" };
    let _ = writeln!(text, "define internal i32 @{letter}{position}(i32 %v0) {attributes} {{");
    for (number, block) in program.blocks.iter().enumerate() {
        let _ = writeln!(text, "b{number}:");
        block.phis.iter().for_each(|phi| line_of_phi(program, number, phi, text));
        if number == 0 {
            prologue(text);
        }
        block.code.iter().for_each(|inst| code(inst, position, text));
        end(number, &block.end, text);
    }
    text.push_str("}\n");
}

/// Writes the local variables.
fn prologue(text: &mut String) {
    let _ = writeln!(text, "  %state = alloca i32\n  %fuel = alloca i32\n  %first = xor i32 %v0, {}", STEP.1);
    let _ = writeln!(text, "  store i32 %first, ptr %state\n  store i32 {FUEL}, ptr %fuel");
    let _ = writeln!(text, "  %m0 = alloca [{ELEMENTS} x i32]\n  %m1 = alloca [{ELEMENTS} x i32]");
    for element in 0..2 * ELEMENTS {
        let (array, index) = (element / ELEMENTS, element % ELEMENTS);
        let _ = writeln!(text, "  %i{element} = mul i32 %v0, {}", element + 1);
        let _ = writeln!(text, "  %e{element} = getelementptr [{ELEMENTS} x i32], ptr %m{array}, i32 0, i32 {index}");
        let _ = writeln!(text, "  store i32 %i{element}, ptr %e{element}");
    }
}

/// Writes the line of a phi, with a value for each edge.
fn line_of_phi(program: &Program, block: usize, phi: &Phi, text: &mut String) {
    let mut incoming = Vec::new();
    for (from, operand) in &phi.incoming {
        let edges = targets(&program.blocks[*from].end).into_iter().filter(|to| *to == block).count();
        incoming.extend((0..edges).map(|_| format!("[{}, %b{from}]", value(*operand))));
    }
    let _ = writeln!(text, "  %v{} = phi {} {}", phi.result, name(phi.ty), incoming.join(", "));
}

fn targets(end: &End) -> Vec<usize> {
    match end {
        End::Return(_) | End::Unreachable => Vec::new(),
        End::Branch(to) => vec![*to],
        End::Conditional { yes, no, .. } => vec![*yes, *no],
        End::Switch { default, cases, .. } => std::iter::once(*default).chain(cases.iter().copied()).collect(),
    }
}

fn value(operand: Operand) -> String {
    match operand {
        Operand::Value(result) => format!("%v{result}"),
        Operand::Number(number) => (number as i32).to_string(),
    }
}

fn code(inst: &Inst, position: usize, text: &mut String) {
    let of: Vec<_> = inst.operands.iter().map(|operand| value(*operand)).collect();
    let (a, b, c) = (of.first(), of.get(1), of.get(2));
    let [a, b, c] = [a, b, c].map(|text| text.map_or("", String::as_str));
    let r = inst.result;
    let _ = match inst.op {
        Op::Add => writeln!(text, "  %v{r} = add i32 {a}, {b}"),
        Op::Sub => writeln!(text, "  %v{r} = sub i32 {a}, {b}"),
        Op::Mul => writeln!(text, "  %v{r} = mul i32 {a}, {b}"),
        Op::Xor => writeln!(text, "  %v{r} = xor i32 {a}, {b}"),
        Op::And => writeln!(text, "  %v{r} = and i32 {a}, {b}"),
        Op::Shift(bits) => writeln!(text, "  %v{r} = lshr i32 {a}, {bits}"),
        Op::Below => writeln!(text, "  %v{r} = icmp ult i32 {a}, {b}"),
        Op::Less => writeln!(text, "  %v{r} = icmp slt i32 {a}, {b}"),
        Op::Equal => writeln!(text, "  %v{r} = icmp eq i32 {a}, {b}"),
        Op::Either => writeln!(text, "  %v{r} = xor i1 {a}, {b}"),
        Op::Both => writeln!(text, "  %v{r} = and i1 {a}, {b}"),
        Op::Choose(ty) => writeln!(text, "  %v{r} = select i1 {a}, {ty} {b}, {ty} {c}", ty = name(ty)),
        Op::Number => writeln!(text, "  %v{r} = zext i1 {a} to i32"),
        Op::ToFloat => writeln!(text, "  %t{r} = and i32 {a}, 255\n  %v{r} = uitofp i32 %t{r} to float"),
        Op::OfFloat => writeln!(text, "  %v{r} = fptoui float {a} to i32"),
        Op::Sum => writeln!(
            text,
            "  %t{r} = fadd float {a}, {b}\n  %u{r} = fcmp ogt float %t{r}, {BOUND:?}\n  \
             %v{r} = select i1 %u{r}, float 1.0, float %t{r}"
        ),
        Op::Lower => writeln!(text, "  %v{r} = fcmp olt float {a}, {b}"),
        Op::Pair => writeln!(
            text,
            "  %t{r} = insertelement <4 x i32> poison, i32 {a}, i32 0\n  \
             %u{r} = insertelement <4 x i32> %t{r}, i32 {b}, i32 1\n  \
             %v{r} = shufflevector <4 x i32> %u{r}, <4 x i32> poison, <4 x i32> <i32 0, i32 1, i32 1, i32 0>"
        ),
        Op::Plus => writeln!(text, "  %v{r} = add <4 x i32> {a}, {b}"),
        Op::Turned => writeln!(
            text,
            "  %v{r} = shufflevector <4 x i32> {a}, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>"
        ),
        Op::Part => {
            writeln!(text, "  %t{r} = urem i32 {b}, {ELEMENTS}\n  %v{r} = extractelement <4 x i32> {a}, i32 %t{r}")
        }
        Op::Address(array) => writeln!(
            text,
            "  %t{r} = urem i32 {a}, {ELEMENTS}\n  \
             %v{r} = getelementptr [{ELEMENTS} x i32], ptr %m{array}, i32 0, i32 %t{r}"
        ),
        Op::Load => writeln!(text, "  %v{r} = load i32, ptr {a}"),
        Op::Store => writeln!(text, "  store i32 {a}, ptr {b}"),
        Op::Draw => writeln!(
            text,
            "  %t{r} = load i32, ptr %state\n  %u{r} = mul i32 %t{r}, {}\n  %w{r} = add i32 %u{r}, {}\n  \
             store i32 %w{r}, ptr %state\n  %v{r} = lshr i32 %w{r}, 16",
            STEP.0, STEP.1
        ),
        Op::Call => writeln!(text, "  %v{r} = call i32 @h{position}(i32 {a})"),
    };
}

fn end(block: usize, end: &End, text: &mut String) {
    let is_back = matches!(end, End::Conditional { is_back: true, .. } | End::Switch { is_back: true, .. });
    if is_back {
        let _ = writeln!(
            text,
            "  %f{block} = load i32, ptr %fuel\n  %o{block} = icmp ne i32 %f{block}, 0\n  \
             %z{block} = zext i1 %o{block} to i32\n  %g{block} = sub i32 %f{block}, %z{block}\n  \
             store i32 %g{block}, ptr %fuel"
        );
    }
    let _ = match end {
        End::Return(operand) => writeln!(text, "  ret i32 {}", value(*operand)),
        End::Unreachable => writeln!(text, "  unreachable"),
        End::Branch(to) => writeln!(text, "  br label %b{to}"),
        End::Conditional { by, yes, no, .. } => {
            let mut by = value(*by);
            if is_back {
                let _ = writeln!(text, "  %c{block} = and i1 {by}, %o{block}");
                by = format!("%c{block}");
            }
            writeln!(text, "  br i1 {by}, label %b{yes}, label %b{no}")
        }
        End::Switch { by, default, cases, .. } => {
            let _ = writeln!(text, "  %s{block} = and i32 {}, 7", value(*by));
            let mut by = format!("%s{block}");
            if is_back {
                let _ = writeln!(text, "  %c{block} = select i1 %o{block}, i32 {by}, i32 7");
                by = format!("%c{block}");
            }
            let cases: Vec<_> =
                cases.iter().enumerate().map(|(number, to)| format!("i32 {number}, label %b{to}")).collect();
            writeln!(text, "  switch i32 {by}, label %b{default} [{}]", cases.join(" "))
        }
    };
}
