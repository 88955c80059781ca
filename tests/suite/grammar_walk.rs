//! The grammar walk: each instruction, and each enumerant of each kind of operand, goes from SPIR-V to LLVM IR and back, and is the same
//! then, or stands on the list of `tests/grammar/exceptions.txt` with its reason.
//!
//! The modules are those of `tests/filetests` and `tests/opcodes`, and for what they lack a frame of `tests/grammar` with one instruction
//! in place of its mark, made from the table alone: a decoration, an execution mode, a variable of a storage class or a builtin.

use crate::opcodes::{assemble, instruction_lines, modules, options};
use crate::support::root;
use llvm_spirv::binary::grammar::{self, Category, Enumerant, Info, Kind, Operand, Requirements};
use llvm_spirv::binary::{Op, Words};
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::collections::{BTreeMap, BTreeSet};

/// An instruction, or a value of an operand with its parameters, by their names.
type Item = (&'static str, &'static str);

/// The items that a module has, with the words of their parameters.
type Said = BTreeMap<Item, BTreeSet<Vec<u32>>>;

/// The version of the modules that are made from the table.
const VERSION: u32 = 0x1_0600;

/// Kinds whose values are no part of a module's text, but for debug information.
const UNWRITTEN: [&str; 12] = [
    "DebugInfoFlags",
    "DebugBaseTypeAttributeEncoding",
    "DebugCompositeType",
    "DebugTypeQualifier",
    "DebugOperation",
    "DebugImportedEntity",
    "BuildIdentifierFlags",
    "KernelPropertyFlags",
    "KernelEnqueueFlags",
    "KernelProfilingInfo",
    "MemorySemantics",
    "RayFlags",
];

// --- What modules say ---

struct Reader<'s> {
    said: &'s mut Said,
    rest: Vec<u32>,
}

impl Reader<'_> {
    fn operands(&mut self, operands: &[Operand]) {
        for operand in operands {
            let mut count = match operand {
                Operand::One(_) => 1,
                Operand::Optional(_) => usize::from(!self.rest.is_empty()),
                Operand::Many(_) => self.rest.len(),
            };
            while count > 0 && !self.rest.is_empty() {
                self.operand(operand.kind());
                count -= 1;
            }
        }
    }

    fn operand(&mut self, kind: Kind) {
        let info = kind.info();
        match info.category {
            Category::Enum | Category::Mask => {
                let value = self.rest.remove(0);
                for row in grammar::enumerants(kind, value) {
                    let ids = row.parameters.iter().any(|parameter| parameter.kind().info().category == Category::Id);
                    let before = self.rest.clone();
                    self.operands(row.parameters);
                    let words = before.get(..before.len() - self.rest.len()).unwrap_or_default();
                    let words = if ids { Vec::new() } else { words.to_vec() };
                    self.said.entry((info.name, row.name)).or_default().insert(words);
                }
            }
            Category::Literal if matches!(kind, Kind::LiteralString) => {
                let end = self.rest.iter().position(|word| word.to_le_bytes().contains(&0)).unwrap_or_default();
                self.rest.drain(..=end);
            }
            Category::Literal if !matches!(kind, Kind::LiteralInteger) => self.rest.clear(),
            Category::Composite => drop(self.rest.drain(..self.rest.len().min(2))),
            _ => drop(self.rest.remove(0)),
        }
    }
}

/// Returns what a module says.
fn said(spirv: &[u8]) -> Said {
    let mut said = Said::new();
    for instruction in Words::read(spirv).unwrap().instructions() {
        said.entry(("instruction", instruction.name())).or_default().insert(Vec::new());
        let mut reader = Reader { said: &mut said, rest: instruction.operands().to_vec() };
        reader.operands(instruction.info().operands);
    }
    said
}

/// Adds what is the same in a module and in what comes back, with pointers without pointees where there are any.
fn add(walked: &mut BTreeSet<Item>, spirv: &[u8]) {
    let said = said(spirv);
    let has_untyped = said.contains_key(&("instruction", "OpTypeUntypedPointerKHR"));
    let extensions = if has_untyped { "+all,+SPV_KHR_untyped_pointers" } else { "+all" };
    let options = Options { extensions: extensions.parse().unwrap(), ..options() };
    let Some(back) = there_and_back(spirv, &options) else { return };
    let back = self::said(&back);
    let is_same =
        |(item, words): &(Item, BTreeSet<Vec<u32>>)| back.get(item).is_some_and(|same| !same.is_disjoint(words));
    walked.extend(said.into_iter().filter(is_same).map(|(item, _)| item));
}

