//! Modules that are made from the table alone, with one instruction or one value of an operand each.

use super::frames::{Frame, made, text};
use llvm_spirv::binary::grammar::{self, Category, Enumerant, Info, Kind, Operand, Requirements};
use llvm_spirv::binary::{Op, Words};
use std::collections::BTreeMap;

/// A value that a module must have.
type Chosen = Option<(Kind, &'static Enumerant)>;

/// A generator of operands: ids are those of a name, a value of the chosen kind is the chosen one, other values are the
/// first that is not zero.
struct Maker<'f> {
    frame: &'f Frame,
    chosen: Chosen,
    id: u32,
    words: Vec<u32>,
    rows: Vec<&'static Enumerant>,
}

impl<'f> Maker<'f> {
    fn new(frame: &'f Frame, chosen: Chosen, id: &str) -> Self {
        Self { frame, chosen, id: frame.id(id), words: Vec::new(), rows: Vec::new() }
    }

    fn operands(&mut self, operands: &'static [Operand], has_all: bool) {
        for operand in operands {
            if has_all || matches!(operand, Operand::One(_)) {
                self.operand(operand.kind());
            }
        }
    }

    fn operand(&mut self, kind: Kind) {
        match kind.info().category {
            Category::Enum | Category::Mask => {
                let chosen = self.chosen.filter(|(other, _)| *other == kind).map(|(_, row)| row);
                let values = kind.info().enumerants;
                let Some(row) = chosen.or_else(|| values.iter().find(|row| row.value != 0)) else { return };
                self.words.push(row.value);
                self.rows.push(row);
                self.operands(row.parameters, true);
            }
            Category::Composite => self.words.extend([1, self.id]),
            _ if kind == Kind::LiteralString => self.words.extend(text("text")),
            Category::Id if kind == Kind::IdRef => self.words.push(self.id),
            Category::Id => self.words.push(self.frame.id("one")),
            _ => self.words.push(1),
        }
    }
}

/// Returns generated parameters of a value, and the values among them.
fn parameters(frame: &Frame, row: &'static Enumerant, chosen: Chosen, id: &str) -> (Vec<u32>, Vec<&'static Enumerant>) {
    let mut maker = Maker::new(frame, chosen, id);
    maker.operands(row.parameters, true);
    (maker.words, maker.rows)
}

/// Returns modules with an instruction, for several types and with several ids as operands.
fn instructed(frame: &Frame, info: &'static Info, chosen: Chosen) -> Vec<Vec<u8>> {
    let requires = Enumerant { value: 0, name: "", parameters: &[], requires: requirements(info) };
    let mut all = Vec::new();
    for (ty, id) in
        ["void", "uint", "float", "three", "bool", "ptr"].iter().flat_map(|ty| ["one", "v", "p"].map(|id| (ty, id)))
    {
        if !info.has_type && *ty != "void" {
            continue;
        }
        for has_all in [false, true] {
            let mut maker = Maker::new(frame, chosen, id);
            let heads = usize::from(info.has_type) + usize::from(info.has_result);
            maker.operands(info.operands.get(heads..).unwrap_or_default(), has_all);
            let mut words: Vec<u32> = info.has_type.then(|| frame.id(ty)).into_iter().collect();
            words.extend(info.has_result.then_some(frame.bound));
            words.extend(&maker.words);
            let rows: Vec<_> = maker.rows.iter().copied().chain([&requires]).collect();
            let inst = made(info.op, &words);
            all.push(frame.with(&rows, Op::Return, std::slice::from_ref(&inst), None));
            all.push(frame.replaced(&rows, Op::Return, &inst));
        }
    }
    all
}

/// Returns modules with a type, once as the type of a parameter of a function, once as that of a variable.
fn typed(frame: &Frame, info: &'static Info, chosen: Chosen) -> Vec<Vec<u8>> {
    let requires = Enumerant { value: 0, name: "", parameters: &[], requires: requirements(info) };
    let [ty, other, id] = [0, 1, 2].map(|more| frame.bound + more);
    let mut all = Vec::new();
    for has_all in [false, true] {
        for element in ["void", "uint", "float", "one"] {
            let mut maker = Maker::new(frame, chosen, element);
            maker.operands(info.operands.get(1..).unwrap_or_default(), has_all);
            let rows: Vec<_> = maker.rows.iter().copied().chain([&requires]).collect();
            let declared = made(info.op, &[&[ty], &maker.words[..]].concat());
            let function = made(Op::TypeFunction, &[other, frame.id("void"), ty]);
            let head = made(Op::Function, &[frame.id("void"), id, 0, other]);
            let parameter = made(Op::FunctionParameter, &[ty, id + 1]);
            let taken = [declared.clone(), function, head, parameter, made(Op::FunctionEnd, &[])];
            all.push(frame.with(&rows, Op::Function, &taken, None));
            let held = [declared, made(Op::TypePointer, &[other, 0, ty]), made(Op::Variable, &[other, id, 0])];
            all.push(frame.with(&rows, Op::Function, &held, None));
        }
    }
    all
}

/// Returns a copy of the requirements of an instruction.
fn requirements(info: &'static Info) -> Requirements {
    let Requirements { capabilities, extensions, since, until } = info.requires;
    Requirements { capabilities, extensions, since, until }
}

/// Returns modules with an instruction at the place where it belongs.
pub(super) fn placed(frame: &Frame, info: &'static Info, chosen: Chosen) -> Vec<Vec<u8>> {
    match info.op {
        _ if info.declares_type() => typed(frame, info, chosen),
        Op::Source => {
            let mut maker = Maker::new(frame, chosen, "one");
            maker.operands(info.operands, false);
            vec![frame.with(&maker.rows.clone(), Op::Name, &[made(info.op, &maker.words)], None)]
        }
        _ => instructed(frame, info, chosen),
    }
}

