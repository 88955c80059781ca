//! The demands of LLVM's verifier on a module: a file a chapter.
//!
//! Source: `llvm/lib/IR/Verifier.cpp` of LLVM 22 and what `opt -passes=verify` says of modules; the rules are stated anew here, as rows
//! where they are alike. A module that the reader accepts can be asked for everything: no rule recurses on it, and the work is linear in
//! its size but for a logarithm.

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
use body::{Body, Here, Spot};
use fault::{Breach, Rule};
pub use fault::{Chapter, Fault, Place};
use layout::{Layout, Size, Sizes};

/// The most faults that are listed.
const MOST_FAULTS: usize = 100;

/// Lists the rules of LLVM's verifier that a module breaks, the first hundred of them; a module without any is valid.
pub fn verify(module: &Module) -> Vec<Fault> {
    Verifier::new(module).all()
}

/// Lists what [`verify`] lists, and the rules that debug information breaks whose version the module does not say. Where that breaks
/// none, LLVM drops it, and refuses what other metadata has of it.
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

/// The facts known while a module is verified.
struct Verifier<'m> {
    m: &'m Module,
    layout: Layout,
    sizes: Sizes,
    faults: Vec<Fault>,
    /// The attributes of each set as bits.
    masks: Vec<Option<u128>>,
    /// Lists of attributes that were found to fit: the list, the type of the function, and what it is for.
    lists: HashSet<(u32, u32, u8), FxBuildHasher>,
    /// Globals by name, once one is looked for.
    names: HashMap<&'m [u8], u32, FxBuildHasher>,
    /// The intrinsic that each global is.
    intrinsics: Vec<intrinsics::Known<'m>>,
    /// The place of each instruction.
    spots: Vec<Spot>,
    /// The number that the next instruction has in the order of the module.
    next_ordinal: u32,
    /// Constants whose expressions were looked at.
    seen_constants: Vec<bool>,
    /// Values that aliases stand for, once they are looked at.
    aliased: globals::Numbers,
    /// Attributes of access tags that were found to fit.
    tbaa: tbaa::Known,
    /// Attachments of globals, by global.
    attached: Vec<crate::module::Attachment>,
    /// The facts known of nodes.
    nodes: nodes::Known,
    /// Whether debug information is of the version that LLVM 22 reads; other versions are ignored.
    has_debug: bool,
    /// Arguments of `llvm.localescape` and indices of `llvm.localrecover`, by function.
    escapes: intrinsics::Escapes,
    /// The subprogram of each scope that was looked at.
    scopes: HashMap<u32, Option<u32>, FxBuildHasher>,
    /// The scope of the outermost call of each location that was looked at.
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
            spots: vec![Spot::default(); m.instructions.len()],
            next_ordinal: 1,
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

    /// Notes a fault, unless there are many.
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

    /// True once so many faults are known that others are not listed.
    fn is_full(&self) -> bool {
        self.faults.len() >= MOST_FAULTS
    }

    fn size(&mut self, ty: u32) -> Size {
        self.sizes.of(self.m, &self.layout, ty)
    }

    /// Lists globals by name.
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
        let ordinal = |number: u32| self.spots.get(number as usize).map_or(0, |spot| spot.ordinal);
        let first = body.blocks.get(block as usize).map_or(0, |row| row.first_ordinal);
        Place::Instruction {
            function: self.name(body.global.name),
            block: label.map_or_else(|| block.to_string(), |label| self.name(label.text)),
            index: ordinal(number).saturating_sub(first),
            opcode: self.m.instructions.get(number as usize).map_or(Opcode::Unreachable, |row| row.opcode),
        }
    }

    fn note_at(&mut self, here: Here<'_, 'm>, rule: Rule) {
        self.note(rule, |v| v.place_of(here.body, here.block, here.number));
    }
}
