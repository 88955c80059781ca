//! Branches, switches, loops, calls.

use super::{Maker, list};
use crate::tree::{Carried, Choice, Loop, Merge, Node, Step};
use crate::types::{BOOL, Ty};

impl Maker {
    pub(super) fn control(&mut self) {
        match self.random.below(5) {
            4 => self.unreached(),
            0 => self.branch(),
            1 => self.switch(),
            2 => self.looped(),
            _ => self.tangle(),
        }
    }

    fn branch(&mut self) {
        let on = (self.value(&BOOL), BOOL);
        let steps = [1 + self.random.below(3), self.random.below(3)];
        self.choice(on, Vec::new(), &steps);
    }

    /// Makes a switch of any width, with repeated targets, and with unreachable cases.
    fn switch(&mut self) {
        let ty = Ty::Int(self.int_ty().width());
        let (value, arms) = (self.value(&ty), 2 + self.random.below(4));
        let mut cases: Vec<(String, usize)> = Vec::new();
        for _ in 0..1 + self.random.below(6) {
            let case = self.constant(&ty);
            let is_new = cases.iter().all(|(known, _)| !same(known, &case, ty.width()));
            if is_new {
                cases.push((case, self.random.below(arms)));
            }
        }
        let steps: Vec<_> = (0..arms).map(|_| self.random.below(3)).collect();
        self.choice((value, ty), cases, &steps);
    }

    fn choice(&mut self, on: (String, Ty), cases: Vec<(String, usize)>, steps: &[usize]) {
        let id = self.number();
        let types: Vec<_> = (0..1 + self.random.below(2)).map(|_| self.ty()).collect();
        let outside: Vec<_> = types.iter().map(|ty| self.value(ty)).collect();
        let mut choice = Choice { id, on, cases, arms: Vec::new(), merges: Vec::new() };
        let mut values = Vec::new();
        for steps in steps {
            let (arm, left) = match steps {
                0 => (Vec::new(), outside.clone()),
                _ => self.region(*steps, |maker| types.iter().map(|ty| maker.value(ty)).collect()),
            };
            choice.arms.push(arm);
            values.push(left);
        }
        for (index, ty) in types.into_iter().enumerate() {
            let name = format!("%v{}", self.number());
            let from = values.iter().filter_map(|left| left.get(index).cloned()).collect();
            self.scope.push((name.clone(), ty.clone()));
            choice.merges.push(Merge { name, ty, from });
        }
        crate::minimise::agree(&mut choice);
        self.nodes.push(Node::Choice(choice));
    }

    fn looped(&mut self) {
        let id = self.number();
        let types: Vec<_> = (0..1 + self.random.below(3)).map(|_| self.ty()).collect();
        let first: Vec<_> = types.iter().map(|ty| self.value(ty)).collect();
        let any = self.value(&Ty::Int(32));
        let rounds =
            if self.random.one_in(2) { self.simple(&Ty::Int(32), &format!("and i32 {any}, 3")) } else { "3".into() };
        let names: Vec<_> = types.iter().map(|_| format!("%v{}", self.number())).collect();
        let seen = self.scope.len();
        self.scope.extend(names.iter().cloned().zip(types.iter().cloned()));
        let steps = 1 + self.random.below(3);
        let (body, next) = self.region(steps, |maker| {
            maker.scope.push((format!("%i{id}"), Ty::Int(32)));
            types.iter().map(|ty| maker.value(ty)).collect::<Vec<_>>()
        });
        self.scope.truncate(seen + names.len());
        let values = names.into_iter().zip(types).zip(first).zip(next);
        let carried = values.map(|(((name, ty), first), next)| Carried { name, ty, first, next }).collect();
        let asks_first = self.random.one_in(2);
        self.nodes.push(Node::Loop(Loop { id, rounds, asks_first, carried, body }));
    }

    /// Makes unreachable blocks: one that continues, one in a cycle, one that ends.
    fn unreached(&mut self) {
        let (ty, mut step) = (self.ty(), Step::default());
        let (a, b) = (self.value(&ty), self.value(&ty));
        let [on, round, end, next] = ["on", "round", "dead", "next"].map(|name| format!("{name}{}", self.number()));
        let out = format!("%v{}", self.number());
        step.lines.extend([
            format!("br label %{next}"),
            format!("{on}:"),
            format!("%{on}v = freeze {ty} {b}"),
            format!("br label %{next}"),
            format!("{round}:"),
            format!("%{round}v = phi {ty} [ %{round}n, %{round} ]"),
            format!("%{round}n = select i1 true, {ty} %{round}v, {ty} {a}"),
            format!("br label %{round}"),
            format!("{end}:"),
            "unreachable".into(),
            format!("{next}:"),
            format!("{out} = phi {ty} [ {a}, %here ], [ %{on}v, %{on} ]"),
        ]);
        step.outs.push((out, ty));
        step.ends_in = Some(next);
        self.push(step);
    }

