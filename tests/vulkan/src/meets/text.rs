//! The text of shaders in GLSL.

use super::program::{Atom, Collective, Condition, Expr, Op, Program, Statement, registers};
use super::{REGISTERS, program};
use std::fmt::Write as _;

const HEAD: &str = "#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(std430, binding = 0) buffer Out { uint words[]; };
";

/// Returns the GLSL of a shader.
pub fn shader(program: &Program) -> String {
    let size = program.size;
    let mut text = format!("{HEAD}layout(local_size_x = {size}) in;\nshared uint room[{size}];\n");
    let parameters: Vec<_> = registers().map(|register| format!("inout uint r{register}")).collect();
    let parameters = format!("{}, inout uint u, uint l, uint g", parameters.join(", "));
    let (main, called) = program.functions.split_last().map_or((&[][..], &[][..]), |(main, rest)| (main, rest));
    for (number, function) in called.iter().enumerate() {
        let body = body(function, size, "return;");
        _ = writeln!(text, "void f{number}({parameters}) {{\n{body}}}");
    }
    text.push_str("void main() {\n  uint l = gl_LocalInvocationIndex, g = gl_WorkGroupID.x, u = g * 5u + 3u;\n");
    for register in registers() {
        _ = writeln!(
            text,
            "  uint r{register} = (l + 1u) * {}u + g; r{register} = {} >> 3;",
            0x9E37_79B1_u32,
            turned(register)
        );
    }
    let stores: String =
        registers().map(|r| format!("words[(g * {size}u + l) * {REGISTERS}u + {r}u] = r{r}; ")).collect();
    text.push_str(&body(main, size, &format!("{{ {stores}return; }}")));
    _ = writeln!(text, "  {stores}\n}}");
    text
}

/// Returns the initial value of a register, with its bits rotated as in [`program::first`].
fn turned(register: usize) -> String {
    let bits = 7 * register;
    if bits == 0 { format!("r{register}") } else { format!("(r{register} << {bits} | r{register} >> {})", 32 - bits) }
}

fn body(statements: &[Statement], size: usize, leave: &str) -> String {
    let mut writer = Writer { text: String::new(), size, leave };
    writer.all(statements, 1);
    writer.text
}

struct Writer<'w> {
    text: String,
    size: usize,
    leave: &'w str,
}