/// Returns the module that comes back, in the version of the module that went.
fn there_and_back(spirv: &[u8], options: &Options) -> Option<Vec<u8>> {
    let ir = spirv_to_llvm(spirv, options, Llvm::Assembly).ok()?;
    let mut ir = String::from_utf8(ir.bytes).unwrap();
    if spirv.get(4..8) == Some(&VERSION.to_le_bytes()) {
        ir = ir.replace("target triple = \"spir64-", "target triple = \"spir64v1.6-");
    }
    llvm_to_spirv(ir.as_bytes(), options).ok().map(|output| output.bytes)
}

/// Returns a module with its pointers without pointees, if it can be had.
fn untyped(spirv: &[u8]) -> Option<Vec<u8>> {
    let extensions = "+all,+SPV_KHR_untyped_pointers".parse().unwrap();
    there_and_back(spirv, &Options { extensions, ..options() })
}

// --- What the table has ---

/// Returns all items, with the kind of those that are enumerants.
fn items() -> Vec<(Item, Option<(Kind, &'static Enumerant)>)> {
    let instructions = grammar::instructions().map(|info| (("instruction", info.name), None));
    let kinds: Vec<Kind> = kinds();
    let enumerants = kinds.into_iter().flat_map(|kind| {
        let info = kind.info();
        info.enumerants.iter().map(move |row| ((info.name, row.name), Some((kind, row))))
    });
    instructions.chain(enumerants).collect()
}

/// Returns the kinds that operands of instructions have, and parameters of their values.
fn kinds() -> Vec<Kind> {
    let mut found: Vec<Kind> = Vec::new();
    let mut open: Vec<Kind> =
        grammar::instructions().flat_map(|info| info.operands).map(|operand| operand.kind()).collect();
    while let Some(kind) = open.pop() {
        if !found.contains(&kind) && !UNWRITTEN.contains(&kind.info().name) {
            open.extend(kind.info().enumerants.iter().flat_map(|row| row.parameters).map(|operand| operand.kind()));
            found.push(kind);
        }
    }
    found.sort_by_key(|kind| kind.info().name);
    found
}

// --- Frames ---

/// A module to which instructions are added, and names of ids.
struct Frame {
    words: Vec<u32>,
    names: BTreeMap<String, u32>,
    bound: u32,
}

impl Frame {
    fn read(name: &str) -> Self {
        let text = std::fs::read_to_string(root().join("tests/grammar").join(name)).unwrap();
        let spirv = assemble(&text, "spv1.5").unwrap();
        let words = Words::read(&spirv).unwrap();
        let names = words.instructions().filter(|inst| inst.opcode() == Op::Name);
        let names = names.map(|inst| (string(&inst.operands()[1..]), inst.operands()[0])).collect();
        Self { names, words: words.words().to_vec(), bound: words.words()[3] }
    }

    fn id(&self, name: &str) -> u32 {
        self.names.get(name).copied().unwrap_or_default()
    }

    /// Returns the module with an instruction in place of the first of an opcode.
    fn replaced(&self, rows: &[&Enumerant], op: Op, inst: &[u32]) -> Vec<u8> {
        let with = self.with(rows, op, &[inst.to_vec()], None);
        let words = Words::read(&with).unwrap();
        let mut out = words.words()[..5].to_vec();
        let mut is_gone = false;
        for other in words.instructions() {
            let is_old = other.opcode() == op && [&[0], other.operands()].concat()[1..] != inst[1..];
            if !is_old || std::mem::replace(&mut is_gone, true) {
                out.extend(made(other.opcode(), other.operands()));
            }
        }
        bytes(&out)
    }

    /// Returns the module with the capabilities and extensions of enumerants, and instructions in front of the first of an opcode;
    /// with an execution model instead of its own.
    fn with(&self, rows: &[&Enumerant], before: Op, added: &[Vec<u32>], model: Option<u32>) -> Vec<u8> {
        let spirv = bytes(&self.words);
        let words = Words::read(&spirv).unwrap();
        let mut out = self.words[..5].to_vec();
        (out[1], out[3]) = (VERSION, self.bound + 16);
        for capability in rows.iter().filter_map(|row| row.requires.capabilities.first()) {
            out.extend(made(Op::Capability, &[*capability as u32]));
        }
        let (mut is_extended, mut is_added) = (false, false);
        for inst in words.instructions() {
            if inst.opcode() != Op::Capability && !std::mem::replace(&mut is_extended, true) {
                let extensions: BTreeSet<_> = rows.iter().filter_map(|row| row.requires.extensions.first()).collect();
                extensions.iter().for_each(|extension| out.extend(made(Op::Extension, &text(extension))));
            }
            if inst.opcode() == before && !std::mem::replace(&mut is_added, true) {
                added.iter().for_each(|inst| out.extend(inst));
            }
            let mut operands = inst.operands().to_vec();
            if let (Op::EntryPoint, Some(model), Some(word)) = (inst.opcode(), model, operands.first_mut()) {
                *word = model;
            }
            out.extend(made(inst.opcode(), &operands));
        }
        bytes(&out)
    }
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn string(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0);
    String::from_utf8(bytes.collect()).unwrap()
}

fn text(words: &str) -> Vec<u32> {
    let mut bytes = words.as_bytes().to_vec();
    bytes.resize(bytes.len() / 4 * 4 + 4, 0);
    bytes.chunks(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

fn made(op: Op, operands: &[u32]) -> Vec<u32> {
    [&[(operands.len() as u32 + 1) << 16 | op as u32], operands].concat()
}

/// A value that a module is to have.
type Chosen = Option<(Kind, &'static Enumerant)>;

/// Makes operands up: ids are those of a name, values of the chosen kind the chosen one, others the first that is no zero.
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

/// Returns the parameters of a value, made up, and the values that stand among them.
fn parameters(frame: &Frame, row: &'static Enumerant, chosen: Chosen, id: &str) -> (Vec<u32>, Vec<&'static Enumerant>) {
    let mut maker = Maker::new(frame, chosen, id);
    maker.operands(row.parameters, true);
    (maker.words, maker.rows)
}

/// Returns modules with an instruction: of several types, and with several ids as operands.
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

/// Returns modules with a type: of a parameter of a function, and of a variable.
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

/// Returns the requirements of an instruction once more.
fn requirements(info: &'static Info) -> Requirements {
    let Requirements { capabilities, extensions, since, until } = info.requires;
    Requirements { capabilities, extensions, since, until }
}

/// Returns modules with an instruction, wherever it belongs.
fn placed(frame: &Frame, info: &'static Info, chosen: Chosen) -> Vec<Vec<u8>> {
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

/// Returns modules with a value of an operand: as a parameter of a decoration or mode, or of each instruction that has the kind.
fn valued(frame: &Frame, kind: Kind, row: &'static Enumerant) -> Vec<Vec<u8>> {
    let chosen = Some((kind, row));
    let has_kind = |operands: &[Operand]| operands.iter().any(|operand| operand.kind() == kind);
    let rows = |kind: Kind| kind.info().enumerants.iter().filter(move |row| has_kind(row.parameters));
    let decorations = rows(Kind::Decoration).flat_map(|row| decorated(frame, row, chosen));
    let modes = rows(Kind::ExecutionMode).flat_map(|row| moded(frame, row, chosen));
    let instructions = grammar::instructions().filter(|info| has_kind(info.operands) && info.op != Op::Decorate);
    decorations.chain(modes).chain(instructions.flat_map(|info| placed(frame, info, chosen))).collect()
}

/// Returns modules with a control of a loop.
fn looped(frame: &Frame, row: &'static Enumerant) -> Vec<Vec<u8>> {
    let (words, rows) = parameters(frame, row, None, "one");
    let rows: Vec<_> = rows.into_iter().chain([row]).collect();
    let merge = made(Op::LoopMerge, &[&[frame.id("exit"), frame.id("next"), row.value], &words[..]].concat());
    vec![frame.replaced(&rows, Op::LoopMerge, &merge)]
}

/// Returns modules with an execution model.
fn modelled(frame: &Frame, row: &'static Enumerant) -> Vec<Vec<u8>> {
    vec![frame.with(&[row], Op::Name, &[], Some(row.value))]
}

/// Returns modules with a decoration, each of another target.
fn decorated(frame: &Frame, row: &'static Enumerant, chosen: Chosen) -> Vec<Vec<u8>> {
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

/// Returns modules with an execution mode, each of another execution model.
fn moded(frame: &Frame, row: &'static Enumerant, chosen: Chosen) -> Vec<Vec<u8>> {
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
fn stored(frame: &Frame, row: &'static Enumerant) -> Vec<Vec<u8>> {
    let of_type = |ty: &str| {
        let [pointer, variable] = [frame.bound, frame.bound + 1];
        let pointer_type = made(Op::TypePointer, &[pointer, row.value, frame.id(ty)]);
        let variable = made(Op::Variable, &[pointer, variable, row.value]);
        frame.with(&[row], Op::Function, &[pointer_type, variable], None)
    };
    ["uint", "three", "s"].into_iter().map(of_type).collect()
}

/// Returns modules with a variable that is built in, of several types and as input and output.
fn built_in(frame: &Frame, row: &'static Enumerant) -> Vec<Vec<u8>> {
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

// --- The walk ---

/// Returns the lines of the list: kind, names (or `*`), and the reason.
fn exceptions() -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(root().join("tests/grammar/exceptions.txt")).unwrap();
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
    assert!(lines.len() < 20, "{} exceptions", lines.len());
    let read = |line: &String| {
        let (what, reason) = line.split_once(": ").unwrap();
        assert!(!reason.is_empty(), "{line}");
        let mut words = what.split(' ').map(str::to_owned);
        (words.next().unwrap(), words.collect())
    };
    lines.iter().map(read).collect()
}

#[test]
fn the_grammar_goes_both_ways() {
    let mut walked = BTreeSet::new();
    let (files, lines) = (modules(), instruction_lines());
    let untyped: Vec<_> = lines.iter().chain(&files).filter_map(|spirv| untyped(spirv)).collect();
    files.iter().chain(&lines).chain(&untyped).for_each(|spirv| add(&mut walked, spirv));
    let frames = [Frame::read("kernel.spvasm"), Frame::read("shader.spvasm")];
    let mut missing: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (item, row) in items() {
        let made = |frame: &Frame| match row {
            Some((Kind::Decoration, row)) => decorated(frame, row, None),
            Some((Kind::ExecutionMode, row)) => moded(frame, row, None),
            Some((Kind::ExecutionModel, row)) => modelled(frame, row),
            Some((Kind::StorageClass, row)) => stored(frame, row),
            Some((Kind::BuiltIn, row)) => built_in(frame, row),
            Some((Kind::Capability, _)) => Vec::new(),
            Some((Kind::LoopControl, row)) => looped(frame, row),
            Some((kind, row)) => valued(frame, kind, row),
            None => {
                let info = grammar::instructions().find(|info| info.name == item.1);
                info.map(|info| placed(frame, info, None)).unwrap_or_default()
            }
        };
        for frame in &frames {
            let modules = if walked.contains(&item) { Vec::new() } else { made(frame) };
            for spirv in modules {
                add(&mut walked, &spirv);
                if walked.contains(&item) {
                    break;
                }
            }
        }
        if !walked.contains(&item) {
            missing.entry(item.0).or_default().push(item.1);
        }
    }
    let listed = exceptions();
    let is_listed = |kind: &str, name: &str| {
        listed.iter().any(|(other, names)| other == kind && names.iter().any(|other| other == name || other == "*"))
    };
    let unlisted: Vec<_> = missing
        .iter()
        .map(|(kind, names)| (kind, names.iter().filter(|name| !is_listed(kind, name)).collect::<Vec<_>>()))
        .filter(|(_, names)| !names.is_empty())
        .collect();
    assert!(unlisted.is_empty(), "neither walked nor listed: {unlisted:#?}");
    for (kind, names) in &listed {
        for name in names.iter().filter(|name| *name != "*") {
            let is_missing = missing.get(kind.as_str()).is_some_and(|missing| missing.contains(&name.as_str()));
            assert!(is_missing, "{kind} {name} is walked, and listed");
        }
    }
}