    /// Makes an irreducible loop with two entries, and phis that swap.
    fn tangle(&mut self) {
        let (ty, condition) = (self.ty(), self.value(&BOOL));
        let (a, b, rounds) = (self.value(&ty), self.value(&ty), self.value(&Ty::Int(32)));
        let [x, y, p, q, i, j, end] =
            ["x", "y", "p", "q", "i", "j", "end"].map(|name| format!("{name}{}", self.number()));
        let mut step = Step::default();
        let most = self.temp(&mut step, &format!("and i32 {rounds}, 3"));
        let out = format!("%v{}", self.number());
        step.lines.extend([
            format!("br i1 {condition}, label %{x}, label %{y}"),
            format!("{x}:"),
            format!("%{p} = phi {ty} [ {a}, %here ], [ %{q}, %{y} ]"),
            format!("%{p}o = phi {ty} [ {b}, %here ], [ %{q}o, %{y} ]"),
            format!("%{i} = phi i32 [ 0, %here ], [ %{j}n, %{y} ]"),
            format!("%{i}n = add i32 %{i}, 1"),
            format!("%{i}q = icmp ult i32 %{i}n, {most}"),
            format!("br i1 %{i}q, label %{y}, label %{end}"),
            format!("{y}:"),
            format!("%{q} = phi {ty} [ {b}, %here ], [ %{p}o, %{x} ]"),
            format!("%{q}o = phi {ty} [ {a}, %here ], [ %{p}, %{x} ]"),
            format!("%{j} = phi i32 [ 1, %here ], [ %{i}n, %{x} ]"),
            format!("%{j}n = add i32 %{j}, 1"),
            format!("%{j}q = icmp ult i32 %{j}n, {most}"),
            format!("br i1 %{j}q, label %{x}, label %{end}"),
            format!("{end}:"),
            format!("{out} = phi {ty} [ %{p}, %{x} ], [ %{q}, %{y} ]"),
        ]);
        step.outs.push((out, ty));
        step.ends_in = Some(end);
        self.push(step);
    }

    /// Makes a helper function and its calls: with values of any type, a struct, or very many parameters.
    pub(super) fn calls(&mut self) {
        // Large results go through memory.
        let (ty, other) = (self.stored_ty(), self.stored_ty());
        let (a, b, c) = (self.value(&ty), self.value(&ty), self.value(&other));
        let (name, n) = (self.helper("h"), self.value(&Ty::Int(32)));
        let mut step = Step::default();
        let pair = Ty::Struct(vec![ty.clone(), other.clone()]);
        let many = if self.random.one_in(12) { 260 } else { 0 };
        let more: Vec<_> = (0..many).map(|at| format!("i8 {}", at % 128)).collect();
        let declared: Vec<_> = (0..many).map(|at| format!("i8 %m{at}")).collect();
        let comma = if many > 0 { ", " } else { "" };
        let used = if many > 0 { "zext i8 %m259 to i32" } else { "add i32 %n, 0" };
        step.helpers.push(format!(
            "define internal spir_func {pair} {name}({ty} noundef %a, i32 %n, {other} %c, {ty} %b{comma}{}) {{\n  %u = {used}\n  \
             %z = icmp eq i32 %n, %u\n  %r = select i1 %z, {ty} %a, {ty} %b\n  \
             %s = insertvalue {pair} poison, {ty} %r, 0\n  %t = insertvalue {pair} %s, {other} %c, 1\n  \
             ret {pair} %t\n}}",
            list(&declared)
        ));
        let arguments = format!("{ty} {a}, i32 {n}, {other} {c}, {ty} {b}{comma}{}", list(&more));
        let both = self.temp(&mut step, &format!("call spir_func {pair} {name}({arguments})"));
        self.out(&mut step, &ty, &format!("extractvalue {pair} {both}, 0"));
        self.out(&mut step, &other, &format!("extractvalue {pair} {both}, 1"));
        self.push(step);
    }
}

/// Returns whether two constants may be the same number. Negative ones are compared by their bits.
fn same(a: &str, b: &str, width: u32) -> bool {
    let bits = |text: &str| match text {
        "true" => "1".to_owned(),
        "false" => "0".into(),
        "-1" => crate::types::power_of_two(width, 1),
        _ => text.trim_start_matches('-').to_owned(),
    };
    bits(a) == bits(b)
}