/// Returns modules with a value of an operand: as a parameter of a decoration or mode, or of each instruction that has
/// the kind.
pub(super) fn valued(frame: &Frame, kind: Kind, row: &'static Enumerant) -> Vec<Vec<u8>> {
    let chosen = Some((kind, row));
    let has_kind = |operands: &[Operand]| operands.iter().any(|operand| operand.kind() == kind);
    let rows = |kind: Kind| kind.info().enumerants.iter().filter(move |row| has_kind(row.parameters));
    let decorations = rows(Kind::Decoration).flat_map(|row| decorated(frame, row, chosen));
    let modes = rows(Kind::ExecutionMode).flat_map(|row| moded(frame, row, chosen));
    let instructions = grammar::instructions().filter(|info| has_kind(info.operands) && info.op != Op::Decorate);
    decorations.chain(modes).chain(instructions.flat_map(|info| placed(frame, info, chosen))).collect()
}

/// Returns modules with a loop control.
pub(super) fn looped(frame: &Frame, row: &'static Enumerant) -> Vec<Vec<u8>> {
    let (words, rows) = parameters(frame, row, None, "one");
    let rows: Vec<_> = rows.into_iter().chain([row]).collect();
    let merge = made(Op::LoopMerge, &[&[frame.id("exit"), frame.id("next"), row.value], &words[..]].concat());
    vec![frame.replaced(&rows, Op::LoopMerge, &merge)]
}

/// Returns modules with an execution model.
pub(super) fn modelled(frame: &Frame, row: &'static Enumerant) -> Vec<Vec<u8>> {
    vec![frame.with(&[row], Op::Name, &[], Some(row.value))]
}

/// Returns modules with a decoration, one for each target.
pub(super) fn decorated(frame: &Frame, row: &'static Enumerant, chosen: Chosen) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for id in ["one", "size", "choice"] {
        all.extend(decorated_with(frame, row, chosen, id));
    }
    all
}

fn decorated_with(frame: &Frame, row: &'static Enumerant, chosen: Chosen, id: &str) -> Vec<Vec<u8>> {
    let (words, mut rows) = parameters(frame, row, chosen, id);
    rows.push(row);
    let has_ids = row.parameters.iter().any(|parameter| parameter.kind().info().category == Category::Id);
    let has_text = row.parameters.iter().any(|parameter| parameter.kind() == Kind::LiteralString);
    let (op, member) = match (has_ids, has_text) {
        (true, _) => (Op::DecorateId, None),
        (_, true) => (Op::DecorateString, Some(Op::MemberDecorateString)),
        _ => (Op::Decorate, Some(Op::MemberDecorate)),
    };
    let targets = ["p", "v", "m", "g", "k", "helper", "local", "constant", "s", "block", "in"];
    let targets = targets.iter().map(|name| frame.id(name)).filter(|id| *id != 0);
    let on_ids = targets.map(|id| made(op, &[&[id, row.value], &words[..]].concat()));
    let on_members = member.map(|op| made(op, &[&[frame.id("s"), 0, row.value], &words[..]].concat()));
    on_ids.chain(on_members).map(|inst| frame.with(&rows, Op::Decorate, &[inst], None)).collect()
}

/// Returns modules with an execution mode, one for each execution model.
pub(super) fn moded(frame: &Frame, row: &'static Enumerant, chosen: Chosen) -> Vec<Vec<u8>> {
    let (words, rows) = parameters(frame, row, chosen, "one");
    let has_ids = row.parameters.iter().any(|parameter| parameter.kind().info().category == Category::Id);
    let op = if has_ids { Op::ExecutionModeId } else { Op::ExecutionMode };
    let inst = made(op, &[&[frame.id("k"), row.value], &words[..]].concat());
    let models = Kind::ExecutionModel.info().enumerants.iter();
    let of_model = |model: &'static Enumerant| {
        let rows: Vec<_> = rows.iter().copied().chain([model, row]).collect();
        frame.with(&rows, Op::Name, std::slice::from_ref(&inst), Some(model.value))
    };
    models.map(of_model).collect()
}

/// Returns modules with a variable of a storage class, of several types.
pub(super) fn stored(frame: &Frame, row: &'static Enumerant) -> Vec<Vec<u8>> {
    let of_type = |ty: &str| {
        let [pointer, variable] = [frame.bound, frame.bound + 1];
        let pointer_type = made(Op::TypePointer, &[pointer, row.value, frame.id(ty)]);
        let variable = made(Op::Variable, &[pointer, variable, row.value]);
        frame.with(&[row], Op::Function, &[pointer_type, variable], None)
    };
    ["uint", "three", "s"].into_iter().map(of_type).collect()
}

/// Returns modules with a builtin variable, for several types, as input and as output.
pub(super) fn built_in(frame: &Frame, row: &'static Enumerant) -> Vec<Vec<u8>> {
    let of_type = |ty: &str, class: u32| {
        let [pointer, variable] = [frame.bound, frame.bound + 1];
        let decorate = made(Op::Decorate, &[variable, 11, row.value]);
        let pointer_type = made(Op::TypePointer, &[pointer, class, frame.id(ty)]);
        let made_variable = made(Op::Variable, &[pointer, variable, class]);
        let first = frame.with(&[row], Op::Decorate, &[decorate], None);
        let words = Words::read(&first).unwrap().words().to_vec();
        let frame = Frame { words, names: BTreeMap::new(), bound: frame.bound + 16 };
        frame.with(&[], Op::Function, &[pointer_type, made_variable], None)
    };
    ["uint", "three"].into_iter().flat_map(|ty| [1, 3].map(|class| of_type(ty, class))).collect()
}
