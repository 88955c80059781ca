//! The rules of LLVM's verifier: one file for each chapter.
//!
//! Source: `llvm/lib/IR/Verifier.cpp` of LLVM 22, and the behavior of `opt -passes=verify`. The rules are reimplemented, in tables
//! where they are similar. The verifier handles every module that the reader accepts: no rule recurses on the input, and the work is
//! linear in its size up to a logarithmic factor.

mod aliases;
mod arithmetic;
mod assembly;
mod attachments;
mod attributes;
mod body;
mod bundles;
mod calls;
mod constants;
mod control;
mod convergence;
mod cycles;
mod debug;
mod dominance;
mod exceptions;
mod fault;
mod flags;
mod functions;
mod globals;
mod intrinsics;
mod layout;
mod memory;
mod nodes;
mod pads;
mod parts;
mod phis;
mod profiles;
mod ranges;
mod regions;
mod swift;
mod symbols;
mod tail;
mod tbaa;
mod uses;
mod view;

use std::collections::{HashMap, HashSet};

use rustc_hash::FxBuildHasher;

use crate::global::GlobalKind;
use crate::instruction::Opcode;
use crate::metadata::{Node, NodeKind};
use crate::module::{Module, Text};
pub(crate) use attributes::misfits;
use body::{Body, Here};
use fault::{Breach, Rule};
pub use fault::{Chapter, Fault, Place};
use layout::{Layout, Size, Sizes};

/// The limit on the number of reported faults.
const MOST_FAULTS: usize = 100;

/// Returns the violations of the rules of LLVM's verifier in a module, at most a hundred; a valid module has none.
pub fn verify(module: &Module) -> Vec<Fault> {
    Verifier::new(module).all()
}

/// Returns the result of [`verify`], and the faults of debug information whose version the module does not state. If it has no such
/// faults, LLVM strips it, and rejects other metadata that refers to it.
pub fn verify_described(module: &Module) -> Vec<Fault> {
    let mut faults = Verifier { has_debug: true, ..Verifier::new(module) }.all();
    let is_unit = |node: &Node| node.kind == NodeKind::CompileUnit;
    if faults.is_empty() && !flags::has_debug_information(module) && module.metadata.nodes.iter().any(is_unit) {
        faults = verify(module);
        let of_debug = faults.iter_mut().filter(|fault| fault.chapter == Chapter::DebugInfo);
        of_debug.for_each(|fault| fault.chapter = Chapter::Metadata);
    }
    faults
}

/// The state of the verifier.
struct Verifier<'m> {
    m: &'m Module,
    layout: Layout,
    sizes: Sizes,
    faults: Vec<Fault>,
    /// The attributes of each set as bits.
    masks: Vec<Option<u128>>,
    /// The attribute lists that were checked: the list, the function type, and the kind of owner.
    lists: HashSet<(u32, u32, u8), FxBuildHasher>,
    /// The globals by name, collected when first needed.
    names: HashMap<&'m [u8], u32, FxBuildHasher>,
    /// Data about the intrinsic of each global.
    intrinsics: Vec<intrinsics::Known<'m>>,
    /// The block of each instruction of the bodies so far, by its number in the function.
    blocks: Vec<u32>,
    /// The constants whose expressions were checked.
    seen_constants: Vec<bool>,
    /// The targets of aliases that were checked.
    aliased: globals::Numbers,
    /// The parts of TBAA tags that were checked.
    tbaa: tbaa::Known,
    /// The attachments of globals, sorted by global.
    attached: Vec<crate::module::Attachment>,
    /// The metadata nodes that were checked.
    nodes: nodes::Known,
    /// True if debug information has the version of LLVM 22; other versions are ignored.
    has_debug: bool,
    /// Arguments of `llvm.localescape` and indices of `llvm.localrecover`, by function.
    escapes: intrinsics::Escapes,
    /// The subprograms of scopes, as far as they were computed.
    scopes: HashMap<u32, Option<u32>, FxBuildHasher>,
    /// The scopes of outermost inlining locations, as far as they were computed.
    outermost: HashMap<u32, Option<u32>, FxBuildHasher>,
    /// The function of each subprogram.
    subprograms: HashMap<u32, u32, FxBuildHasher>,
}

impl<'m> Verifier<'m> {
    fn all(mut self) -> Vec<Fault> {
        self.functions();
        self.globals();
        self.module_metadata();
        self.debug_information();
        self.faults
    }

    fn new(m: &'m Module) -> Self {
        Verifier {
            m,
            layout: Layout::of(m),
            sizes: Sizes::new(&m.types),
            faults: Vec::new(),
            masks: vec![None; m.attributes.sets()],
            lists: HashSet::default(),
            names: HashMap::default(),
            intrinsics: m.globals.iter().map(|g| intrinsics::known(m, g)).collect(),
            blocks: vec![0; m.instructions.len()],
            seen_constants: vec![false; m.constants.rows.len()],
            aliased: globals::Numbers::default(),
            tbaa: tbaa::Known::default(),
            attached: Vec::new(),
            nodes: nodes::Known::new(m),
            has_debug: flags::has_debug_information(m),
            escapes: intrinsics::Escapes::default(),
            scopes: HashMap::default(),
            outermost: HashMap::default(),
            subprograms: HashMap::default(),
        }
    }

    /// Records a fault, up to the limit.
    #[cold]
    fn fault(&mut self, breach: Breach, place: Place) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(Fault { chapter: breach.chapter, message: breach.message, place });
        }
    }

    #[inline(always)]
    fn note(&mut self, rule: Rule, place: impl FnOnce(&Self) -> Place) {
        if let Err(breach) = rule {
            let place = place(self);
            self.fault(breach, place);
        }
    }

    /// Returns whether the limit on faults is reached.
    fn is_full(&self) -> bool {
        self.faults.len() >= MOST_FAULTS
    }

    fn size(&mut self, ty: u32) -> Size {
        self.sizes.of(self.m, &self.layout, ty)
    }

    /// Collects the globals by name.
    fn index_names(&mut self) {
        if self.names.is_empty() {
            let globals = self.m.globals.iter().enumerate();
            self.names = globals.map(|(i, g)| (self.m.text(g.name), i as u32)).collect();
        }
    }

    fn name(&self, text: Text) -> String {
        self.m.shown(text)
    }

    fn place_of_global(&self, number: usize) -> Place {
        let Some(global) = self.m.globals.get(number) else { return Place::Module };
        match global.kind {
            GlobalKind::Function => Place::Function(self.name(global.name)),
            _ => Place::Global(self.name(global.name)),
        }
    }

    #[cold]
    fn place_of(&self, body: &Body<'m>, block: u32, number: u32) -> Place {
        let named = self.m.globals.get(body.number as usize).and_then(|g| g.body.as_ref());
        let names = named.map_or(&[][..], |b| crate::module::within(&self.m.block_names, &b.block_names));
        let label = names.iter().find(|name| name.of == block);
        let start = body.blocks.get(block as usize).map_or(0, |row| row.start);
        Place::Instruction {
            function: self.name(body.global.name),
            block: label.map_or_else(|| block.to_string(), |label| self.name(label.text)),
            index: number.saturating_sub(start),
            opcode: self.m.instructions.get(number as usize).map_or(Opcode::Unreachable, |row| row.opcode),
        }
    }

    fn note_at(&mut self, here: Here<'_, 'm>, rule: Rule) {
        self.note(rule, |v| v.place_of(here.body, here.block, here.number));
    }
}