impl Writer<'_> {
    fn all(&mut self, statements: &[Statement], depth: usize) {
        statements.iter().for_each(|statement| self.one(statement, depth));
    }

    fn line(&mut self, depth: usize, line: &str) {
        _ = writeln!(self.text, "{}{line}", "  ".repeat(depth));
    }

    fn one(&mut self, statement: &Statement, depth: usize) {
        let size = self.size;
        match statement {
            Statement::Set(register, value) => self.line(depth, &format!("r{register} = {};", expr(value))),
            Statement::Collect(register, op, value) => {
                self.line(depth, &format!("r{register} += {};", collective(*op, &expr(value))));
            }
            Statement::Exchange(register, value, from) => {
                self.line(depth, &format!("room[l] = {}; barrier();", expr(value)));
                self.line(depth, &format!("r{register} = room[{} % {size}u]; barrier();", atom(*from)));
            }
            Statement::Agree(value, from) => {
                self.line(depth, &format!("room[l] = {}; barrier();", expr(value)));
                self.line(depth, &format!("u = room[{from}]; barrier();"));
            }
            Statement::Barrier => self.line(depth, "barrier();"),
            Statement::If(by, yes, no) => {
                self.line(depth, &format!("if ({}) {{", condition(by)));
                self.all(yes, depth + 1);
                if !no.is_empty() {
                    self.line(depth, "} else {");
                    self.all(no, depth + 1);
                }
                self.line(depth, "}");
            }
            Statement::Loop { depth: number, bound, tests_last, body } => {
                self.repeat((*number, *bound, *tests_last), body, depth);
            }
            Statement::Switch(of, cases) => {
                self.line(depth, &format!("switch ({} & 3u) {{", atom(*of)));
                for (number, case) in cases.iter().enumerate() {
                    let label = format!("case {number}u: {{");
                    self.line(depth, if number + 1 == cases.len() { "default: {" } else { &label });
                    self.all(case, depth + 1);
                    self.line(depth, "} break;");
                }
                self.line(depth, "}");
            }
            Statement::Break(by) => self.line(depth, &format!("if ({}) break;", condition(by))),
            Statement::Continue(by) => self.line(depth, &format!("if ({}) continue;", condition(by))),
            Statement::Return(by) => self.line(depth, &format!("if ({}) {}", condition(by), self.leave)),
            Statement::Call(number) => {
                let arguments: String = registers().map(|register| format!("r{register}, ")).collect();
                self.line(depth, &format!("f{number}({arguments}u, l, g);"));
            }
        }
    }

    fn repeat(&mut self, (number, bound, tests_last): (usize, Atom, bool), body: &[Statement], depth: usize) {
        self.line(depth, &format!("uint n{number} = {} & 3u;", atom(bound)));
        // Another loop at this depth has the same names.
        let at = self.text.len() - format!("{}uint n{number} = {} & 3u;\n", "  ".repeat(depth), atom(bound)).len();
        self.text.insert_str(at, &format!("{}{{\n", "  ".repeat(depth)));
        if tests_last {
            self.line(depth, &format!("uint i{number} = 0u;"));
            self.line(depth, "do {");
            // The counter is that of the round: `continue` goes to the test.
            self.line(depth + 1, &format!("i{number}++;"));
            self.all(body, depth + 1);
            self.line(depth, &format!("}} while (i{number} <= n{number});"));
        } else {
            self.line(depth, &format!("for (uint i{number} = 1u; i{number} <= n{number}; i{number}++) {{"));
            self.all(body, depth + 1);
            self.line(depth, "}");
        }
        self.line(depth, "}");
    }
}

fn atom(value: Atom) -> String {
    match value {
        Atom::Register(register) => format!("r{register}"),
        Atom::Uniform => "u".to_owned(),
        Atom::Local => "l".to_owned(),
        Atom::Group => "g".to_owned(),
        Atom::Counter(number) => format!("i{number}"),
        Atom::Number(number) => format!("{number}u"),
    }
}

fn expr(Expr(op, a, b): &Expr) -> String {
    let sign = match op {
        Op::Add => "+",
        Op::Mul => "*",
        Op::Xor => "^",
        Op::And => "&",
    };
    format!("({} {sign} {})", atom(*a), atom(*b))
}

fn condition(Condition { of, shift, mask, below }: &Condition) -> String {
    format!("({} >> {shift} & {mask}u) < {below}u", atom(*of))
}

fn collective(op: Collective, value: &str) -> String {
    let is_one = format!("({value} & 1u) == 1u");
    match op {
        Collective::Add => format!("subgroupAdd({value})"),
        Collective::Min => format!("subgroupMin({value})"),
        Collective::Max => format!("subgroupMax({value})"),
        Collective::And => format!("subgroupAnd({value})"),
        Collective::Or => format!("subgroupOr({value})"),
        Collective::Xor => format!("subgroupXor({value})"),
        Collective::InclusiveAdd => format!("subgroupInclusiveAdd({value})"),
        Collective::ExclusiveAdd => format!("subgroupExclusiveAdd({value})"),
        Collective::Ballot => format!("subgroupBallot({is_one}).x"),
        Collective::Any => format!("uint(subgroupAny({is_one}))"),
        Collective::All => format!("uint(subgroupAll({is_one}))"),
        Collective::Elect => "uint(subgroupElect())".to_owned(),
        Collective::First => format!("subgroupBroadcastFirst({value})"),
    }
}

const _: fn(usize, u32, u32) -> u32 = program::first;
